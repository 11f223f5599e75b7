"""FastLan: long notation of a move that is legal and marked as it should be, read at once.

Most moves of most records are so.  What is not goes the long way through `moves.parse`, `resolve`
and `refusal`, which say why; a move found here is the one that they would find.
"""

from __future__ import annotations

from aofref.notation.movetext import SUFFIX
from aofref.rules.generate import en_passant_captures
from aofref.rules.position import NO_PROMOTION, Move, Position
from aofref.rules.refuse import refusal
from aofref.text import pattern

_SUFFIX = pattern(SUFFIX)
_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the module `string` takes a while to load
_IN_SUFFIX = "#+" + _CAPITALS
_new = tuple.__new__  # of a NamedTuple, without the cost of its own

FastLan = tuple[Move, str, str]
"""A legal move, its text in LAN, and the suffix that is written with it."""


def read_fast(position: Position, text: str) -> FastLan | None:
    """Read a legal move as LAN has it; None for anything else, legal or not.

    The text is cut at its sign, and both ends are looked up among the names of cells.
    """
    game, army, number = position.game, position.turn, position.game.board.number
    if army < 0 or position.royals[army] < 0:
        return None
    lan = text
    if text[1:2] == ":":
        if text[0] != game.letters[army]:
            return None
        lan = text[2:]
    sign = "x" if "x" in lan else "-"  # no cell has an x in its name
    start, _, end = lan.partition(sign)
    suffix = ""
    if end not in number:
        suffix, end = end, end.rstrip(_IN_SUFFIX)
        suffix = suffix[len(end) :]
        lan = lan[: len(lan) - len(suffix)]
        if _SUFFIX.fullmatch(suffix) is None:
            return None
    cell = start.lstrip(_CAPITALS)
    origin, destination = number.get(cell), number.get(end)
    if origin is None or destination is None:
        return None
    piece = position.board[origin]
    captures = position.board[destination] != 0
    code = game.sign(piece)
    if game.army_of[piece] != army or start != code + cell:
        return None
    move: Move = _new(Move, (origin, destination, NO_PROMOTION))
    if captures != (sign == "x") or refusal(position, move) is not None:
        return None
    return None if position.passed and en_passant_captures(position, move) else (move, lan, suffix)
