"""Draws that are reported, never decided: repetitions, and what the file of a game wants."""

from typing import Final

from aofref.rules.events import Event, Happening
from aofref.rules.generate import rights_in_use
from aofref.rules.position import ALONE, NOBODY, CorePosition

_COUNTS: Final = {100: 50, 150: 75}
"""The moves of each player that are reported, by the halfmoves of both."""
FEWEST_MARKS: Final = 8
"""The fewest positions before the third time: in a game of two nobody passes."""
_MOST_MARKS: Final = 64
"""The most marks in order: more are counted, so that a long line costs no more for each ply."""


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


def keep(position: CorePosition, now: CorePosition) -> None:
    """Add a position to the past of the one to which a move leads that captures nothing."""
    marks = position.past
    if len(marks) == _MOST_MARKS:
        now.past_counts = counts = position.past_counts.copy()
        for mark in marks:
            counts[mark] = counts.get(mark, 0) + 1
        marks = ()
    mark = position.board + ALONE[position.turn + 1]
    own = (mark + _rights(position) if position.passed else mark,)
    now.past = marks + own  # a list is not made of them


def _rights(position: CorePosition) -> bytes:
    """Write the rights that are in use."""
    return b"".join([right.pawn.to_bytes(2, "big") for right in rights_in_use(position)])


def times(position: CorePosition) -> int:
    """Count how often a position has stood in its line, now included, as far as that is known."""
    mark = position.board + ALONE[position.turn + 1]
    if position.passed:
        mark += _rights(position)
    return 1 + position.past.count(mark) + position.past_counts.get(mark, 0)


def repeated(position: CorePosition) -> tuple[Event, ...]:
    """Return the event of a repetition in a game of two, from the third time on."""
    game = position.game
    if not game.two_players or position.turn == NOBODY or (count := times(position)) < 3:
        return ()
    return (Event(game, {"type": Happening.REPETITION.value, "count": count}),)
