"""FastLan: a move that is legal and marked as it should be, read at once from any notation.

Most moves of most records are so.  Any other goes the long way through `moves.parse`, `resolve` and
`refusal`, which say why; a move read here is the one that they would find.  Without this `check`
takes a seventh more time, even where they look texts up as this does.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from aofref.boards import NO_CELL
from aofref.notation import moves
from aofref.notation.moves import LONGEST, Notation
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures, origins
from aofref.rules.position import NO_CASTLING, NO_PROMOTION, CoreMove, CorePosition
from aofref.rules.refuse import refusal

FastLan = tuple[CoreMove, str, str]
"""A legal move, its text in LAN, and the suffix that is written with it."""
Said = tuple[CoreMove, str, str, int, int, str, Set[int] | None]
"""What a text says, whatever the position: the move (from NO_CELL for a part of its origin),
suffix, army or "", whether it takes (_UNSAID), type of piece (_ANY), LAN or "", the cells of a
part."""
_ANY: Final = -1
_UNSAID: Final = -1
_new: Final = tuple.__new__  # of a NamedTuple, without the cost of its own
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
        move = _new(CoreMove, (origin, destination, NO_PROMOTION, NO_CASTLING))
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
    written = moves.parse(game, text, notation)
    if written is None or written.action or written.en_passant or written.promotion:
        return None
    board, code, start, end = game.board, written.code, written.origin, written.destination
    origin, destination = board.number.get(start, NO_CELL), board.number.get(end, NO_CELL)
    among = board.part(start) if start and origin < 0 else None
    if destination < 0 or (start and origin < 0 and among is None):
        return None
    kind, lan = game.kinds.get(code, _ANY), ""
    if code and kind < 0:
        return None
    captures = _UNSAID if written.captures is None else int(written.captures)
    if not code and (origin < 0 or captures != _UNSAID):  # the code of a Pawn is left out
        kind = game.pawn_kind
        if kind < 0:
            return None
    if origin >= 0 and captures != _UNSAID:
        sign = "" if kind == game.pawn_kind else code
        lan = f"{sign}{start}{'x' if captures else '-'}{end}"
    move = CoreMove(origin, destination)
    return move, written.suffix, written.army, captures, kind, lan, among
