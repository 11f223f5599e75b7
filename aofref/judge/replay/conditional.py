"""Conditional lines: what a player will play if the others move as foreseen."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from aofref.findings import Aside, Code, Finding, Refusal
from aofref.findings.facts import Words
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.notation.notes import If, Note
from aofref.notation.records import Kind, Token
from aofref.rules.position import CorePosition


class Foreseen(NamedTuple):
    """A conditional line `[%if ...]` of a comment, played from where it was given.

    `given` counts the plies before it, `after` the
    items of the main line's plies, withdrawals too.  `plies` are those of its words that can be
    played, `fault` is the refusal of the first that cannot.
    """

    words: tuple[str, ...]
    start: CorePosition
    given: int
    after: int
    plies: tuple[Ply, ...]
    fault: Finding | None


def foreseen(
    line: LineOfPlay, comment: Token, notes: Iterable[Note], after: int
) -> Iterator[Foreseen]:
    """Play every conditional line of a comment on from where the play stands."""
    for note in notes:
        if not isinstance(note, If):
            continue
        plies: tuple[Ply, ...] = ()
        fault: Finding | None
        if note.wrong:
            why = Refusal(Code.CONDITIONAL, Words(note.wrong))
            fault = Finding(why, comment.place, token=comment.ordinal)
        else:
            plies, fault = foresee(line, note.words, comment)
        yield Foreseen(note.words, line.position, line.number, after, plies, fault)


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
