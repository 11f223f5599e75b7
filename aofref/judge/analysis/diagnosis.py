"""The arbiter's desk: the whole diagnosis of a record, slips, conditional lines, versions."""

from collections.abc import Sequence
from typing import NamedTuple

from aofref.findings import Code, Finding
from aofref.judge.analysis.proof import Proof, proof_of
from aofref.judge.analysis.threats import Outcome, outcomes
from aofref.judge.replay.conditional import Foreseen
from aofref.judge.replay.line import LineOfPlay, Ply
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.records import Kind, Token
from aofref.rules import turn
from aofref.rules.position import Position


class Diagnosis(NamedTuple):
    """All there is to say of a record; `proof` and `slips` are of the move that was refused."""

    replay: Replay
    proof: Proof | None
    slips: "tuple[Slip, ...]"
    outcomes: dict[str, Outcome]


class Slip(NamedTuple):
    """A way to mend a record where the turn is wrong: how many of the moves after it then fit.

    `put_in` names the army whose move seems to be missing; empty, the written move is superfluous.
    """

    put_in: str
    fitting: int
    following: int


def diagnosed(found: Judged) -> Diagnosis | Unopened:
    """Complete what was played; of a record that could not be opened there is no more to say."""
    return found if isinstance(found, Unopened) else diagnosis(found)


def diagnosis(found: Replay) -> Diagnosis:
    """Complete a replay: prove what was refused, guess at a slip of turn, give the outcomes."""
    why, proof = found.refused, None
    guesses: tuple[Slip, ...] = ()
    if why is not None and why.code is not Code.SYNTAX:
        proof = proof_of(found.last, why.move, why.refusal)
        moves = (token for token in found.record.main_line if token.kind is Kind.MOVE)
        guesses = slips(found.last, why, [move for move in moves if move.ordinal >= why.token])
    return Diagnosis(found, proof, guesses, outcomes(found))


def slips(position: Position, why: Finding, rest: list[Token]) -> tuple[Slip, ...]:
    """Where the turn is wrong: try with one turn put in, and with the move `rest[0]` left out."""
    if why.code not in (Code.WRONG_TURN, Code.WRONG_ARMY):
        return ()
    missing = position.game.letters[position.turn]
    found = [Slip(missing, _fitting(turn.skip(position), rest), len(rest))]
    if len(rest) > 1:
        found.append(Slip("", _fitting(position, rest[1:]), len(rest) - 1))
    return tuple(found)


def _fitting(position: Position, tokens: list[Token]) -> int:
    line = LineOfPlay(position)
    for count, token in enumerate(tokens):
        if isinstance(line.play(token), Finding):
            return count
    return len(tokens)


# Conditional lines ------------------------------------------------------------------------------


class Course(NamedTuple):
    """How a conditional line stands: `met` of its moves were played as foreseen.

    `departed` is the ply at which the play went another way, None if it did not; `last` counts the
    items of play, withdrawals too, up to the one that made it stand so.
    """

    line: Foreseen
    met: int
    departed: int | None
    last: int


def courses(found: Judged) -> list[Course]:
    """Say of every conditional line that can be played how far the play has followed it.

    Lines of a player who has left are passed over.
    """
    if isinstance(found, Unopened):
        return []
    return [
        course_of(found.plies, line)
        for line in found.lines
        if line.fault is None and found.last.royals[giver(found.plies, line)] >= 0
    ]


def giver(plies: Sequence[Ply], line: Foreseen) -> int:
    """Return the army whose player gave a line: of the move before it, else of its last."""
    return plies[line.after - 1].army if line.after else line.plies[-1].army


def leaver(plies: Sequence[Ply], course: Course) -> str:
    """Name the army that left its own line, as sentences do; empty if none did."""
    army = plies[course.last - 1].army
    own = course.departed is not None and army == giver(plies, course.line)
    return course.line.start.game.sides[army].name if own else ""


def course_of(plies: Sequence[Ply], line: Foreseen) -> Course:
    """Say how far the play has followed a line that can be played."""
    for met, mine in enumerate(line.plies):
        at = line.after + met
        if at >= len(plies):
            return Course(line, met, None, at)
        if not same_ply(mine, plies[at]):
            return Course(line, met, plies[at].number, at + 1)
    return Course(line, len(line.plies), None, line.after + len(line.plies))


def same_ply(one: Ply, other: Ply) -> bool:
    """Whether two plies are the same move or withdrawal."""
    return (one.army, one.move, one.lan) == (other.army, other.move, other.lan)
