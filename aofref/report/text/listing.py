"""Listing: many records at a glance, as lines, or as tab-separated values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING

from aofref.findings import Finding
from aofref.judge.collect.summary import Summary
from aofref.judge.replay.event import Event
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Judged, Replay, Status
from aofref.report.text.ending import how
from aofref.report.text.record import folded
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import on_one_line

if TYPE_CHECKING:
    from aofref.judge.collect.statistics import Statistics

COLUMNS = (
    *("place", "players", "game", "plies", "turn", "result", "status"),
    *("end", "offers", "event", "round", "date", "player"),
)
"""The columns of a list as tab-separated values."""
MOST = 10
"""Openings shown, those played most."""


def tabbed(cells: Iterable[str]) -> str:
    """Write a line of tab-separated values."""
    return "\t".join(on_one_line(cell) for cell in cells) + "\n"


# A line a record ---------------------------------------------------------------------------------


def header() -> str:
    """Write the first line of a list as tab-separated values."""
    return tabbed(COLUMNS)


def tsv(of: Summary) -> str:
    """Write a record as tab-separated values."""
    end, offers = of.end.by if of.end else "", " ".join(of.offers)
    game = (of.variant, str(of.plies), of.turn, of.result, of.status)
    rest = (of.event or "", of.round or "", of.date or "", of.player or "")
    return tabbed((place(of), names(of), *game, end, offers, *rest))


def line(of: Summary) -> str:
    """Write a record as a line to read; what takes most room, names above all, comes last.

    What ended the game stands where the turn does while it goes on.
    """
    turn = f"{of.turn} to move" if of.end is None else of.end.by
    shown = (
        f"{place(of):<24} {of.variant or '?':<14} {of.plies:>4}  {turn:<12}  {of.result:<9}"
        f"  {of.status:<9}  {names(of)}{_to_move(of)}{_offered(of)}{_occasion(of)}"
    )
    return on_one_line(shown.rstrip()) + "\n"


def _to_move(of: Summary) -> str:
    """Name the player to move; that the army is to move has been said."""
    return f"; to move: {of.player}" if of.player else ""


def _occasion(of: Summary) -> str:
    """Name the event, the round and the date, so far as they are known."""
    values = (of.event or "", f"round {of.round}" if _known(of.round) else "", of.date or "")
    parts = [part for part in values if _known(part)]
    return f"; {', '.join(parts)}" if parts else ""


def _known(value: str | None) -> bool:
    """Say whether a tag has a value that says something."""
    return bool(value and value.strip("?.- "))


def _offered(of: Summary) -> str:
    """Say who offers a draw in a game under way."""
    return f"; draw offered by {' and '.join(of.offers)}" if of.offers and of.end is None else ""


def place(of: Summary) -> str:
    """Name the place of a record."""
    return f"{of.source}:{of.line}"


def names(of: Summary) -> str:
    """Name the players in order of play."""
    return " - ".join(name for _, name in of.players)


def short(of: Summary, error: Finding | None) -> str:
    """Write a verdict as a line: place, status, plies, what is wrong first."""
    turn = how(of.end) if of.end else of.result if of.turn == "?" else f"{of.turn} to move"
    plies = f"{of.plies} {'ply' if of.plies == 1 else 'plies'}"
    shown = f"{place(of)}: {of.status}, {plies}, {turn}{_offered(of)}"
    if error is not None:
        move = f" {error.quoted}" if error.move else ""
        shown += f": {error.code.value}{move}: {error.message}"
    return on_one_line(shown) + "\n"


def counted(statuses: Counter[str]) -> str:
    """Say how many records there were, and of which status."""
    total = statuses.total()
    kinds = (f"{statuses[s]} {s}" for s in Status if statuses[s])
    return f"{total} {'record' if total == 1 else 'records'}: {', '.join(kinds)}"


# A game at a glance -------------------------------------------------------------------------------


def log(found: Judged, of: Summary) -> Iterator[str]:
    """Write a game, a line a round: its moves, then what they brought about."""
    yield line(of).rstrip("\n")
    if isinstance(found, Replay):
        yield from _rounds(found)
    for error in found.errors:
        move = f" {error.quoted}" if error.move else ""
        yield f"  {error.code.value}{move}: {error.message}"


def _rounds(found: Replay) -> Iterator[str]:
    game = found.game
    for event in found.opening:
        yield f"  at the start: {Event(game, event)}"
    for number, group in groupby(found.plies, key=lambda ply: ply.round):
        plies = tuple(group)
        reported = _reported(game, plies)
        yield f"{number:>4}. {' '.join(p.written(game) for p in plies)}" + (
            f"  ({reported})" if reported else ""
        )


def _reported(game: CompiledVariant, plies: tuple[Ply, ...]) -> str:
    return "; ".join(str(Event(game, event)) for ply in plies for event in ply.events)


# Statistics ---------------------------------------------------------------------------------------


def statistics(name: str, of: Statistics) -> Iterator[str]:
    """Write what the records of one game add up to."""
    mean = of.plies / of.games
    yield f"{name or 'of no known game'}: {counted(of.status)}"
    yield f"  plies: {of.plies}, {mean:.1f} a game, at most {of.longest}"
    named = [
        ("results", of.results),
        ("ended by", of.ends),
        ("mates by", of.mates),
        ("promotions", of.promotions),
        ("pieces taken", of.taken),
    ]
    for title, counts in named:
        if counts:
            reported = [f"{what} {n}," for what, n in ordered(counts)]
            reported[-1] = reported[-1].removesuffix(",")
            yield from folded(f"{title}:", reported)
    if of.openings:
        yield "  first rounds:"
        for moves, count in ordered(of.openings)[:MOST]:
            yield f"    {count:>4}  {moves}"
        if len(of.openings) > MOST:
            yield f"    and {len(of.openings) - MOST} more"


def ordered(counts: Counter[str]) -> list[tuple[str, int]]:
    """Put what is counted in order, the most first."""
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
