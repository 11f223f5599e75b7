"""Carry on: conditional lines that are played, as far as the play follows them."""

from __future__ import annotations

from collections.abc import Sequence

from aofref.findings import NOWHERE
from aofref.judge.analysis.diagnosis import course_of, giver
from aofref.judge.replay.conditional import Foreseen
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import Kind, Token


def carried_on(found: Replay) -> list[Token]:
    """List the moves that players have foreseen as their answers to what was played last.

    Behind each stands a comment that says after which ply its line was given.  A move of another
    than the line's giver is waited for, and may itself be an answer by another line.
    """
    plies, line = [*found.plies], LineOfPlay(found.last, found.length)
    lines = [one for one in found.lines if one.fault is None]
    tokens: list[Token] = []
    while (foreseen := _answer(plies, lines)) is not None:
        letter = found.game.letters[foreseen[1].army]
        ply = line.play(Token(Kind.MOVE, f"{letter}:{foreseen[1].lan}", NOWHERE))
        assert isinstance(ply, Ply)  # as it was played when the line was read
        plies.append(ply)
        mark = f"[%conditional {foreseen[0].given}]"
        tokens += ply.token, Token(Kind.COMMENT, mark, NOWHERE)
    return tokens


def _answer(plies: Sequence[Ply], lines: Sequence[Foreseen]) -> tuple[Foreseen, Ply] | None:
    """Return the answer of the line given last; none if two lines that were given there differ."""
    answers: list[tuple[Foreseen, Ply]] = []
    for one in lines:
        course = course_of(plies, one)
        if course.departed is None and 0 < course.met < len(one.plies):
            ply = one.plies[course.met]
            if ply.army == giver(plies, one):
                answers.append((one, ply))
    latest = max((one.after for one, _ in answers), default=0)
    last = [answer for answer in answers if answer[0].after == latest]
    return last[0] if len({ply.lan for _, ply in last}) == 1 else None
