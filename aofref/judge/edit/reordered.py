"""Reordered: a variation that changes places with the line before it or behind it."""

from collections.abc import Iterable, Sequence
from typing import Final

from aofref.judge.replay.line import Ply
from aofref.judge.replay.steps import Step, closing, line, opening, variations
from aofref.notation.records import Kind, Token
from aofref.notation.records.edited import Change
from aofref.values import Value

_RESULT: Final = Kind.RESULT  # a member of an enum takes a while to find


def promotion(steps: Sequence[Step], at: int) -> list[Change]:
    """Let the variation with a ply change places with the line before it; none in the main line."""
    if not steps[at].depth:
        return []
    opened = _opened(steps, at)
    replaced = _replaced(steps, opened)
    before = max((one for one in _played(steps, replaced) if one < opened), default=-1)
    if before >= 0:
        return _swapped(steps, before, opened)
    return _exchanged(steps, replaced, opened) if replaced >= 0 else []


def demotion(steps: Sequence[Step], at: int) -> list[Change]:
    """Let the line that a ply begins, or else its variation, change places with the one behind it.

    None if no other line stands behind it.
    """
    if found := _played(steps, at):
        return _exchanged(steps, at, found[0])
    if not steps[at].depth:
        return []
    opened = _opened(steps, at)
    behind = [one for one in _played(steps, _replaced(steps, opened)) if one > opened]
    return _swapped(steps, opened, behind[0]) if behind else []


def cutting(steps: Sequence[Step], at: int) -> list[Change]:
    """Take a ply away with what follows but the result; its first variation becomes the line.

    A variation of which nothing is left goes, too.
    """
    if found := _played(steps, at):
        return _exchanged(steps, at, found[0], stays=False)
    (first, end), opened = _extent(steps, at), opening(steps, at)
    return [Change(first, end) if opened < 0 else Change(opened, end + 1)]


def _opened(steps: Sequence[Step], at: int) -> int:
    """Return where the variation opens that a ply stands in; -1 in the main line."""
    depth = steps[at].depth
    while at >= 0 and (steps[at].token.kind is not Kind.OPEN or steps[at].depth != depth):
        at -= 1
    return at


def _replaced(steps: Sequence[Step], opened: int) -> int:
    """Return the place of the ply in whose place a variation stands, and -1 if none is before it.

    The variation may open another, as in `((1. d4) 1. c4)`, or the record.
    """
    depth, at = steps[opened].depth - 1, opened - 1
    while at >= 0 and not (isinstance(steps[at], Ply) and steps[at].depth == depth):
        at = -1 if steps[at].token.kind is Kind.OPEN and steps[at].depth == depth else at - 1
    return at


def _played(steps: Sequence[Step], at: int) -> list[int]:
    """List where the variations in place of a ply open that have a legal ply; none for -1."""
    there = variations(steps, at) if at >= 0 else {}
    return [opened for opened, plies in there.items() if plies]


def _swapped(steps: Sequence[Step], first: int, second: int) -> list[Change]:
    """Let two variations change places, given where they open."""
    ends = [closing(steps, opened) + 1 for opened in (first, second)]
    before, behind = _tokens(steps[first : ends[0]]), _tokens(steps[second : ends[1]])
    return [Change(first, ends[0], behind), Change(second, ends[1], before)]


def _tokens(steps: Iterable[Step]) -> tuple[Token, ...]:
    return tuple([step.token for step in steps])


class _Line(Value):
    """A line from a ply on: all that stands `beside` it, the `variations` there, and the `rest`.

    The result of the game belongs to none.  `numbers` stand before the first move of the rest.
    """

    beside: list[Step]
    variations: list[Step]
    numbers: list[Step]
    rest: list[Step]

    @property
    def moves_on(self) -> bool:
        """Whether the rest begins with a move, and not with a withdrawal."""
        step = self.rest[0] if self.rest else None
        is_move = step is not None and step.token.kind is Kind.MOVE
        return is_move and not (isinstance(step, Ply) and step.move is None)


def _line(steps: Sequence[Step], at: int, end: int, stated: int, without: int = -1) -> _Line:
    """Read the line that a ply begins, up to its end, without a variation that opens there.

    `stated` is the depth of results that are, or would be, of the game; -1 where none is.
    """
    place = at + 1
    beside, others = list[Step](), list[Step]()
    goes_on = (Kind.MOVE, Kind.NUMBER, *((Kind.RESULT,) if stated < 0 else ()))
    while place < end and steps[place].token.kind not in goes_on:
        step, behind = steps[place], place + 1
        if step.token.kind is Kind.OPEN:
            behind = closing(steps, place) + 1
            others += steps[place:behind] if place != without else ()
        else:
            beside.append(step)
        place = behind
    begins = place
    while place < end and steps[place].token.kind is Kind.NUMBER:
        place += 1
    numbers, rest = steps[begins:place], steps[place:end]
    return _Line(
        *[
            [step for step in part if step.token.kind is not _RESULT or step.depth > stated]
            for part in (beside, others, numbers, rest)
        ]
    )


def _extent(steps: Sequence[Step], at: int) -> tuple[int, int]:
    """Return where a ply begins, with the numbers before it, and where its line ends."""
    first, end = at, closing(steps, at)
    while first and steps[first - 1].token.kind is Kind.NUMBER:
        first -= 1
    while not steps[at].depth and steps[end - 1].token.kind is Kind.RESULT:
        end -= 1
    return first, end


def _exchanged(steps: Sequence[Step], at: int, opened: int, *, stays: bool = True) -> list[Change]:
    """Let the line that a ply begins and a variation in its place change places.

    The ply and the first of the variation exchange their numbers, and so do the moves behind them.
    What stands before the first ply of the variation then stands behind it; a result stays last.
    If the line does not stay, it goes.
    """
    depth, (first, end) = steps[at].depth, _extent(steps, at)
    begins = next(line(steps, opened, depth + 1))
    head, numbers = list[Step](), list[Step]()
    for step in steps[opened + 1 : begins]:
        is_own = step.token.kind is Kind.NUMBER and step.depth == depth + 1
        (numbers if is_own else head).append(step)
    old = _line(steps, at, end, -1 if depth else 0, opened)
    new = _line(steps, begins, closing(steps, opened), -1 if depth else 1)
    if stays and old.moves_on and new.moves_on:
        old, new = old._replace(numbers=new.numbers), new._replace(numbers=old.numbers)
    marks = next(
        (n for n, step in enumerate(new.beside) if step.token.kind is not Kind.NAG),
        len(new.beside),
    )
    aside = [steps[opened], *numbers, steps[at], *old.beside, *old.numbers, *old.rest]
    parts: tuple[Step, ...] = (
        *(*steps[first:at], steps[begins], *new.beside[:marks]),
        *head,
        *new.beside[marks:],
        *((*aside, steps[closing(steps, opened)]) if stays else ()),
        *(*new.variations, *old.variations, *new.numbers, *new.rest),
        *(step for step in steps[at:end] if step.token.kind is _RESULT and not step.depth),
    )
    return [Change(first, end, _tokens(parts))]
