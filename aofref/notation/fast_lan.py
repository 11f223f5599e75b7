"""FastLan: long notation of a move that is legal and marked as it should be, read at once.

Most moves of most records are so.  What is not goes the long way through `moves.parse`, `resolve`
and `refusal`, which say why; a move found here is the one that they would find.
"""

from __future__ import annotations

import re
from string import ascii_uppercase
from typing import Final

from aofref.boards import NO_CELL
from aofref.notation.movetext import SUFFIX
from aofref.rules.generate import en_passant_captures
from aofref.rules.position import NO_PROMOTION, Move, Position
from aofref.rules.refuse import refusal

_SUFFIX: Final = re.compile(SUFFIX)
_IN_SUFFIX: Final = "#+" + ascii_uppercase
_LETTERS: Final = 2  # of a piece's code, at most
_new: Final = tuple.__new__  # of a NamedTuple, without the cost of its own

FastLan = tuple[Move, str, str]
"""A legal move, its text in LAN, and the suffix that is written with it."""


def read_fast(position: Position, text: str) -> FastLan | None:
    """Read a legal move as LAN has it; None for anything else, legal or not.

    The text is cut at its sign, and both ends are looked up among the names of cells.
    """
    game, army = position.game, position.turn
    if army < 0 or position.royals[army] < 0:
        return None
    lan = text
    if len(text) > 1 and text[1] == ":":
        if text[0] != game.letters[army]:
            return None
        lan = text[2:]
    cut = lan.find("-")
    captures = cut < 0
    if captures:
        cut = lan.find("x")  # no cell has an x in its name
        if cut < 0:
            return None
    number = game.board.number
    start, end, suffix = lan[:cut], lan[cut + 1 :], ""
    destination = number.get(end, NO_CELL)
    if destination < 0:
        end = end.rstrip(_IN_SUFFIX)
        suffix, lan = lan[cut + 1 + len(end) :], lan[: cut + 1 + len(end)]
        destination = number.get(end, NO_CELL)
        if destination < 0 or _SUFFIX.fullmatch(suffix) is None:
            return None
    origin = _origin(position, start)
    if origin < 0 or captures != (position.board[destination] != 0):
        return None
    move: Move = _new(Move, (origin, destination, NO_PROMOTION))
    if refusal(position, move) is not None:
        return None
    return None if position.passed and en_passant_captures(position, move) else (move, lan, suffix)


def _origin(position: Position, start: str) -> int:
    """Find where a piece of the army to move stands, from its code and cell; NO_CELL if nowhere."""
    game, number = position.game, position.game.board.number
    for letters in range(_LETTERS + 1):
        origin = number.get(start[letters:], NO_CELL)
        if origin >= 0:
            piece = position.board[origin]
            sign = game.signs[piece]
            own = len(sign) == letters and start.startswith(sign)
            return origin if own and game.army_of[piece] == position.turn else NO_CELL
    return NO_CELL
