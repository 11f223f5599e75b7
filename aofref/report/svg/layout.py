"""Layouts: the levels of a plan on one sheet, flat beside each other or stacked over each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from aofref.report.svg.plan import ROW, SIDE, Plan, Point

UNIT = 36.0
"""The distance of neighbouring cells on paper, in the picture's own units."""
PORTRAIT, LANDSCAPE = (186.0, 272.0), (272.0, 186.0)
"""What a page of A4 leaves for a picture, in millimetres."""


class Layout(NamedTuple):
    """Where the cells of every level lie on a sheet `width` by `height`, y downward.

    `origins` are the places of the levels' (0, 0), `flatten` how much of its height a level keeps,
    `shear` how far its rows slide; `token` is the half width of a piece.
    """

    plan: Plan
    stacked: bool
    width: float
    height: float
    origins: tuple[Point, ...]
    titles: tuple[Point, ...]
    flatten: float
    shear: float
    token: float

    def at(self, level: int, point: Point) -> Point:
        """Place a point of a level on the sheet."""
        (x, y), (ox, oy) = point, self.origins[level]
        return ox + (x + y * self.shear) * UNIT, oy - y * UNIT * self.flatten

    def spot(self, cell: int) -> Point:
        """Place the centre of a cell."""
        return self.at(self.plan.level_of[cell], self.plan.points[cell])

    def corners(self) -> list[Point]:
        """Give the corners of a cell around its centre."""
        return [
            ((x + y * self.shear) * UNIT, -y * UNIT * self.flatten) for x, y in self.plan.corners()
        ]


SCREEN = (1000.0, 760.0)
"""What a wide window leaves for the levels, in their own units."""


class LevelBox(NamedTuple):
    """The room that each level of a plan takes on a flat sheet, and where its (0, 0) lies in it."""

    width: float
    height: float
    origin: Point


def level_box(plan: Plan) -> LevelBox:
    """Measure the room of a level, its title at the left of the top included."""
    left, bottom, right, top = plan.box
    above = 0.95 if plan.pointy else 1.2  # a title stands beside a corner, but over a side
    return LevelBox(
        (right - left + 1.5) * UNIT,
        (top - bottom + above + 0.65) * UNIT,
        ((0.75 - left) * UNIT, (above + top) * UNIT),
    )


def lay(
    plan: Plan,
    *,
    stacked: bool = False,
    room: float = 0,
    sheets: tuple[tuple[float, float], ...] = (PORTRAIT, LANDSCAPE),
) -> Layout:
    """Lay out a plan for one of `sheets`; `room` is the height that the sheet needs for words."""
    return _stack(plan) if stacked else _spread(plan, room, sheets)


def _spread(plan: Plan, room: float, sheets: tuple[tuple[float, float], ...]) -> Layout:
    """Put the levels side by side, the highest first, in as many rows as suit the sheet."""
    wide, high, (left, top) = level_box(plan)
    count = len(plan.levels)

    def scale(abreast: int) -> float:
        width, height = wide * abreast, high * -(-count // abreast) + room
        return max(min(w / width, h / height) for w, h in sheets)

    abreast = max(range(1, count + 1), key=scale)
    origins, titles = [], []
    for place in range(count):
        row, column = divmod(count - 1 - place, abreast)
        x, y = column * wide, row * high
        origins.append((x + left, y + top))
        titles.append((x + UNIT * 0.2, y + UNIT * 0.45))
    rows = -(-count // abreast)
    token = UNIT * 0.4
    return Layout(
        plan, False, abreast * wide, rows * high, tuple(origins), tuple(titles), 1, 0, token
    )


def _stack(plan: Plan) -> Layout:
    """Put the levels over each other, each seen from the front and above, its columns upright."""
    flatten = 0.55 if plan.pointy else 0.62
    shear = 0.0 if plan.hexes else 0.45
    points = [(x + y * shear, y) for x, y in plan.points]
    cell = (2 * SIDE if plan.pointy else 1.0) * flatten
    lift = (_deepest(points) * flatten + cell) * UNIT * 1.02
    xs, ys = [x for x, _ in points], [y * flatten for _, y in points]
    count = len(plan.levels)
    width = (max(xs) - min(xs) + 3.2) * UNIT
    first = (max(ys) + cell) * UNIT + (count - 1) * lift + UNIT * 0.3
    height = first - min(ys) * UNIT + cell * UNIT
    origins = tuple(((2.3 - min(xs)) * UNIT, first - place * lift) for place in range(count))
    titles = tuple((UNIT * 0.15, y - (min(ys) + max(ys)) / 2 * UNIT) for _, y in origins)
    row = ROW * flatten if plan.pointy else flatten  # no token is higher than its row
    token = UNIT * min(0.36, row / 2)
    return Layout(plan, True, width, height, origins, titles, flatten, shear, token)


def _deepest(points: Iterable[Point]) -> float:
    """Give how far the cells at the same place across lie apart at most."""
    spans: dict[int, list[float]] = {}
    for x, y in points:
        for part in (-1, 0, 1):
            spans.setdefault(round(x * 2) + part, []).append(y)
    return max(max(span) - min(span) for span in spans.values())
