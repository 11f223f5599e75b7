"""Lines of play under way, a record's, a variation's, a mail's or a conditional one; numbers."""

import re
from typing import Final, NamedTuple

from aofref.findings import BadPosition, Code, Finding, Note, Piece, Refusal, fault
from aofref.notation import moves, movetext, positions, resolve
from aofref.notation.movetext import MoveText, Notation
from aofref.notation.notes import Decided
from aofref.notation.records import Token
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event, Reason
from aofref.rules.position import NO_CASTLING, NOBODY, PASS, CoreMove, CorePosition
from aofref.rules.refuse import piece_on, with_variant
from aofref.text import excerpt
from aofref.values import Value


class Ply(NamedTuple):
    """One ply, or a withdrawal (`move` is None): who, what, and what it brought about.

    `number` counts plies from 1; a withdrawal has the number of the ply before it.  `token` is what
    it was written as.  `warnings` are the false claims of its text.  `stood` is the reason why it
    was illegal, if an arbiter let it stand or had its army forfeit.  `parent` is the place among
    the tokens of the ply before it in its line (-1: none), `depth` counts the variations around it.
    """

    number: int
    round: int
    army: int
    move: CoreMove | None
    lan: str
    suffix: str
    events: tuple[Event, ...]
    token: Token
    warnings: tuple[Finding, ...] = ()
    stood: Finding | None = None
    parent: int = -1
    depth: int = 0

    def written(self, game: CompiledVariant) -> str:
        """Write it as a record has it, with its army if there are four, and its suffixes."""
        is_named = self.move is None or not game.two_players
        return (f"{game.letters[self.army]}:" if is_named else "") + self.lan + self.suffix

    def in_san(self, before: CorePosition) -> str:
        """Write it in short notation with its suffixes; a withdrawal or an illegal move in LAN."""
        if self.move is None or self.stood is not None:
            return self.lan + self.suffix
        return movetext.write(before, self.move, Notation.SAN) + self.suffix


class Numbering(Value):
    """How a record numbers its moves: by `rounds`, or by `plies` if its second number does.

    Each is the difference between the numbers and what they count; None if they do not count that.
    A record counts from 1 or from its `first` number, which stood behind `begun` plies.
    """

    rounds: int | None = None
    plies: int | None = None
    begun: int = -2
    first: int = 0

    @property
    def has_begun(self) -> bool:
        """Whether there was a number."""
        return self.rounds is not None or self.plies is not None

    def take(
        self, number: int, round_: int, plies: int, token: Token
    ) -> "tuple[Numbering, Finding | None]":
        """Return the numbering with the number of a token's move taken; warn if another is due.

        The move stands in a round, behind a number of plies.
        """
        by_round, by_ply, begun, first = self
        is_second = plies == begun + 1
        if number - round_ == by_round and by_ply is None and not is_second:
            return self, None
        if by_round is None and by_ply is None:
            return Numbering(number - round_, None, plies, number), None
        if is_second:
            by_ply = first - begun
        by_round = by_round if number - round_ == by_round else None
        by_ply = by_ply if number - plies == by_ply else None
        counted = Numbering(by_round, by_ply, begun, first)
        if counted.has_begun:
            return counted, None
        text = f"the move has the number {number} where {self.due(round_, plies)} is due"
        why = fault(Code.CONTRADICTION, text, token.place, token.ordinal)
        return self, why._replace(ply=plies + 1)

    def due(self, round_: int, plies: int) -> int:
        """Return the number that is due."""
        if self.rounds is None and self.plies is not None:
            return self.plies + plies
        return (self.rounds or 0) + round_


_new: Final = tuple.__new__  # of a NamedTuple, without the cost of its own


class LineOfPlay:
    """A line of play: `play` takes its moves in turn; a move that is refused changes nothing.

    `number` counts the plies so far, `depth` the variations around it; `step` is the place of the
    token that led to `position` (-1: none); `last` are the position, the number and the step before
    the last move.
    """

    __slots__ = ("depth", "last", "notation", "number", "position", "step")

    def __init__(
        self,
        start: CorePosition,
        number: int = 0,
        notation: Notation | None = None,
        step: int = -1,
        depth: int = 0,
    ) -> None:
        self.position = start
        self.number = number
        self.notation = notation
        self.step = step
        self.depth = depth
        self.last = start, number, step

    def branch(self) -> "LineOfPlay":
        """Begin a variation: another move in the place of the last."""
        position, number, step = self.last
        return LineOfPlay(position, number, self.notation, step, self.depth + 1)

    def play(self, token: Token) -> Ply | Finding:
        """Play the move of a token, or return why it is not legal."""
        position = self.position
        written = moves.read(position, token.text, self.notation)
        if written is None:
            return self.refused(not_a_move(token).refusal, token)
        if written.action and written.action in movetext.WITHDRAWALS:
            over, letters = position.turn == NOBODY, position.game.letters
            why = Refusal(Code.GAME_OVER) if over else resolve.army_refusal(position, written)
            if why is not None:
                return self.refused(why, token)
            army = letters.index(written.army) if written.army else position.turn
            return self._remove(army, Reason(written.action), token)
        meant = resolve.legal(position, written)
        if isinstance(meant, Refusal):
            why = _noting_castling(position.game, written, meant)
            return self.refused(why, _in_full(position, written, token, why.piece))
        return self._move(position, meant, written, token)

    def overrule(self, token: Token, why: Finding, verdict: Decided) -> Ply | None:
        """Let the move just refused stand, or its army forfeit; None if that cannot be."""
        position = self.position
        if verdict is Decided.FORFEITS:
            if position.turn == NOBODY:
                return None
            return self._remove(position.turn, Reason.FORFEITS, token, why)
        written = moves.read(position, token.text)
        if written is None or not why.code.may_stand:
            return None
        if why.code in (Code.WRONG_TURN, Code.WRONG_ARMY):
            position = in_turn(position, written, why.refusal.piece)
        meant = resolve.resolve(
            position, written._replace(en_passant=False, taken=(), numbers=None)
        )
        if isinstance(meant, Refusal) or not _can_stand(position, meant):
            return None
        after = positions.write(turn.apply(position, meant)[0])
        try:  # the position after it must be one that could be read
            positions.read(position.game, after)
        except BadPosition:
            return None
        return self._move(position, meant, written, token, why)

    def hold(self) -> None:
        """Treat the last move as one that changed nothing, as after a takeback."""
        self.last = self.position, self.number, self.step

    def _move(
        self,
        before: CorePosition,
        move: CoreMove,
        written: MoveText,
        token: Token,
        stood: Finding | None = None,
    ) -> Ply:
        """Play a move on: legal, or let stand by an arbiter."""
        after, events = turn.apply(before, move)
        lan, suffix = movetext.lan(before, move), movetext.suffix(after, events)
        army, number, parent = before.turn, self.number + 1, self.step
        warned: tuple[Finding, ...] = ()
        if false := movetext.warnings(before, move, written, lan, suffix):
            letter, named = before.game.letters[army], token
            if move != PASS:
                named = _in_full(before, written, token, piece_on(before, move.origin))
            warned = tuple([finding_of(warning, named, number, letter) for warning in false])
        self.last = self.position, self.number, parent
        self.position = after
        self.number = number
        self.step = token.ordinal
        made = (number, before.round, army, move, lan, suffix, events, token,
                warned, stood, parent, self.depth)  # fmt: skip
        return _new(Ply, made)

    def _remove(self, army: int, reason: Reason, token: Token, stood: Finding | None = None) -> Ply:
        self.hold()
        parent, self.step = self.step, token.ordinal
        round_, number = self.position.round, self.number
        self.position, events = turn.withdraw(self.position, army, reason)
        made = number, round_, army, None, reason, "", events, token
        return Ply(*made, stood=stood, parent=parent, depth=self.depth)

    def refused(self, why: Refusal, token: Token) -> Finding:
        """Make the finding of a move of this line that is refused."""
        position = self.position
        army = "" if position.turn == NOBODY else position.game.letters[position.turn]
        return finding_of(with_variant(position.game, why), token, self.number + 1, army)


def step(position: CorePosition, ply: Ply) -> CorePosition:
    """Play a ply again in the position that it was played in."""
    if ply.move is None:
        return turn.withdraw(position, ply.army, Reason(ply.lan))[0]
    return turn.apply(to_move(position, ply.army), ply.move)[0]


def same_ply(ply: Ply, other: Ply) -> bool:
    """Whether two plies are the same move or withdrawal."""
    return (ply.army, ply.move, ply.lan) == (other.army, other.move, other.lan)


def to_move(position: CorePosition, army: int) -> CorePosition:
    """Return the position with an army to move, also out of turn."""
    if position.turn == army:
        return position
    other = position.with_turn(army)
    turn.keep(position, other)
    return other


def in_turn(position: CorePosition, written: MoveText, meant: Piece | None = None) -> CorePosition:
    """Return the position with the turn of the army of a written move, or of the piece meant."""
    game = position.game
    origin = game.board.number.get(meant.cell if meant is not None else written.origin)
    piece = position.board[origin] if origin is not None else 0
    army = game.army_of[piece]
    if written.army:
        army = game.letters.index(written.army) if written.army in game.letters else NOBODY
    return to_move(position, army) if army >= 0 and position.royals[army] >= 0 else position


def finding_of(why: Refusal, token: Token, ply: int, army: str) -> Finding:
    """Make a finding of a move; its text goes without the army that the finding names."""
    text = token.text.removeprefix(f"{army}:")
    written = text if len(text) <= moves.LONGEST else excerpt(text)
    return Finding(why, token.place, ply, army, written, token.ordinal)


def _in_full(position: CorePosition, written: MoveText, token: Token, piece: Piece | None) -> Token:
    """Return a token with the text of a move for a finding, where no colon can be misread.

    `piece` is what the move is of, if that is known.
    """
    game = position.game
    if not game.two_players or position.turn == NOBODY:
        return token
    letter = game.letters[position.turn]
    if written.army not in ("", letter):
        return token
    known = piece is not None and (piece.army, piece.code) == (letter, game.pawn_code)
    bare = written.text.removeprefix(f"{letter}:")
    full = moves.of_army(game, letter, bare, piece.cell if piece is not None and known else "")
    return token._replace(text=full.removeprefix(f"{letter}:"))


def not_a_move(token: Token) -> Finding:
    """Make the finding for a token that has no meaning as a move."""
    return fault(Code.SYNTAX, f"not a move: {excerpt(token.text)}", token.place, token.ordinal)


def _noting_castling(game: CompiledVariant, written: MoveText, why: Refusal) -> Refusal:
    """Note that a game has no castling where a King goes two files aside, as chess players do."""
    piece, code = why.piece, why.code
    if piece is None or piece.code != "K" or game.castlings.homes or code is not Code.UNREACHABLE:
        return why
    aside = re.fullmatch(r"e([18]) [cg]\1", f"{piece.cell} {written.destination}")
    return why.noting(Note(f"{game.variant.id} has no castling")) if aside else why


def _can_stand(position: CorePosition, move: CoreMove) -> bool:
    """Whether a move can be carried out on the board, legal or not."""
    if move == PASS:
        return True
    game, target = position.game, position.board[move.destination]
    if move.castling != NO_CASTLING:
        paths = game.castlings.every[move.castling].paths
        homes = {path.origin: path.piece for path in paths}
        ends = {path.destination for path in paths} - homes.keys()
        board = position.board.translate(game.plain)
        there = all(board[cell] == piece for cell, piece in homes.items())
        return there and not any(position.board[end] for end in ends)
    own = game.army_of[position.board[move.origin]] == position.turn
    return own and (
        not target or (game.army_of[target] != position.turn and not game.is_royal[target])
    )
