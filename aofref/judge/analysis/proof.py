"""Proofs: a move judged in a position, with every fact that bears on it."""

from typing import NamedTuple

from aofref.findings import Code, Refusal
from aofref.findings.facts import NoCell
from aofref.judge.replay.line import to_move
from aofref.notation import moves
from aofref.notation.resolve import piece_refusal
from aofref.rules import turn
from aofref.rules.events import TurnEvent
from aofref.rules.generate import legal_moves, path_of
from aofref.rules.position import NOBODY, CoreMove, CorePosition


class Proof(NamedTuple):
    """A move judged in a position: the refusal, or None and what the legal move brings about.

    `piece` is the cell of the piece that is meant (-1: none), `own` its legal moves in LAN; if it
    is not `on_turn`, those that it would have on the turn of its army.  `path` are the cells
    of a legal move from origin to destination, `warnings` what its text claims falsely.
    """

    position: CorePosition
    written: str
    refusal: Refusal | None
    move: CoreMove | None
    piece: int
    own: tuple[str, ...]
    events: tuple[TurnEvent, ...]
    path: tuple[str, ...] = ()
    on_turn: bool = True
    warnings: tuple[Refusal, ...] = ()


def explain(position: CorePosition, written: str) -> Proof | None:
    """Judge a written move; None if it cannot be read as a move."""
    parsed = moves.parse(position.game, written)
    if parsed is None or parsed.action in moves.WITHDRAWALS:
        return None
    meant = moves.legal(position, parsed)
    if isinstance(meant, Refusal):
        return proof_of(position, written, meant)
    after, events = turn.after_unjudged(position, meant)
    own = moves_of(position, meant.origin)
    false = tuple(moves.warnings(position, meant, parsed, moves.suffix(after, events)))
    path = path_of(position, meant)
    return Proof(position, written, None, meant, meant.origin, own, events, path, True, false)


def proof_of(position: CorePosition, written: str, why: Refusal) -> Proof:
    """Complete a refusal with the piece that is meant and its moves."""
    game = position.game
    if why.piece:
        cell = game.board.number.get(why.piece.cell, -1)
    else:
        parsed = moves.parse(game, written)  # of an army that is not on turn
        cell = game.board.number.get(parsed.origin, -1) if parsed is not None else -1
    if cell < 0 or not position.board[cell]:
        return Proof(position, written, why, None, -1, (), ())
    army = game.army_of[position.board[cell]]
    on_turn = position.turn in (army, NOBODY)
    at = position if on_turn else to_move(position, army)
    return Proof(position, written, why, None, cell, moves_of(at, cell), (), (), on_turn)


def moves_of(position: CorePosition, cell: int) -> tuple[str, ...]:
    """List the legal moves of the piece on a cell, in LAN, sorted."""
    legal = (move for move in legal_moves(position) if move.origin == cell)
    return tuple(sorted(moves.lan(position, move) for move in legal))


def movable(position: CorePosition, cell: str) -> Refusal | None:
    """Return why nothing on a cell may move: game over, no such cell, nothing on it, an enemy's."""
    game = position.game
    if cell not in game.board.number:
        return Refusal(Code.NO_SUCH_CELL, NoCell(cell))
    if position.turn == NOBODY:
        return Refusal(Code.GAME_OVER)
    return piece_refusal(position, moves.MoveText("", origin=cell), game.board.number[cell])
