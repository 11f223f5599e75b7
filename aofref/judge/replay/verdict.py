"""Verdict: the outcome of judging a record."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from aofref.findings import Finding, Severity
from aofref.judge.replay.conditional import ConditionalLine
from aofref.judge.replay.line import Ply
from aofref.judge.replay.numbers import Numbering
from aofref.judge.replay.steps import Fate, Step
from aofref.notation import results
from aofref.notation.notes import Decided
from aofref.notation.records import ParsedRecord
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event
from aofref.rules.position import CorePosition
from aofref.values import Value


class Status(StrEnum):
    """The verdict on a record as a whole."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"


class End(Value):
    """How a game ended.

    `result` is as records write it, `by` one of `moves`, `resignation`, `agreement`,
    `adjudication`, `time`, `rules`, `abandoned` and `unknown`, `ply` the number of plies until
    then.  `forfeited` is true if it ended by a withdrawal that was not the player's own.
    `termination` are the words of the tag Termination where they leave it unknown.
    """

    result: str
    by: str
    ply: int
    forfeited: bool = False
    termination: str = ""


class Decision(Value):
    """An arbiter's decision on an illegal move."""

    verdict: Decided
    finding: Finding


class Replay(Value):
    """The outcome of a record that was judged: its legal prefix, or why it could not be opened.

    `findings` are all of it, in the order of the text.  `known_game` is None if the record names no
    game.  `ends` are the positions at ply 0 and after the last legal ply; None if the game, its
    position or its array cannot be had: such a record has no plies, and claims nothing.
    `plies` belong to the main line, and so do the steps `marked`: comments with notes for programs,
    moves that were refused or decided on by an arbiter, and the first of several moves that are not
    judged.  `offers` are the armies on the board that offer a draw or have agreed to one, in order
    of play: an offer stands until an army that has not agreed moves.  `numbering` is the way in
    which it numbers its moves.  `steps` include the variations.
    """

    record: ParsedRecord
    findings: tuple[Finding, ...]
    known_game: CompiledVariant | None = None
    ends: tuple[CorePosition, CorePosition] | None = None
    opening: tuple[Event, ...] = ()
    plies: tuple[Ply, ...] = ()
    claimed: str = results.OPEN
    marked: tuple[Step, ...] = ()
    offers: tuple[int, ...] = ()
    numbering: Numbering = Numbering()
    steps: Sequence[Step] = ()

    @property
    def opened(self) -> bool:
        """Whether it has a game and positions."""
        return self.ends is not None

    @property
    def first(self) -> CorePosition:
        """The position at ply 0 of an opened record."""
        assert self.ends is not None
        return self.ends[0]

    @property
    def last(self) -> CorePosition:
        """The position after the last legal ply of an opened record."""
        assert self.ends is not None
        return self.ends[1]

    @property
    def game(self) -> CompiledVariant:
        """The game of an opened record."""
        return self.last.game

    @property
    def errors(self) -> list[Finding]:
        """List the findings that are not warnings."""
        return [finding for finding in self.findings if not finding.is_warning]

    @property
    def warnings(self) -> list[Finding]:
        """List the warnings."""
        return [finding for finding in self.findings if finding.is_warning]

    @property
    def status(self) -> Status:
        """Legal, illegal or malformed; malformed where there is both."""
        errors = self.errors
        if any(finding.refusal.severity is Severity.UNREADABLE for finding in errors):
            return Status.MALFORMED
        return Status.ILLEGAL if errors else Status.LEGAL

    @property
    def length(self) -> int:
        """The number of legal plies."""
        return self.plies[-1].number if self.plies else 0

    @property
    def refused(self) -> Finding | None:
        """The finding that ended the main line, if one did."""
        refused = (step.finding for step in self.marked if step.fate is Fate.REFUSED)
        return next(refused, None)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions that were applied in the main line, in order."""
        return tuple(
            Decision(_VERDICTS[step.fate], step.finding)
            for step in self.marked
            if step.fate in _VERDICTS and step.finding is not None
        )

    @property
    def lines(self) -> tuple[ConditionalLine, ...]:
        """The conditional lines of the main line, in order."""
        return tuple(line for step in self.marked for line in step.lines)

    @property
    def result(self) -> str:
        """The result that the play fixed, or `*`."""
        return self.game.result(self.last.winners) if self.opened else results.OPEN

    @property
    def offering(self) -> tuple[str, ...]:
        """The letters of the armies whose offers of a draw stand."""
        return tuple([self.game.letters[army] for army in self.offers])

    @property
    def is_drawn(self) -> bool:
        """Whether every army on the board has agreed to a draw, so that the game has ended."""
        return 1 < len(self.offers) == len(self.last.living)

    def events(self) -> Iterator[tuple[int, Event]]:
        """Yield every event with its ply, in order."""
        for event in self.opening:
            yield 0, event
        for ply in self.plies:
            for event in ply.events:
                yield ply.number, event


_VERDICTS = {
    Fate.STANDS: Decided.STANDS,
    Fate.TAKEN_BACK: Decided.TAKEBACK,
    Fate.FORFEITS: Decided.FORFEITS,
}
