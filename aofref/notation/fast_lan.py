"""FastLan: a move that is legal and marked as it should be, read at once from any notation.

Most moves of most records are so.  What is not goes the long way through `moves.parse`, `resolve`
and `refusal`, which say why; a move read here is the one that they would find.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from aofref.boards import NO_CELL, Board
from aofref.notation import moves
from aofref.notation.moves import LONGEST, Notation
from aofref.notation.movetext import SUFFIX
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures, origins
from aofref.rules.position import NO_PROMOTION, CoreMove, CorePosition
from aofref.rules.refuse import refusal

_SUFFIX: Final = re.compile(SUFFIX)
_IN_SUFFIX: Final = "#+ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the module `string` takes a while to load
_LETTERS: Final = 2  # of a piece's code, at most
FastLan = tuple[CoreMove, str, str]
"""A legal move, its text in LAN, and the suffix that is written with it."""
_Cells = frozenset[int]
Said = tuple[CoreMove, str, str, int, int, str, _Cells | None]
"""What a text says, whatever the position: the move (from NO_CELL for a part of its origin),
suffix, army or "", whether it takes (_UNSAID), type of piece (_ANY), LAN or "", the cells of a
part."""
_ANY: Final = -1
_UNSAID: Final = -1
_new: Final = tuple.__new__  # of a NamedTuple, without the cost of its own
_LETTERED: Final = (None, Notation.LAN, Notation.SAN)
"""Notations in which long notation is read first, or is read as what it is."""
_MOST: Final = 1 << 13
"""So many texts of a game are kept with what they say."""


def read_fast(
    position: CorePosition, text: str, notation: Notation | None = None
) -> FastLan | None:
    """Read a legal move in a notation, or in any; None for anything else, legal or not.

    Three of four moves of a stream have been read before in it, and are but looked up.
    """
    game, army, board = position.game, position.turn, position.board
    if army < 0 or position.royals[army] < 0:
        return None
    key = text if notation is None else (notation, text)
    said: Said | None = game.move_texts.get(key)
    if said is None:
        said = _read(game, text, notation)
        if said is None:
            return None
        if len(game.move_texts) >= _MOST:
            game.move_texts.clear()
        game.move_texts[key] = said
    move, suffix, letter, captures, kind, lan, among = said
    origin, destination = move.origin, move.destination
    takes = board[destination] != 0
    if captures != takes and captures != _UNSAID:
        return None
    if letter and letter != game.letters[army]:
        return None
    if origin >= 0:
        piece = board[origin]
        if game.army_of[piece] != army or (kind != _ANY and kind != game.kind_of[piece]):
            return None
        if refusal(position, move) is not None:
            return None
    else:
        piece = game.piece(army, kind)
        found = origins(position, piece, destination, among=among)
        if len(found) != 1:
            return None
        origin = found[0]
        move = _new(CoreMove, (origin, destination, NO_PROMOTION))
    if position.passed and en_passant_captures(position, move):
        return None
    if not lan:
        names = game.board.names
        lan = f"{game.signs[piece]}{names[origin]}{'x' if takes else '-'}{names[destination]}"
    return move, lan, suffix


def _read(game: CompiledVariant, text: str, notation: Notation | None) -> Said | None:
    """Read what a text says of a move without promotion; None for what is not read fast."""
    if len(text) > LONGEST:
        return None
    number = game.board.number
    if notation in _LETTERED:
        said = _said(game, text)
        if said is not None:
            return said
    written = moves.parse(game, text, notation)
    if written is None or written.action or written.en_passant or written.promotion:
        return None
    destination, origin = (
        number.get(written.destination, NO_CELL),
        number.get(written.origin, NO_CELL),
    )
    among = None
    if origin < 0 and written.origin:
        among = _parts(game.board).get(written.origin)
        if among is None:
            return None
    kind = game.kinds.get(written.code, _ANY)
    if destination < 0 or (written.code and kind < 0):
        return None
    if origin < 0 and kind < 0:
        kind = game.pawn_kind
        if kind < 0:
            return None
    captures = _UNSAID if written.captures is None else int(written.captures)
    move = CoreMove(origin, destination)
    return move, written.suffix, written.army, captures, kind, "", among


@lru_cache(maxsize=16)
def _parts(board: Board) -> Mapping[str, _Cells]:
    """Return the cells of each column and level, as short notation names them."""
    cells: dict[str, list[int]] = {}
    for cell, short in enumerate(board.short):
        for part in short:
            cells.setdefault(part, []).append(cell)
    return {part: frozenset(found) for part, found in cells.items()}


def _said(game: CompiledVariant, text: str) -> Said | None:
    """Read long notation: it is cut at its sign, and both ends are looked up."""
    number = game.board.number
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
            kind = game.kinds.get(start[:letters], _ANY) if letters else game.pawn_kind
            if kind < 0 or (letters and kind == game.pawn_kind):  # its code is written out
                return None
            move = _new(CoreMove, (origin, destination, NO_PROMOTION))
            return move, suffix, letter, captures, kind, lan, None
    return None
