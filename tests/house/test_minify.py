"""The scripts and styles of pages, which esbuild has minified."""

from __future__ import annotations

import pytest

from tests.browsing import REQUIRED
from tests.programs import CI
from tools.minify import MADE, PARTS, VERSION, minified, version


@pytest.mark.parametrize("name", PARTS)
def test_what_ships_is_what_esbuild_makes_of_the_sources(name: str) -> None:
    if not REQUIRED and version() != VERSION:
        pytest.skip(f"esbuild {VERSION} is not installed")
    assert (MADE / name).read_text("utf-8") == minified(name), "stale: python -m tools.minify"


@pytest.mark.skipif(not CI.exists(), reason="a wheel is tested without its sources")
def test_ci_installs_the_version_that_makes_them() -> None:
    assert f" esbuild@{VERSION} " in CI.read_text("utf-8")
