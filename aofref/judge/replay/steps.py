"""Steps: the tokens of a movetext in order, and what became of each.

A step is known by its place among the steps of its record; a ply of the game tree is one.
"""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from typing import Final, NamedTuple

from aofref.findings import Finding
from aofref.judge.replay.line import Ply
from aofref.notation.notes import Note
from aofref.notation.records import Kind, Token
from aofref.rules.position import CorePosition
from aofref.values import Value


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


def behind(steps: Sequence[Step], at: int, depth: int) -> Iterator[int]:
    """Yield the places behind `at` of the steps of its line, and of variations where they open.

    The line is at that depth; it ends with its variation, or with a move that is not played on.
    """
    for place in range(at + 1, len(steps)):
        step = steps[place]
        kind = step.token.kind
        if kind is _CLOSE and step.depth == depth > 0:
            return
        if step.depth == depth or (step.depth == depth + 1 and kind is _OPEN):
            yield place
            if kind is _MOVE and isinstance(step, Unplayed) and step.fate is not Fate.TAKEN_BACK:
                return


def line(steps: Sequence[Step], at: int, depth: int) -> Iterator[int]:
    """Yield the places of the plies of a line behind `at`."""
    return (place for place in behind(steps, at, depth) if isinstance(steps[place], Ply))


def beside(steps: Sequence[Step], at: int, depth: int, kind: Kind) -> Iterator[int]:
    """Yield the places of the comments or marks that stand behind `at`, before the next ply."""
    for place in behind(steps, at, depth):
        if isinstance(steps[place], Ply):
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
        if step.depth == depth and (isinstance(step, Ply) or not depth):
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
    for place in behind(steps, at, steps[at].depth):
        kind = steps[place].token.kind
        if kind is _MOVE:
            break
        if kind is _OPEN:
            found[place] = tuple(line(steps, place, steps[place].depth))
    return found
