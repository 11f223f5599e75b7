"""Verdict: what became of a record that was judged, whether its game could be opened or not."""

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from aofref.findings import UNREADABLE, Finding
from aofref.judge.replay.conditional import ConditionalLine
from aofref.judge.replay.line import Ply, halfmoves
from aofref.notation import results
from aofref.notation.notes import Decided, Note, notes_of
from aofref.notation.records import ParsedRecord, Token
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import TurnEvent
from aofref.rules.position import CorePosition


class Status(StrEnum):
    """The verdict on a record as a whole."""

    LEGAL = "legal"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"


class End(NamedTuple):
    """How a game ended.

    `result` is as records write it, `by` one of `moves`, `resignation`, `agreement`,
    `adjudication`, `time`, `rules` and `abandoned`, `ply` the number of plies until then.
    `forfeited` says that the withdrawal which ended it was no player's own.
    """

    result: str
    by: str
    ply: int
    forfeited: bool = False


class _Findings:
    """What follows from the findings of a record."""

    __slots__ = ()
    findings: tuple[Finding, ...]

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
        if any(finding.code in UNREADABLE for finding in errors):
            return Status.MALFORMED
        return Status.ILLEGAL if errors else Status.LEGAL


class Noted(NamedTuple):
    """A comment of the main line with notes for programs.

    `place` is that of the last ply before it (-1: none); `at_ply` says that no move stands between
    them, such as one that was taken back.  What is `void` stands behind an illegal move.
    """

    token: Token
    notes: tuple[Note, ...]
    place: int
    at_ply: bool
    void: bool


class _Unopened(NamedTuple):
    record: ParsedRecord
    findings: tuple[Finding, ...]
    game: CompiledVariant | None
    plies: tuple[Ply, ...] = ()
    claimed: str = results.OPEN
    refused: Finding | None = None


class Unopened(_Unopened, _Findings):
    """A record of which nothing could be played: it has no plies, and claims nothing.

    `findings` are all in it, in the order of the text.  `game` is None where it names no game, else
    only its position or its array is faulty.
    """

    __slots__ = ()

    @property
    def length(self) -> int:
        """The number of legal plies: none."""
        return 0

    @property
    def noted(self) -> tuple[Noted, ...]:
        """The comments of the main line."""
        every = self.record.comments
        return tuple(Noted(token, notes_of(token.text), -1, False, True) for token in every)

    @property
    def offering(self) -> tuple[str, ...]:
        """The armies whose offers of a draw stand: none."""
        return ()

    @property
    def result(self) -> str:
        """The result that the play fixed: none."""
        return results.OPEN


class Decision(NamedTuple):
    """An arbiter's decision on an illegal move."""

    verdict: Decided
    finding: Finding


class _Replay(NamedTuple):
    record: ParsedRecord
    findings: tuple[Finding, ...]
    first: CorePosition
    last: CorePosition
    opening: tuple[TurnEvent, ...]
    plies: tuple[Ply, ...]
    claimed: str = results.OPEN
    decisions: tuple[Decision, ...] = ()
    lines: tuple[ConditionalLine, ...] = ()
    refused: Finding | None = None
    noted: tuple[Noted, ...] = ()
    offers: tuple[int, ...] = ()
    halfmoves: int = 0


class Replay(_Replay, _Findings):
    """What became of a record that was played: its legal prefix.

    `findings` are all in it, in the order of the text.  `first` and `last` are the positions at
    ply 0 and after the last legal ply, `refused` the finding that ended the main line, `lines` the
    conditional lines of the main line, `noted` its comments with notes for programs.  `offers` are
    the armies on the board that offer a draw or have agreed to one, in order of play: an offer
    stands until an army that has not agreed moves.  `halfmoves` are those at ply 0 by a FEN.
    """

    __slots__ = ()

    @property
    def game(self) -> CompiledVariant:
        """The game that is played."""
        return self.first.game

    @property
    def length(self) -> int:
        """The number of legal plies."""
        return self.plies[-1].number if self.plies else 0

    def halfmoves_at(self, number: int) -> int:
        """Count the moves since the last capture or move of a Pawn, up to a ply."""
        plies = (ply for ply in reversed(self.plies) if ply.number <= number)
        return halfmoves(plies, self.halfmoves)

    @property
    def result(self) -> str:
        """The result that the play fixed, or `*`."""
        return results.write(len(self.game.armies), self.last.winners)

    @property
    def offering(self) -> tuple[str, ...]:
        """The letters of the armies whose offers of a draw stand."""
        return tuple(self.game.letters[army] for army in self.offers)

    @property
    def is_drawn(self) -> bool:
        """Whether every army on the board has agreed to a draw, so that the game has ended."""
        return 1 < len(self.offers) == len(self.last.living)

    def events(self) -> Iterator[tuple[int, TurnEvent]]:
        """Yield every event with its ply, in order."""
        for event in self.opening:
            yield 0, event
        for ply in self.plies:
            for event in ply.events:
                yield ply.number, event


Judged = Replay | Unopened
