"""Diagnosis: proofs of moves; for a record its proof and possible slips."""

from itertools import takewhile

from aofref import games
from aofref.findings import Code, Finding, Refusal
from aofref.judge.replay.line import LineOfPlay, Ply, to_move
from aofref.judge.replay.verdict import Replay
from aofref.notation import moves, movetext, resolve
from aofref.notation.records import Kind, Token
from aofref.notation.resolve import no_cell, piece_refusal
from aofref.rules import turn
from aofref.rules.events import Event
from aofref.rules.moves import legal_moves, path_of
from aofref.rules.position import NOBODY, CoreMove, CorePosition
from aofref.values import Value


class Proof(Value):
    """A move judged in a position: its refusal, or the legal move with its `events`.

    `cell` is that of the piece that is meant (-1: none), `moves` are its legal moves in LAN; if not
    `on_turn`, its moves as if its army had the turn.  `path` are the cells of a legal move from
    origin to destination, `warnings` the false claims of its text.
    """

    position: CorePosition
    written: str
    refusal: Refusal | None
    move: CoreMove | None = None
    cell: int = -1
    moves: tuple[str, ...] = ()
    events: tuple[Event, ...] = ()
    path: tuple[str, ...] = ()
    on_turn: bool = True
    warnings: tuple[Refusal, ...] = ()

    @property
    def page_sentence(self) -> str:
        """The sentence of the game's page that the refusal rests on; empty if there is none."""
        why, page = self.refusal, games.page(self.position.game.variant.id)
        if why is None or page is None or not why.rule or why.code is Code.NO_SUCH_CELL:
            return ""  # a slip of the pen rests on no sentence
        return next((page[name] for name in (*why.topics, why.code) if name in page), "")


def explain(position: CorePosition, written: str) -> Proof | None:
    """Judge a written move; None if it cannot be read as a move."""
    parsed = moves.read(position, written)
    if parsed is None or parsed.action in movetext.WITHDRAWALS:
        return None
    meant = resolve.legal(position, parsed)
    if isinstance(meant, Refusal):
        return proof_of(position, written, meant)
    after, events = turn.apply(position, meant)
    own = moves_of(position, meant.origin)
    true = movetext.lan(position, meant), movetext.suffix(after, events)
    false = tuple(movetext.warnings(position, meant, parsed, *true))
    path = path_of(position, meant)
    return Proof(position, written, None, meant, meant.origin, own, events, path, True, false)


def proof_of(position: CorePosition, written: str, why: Refusal) -> Proof:
    """Complete a refusal with the piece that is meant and its moves.

    A cell alone, on which a piece of the army to move stands, may mean that piece.
    """
    game, parsed = position.game, moves.read(position, written)
    number = game.board.number
    cell = -1 if parsed is None else number.get(parsed.origin, -1)
    if why.piece:
        cell = number.get(why.piece.cell, -1)
    if parsed is not None and why.code in (Code.OWN_PIECE, Code.NO_MATCH):
        there = number.get(parsed.destination, -1)
        alone = not (parsed.code or parsed.origin or parsed.promotion or there < 0)
        if alone and game.army_of[position.board[there]] == position.turn:
            cell = there
    if cell < 0 or not position.board[cell]:
        return Proof(position, written, why)
    army = game.army_of[position.board[cell]]
    on_turn = position.turn in (army, NOBODY)
    at = position if on_turn else to_move(position, army)
    return Proof(position, written, why, None, cell, moves_of(at, cell), on_turn=on_turn)


def moves_of(position: CorePosition, cell: int) -> tuple[str, ...]:
    """List the legal moves of the piece on a cell, in LAN, sorted."""
    legal = (move for move in legal_moves(position) if move.origin == cell)
    return tuple(sorted(movetext.lan(position, move) for move in legal))


def movable(position: CorePosition, cell: str) -> Refusal | None:
    """Refuse a cell without a movable piece: game over, no such cell, empty, or an enemy's."""
    game = position.game
    if cell not in game.board.number:
        return no_cell(game.board, cell)
    if position.turn == NOBODY:
        return Refusal(Code.GAME_OVER)
    return piece_refusal(position, movetext.MoveText("", origin=cell), game.board.number[cell])


class Slip(Value):
    """A possible fix for a wrong turn: with it, `fitting` of the `following` moves are legal.

    `missing` is the army whose move seems to be missing; if empty, the written move is superfluous.
    """

    missing: str
    fitting: int
    following: int


def proved(replay: Replay) -> Proof | None:
    """Prove the refusal of the move that ended the main line, if one did."""
    why = replay.refused
    if why is None or why.code is Code.SYNTAX:
        return None
    return proof_of(replay.last, why.move, why.refusal)


def slips_in(replay: Replay) -> tuple[Slip, ...]:
    """Look for slips of turn at the move that ended the main line, if one did."""
    if (why := replay.refused) is None:
        return ()
    rest = [token for token in replay.record.main_line if token.ordinal >= why.token]
    return slips(replay.last, why, [token for token in rest if token.kind is Kind.MOVE])


def slips(position: CorePosition, why: Finding, rest: list[Token]) -> tuple[Slip, ...]:
    """Try to fix a wrong turn: by inserting a turn, and by leaving out the move `rest[0]`."""
    if why.code not in (Code.WRONG_TURN, Code.WRONG_ARMY):
        return ()
    missing = position.game.letters[position.turn]
    slips = [Slip(missing, _fitting(turn.skip(position), rest), len(rest))]
    if len(rest) > 1:
        slips.append(Slip("", _fitting(position, rest[1:]), len(rest) - 1))
    return tuple(slips)


def _fitting(position: CorePosition, tokens: list[Token]) -> int:
    line = LineOfPlay(position)
    return len([*takewhile(lambda token: isinstance(line.play(token), Ply), tokens)])
