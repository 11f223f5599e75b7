"""Paths: what an atom reaches from a cell of a board; the only reader of atoms (RULES 3, 4)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, assert_never

from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, Lame, LameLeap, Leap, Ride
from aofref.boards import NO_CELL, Board, Track
from aofref.geometry import Directions, Forward, HexPrism, Vector, add, times

Path = tuple[int, ...]
"""The cells that a piece crosses, ends left out; all must be empty."""
Line = tuple[int, Path]
"""A way to a destination: a cell that must be occupied, and the path that must be empty.

The occupied cell is the screen of a hop; for every other atom it is the origin itself.
"""
Reach = dict[int, tuple[Line, ...]]
"""Destinations with the lines that lead to each; any open one will do."""


Ray = tuple[int, ...]
"""Cells to go over in turn, each of them a destination, up to the first piece."""
Ways = tuple[Ray, tuple[Ray, ...], tuple[tuple[int, Ray], ...], bool]
"""What a piece reaches from a cell, laid out to be walked.

The ends of its leaps; its rays; its bends, each an empty cell to cross and the ray beyond it;
whether some end comes up more than once.
"""


class Walk(NamedTuple):
    """Steps to take in turn; from the step `first_stop` (from 1) on, each is a destination.

    A walk that `hops` captures over a screen; one that `jumps` is for an occupied middle.
    """

    track: Track
    first_stop: int = 1
    hops: bool = False
    jumps: bool = False


class Route(NamedTuple):
    """A walk in coordinates, first cell to destination, and the first cell it lacks, if any."""

    cells: tuple[Vector, ...]
    missing: Vector | None
    jumps: bool


def walks(board: Board, atoms: Atoms, forward: Forward) -> tuple[Walk, ...]:
    """List the walks of a compound from any cell of `board`, for an army going `forward`."""
    return tuple(walk for atom in atoms for walk in _walks(board, atom, forward))


def _walks(board: Board, atom: Atom, forward: Forward) -> Iterator[Walk]:
    lattice, most, track = board.lattice, board.reach, board.track

    def vectors(directions: Directions) -> tuple[Vector, ...]:
        return lattice.vectors(directions, forward)

    match atom:
        case Leap(directions):
            for vector in vectors(directions):
                yield Walk(track((vector,)))
        case LameLeap(directions):
            for vector in vectors(directions):
                yield Walk(track((vector, vector)), first_stop=2)
                yield Walk(track((times(2, vector),)), jumps=True)
        case Lame(directions, over):
            between = vectors(over)
            for vector in vectors(directions):
                for step in lattice.turns(vector, between):
                    yield Walk(track((step, add(vector, times(-1, step)))), first_stop=2)
        case Ride(directions, limit):
            for vector in vectors(directions):
                yield Walk(track((vector,) * min(limit or most, most)))
        case Hop(directions, limit):
            for vector in vectors(directions):
                yield Walk(track((vector,) * min(limit or most, most)), hops=True)
        case Bend(first, then, limit):
            onward, after = vectors(then), min(limit - 1 if limit else most, most)
            for vector in vectors(first):
                for turned in lattice.turns(vector, onward):
                    yield Walk(track((vector, *(turned,) * after)), first_stop=2)
        case Curve(ring, steps):
            assert isinstance(lattice, HexPrism), "only a hex lattice has curves"
            around = lattice.ring(ring)
            for start in range(len(around)):
                ahead = around[start:] + around[:start]
                back = ahead[:1] + ahead[:0:-1]
                yield Walk(track(ahead[:steps]))
                yield Walk(track(back[:steps]))
        case _:
            assert_never(atom)


def reach(taken: tuple[Walk, ...], cell: int, *, capturing: bool) -> Reach:
    """List what a piece on `cell` reaches by its walks, moving or capturing.

    Occupation is not looked at: each destination comes with the lines that may be open.
    """
    direct: tuple[Line, ...] = ((cell, ()),)
    result: Reach = {}
    longer: dict[int, list[Line]] = {}
    for track, first_stop, hops, _ in taken:
        if track.leap is not None:
            end = track.leap[cell]
            if end != NO_CELL:
                result[end] = direct
            continue
        cells = track.cells(cell)
        for count in range(first_stop - 1, len(cells)):
            end, crossed = cells[count], cells[:count]
            if capturing and hops:
                lines = longer.setdefault(end, [])
                lines.extend((one, tuple(c for c in crossed if c != one)) for one in crossed)
            elif crossed:
                longer.setdefault(end, []).append((cell, crossed))
            else:  # a leap, which makes every other way there idle
                result[end] = direct
    for end, lines in longer.items():
        if lines and end not in result:
            result[end] = tuple(lines)
    return result


def ways(taken: tuple[Walk, ...], cell: int) -> Ways:
    """Lay out the walks of a piece on `cell` that captures as it moves; all its hops are rays."""
    leaps: dict[int, None] = {}
    rays, bends = [], []
    for track, first_stop, hops, _ in taken:
        assert first_stop <= 2, "a bend that takes two steps"
        cells = track.cells(cell)
        if first_stop == 2 and len(cells) > 1:
            bends.append((cells[0], cells[1:]))
        elif hops or (first_stop == 1 and len(cells) > 1):
            rays.append(cells)
        elif first_stop == 1:
            leaps.update(dict.fromkeys(cells))
    needed = [(bend, ray) for bend, ray in bends if len(ray) > 1 or ray[0] not in leaps]
    ends = [*leaps, *chain(*rays), *chain(*(ray for _, ray in needed))]
    return tuple(leaps), tuple(rays), tuple(needed), len(set(ends)) < len(ends)


def routes(board: Board, taken: tuple[Walk, ...], cell: int, end: int) -> list[Route]:
    """List the walks that would lead from `cell` to `end` if every cell existed, gaps named."""
    return _routes_from(board, taken, cell).get(board.cells[end], [])


@lru_cache(maxsize=1)
def _routes_from(board: Board, taken: tuple[Walk, ...], cell: int) -> dict[Vector, list[Route]]:
    """Walk to every place from `cell` once: a page asks why for each cell in turn."""
    found: dict[Vector, list[Route]] = {}
    for track, first_stop, _, jumps in taken:
        at, missing = board.cells[cell], None
        cells: tuple[Vector, ...] = ()
        for count, vector in enumerate(track.vectors, 1):
            at, gap = board.step(at, vector)
            missing = missing or gap
            cells += (at,)
            if count >= first_stop:
                found.setdefault(at, []).append(Route(cells, missing, jumps))
    return found
