"""Fifty moves and dead positions: reported in games whose file wants it, never decided."""

from itertools import chain
from typing import Final

from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import DeadPosition, FiftyMoves, TurnEvent
from aofref.rules.position import CorePosition

_COUNTS: Final = {100: 50, 150: 75}
"""The moves of each player that are reported, by the halfmoves of both."""


def noticed(before: CorePosition | None, now: CorePosition) -> list[TurnEvent]:
    """List the draws that can be noticed in a position, and could not in the one `before` it."""
    found: list[TurnEvent] = []
    game = now.game
    if game.variant.fifty_moves and now.halfmoves in _COUNTS:
        found.append(FiftyMoves(_COUNTS[now.halfmoves]))
    changed = before is None or not now.halfmoves  # by a capture or a promotion
    if changed and game.variant.dead and is_dead(now) and not (before and is_dead(before)):
        found.append(DeadPosition())
    return found


def is_dead(position: CorePosition) -> bool:
    """Return whether no moves lead to checkmate, as far as the pieces on the board show it.

    Beside the royal pieces there is none, or one piece that the game's file names, or several that
    it names and that are bound to the same cells, as Bishops of one colour are.
    """
    game, cells = position.game, position.cells
    for piece in game.lively:
        if cells[piece]:
            return False
    standing = [
        (piece, cell)
        for piece, of_piece in enumerate(cells)
        if not game.is_royal[piece]
        for cell in of_piece
    ]
    if len(standing) < 2:
        return True
    bound = _bound(game, *standing[0])
    return len(bound) < len(position.board) and all(
        cell in bound and _bound(game, piece, cell) == bound for piece, cell in standing[1:]
    )


def _bound(game: CompiledVariant, piece: int, cell: int) -> set[int]:
    """Find the cells that a piece can ever reach from its cell on an empty board, and that cell."""
    reached, new = {cell}, {cell}
    while new:
        new = set(chain.from_iterable(game.movers[piece].ends(at) for at in new)) - reached
        reached |= new
    return reached
