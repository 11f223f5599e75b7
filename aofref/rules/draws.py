"""Fifty moves and dead positions: reported in games whose file wants it, never decided."""

from typing import Final

from aofref.rules.events import Event, Happening
from aofref.rules.position import CorePosition

_COUNTS: Final = {100: 50, 150: 75}
"""The moves of each player that are reported, by the halfmoves of both."""


def noticed(before: CorePosition | None, now: CorePosition) -> list[Event]:
    """List the draws that can be noticed in a position, and could not in the one `before` it."""
    found: list[Event] = []
    game = now.game
    due = max([count for count in _COUNTS if count <= now.halfmoves], default=0)
    if game.variant.fifty_moves and due and (before is None or now.halfmoves == due):
        facts = {"type": Happening.FIFTY_MOVES.value, "count": _COUNTS[due]}
        found.append(Event(game, facts))  # a FEN's clock may be past it
    changed = before is None or not now.halfmoves  # by a capture or a promotion
    if changed and game.variant.dead and is_dead(now) and not (before and is_dead(before)):
        found.append(Event(game, {"type": Happening.DEAD_POSITION.value}))
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
    bound, *others = [game.movers[piece].ever(frozenset((cell,))) for piece, cell in standing]
    return len(bound) < len(position.board) and all(other == bound for other in others)
