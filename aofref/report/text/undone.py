"""Undone: what was taken back in a record, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from aofref.findings import Finding
from aofref.judge.edit.amend import Dropped, Taken, Undone
from aofref.judge.replay.comments import Offer
from aofref.judge.replay.ending import End
from aofref.judge.replay.line import Ply
from aofref.notation import results
from aofref.rules.compiled_variant import CompiledVariant


def taken_back(game: CompiledVariant, undone: Undone) -> tuple[str, ...]:
    """Name what was taken back, the last first, and then what went with it."""
    dropped = undone.dropped
    stated = () if dropped.stated == results.OPEN else (f"the result {dropped.stated}",)
    return (*stated, *(_named(game, one) for one in undone.taken), *_rest(dropped))


def _rest(dropped: Dropped) -> Iterator[str]:
    counts = (dropped.comments, dropped.lines, dropped.variations)
    for count, name in zip(counts, ("comment", "conditional line", "variation"), strict=True):
        if count:
            yield f"a {name}" if count == 1 else f"{count} {name}s"
    yield from (f"the tag {name}" for name in dropped.tags)


def _named(game: CompiledVariant, one: Taken) -> str:
    match one:
        case Ply():
            return one.written(game)
        case Finding():
            return f"{one.quoted} (illegal)"
        case Offer(army):
            return f"{game.sides[army].name}'s offer of a draw"
        case End(results.OPEN):
            return "that the game was abandoned"
        case End(result):
            return f"the result {result}"
        case _:
            assert_never(one)
