"""Replay: the only driver of play over a record, variations and all (aofref(1))."""

import re
from collections.abc import Callable, Sequence
from enum import Enum, auto
from typing import Final

from aofref.findings import Aside, Code, Finding, Refusal
from aofref.findings.facts import DecidedHere, Words
from aofref.judge.replay.claims import claims, false_claim
from aofref.judge.replay.conditional import Foreseen, foreseen
from aofref.judge.replay.line import Decided, LineOfPlay, Ply, not_a_move, step
from aofref.judge.replay.opening import Setting, open_game
from aofref.judge.replay.reading import no_move
from aofref.judge.replay.verdict import Decision, Judged, Replay, Unopened
from aofref.notation import moves, results
from aofref.notation.records import Kind, ParsedRecord, RawRecord, Token, Tokens
from aofref.rules.position import Position
from aofref.text import in_one_line

ILLEGAL = "illegal from here: "
"""How a comment begins that has an illegal move, and what follows it, as conversion keeps them."""
_ARBITER = re.compile(rf"\[%arbiter\s+({'|'.join(Decided)})\s*\]")


class Fate(Enum):
    """What became of a token of the movetext."""

    PLAYED = auto()
    STANDS = auto()  # illegal, but an arbiter let it stand
    FORFEITS = auto()  # illegal, and an arbiter removed its army
    TAKEN_BACK = auto()  # illegal, and an arbiter had it taken back
    REFUSED = auto()
    BEHIND = auto()  # a move behind one that was refused: not judged
    NO_MOVE = auto()


class Step:
    """What the driver reports of a token to its listener: where it stands, and what came of it.

    `before` is the position in which it was met (None behind a refused move), `ply` what was
    played, `after` the position that led to, `lines` the conditional lines of a comment.
    """

    __slots__ = ("after", "before", "fate", "lines", "ply", "token")

    def __init__(
        self,
        token: Token,
        fate: Fate,
        before: Position | None = None,
        ply: Ply | None = None,
        after: Position | None = None,
        lines: tuple[Foreseen, ...] = (),
    ) -> None:
        self.token: Final = token
        self.fate: Final = fate
        self.before: Final = before
        self.ply: Final = ply
        self.after: Final = after
        self.lines: Final = lines


Listener = Callable[[Step], None]


def replay(
    record: ParsedRecord, setting: Setting | None = None, listener: Listener | None = None
) -> Judged:
    """Judge a record: its main line to the first illegal move, and its variations likewise.

    The listener hears of every token of the movetext in order, what is unreadable included.
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
    if "[%sent" in record.raw.text:
        from aofref.judge.replay.stamps import backwards  # only where there are some

        findings += backwards(record, tuple(driver.plies), first.game.letters)
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
    """Return the verdict on a record at which the program itself failed: one finding of that."""
    beyond = isinstance(problem, RecursionError | MemoryError | OverflowError)
    text = f"aofref itself failed on this record: {in_one_line(problem)}"
    why = Refusal(Code.LIMIT if beyond else Code.SYNTAX, Words(text))
    findings = (*raw.findings, Finding(why, raw.start))
    record = ParsedRecord((), (), findings, raw.start, raw, broken=True)
    return Unopened(record, findings, None)


class _Driver:
    """Plays the tokens of a record, each on the line that it belongs to.

    `levels` holds the main line and the variations open now; None is one that has been refused, or
    was opened behind a refused move.  Unreadable text ends the judging of them all.  `behind` is
    where a comment has what conversion kept of an illegal move: what is foreseen there is void.
    """

    def __init__(
        self, record: ParsedRecord, first: Position, setting: Setting, listener: Listener | None
    ) -> None:
        self.record = record
        self.tokens: Sequence[Token] = record.tokens
        self.game = first.game
        self.as_played = setting.as_played
        self.main = LineOfPlay(first, 0, setting.notation, counting=True)
        self.levels: list[LineOfPlay | None] = [self.main]
        self.plies: list[Ply] = []
        self.findings: list[Finding] = []
        self.decisions: list[Decision] = []
        self.lines: list[Foreseen] = []
        self.refused: Finding | None = None
        self.listener = listener
        self.unread = False
        self.behind: tuple[LineOfPlay, int] | None = None

    @property
    def whole(self) -> bool:
        """Say whether the main line was judged to its end."""
        return self.refused is None and not self.unread

    def run(self) -> None:
        """Take every token in turn."""
        listener = self.listener
        if listener is None and isinstance(self.tokens, Tokens):
            self._run_unheard(self.tokens)
            return
        self.tokens = tuple(self.tokens)
        for index, token in enumerate(self.tokens):
            is_move = token.kind == _MOVE
            taken = self._move(index, token.text) if is_move else self._take(token)
            if listener is not None and taken is not None:
                listener(taken)

    def _run_unheard(self, tokens: Tokens) -> None:
        """Take the tokens that play depends on; of moves none is made before it is asked for."""
        for index, kind in enumerate(bytes(tokens.kinds)):
            if kind == _MOVE:
                self._move(index, tokens.texts[index])
            elif kind == _OPEN:
                self._open()
            elif kind == _CLOSE:
                self._close()
            elif kind in _OTHERS:
                self._take(tokens[index])

    def _take(self, token: Token) -> Step:
        """Take a token that is no move."""
        if token.kind is Kind.BAD:
            self._give_up()
        here = self.levels[-1]
        if token.kind is Kind.OPEN:
            self._open()
        elif token.kind is Kind.CLOSE:
            self._close()
        elif token.kind is Kind.COMMENT and here is not None:
            if token.text.startswith(ILLEGAL):
                self.behind = (here, here.number)
            elif "[%if" in token.text and self.behind != (here, here.number):
                return self._comment(token, here)
        return Step(token, Fate.NO_MOVE, here.position if here else None)

    def _open(self) -> None:
        """Begin a variation."""
        here = self.levels[-1]
        self.levels.append(here.branch() if here else None)

    def _close(self) -> None:
        """End a variation; there must be one."""
        if len(self.levels) > 1:
            self.levels.pop()
        else:
            self._give_up()

    def _give_up(self) -> None:
        if not self.unread:
            self.unread = True
            self.levels = [None] * len(self.levels)

    def _comment(self, token: Token, here: LineOfPlay) -> Step:
        lines = tuple(foreseen(here, token, len(self.plies)))
        self.findings += [line.fault for line in lines if line.fault is not None]
        if here is self.main:
            self.lines += lines
        return Step(token, Fate.NO_MOVE, here.position, lines=lines)

    def _move(self, index: int, text: str) -> Step | None:
        """Take a move; of one that is played there is a step only where somebody listens."""
        here, tokens = self.levels[-1], self.tokens
        if here is None:
            token = tokens[index]
            if moves.parse(self.game, text) is None:
                self.findings.append(not_a_move(token))
            return Step(token, Fate.BEHIND)
        before = here.position
        found = here.play_at(text, tokens, index)
        if isinstance(found, Ply):
            self._note(here, found)
            if self.listener is None:
                return None
            return Step(tokens[index], _PLAYED, before, found, here.position)
        token = tokens[index]
        verdict = self._verdict(index)
        if verdict and self.as_played:
            decided = self._decided(token, here, found, verdict)
            if decided is not None:
                if decided.ply is not None:
                    self._note(here, decided.ply)
                return decided
        elif verdict:
            found = found._replace(refusal=found.refusal.noting(DecidedHere(verdict)))
        self.levels[-1] = None
        if here is self.main:
            if found.code is Code.SYNTAX:
                found = found._replace(refusal=no_move(before, text))
            self.refused = found
        elif found.code is not Code.SYNTAX:
            found = found._replace(refusal=Refusal(Code.VARIATION, Aside(found.refusal)))
        self.findings.append(found)
        return Step(token, Fate.REFUSED, before)

    def _note(self, here: LineOfPlay, ply: Ply) -> None:
        if ply.warnings:
            self.findings += ply.warnings
        if here is self.main:
            self.plies.append(ply)

    def _verdict(self, index: int) -> Decided | None:
        """Return the arbiter's decision that the comment behind a move holds, if any."""
        at = index + 1
        while at < len(self.tokens) and self.tokens[at].kind is Kind.NAG:
            at += 1
        if at == len(self.tokens) or self.tokens[at].kind is not Kind.COMMENT:
            return None
        match = _ARBITER.search(self.tokens[at].text)
        return Decided(match.group(1)) if match else None

    def _decided(
        self, token: Token, here: LineOfPlay, why: Finding, verdict: Decided
    ) -> Step | None:
        """Carry on past an illegal move as an arbiter decided, if that can be."""
        before, ply = here.position, None
        if verdict is Decided.TAKEBACK:
            here.hold()
        elif (ply := here.overrule(token, why, verdict)) is None:
            return None
        if here is self.main:
            self.decisions.append(Decision(verdict, why))
        return Step(token, _FATES[verdict], before, ply, here.position)


_MOVE: Final = int(Kind.MOVE)
_OPEN: Final = int(Kind.OPEN)
_CLOSE: Final = int(Kind.CLOSE)
_OTHERS: Final = frozenset(map(int, (Kind.BAD, Kind.COMMENT)))
"""The kinds of the tokens that play depends on, besides moves and parentheses."""
_PLAYED: Final = Fate.PLAYED
_FATES = {
    Decided.STANDS: Fate.STANDS,
    Decided.TAKEBACK: Fate.TAKEN_BACK,
    Decided.FORFEITS: Fate.FORFEITS,
}


def position_at(replay: Replay, number: int) -> Position:
    """Return the position after a ply, withdrawals that follow it included."""
    if number >= replay.length:
        return replay.last
    position = replay.first
    for ply in replay.plies:
        if ply.number > number:
            break
        position = step(position, ply)
    return position
