"""Boards: finite sets of cells with their names and regions (RULES 1 and 2, aofref-record(5)).

A cell is a small integer, its place in the bytewise order of the cell names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property
from typing import Final

from aofref.findings import BEYOND
from aofref.geometry import CUBIC, TRIANGULAR, Lattice, Vector, add

LETTERS = "abcdefghijklmnopqrstuvwxyz"
NO_CELL: Final = -1


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


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """A board: `cells[i]` are the coordinates of cell i, `names[i]` its name.

    `short` has what short notation may say of a cell: its column or its level; on a board of one
    level its file or its rank.  `barred` holds pairs of columns between which nothing steps or
    leaps directly, with the missing column that bars them.
    """

    lattice: Lattice
    naming: Naming
    cells: tuple[Vector, ...]
    names: tuple[str, ...]
    columns: tuple[str, ...]
    levels: tuple[str, ...]
    name_of: Callable[[Vector], str]
    regions: Mapping[str, frozenset[int]]
    barred: Mapping[tuple[Vector, Vector], Vector] = field(default_factory=dict)
    short: tuple[tuple[str, str], ...] = field(init=False)
    index: Mapping[Vector, int] = field(init=False)
    number: dict[str, int] = field(init=False)
    reach: int = field(init=False)
    _needs: dict[Vector, tuple[Vector, ...]] = field(init=False, default_factory=dict)
    _steps: dict[Vector, _Steps] = field(init=False, default_factory=dict)
    _codes: tuple[int, ...] = field(init=False)
    _coded: Mapping[int, int] = field(init=False)
    _barring: frozenset[Vector] = field(init=False)

    def __post_init__(self) -> None:
        """Index the cells by coordinates and by name."""
        flat = self.naming is Naming.FILE_RANK
        parts = ((name[0], name[1:]) for name in self.names) if flat else self._parts()
        object.__setattr__(self, "short", tuple(parts))
        object.__setattr__(self, "index", {at: i for i, at in enumerate(self.cells)})
        object.__setattr__(self, "number", {name: i for i, name in enumerate(self.names)})
        spans = [max(axis) - min(axis) for axis in zip(*self.cells, strict=True)]
        object.__setattr__(self, "reach", max(spans))
        object.__setattr__(self, "_codes", tuple(map(_code, self.cells)))
        object.__setattr__(self, "_barring", frozenset(start for start, _ in self.barred))
        object.__setattr__(self, "_coded", {code: i for i, code in enumerate(self._codes)})

    def _parts(self) -> Iterable[tuple[str, str]]:
        return zip(self.columns, self.levels, strict=True)

    def called(self, at: Vector) -> str:
        """Give the name of a cell, there or missing; `BEYOND` if its column or level has none.

        A column has a name if it has a cell on some level, or is one of the gaps that bar steps.
        """
        named = (at[0], at[1]) in self._named_columns and at[2] in {z for _, _, z in self.cells}
        return self.name_of(at) if named else BEYOND

    @cached_property
    def _named_columns(self) -> frozenset[tuple[int, int]]:
        return frozenset((x, y) for x, y, _ in (*self.cells, *self.barred.values()))

    def next_cell(self, cell: int, vector: Vector) -> int:
        """Give the cell that one step along `vector` leads to; NO_CELL if it lacks any cell."""
        return self._along(vector)[cell]

    def track(self, vectors: tuple[Vector, ...]) -> Track:
        """Lay out steps along `vectors`, to be taken from any cell."""
        return Track(tuple(map(self._along, vectors)))

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


class _Steps(dict[int, int]):
    """Where one step along a vector leads from each cell, worked out for the cells that are met.

    Coordinates are added as codes, all three at once; `rays` are the cells of step after step.
    """

    def __init__(self, board: Board, vector: Vector) -> None:
        self.board, self.vector = board, vector
        self.code = _code(vector)
        self.needs = tuple(map(_code, board.lattice.needs(vector)))
        self.rays: dict[int, tuple[int, ...]] = {NO_CELL: ()}

    def __missing__(self, cell: int) -> int:
        board, start = self.board, self.board._codes[cell]
        end = board._coded.get(start + self.code, NO_CELL)
        if end != NO_CELL:
            for need in self.needs:
                if start + need not in board._coded:
                    end = NO_CELL
        if end != NO_CELL and board.barred:
            at = board.cells[cell]
            if (at[0], at[1], 0) in board._barring and board.step(at, self.vector)[1]:
                end = NO_CELL
        self[cell] = end
        return end

    def ray(self, cell: int) -> tuple[int, ...]:
        """Give the cells of one step after another, to the edge of the board."""
        found = self.rays.get(cell)
        if found is None:
            end = self[cell]
            found = self.rays[cell] = (end, *self.ray(end)) if end != NO_CELL else ()
        return found


def _code(at: Vector) -> int:
    """Give a number for coordinates, or for a vector, such that the numbers of sums are sums."""
    return (at[0] << 16) + (at[1] << 8) + at[2]


class Track:
    """Steps to be taken in turn on a board.

    `leap` is the only one, if there is but one; `ride` says that they go one way, `bent` that all
    but the first do.
    """

    __slots__ = ("bent", "leap", "ride", "steps")

    def __init__(self, steps: tuple[_Steps, ...]) -> None:
        self.steps = steps
        self.leap = steps[0] if len(steps) == 1 else None
        ways = [step.vector for step in steps]
        self.ride = len(steps) > 1 and ways.count(ways[0]) == len(steps)
        self.bent = not self.ride and len(steps) > 1 and ways.count(ways[1]) == len(steps) - 1

    @property
    def vectors(self) -> list[Vector]:
        """List the steps."""
        return [step.vector for step in self.steps]

    def cells(self, cell: int) -> tuple[int, ...]:
        """Give the cells that the steps lead to from `cell`, as far as the board allows."""
        steps = self.steps
        if self.ride:
            return steps[0].ray(cell)[: len(steps)]
        end = steps[0][cell]
        if self.bent and end != NO_CELL:
            return (end, *steps[1].ray(end)[: len(steps) - 1])
        found = []
        for step in steps:
            cell = step[cell]
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
    parts = [parts_of(at) for at in ordered]
    return Board(
        lattice,
        naming,
        ordered,
        tuple(name_of(at) for at in ordered),
        tuple(column for column, _ in parts),
        tuple(level for _, level in parts),
        name_of,
        {
            name: frozenset(i for i, at in enumerate(ordered) if holds(*at))
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
