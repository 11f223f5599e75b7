"""A clock as a line."""

from __future__ import annotations

from aofref.judge.analysis.clock import Clock, Lacking
from aofref.notation import times
from aofref.notation.times import DAY
from aofref.text import on_one_line
from aofref.variants.model import Army


def clock(source: str, number: int, variant: str, army: Army, player: str | None, of: Clock) -> str:
    """Say who is to move since when, what that has cost, and what is left."""
    who = f"{army.letter} {army.name}" + (f" ({player})" if player else "")
    since = "?" if of.since is None else times.write_moment(of.since)
    left = f"{'late by' if of.late else 'left'} {_span(of.left)}"
    place = f"{source}, record {number} ({variant})"
    shown = f"{place}: {who} to move since {since}, used {_span(of.used)}, {left}"
    why = f": {'; '.join(map(_lacking, of.lacking))}" if of.lacking else ""
    return on_one_line(shown + why) + "\n"


def _lacking(what: Lacking | int) -> str:
    """Say what the record lacks."""
    match what:
        case Lacking.START:
            return "no tag UTCDate says when the clocks start"
        case Lacking.CONTROL:
            return "no tag TimeControl says how much time there is"
        case _:
            return f"ply {what} has no stamp [%sent TIME]"


def _span(seconds: int | None) -> str:
    """Write a span in days, hours, minutes and seconds, without noughts; `?` if it is not known."""
    if seconds is None:
        return "?"
    days, rest = divmod(abs(seconds), DAY)
    parts = [f"{days}d", f"{rest // 3600}h", f"{rest % 3600 // 60}m", f"{rest % 60}s"]
    return " ".join(part for part in parts if not part.startswith("0")) or "0d"
