"""PNG: a picture in points, made of the SVG by resvg (the extra `aofref[png]`)."""

from __future__ import annotations

WIDTH = 1600


class Missing(Exception):
    """The library that draws the points is not installed."""


def png(svg: str) -> bytes:
    """Draw an SVG as PNG, `WIDTH` points wide."""
    try:
        import resvg_py
    except ImportError as problem:
        raise Missing from problem
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, dpi=96.0))
