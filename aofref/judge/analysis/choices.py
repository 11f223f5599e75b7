"""Choices: what the army to move may play, and why its pieces go nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aofref.findings import Refusal
from aofref.notation import moves
from aofref.rules.generate import legal_moves
from aofref.rules.position import Move, Position
from aofref.rules.refuse import refusal

MOST = 50_000
"""Of more refusals than these none is given: the six games have less than half as many."""


class NextMove(NamedTuple):
    """The legal moves of a position, each with its LAN, and the refusals of all others.

    `refusals` are those of the pieces of the army to move, by origin, then by destination, unless
    they are more than `MOST`.
    """

    position: Position
    legal: tuple[tuple[Move, str], ...]
    refusals: Mapping[int, Mapping[int, Refusal]]


def next_move(position: Position) -> NextMove:
    """List what may be played in a position that is not over, and why the rest may not."""
    found = legal_moves(position)
    ends: dict[int, set[int]] = {}
    for move in found:
        ends.setdefault(move.origin, set()).add(move.destination)
    own = position.cells_of(position.turn)
    shown = own if len(own) * len(position.board) <= MOST else []
    return NextMove(
        position,
        tuple((move, moves.lan(position, move)) for move in found),
        {origin: _refusals(position, origin, ends.get(origin, set())) for origin in shown},
    )


def _refusals(position: Position, origin: int, ends: set[int]) -> dict[int, Refusal]:
    """Say of every cell but a piece's legal `ends` and its own cell why it may not go there."""
    found = {}
    for cell in range(len(position.board)):
        if cell not in ends and cell != origin:
            why = refusal(position, Move(origin, cell))
            assert why is not None
            found[cell] = why
    return found
