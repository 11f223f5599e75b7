"""In CI the random examples are the same at every run; elsewhere they are new each time.

The modules that take long are marked slow: `pytest -m "not slow"` leaves them out.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

SLOW = (
    "asking",
    "browser",
    "encodings",
    "faults",
    "incremental",
    "mirrors",
    "mutations",
    "page",
    "pictures",
    "properties",
    "second_referee",
    "second_refusals",
    "shapes",
    "streams",
    "symmetries",
)

settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --long."""
    parser.addoption("--long", action="store_true", help="ten times as many random examples")


@pytest.fixture(scope="session")
def effort(pytestconfig: pytest.Config) -> int:
    """Give how often the usual number of random examples is tried: 1, with --long 10."""
    return 10 if pytestconfig.getoption("--long") else 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of slow modules."""
    for item in items:
        if item.path.stem.removeprefix("test_") in SLOW:
            item.add_marker(pytest.mark.slow)
