"""The random examples are the same at every run; with --long there are new ones each time, and more.

What is asked alike of every game is asked of a few that differ, with --long of all (helpers.sampled).
The modules that take long are marked slow: `pytest -m "not slow"` leaves them out.
"""

from __future__ import annotations

import os
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


@pytest.fixture(scope="session", autouse=True)
def unmeasured() -> None:
    """Have coverage measure no process that a test starts: what counts modules or bytes would count its own."""
    for name in [name for name in os.environ if "COVERAGE" in name]:
        del os.environ[name]


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
    return (config.getoption("-m") == "not slow" and module(collection_path) in SLOW) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of slow modules; leave out what is --long."""
    if not config.getoption("--long"):
        items[:] = [item for item in items if item.get_closest_marker("long") is None]
    for item in items:
        if module(item.path) in SLOW:
            item.add_marker(pytest.mark.slow)
