"""Nearest: the legal moves that a refused one may have been meant for.  No verdict rests on it."""

from __future__ import annotations

from aofref.findings import Code, Refusal
from aofref.findings.facts import Unknown
from aofref.notation import moves
from aofref.rules.generate import legal_moves
from aofref.rules.position import NOBODY, PASS, Position
from aofref.text import nearest

_SLIPS = frozenset(
    {
        Code.SYNTAX,
        Code.NO_SUCH_CELL,
        Code.EMPTY_CELL,
        Code.WRONG_PIECE,
        Code.BAD_PROMOTION,
        Code.NO_MATCH,
        Code.UNREACHABLE,
    }
)
"""Codes of what may be a slip of the pen; the others say themselves what to do."""


def suggestions(position: Position, written: str, why: Refusal) -> tuple[str, ...]:
    """Give legal moves to paste, with their army if it was written.

    For an ambiguous move these are all that it could be; else up to three that are written much
    like it, those alone that go to the cell that was named if there are any.
    """
    game = position.game
    if position.turn == NOBODY:
        return ()
    army = f"{game.letters[position.turn]}:" if written[1:2] == ":" else ""
    said = moves.parse(game, written)
    if why.code is Code.AMBIGUOUS and said is not None:
        return tuple(sorted(army + text for text in _meant(position, said)))
    no_army = why.code is Code.WRONG_ARMY and isinstance(why.facts, Unknown)
    if why.code not in _SLIPS and not no_army:
        return ()
    bare = written[2:] if written[1:2] == ":" else written
    legal = sorted(moves.lan(position, m) for m in legal_moves(position) if m != PASS)
    near = nearest(bare, legal, 3, 0.75)
    end = said.destination if said is not None else ""
    there = tuple(text for text in near if end and text.endswith(end))
    return tuple(army + text for text in there or near)


def _meant(position: Position, said: moves.MoveText) -> list[str]:
    """List the legal moves of the kind of piece that was named to the cell that was named."""
    board, game = position.game.board, position.game
    code = said.code or game.pawn_code
    return [
        moves.lan(position, move)
        for move in legal_moves(position)
        if move != PASS
        and game.code(position.board[move.origin]) == code
        and board.names[move.destination] == said.destination
        and said.origin in ("", *board.short[move.origin])
        and (not said.promotion or game.codes[move.promotion] == said.promotion)
    ]
