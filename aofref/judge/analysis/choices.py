"""Choices: the moves that a position leaves, written as asked."""

from __future__ import annotations

from typing import NamedTuple

from aofref.notation import moves
from aofref.notation.moves import Notation
from aofref.rules import turn
from aofref.rules.generate import legal_moves
from aofref.rules.perft import perft
from aofref.rules.position import Move, Position


class Choice(NamedTuple):
    """A legal move as it is written, and what it does to royal pieces (`+`, `#`), if asked."""

    text: str
    suffix: str = ""


def choices(
    position: Position, to: Notation = Notation.LAN, cell: int | None = None, *, marks: bool = False
) -> list[Choice]:
    """List the legal moves, or those of the piece on a cell, in a notation, sorted by bytes."""
    found = [
        Choice(moves.write(position, move, to), _suffix(position, move) if marks else "")
        for move in legal_moves(position)
        if cell is None or move.origin == cell
    ]
    return sorted(found)


def _suffix(position: Position, move: Move) -> str:
    return moves.suffix(*turn.after_unjudged(position, move))


def divide(position: Position, depth: int) -> list[tuple[str, int]]:
    """Count the lines of play behind each legal move, in LAN, sorted by bytes."""
    return sorted(
        (moves.lan(position, move), perft(turn.after_unjudged(position, move)[0], depth - 1))
        for move in legal_moves(position)
    )
