"""The random examples are the same at every run; with --long there are new ones each time.

The modules that take long are marked slow: `pytest -m "not slow"` leaves them out.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings

from tests.helpers import CHECKOUT
from tests.programs import only_known_programs

__all__ = ["only_known_programs"]

SLOW = (
    *("browser", "composing", "encodings", "fuzz", "incremental", "interrupted", "many", "mirrors"),
    *("mutations", "page", "pictures", "random_games", "renderers", "scheduler"),
    *("second_referee", "second_refusals", "streams", "symmetries"),
)
UNMEASURED = (
    *("benchmarks", "both_referees", "browser", "composing", "documents", "english", "examples"),
    *("fixture_records", "fuzz", "games", "games_of_others", "house", "incremental", "mirrors"),
    *("mutations", "names", "notations", "orthodox", "perft", "pieces", "plain"),
    *("published", "random_games", "readme", "renderers", "reports", "round_trips"),
    *("rulebook_browser", "second_games", "second_referee", "second_refusals"),
    *("streams", "symmetries", "trial", "ways", "world"),
)
"""Random play, long input, pages in a browser, texts, what others run on the way: these run nothing of
aofref that other tests do not, and measured they would take three times as long."""

COMPILED = (
    *("both_referees", "games_of_others", "notations", "orthodox", "perft", "second_games"),
    "world",
)
"""Random play that CI puts to a compiled wheel alone, save what is slow and what is held to Fairy-Stockfish,
which no wheel is tested with."""
SOURCE = ("benchmarks", "documents", "english", "house", "published", "readme", "wheels")
"""These look at the checkout, not at what is installed: they are left out where a wheel is tested."""
UNCOMPILED = (
    *("club", "club_killed", "club_news", "club_odd_files", "club_sending", "folders"),
    *("games_from_files", "help", "inplace", "mail", "man", "movement", "names", "plain", "points"),
    *("progress", "quotes", "rulebook", "rules_command", "scripts", "season", "select"),
    *("select_by_tag", "start", "system", "tables", "vouching"),
)
"""These are about texts, drawings, files, letters and criteria, whose code is interpreted in a compiled wheel,
too: they are left out there.  Compiled code is reached through them by the triples of `test_cli_fixtures`, the
documents' examples and the pages of the library, and by all the others, which put moves, records and cases to it."""
collect_ignore = [] if CHECKOUT else [f"test_{name}.py" for name in (*SOURCE, *UNCOMPILED)]

settings.register_profile("the same", derandomize=True)
settings.register_profile("new", derandomize=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --long."""
    parser.addoption("--long", action="store_true", help="ten times as many random examples, new")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the random examples, before any test is loaded."""
    settings.load_profile("new" if config.getoption("--long") else "the same")


@pytest.fixture(scope="session")
def pyffish() -> Any:
    """Give Fairy-Stockfish, if it is there."""
    return pytest.importorskip("pyffish")


@pytest.fixture(scope="session")
def effort(pytestconfig: pytest.Config) -> int:
    """Give how often the usual number of random examples is tried: 1, with --long 10."""
    return 10 if pytestconfig.getoption("--long") else 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of slow modules, and those that are not measured for coverage, and so on."""
    met: set[str] = set()
    for item in items:
        name, test = item.path.stem.removeprefix("test_"), item.nodeid.partition("[")[0]
        if name in SLOW:
            item.add_marker(pytest.mark.slow)
        again = test in met and item.get_closest_marker("alike")
        if again:
            item.add_marker(pytest.mark.again)
        if again or name in UNMEASURED:
            item.add_marker(pytest.mark.unmeasured)
        needs = item.fixturenames if isinstance(item, pytest.Function) else ()
        pure = again or item.get_closest_marker("slow") or "pyffish" in needs
        if name in COMPILED and not pure:
            item.add_marker(pytest.mark.compiled)
        met.add(test)
