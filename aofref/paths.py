"""Paths: what an atom reaches from a cell of a board.  The only interpreter of atoms (RULES 3, 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, LameLeap, Leap, Ride
from aofref.boards import Board
from aofref.geometry import Forward, HexPrism, Vector, times

Path = tuple[int, ...]
"""The cells that a piece crosses, ends left out; all must be empty."""
Line = tuple[int, Path]
"""A way to a destination: a cell that must be occupied, and the path that must be empty.

The occupied cell is the screen of a hop; for every other atom it is the origin itself.
"""
Reach = dict[int, tuple[Line, ...]]
"""Destinations with the lines that lead to each; any open one will do."""


class Route(NamedTuple):
    """A walk in coordinates, first cell to destination, and the first cell it lacks, if any."""

    cells: tuple[Vector, ...]
    missing: Vector | None


def reach(board: Board, atoms: Atoms, forward: Forward, cell: int, *, capturing: bool) -> Reach:
    """List what a piece on `cell` reaches on `board` by its moves, or by its captures.

    Occupation is not looked at: each destination comes with the lines that may be open.
    """
    found: dict[int, dict[Line, None]] = {}
    index = board.index
    for atom in atoms:
        hopping = capturing and isinstance(atom, Hop)
        for cells, _ in routes(board, atom, forward, board.cells[cell], past_gaps=False):
            *between, end = (index[at] for at in cells)
            lines = found.setdefault(end, {})
            if not hopping:
                lines[(cell, tuple(between))] = None
                continue
            for screen in between:
                lines[(screen, tuple(c for c in between if c != screen))] = None
    for end, lines in found.items():
        if (cell, ()) in lines:  # a leap makes every other way there idle
            found[end] = {(cell, ()): None}
    return {end: tuple(lines) for end, lines in found.items() if lines}


def lame_routes(board: Board, atoms: Atoms, forward: Forward, cell: int, end: int) -> list[Route]:
    """List the walks that would lead from `cell` to `end` if every cell existed, gaps named."""
    start, goal = board.cells[cell], board.cells[end]
    return [
        route
        for atom in atoms
        for route in routes(board, atom, forward, start, past_gaps=True)
        if route.cells[-1] == goal
    ]


def routes(
    board: Board, atom: Atom, forward: Forward, start: Vector, *, past_gaps: bool
) -> Iterator[Route]:
    """Walk an atom from `start`; with `past_gaps` go on over missing cells, else stop at them."""
    lattice = board.lattice
    match atom:
        case Leap(directions):
            for vector in lattice.vectors(directions, forward):
                end, missing = board.step(start, vector)
                if missing is None or past_gaps:
                    yield Route((end,), missing)
        case LameLeap(directions):
            for vector in lattice.vectors(directions, forward):
                yield from list(_ride(board, start, vector, past_gaps))[1:2]
                end, missing = board.step(start, times(2, vector))
                if missing is None or past_gaps:
                    yield Route((end,), missing)
        case Ride(directions) | Hop(directions):
            for vector in lattice.vectors(directions, forward):
                yield from _ride(board, start, vector, past_gaps)
        case Bend(first, then):
            onward = lattice.vectors(then, forward)
            for vector in lattice.vectors(first, forward):
                corner, missing = board.step(start, vector)
                if missing is not None and not past_gaps:
                    continue
                for turned in lattice.turns(vector, onward):
                    for cells, gap in _ride(board, corner, turned, past_gaps):
                        yield Route((corner, *cells), missing or gap)
        case Curve(ring, most):
            assert isinstance(lattice, HexPrism), "only a hex lattice has curves"
            around = lattice.ring(ring)
            for start_at in range(len(around)):
                for turn in (1, -1):
                    bearings = [around[(start_at + turn * n) % len(around)] for n in range(most)]
                    yield from _walk(board, start, bearings, past_gaps)
        case _:
            assert_never(atom)


def _ride(board: Board, start: Vector, vector: Vector, past_gaps: bool) -> Iterator[Route]:
    return _walk(board, start, [vector] * board.reach, past_gaps)


def _walk(board: Board, start: Vector, vectors: list[Vector], past_gaps: bool) -> Iterator[Route]:
    """Take the steps in turn, giving the route so far after each."""
    cells: tuple[Vector, ...] = ()
    missing: Vector | None = None
    for vector in vectors:
        start, gap = board.step(start, vector)
        missing = missing or gap
        if missing is not None and not past_gaps:
            return
        cells += (start,)
        yield Route(cells, missing)
