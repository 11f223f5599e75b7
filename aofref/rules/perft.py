"""Perft: how many lines of legal play there are to a depth."""

from __future__ import annotations

from collections.abc import Iterator

from aofref.rules.generate import count_legal, legal_moves
from aofref.rules.position import Position
from aofref.rules.turn import after_unjudged


def perft(position: Position, depth: int) -> int:
    """Count the lines of `depth` legal moves, automatic events included; a pass is a move.

    Holds an iterator for each ply of the line it is on, so that no depth is too deep.
    """
    if depth == 0:
        return 1
    count, line = 0, [iter((position,))]
    while line:
        here = next(line[-1], None)
        if here is None:
            line.pop()
        elif len(line) == depth:
            count += count_legal(here)
        else:
            line.append(_after_each(here))
    return count


def _after_each(position: Position) -> Iterator[Position]:
    return (after_unjudged(position, move)[0] for move in legal_moves(position))
