"""Plans: the places of a board's cells on paper, seen from an army's side, and names around it."""

import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from aofref.games.model import Shading
from aofref.geometry import HexPrism, Vector, add
from aofref.rules.compiled_variant import CompiledVariant
from aofref.values import Value

Point = tuple[float, float]
SIDE = 1 / math.sqrt(3)  # the side of a hexagon, with centres of neighbours 1 apart
ROW = math.sqrt(3) / 2
_WALLED = ("Drum", "Subcamp")


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
    heights = sorted({at[2] for at in board.cells})
    names = {at[2]: level for at, level in zip(board.cells, board.levels, strict=True)}
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
        tuple(names[z] for z in heights),
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
    return names if len(_families(plan.game)) == 1 else _joined(plan, names)


def line_names(plan: BoardPlan) -> tuple[RimName, ...]:
    """Name the lines as `rim` does, but two with the same place apart."""
    families = _families(plan.game)
    if len(families) == 1:
        step, _ = families[0]
        return (*_ends(plan, step, None, 0), *_ends(plan, step, None, 1))
    tried = [
        tuple(
            name
            for family, end in zip(families, ends, strict=True)
            for name in _ends(plan, *family, end)
        )
        for ends in product((0, 1), repeat=len(families))
    ]
    # The first that has the fewest places with two names.
    return max(tried, key=lambda names: len(_joined(plan, names)))


def _ends(plan: BoardPlan, step: Vector, parts: _Parts | None, side: int) -> Iterator[RimName]:
    """Name the lines along a step at one end: by the parts given, or by the column there."""
    board = plan.game.board
    x, y = 0.0, -1.0  # without two such cells, every line is one cell
    for cell, at in enumerate(board.cells):
        other = board.index.get(add(at, step))
        if other is not None:
            (ax, ay), (bx, by) = plan.points[cell], plan.points[other]
            x, y = bx - ax, by - ay
            break
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
def _families(game: CompiledVariant) -> list[tuple[Vector, _Parts]]:
    board, families = game.board, []
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
            families.append(((x, y, 0), lines))
    for (x, y, _), lines in families:  # a line of one cell has the part that its other line has not
        for column in parts:
            common = lines[column[0] * y - column[1] * x]
            for (u, v, _), others in families:
                other = others[column[0] * v - column[1] * u]
                if len(common) > 1 and len(other) == 1 and others is not lines:
                    common -= other
    return [(step, {key: min(common) for key, common in lines.items()}) for step, lines in families]


def naming(game: CompiledVariant) -> str:
    """Explain the names around a level."""
    board, families = game.board, _families(game)
    cell = len(board.cells) // 2
    name, level = board.names[cell], board.levels[cell]
    if len(families) == 1:
        text = "The names at both ends of a file are its first and its last cell's: count between"
    elif board.columns[cell].isalpha():
        text = "A cell is named by the letters of its two lines, the later of the alphabet first"
    else:
        text = "A cell is named by the letter of its file and the number of its rank"
    if not level:
        return f"{text}: {name}."
    where = "then its level" if name.endswith(level) else "after its level"
    turns = game.variant.shading in (Shading.EVEN_QUARTERS, Shading.ODD_QUARTERS)
    return f"{text}, {where}: {name} is on level {level}.{_TURNS * turns}"


_TURNS = (
    " Levels take turns in their colours, for a cell has room for one: on one level they show what "
    "hex diagonals join, on the next what double steps join."
)
