"""Conditional lines: what a player will play if the others move as foreseen."""

from collections.abc import Callable, Iterable, Iterator
from itertools import takewhile
from operator import eq
from typing import NamedTuple, TypeVar

from aofref.findings import Aside, Code, Finding, Refusal
from aofref.findings.facts import Words
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.notation.notes import If, Note
from aofref.notation.records import Kind, Token
from aofref.rules.position import CorePosition

T = TypeVar("T")


class ConditionalLine(NamedTuple):
    """A line `[%if ...]` of a comment, played from there on.

    `given` counts the plies before it, `after` the items of the main line's plies, withdrawals
    too.  `plies` are those of its words that can be played, `fault` is the refusal of the first
    that cannot.
    """

    words: tuple[str, ...]
    start: CorePosition
    given: int
    after: int
    plies: tuple[Ply, ...]
    fault: Finding | None


def conditional_lines(
    line: LineOfPlay, comment: Token, notes: Iterable[Note], after: int
) -> Iterator[ConditionalLine]:
    """Play every conditional line of a comment, in any notation, to the first move refused."""
    for note in notes:
        if not isinstance(note, If):
            continue
        trial, plies = LineOfPlay(line.position, line.number), list[Ply]()
        fault = None
        if note.wrong:
            why = Refusal(Code.CONDITIONAL, Words(note.wrong))
            fault = Finding(why, comment.place, token=comment.ordinal)
        for word in () if note.wrong else note.words:
            done = trial.play(Token(Kind.MOVE, word, comment.place, comment.ordinal))
            if isinstance(done, Finding):
                fault = done._replace(refusal=Refusal(Code.CONDITIONAL, Aside(done.refusal)))
                break
            plies.append(done)
        start, given = line.position, line.number
        yield ConditionalLine(note.words, start, given, after, tuple(plies), fault)


def count_followed(
    foreseen: Iterable[T], played: Iterable[T], same: Callable[[T, T], bool] = eq
) -> int:
    """Count the moves of a line, from its first on, that were played."""
    both = zip(foreseen, played, strict=False)
    return sum(1 for _ in takewhile(lambda pair: same(*pair), both))
