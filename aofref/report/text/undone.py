"""Undone: what was taken back in a record, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from aofref.findings import Finding
from aofref.judge.edit.amend import Taken
from aofref.judge.replay.ending import End
from aofref.judge.replay.line import Ply
from aofref.judge.replay.offers import Offer
from aofref.notation import results
from aofref.report.text.record import written, written_move
from aofref.rules.compiled_variant import CompiledVariant


def taken_back(game: CompiledVariant, taken: Iterable[Taken]) -> str:
    """Name what was taken back, the last first."""
    return ", ".join(_named(game, one) for one in taken)


def _named(game: CompiledVariant, one: Taken) -> str:
    match one:
        case Ply():
            return written(game, one)
        case Finding():
            return f"{written_move(one)} (illegal)"
        case Offer(army):
            return f"{game.letters[army]}'s offer of a draw"
        case End(results.OPEN):
            return "that the game was abandoned"
        case End(result):
            return f"the result {result}"
        case _:
            assert_never(one)
