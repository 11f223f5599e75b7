"""Replay: the only driver of play over a record, variations and all (CONTRACT 6)."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum, auto
from typing import NamedTuple

from aofref.findings import Aside, Code, Finding, Refusal
from aofref.findings.facts import Words
from aofref.judge.claims import claims, false_claim
from aofref.judge.conditional import Foreseen, foreseen
from aofref.judge.line import Line, Ply, not_a_move, step
from aofref.judge.opening import Setting, open_game
from aofref.judge.reading import no_move
from aofref.judge.verdict import Decision, Judged, Replay, Unopened
from aofref.notation import moves, results
from aofref.notation.records import Kind, RawRecord, Record, Token
from aofref.rules.position import Position
from aofref.text import in_one_line

ILLEGAL = "illegal from here: "
"""How a comment begins that has an illegal move, and what follows it, as conversion keeps them."""
_ARBITER = re.compile(r"\[%arbiter\s+(stands|takeback|forfeits)\s*\]")
_COMMENTS = (Kind.COMMENT, Kind.LINE_COMMENT)


class Fate(Enum):
    """What became of a token of the movetext."""

    PLAYED = auto()
    STANDS = auto()  # illegal, but an arbiter let it stand
    FORFEITS = auto()  # illegal, and an arbiter removed its army
    TAKEN_BACK = auto()  # illegal, and an arbiter had it taken back
    REFUSED = auto()
    BEHIND = auto()  # a move behind one that was refused: not judged
    NO_MOVE = auto()


class Step(NamedTuple):
    """What the driver tells its listener of a token: where it stands, and what came of it.

    `before` is the position in which it was met (None behind a refused move), `ply` what was
    played, `lines` the conditional lines of a comment.
    """

    token: Token
    fate: Fate
    before: Position | None = None
    ply: Ply | None = None
    lines: tuple[Foreseen, ...] = ()


Listener = Callable[[Step], None]


def replay(
    record: Record, setting: Setting | None = None, listener: Listener | None = None
) -> Judged:
    """Judge a record: its main line to the first illegal move, and its variations likewise.

    The listener is told every token of the movetext in order, what is unreadable included.
    """
    setting = setting or Setting()
    opened = open_game(record, setting)
    if isinstance(opened, Unopened):
        return opened
    first, findings = opened.first, [*opened.findings]
    driver = _Driver(record, first, setting, listener)
    driver.run()
    stated, faults = claims(first.game, record)
    findings += [*driver.findings, *faults]
    if driver.whole:
        false = false_claim(driver.main.position, stated, driver.main.number)
        findings += [false] if false else []
    findings.sort(key=lambda finding: (finding.place, finding.token))
    return Replay(
        record,
        tuple(findings),
        first,
        driver.main.position,
        opened.events,
        tuple(driver.plies),
        stated[-1].text if stated else results.OPEN,
        tuple(driver.decisions),
        tuple(driver.lines),
        driver.refused,
    )


def unjudged(raw: RawRecord, problem: Exception) -> Unopened:
    """Give the verdict on a record at which the program itself failed: one finding of that."""
    beyond = isinstance(problem, RecursionError | MemoryError | OverflowError)
    text = f"a fault of aofref at this record: {in_one_line(problem)}"
    why = Refusal(Code.LIMIT if beyond else Code.SYNTAX, Words(text))
    findings = (*raw.findings, Finding(why, raw.start))
    record = Record((), (), findings, raw.start, raw, broken=True)
    return Unopened(record, findings, None)


class _Driver:
    """Plays the tokens of a record, each on the line that it belongs to.

    `levels` holds the main line and the variations open now; None is one that has been refused, or
    was opened behind a refused move.  Unreadable text ends the judging of them all.  `behind` is
    where a comment has what conversion kept of an illegal move: what is foreseen there is void.
    """

    def __init__(
        self, record: Record, first: Position, setting: Setting, listener: Listener | None
    ) -> None:
        self.tokens = record.tokens
        self.game = first.game
        self.as_played = setting.as_played
        self.main = Line(first, 0, setting.notation, counting=True)
        self.levels: list[Line | None] = [self.main]
        self.plies: list[Ply] = []
        self.findings: list[Finding] = []
        self.decisions: list[Decision] = []
        self.lines: list[Foreseen] = []
        self.refused: Finding | None = None
        self.listener = listener
        self.unread = False
        self.behind: tuple[Line, int] | None = None

    @property
    def whole(self) -> bool:
        """Say whether the main line was judged to its end."""
        return self.refused is None and not self.unread

    def run(self) -> None:
        """Take every token in turn."""
        move, listener = Kind.MOVE, self.listener
        for index, token in enumerate(self.tokens):
            told = self._move(index, token) if token.kind is move else self._take(token)
            if listener is not None and told is not None:
                listener(told)

    def _take(self, token: Token) -> Step:
        """Take a token that is no move."""
        if token.kind is Kind.BAD:
            self._give_up()
        here = self.levels[-1]
        if token.kind is Kind.OPEN:
            self.levels.append(here.branch() if here else None)
        elif token.kind is Kind.CLOSE:
            if len(self.levels) > 1:
                self.levels.pop()
            else:
                self._give_up()
        elif token.kind in _COMMENTS and here is not None:
            if token.text.startswith(ILLEGAL):
                self.behind = (here, here.number)
            elif "[%if" in token.text and self.behind != (here, here.number):
                return self._comment(token, here)
        return Step(token, Fate.NO_MOVE, here.position if here else None)

    def _give_up(self) -> None:
        if not self.unread:
            self.unread = True
            self.levels = [None] * len(self.levels)

    def _comment(self, token: Token, here: Line) -> Step:
        lines = tuple(foreseen(here, token, len(self.plies)))
        self.findings += [line.fault for line in lines if line.fault is not None]
        if here is self.main:
            self.lines += lines
        return Step(token, Fate.NO_MOVE, here.position, lines=lines)

    def _move(self, index: int, token: Token) -> Step | None:
        """Take a move; of one that is played there is a step only where somebody listens."""
        here = self.levels[-1]
        if here is None:
            if moves.parse(self.game, token.text) is None:
                self.findings.append(not_a_move(token))
            return Step(token, Fate.BEHIND)
        before = here.position
        found = here.play(token)
        if isinstance(found, Ply):
            self._note(here, found)
            return Step(token, Fate.PLAYED, before, found) if self.listener else None
        decided = self._decided(index, here, found) if self.as_played else None
        if decided is not None:
            if decided.ply is not None:
                self._note(here, decided.ply)
            return decided._replace(before=before)
        self.levels[-1] = None
        if here is self.main:
            if found.code is Code.SYNTAX:
                found = found._replace(refusal=no_move(before, token.text))
            self.refused = found
        elif found.code is not Code.SYNTAX:
            found = found._replace(refusal=Refusal(Code.VARIATION, Aside(found.refusal)))
        self.findings.append(found)
        return Step(token, Fate.REFUSED, before)

    def _note(self, here: Line, ply: Ply) -> None:
        if ply.warnings:
            self.findings += ply.warnings
        if here is self.main:
            self.plies.append(ply)

    def _decided(self, index: int, here: Line, why: Finding) -> Step | None:
        """Carry on past an illegal move if the comment behind it holds an arbiter's decision."""
        token, at = self.tokens[index], index + 1
        while at < len(self.tokens) and self.tokens[at].kind is Kind.NAG:
            at += 1
        if at == len(self.tokens) or self.tokens[at].kind not in _COMMENTS:
            return None
        match = _ARBITER.search(self.tokens[at].text)
        if match is None:
            return None
        verdict, ply = match.group(1), None
        if verdict == "takeback":
            here.hold()
        elif (ply := here.overrule(token, why, verdict)) is None:
            return None
        if here is self.main:
            self.decisions.append(Decision(verdict, why))
        return Step(token, _FATES[verdict], ply=ply)


_FATES = {"stands": Fate.STANDS, "takeback": Fate.TAKEN_BACK, "forfeits": Fate.FORFEITS}


def position_at(replay: Replay, number: int) -> Position:
    """Give the position after a ply, withdrawals that follow it included."""
    position = replay.first
    for ply in replay.plies:
        if ply.number > number:
            break
        position = step(position, ply)
    return position
