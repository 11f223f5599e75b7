"""Turned: vectors as the first army sees them, as another does: by a turn of the level.

Of the turns that take the first army's way forward to the other's, the first is taken that mirrors
nothing, if there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aofref.geometry import Forward, HexPrism, Lattice, Vector

Turn = Callable[[Vector], Vector]
_SQUARE = ((1, 0), (0, 1), (-1, 0), (0, -1))


def turn(lattice: Lattice, first: Forward, own: Forward) -> Turn | None:
    """Give the turn that takes the first army's way forward to an army's own; None if none does."""
    if len(first) != len(own):
        return None
    fitting = [way for way in _turns(lattice) if [way(v) for v in first[:2]] == [*own[:2]]]
    whole = [way for way in fitting if sorted(map(way, first)) == sorted(own)]
    return next(iter(whole or fitting), None)


def _turns(lattice: Lattice) -> Iterator[Turn]:
    """Give the turns of a level, then those with the levels turned over, then the mirrored ones."""
    flat = lattice.orthogonals if isinstance(lattice, HexPrism) else _SQUARE
    for mirrored in (False, True):
        for up in (1, -1):
            for place in range(len(flat)):
                along = flat[place]
                across = flat[(place + (-1 if mirrored else 1)) % len(flat)]
                yield _turn(along, across, up)


def _turn(along: tuple[int, int], across: tuple[int, int], up: int) -> Turn:
    """Make the turn that takes (1, 0) to `along` and (0, 1) to `across`."""

    def turned(at: Vector) -> Vector:
        x, y, z = at
        return (
            x * along[0] + y * across[0],
            x * along[1] + y * across[1],
            z * up,
        )

    return turned
