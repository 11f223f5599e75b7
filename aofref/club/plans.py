"""Plans: conditional lines that a player keeps with the club; nobody else sees them.

A plan is a line of moves from a place of the record on.  It holds as long as the game follows it,
and then plays its player's next move; a line that the game has left is void.
"""

from __future__ import annotations

from typing import NamedTuple

from aofref.club.journal import Refused
from aofref.findings import START, Code, Refusal
from aofref.findings.facts import Words
from aofref.judge.replay.line import LineOfPlay, Ply, finding_of, step
from aofref.judge.replay.reading import played
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import Kind, Token
from aofref.report.text.record import unmarked
from aofref.text import excerpt


class Plan(NamedTuple):
    """A conditional line: how many plies stood before it, and its moves as records have them."""

    after: int
    moves: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.after}\t{' '.join(self.moves)}"


def read(text: str) -> tuple[Plan, ...]:
    """Read plans, one a line; what is none is passed over."""
    rows = (line.partition("\t") for line in text.splitlines())
    return tuple(
        Plan(int(after), tuple(moves.split())) for after, _, moves in rows if after.isdecimal()
    )


def write(plans: tuple[Plan, ...]) -> str:
    """Write plans, one a line."""
    return "".join(f"{plan}\n" for plan in plans)


def due(found: Replay, plans: tuple[Plan, ...]) -> str:
    """Give the move that the plans of the army to move have for the position.

    Plans that disagree play nothing.
    """
    moves = set()
    for plan in plans:
        if plan.after <= len(found.plies) and _holds(found, plan):
            moves.add(plan.moves[len(found.plies) - plan.after])
    return moves.pop() if len(moves) == 1 else ""


def vetted(found: Replay, text: str, army: int) -> Plan | Refused:
    """Read a conditional line, from now on or from what has been played since the army moved.

    Each move must be legal, and the last one the army's own.
    """
    last_own = max((n for n, ply in enumerate(found.plies, 1) if ply.army == army), default=0)
    now = _from(found, len(found.plies), text, army)
    if isinstance(now, Plan):
        return now
    for after in range(len(found.plies) - 1, last_own - 1, -1):
        plan = _from(found, after, text, army)
        if isinstance(plan, Plan) and _holds(found, plan):
            return plan
    return now


def _holds(found: Replay, plan: Plan) -> bool:
    """Say whether the game has followed a plan, and the plan goes on."""
    since = tuple(unmarked(found.game, ply) for ply in found.plies[plan.after :])
    return len(plan.moves) > len(since) and plan.moves[: len(since)] == since


def _from(found: Replay, after: int, text: str, army: int) -> Plan | Refused:
    """Read a conditional line from a place of the record on."""
    position = found.first
    for ply in found.plies[:after]:
        position = step(position, ply)
    line, moves = LineOfPlay(position, after), []
    words = text.split()
    first = last = army
    for number, word in enumerate(words):
        done = played(line, word, START)
        if not isinstance(done, Ply):
            return Refused(done.finding, word)
        moves.append(unmarked(found.game, done))
        first, last = (first if number else done.army), done.army
    if last == army != first:
        return Plan(after, tuple(moves))
    letter = found.game.letters[army]
    why = f"it must begin with a move of another army and end with one of {letter}: {excerpt(text)}"
    token = Token(Kind.MOVE, text, START)
    return Refused(finding_of(Refusal(Code.CONDITIONAL, Words(why)), token, after, letter), text)
