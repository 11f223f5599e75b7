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

SLOW = [
    "cli/interrupted",
    "cli/many",
    "cli/scheduler",
    "house/damaged_records",
    "house/fuzz",
    "notation/encodings",
    "notation/streams",
    "pieces/symmetries",
    "report/composing",
    "report/page",
    "report/page_in_browser",
    "report/pictures",
    "report/renderers",
    "rules/incremental",
    "rules/mirrors",
    "rules/random_games",
    "rules/second_referee",
]
UNMEASURED = [
    "games/data",
    "games/names_of_games",
    "games/other_programs",
    "house/benchmarks",
    "house/damaged_records",
    "house/documents",
    "house/english",
    "house/examples",
    "house/fuzz",
    "house/imports",
    "house/published",
    "house/readme",
    "judge/fixture_records",
    "judge/python_chess",
    "notation/fast_lan",
    "notation/json",
    "notation/notations",
    "notation/streams",
    "pieces/diagrams",
    "pieces/page_ways",
    "pieces/symmetries",
    "report/composing",
    "report/page_in_browser",
    "report/renderers",
    "report/reports",
    "report/rulebook_in_browser",
    "report/trial_board",
    "rules/both_referees",
    "rules/chess",
    "rules/incremental",
    "rules/mirrors",
    "rules/perft",
    "rules/random_games",
    "rules/second_games",
    "rules/second_referee",
]
"""Random play, long input, pages in a browser, texts, what others run on the way: these run nothing of
aofref that other tests do not, and measured they would take three times as long."""

COMPILED = [
    "games/other_programs",
    "judge/python_chess",
    "notation/notations",
    "rules/both_referees",
    "rules/chess",
    "rules/perft",
    "rules/second_games",
]
"""Random play that CI puts to a compiled wheel alone, save what is slow and what is held to Fairy-Stockfish,
which no wheel is tested with."""
SOURCE = [
    "house/benchmarks",
    "house/documents",
    "house/english",
    "house/imports",
    "house/published",
    "house/readme",
    "house/wheels",
]
"""These look at the checkout, not at what is installed: they are left out where a wheel is tested."""
UNCOMPILED = [
    "cli/help",
    "cli/inplace",
    "cli/progress",
    "cli/rules",
    "cli/select",
    "cli/select_by_tag",
    "cli/start",
    "cli/system",
    "club/club",
    "club/killed",
    "club/news",
    "club/odd_files",
    "club/season",
    "club/sending",
    "club/vouching",
    "games/files",
    "games/names_of_games",
    "house/man",
    "house/scripts",
    "judge/totals",
    "library/folders",
    "notation/fast_lan",
    "notation/mail",
    "report/movement",
    "report/rulebook",
    "report/tables",
    "rules/page_sentences",
]
"""These are about texts, drawings, files, letters and criteria, whose code is interpreted in a compiled wheel,
too: they are left out there.  Compiled code is reached through them by the triples of `test_cli_fixtures`, the
documents' examples and the pages of the library, and by all the others, which put moves, records and cases to it."""
collect_ignore = [
    "{}/test_{}.py".format(*name.split("/")) for name in (*SOURCE, *UNCOMPILED) if not CHECKOUT
]

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
        name = f"{item.path.parent.name}/{item.path.stem.removeprefix('test_')}"
        test = item.nodeid.partition("[")[0]
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
