"""Conditional lines: the moves that a player will make if the others move as foreseen.

They are played where they are given; how far the play has followed them, and what they answer.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from operator import eq
from typing import TypeVar

from aofref.findings import NOWHERE, Code, Finding, Refusal
from aofref.judge.replay.line import LineOfPlay, Ply, same_ply
from aofref.judge.replay.steps import ConditionalLine
from aofref.judge.replay.verdict import Replay
from aofref.notation.notes import Answer, If, Note
from aofref.notation.records import Kind, Token
from aofref.values import Value

T = TypeVar("T")


def conditional_lines(
    line: LineOfPlay, comment: Token, notes: Iterable[Note], after: int
) -> Iterator[ConditionalLine]:
    """Play every conditional line of a comment, in any notation, to the first move refused."""
    for note in notes:
        if not isinstance(note, If):
            continue
        ahead, plies = LineOfPlay(line.position, line.number), list[Ply]()
        fault: Finding | None = None
        if note.wrong:
            why = Refusal(Code.CONDITIONAL, note.wrong)
            fault = Finding(why, comment.place, token=comment.ordinal)
        for word in () if note.wrong else note.words:
            done = ahead.play(comment._replace(kind=Kind.MOVE, text=word))
            if isinstance(done, Finding):
                fault = done._replace(refusal=Refusal(Code.CONDITIONAL, aside=done.refusal))
                break
            plies.append(done)
        yield ConditionalLine(note.words, line.position, line.number, after, tuple(plies), fault)


def count_followed(
    foreseen: Iterable[T], played: Iterable[T], same: Callable[[T, T], bool] = eq
) -> int:
    """Count the moves of a line, from its first on, that were played."""
    both = zip(foreseen, played, strict=False)
    return sum(1 for _ in takewhile(lambda pair: same(*pair), both))


class Followed(Value):
    """The state of a conditional line: its first `met` moves have been played.

    `departed` is the ply at which the play left the line; None if it did not.  `last` counts the
    moves and withdrawals of the game up to the last one of the line, or the one that left it.
    `leaver` is the name of an army that left its own line.
    """

    line: ConditionalLine
    met: int
    departed: int | None
    last: int
    leaver: str = ""


def followed_lines(judged: Replay) -> list[Followed]:
    """List how far the play has followed each conditional line that can be played.

    Lines of a player whose army is off the board are left out.
    """
    return [
        followed(judged.plies, line)
        for line in judged.lines
        if line.fault is None and judged.last.royals[author(judged.plies, line)] >= 0
    ]


def author(plies: Sequence[Ply], line: ConditionalLine) -> int:
    """Return the army of a line's author: that of the move before the line, or of its last move."""
    return plies[line.after - 1].army if line.after else line.plies[-1].army


def followed(plies: Sequence[Ply], line: ConditionalLine) -> Followed:
    """Find how far the play has followed a line that can be played."""
    met = count_followed(line.plies, plies[line.after :], same_ply)
    at = line.after + met
    if met == len(line.plies) or at == len(plies):
        return Followed(line, met, None, at)
    ply = plies[at]
    own = line.start.game.sides[ply.army].name if ply.army == author(plies, line) else ""
    return Followed(line, met, ply.number, at + 1, own)


def answering_moves(replay: Replay) -> list[Ply | Token]:
    """List the moves by which conditional lines answer the last ply.

    A comment behind each names the ply after which its line was given.  Only its author's moves are
    played from a line; the move of another player may come from a line of that player.
    """
    plies, line = [*replay.plies], LineOfPlay(replay.last, replay.length)
    sound = [ahead for ahead in replay.lines if ahead.fault is None]
    items: list[Ply | Token] = []
    while (answer := _answer(plies, sound)) is not None:
        given, foreseen = answer
        text = f"{replay.game.letters[foreseen.army]}:{foreseen.lan}"
        ply = line.play(Token(Kind.MOVE, text, *NOWHERE))
        assert isinstance(ply, Ply)  # it was legal when the line was read
        plies.append(ply)
        items += ply, Token(Kind.COMMENT, str(Answer(given)))
    return items


def _answer(plies: Sequence[Ply], lines: Sequence[ConditionalLine]) -> tuple[int, Ply] | None:
    """Find the answer of the line given last, with the ply before that line; None if two differ."""
    answers: list[tuple[ConditionalLine, Ply]] = []
    for line in lines:
        _, met, departed, *_ = followed(plies, line)
        if departed is None and 0 < met < len(line.plies):
            ply = line.plies[met]
            if ply.army == author(plies, line):
                answers.append((line, ply))
    latest = max((line.after for line, _ in answers), default=0)
    last = [(line.given, ply) for line, ply in answers if line.after == latest]
    return last[0] if len({ply.lan for _, ply in last}) == 1 else None
