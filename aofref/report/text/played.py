"""Played: moves that were added to a record, or taken back, in words."""

from collections.abc import Sequence
from typing import assert_never

from aofref.findings import Finding
from aofref.judge.collect.summary import UNNAMED, players
from aofref.judge.edit.amend import Offer, Taken, Undone
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import End, Replay
from aofref.notation import results
from aofref.report.text.record import armies_joined, ended
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import on_one_line


def summary_of_play(done: Replay, moves: Sequence[str], answers: Sequence[str]) -> str:
    """Write the moves, the answers of conditional lines, and who is to move or how it ended."""
    parts = [f"played {' '.join(moves)}"] if moves else []
    if answers:
        parts.append(f"answered by conditional lines: {' '.join(answers)}")
    end = ending(done)
    if end is None and (offers := done.offers):
        parts.append(f"draw offered by {armies_joined(done.game, offers, 'and')}")
    if end is not None:
        parts.append(ended(end))
    else:
        letter, player = players(done)[done.last.turn]
        army = f"{letter} {done.game.variant.armies[done.last.turn].called}"
        army = army if player in (UNNAMED, "") else f"{army} ({player})"
        parts.append(f"{on_one_line(army)} is to move")
    return "; ".join(parts)


def taken_back(game: CompiledVariant, undone: Undone) -> tuple[str, ...]:
    """List the plies and results taken back, the last first, then comments and tags."""
    named = [] if undone.stated == results.OPEN else [f"the result {undone.stated}"]
    named += [_named(game, taken) for taken in undone.taken]
    counts = undone.counts.items()
    named += [f"a {name}" if n == 1 else f"{n} {name}s" for name, n in counts if n]
    return (*named, *(f"the tag {name}" for name in undone.tags))


def _named(game: CompiledVariant, taken: Taken) -> str:
    match taken:
        case Ply():
            return taken.written(game)
        case Finding():
            return f"{taken.quoted} (illegal)"
        case Offer(army):
            return f"{game.sides[army].name}'s offer of a draw"
        case End(results.OPEN):
            return "that the game was abandoned"
        case End(result):
            return f"the result {result}"
        case _:
            assert_never(taken)
