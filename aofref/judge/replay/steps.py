"""Steps: the tokens of a movetext in order, and what became of each.

A step is known by its place among the steps of its record; a ply of the game tree is one.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from typing import NamedTuple, overload

from aofref.findings import Finding
from aofref.judge.replay.conditional import ConditionalLine
from aofref.judge.replay.line import Ply
from aofref.notation.notes import Note
from aofref.notation.records import Kind, Token
from aofref.rules.position import CorePosition


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
    """A token and what became of it; `depth` counts the variations around it.

    `before` is the position at the token (None behind a refused move), `ply` the ply that was
    played, `after` the position behind it.  `parent` is the place of the ply that led to `before`
    (-1: none); only plies and the comments of the main line have it.  `finding` is why a move is
    not legal.  A comment has `notes`, and the conditional `lines` among them.
    """

    token: Token
    fate: Fate
    depth: int
    before: CorePosition | None = None
    ply: Ply | None = None
    after: CorePosition | None = None
    parent: int = -1
    finding: Finding | None = None
    lines: tuple[ConditionalLine, ...] = ()
    notes: tuple[Note, ...] = ()


class Steps(Sequence[Step]):
    """The steps of a record; `make` makes them when the first is read, unless they were kept."""

    def __init__(self, kept: list[Step] | None, make: Callable[[], Sequence[Step]]) -> None:
        self._kept = kept
        self._make = make

    def _made(self) -> list[Step]:
        if self._kept is None:
            self._kept = [*self._make()]
        return self._kept

    def __len__(self) -> int:
        return len(self._made())

    def __iter__(self) -> Iterator[Step]:
        return iter(self._made())

    @overload
    def __getitem__(self, at: int) -> Step: ...
    @overload
    def __getitem__(self, at: slice) -> list[Step]: ...
    def __getitem__(self, at: int | slice) -> Step | list[Step]:
        return self._made()[at]


def behind(steps: Sequence[Step], at: int, depth: int) -> Iterator[int]:
    """Yield the places behind `at` of the steps of its line, and of variations where they open.

    The line is at that depth; it ends with its variation, or with a move that is not played on.
    """
    for place in range(at + 1, len(steps)):
        step = steps[place]
        kind = step.token.kind
        if kind is Kind.CLOSE and step.depth == depth > 0:
            return
        if step.depth == depth or (step.depth == depth + 1 and kind is Kind.OPEN):
            yield place
            if kind is Kind.MOVE and step.ply is None and step.fate is not Fate.TAKEN_BACK:
                return


def line(steps: Sequence[Step], at: int, depth: int) -> Iterator[int]:
    """Yield the places of the plies of a line behind `at`."""
    return (place for place in behind(steps, at, depth) if steps[place].ply is not None)


def beside(steps: Sequence[Step], at: int, depth: int, kind: Kind) -> Iterator[int]:
    """Yield the places of the comments or marks that stand behind `at`, before the next ply."""
    for place in behind(steps, at, depth):
        if steps[place].ply is not None:
            return
        if steps[place].token.kind is kind:
            yield place


def texts(steps: Sequence[Step], at: int, depth: int, kind: Kind) -> tuple[str, ...]:
    """List the texts of the comments or marks that stand behind `at`, before the next ply."""
    return tuple([steps[place].token.text for place in beside(steps, at, depth, kind)])


def opening(steps: Sequence[Step], at: int) -> int:
    """Return the place where the variation opens that a ply begins; -1 if it begins none."""
    depth = steps[at].depth
    for place in range(at - 1, -1, -1):
        step = steps[place]
        if step.depth == depth and (step.ply is not None or not depth):
            return -1
        if step.depth == depth and step.token.kind is Kind.OPEN:
            return place
    return -1


def openings(steps: Sequence[Step], at: int) -> Iterator[int]:
    """Yield where variations open that take the place of a ply: behind it, before the next move."""
    for place in behind(steps, at, steps[at].depth):
        kind = steps[place].token.kind
        if kind is Kind.MOVE:
            return
        if kind is Kind.OPEN:
            yield place


def closing(steps: Sequence[Step], opened: int) -> int:
    """Return the place where the variation closes that opens at a place, or the end."""
    depth = steps[opened].depth
    for at in range(opened, len(steps)):
        if steps[at].token.kind is Kind.CLOSE and steps[at].depth == depth:
            return at
    return len(steps)


def variations(steps: Sequence[Step], at: int) -> Iterator[tuple[int, ...]]:
    """Yield the plies of each variation in place of a ply that has any."""
    for place in openings(steps, at):
        if plies := tuple(line(steps, place, steps[place].depth)):
            yield plies
