"""Boards: finite sets of cells with their names and regions (RULES 1 and 2, aofref-record(5)).

A cell is a small integer, its place in the bytewise order of the cell names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from itertools import product
from typing import Final

from aofref.findings import BEYOND
from aofref.geometry import CUBIC, TRIANGULAR, Lattice, Vector, add, at_level, times

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NO_CELL: Final = -1


Parts = tuple[str, str]
"""The names of a cell's column and level."""


class Naming(Enum):
    """The order of the parts in a cell's name."""

    COLUMN_THEN_LEVEL = auto()
    LEVEL_THEN_COLUMN = auto()
    LEVEL_FILE_RANK = auto()  # in a game from a file
    FILE_RANK = auto()  # likewise, on a board of one level

    def join(self, parts: Iterable[Parts]) -> list[str]:
        """Join the names of columns and levels to names of cells."""
        if self is Naming.COLUMN_THEN_LEVEL:
            return [column + level for column, level in parts]
        return [level + column for column, level in parts]


Step = tuple[Vector, Vector | None]
"""One step on a board: its end, and the first missing cell that it needs, or None (RULES 3)."""


class Board:
    """A board: `cells[i]` are the coordinates of cell i, `names[i]` its name, `bit[i]` its bit.

    `number` maps names to cells, `index` coordinates to cells.  `places` number the cells so that
    equal differences mean equal vectors, as on a 0x88 board; `difference` numbers a vector.
    `cell_on` has the cells by their places.
    `short` has the two parts of each cell's name that short notation may use: column and level, on
    a board of one level file and rank.  `barred` maps pairs of columns that no step or leap joins
    directly to the missing column between them.
    """

    def __init__(
        self,
        lattice: Lattice,
        naming: Naming,
        parts_at: Mapping[Vector, Parts],
        parts_of: Callable[[Vector], Parts],
        regions: Mapping[str, frozenset[int]],
        barred: Mapping[tuple[Vector, Vector], Vector],
    ) -> None:
        """Number the cells of `parts_at`; `parts_of` also names the parts of missing cells."""
        cells, parts = tuple(parts_at), tuple(parts_at.values())
        self.lattice: Final = lattice
        self.naming: Final = naming
        self.cells: Final = cells
        self.names: Final = tuple(naming.join(parts))
        self.bit: Final = tuple([1 << cell for cell in range(len(cells))])
        self.columns: Final = tuple([column for column, _ in parts])
        self.levels: Final = tuple([level for _, level in parts])
        self.parts_of: Final = parts_of
        self.regions: Final = regions
        self.barred: Final = barred
        flat = naming is Naming.FILE_RANK
        self.short: Final = tuple([(name[0], name[1:]) for name in self.names]) if flat else parts
        self.index: Final = {at: i for i, at in enumerate(cells)}
        self.number: Final = {name: i for i, name in enumerate(self.names)}
        spans: list[int] = [max(axis) - min(axis) for axis in zip(*cells, strict=True)]
        self.spans: Final = (spans[0], spans[1], spans[2])
        self.reach: Final = max(spans)
        self.places: Final = [self.difference(at) for at in cells]
        self.cell_on: Final = {place: cell for cell, place in enumerate(self.places)}
        self._strides: Final[dict[Vector, Stride]] = {}
        self._named: Final[set[tuple[int, int]]] = set()
        self._barring: Final[dict[Vector, list[int]]] = {}
        self._parts: Final[dict[str, frozenset[int]]] = {}  # made when one is asked for
        heights = {at[2] for at in cells}
        for start, end in barred:
            apart = (end[0] - start[0], end[1] - start[1], 0)
            there = [
                self.index[at] for level in heights if (at := at_level(start, level)) in self.index
            ]
            self._barring.setdefault(apart, []).extend(there)

    def with_regions(self, regions: Mapping[str, frozenset[int]]) -> Board:
        """Return the board with other regions."""
        parts = dict(zip(self.cells, zip(self.columns, self.levels, strict=True), strict=True))
        return Board(self.lattice, self.naming, parts, self.parts_of, regions, self.barred)

    def part(self, name: str) -> frozenset[int] | None:
        """Return the cells that share a part of their names which short notation may write."""
        if not self._parts:  # for all names at once, so that no misspelt one is kept
            cells: dict[str, list[int]] = {}
            for cell, parts in enumerate(self.short):
                for part in parts:
                    cells.setdefault(part, []).append(cell)
            self._parts.update({part: frozenset(having) for part, having in cells.items()})
        return self._parts.get(name)

    def difference(self, vector: Vector) -> int:
        """Number a vector; the numbers of the vectors between two cells are all different."""
        _, wide, high = self.spans
        return (vector[0] * (2 * wide + 1) + vector[1]) * (2 * high + 1) + vector[2]

    @property
    def differences(self) -> int:
        """The number of vectors between two cells; half of it bounds the absolute `difference`."""
        long, wide, high = self.spans
        return (2 * long + 1) * (2 * wide + 1) * (2 * high + 1)

    def name_of(self, at: Vector) -> str:
        """Name a place as a cell there would be named."""
        return self.naming.join([self.parts_of(at)])[0]

    def called(self, at: Vector) -> str:
        """Name a cell that exists or is missing; `BEYOND` if its column or level has no name.

        A column has a name if it has a cell on some level, or is one of the gaps that bar steps.
        """
        if not self._named:
            self._named.update([(x, y) for x, y, _ in (*self.cells, *self.barred.values())])
        named = (at[0], at[1]) in self._named and at[2] in {z for _, _, z in self.cells}
        return self.name_of(at) if named else BEYOND

    def next_cell(self, cell: int, vector: Vector) -> int:
        """Return the end of one step along `vector`; NO_CELL if a cell that it needs is missing."""
        return self.along(vector).end(cell)

    def neighbours(self, cell: int) -> list[int]:
        """List the cells one orthogonal step away, in their order."""
        steps = self.lattice.vectors(self.lattice.sides, ())
        ends = [self.next_cell(cell, vector) for vector in steps]
        return sorted([end for end in ends if end != NO_CELL])

    def between(self, origin: int, destination: int) -> tuple[int, ...] | None:
        """List the cells on the straight line from a cell to another, both left out.

        None if no straight line leads there, or a cell of it is missing.
        """
        apart = add(self.cells[destination], times(-1, self.cells[origin]))
        step = self.lattice.step_along(apart)
        if step is None:
            return None
        cells: list[int] = []
        cell = self.next_cell(origin, step)
        while cell not in (destination, NO_CELL):
            cells.append(cell)
            cell = self.next_cell(cell, step)
        return tuple(cells) if cell == destination else None

    def bars_leap(self, start: Vector, end: Vector) -> bool:
        """Return whether a leap is barred, though no straight step leads between its columns."""
        crooked = self.lattice.step_along(add(end, times(-1, start))) is None
        return crooked and (at_level(start, 0), at_level(end, 0)) in self.barred

    def along(self, vector: Vector) -> Stride:
        """Return one step along `vector`, to be taken from any cell."""
        stride = self._strides.get(vector)
        if stride is None:
            stride = self._strides[vector] = Stride(self, vector)
        return stride

    def step(self, start: Vector, vector: Vector) -> Step:
        """Take one step or leap along `vector` from coordinates that may be missing (RULES 3)."""
        index = self.index
        end = add(start, vector)
        if end not in index:
            return end, end
        for need in self.along(vector).needs:
            cell = add(start, need)
            if cell not in index:
                return end, cell
        if self.barred:
            gap = self.barred.get((at_level(start, 0), at_level(end, 0)))
            if gap is not None:
                return end, (gap[0], gap[1], end[2])
        return end, None


class Stride:
    """One step along a vector from any cell; cells are numbers.

    One that `is_free` leads from each cell to its end, whatever other cells there are.
    """

    def __init__(self, board: Board, vector: Vector) -> None:
        spans = zip(vector, board.spans, strict=True)
        most = min([span // abs(part) for part, span in spans if part], default=1)
        needs = board.lattice.needs(vector) if most else ()
        self.needs: Final = needs
        self._most: Final = most
        self._places: Final = board.places
        self._cell_on: Final = board.cell_on
        # On a board too small for a step no cell is that far from another.
        self._apart: Final = board.difference(vector) if most else board.differences
        self._needs: Final = tuple([board.difference(need) for need in needs])
        self._barring: Final = frozenset(board._barring.get(at_level(vector, 0), ()))
        self.is_free: Final = not (needs or self._barring)

    def cost(self, steps: int) -> int:
        """Return how many cells are looked up, at most, for that many steps in a row."""
        return max(1, min(steps, self._most)) + len(self._needs)

    def end(self, cell: int) -> int:
        """Return the end of the step from a cell; NO_CELL if a cell that it needs is missing."""
        cell_on, start = self._cell_on, self._places[cell]
        end = cell_on.get(start + self._apart, NO_CELL)
        if end != NO_CELL:
            for need in self._needs:
                if start + need not in cell_on:
                    return NO_CELL
            if cell in self._barring:
                return NO_CELL
        return end


def build(
    lattice: Lattice,
    naming: Naming,
    cells: Iterable[Vector],
    parts_of: Callable[[Vector], Parts],
    regions: Mapping[str, Callable[[int, int, int], bool]],
    barred: Mapping[tuple[Vector, Vector], Vector] | None = None,
) -> Board:
    """Make a board; `parts_of` returns the names of a cell's column and level."""
    parts = {at: parts_of(at) for at in cells}
    names = dict(zip(naming.join(parts.values()), parts, strict=True))
    ordered = {names[name]: parts[names[name]] for name in sorted(names)}
    inside = {
        name: frozenset([i for i, at in enumerate(ordered) if holds(*at)])
        for name, holds in regions.items()
    }
    return Board(lattice, naming, ordered, parts_of, inside, barred or {})


def pair(x: int, y: int) -> str:
    """Name a column by two different letters, numbered from a=1, the later letter first."""
    a, b = sorted((LETTERS[x - 1], LETTERS[y - 1]))
    return b + a


def triangle(levels: int, lacking: Mapping[int, str]) -> Board:
    """Make a triangular board of side 10; `lacking` has the missing corners of each level.

    Corners are the letters J (Jewish and European armies, at `ka`), I (`ba`) and P (`kj`).
    """
    columns = {(h, low): pair(h, low) for h in range(2, 12) for low in range(1, h)}
    corners = {  # the columns up to two steps from each
        "J": {(h, low) for h, low in columns if h - low >= 8},
        "I": {(h, low) for h, low in columns if h <= 4},
        "P": {(h, low) for h, low in columns if low >= 8},
    }
    cells: list[Vector] = []
    for level in range(1, levels + 1):
        lost = set().union(*[corners[corner] for corner in lacking.get(level, "")])
        cells += [(h, low, level) for h, low in columns if (h, low) not in lost]
    return build(
        TRIANGULAR,
        Naming.COLUMN_THEN_LEVEL,
        cells,
        lambda at: (columns.get(at[:2]) or pair(at[0], at[1]), str(at[2])),
        {
            "Jewish/European Subcamp": lambda h, low, _: (h, low) in corners["J"],
            "Indian Subcamp": lambda h, low, _: (h, low) in corners["I"],
            "Persian Subcamp": lambda h, low, _: (h, low) in corners["P"],
        },
    )


def cuboid(files: int, ranks: int, levels: int) -> Board:
    """Make a cubic board; coordinates and names count files, ranks and levels from 1."""
    return build(
        CUBIC,
        Naming.LEVEL_THEN_COLUMN,
        product(range(1, files + 1), range(1, ranks + 1), range(1, levels + 1)),
        lambda at: (f"{LETTERS[at[0] - 1]}{at[1]}", LETTERS[at[2] - 1]),
        {"vertical faces": lambda x, y, _: x in (1, files) or y in (1, ranks)},
    )
