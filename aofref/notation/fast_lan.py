"""FastLan: long notation of a move that is legal and marked as it should be, read at once.

Most moves of most records are so.  What is not goes the long way through `moves.parse`, `resolve`
and `refusal`, which say why; a move found here is the one that they would find.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from aofref.boards import NO_CELL
from aofref.notation.moves import LONGEST
from aofref.notation.movetext import SUFFIX
from aofref.rules.generate import en_passant_captures
from aofref.rules.position import Move, Position
from aofref.rules.refuse import refusal
from aofref.text import pattern

_SUFFIX: Final = pattern(SUFFIX)
_IN_SUFFIX: Final = "#+ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the module `string` takes a while to load
_LETTERS: Final = 2  # of a piece's code, at most
FastLan = tuple[Move, str, str]
"""A legal move, its text in LAN, and the suffix that is written with it."""
Said = tuple[Move, str, str, str, bool, str]
"""What a text says, whatever the position: a FastLan, an army or "", whether it takes, a code."""
_MOST: Final = 1 << 13
"""So many texts of a game are kept with what they say."""


def read_fast(position: Position, text: str) -> FastLan | None:
    """Read a legal move as LAN has it; None for anything else, legal or not.

    Three of four moves of a stream have been read before in it, and are but looked up.
    """
    game, army = position.game, position.turn
    if army < 0 or position.royals[army] < 0:
        return None
    said: Said | None = game.said.get(text)
    if said is None:
        said = _said(game.board.number, text) if len(text) <= LONGEST else None
        if said is None:
            return None
        if len(game.said) >= _MOST:
            game.said.clear()
        game.said[text] = said
    move, lan, suffix, letter, captures, sign = said
    origin, destination, _ = move
    piece = position.board[origin]
    if game.army_of[piece] != army or sign != game.signs[piece]:
        return None
    if captures != (position.board[destination] != 0):
        return None
    if letter and letter != game.letters[army]:
        return None
    if refusal(position, move) is not None:
        return None
    return None if position.passed and en_passant_captures(position, move) else (move, lan, suffix)


def _said(number: Mapping[str, int], text: str) -> Said | None:
    """Read what a text says of a move without promotion, from the numbers of cells by name.

    It is cut at its sign, and both ends are looked up.
    """
    lan, letter = text, ""
    if len(text) > 1 and text[1] == ":":
        letter, lan = text[0], text[2:]
    cut = lan.find("-")
    captures = cut < 0
    if captures:
        cut = lan.find("x")  # no cell has an x in its name
        if cut < 0:
            return None
    start, end, suffix = lan[:cut], lan[cut + 1 :], ""
    destination = number.get(end, NO_CELL)
    if destination < 0:
        end = end.rstrip(_IN_SUFFIX)
        suffix, lan = lan[cut + 1 + len(end) :], lan[: cut + 1 + len(end)]
        destination = number.get(end, NO_CELL)
        if destination < 0 or _SUFFIX.fullmatch(suffix) is None:
            return None
    for letters in range(_LETTERS + 1):
        origin = number.get(start[letters:], NO_CELL)
        if origin >= 0:
            return Move(origin, destination), lan, suffix, letter, captures, start[:letters]
    return None
