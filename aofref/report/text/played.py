"""Played: what came of a move that was added to a record, on one line."""

from __future__ import annotations

from collections.abc import Sequence

from aofref.judge.collect.summary import UNNAMED, players
from aofref.judge.replay.comments import agreed
from aofref.judge.replay.ending import ending
from aofref.judge.replay.verdict import Replay
from aofref.report.text.directions import armies_joined
from aofref.report.text.ending import ended
from aofref.text import on_one_line


def played(done: Replay, moves: Sequence[str], answers: Sequence[str]) -> str:
    """Say what was played, what conditional lines answered, and who is to move, or how it ended."""
    parts = [f"played {' '.join(moves)}"] if moves else []
    if answers:
        parts.append(f"answered by conditional lines: {' '.join(answers)}")
    end = ending(done)
    if end is None and (offers := agreed(done)):
        parts.append(f"draw offered by {armies_joined(done.game, offers, 'and')}")
    parts.append(f"{to_move(done)} is to move" if end is None else ended(end))
    return "; ".join(parts)


def to_move(done: Replay) -> str:
    """Name the army that is to move, and its player if he is known: `I Indian (Bela)`."""
    letter, player = players(done)[done.last.turn]
    army = f"{letter} {done.game.variant.armies[done.last.turn].name}"
    return on_one_line(army if player in (UNNAMED, "") else f"{army} ({player})")
