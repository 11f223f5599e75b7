"""FastLan: a legal move with correct marks, read at once from any notation.

Most moves of most records are such moves.  All others go through `moves.parse`, `resolve` and
`refusal`, which give reasons; for a move read here, these find the same move.  Without this module
`check` takes a seventh more time, even if texts are looked up there as here.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from aofref.boards import NO_CELL
from aofref.notation import moves
from aofref.notation.moves import LONGEST, Notation
from aofref.rules.castling import barred, move_of
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures, origins
from aofref.rules.position import NO_CASTLING, NO_PROMOTION, CoreMove, CorePosition
from aofref.rules.refuse import refusal

FastLan = tuple[CoreMove, str, str]
"""A legal move, its text in LAN, and the suffix of the given text."""
ParsedText = tuple[CoreMove, str, str, int, tuple[int, ...], str, Set[int] | None]
"""A text, parsed without a position: the move (from NO_CELL if its origin is a part of a cell),
suffix, army or "", whether it captures (or _UNMARKED), the piece by army (or _ANY), LAN or "", and
the cells that match a part.  Castling has no piece, and its name, folded, as LAN."""
_ANY: Final = ()
_UNMARKED: Final = -1
_new: Final = tuple.__new__  # of a NamedTuple, without the cost of its own
_MOST: Final = 1 << 13
"""The most texts of a game that are kept, each with its ParsedText."""


def read_fast(
    position: CorePosition, text: str, notation: Notation | None = None
) -> FastLan | None:
    """Read a legal move in a notation, or in any; None if it is illegal or not read fast.

    Three of four moves of a stream have been parsed before and are only looked up.
    """
    game, army, board = position.game, position.turn, position.board
    if army < 0 or position.royals[army] < 0:
        return None
    key = text if notation is None else (notation, text)
    parsed: ParsedText | None = game.move_texts.get(key)
    if parsed is None:
        parsed = _read(game, text, notation)
        if parsed is None:
            return None
        if len(game.move_texts) >= _MOST:
            game.move_texts.clear()
        game.move_texts[key] = parsed
    move, suffix, letter, captures, pieces, lan, among = parsed
    origin, destination, _, _ = move
    takes = board[destination] != 0
    if captures != takes and captures != _UNMARKED:
        return None
    if letter and letter != game.letters[army]:
        return None
    if origin >= 0:
        piece = board[origin]
        if game.army_of[piece] != army or (pieces and piece != pieces[army]):
            return None
        if refusal(position, move) is not None:
            return None
    elif not pieces:
        castling = game.castlings.named(army, lan)
        if castling is None or barred(position, castling) is not None:
            return None
        return move_of(castling), castling.name, suffix
    else:
        piece = pieces[army]
        found = origins(position, piece, destination, among=among)
        if len(found) != 1:
            return None
        origin = found[0]
        move = _new(CoreMove, (origin, destination, NO_PROMOTION, NO_CASTLING))
    if position.passed and en_passant_captures(position, move):
        return None
    if not lan:
        names = game.board.names
        lan = f"{game.signs[piece]}{names[origin]}{'x' if takes else '-'}{names[destination]}"
    return move, lan, suffix


def _read(game: CompiledVariant, text: str, notation: Notation | None) -> ParsedText | None:
    """Parse a move without promotion; None for a text that is not read fast."""
    if len(text) > LONGEST:
        return None
    written = moves.parse(game, text, notation)
    if written is None or written.action or written.en_passant or written.promotion:
        return None
    board, code, start, end = game.board, written.code, written.origin, written.destination
    if written.castling:
        by_name = CoreMove(NO_CELL, 0), written.suffix, written.army, _UNMARKED, _ANY
        return None if start else (*by_name, written.castling, None)
    origin, destination = board.number.get(start, NO_CELL), board.number.get(end, NO_CELL)
    among = board.part(start) if start and origin < 0 else None
    if destination < 0 or (start and origin < 0 and among is None):
        return None
    kind, lan = game.kinds.get(code, -1), ""
    if code and kind < 0:
        return None
    captures = _UNMARKED if written.captures is None else int(written.captures)
    if not code and (origin < 0 or captures != _UNMARKED):  # the code of a Pawn is left out
        kind = game.pawn_kind
        if kind < 0:
            return None
    if origin >= 0 and captures != _UNMARKED:
        sign = "" if kind == game.pawn_kind else code
        lan = f"{sign}{start}{'x' if captures else '-'}{end}"
    pieces = tuple([game.piece(army, kind) for army in game.armies]) if kind >= 0 else _ANY
    move = CoreMove(origin, destination)
    return move, written.suffix, written.army, captures, pieces, lan, among
