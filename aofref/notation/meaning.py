"""Meaning: the move that a text means in a position, or why it means none (CONTRACT 3 and 6)."""

from __future__ import annotations

from aofref.findings import Code, Refusal, Standing
from aofref.findings.facts import (
    Empty,
    Foreign,
    Gone,
    Meant,
    NoCell,
    NotEnPassant,
    OtherKind,
    OtherPawn,
    OutOfTurn,
    Unknown,
)
from aofref.notation.cells import is_whole
from aofref.notation.movetext import MoveText
from aofref.rules.generate import lifts
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS, Move, Position
from aofref.rules.refuse import refusal, standing

_ORDER = (
    Code.OWN_PIECE,
    Code.BLOCKED,
    Code.MISSING_CELL,
    Code.NO_SCREEN,
    Code.NO_CAPTURE,
    Code.UNREACHABLE,
    Code.PROMOTION_REQUIRED,
    Code.PROMOTION_FORBIDDEN,
    Code.BAD_PROMOTION,
    Code.IN_CHECK,
)
"""The reasons why a piece may not go somewhere, in the order of CONTRACT 6."""
_BEFORE_EN_PASSANT = frozenset(_ORDER[: _ORDER.index(Code.UNREACHABLE) + 1])


def resolve(position: Position, said: MoveText) -> Move | Refusal:
    """Find the move that is meant, or say why there is none; whether it is legal comes after.

    A claim to take en passant is part of what is meant: one that is not so is refused here, unless
    the move could not be made anyway.  Withdrawals are not moves and are not to be given.
    """
    game = position.game
    if position.turn == NOBODY:
        return Refusal(Code.GAME_OVER)
    why = army_refusal(position, said)
    if why is not None:
        return why
    turn = game.letters[position.turn]
    if said.army and said.army != turn:
        return Refusal(Code.WRONG_TURN, OutOfTurn(turn, (said.army,)))
    if said.action:
        return PASS
    why = _names_refusal(position, said)
    if why is not None:
        return why
    number = game.board.number
    end, promotion = number[said.destination], game.kinds.get(said.promotion, NO_PROMOTION)
    if said.origin in number:
        move = Move(number[said.origin], end, promotion)
        why = _piece_refusal(position, said, move.origin)
    else:
        found = _find(position, said, end, promotion)
        if isinstance(found, Refusal):
            return found
        move = found
    if why is None and said.en_passant:
        why = _en_passant_refusal(position, said, move)
    return move if why is None else why


def army_refusal(position: Position, said: MoveText) -> Refusal | None:
    """Refuse a text that names an army which is off the board, or is none of the game's."""
    game = position.game
    if not said.army:
        return None
    turn = game.letters[position.turn]
    if said.army not in game.letters:
        return Refusal(Code.WRONG_ARMY, Unknown("army", said.army, game.letters, turn))
    if position.royals[game.letters.index(said.army)] < 0:
        return Refusal(Code.WRONG_ARMY, Gone(said.army, turn))
    return None


def _names_refusal(position: Position, said: MoveText) -> Refusal | None:
    """Refuse cells and codes that the game does not have."""
    game = position.game
    number = game.board.number
    for cell in (said.destination, said.origin, *said.lifted):
        if cell not in number and is_whole(cell):
            return Refusal(Code.NO_SUCH_CELL, NoCell(cell))
    if said.code and said.code not in game.kinds:
        return Refusal(Code.WRONG_PIECE, Unknown("piece", said.code, game.codes))
    if said.promotion and said.promotion not in game.kinds:
        return Refusal(Code.BAD_PROMOTION, Unknown("piece", said.promotion, game.codes))
    return None


def _piece_refusal(position: Position, said: MoveText, origin: int) -> Refusal | None:
    """Refuse an origin on which the piece that is meant does not stand."""
    game = position.game
    piece = position.board[origin]
    if not piece:
        return Refusal(Code.EMPTY_CELL, Empty(said.origin))
    if game.army_of[piece] != position.turn:
        turn = game.letters[position.turn]
        return Refusal(Code.WRONG_ARMY, Foreign(standing(position, origin), turn))
    if said.code and game.code(piece) != said.code:
        return Refusal(Code.WRONG_PIECE, OtherKind(standing(position, origin), said.code))
    return None


def _find(position: Position, said: MoveText, end: int, promotion: int) -> Move | Refusal:
    """Find the one piece that SAN means: one legal move must be written so.

    Where none is legal the move is meant whose reason comes last in the order of CONTRACT 6.
    """
    game, board = position.game, position.game.board
    code = said.code or game.codes[game.pawn_kind]
    piece = game.piece(position.turn, game.kinds[code])
    reasons: list[tuple[int, Move]] = []
    legal: list[Move] = []
    for cell, stands in enumerate(position.board):
        if stands != piece or said.origin not in ("", board.columns[cell], board.levels[cell]):
            continue
        move = Move(cell, end, promotion)
        why = refusal(position, move)
        if why is None:
            legal.append(move)
        else:
            reasons.append((_ORDER.index(why.code), move))
    meant = Standing(game.letters[position.turn], code, said.origin)
    if legal:
        fitting = _written_so(position, said, legal)
        if len(fitting) == 1:
            return fitting[0]
        names = tuple(board.names[move.origin] for move in fitting)
        return Refusal(Code.AMBIGUOUS, Meant(meant, said.destination, names))
    if not reasons:
        return Refusal(Code.NO_MATCH, Meant(meant, said.destination))
    return max(reasons, key=lambda found: found[0])[1]


def _written_so(position: Position, said: MoveText, legal: list[Move]) -> list[Move]:
    """Keep the moves whose capture mark and `ep` are as written; or nearly so, if there is none."""
    if len(legal) == 1:
        return legal
    takes = [move for move in legal if lifts(position, move)]
    quiet = [move for move in legal if move not in takes]
    if position.board[legal[0].destination] or not takes or not quiet:
        return legal
    return takes if said.captures or said.en_passant else quiet


def _en_passant_refusal(position: Position, said: MoveText, move: Move) -> Refusal | None:
    """Refuse a move that is said to take en passant and does not, or not the Pawns it names."""
    names = position.game.board.names
    lifted = tuple(names[cell] for cell in lifts(position, move))
    wrong = tuple(cell for cell in said.lifted if cell not in lifted)
    if lifted and not wrong:
        return None
    why = refusal(position, move)
    if why is not None and why.code in _BEFORE_EN_PASSANT:
        return None
    mover, end = standing(position, move.origin), names[move.destination]
    turn = position.game.letters[position.turn]
    if not lifted:
        return Refusal(Code.NO_CAPTURE, NotEnPassant(mover, end, turn))
    return Refusal(Code.NO_CAPTURE, OtherPawn(mover, end, " ".join(wrong), lifted, turn))
