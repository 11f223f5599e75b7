"""Fifty moves and dead positions: reported in games whose file wants it, never decided."""

from collections.abc import Iterator
from itertools import chain

from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import DeadPosition, FiftyMoves, TurnEvent
from aofref.rules.position import CorePosition

_COUNTS = {100: 50, 150: 75}
"""The moves of each player that are reported, by the halfmoves of both."""


def noticed(before: CorePosition, now: CorePosition) -> Iterator[TurnEvent]:
    """Yield the draws that can be noticed in a position, and could not in the one `before` it.

    At the start of play both are the same.
    """
    game = now.game
    if game.variant.fifty_moves and now.halfmoves in _COUNTS:
        yield FiftyMoves(_COUNTS[now.halfmoves])
    changed = now is before or not now.halfmoves  # by a capture or a promotion
    if changed and game.variant.dead and is_dead(now) and (now is before or not is_dead(before)):
        yield DeadPosition()


def is_dead(position: CorePosition) -> bool:
    """Return whether no moves lead to checkmate, as far as the pieces on the board show it.

    Beside the royal pieces there is none, or one piece that the game's file names, or several that
    it names and that are bound to the same cells, as Bishops of one colour are.
    """
    game = position.game
    standing = [
        (piece, cell)
        for piece, cells in enumerate(position.cells)
        if not game.is_royal[piece]
        for cell in cells
    ]
    if any(game.code(piece) not in game.variant.dead for piece, _ in standing):
        return False
    if len(standing) < 2:
        return True
    piece, cell = standing[0]
    bound = _bound(game, piece, cell)
    return len(bound) < len(position.board) and all(
        cell in bound and _bound(game, piece, cell) == bound for piece, cell in standing[1:]
    )


def _bound(game: CompiledVariant, piece: int, cell: int) -> set[int]:
    """Find the cells that a piece can ever reach from its cell on an empty board, and that cell."""
    reached, new = {cell}, {cell}
    while new:
        new = set(chain.from_iterable(game.lines.ends(piece, at) for at in new)) - reached
        reached |= new
    return reached
