"""Followed: how far the play has followed conditional lines, and the moves they answer it with."""

from collections.abc import Sequence
from typing import NamedTuple

from aofref.findings import NOWHERE
from aofref.judge.replay.conditional import ConditionalLine, count_followed
from aofref.judge.replay.line import LineOfPlay, Ply, same_ply
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.notes import Answer
from aofref.notation.records import Kind, Token


class Followed(NamedTuple):
    """How a conditional line stands: `met` of its moves were played as foreseen.

    `departed` is the ply at which the play went another way, None if it did not; `last` counts the
    items of play, withdrawals too, up to the one that made it stand so.
    """

    line: ConditionalLine
    met: int
    departed: int | None
    last: int


def followed_lines(judged: Judged) -> list[Followed]:
    """List how far the play has followed each conditional line that can be played.

    Lines of a player who has left are left out.
    """
    if isinstance(judged, Unopened):
        return []
    return [
        followed(judged.plies, line)
        for line in judged.lines
        if line.fault is None and judged.last.royals[author(judged.plies, line)] >= 0
    ]


def author(plies: Sequence[Ply], line: ConditionalLine) -> int:
    """The army whose player gave a line: that of the move before it, or else of its last move."""
    return plies[line.after - 1].army if line.after else line.plies[-1].army


def who_left(plies: Sequence[Ply], line: Followed) -> str:
    """Name the army that left its own line, as sentences do; empty if none did."""
    army = plies[line.last - 1].army
    own = line.departed is not None and army == author(plies, line.line)
    return line.line.start.game.sides[army].name if own else ""


def followed(plies: Sequence[Ply], line: ConditionalLine) -> Followed:
    """Find out how far the play has followed a line that can be played."""
    met = count_followed(line.plies, plies[line.after :], same_ply)
    at = line.after + met
    if met == len(line.plies) or at == len(plies):
        return Followed(line, met, None, at)
    return Followed(line, met, plies[at].number, at + 1)


def carried_on(replay: Replay) -> list[Token]:
    """List the moves that players have foreseen as their answers to what was played last.

    Behind each stands a comment that says after which ply its line was given.  A move of another
    than the line's author is waited for, and may itself be an answer by another line.
    """
    plies, line = [*replay.plies], LineOfPlay(replay.last, replay.length)
    sound = [ahead for ahead in replay.lines if ahead.fault is None]
    tokens: list[Token] = []
    while (answer := _answer(plies, sound)) is not None:
        given, foreseen = answer
        text = f"{replay.game.letters[foreseen.army]}:{foreseen.lan}"
        ply = line.play(Token(Kind.MOVE, text, NOWHERE))
        assert isinstance(ply, Ply)  # as it was played when the line was read
        plies.append(ply)
        tokens += ply.token, Token(Kind.COMMENT, str(Answer(given)), NOWHERE)
    return tokens


def _answer(plies: Sequence[Ply], lines: Sequence[ConditionalLine]) -> tuple[int, Ply] | None:
    """Find the answer of the line given last, and after which ply it was; None if two differ."""
    answers: list[tuple[ConditionalLine, Ply]] = []
    for line in lines:
        _, met, departed, _ = followed(plies, line)
        if departed is None and 0 < met < len(line.plies):
            ply = line.plies[met]
            if ply.army == author(plies, line):
                answers.append((line, ply))
    latest = max((line.after for line, _ in answers), default=0)
    last = [(line.given, ply) for line, ply in answers if line.after == latest]
    return last[0] if len({ply.lan for _, ply in last}) == 1 else None
