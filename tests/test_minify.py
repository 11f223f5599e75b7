"""The scripts and styles of pages, which esbuild has minified."""

from __future__ import annotations

import shutil

import pytest

from tools.minify import MADE, PARTS, minified


@pytest.mark.skipif(shutil.which("esbuild") is None, reason="esbuild is not installed")
@pytest.mark.parametrize("name", PARTS)
def test_what_ships_is_what_esbuild_makes_of_the_sources(name: str) -> None:
    assert (MADE / name).read_text("utf-8") == minified(name), "stale: python -m tools.minify"
