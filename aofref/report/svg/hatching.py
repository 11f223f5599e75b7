"""Hatching: pictures for print, in black and white; lines stand for the colours of cells."""

from __future__ import annotations

import math
from collections.abc import Iterable

from aofref.report.svg.plan import Point
from aofref.text import own_text

_RISING, _FALLING, _LEVEL, _UPRIGHT = 45.0, 135.0, 0.0, 90.0
_CROSSED, _SQUARED = (_RISING, _FALLING), (_LEVEL, _UPRIGHT)
_WIDE, _CLOSE = 7.2, 4.0

_LINES: dict[str, tuple[tuple[float, ...], float]] = {
    "t0": ((_RISING,), _WIDE),
    "t1": ((_RISING,), _CLOSE),
    "u0": ((_FALLING,), _WIDE),
    "u1": ((_FALLING,), _CLOSE),
    "q1": ((_RISING,), _WIDE),
    "q2": ((_FALLING,), _WIDE),
    "q3": (_CROSSED, _WIDE),
    "k0": ((_RISING,), _WIDE),
    "b0": ((_RISING,), _WIDE),
    "b1": ((_FALLING,), _WIDE),
    "b2": (_CROSSED, _WIDE),
    "b3": ((_RISING,), _CLOSE),
    "b4": ((_FALLING,), _CLOSE),
    "b5": (_CROSSED, _CLOSE),
    "b6": ((_LEVEL,), _WIDE),
    "b7": ((_UPRIGHT,), _WIDE),
    "b8": (_SQUARED, _WIDE),
}
"""How each class of cells is hatched: in which directions, how far the lines are apart."""

STYLE = own_text(__name__, "print.css").replace("\n", "")
"""The rules of colours and letters, of which black and white are the only ones."""


def ident(kind: str, shape: str) -> str:
    """Name the lines in a cell (`c`) or its inside (`d`) of a class; empty for none."""
    return f"h{shape}-{kind}" if kind in _LINES else ""


def lines(kind: str, shape: str, corners: list[Point]) -> str:
    """Define the lines of a class of cells, between the sides of a shape."""
    angles, apart = _LINES[kind]
    path = "".join(
        f"M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}"
        for angle in angles
        for (ax, ay), (bx, by) in _chords(corners, math.radians(angle), apart)
    )
    return f'<path id="{ident(kind, shape)}" d="{path}"/>'


def _chords(corners: list[Point], angle: float, apart: float) -> Iterable[tuple[Point, Point]]:
    """Draw parallel lines, as far as they lie within a convex shape around (0, 0)."""
    across, along = (-math.sin(angle), math.cos(angle)), (math.cos(angle), math.sin(angle))
    most = max(abs(x * across[0] + y * across[1]) for x, y in corners)
    for step in range(-int(most / apart), int(most / apart) + 1):
        crossings = []
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
            a = ax * across[0] + ay * across[1] - step * apart
            b = bx * across[0] + by * across[1] - step * apart
            if (a < 0) != (b < 0):
                part = a / (a - b)
                crossings.append((ax + (bx - ax) * part, ay + (by - ay) * part))
        if len(crossings) == 2:
            crossings.sort(key=lambda point: point[0] * along[0] + point[1] * along[1])
            yield crossings[0], crossings[1]
