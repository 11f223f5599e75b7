"""Verdict: the outcome of judging a record, and its steps: the tokens of its movetext in order.

A step is known by its place among the steps of its record; a ply of the game tree is one.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING, Final, NamedTuple

from aofref.findings import Finding, Severity
from aofref.judge.replay.line import Numbering, Ply
from aofref.judge.replay.line import step as position_after
from aofref.notation import results
from aofref.notation.notes import Decided, Note
from aofref.notation.records import Kind, Record, Token
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event
from aofref.rules.position import CorePosition
from aofref.values import FrozenMapping, Value

if TYPE_CHECKING:
    from fractions import Fraction

    from aofref.library.typed import EndName, StatusName


class Status(StrEnum):
    """The verdict on a record as a whole."""

    _value_: "StatusName"

    LEGAL = "legal"
    ILLEGAL = "illegal"
    MALFORMED = "malformed"


class End(Value):
    """How a game ended.

    `result` is as records write it, `by` one of `moves`, `resignation`, `agreement`,
    `adjudication`, `time`, `rules`, `abandoned` and `unknown`, `ply` the number of plies until
    then.  `forfeited` is true if it ended by a withdrawal that was not the player's own.
    `termination` are the words of the tag Termination where they name no cause.  `armies` are the
    letters of the armies, in order of play.  `unexplained` is true for a result that is only
    stated: nothing in the record says how it came about.
    """

    result: str
    by: "EndName"
    ply: int
    forfeited: bool = False
    termination: str = ""
    armies: tuple[str, ...] = ()
    unexplained: bool = False

    @property
    def points(self) -> "FrozenMapping[Fraction]":
        """The share of each army by its letter; none where the result is `*`."""
        from fractions import Fraction

        shares = results.read(len(self.armies), self.result) or ()
        points = {
            army: Fraction(share, results.WHOLE)
            for army, share in zip(self.armies, shares, strict=False)
        }
        return FrozenMapping({} if self.result == results.OPEN else points)


class Fate(Enum):
    """What became of a token that was not played."""

    TAKEN_BACK = auto()  # illegal, and an arbiter had it taken back
    REFUSED = auto()
    BEHIND = auto()  # a move or comment behind a move that was refused: not judged
    NO_MOVE = auto()


class Given(Value):
    """The `seconds` that an `army`, by its letter, was given: one of `Record.given`.

    `after` is the number of plies before it, withdrawals included; `words` stand behind it.
    """

    army: str
    seconds: int
    after: int
    words: str = ""


class ConditionalLine(Value):
    """A line `[%if ...]` of a comment, played from there on.

    `given` counts the plies before it, `after` the plies and withdrawals of the main line before
    it.  `plies` are its moves up to the first that cannot be played, `fault` is the refusal of that
    one.
    """

    words: tuple[str, ...]
    start: CorePosition
    given: int
    after: int
    plies: tuple[Ply, ...]
    fault: Finding | None


class Unplayed(NamedTuple):
    """A token that is not the text of a ply; `depth` counts the variations around it.

    `parent` is the place of the ply that it stands behind in its line (-1: none).  `finding` is why
    a move is not legal.  A comment has `notes`, and the conditional `lines` among them.  Only moves
    and comments have more than token, fate and depth.
    """

    token: Token
    fate: Fate
    depth: int
    parent: int = -1
    finding: Finding | None = None
    lines: tuple[ConditionalLine, ...] = ()
    notes: tuple[Note, ...] = ()


Step = Ply | Unplayed
_MOVE: Final = Kind.MOVE  # a member of an enum takes a while to find
_OPEN: Final = Kind.OPEN
_CLOSE: Final = Kind.CLOSE


class Replay(Value):
    """The outcome of a record that was judged: its legal prefix, or why it could not be opened.

    `findings` are all of it, in the order of the text.  `known_game` is None if the record names no
    game.  `plies` are those of the main line, `steps` all tokens in order, variations included; of
    a record that was not opened, its comments.  `refused` is the finding that ended the main line,
    if one did.  `offers` are the armies on the board that offer a draw or have agreed to one, in
    order of play: an offer stands until an army that has not agreed moves.  `numbering` is the way
    in which it numbers its moves.  `positions` are the known positions after plies, by the places
    of the plies (-1: the first), the last of the main line among them; `after` finds the others.
    It has none if the game, its position or its array cannot be had: such a record has no plies,
    and claims nothing.
    """

    record: Record
    findings: tuple[Finding, ...]
    known_game: CompiledVariant | None = None
    opening: tuple[Event, ...] = ()
    plies: tuple[Ply, ...] = ()
    steps: tuple[Step, ...] = ()
    claimed: str = results.OPEN
    refused: Finding | None = None
    offers: tuple[int, ...] = ()
    numbering: Numbering = Numbering()
    positions: dict[int, CorePosition] = {}  # noqa: RUF012 - no record without positions has plies

    @property
    def opened(self) -> bool:
        """Whether it has a game and positions."""
        return bool(self.positions)

    @property
    def first(self) -> CorePosition:
        """The position at ply 0 of an opened record."""
        return self.positions[-1]

    @property
    def last(self) -> CorePosition:
        """The position after the last legal ply of an opened record."""
        return self.positions[self.plies[-1].token.ordinal if self.plies else -1]

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
    def decisions(self) -> tuple[tuple[Decided, Finding], ...]:
        """An arbiter's decisions on illegal moves that were applied in the main line, in order."""
        decided = []
        for step in self.steps:
            if isinstance(step, Ply):
                verdict = Decided.STANDS if step.move is not None else Decided.FORFEITS
                why = step.stood
            else:
                verdict = Decided.TAKEBACK
                why = step.finding if step.fate is Fate.TAKEN_BACK else None
            if why is not None and not step.depth:
                decided.append((verdict, why))
        return tuple(decided)

    @property
    def comments(self) -> Iterator[tuple[int, Unplayed]]:
        """The comments of the main line, in order, each with the number of plies before it."""
        after = 0
        for step in self.steps:
            if isinstance(step, Ply):
                after += not step.depth
            elif not step.depth and step.token.kind is Kind.COMMENT:
                yield after, step

    @property
    def lines(self) -> tuple[ConditionalLine, ...]:
        """The conditional lines of the main line, in order."""
        return tuple(line for _, comment in self.comments for line in comment.lines)

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
        return all_agree(self.last, self.offers)

    def after(self, place: int, steps: Mapping[int, Step] | Sequence[Step]) -> CorePosition:
        """Return the position after the ply at a place, given the steps; -1 is the first."""
        known, plies = self.positions, list[Ply]()
        while place not in known:
            ply = steps[place]
            assert isinstance(ply, Ply)
            plies.append(ply)
            place = ply.parent
        position = known[place]
        for ply in reversed(plies):
            position = known[ply.token.ordinal] = position_after(position, ply)
        return position

    def moves(self) -> Iterator[tuple[CorePosition, Ply]]:
        """Yield every ply of the main line with the position before it."""
        if not self.opened:
            return
        position = self.first
        for ply in self.plies:
            yield position, ply
            known = self.positions.get(ply.token.ordinal)
            position = known or position_after(position, ply)

    def events(self) -> Iterator[tuple[int, Event]]:
        """Yield every event with its ply, in order."""
        for event in self.opening:
            yield 0, event
        for ply in self.plies:
            for event in ply.events:
                yield ply.number, event


def all_agree(position: CorePosition, offers: Collection[int]) -> bool:
    """Return whether every army on the board is among those that offer a draw, so that it ends."""
    living = position.living
    return len(living) > 1 and all(army in offers for army in living)


# Lines of steps -----------------------------------------------------------------------------------


def behind(steps: Sequence[Step], at: int) -> Iterator[int]:
    """Yield the places behind `at` of the steps of its line, and of variations where they open.

    `at` is a ply, the place where the line opens, or -1.  The line ends with its variation, or with
    a move that is not played on.
    """
    depth = steps[at].depth if at >= 0 else 0
    for place in range(at + 1, len(steps)):
        step = steps[place]
        kind = step.token.kind
        if kind is _CLOSE and step.depth == depth > 0:
            return
        if step.depth == depth or (step.depth == depth + 1 and kind is _OPEN):
            yield place
            if kind is _MOVE and isinstance(step, Unplayed) and step.fate is not Fate.TAKEN_BACK:
                return


def line(steps: Sequence[Step], at: int) -> Iterator[int]:
    """Yield the places of the plies of a line behind `at`."""
    return (place for place in behind(steps, at) if isinstance(steps[place], Ply))


def beside(steps: Sequence[Step], at: int, kind: Kind) -> Iterator[int]:
    """Yield the places of the comments or marks that stand behind `at`, before the next ply."""
    for place in behind(steps, at):
        if isinstance(steps[place], Ply):
            return
        if steps[place].token.kind is kind:
            yield place


def texts(steps: Sequence[Step], at: int, kind: Kind) -> tuple[str, ...]:
    """List the texts of the comments or marks that stand behind `at`, before the next ply."""
    return tuple([steps[place].token.text for place in beside(steps, at, kind)])


def opening(steps: Sequence[Step], at: int, *, begins: bool = True) -> int:
    """Return the place where the variation opens that a ply begins; -1 if it begins none.

    Without `begins` it is that of the variation in which the ply stands; -1 in the main line.
    """
    depth = steps[at].depth
    for place in range(at - 1 if depth else -1, -1, -1):
        step = steps[place]
        if step.depth == depth and begins and isinstance(step, Ply):
            return -1
        if step.depth == depth and step.token.kind is _OPEN:
            return place
    return -1


def closing(steps: Sequence[Step], opened: int) -> int:
    """Return where the variation closes that opens at a place; the main line closes at the end."""
    depth = steps[opened].depth
    for at in range(opened if depth else len(steps), len(steps)):
        if steps[at].token.kind is _CLOSE and steps[at].depth == depth:
            return at
    return len(steps)


def variations(steps: Sequence[Step], at: int) -> dict[int, tuple[int, ...]]:
    """List the plies of each variation in place of a ply, by where it opens; it may have none.

    They open behind the ply, before the next move of its line.
    """
    found = dict[int, tuple[int, ...]]()
    for place in behind(steps, at):
        kind = steps[place].token.kind
        if kind is _MOVE:
            break
        if kind is _OPEN:
            found[place] = tuple(line(steps, place))
    return found
