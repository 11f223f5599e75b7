"""The random examples are the same at every run; with --long there are new ones each time, and more.

What is asked alike of every game is asked of a few that differ, with --long of all (helpers.sampled).  The modules that take long are marked slow: `pytest -m "not slow"` leaves them out.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

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
    "report/page",
    "report/page_in_browser",
    "report/pictures",
    "report/renderers",
    "rules/incremental",
    "rules/second_referee",
]
UNMEASURED = [
    "games/data",
    "games/names_of_games",
    "games/other_programs",
    "house/benchmarks",
    "house/damaged_records",
    "house/documents",
    "house/examples",
    "house/fuzz",
    "house/imports",
    "house/published",
    "house/readme",
    "judge/fixture_records",
    "judge/python_chess",
    "notation/json",
    "notation/notations",
    "notation/streams",
    "pieces/diagrams",
    "pieces/page_ways",
    "report/bring",
    "report/look",
    "report/page_in_browser",
    "report/placing",
    "report/play",
    "report/renderers",
    "report/reports",
    "report/rulebook_in_browser",
    "report/rules_script",
    "report/trial_board",
    "rules/both_referees",
    "rules/incremental",
    "rules/perft",
    "rules/second_games",
    "rules/second_referee",
]
"""Random play, long input, pages in a browser, texts, what others run on the way: these run nothing of
aofref that other tests do not, and measured they would take three times as long."""

UNTIMED = settings(deadline=None, suppress_health_check=list(HealthCheck))
"""No example is too slow: the machine may do something else meanwhile."""
settings.register_profile("the same", UNTIMED, derandomize=True)
settings.register_profile("new", UNTIMED, derandomize=False)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --long."""
    parser.addoption(
        "--long", action="store_true", help="ten times as many random examples, new, and every game"
    )


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


def module(path: Path) -> str:
    """Give the name of a module of tests in the lists above."""
    return f"{path.parent.name}/{path.stem.removeprefix('test_')}"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Load no module all of whose tests -m leaves out: to load them all takes ten seconds."""
    if collection_path.suffix != ".py":
        return None
    marks, name = config.getoption("-m"), module(collection_path)
    if marks == "unmeasured" and name not in UNMEASURED:
        return "mark.unmeasured" not in collection_path.read_text("utf-8") or None
    left_out = {"not unmeasured": UNMEASURED, "not slow": SLOW}
    return name in left_out.get(marks, ()) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of slow modules, and of those that are not measured; leave out what is --long."""
    if not config.getoption("--long"):
        items[:] = [item for item in items if item.get_closest_marker("long") is None]
    for item in items:
        name = module(item.path)
        if name in SLOW:
            item.add_marker(pytest.mark.slow)
        if name in UNMEASURED:
            item.add_marker(pytest.mark.unmeasured)
