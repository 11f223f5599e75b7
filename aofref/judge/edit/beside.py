"""Beside: the comments, marks and variations of a ply, as changes of the tokens of its record.

A variation may change places with the line before it or behind it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final

from aofref.findings import START, Finding
from aofref.judge.replay.comments import count_followed
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import (
    Step,
    Unplayed,
    behind,
    beside,
    closing,
    line,
    opening,
    variations,
)
from aofref.notation.notes import Note, parts
from aofref.notation.records import Kind, Record, Token, limits, read
from aofref.notation.records.edited import Change
from aofref.notation.records.model import readable, unfilled
from aofref.notation.records.tokenizer import is_lexeme, why_no_comment
from aofref.notation.records.writer import write_within
from aofref.text import excerpt
from aofref.values import Value

_RESULT: Final = Kind.RESULT  # a member of an enum takes a while to find
_OF_VARIATIONS = (Kind.MOVE, Kind.NUMBER, Kind.COMMENT, Kind.NAG, Kind.OPEN, Kind.CLOSE)


def comments(steps: Sequence[Step], at: int, texts: Iterable[str]) -> list[Change]:
    """Replace the comments behind a ply or a parenthesis, or before the first ply (-1).

    One that stays keeps its bytes that were not decoded.  ValueError for a text that cannot be a
    comment.
    """
    empty = at + 1
    while empty < len(steps) and steps[empty].token.kind is Kind.NAG:
        empty += 1
    old = [*beside(steps, at, Kind.COMMENT)]
    stand = {readable(text): text for text in (steps[place].token.text for place in old)}
    return [*_replaced(steps, old, [_comment(stand.get(text, text)) for text in texts], empty)]


def marks(steps: Sequence[Step], at: int, texts: Iterable[str]) -> list[Change]:
    """Replace the marks of a ply; ValueError for a text that is not a mark."""
    old = [*beside(steps, at, Kind.NAG)]
    new = [*map(_mark, texts)]
    was, will = [steps[place].token.text for place in old], [mark.text for mark in new]
    alike = count_followed(was, will)
    apart = count_followed(_last_apart(was[alike:]), _last_apart(will[alike:]))
    rest = old[alike : len(old) - apart]
    if not any(steps[place].token.text[0] in "!?" for place in rest):
        return [*_replaced(steps, old, new, at + 1)]
    # a mark that hangs on its move is written again where another comes before it
    changes = [Change(place, place + 1) for place in rest]
    return [changes[0]._replace(items=tuple(new[alike : len(new) - apart])), *changes[1:]]


def _last_apart(marks: Sequence[str]) -> Iterator[str]:
    """Yield the marks, from the last back, that do not hang on their move."""
    return takewhile(lambda mark: mark[0] not in "!?", reversed(marks))


def movetext_of(text: str) -> list[Token]:
    """Read the text of a variation, without its parentheses; ValueError for another text."""
    record = read(Record(text, START))
    kinds = {token.kind for token in record.tokens}
    if record.findings:
        raise ValueError(f"not a variation: {record.findings[0].message}")
    if record.tags or Kind.MOVE not in kinds or not kinds.issubset(_OF_VARIATIONS):
        raise ValueError("a variation has moves, comments, marks and variations, and no result")
    leading = takewhile(lambda token: token.kind in (Kind.COMMENT, Kind.NUMBER), record.tokens)
    if record.tokens[len([*leading])].kind is not Kind.MOVE:
        raise ValueError("a variation is given without its parentheses, and begins with a move")
    return [Token(token.kind, token.text) for token in record.tokens]


def parted(
    items: Sequence[Token],
) -> tuple[Token, list[Token], list[list[Token]], Sequence[Token]]:
    """Part movetext: the first move, its marks and comments, the variations of it, and the rest."""
    at = next(n for n, item in enumerate(items) if item.kind is Kind.MOVE)
    notes = [item for item in items[:at] if item.kind is Kind.COMMENT]
    others, depth = list[list[Token]](), 0
    for n, item in enumerate(items[at + 1 :], at + 1):
        if not depth and item.kind in (Kind.MOVE, Kind.NUMBER):
            return items[at], notes, others, items[n:]
        depth -= item.kind is Kind.CLOSE
        if not depth and item.kind is Kind.OPEN:
            others.append([])
        elif depth:
            others[-1].append(item)
        elif item.kind is not Kind.CLOSE:
            notes.append(item)
        depth += item.kind is Kind.OPEN
    return items[at], notes, others, ()


def variation(steps: Sequence[Step], at: int, items: Iterable[Token]) -> Change:
    """Put a variation behind the comments and variations of a ply."""
    last, opened = at, -1
    for place in behind(steps, at):
        kind = steps[place].token.kind
        if kind in (Kind.MOVE, Kind.RESULT):
            break
        if kind is Kind.OPEN:
            opened = place
        elif kind in (Kind.COMMENT, Kind.NAG) and opened < 0:
            last = place
    end = (last if opened < 0 else closing(steps, opened)) + 1
    return Change(end, end, (Token(Kind.OPEN, "("), *items, Token(Kind.CLOSE, ")")))


def continuation(steps: Sequence[Step], at: int, items: Sequence[Token]) -> Change:
    """Put moves at the end of the variation of a ply; their number only where one is due."""
    end = closing(steps, at)
    apart = steps[end - 1].token.kind in (Kind.COMMENT, Kind.CLOSE)
    begins = items[0].kind is Kind.NUMBER and items[0].text.endswith("..") and not apart
    return Change(end, end, tuple(items[begins:]))


def unplayed_variations(steps: Sequence[Step], at: int) -> Iterator[tuple[int, str]]:
    """Yield where each variation of a ply opens that has no legal ply, and its text."""
    for opened, plies in variations(steps, at).items():
        if not plies:
            inside = [step.token for step in steps[opened + 1 : closing(steps, opened)]]
            yield opened, on_a_line(inside)


def on_a_line(tokens: Iterable[Token]) -> str:
    """Write movetext on a line."""
    return write_within([*tokens], Kind.OPEN, "", 0, limits.LINE)[0]


def unplayed(steps: Sequence[Step], change: Change) -> Finding | None:
    """Return why a move of the items that a change has put in is not played; None if all are."""
    for step in steps[change.first : change.first + len(change.items)]:
        if isinstance(step, Ply):
            if step.stood is not None:
                return step.stood
        elif step.token.kind is Kind.MOVE:  # illegal, or behind a move that is
            before = (one for one in reversed(steps[: change.first]) if isinstance(one, Unplayed))
            return step.finding or next(filter(None, (one.finding for one in before)))
    return None


def with_notes(texts: Iterable[str], kind: type[Note], new: Iterable[Note | str]) -> list[str]:
    """Replace the notes of a kind in the texts of comments; a note more is a comment of its own.

    A comment of nothing else is left out with its notes.
    """
    waiting, kept = [*new], list[str]()
    for text in texts:
        left = ""
        for stretch, note in parts(text):
            if isinstance(note, kind):
                stands = waiting.pop(0) if waiting else ""
                left += stretch if stands == note else str(stands)
            else:
                left += stretch
        if left.strip() or left == text:
            kept.append(left)
    return [*kept, *map(str, waiting)]


def _replaced(
    steps: Sequence[Step], old: Sequence[int], new: Sequence[Token], empty: int
) -> Iterator[Change]:
    """Replace steps by items; those that an item equals stay as they are written.

    Items before which no step stays stand at `empty`.
    """
    was, will = [steps[place].token.text for place in old], [item.text for item in new]
    if was == will:
        return
    if not old:
        yield Change(empty, empty, tuple(new))
        return
    from difflib import SequenceMatcher

    for what, start, end, first, last in SequenceMatcher(None, was, will, False).get_opcodes():
        if what == "equal":
            continue
        items = [*new[first:last]]
        for place in old[start:end]:
            yield Change(place, place + 1, tuple(items[:1]))
            items = items[1:]
        if items:
            at = old[end - 1] + 1 if end else empty
            yield Change(at, at, tuple(items))


def _comment(text: str) -> Token:
    text = unfilled(text.replace("\r\n", "\n"))
    why = why_no_comment(text)
    if len(text) > limits.COMMENT:
        why = f"a comment is longer than {limits.COMMENT} characters"
    if why:
        raise ValueError(why)
    return Token(Kind.COMMENT, text)


def _mark(text: str) -> Token:
    if not is_lexeme(Kind.NAG, text):
        raise ValueError(f"{excerpt(text)} is not a mark, such as ! or $1")
    return Token(Kind.NAG, text)


# Lines that change places -------------------------------------------------------------------------


def promotion(steps: Sequence[Step], at: int) -> list[Change]:
    """Let the variation with a ply change places with the line before it; none in the main line."""
    if not steps[at].depth:
        return []
    opened = opening(steps, at, begins=False)
    replaced = _in_place_of(steps, opened)
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
    opened = opening(steps, at, begins=False)
    behind = [one for one in _played(steps, _in_place_of(steps, opened)) if one > opened]
    return _swapped(steps, opened, behind[0]) if behind else []


def cutting(steps: Sequence[Step], at: int) -> list[Change]:
    """Take a ply away with what follows but the result; its first variation becomes the line.

    A variation of which nothing is left goes, too.
    """
    if found := _played(steps, at):
        return _exchanged(steps, at, found[0], stays=False)
    (first, end), opened = _extent(steps, at), opening(steps, at)
    return [Change(first, end) if opened < 0 else Change(opened, end + 1)]


def _in_place_of(steps: Sequence[Step], opened: int) -> int:
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
    ends = [closing(steps, opened) + 1 for opened in (first, second)]
    before, behind = _tokens(steps[first : ends[0]]), _tokens(steps[second : ends[1]])
    return [Change(first, ends[0], behind), Change(second, ends[1], before)]


def _tokens(steps: Iterable[Step]) -> tuple[Token, ...]:
    return tuple([step.token for step in steps])


class _Line(Value):
    """A line from a ply on: all that stands `beside` it, the `variations` there, and the `rest`.

    `numbers` stand before the first move of the rest.
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


def _line(behind: Sequence[Step], depth: int, *, is_main: bool) -> _Line:
    """Part what stands behind a ply of a line; if it `is_main`, its results are of the game."""
    if is_main:
        behind = [x for x in behind if x.depth != depth or x.token.kind is not _RESULT]
    found = _Line([], [], [], [])
    for at, step in enumerate(behind):
        kind, is_own = step.token.kind, step.depth == depth
        if is_own and kind is Kind.NUMBER:
            found.numbers.append(step)
        elif found.numbers or (is_own and kind in (Kind.MOVE, _RESULT)):
            found.rest.extend(behind[at:])
            break
        else:
            (found.beside if is_own else found.variations).append(step)
    return found


def _extent(steps: Sequence[Step], at: int) -> tuple[int, int]:
    """Return where a ply begins, with the numbers before it, and where its line ends."""
    first, end = at, closing(steps, at)
    while first and steps[first - 1].token.kind is Kind.NUMBER:
        first -= 1
    while not steps[at].depth and steps[end - 1].token.kind is _RESULT:
        end -= 1
    return first, end


def _exchanged(steps: Sequence[Step], at: int, opened: int, *, stays: bool = True) -> list[Change]:
    """Let the line that a ply begins and a variation in its place change places.

    The ply and the first of the variation exchange their numbers, and so do the moves behind them.
    What stands before the first ply of the variation then stands behind it; a result stays last.
    If the line does not stay, it goes.
    """
    depth, (first, end), closed = steps[at].depth, _extent(steps, at), closing(steps, opened)
    begins = next(line(steps, opened))
    head, numbers = list[Step](), list[Step]()
    for step in steps[opened + 1 : begins]:
        is_own = step.token.kind is Kind.NUMBER and step.depth == depth + 1
        (numbers if is_own else head).append(step)
    old = _line([*steps[at + 1 : opened], *steps[closed + 1 : end]], depth, is_main=not depth)
    new = _line(steps[begins + 1 : closed], depth + 1, is_main=not depth)
    if stays and old.moves_on and new.moves_on:
        old, new = old._replace(numbers=new.numbers), new._replace(numbers=old.numbers)
    marks = [*takewhile(lambda step: step.token.kind is Kind.NAG, new.beside)]
    aside = [steps[opened], *numbers, steps[at], *old.beside, *old.numbers, *old.rest]
    parts: tuple[Step, ...] = (
        *(*steps[first:at], steps[begins], *marks, *head, *new.beside[len(marks) :]),
        *((*aside, steps[closed]) if stays else ()),
        *(*new.variations, *old.variations, *new.numbers, *new.rest),
        *(step for step in steps[at:end] if not step.depth and step.token.kind is _RESULT),
    )
    return [Change(first, end, _tokens(parts))]
