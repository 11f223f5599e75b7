"""Paths: what an atom reaches from a cell of a board; the only reader of atoms (RULES 3, 4)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, assert_never

from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, LameLeap, Leap, Ride
from aofref.boards import NO_CELL, Board
from aofref.geometry import Forward, HexPrism, Vector, times

Path = tuple[int, ...]
"""The cells that a piece crosses, ends left out; all must be empty."""
Line = tuple[int, Path]
"""A way to a destination: a cell that must be occupied, and the path that must be empty.

The occupied cell is the screen of a hop; for every other atom it is the origin itself.
"""
Reach = dict[int, tuple[Line, ...]]
"""Destinations with the lines that lead to each; any open one will do."""


class Walk(NamedTuple):
    """Steps to take in turn; from the step `first_stop` (from 1) on, each is a destination.

    A walk that `hops` captures over a screen; one that `jumps` is for an occupied middle.
    """

    vectors: tuple[Vector, ...]
    first_stop: int = 1
    hops: bool = False
    jumps: bool = False


class Route(NamedTuple):
    """A walk in coordinates, first cell to destination, and the first cell it lacks, if any."""

    cells: tuple[Vector, ...]
    missing: Vector | None
    jumps: bool = False


def walks(board: Board, atoms: Atoms, forward: Forward) -> tuple[Walk, ...]:
    """List the walks of a compound from any cell of `board`, for an army going `forward`."""
    return tuple(walk for atom in atoms for walk in _walks(board, atom, forward))


def _walks(board: Board, atom: Atom, forward: Forward) -> Iterator[Walk]:
    lattice, most = board.lattice, board.reach
    match atom:
        case Leap(directions):
            for vector in lattice.vectors(directions, forward):
                yield Walk((vector,))
        case LameLeap(directions):
            for vector in lattice.vectors(directions, forward):
                yield Walk((vector, vector), first_stop=2)
                yield Walk((times(2, vector),), jumps=True)
        case Ride(directions):
            for vector in lattice.vectors(directions, forward):
                yield Walk((vector,) * most)
        case Hop(directions):
            for vector in lattice.vectors(directions, forward):
                yield Walk((vector,) * most, hops=True)
        case Bend(first, then):
            onward = lattice.vectors(then, forward)
            for vector in lattice.vectors(first, forward):
                for turned in lattice.turns(vector, onward):
                    yield Walk((vector, *(turned,) * most), first_stop=2)
        case Curve(ring, steps):
            assert isinstance(lattice, HexPrism), "only a hex lattice has curves"
            around = lattice.ring(ring)
            for start in range(6):
                for turn in (1, -1):
                    yield Walk(tuple(around[(start + turn * n) % 6] for n in range(steps)))
        case _:
            assert_never(atom)


def reach(board: Board, taken: tuple[Walk, ...], cell: int, *, capturing: bool) -> Reach:
    """List what a piece on `cell` reaches by its walks, moving or capturing.

    Occupation is not looked at: each destination comes with the lines that may be open.
    """
    found: dict[int, list[Line]] = {}
    next_cell = board.next_cell
    for vectors, first_stop, hops, _ in taken:
        here = cell
        crossed: Path = ()
        for count, vector in enumerate(vectors, 1):
            here = next_cell(here, vector)
            if here == NO_CELL:
                break
            if count >= first_stop:
                lines = found.setdefault(here, [])
                if capturing and hops:
                    lines.extend(
                        (screen, tuple(c for c in crossed if c != screen)) for screen in crossed
                    )
                else:
                    lines.append((cell, crossed))
            crossed += (here,)
    result: Reach = {}
    for end, lines in found.items():
        if (cell, ()) in lines:  # a leap makes every other way there idle
            result[end] = ((cell, ()),)
        elif lines:
            result[end] = tuple(dict.fromkeys(lines))
    return result


def routes(board: Board, taken: tuple[Walk, ...], cell: int, end: int) -> list[Route]:
    """List the walks that would lead from `cell` to `end` if every cell existed, gaps named."""
    found = []
    goal = board.cells[end]
    for vectors, first_stop, _, jumps in taken:
        at, missing = board.cells[cell], None
        cells: tuple[Vector, ...] = ()
        for count, vector in enumerate(vectors, 1):
            at, gap = board.step(at, vector)
            missing = missing or gap
            cells += (at,)
            if at == goal and count >= first_stop:
                found.append(Route(cells, missing, jumps))
    return found
