"""Layouts: the levels of a board plan on one sheet, side by side or stacked."""

import math
from collections.abc import Sequence
from functools import lru_cache

from aofref.report.svg.plan import ROW, SIDE, BoardPlan, Point, RimName, rim
from aofref.values import Value

UNIT = 36.0  # the distance of neighbouring cells, in units of the picture
PORTRAIT, LANDSCAPE = (186.0, 272.0), (272.0, 186.0)
"""The room for a picture on a page of A4, in millimetres."""
_HALF = 0.31  # half the width of a letter, as a part of its size
READABLE = 11.0  # the least size of names around a level, in CSS pixels
_TIGHT = 1.2  # the least distance of neighbouring cells, in sizes of the letters around them


class Layout(Value):
    """The places of cells on a sheet `width` by `height`, y downward.

    `origins` are the places of the levels' (0, 0).  `flatten` scales the height of a level,
    `shear` slides its rows.  `token` is half the width of a piece, `letter` the size of the names
    around the levels.  `shown` are the levels on the sheet, by their indices in the plan.
    """

    plan: BoardPlan
    stacked: bool
    width: float
    height: float
    origins: tuple[Point, ...]
    titles: tuple[Point, ...]
    flatten: float
    shear: float
    token: float
    letter: float
    shown: tuple[int, ...]

    def at(self, level: int, point: Point) -> Point:
        """Place a point of a level on the sheet."""
        (x, y), (ox, oy) = point, self.origins[level]
        return ox + (x + y * self.shear) * UNIT, oy - y * UNIT * self.flatten

    def cells(self) -> list[int]:
        """List the cells of the levels shown."""
        return [cell for cell, level in enumerate(self.plan.level_of) if level in self.shown]

    def spot(self, cell: int) -> Point:
        """Place the centre of a cell."""
        return self.at(self.plan.level_of[cell], self.plan.points[cell])

    def corners(self) -> list[Point]:
        """List the corners of a cell around its centre."""
        return [
            ((x + y * self.shear) * UNIT, -y * UNIT * self.flatten) for x, y in self.plan.corners()
        ]

    def around(self) -> list[tuple[RimName, Point, Point]]:
        """List the names around the levels, each with the middle of its cell's side and a vector.

        The vector leads from there to the middle of the name, in sizes of the letters.
        """
        names = []
        for name in rim(self.plan):
            (x, y), (cx, cy), k = name.out, self.plan.points[name.cell], self.shear
            dx, dy = x + y * k, -y * self.flatten
            length = math.hypot(dx, dy) or 1
            out = dx / length, dy / length
            away = 0.65 + _HALF * (len(name.text) - 1) * abs(out[0])
            at = self.at(name.level, (cx + x / 2, cy + y / 2))
            names.append((name, at, (out[0] * away, out[1] * away)))
        return names

    def token_over(self, size: float) -> tuple[float, float, float]:
        """Fit a token over a name: return its half width, its lift, the foot of the name.

        Without a name (size 0) a token is in the middle of its cell.
        """
        if not size:
            return self.token, 0.0, 0.0
        high = UNIT * self.flatten * 0.5
        foot = (0.9 if self.stacked else 0.84) * high
        half = min(self.token, (0.94 * high + foot - 0.78 * size) / 2)
        return half, 0.94 * high - half, foot

    def names(self) -> list[tuple[RimName, Point]]:
        """Place the names around the levels shown; names without room are left out."""
        kept: list[tuple[RimName, Point]] = []
        for name, (x, y), (dx, dy) in self.around():
            at = x + dx * self.letter, y + dy * self.letter
            if name.level in self.shown and not any(
                other.level == name.level
                and abs(at[0] - ax) < (len(name.text) + len(other.text)) * self.letter * _HALF
                and abs(at[1] - ay) < 0.85 * self.letter
                for other, (ax, ay) in kept
            ):
                kept.append((name, at))
        return kept


class LevelBox(Value):
    """The room of each level of a plan on a flat sheet, and the place of its (0, 0) in it.

    `pads` are the room for names and title at the left, top, right and bottom, in sizes of their
    letters.
    """

    width: float
    height: float
    origin: Point
    pads: tuple[float, float, float, float]


@lru_cache(maxsize=64)
def level_box(plan: BoardPlan) -> LevelBox:
    """Measure the room of a level."""
    xs, ys = zip(*plan.points, strict=True)
    left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    wide = max(x for x, _ in plan.corners()) + 0.06
    high = max(y for _, y in plan.corners()) + 0.06
    centred = Layout(plan, False, 0, 0, ((0, 0),) * len(plan.levels), (), 1, 0, 0, 0, ())
    pads = [0.0] * 4
    for name, (x, y), (dx, dy) in centred.around():
        half = _HALF * len(name.text)
        near = x / UNIT - left, top + y / UNIT, right - x / UNIT, -y / UNIT - bottom
        needed = half - dx, 0.5 - dy, half + dx, 0.5 + dy
        for side in range(4):
            pads[side] = max(pads[side], needed[side] - (near[side] + 0.5) * _TIGHT)
    if any(plan.levels) and any(x - left < 3.5 and top - y < 1 for x, y in plan.points):
        pads[1] = max(pads[1], 1.7)  # else the corner is free for a title
    width, height = right - left + 2 * wide, top - bottom + 2 * high
    return LevelBox(
        width * UNIT,
        height * UNIT,
        ((wide - left) * UNIT, (high + top) * UNIT),
        (pads[0], pads[1], pads[2], pads[3]),
    )


def layout_of(
    plan: BoardPlan,
    *,
    stacked: bool = False,
    room: float = 0,
    sheets: tuple[tuple[float, float], ...] = (PORTRAIT, LANDSCAPE),
    letter: float = UNIT / 3,
    levels: Sequence[int] = (),
) -> Layout:
    """Lay out levels of a plan (all by default) for the best of `sheets`.

    `room` is the height kept for text, `letter` the size of the names.
    """
    shown = tuple(sorted(levels)) or tuple(range(len(plan.levels)))
    if stacked:
        return _stack(plan, shown, letter)
    # Side by side, the highest first, in as many rows as suit the sheet.
    box, count = level_box(plan), len(shown)
    pads = [pad * letter for pad in box.pads]
    wide = box.width + pads[0] + pads[2] + UNIT * 0.3
    high = box.height + pads[1] + pads[3] + UNIT * 0.2

    def scale(abreast: int) -> float:
        width, height = wide * abreast, high * -(-count // abreast) + room
        return max(min(w / width, h / height) for w, h in sheets)

    abreast = max(range(1, count + 1), key=scale)
    origins = [(0.0, 0.0)] * len(plan.levels)
    titles = list(origins)
    for place, level in enumerate(reversed(shown)):
        row, column = divmod(place, abreast)
        x, y = column * wide, row * high
        origins[level] = x + pads[0] + box.origin[0], y + pads[1] + box.origin[1]
        titles[level] = x + UNIT * 0.2, y + letter * 1.2
    size = abreast * wide, -(-count // abreast) * high
    places = tuple(origins), tuple(titles)
    return Layout(plan, False, *size, *places, 1, 0, UNIT * 0.4, letter, shown)


def _stack(plan: BoardPlan, shown: tuple[int, ...], letter: float) -> Layout:
    """Stack the levels, each seen from the front and above, with upright columns."""
    flatten = 0.55 if plan.pointy else 0.62
    shear = 0.0 if plan.hexes else 0.45
    points = [(x + y * shear, y) for x, y in plan.points]
    cell = (2 * SIDE if plan.pointy else 1.0) * flatten
    spans: dict[int, list[float]] = {}  # of the cells at about the same place across
    for x, y in points:
        for part in (-1, 0, 1):
            spans.setdefault(round(x * 2) + part, []).append(y)
    deepest = max(max(span) - min(span) for span in spans.values())
    lift = (deepest * flatten + cell) * UNIT * 1.02 + letter * 1.3  # names lie between
    xs, ys = [x for x, _ in points], [y * flatten for _, y in points]
    left = 2.4 + letter / UNIT
    width = (max(xs) - min(xs) + left + 0.6) * UNIT + letter * 1.5
    first = (max(ys) + cell) * UNIT + (len(shown) - 1) * lift + UNIT * 0.3 + letter
    height = first - min(ys) * UNIT + cell * UNIT + letter
    origins, titles = [(0.0, 0.0)] * len(plan.levels), [(0.0, 0.0)] * len(plan.levels)
    for place, level in enumerate(shown):
        y = first - place * lift
        origins[level] = (left - min(xs)) * UNIT, y
        titles[level] = UNIT * 0.15, y - (min(ys) + max(ys)) / 2 * UNIT
    row = ROW * flatten if plan.pointy else flatten  # no token is higher than its row
    token = UNIT * min(0.36, row / 2)
    places = tuple(origins), tuple(titles)
    return Layout(plan, True, width, height, *places, flatten, shear, token, letter, shown)
