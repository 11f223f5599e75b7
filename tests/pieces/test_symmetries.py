"""A board's own symmetries carry every piece's moves onto its moves (RULES 1, 2, 3, 5).

The symmetries are found here by trial: each turn and mirror of the lattice, of RULES 1, that takes
the cells of the board onto themselves.  How many there are was counted by hand.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

import pytest

from aofref import games
from aofref.boards import NO_CELL, Board
from aofref.geometry import AXIAL, TRIANGULAR, Forward, HexPrism
from aofref.paths import Mover, rays
from aofref.pieces import Piece
from aofref.rules.compiled_variant import CompiledVariant
from tests.helpers import game

Vector = tuple[int, int, int]
Way = tuple[int, int, frozenset[int]]
TRIANGULAR_O = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
AXIAL_O = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


class Symmetry(NamedTuple):
    """Where the three coordinate directions go, and what is added then."""

    x: Vector
    y: Vector
    z: Vector
    shift: Vector = (0, 0, 0)

    def turned(self, at: Vector) -> Vector:
        parts = [[n * axis for axis in to] for n, to in zip(at, self[:3], strict=True)]
        a, b, c = map(sum, zip(*parts, strict=True))
        return a, b, c

    def of(self, at: Vector) -> Vector:
        a, b, c = (n + m for n, m in zip(self.turned(at), self.shift, strict=True))
        return a, b, c


def of_prisms(orthogonals: tuple[tuple[int, int], ...]) -> Iterator[Symmetry]:
    """The 24 turns and mirrors of a hex prism: its six orthogonals in turn, or backwards."""
    for first, way, up in product(range(6), (1, -1), (1, -1)):
        to = {o: orthogonals[(first + way * i) % 6] for i, o in enumerate(orthogonals)}
        yield Symmetry((*to[1, 0], 0), (*to[0, 1], 0), (0, 0, up))


def of_cubes() -> Iterator[Symmetry]:
    """The 48 turns and mirrors of a cube."""
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        x, y, z = (
            tuple(sign if axis == to else 0 for axis in range(3))
            for to, sign in zip(order, signs, strict=True)
        )
        yield Symmetry(x, y, z)  # type: ignore[arg-type]


def symmetries(board: Board) -> list[Symmetry]:
    """List what takes the cells of a board onto themselves."""
    cells, count, whole = set(board.cells), len(board.cells), []
    lattices = {id(TRIANGULAR): TRIANGULAR_O, id(AXIAL): AXIAL_O}
    orthogonals = lattices.get(id(board.lattice))
    for symmetry in of_prisms(orthogonals) if orthogonals else of_cubes():
        turned = [symmetry.turned(at) for at in board.cells]
        apart = [
            sum(a) - sum(b)
            for a, b in zip(zip(*cells, strict=True), zip(*turned, strict=True), strict=True)
        ]
        if any(n % count for n in apart):
            continue
        shifted = symmetry._replace(shift=tuple(n // count for n in apart))
        if {shifted.of(at) for at in board.cells} == cells:
            whole.append(shifted)
    return whole


COUNTS = {"aof2": 4, "aof6": 8, "proto-prelates": 4, "sd2l-cohen": 12, "sd2l-sling": 12, "heathen-europe": 16}  # fmt: skip


@lru_cache(maxsize=8)
def as_sets(board: Board, kind: Piece, forward: Forward, *, capturing: bool) -> list[set[Way]]:
    """List for each cell where a piece goes from it, each way with the cells it crosses."""
    mover = Mover(board, kind._replace(kept_out=()), forward)  # other boards lack the regions
    reached = mover.captures if capturing else mover.quiet
    return [
        {
            (end, screens, frozenset(c for c, bit in enumerate(f"{between:b}"[::-1]) if bit == "1"))
            for end, lines in reached(cell).items()
            for _, between, screens in lines
        }
        for cell in range(len(board.cells))
    ]


def differing(
    board: Board, kind: Piece, by: Symmetry, before: Forward, after: Forward
) -> list[str]:
    """List the cells from which a piece does not go as its image does from theirs."""
    to = [board.index[by.of(at)] for at in board.cells]
    wrong = []
    for capturing in (False, True) if kind.captures_apart else (False,):
        ways_before = as_sets(board, kind, before, capturing=capturing)
        ways_after = as_sets(board, kind, after, capturing=capturing)
        for cell, ways in enumerate(ways_before):
            carried = {
                (to[end], screens, frozenset(to[c] for c in path)) for end, screens, path in ways
            }
            if carried != ways_after[to[cell]]:
                wrong.append(f"{kind.name} on {board.names[cell]} by {by}")
    return wrong


def generating(found: list[Symmetry], board: Board) -> list[Symmetry]:
    """Choose symmetries of which all others are made; what two have, those made of them have."""
    chosen: list[Symmetry] = []
    made = {tuple(range(len(board.cells)))}
    for by in found:
        to = tuple(board.index[by.of(at)] for at in board.cells)
        if to in made:
            continue
        chosen.append(by)
        steps = [tuple(board.index[one.of(at)] for at in board.cells) for one in chosen]
        new = {tuple(step[n] for n in old) for old in made for step in steps} - made
        while new:
            made |= new
            new = {tuple(step[n] for n in old) for old in new for step in steps} - made
    assert len(made) == len(found)
    return chosen


def images(of: CompiledVariant, by: Symmetry) -> Iterator[tuple[Forward, Forward]]:
    """The forward directions of each army with those of an army that they become."""
    directions = [army.forward for army in of.variant.armies]
    for forward in directions:
        turned = {by.turned(vector) for vector in forward}
        yield from ((forward, other) for other in directions if set(other) == turned)


@pytest.mark.parametrize("name", games.IDS)
def test_every_piece_goes_alike_under_the_symmetries_of_its_board(name: str, effort: int) -> None:
    """In the two games that have most pieces, every third, unless --long asks for all."""
    of = game(name)
    found = symmetries(of.board)
    assert len(found) == COUNTS[name]
    few = generating(found, of.board)
    for kind in of.types[:: 3 if len(of.types) > 20 and effort == 1 else 1]:
        if not kind.oriented:
            assert [wrong for by in few for wrong in differing(of.board, kind, by, (), ())] == []
            continue
        looked_at = [(by, ways) for by in found for ways in images(of, by)]
        assert len(looked_at) >= 2 * len(of.letters), kind.name
        for by, (before, after) in looked_at:
            assert differing(of.board, kind, by, before, after) == []


@pytest.mark.parametrize(("lattice", "ring"), [(AXIAL, AXIAL_O), (TRIANGULAR, TRIANGULAR_O)])
@pytest.mark.parametrize("sixths", range(1, 6))
def test_what_a_step_needs_turns_with_it(
    lattice: HexPrism, ring: tuple[tuple[int, int], ...], sixths: int
) -> None:
    """RULES 3 knows no direction of a level from another."""
    across = ring.index((0, 1))
    one, other = ring[sixths], ring[(across + sixths) % 6]

    def turned(at: Vector) -> Vector:
        x, y, z = at
        return (x * one[0] + y * other[0], x * one[1] + y * other[1], z)

    for vector in product(range(-3, 4), range(-3, 4), range(-2, 3)):
        assert set(lattice.needs(turned(vector))) == set(map(turned, lattice.needs(vector)))


def test_what_a_step_needs() -> None:
    """Counted in a drawing: a whole block along an orthogonal, else two cells."""
    assert set(AXIAL.needs((2, -2, 1))) == {
        (1, -1, 0), (2, -2, 0), (0, 0, 1), (1, -1, 1),
    }  # fmt: skip
    assert set(AXIAL.needs((1, 1, -2))) == {(1, 1, 0), (0, 0, -2)}
    assert AXIAL.needs((2, -2, 0)) == AXIAL.needs((0, 0, 3)) == ()


@pytest.mark.parametrize("name", [*games.IDS, "glinski"])
def test_how_far_two_cells_lie_apart_and_whether_a_step_leads_there(name: str) -> None:
    """A step leads from each cell to where it lacks nothing."""
    board = game(name).board
    apart = [
        {end[axis] - start[axis] for start, end in product(board.cells, repeat=2)}
        for axis in range(3)
    ]
    numbers = [board.difference((x, y, z)) for x, y, z in product(*apart)]
    assert board.differences == len(numbers) == len(set(numbers))
    assert [-min(numbers), max(numbers)] == [board.differences // 2] * 2
    for vector in product((-2, -1, 0, 1, 2), (-2, -1, 0, 1, 2), (-1, 0, 1)):
        steps = [board.step(at, vector) for at in board.cells]
        ends = [NO_CELL if lacks else board.index[end] for end, lacks in steps]
        assert [board.next_cell(cell, vector) for cell in range(len(ends))] == ends


@pytest.mark.parametrize("name", ["aof2", "heathen-europe"])
def test_a_ray_is_followed_for_so_many_steps(name: str) -> None:
    of = game(name)
    for kind, cell in product(of.types, range(0, len(of.board.cells), 7)):
        for ray in rays(of.board, kind.atoms, of.variant.armies[0].forward):
            whole = ray.cells(cell)
            assert [ray.cells(cell, most) for most in range(4)] == [whole[:n] for n in range(4)]
