"""Plans: a board on paper and how it is drawn, names around it, layouts of its levels."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType

from aofref.geometry import HexPrism, Vector, add
from aofref.rules.compiled_variant import CompiledVariant
from aofref.values import Value

Point = tuple[float, float]
SIDE = 1 / math.sqrt(3)  # the side of a hexagon, with centres of neighbours 1 apart
ROW = math.sqrt(3) / 2
_WALLED = ("Drum", "Subcamp")


class PictureOptions(Value):
    """How a position is drawn, and what that means there.

    Pictures with a `caption` have one line under them in place of a legend; `width` is in
    millimetres, 0 to fit a page of A4; `level` is the only one drawn.  `foot` is the army at the
    foot, -1 for the usual one.  `bound` are a kind of piece, whose bindings colour the cells, and
    its army, -1 for the first army with that piece.  `marks` has the kinds of marks of a
    `Range`, by cell.  `arrows` lead from cell to cell, `fill` has the colours of cells.
    """

    stacked: bool = False
    cells: bool = False
    drawings: bool = False
    theme: str = "color"
    caption: bool = False
    width: float = 0
    level: str = ""
    foot: int = -1
    bound: tuple[int, int] | None = None
    marks: Mapping[int, str] = MappingProxyType({})
    arrows: tuple[tuple[int, int], ...] = ()
    fill: Mapping[int, str] = MappingProxyType({})


class BoardPlan(Value):
    """A board on paper: the centre of every cell on its level, with neighbours 1 apart, y upward.

    `gaps` are columns without cells that bar a step (RULES 3), with their centres.  `pointy`
    hexagons have a corner at the top and level rows; others have upright files.  `level_of` has
    for each cell its index in `levels`, the lowest first.  The board lies turned by `turn` degrees.
    """

    game: CompiledVariant
    points: tuple[Point, ...]
    hexes: bool
    pointy: bool
    levels: tuple[str, ...]
    level_of: tuple[int, ...]
    gaps: tuple[tuple[tuple[int, int], Point], ...]
    turn: int

    def cells(self, level: int) -> list[int]:
        """List the cells of a level, by its index."""
        return [cell for cell, at in enumerate(self.level_of) if at == level]

    def corners(self) -> tuple[Point, ...]:
        """List the corners of a cell around its centre."""
        if not self.hexes:
            return ((0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5), (0.5, -0.5))
        first = 30 if self.pointy else 0
        turns = (math.radians(first + 60 * n) for n in range(6))
        return tuple((SIDE * math.cos(a), SIDE * math.sin(a)) for a in turns)

    def grid(self) -> list[tuple[int, int]]:
        """Place every cell on a grid of half widths and lines, upward, for text."""
        across, up = (2.0, 1.0) if not self.hexes else (2.0, 1 / ROW)
        if self.hexes and not self.pointy:
            across, up = 1 / ROW, 2.0
        return [(round(x * across), round(y * up)) for x, y in self.points]

    def walls(self) -> Iterator[tuple[int, Point, Point]]:
        """Yield the borders of the Drum and the Subcamps: the index of the level, and both ends."""
        for cell, other in walled(self.game):
            (ax, ay), (bx, by) = self.points[cell], self.points[other]
            x, y, dx, dy = (ax + bx) / 2, (ay + by) / 2, bx - ax, by - ay
            half = (SIDE if self.hexes else 1) / 2
            yield (
                self.level_of[cell],
                (x - dy * half, y + dx * half),
                (x + dy * half, y - dx * half),
            )

    def ghosts(self) -> Iterator[tuple[int, Vector, Point]]:
        """Yield the missing cells of columns and gaps: the index of the level, cell, centre."""
        cells = self.game.board.cells
        columns = dict(self.gaps) | {at[:2]: self.points[cell] for cell, at in enumerate(cells)}
        for place, z in enumerate(sorted({at[2] for at in cells})):
            for (x, y), point in columns.items():
                if (x, y, z) not in self.game.board.index:
                    yield place, (x, y, z), point


@lru_cache(maxsize=32)
def walled(game: CompiledVariant) -> tuple[tuple[int, int], ...]:
    """List the pairs of cells with a side in common that is a border of the Drum or a Subcamp."""
    board = game.board
    held = [cells for name, cells in board.regions.items() if name.endswith(_WALLED)]
    return tuple(
        (cell, other)
        for cell, at in enumerate(board.cells if held else ())
        for way in board.lattice.orthogonals
        if (other := board.index.get(add(at, (*way, 0)), -1)) > cell
        and any((cell in cells) != (other in cells) for cells in held)
    )


@lru_cache(maxsize=32)
def plan_of(game: CompiledVariant, side: int = -1) -> BoardPlan:
    """Return a board's plan with an army's way forward pointing up.

    Without an army (-1) it lies by the order of its columns; the board of two players is seen from
    the first player's side.
    """
    board = game.board
    named = {at[2]: level for at, level in zip(board.cells, board.levels, strict=True)}
    heights = sorted(named)
    if side < 0 and game.two_players:
        side = 0
    turn = 0.0
    hexes = isinstance(board.lattice, HexPrism)
    if side >= 0:
        ways = game.variant.armies[side].forward
        ahead = (sum(way[0] for way in ways), sum(way[1] for way in ways))
        x, y = _flat(game, ahead)
        diagonal = not hexes and abs(x) == abs(y)  # then the corner that it begins from is below
        turn = (45 if diagonal else 90) - math.degrees(math.atan2(y, x)) if x or y else 0.0
    flat = [_flat(game, at[:2]) for at in board.cells]
    gaps = sorted({gap[:2] for gap in board.barred.values()})
    angle = math.radians(round(turn))
    return BoardPlan(
        game,
        tuple(_turned(point, angle) for point in flat),
        hexes,
        hexes and round(turn) % 60 == 0,
        tuple(named[z] for z in heights),
        tuple(heights.index(at[2]) for at in board.cells),
        tuple((gap, _turned(_flat(game, gap), angle)) for gap in gaps),
        round(turn),
    )


def spot(game: CompiledVariant, at: Vector) -> tuple[int, int]:
    """Place a column in the plane: half widths from the left, rows from the bottom.

    The rows of a mirrored board run from the top, so that the order of play runs as on its page.
    """
    x, y, _ = at
    lattice = game.board.lattice
    across, up = lattice.flat_place((x, y)) if isinstance(lattice, HexPrism) else (2 * x, y)
    return across, -up if game.variant.mirrored else up


def _flat(game: CompiledVariant, column: tuple[int, int]) -> Point:
    across, up = spot(game, (*column, 0))
    return across / 2, up * (ROW if isinstance(game.board.lattice, HexPrism) else 1.0)


def _turned(point: Point, angle: float) -> Point:
    (x, y), c, s = point, math.cos(angle), math.sin(angle)
    return round(x * c - y * s, 4), round(x * s + y * c, 4)


def bonds(game: CompiledVariant) -> tuple[tuple[int, int], ...]:
    """Return for each cell its third (0 to 2) and its quarter (0 to 3).

    On a cubic board the thirds 0 and 1 are the colours of squares; the quarters are -1.
    """
    cells, lattice = game.board.cells, game.board.lattice
    if not isinstance(lattice, HexPrism):
        return tuple(((x + y + z) % 2, -1) for x, y, z in cells)
    sign = -1 if lattice.flat_place((0, 1))[0] > 0 else 1
    return tuple(((x + sign * y) % 3, 2 * (x % 2) + y % 2) for x, y, _ in cells)


# The names around the levels, by which a reader can name any cell ------------------------------


class RimName(Value):
    """A name outside a level: the last cell of the line that it names, and the way out."""

    level: int
    text: str
    cell: int
    out: Point


_Parts = dict[int, str]
_PART = re.compile("[a-z]|[0-9]+")


@lru_cache(maxsize=64)
def rim(plan: BoardPlan) -> tuple[RimName, ...]:
    """Name the lines of every level, outside it, at their lower or left ends if possible.

    The name of a line is the part that the names of its cells have in common, as `a` or `3`.  If
    only files have such a part, the columns at both ends of a file are named.
    """
    names = line_names(plan)
    return names if len(families(plan.game)) == 1 else _joined(plan, names)


def line_names(plan: BoardPlan) -> tuple[RimName, ...]:
    """Name the lines as `rim` does, but two with the same place apart."""
    named = families(plan.game)
    if len(named) == 1:
        step, _ = named[0]
        return (*_ends(plan, step, None, 0), *_ends(plan, step, None, 1))
    tried = [
        tuple(
            name
            for family, end in zip(named, ends, strict=True)
            for name in _ends(plan, *family, end)
        )
        for ends in product((0, 1), repeat=len(named))
    ]
    # The first that has the fewest places with two names.
    return max(tried, key=lambda names: len(_joined(plan, names)))


def _ends(plan: BoardPlan, step: Vector, parts: _Parts | None, side: int) -> Iterator[RimName]:
    """Name the lines along a step at one end: by the parts given, or by the column there."""
    board = plan.game.board
    pairs = ((cell, board.index.get(add(at, step))) for cell, at in enumerate(board.cells))
    x, y = 0.0, -1.0  # without two such cells, every line is one cell
    if pair := next(((plan.points[a], plan.points[b]) for a, b in pairs if b is not None), None):
        (ax, ay), (bx, by) = pair
        x, y = bx - ax, by - ay
    ox, oy = sorted([(x, y), (-x, -y)], key=lambda out: out[1] + 0.9 * out[0])[side]
    lines: dict[tuple[int, int], list[int]] = {}
    for cell, at in enumerate(board.cells):
        lines.setdefault((plan.level_of[cell], at[0] * step[1] - at[1] * step[0]), []).append(cell)
    far = [px * ox + py * oy for px, py in plan.points]
    for (level, key), cells in sorted(lines.items()):
        end = max(cells, key=far.__getitem__)
        if parts is not None or side == 0 or len(cells) > 1:
            yield RimName(level, parts[key] if parts else board.columns[end], end, (ox, oy))


def _joined(plan: BoardPlan, names: Iterable[RimName]) -> tuple[RimName, ...]:
    joined: dict[tuple[int, int, int], RimName] = {}
    for name in names:
        (x, y), (ox, oy) = plan.points[name.cell], name.out
        place = name.level, round(2 * (x + ox)), round(2 * (y + oy))
        if place in joined:
            first, last = sorted((joined[place].text, name.text), reverse=name.text.isalpha())
            if first[:1].isdigit():
                first, last = last, first
            steeper = min(joined[place], name, key=lambda each: abs(each.out[0]))
            name = steeper._replace(text=first + last)  # which lies less beside its neighbours
        joined[place] = name
    return tuple(joined.values())


@lru_cache(maxsize=32)
def families(game: CompiledVariant) -> list[tuple[Vector, _Parts]]:
    """List the steps along lines that have names, each with the names by line.

    The name of a line is a part that the names of its cells have in common.
    """
    board, found = game.board, list[tuple[Vector, dict[int, set[str]]]]()
    parts = {
        at[:2]: set(_PART.findall(name))
        for at, name in zip(board.cells, board.columns, strict=True)
    }
    flat = board.lattice.orthogonals
    for x, y in flat[: len(flat) // 2]:
        lines: dict[int, set[str]] = {}
        for column, named in parts.items():
            key = column[0] * y - column[1] * x
            lines[key] = lines[key] & named if key in lines else set(named)
        if all(lines.values()):
            found.append(((x, y, 0), lines))
    for (x, y, _), lines in found:  # a line of one cell has the part that its other line has not
        for column in parts:
            common = lines[column[0] * y - column[1] * x]
            for (u, v, _), others in found:
                other = others[column[0] * v - column[1] * u]
                if len(common) > 1 and len(other) == 1 and others is not lines:
                    common -= other
    return [(step, {key: min(common) for key, common in lines.items()}) for step, lines in found]


# Layouts: the levels of a board plan on one sheet, side by side or stacked -----------------------

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
        for name, side, (dx, dy) in _around(self.plan, self.flatten, self.shear):
            x, y = self.at(name.level, side)
            at = x + dx * self.letter, y + dy * self.letter
            if name.level in self.shown and not any(
                other.level == name.level
                and abs(at[0] - ax) < (len(name.text) + len(other.text)) * self.letter * _HALF
                and abs(at[1] - ay) < 0.85 * self.letter
                for other, (ax, ay) in kept
            ):
                kept.append((name, at))
        return kept


def _around(
    plan: BoardPlan, flatten: float = 1, shear: float = 0
) -> Iterator[tuple[RimName, Point, Point]]:
    """Yield the names around the levels, each with the middle of its cell's side and a vector.

    The vector leads from there to the middle of the name, in sizes of the letters, y downward.
    """
    for name in rim(plan):
        (x, y), (cx, cy) = name.out, plan.points[name.cell]
        dx, dy = x + y * shear, -y * flatten
        length = math.hypot(dx, dy) or 1
        away = 0.65 + _HALF * (len(name.text) - 1) * abs(dx / length)
        yield name, (cx + x / 2, cy + y / 2), (dx / length * away, dy / length * away)


@lru_cache(maxsize=64)
def level_box(plan: BoardPlan) -> tuple[Point, Point, tuple[float, ...]]:
    """Return the size of a level on a flat sheet, the place of its (0, 0) in it, and pads.

    The pads are the room for names and title at the left, top, right and bottom, in sizes of their
    letters.
    """
    xs, ys = zip(*plan.points, strict=True)
    left, bottom, right, top = min(xs), min(ys), max(xs), max(ys)
    wide = max(x for x, _ in plan.corners()) + 0.06
    high = max(y for _, y in plan.corners()) + 0.06
    pads = [0.0] * 4
    for name, (x, y), (dx, dy) in _around(plan):
        half = _HALF * len(name.text)
        near = x - left, top - y, right - x, y - bottom
        needed = half - dx, 0.5 - dy, half + dx, 0.5 + dy
        for side in range(4):
            pads[side] = max(pads[side], needed[side] - (near[side] + 0.5) * _TIGHT)
    if any(plan.levels) and any(x - left < 3.5 and top - y < 1 for x, y in plan.points):
        pads[1] = max(pads[1], 1.7)  # else the corner is free for a title
    size = (right - left + 2 * wide) * UNIT, (top - bottom + 2 * high) * UNIT
    return size, ((wide - left) * UNIT, (high + top) * UNIT), tuple(pads)


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
    (width, height), (x, y), pads = level_box(plan)
    left, top, right, bottom = (pad * letter for pad in pads)
    wide, high = width + left + right + UNIT * 0.3, height + top + bottom + UNIT * 0.2
    count = len(shown)

    def scale(abreast: int) -> float:
        size = wide * abreast, high * -(-count // abreast) + room
        return max(min(w / size[0], h / size[1]) for w, h in sheets)

    abreast = max(range(1, count + 1), key=scale)
    origins = [(0.0, 0.0)] * len(plan.levels)
    titles = list(origins)
    for place, level in enumerate(reversed(shown)):
        row, column = divmod(place, abreast)
        origins[level] = column * wide + left + x, row * high + top + y
        titles[level] = column * wide + UNIT * 0.2, row * high + letter * 1.2
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
