"""Boards: finite sets of cells with their names and regions (RULES 1 and 2, aofref-record(5)).

A cell is a small integer, its place in the bytewise order of the cell names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, auto
from typing import Final

from aofref.findings import BEYOND
from aofref.frozen import frozen
from aofref.geometry import CUBIC, TRIANGULAR, Lattice, Vector, add, at_level

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NO_CELL: Final = -1
MANY: Final = 1 << 30
"""More steps than any piece takes."""


class Naming(Enum):
    """In what order a cell's name is written."""

    COLUMN_THEN_LEVEL = auto()
    LEVEL_THEN_COLUMN = auto()
    LEVEL_FILE_RANK = auto()  # of a game from a file
    FILE_RANK = auto()  # likewise, of one level

    def join(self, column: str, level: str) -> str:
        """Make a cell's name of its column's and its level's."""
        return column + level if self is Naming.COLUMN_THEN_LEVEL else level + column


Step = tuple[Vector, Vector | None]
"""One step on a board: where it ends, and the first cell it lacks, if any (RULES 3)."""


class Board:
    """A board: `cells[i]` are the coordinates of cell i, `names[i]` its name, `number` the reverse.

    `places` number the cells so that the difference of two says how they lie to each other, as on a
    0x88 board; `difference` gives it for a vector.  `short` has what short notation may say of a
    cell: its column or its level; on a board of one level its file or its rank.  `barred` holds
    pairs of columns between which nothing steps or leaps directly, with the missing column that
    bars them.
    """

    __slots__ = (
        *("lattice", "naming", "cells", "names", "columns", "levels", "name_of", "regions"),
        *("barred", "short", "index", "number", "reach", "places", "spans"),
        *("_barring", "_coded", "_codes", "_named", "_needs", "_steps"),
    )

    def __init__(
        self,
        lattice: Lattice,
        naming: Naming,
        cells: tuple[Vector, ...],
        names: tuple[str, ...],
        parts: tuple[tuple[str, str], ...],
        name_of: Callable[[Vector], str],
        regions: Mapping[str, frozenset[int]],
        barred: Mapping[tuple[Vector, Vector], Vector],
    ) -> None:
        """Index the cells, each of which has a name of two parts, by coordinates and by name."""
        self.lattice: Final = lattice
        self.naming: Final = naming
        self.cells: Final = cells
        self.names: Final = names
        self.columns: Final = tuple([column for column, _ in parts])
        self.levels: Final = tuple([level for _, level in parts])
        self.name_of: Final = name_of
        self.regions: Final = regions
        self.barred: Final = barred
        flat = naming is Naming.FILE_RANK
        self.short: Final = tuple([(name[0], name[1:]) for name in names]) if flat else parts
        self.index: Final = {at: i for i, at in enumerate(cells)}
        self.number: Final = {name: i for i, name in enumerate(names)}
        spans: list[int] = [max(axis) - min(axis) for axis in zip(*cells, strict=True)]
        self.spans: Final = (spans[0], spans[1], spans[2])
        self.reach: Final = max(spans)
        self.places: Final = [self.difference(at) for at in cells]
        self._needs: Final[dict[Vector, tuple[Vector, ...]]] = {}
        self._steps: Final[dict[Vector, _Steps]] = {}
        self._named: Final[set[tuple[int, int]]] = set()
        self._codes: Final = [_code(at) for at in cells]
        self._coded: Final = {code: i for i, code in enumerate(self._codes)}
        self._barring: Final[dict[Vector, list[int]]] = {}
        for start, end in barred:
            apart = (end[0] - start[0], end[1] - start[1], 0)
            there = [i for i, at in enumerate(cells) if at[:2] == start[:2]]
            self._barring.setdefault(apart, []).extend(there)
        if _FROZEN is not Board:
            self.__class__ = _FROZEN

    def with_regions(self, regions: Mapping[str, frozenset[int]]) -> Board:
        """Give a board that is the same but for its regions."""
        parts = tuple(zip(self.columns, self.levels, strict=True))
        named = (self.names, parts, self.name_of)
        return Board(self.lattice, self.naming, self.cells, *named, regions, self.barred)

    def difference(self, vector: Vector) -> int:
        """Give a number for a vector; those of the vectors between two cells are all different."""
        _, wide, high = self.spans
        return (vector[0] * (2 * wide + 1) + vector[1]) * (2 * high + 1) + vector[2]

    @property
    def differences(self) -> int:
        """Give how many vectors there may be between two cells.

        Their numbers are between plus and minus half of it.
        """
        long, wide, high = self.spans
        return (2 * long + 1) * (2 * wide + 1) * (2 * high + 1)

    def called(self, at: Vector) -> str:
        """Give the name of a cell, there or missing; `BEYOND` if its column or level has none.

        A column has a name if it has a cell on some level, or is one of the gaps that bar steps.
        """
        if not self._named:
            self._named.update([(x, y) for x, y, _ in (*self.cells, *self.barred.values())])
        named = (at[0], at[1]) in self._named and at[2] in {z for _, _, z in self.cells}
        return self.name_of(at) if named else BEYOND

    def next_cell(self, cell: int, vector: Vector) -> int:
        """Give the cell that one step along `vector` leads to; NO_CELL if it lacks any cell."""
        return self._along(vector).end(cell)

    def track(self, first: Vector, then: Vector | None = None, more: int = 0) -> Track:
        """Lay out a step along `first`, then so many more along `then`, from any cell."""
        onward = self._along(then) if then is not None and more > 0 else None
        return Track((self._along(first),), onward, more if onward is not None else 0)

    def curve(self, vectors: tuple[Vector, ...]) -> Track:
        """Lay out steps along `vectors`, to be taken from any cell."""
        return Track(tuple([self._along(vector) for vector in vectors]), None, 0)

    def _along(self, vector: Vector) -> _Steps:
        found = self._steps.get(vector)
        if found is None:
            found = self._steps[vector] = _Steps(self, vector)
        return found

    def step(self, start: Vector, vector: Vector) -> Step:
        """Take one step or leap along `vector` and say what it lacks (RULES 3)."""
        index = self.index
        end = add(start, vector)
        if end not in index:
            return end, end
        needs = self._needs.get(vector)
        if needs is None:
            needs = self._needs[vector] = self.lattice.needs(vector)
        for need in needs:
            cell = add(start, need)
            if cell not in index:
                return end, cell
        if self.barred:
            gap = self.barred.get(((start[0], start[1], 0), (end[0], end[1], 0)))
            if gap is not None:
                return end, (gap[0], gap[1], end[2])
        return end, None


_FROZEN: Final = frozen(Board)


class _Steps:
    """Where one step along a vector leads from each cell, by numbers of cells; as `Board.step`.

    Coordinates are added as codes, all three at once.
    """

    def __init__(self, board: Board, vector: Vector) -> None:
        self.vector = vector
        self._coded, self._codes = board._coded, board._codes
        self._code = _code(vector)
        self._needs = tuple(map(_code, board.lattice.needs(vector)))
        self._barring = frozenset(board._barring.get(at_level(vector, 0), ()))
        self._ends: list[int] = []

    def end(self, cell: int) -> int:
        """Give where the step leads from a cell; NO_CELL if it lacks any cell."""
        coded, start = self._coded, self._codes[cell]
        end = coded.get(start + self._code, NO_CELL)
        if end != NO_CELL:
            for need in self._needs:
                if start + need not in coded:
                    return NO_CELL
            if cell in self._barring:
                return NO_CELL
        return end

    def ends(self) -> list[int]:
        """Give where it leads from every cell, for steps that are taken again and again."""
        if not self._ends:
            coded, codes, code = self._coded, self._codes, self._code
            ends = [coded.get(start + code, NO_CELL) for start in codes]
            for need in self._needs:
                ends = [
                    end if end >= 0 and start + need in coded else NO_CELL
                    for start, end in zip(codes, ends, strict=True)
                ]
            for cell in self._barring:
                ends[cell] = NO_CELL
            self._ends = ends
        return self._ends


def _code(at: Vector) -> int:
    """Give a number for coordinates, or for a vector, such that the numbers of sums are sums."""
    return (at[0] << 16) + (at[1] << 8) + at[2]


class Track:
    """Steps to be taken in turn on a board: those of `first`, then `more` along `then`.

    `leap` is the only one, if there is but one.
    """

    __slots__ = ("first", "leap", "more", "then")

    def __init__(self, first: tuple[_Steps, ...], then: _Steps | None, more: int) -> None:
        self.first = first
        self.then = then
        self.more = more
        self.leap = first[0] if len(first) == 1 and not more else None

    @property
    def vectors(self) -> list[Vector]:
        """List the steps."""
        onward = [self.then.vector] * self.more if self.then is not None else []
        return [*(step.vector for step in self.first), *onward]

    def cells(self, cell: int, most: int = MANY) -> tuple[int, ...]:
        """Give the cells that at most so many steps lead to from `cell`, as far as it goes on."""
        found: list[int] = []
        for step in self.first[:most]:
            cell = step.end(cell)
            if cell == NO_CELL:
                return tuple(found)
            found.append(cell)
        if self.then is not None:
            ends = self.then.ends()
            for _ in range(min(self.more, most - len(found))):
                cell = ends[cell]
                if cell == NO_CELL:
                    break
                found.append(cell)
        return tuple(found)


def build(
    lattice: Lattice,
    naming: Naming,
    cells: Iterable[Vector],
    parts_of: Callable[[Vector], tuple[str, str]],
    regions: Mapping[str, Callable[[int, int, int], bool]],
    barred: Mapping[tuple[Vector, Vector], Vector] | None = None,
) -> Board:
    """Make a board of coordinates, a function that gives (column, level) names, and its regions."""

    def name_of(at: Vector) -> str:
        return naming.join(*parts_of(at))

    ordered = tuple(sorted(cells, key=name_of))
    parts = tuple([parts_of(at) for at in ordered])
    return Board(
        lattice,
        naming,
        ordered,
        tuple([naming.join(*part) for part in parts]),
        parts,
        name_of,
        {
            name: frozenset([i for i, at in enumerate(ordered) if holds(*at)])
            for name, holds in regions.items()
        },
        barred or {},
    )


def pair(x: int, y: int) -> str:
    """Name a column by two different letters, numbered from a=1, the larger one first."""
    a, b = sorted((LETTERS[x - 1], LETTERS[y - 1]))
    return b + a


def triangle(levels: int, lacking: Mapping[int, str]) -> Board:
    """Make a triangular board of side 10; `lacking` names the corners that a level is without.

    Corners are the letters J (of the Jewish and European armies, `ka`), I (`ba`) and P (`kj`).
    """
    distance: dict[str, Callable[[int, int], int]] = {
        "J": lambda h, low: (11 - h) + (low - 1),
        "I": lambda h, low: h - 2,
        "P": lambda h, low: 10 - low,
    }
    columns = [(h, low) for h in range(2, 12) for low in range(1, h)]
    cells = [
        (h, low, level)
        for level in range(1, levels + 1)
        for h, low in columns
        if all(distance[corner](h, low) > 2 for corner in lacking.get(level, ""))
    ]
    return build(
        TRIANGULAR,
        Naming.COLUMN_THEN_LEVEL,
        cells,
        lambda at: (pair(at[0], at[1]), str(at[2])),
        {
            "Jewish/European Subcamp": lambda h, low, _: distance["J"](h, low) <= 2,
            "Indian Subcamp": lambda h, low, _: distance["I"](h, low) <= 2,
            "Persian Subcamp": lambda h, low, _: distance["P"](h, low) <= 2,
        },
    )


def cuboid(files: int, ranks: int, levels: int) -> Board:
    """Make a cubic board; coordinates and names count files, ranks and levels from 1."""
    return build(
        CUBIC,
        Naming.LEVEL_THEN_COLUMN,
        [
            (x, y, z)
            for x in range(1, files + 1)
            for y in range(1, ranks + 1)
            for z in range(1, levels + 1)
        ],
        lambda at: (f"{LETTERS[at[0] - 1]}{at[1]}", LETTERS[at[2] - 1]),
        {"vertical faces": lambda x, y, _: x in (1, files) or y in (1, ranks)},
    )
