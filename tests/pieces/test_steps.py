"""What a step needs, how far two cells lie apart, where a ray leads (RULES 1, 3)."""

from __future__ import annotations

from itertools import product

import pytest

from aofref import games
from aofref.boards import NO_CELL
from aofref.geometry import AXIAL, TRIANGULAR, HexPrism
from aofref.paths import rays
from tests.helpers import game

Vector = tuple[int, int, int]
TRIANGULAR_O = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))
AXIAL_O = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))


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
