"""A clock as plain data."""

from __future__ import annotations

from typing import Any

from aofref.judge.analysis.clock import Clock
from aofref.notation import times
from aofref.variants.model import Army


def clock(
    source: str, number: int, variant: str, army: Army, player: str | None, of: Clock
) -> dict[str, Any]:
    """Give the clock of a game under way; times in seconds, None where they are not known."""
    return {
        "source": source,
        "record": number,
        "variant": variant,
        "army": army.letter,
        "player": player,
        "since": None if of.since is None else times.write_moment(of.since),
        "used": of.used,
        "left": of.left,
        "late": of.late,
    }
