"""Paths: what an atom reaches from a cell of a board; the only reader of atoms (RULES 3, 4)."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import NamedTuple, assert_never

from aofref.atoms import Atom, Atoms, Bend, Curve, Hop, Lame, LameLeap, Leap, Ride, oriented
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


Lead = tuple[Walk, int]
"""A walk that may lead somewhere, and how many cells it crosses on the way."""
Leads = dict[int, list[Lead]]
"""What may lead from a cell to another, by the difference of their places (`Board.places`)."""


class Route(NamedTuple):
    """A walk in coordinates, first cell to destination, and the first cell it lacks, if any."""

    cells: tuple[Vector, ...]
    missing: Vector | None
    jumps: bool


def walks(board: Board, atoms: Atoms, forward: Forward) -> tuple[Walk, ...]:
    """List the walks of a compound from any cell of `board`, for an army going `forward`."""
    found: list[Walk] = []
    for atom in atoms:
        found += _walks_of(board, atom, forward if oriented(atom) else ())
    return tuple(found)


@lru_cache(maxsize=1024, typed=True)  # atoms of two kinds may be equal as tuples
def _walks_of(board: Board, atom: Atom, forward: Forward) -> tuple[Walk, ...]:
    """List the walks of an atom, which many pieces have."""
    return tuple(_walks(board, atom, forward))


def _walks(board: Board, atom: Atom, forward: Forward) -> Iterator[Walk]:
    lattice, most, track = board.lattice, board.reach, board.track

    def vectors(directions: Directions) -> tuple[Vector, ...]:
        return lattice.vectors(directions, forward)

    match atom:
        case Leap(directions):
            for vector in vectors(directions):
                yield Walk(track(vector))
        case LameLeap(directions):
            for vector in vectors(directions):
                yield Walk(track(vector, vector, 1), first_stop=2)
                yield Walk(track(times(2, vector)), jumps=True)
        case Lame(directions, over):
            between = vectors(over)
            for vector in vectors(directions):
                for step in lattice.turns(vector, between):
                    yield Walk(track(step, add(vector, times(-1, step)), 1), first_stop=2)
        case Ride(directions, limit):
            for vector in vectors(directions):
                yield Walk(track(vector, vector, min(limit or most, most) - 1))
        case Hop(directions, limit):
            for vector in vectors(directions):
                yield Walk(track(vector, vector, min(limit or most, most) - 1), hops=True)
        case Bend(first, then, limit):
            onward, after = vectors(then), min(limit - 1 if limit else most, most)
            for vector in vectors(first):
                for turned in lattice.turns(vector, onward):
                    yield Walk(track(vector, turned, after), first_stop=2)
        case Curve(ring, steps):
            assert isinstance(lattice, HexPrism), "only a hex lattice has curves"
            around = lattice.ring(ring)
            for start in range(len(around)):
                ahead = around[start:] + around[:start]
                back = ahead[:1] + ahead[:0:-1]
                yield Walk(board.curve(ahead[:steps]))
                yield Walk(board.curve(back[:steps]))
        case _:
            assert_never(atom)


def reach(taken: tuple[Walk, ...], cell: int, *, capturing: bool) -> Reach:
    """List what a piece on `cell` reaches by its walks, moving or capturing.

    Occupation is not looked at: each destination comes with the lines that may be open.
    """
    direct: tuple[Line, ...] = ((cell, ()),)
    result: Reach = {}
    longer: Reach = {}
    for track, first_stop, hops, _ in taken:
        if track.leap is not None:
            end = track.leap.end(cell)
            if end != NO_CELL:
                result[end] = direct
            continue
        cells = track.cells(cell)
        if capturing and hops:
            for count in range(1, len(cells)):
                end, crossed = cells[count], cells[:count]
                over = [(one, tuple([c for c in crossed if c != one])) for one in crossed]
                longer[end] = (*longer.get(end, ()), *over)
            continue
        if first_stop == 1 and cells:  # a leap, which makes every other way there idle
            result[cells[0]] = direct
        for count in range(first_stop - 1 or 1, len(cells)):
            end, line = cells[count], (cell, cells[:count])
            found = longer.get(end)
            longer[end] = (line,) if found is None else (*found, line)
    for end, lines in longer.items():
        if end not in result:
            result[end] = lines
    return result


def leads(board: Board, atoms: Atoms, forward: Forward, *, capturing: bool) -> list[Leads]:
    """List what may lead a compound anywhere, moving or capturing; of each atom by itself."""
    return [_leads_of(board, atom, forward if oriented(atom) else (), capturing) for atom in atoms]


@lru_cache(maxsize=1024, typed=True)
def _leads_of(board: Board, atom: Atom, forward: Forward, capturing: bool) -> Leads:
    found: Leads = {}
    long, wide, high = board.spans
    for walk in _walks_of(board, atom, forward):
        first = 1 if capturing and walk.hops else walk.first_stop - 1
        x = y = z = 0
        for count, vector in enumerate(walk.track.vectors):
            x, y, z = x + vector[0], y + vector[1], z + vector[2]
            if abs(x) > long or abs(y) > wide or abs(z) > high:
                break
            if count >= first or walk.track.leap is not None:
                found.setdefault(board.difference((x, y, z)), []).append((walk, count))
    return found


def lines_between(
    every: list[Leads], difference: int, cell: int, *, capturing: bool
) -> tuple[Line, ...]:
    """List the lines from `cell` to the cell at that difference, as `reach` has them."""
    found: list[Line] = []
    for of_atom in every:
        for (track, _, hops, _), count in of_atom.get(difference, ()):
            cells = track.cells(cell, count + 1)
            if len(cells) <= count:
                continue
            crossed = cells[:count]
            if capturing and hops:
                for one in crossed:
                    found.append((one, tuple([other for other in crossed if other != one])))
            elif not crossed:
                return ((cell, ()),)
            else:
                found.append((cell, crossed))
    return tuple(found)


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
