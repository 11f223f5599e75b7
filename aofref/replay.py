"""Replay: a record and the rules joined, ply by ply (CONTRACT 6).  Makes no text, opens no file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from aofref.events import Event, Repetition
from aofref.findings import UNREADABLE, WARNINGS, Code, Finding, Place, Refusal
from aofref.game import Game
from aofref.notation import moves, results
from aofref.notation.moves import MoveText
from aofref.notation.records import Kind, Record, Token, excerpt, syntax
from aofref.opening import Setting, open_game
from aofref.position import NOBODY, PASS, Move, Position
from aofref.rules import turn
from aofref.rules.generate import legal_moves, lifts
from aofref.rules.refuse import refusal


class Ply(NamedTuple):
    """One legal ply, or a withdrawal (`move` is None): who, what, and what it brought about.

    `number` counts plies from 1; a withdrawal bears the number of the ply before it.
    """

    number: int
    round: int
    army: int
    move: Move | None
    lan: str
    suffix: str
    events: tuple[Event, ...]
    token: Token


class Decision(NamedTuple):
    """An arbiter's decision on an illegal move: `stands`, `takeback` or `forfeits`."""

    verdict: str
    finding: Finding


class Replay(NamedTuple):
    """What became of a record: its legal prefix, and every finding in the order of the text.

    `game`, `first` and `last` (the positions at ply 0 and after the last legal ply) are None where
    the record names no game, or no position that could be read.
    """

    record: Record
    game: Game | None
    first: Position | None
    last: Position | None
    opening: tuple[Event, ...]
    plies: tuple[Ply, ...]
    findings: tuple[Finding, ...]
    claimed: str = results.OPEN
    decisions: tuple[Decision, ...] = ()

    @property
    def length(self) -> int:
        """Give the number of legal plies."""
        return self.plies[-1].number if self.plies else 0

    @property
    def errors(self) -> list[Finding]:
        """List the findings that are not warnings."""
        return [finding for finding in self.findings if finding.code not in WARNINGS]

    @property
    def warnings(self) -> list[Finding]:
        """List the warnings."""
        return [finding for finding in self.findings if finding.code in WARNINGS]

    @property
    def status(self) -> str:
        """Give `legal`, `illegal` or `malformed`, the last before the second."""
        errors = self.errors
        if any(finding.code in UNREADABLE for finding in errors):
            return "malformed"
        return "illegal" if errors else "legal"

    @property
    def result(self) -> str:
        """Give the result that the play fixed, or `*`."""
        if self.game is None or self.last is None:
            return results.OPEN
        return results.write(len(self.game.armies), self.last.winners)

    def events(self) -> Iterator[tuple[int, Event]]:
        """Give every event with its ply, in order."""
        for event in self.opening:
            yield 0, event
        for ply in self.plies:
            for event in ply.events:
                yield ply.number, event


def replay(record: Record, setting: Setting | None = None) -> Replay:
    """Judge a record from its start to its first illegal move."""
    findings = list(record.findings)
    opened = open_game(record, setting or Setting(), findings)
    if opened is None or isinstance(opened, Game):
        return Replay(record, opened, None, None, (), (), tuple(findings))
    first, opening = opened
    run = Run(first, 0, setting)
    stop = min((f.place for f in findings if f.code in _STOPS), default=None)
    depth, judging = 0, True
    decisions: list[Decision] = []
    for index, token in enumerate(record.tokens):
        if token.kind is Kind.OPEN:
            depth += 1
        elif token.kind is Kind.CLOSE:
            depth = max(0, depth - 1)
        elif token.kind is Kind.MOVE:
            judging = judging and (stop is None or token.place < stop)
            if judging and not depth:
                judging = run.play(token)
                if not judging and setting is not None and setting.as_played:
                    judging = decide(run, record.tokens, index, decisions)
            elif moves.parse(first.game, token.text) is None:
                findings.append(not_a_move(token))
    findings.extend(run.findings)
    claim = _claim(first.game, record, run, findings)
    findings.sort(key=lambda finding: finding.place)
    return Replay(
        record,
        first.game,
        first,
        run.position,
        opening,
        tuple(run.plies),
        tuple(findings),
        claim,
        tuple(decisions),
    )


_STOPS = (Code.SYNTAX, Code.LIMIT)
"""Codes of what cannot be read in the movetext: play stops there."""


def decide(run: Run, tokens: tuple[Token, ...], index: int, decisions: list[Decision]) -> bool:
    """Carry on past an illegal move if the comment behind it holds an arbiter's decision."""
    for token in islice(tokens, index + 1, None):
        if token.kind is Kind.NAG:
            continue
        found = _ARBITER.search(token.text) if token.kind is Kind.COMMENT else None
        if found is None or not run.overrule(tokens[index], found.group(1)):
            return False
        decisions.append(Decision(found.group(1), run.findings.pop()))
        run.stopped = None
        return True
    return False


_ARBITER = re.compile(r"\[%arbiter\s+(stands|takeback|forfeits)\s*\]")
_MAY_STAND = frozenset(
    {
        Code.WRONG_TURN,
        Code.WRONG_ARMY,
        Code.UNREACHABLE,
        Code.MISSING_CELL,
        Code.BLOCKED,
        Code.NO_CAPTURE,
        Code.NO_SCREEN,
        Code.IN_CHECK,
        Code.PROMOTION_REQUIRED,
        Code.PROMOTION_FORBIDDEN,
        Code.BAD_PROMOTION,
    }
)
"""Codes of illegal moves that name a piece and a cell, and so can be let stand."""


class Run:
    """A replay under way: `play` takes the moves of one line of play in turn."""

    def __init__(self, first: Position, number: int = 0, setting: Setting | None = None) -> None:
        self.position = first
        self.notation = setting.notation if setting else None
        self.number = number
        self.plies: list[Ply] = []
        self.findings: list[Finding] = []
        self.stopped: Place | None = None
        self._seen = Counter([_key(first)]) if first.game.two_players else None

    def play(self, token: Token) -> bool:
        """Play the move that the token says; note a refusal and give False if it is not legal."""
        position = self.position
        game = position.game
        said = moves.parse(game, token.text, self.notation)
        if said is None:
            self._refuse(not_a_move(token).refusal, token)
            return False
        if said.action in moves.WITHDRAWALS:
            return self._withdraw(said, token)
        meant = moves.resolve(position, said)
        why = meant if isinstance(meant, Refusal) else refusal(position, meant)
        if why is not None:
            self._refuse(why, token)
            return False
        assert not isinstance(meant, Refusal)
        self._move(position, meant, token)
        for warning in moves.warnings(position, meant, said, self.plies[-1].suffix):
            letter = game.letters[position.turn]
            self.findings.append(_finding(warning, token, self.number, letter))
        return True

    def overrule(self, token: Token, verdict: str) -> bool:
        """Carry out an arbiter's decision on the move just refused; False if it cannot be."""
        if verdict == "takeback":
            return True
        position, why = self.position, self.findings[-1].refusal
        if verdict == "forfeits":
            if position.turn == NOBODY:
                return False
            self._remove(position.turn, verdict, token)
            return True
        said = moves.parse(position.game, token.text)
        if said is None or why.code not in _MAY_STAND:
            return False
        if why.code in (Code.WRONG_TURN, Code.WRONG_ARMY):
            position = _in_turn(position, said)
        meant = moves.resolve(position, said._replace(en_passant=False, lifted=()))
        if isinstance(meant, Refusal) or not _can_stand(position, meant):
            return False
        self._move(position, meant, token)
        return True

    def _withdraw(self, said: MoveText, token: Token) -> bool:
        position = self.position
        game = position.game
        over = position.turn == NOBODY
        why = Refusal(Code.GAME_OVER, "8") if over else moves.army_refusal(position, said)
        if why is not None:
            self._refuse(why, token)
            return False
        army = game.letters.index(said.army) if said.army else position.turn
        self._remove(army, said.action, token)
        return True

    def _move(self, before: Position, move: Move, token: Token) -> None:
        """Play a move on: legal, or let stand by an arbiter."""
        self.number += 1
        after, events = turn.after(before, move)
        lan, suffix = moves.lan(before, move), moves.suffix(after, events)
        events += self._repetition(after)
        self.plies.append(
            Ply(self.number, before.round, before.turn, move, lan, suffix, events, token)
        )
        self.position = after

    def _remove(self, army: int, reason: str, token: Token) -> None:
        """Withdraw an army."""
        round_ = self.position.round
        self.position, events = turn.withdraw(self.position, army, reason)
        self.plies.append(Ply(self.number, round_, army, None, reason, "", events, token))

    def _repetition(self, after: Position) -> tuple[Event, ...]:
        """Count the position; from its third time on it is an event (two players only)."""
        if self._seen is None or after.turn == NOBODY:
            return ()
        key = _key(after)
        self._seen[key] += 1
        return (Repetition(self._seen[key]),) if self._seen[key] >= 3 else ()

    def _refuse(self, why: Refusal, token: Token) -> None:
        position = self.position
        army = "" if position.turn == NOBODY else position.game.letters[position.turn]
        self.stopped = token.place
        self.findings.append(_finding(why, token, self.number + 1, army))


def _finding(why: Refusal, token: Token, ply: int, army: str) -> Finding:
    """Make a finding of a move; its text goes without the army that the finding names."""
    text = token.text.removeprefix(f"{army}:")
    said = text if len(text) <= moves.LONGEST else excerpt(text)
    return Finding(why, token.place, ply, army, said, token.ordinal)


def _index(game: Game, letter: str) -> int:
    return game.letters.index(letter) if letter in game.letters else NOBODY


def _in_turn(position: Position, said: MoveText) -> Position:
    """Give the position with the turn of the army that the move is of."""
    game = position.game
    origin = game.board.number.get(said.origin)
    piece = position.board[origin] if origin is not None else 0
    army = _index(game, said.army) if said.army else game.army_of[piece]
    return replace(position, turn=army) if army >= 0 and position.royals[army] >= 0 else position


def _can_stand(position: Position, move: Move) -> bool:
    """Say whether a move can be carried out on the board whatever the rules say of it."""
    if move == PASS:
        return True
    game, target = position.game, position.board[move.destination]
    own = game.army_of[position.board[move.origin]] == position.turn
    return own and (
        not target or (game.army_of[target] != position.turn and not game.is_royal[target])
    )


def _key(position: Position) -> object:
    """Give what two positions of a game of two must share to be a repetition."""
    rights: tuple[object, ...] = ()
    if position.passed and any(lifts(position, move) for move in legal_moves(position)):
        rights = position.passed
    return position.board, position.turn, rights, tuple(sorted(position.owed.items()))


# What the record claims -------------------------------------------------------------------------


def not_a_move(token: Token) -> Finding:
    """Make the finding for a token that has no meaning as a move."""
    return syntax(f"this is no move: {excerpt(token.text)}", token.place)


def _claim(game: Game, record: Record, run: Run, findings: list[Finding]) -> str:
    """Give the result that the record states, and note it if it is false or no result."""
    count = len(game.armies)
    stated = []
    tag, token = record.tag("Result"), record.result
    for text, place in (
        *([(tag.value, tag.place)] if tag else []),
        *([(token.text, token.place)] if token else []),
    ):
        if results.read(count, text) is None:
            findings.append(syntax(f"this is no result of {count} armies: {excerpt(text)}", place))
        elif text != results.OPEN:
            stated.append((text, place))
    if run.stopped is None:
        position = run.position
        fixed = results.write(count, position.winners)
        for text, place in stated:
            if not _may_claim(position, text, fixed):
                removed = "" if position.winners else _removed_winners(position, text)
                why = Refusal(Code.FALSE_RESULT, "8", text=text, candidates=(fixed,), army=removed)
                findings.append(Finding(why, place, run.number, "", text))
                break
    return stated[-1][0] if stated else results.OPEN


def _removed_winners(position: Position, text: str) -> str:
    shares = results.read(len(position.game.armies), text) or ()
    gone = [army for army, share in enumerate(shares) if share and position.royals[army] < 0]
    return " ".join(position.game.letters[army] for army in gone)


def _may_claim(position: Position, text: str, fixed: str) -> bool:
    """Say whether a stated result agrees with the play, or is an agreement in an open position."""
    shares = results.read(len(position.game.armies), text) or ()
    if position.winners is not None:
        return shares == results.read(len(shares), fixed)
    over = position.turn == NOBODY  # as given: how it ended is not known
    return over or all(not share or position.royals[army] >= 0 for army, share in enumerate(shares))
