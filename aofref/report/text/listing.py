"""Listing: many records at a glance, as lines, or as tab-separated values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from aofref.findings import Finding
from aofref.judge.collect.summary import Score, Statistics, Summary
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Judged, Replay, Status
from aofref.report.text.ending import how, offering
from aofref.report.text.messages import sentence
from aofref.report.text.record import describe, folded, written, written_move
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import on_one_line

COLUMNS = ("place", "players", "game", "plies", "turn", "result", "status", "end", "offers")
"""The columns of a list as tab-separated values."""
SCORES = ("player", "points", "games", "wins", "shared", "open")
"""Those of a table."""
MOST = 10
"""Openings shown, those played most."""


def _tabbed(cells: Iterator[str] | tuple[str, ...]) -> str:
    return "\t".join(on_one_line(cell) for cell in cells) + "\n"


# A line a record ---------------------------------------------------------------------------------


def header() -> str:
    """Write the first line of a list as tab-separated values."""
    return _tabbed(COLUMNS)


def tsv(of: Summary) -> str:
    """Write a record as tab-separated values."""
    end, offers = of.end.by if of.end else "", " ".join(of.offers)
    plies = str(of.plies)
    return _tabbed(
        (place(of), names(of), of.variant, plies, of.turn, of.result, of.status, end, offers)
    )


def line(of: Summary) -> str:
    """Write a record as a line to read; the players, who take most room, come last.

    What ended the game stands where the turn does while it goes on.
    """
    turn = f"{of.turn} to move" if of.end is None else of.end.by
    shown = (
        f"{place(of):<24} {of.variant or '?':<14} {of.plies:>4}  {turn:<12}  {of.result:<9}"
        f"  {of.status:<9}  {names(of)}{_offered(of)}"
    )
    return on_one_line(shown.rstrip()) + "\n"


def _offered(of: Summary) -> str:
    """Say who offers a draw in a game under way."""
    return f"; {offering(of.offers)}" if of.offers and of.end is None else ""


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
        move = f" {written_move(error)}" if error.move else ""
        shown += f": {error.code.value}{move}: {sentence(error.refusal)}"
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
        move = f" {written_move(error)}" if error.move else ""
        yield f"  {error.code.value}{move}: {sentence(error.refusal)}"


def _rounds(found: Replay) -> Iterator[str]:
    game = found.game
    for event in found.opening:
        yield f"  at the start: {describe(game, event)}"
    for number, group in groupby(found.plies, key=lambda ply: ply.round):
        plies = tuple(group)
        reported = _reported(game, plies)
        yield f"{number:>4}. {' '.join(written(game, p) for p in plies)}" + (
            f"  ({reported})" if reported else ""
        )


def _reported(game: CompiledVariant, plies: tuple[Ply, ...]) -> str:
    return "; ".join(describe(game, event) for ply in plies for event in ply.events)


# Points -------------------------------------------------------------------------------------------


def table_tsv(ranking: list[tuple[str, Score]]) -> Iterator[str]:
    """Write a table as tab-separated values."""
    yield _tabbed(SCORES)
    for name, score in ranking:
        yield _tabbed((name, *_cells(score)))


def table(ranking: list[tuple[str, Score]]) -> Iterator[str]:
    """Write a table to read."""
    rows = [SCORES, *((on_one_line(name), *_cells(score)) for name, score in ranking)]
    widths = [max(len(row[at]) for row in rows) for at in range(len(SCORES))]
    for row in rows:
        first, *others = zip(row, widths, strict=True)
        cells = [first[0].ljust(first[1]), *(cell.rjust(width) for cell, width in others)]
        yield "  ".join(cells) + "\n"


def _cells(score: Score) -> tuple[str, ...]:
    counts = (score.games, score.wins, score.shared, score.open)
    return (points(score.points), *map(str, counts))


def points(of: Fraction) -> str:
    """Write points exactly, as in `2 1/3`."""
    whole, rest = divmod(of, 1)
    return f"{whole} {rest}" if whole and rest else str(rest if rest else whole)


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
