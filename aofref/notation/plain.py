"""Plain: long notation of a move that is legal and marked as it should be, read at once.

Most moves of most records are so.  What is not goes the long way through `moves.parse`, `resolve`
and `refusal`, which say why; a move found here is the one that they would find.
"""

from __future__ import annotations

import re

from aofref.notation.cells import CELL
from aofref.notation.movetext import CODE, SUFFIX
from aofref.rules.generate import lifts
from aofref.rules.position import Move, Position
from aofref.rules.refuse import refusal

_PLAIN = re.compile(rf"(?:([A-Z]):)?(({CODE})?({CELL})([-x])({CELL}))({SUFFIX})")

Plain = tuple[Move, str, str]
"""A legal move, its text in LAN, and the suffix that is written with it."""


def plain(position: Position, text: str) -> Plain | None:
    """Read a legal move as LAN has it; None for anything else, legal or not."""
    match = _PLAIN.fullmatch(text)
    game, army = position.game, position.turn
    if match is None or army < 0 or position.royals[army] < 0:
        return None
    letter, lan, code, start, sign, end, suffix = match.groups()
    number = game.board.number
    origin, destination = number.get(start), number.get(end)
    if origin is None or destination is None:
        return None
    board = position.board
    piece = board[origin]
    if (
        game.army_of[piece] != army
        or (letter is not None and letter != game.letters[army])
        or code != (None if game.is_pawn[piece] else game.codes[game.kind_of[piece]])
        or (sign == "x") != (board[destination] != 0)
    ):
        return None
    move = Move(origin, destination)
    if (position.passed and lifts(position, move)) or refusal(position, move) is not None:
        return None
    return move, lan, suffix
