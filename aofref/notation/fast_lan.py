"""FastLan: a legal move with correct marks, read at once from any notation.

Most moves of most records are such moves.  All others go through `moves.parse`, `resolve` and
`refusal`, which give reasons; for a move read here, these find the same move.
"""

from __future__ import annotations

from collections.abc import Set
from typing import Final

from aofref.boards import NO_CELL
from aofref.notation import moves
from aofref.notation.moves import LONGEST, MOST, Notation
from aofref.rules.castling import barred, move_of
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures, origins
from aofref.rules.position import NO_CASTLING, CoreMove, CorePosition
from aofref.rules.refuse import breach

FastLan = tuple[CoreMove, str, str]
"""A legal move, its text in LAN, and the suffix of the given text."""
ParsedText = tuple[int, int, str, str, int, tuple[int, ...], Set[int] | None, dict[int, FastLan]]
"""A text, parsed without a position: the origin (NO_CELL if it is a part of a cell), destination,
suffix, army or "", whether it captures (or _UNMARKED), the piece by army (or _ANY), the cells that
match a part, and the moves that the text has meant, by origin.  A castling has no destination, and
its number by army in the place of pieces."""
_ANY: Final = ()
_UNMARKED: Final = -1


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
        if len(game.move_texts) >= MOST:
            game.move_texts.clear()
        game.move_texts[key] = parsed
    origin, destination, suffix, letter, captures, pieces, among, meant = parsed
    if letter and letter != game.letters[army]:
        return None
    if destination < 0:
        return _castling(position, pieces[army], suffix)
    if captures != (board[destination] != 0) and captures != _UNMARKED:
        return None
    if origin >= 0:
        piece = board[origin]
        if game.army_of[piece] != army or (pieces and game.plain[piece] != pieces[army]):
            return None
        fast = meant.get(origin) or _meant(position, parsed, origin)
        if breach(position, fast[0]) is not None:
            return None
    else:
        found = origins(position, pieces[army], destination, among=among)
        if len(found) != 1:
            return None
        fast = meant.get(found[0]) or _meant(position, parsed, found[0])
    if position.passed and en_passant_captures(position, fast[0]):
        return None
    return fast


def _meant(position: CorePosition, parsed: ParsedText, origin: int) -> FastLan:
    """Return the move from a cell that a text means; keep it if its LAN is always the same."""
    _, destination, suffix, _, captures, _, _, meant = parsed
    game, board = position.game, position.board
    names, sign = game.board.names, "x" if board[destination] else "-"
    lan = f"{game.signs[board[origin]]}{names[origin]}{sign}{names[destination]}"
    fast = CoreMove(origin, destination), lan, suffix
    if captures != _UNMARKED:
        meant[origin] = fast
    return fast


def _castling(position: CorePosition, number: int, suffix: str) -> FastLan | None:
    """Return a castling of the army to move, or None if it may not be made."""
    if number == NO_CASTLING:
        return None
    castling = position.game.castlings.every[number]
    if barred(position, castling) is not None:
        return None
    return move_of(castling), castling.name, suffix


def _read(game: CompiledVariant, text: str, notation: Notation | None) -> ParsedText | None:
    """Parse a move without promotion; None for a text that is not read fast."""
    if len(text) > LONGEST:
        return None
    written = moves.parse(game, text, notation)
    if written is None or written.action or written.en_passant or written.promotion:
        return None
    if written.army and game.two_players and moves.as_capture(game, written) is not None:
        return None
    board, code, start, end = game.board, written.code, written.origin, written.destination
    if written.castling:
        named = [game.castlings.named(army, written.castling) for army in game.armies]
        numbers = tuple([NO_CASTLING if each is None else each.number for each in named])
        castles = NO_CELL, NO_CELL, written.suffix, written.army, _UNMARKED, numbers
        return None if start else (*castles, None, {})
    origin, destination = board.number.get(start, NO_CELL), board.number.get(end, NO_CELL)
    among = board.part(start) if start and origin < 0 else None
    if destination < 0 or (start and origin < 0 and among is None):
        return None
    kind = game.kinds.get(code, -1)
    if code and kind < 0:
        return None
    captures = _UNMARKED if written.captures is None else int(written.captures)
    if not code and (origin < 0 or captures != _UNMARKED):  # the code of a Pawn is left out
        kind = game.pawn_kind
        if kind < 0:
            return None
    pieces = tuple([game.piece(army, kind) for army in game.armies]) if kind >= 0 else _ANY
    return origin, destination, written.suffix, written.army, captures, pieces, among, {}
