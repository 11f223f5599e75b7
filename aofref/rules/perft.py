"""Perft: how many lines of legal play there are to a depth."""

from __future__ import annotations

from aofref.rules.generate import count_legal, legal_moves
from aofref.rules.position import Position
from aofref.rules.turn import after


def perft(position: Position, depth: int) -> int:
    """Count the lines of `depth` legal moves, automatic events included; a pass is a move."""
    if depth == 0:
        return 1
    if depth == 1:
        return count_legal(position)
    return sum(perft(after(position, move)[0], depth - 1) for move in legal_moves(position))
