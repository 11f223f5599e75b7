"""Conditional lines: what a player will play if the others move as foreseen."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from aofref.findings import Aside, Code, Finding, Refusal
from aofref.findings.facts import Words
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.notation.records import Kind, Token
from aofref.rules.position import CorePosition
from aofref.text import excerpt

_LINE = re.compile(r"\[%if(?![a-z])([^\]]*)(\]?)")
_NOT_LINEAR = re.compile(r"[(){};]")


class Foreseen(NamedTuple):
    """A conditional line `[%if ...]` of a comment, played from where it was given.

    `span` is where its moves stand in the comment; `given` counts the plies before it, `after` the
    items of the main line's plies, withdrawals too.  `plies` are those of its words that can be
    played, `fault` is the refusal of the first that cannot.
    """

    span: tuple[int, int]
    words: tuple[str, ...]
    start: CorePosition
    given: int
    after: int
    plies: tuple[Ply, ...]
    fault: Finding | None


def foreseen(line: LineOfPlay, comment: Token, after: int) -> Iterator[Foreseen]:
    """Find every conditional line of a comment, and play it on from where the play stands."""
    for match in _LINE.finditer(comment.text):
        text, words = match.group(1), tuple(match.group(1).split())
        wrong = "" if match.group(2) else "the closing bracket is missing"
        wrong = wrong or ("" if words else "it holds no move")
        if _NOT_LINEAR.search(text):
            wrong = f"it may contain only moves, without variations or comments: {excerpt(text)}"
        plies: tuple[Ply, ...] = ()
        fault: Finding | None
        if wrong:
            why = Refusal(Code.CONDITIONAL, Words(wrong))
            fault = Finding(why, comment.place, token=comment.ordinal)
        else:
            plies, fault = foresee(line, words, comment)
        yield Foreseen(match.span(1), words, line.position, line.number, after, plies, fault)


def foresee(
    line: LineOfPlay, words: tuple[str, ...], at: Token
) -> tuple[tuple[Ply, ...], Finding | None]:
    """Play the words of a conditional line, in any notation; stop at the first that is refused."""
    trial = LineOfPlay(line.position, line.number)
    plies: list[Ply] = []
    for word in words:
        done = trial.play(Token(Kind.MOVE, word, at.place, at.ordinal))
        if isinstance(done, Finding):
            why = Refusal(Code.CONDITIONAL, Aside(done.refusal))
            return tuple(plies), done._replace(refusal=why)
        plies.append(done)
    return tuple(plies), None
