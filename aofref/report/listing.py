"""Listing: many records at a glance, as lines, as tab-separated values or as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby
from typing import Any

from aofref.findings import Finding
from aofref.judge.line import Ply
from aofref.judge.summary import Score, Statistics, Summary
from aofref.judge.verdict import Judged, Replay
from aofref.report import json as as_json
from aofref.report.messages import sentence
from aofref.report.text import describe, folded, said_move, written
from aofref.rules.tables import Tables
from aofref.text import escaped_json, on_one_line
from aofref.variants import ALIASES
from aofref.variants.model import Variant

COLUMNS = ("place", "players", "game", "plies", "turn", "result", "status")
"""The columns of a list as tab-separated values."""
SCORES = ("player", "points", "games", "wins", "shared", "open")
"""Those of a table."""
MOST = 10
"""Openings shown, those played most."""


def one_line(value: object) -> str:
    """Write an object on one line, whatever its texts hold."""
    return escaped_json(json.dumps(value, ensure_ascii=False)) + "\n"


def _text(value: str) -> str:
    """Give a text without bytes that were none, for JSON."""
    return value.encode("utf-8", "replace").decode()


def _tabbed(cells: Iterator[str] | tuple[str, ...]) -> str:
    return "\t".join(on_one_line(cell) for cell in cells) + "\n"


# A line a record ---------------------------------------------------------------------------------


def header() -> str:
    """Write the first line of a list as tab-separated values."""
    return _tabbed(COLUMNS)


def tsv(of: Summary) -> str:
    """Write a record as tab-separated values."""
    return _tabbed((place(of), names(of), of.variant, str(of.plies), of.turn, of.result, of.status))


def line(of: Summary) -> str:
    """Write a record as a line to read; the players, who take most room, come last."""
    turn = "over" if of.turn == "-" else f"{of.turn} to move"
    shown = (
        f"{place(of):<24} {of.variant or '?':<14} {of.plies:>4}  {turn:<9}  {of.result:<9}"
        f"  {of.status:<9}  {names(of)}"
    )
    return on_one_line(shown.rstrip()) + "\n"


def summary_json(of: Summary) -> dict[str, Any]:
    """Give a record of a list as plain data."""
    return {
        "record": of.number,
        "source": _text(of.source),
        "line": of.line,
        "players": {letter: _text(name) for letter, name in of.players},
        "variant": of.variant or None,
        "plies": of.plies,
        "turn": None if of.turn == "?" else of.turn,
        "result": of.result,
        "status": of.status,
    }


def summary_line(of: Summary) -> str:
    """Write a record of a list as an object on one line."""
    return one_line(summary_json(of))


def place(of: Summary) -> str:
    """Name the place of a record."""
    return f"{of.source}:{of.line}"


def names(of: Summary) -> str:
    """Name the players in order of play."""
    return " - ".join(name for _, name in of.players)


def short(of: Summary, error: Finding | None) -> str:
    """Write a verdict as a line: place, status, plies, what is wrong first."""
    turn = f"{of.turn} to move" if of.turn not in "-?" else of.result
    plies = f"{of.plies} {'ply' if of.plies == 1 else 'plies'}"
    said = f"{place(of)}: {of.status}, {plies}, {turn}"
    if error is not None:
        move = f" {said_move(error)}" if error.move else ""
        said += f": {error.code.value}{move}: {sentence(error.refusal)}"
    return on_one_line(said) + "\n"


def counted(statuses: Counter[str]) -> str:
    """Say how many records there were, and of which status."""
    total = statuses.total()
    kinds = (f"{statuses[s]} {s}" for s in ("legal", "illegal", "malformed") if statuses[s])
    return f"{total} {'record' if total == 1 else 'records'}: {', '.join(kinds)}"


# A game at a glance -------------------------------------------------------------------------------


def log(found: Judged, of: Summary) -> Iterator[str]:
    """Write a game, a line a round: its moves, then what they brought about."""
    yield line(of).rstrip("\n")
    if isinstance(found, Replay):
        yield from _rounds(found)
    for error in found.errors:
        move = f" {said_move(error)}" if error.move else ""
        yield f"  {error.code.value}{move}: {sentence(error.refusal)}"


def _rounds(found: Replay) -> Iterator[str]:
    game = found.game
    for event in found.opening:
        yield f"  at the start: {describe(game, event)}"
    for number, group in groupby(found.plies, key=lambda ply: ply.round):
        plies = tuple(group)
        told = _told(game, plies)
        yield f"{number:>4}. {' '.join(written(game, p) for p in plies)}" + (
            f"  ({told})" if told else ""
        )


def _told(game: Tables, plies: tuple[Ply, ...]) -> str:
    return "; ".join(describe(game, event) for ply in plies for event in ply.events)


def log_json(found: Judged, of: Summary) -> dict[str, Any]:
    """Give a game at a glance as plain data: a list of rounds, events as `check` has them."""
    game = found.game
    rounds: list[dict[str, Any]] = []
    if game is not None:
        for number, group in groupby(found.plies, key=lambda ply: ply.round):
            plies = tuple(group)
            told = [(ply.number, event) for ply in plies for event in ply.events]
            rounds.append(
                {
                    "round": number,
                    "moves": [written(game, ply) for ply in plies],
                    "events": [as_json.event(game, ply, event) for ply, event in told],
                    "words": [describe(game, event) for _, event in told],
                }
            )
    errors = found.errors
    return {
        **summary_json(of),
        "rounds": rounds,
        "error": as_json.finding(errors[0]) if errors else None,
    }


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


def score_json(name: str, score: Score) -> dict[str, Any]:
    """Give a line of a table as plain data; `points` is exact as text, `value` a number."""
    return {
        "player": _text(name),
        "points": points(score.points),
        "value": round(float(score.points), 4),
        "games": score.games,
        "wins": score.wins,
        "shared": score.shared,
        "open": score.open,
    }


# Statistics ---------------------------------------------------------------------------------------


def statistics(name: str, of: Statistics) -> Iterator[str]:
    """Write what the records of one game add up to."""
    mean = of.plies / of.games
    yield f"{name or 'of no known game'}: {counted(of.status)}"
    yield f"  plies: {of.plies}, {mean:.1f} a game, at most {of.longest}"
    named = [
        ("results", of.results),
        ("mates by", of.mates),
        ("promotions", of.promotions),
        ("pieces taken", of.taken),
    ]
    for title, counts in named:
        if counts:
            told = [f"{what} {n}," for what, n in _ordered(counts)]
            told[-1] = told[-1].removesuffix(",")
            yield from folded(f"{title}:", told)
    if of.openings:
        yield "  first rounds:"
        for moves, count in _ordered(of.openings)[:MOST]:
            yield f"    {count:>4}  {moves}"
        if len(of.openings) > MOST:
            yield f"    and {len(of.openings) - MOST} more"


def _ordered(counts: Counter[str]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def statistics_json(name: str, of: Statistics) -> dict[str, Any]:
    """Give what the records of one game add up to as plain data."""
    return {
        "variant": name or None,
        "games": of.games,
        "plies": of.plies,
        "longest": of.longest,
        "status": {s: of.status[s] for s in ("legal", "illegal", "malformed")},
        "results": dict(_ordered(of.results)),
        "mates": dict(_ordered(of.mates)),
        "promotions": dict(_ordered(of.promotions)),
        "taken": dict(_ordered(of.taken)),
        "openings": [{"moves": m, "games": n} for m, n in _ordered(of.openings)],
    }


# Games --------------------------------------------------------------------------------------------


def variant_json(game: Variant) -> dict[str, Any]:
    """Give a game that can be played as plain data."""
    return {
        "variant": game.id,
        "title": game.title,
        "page": game.page,
        "cells": len(game.board.cells),
        "aliases": sorted(name for name, known in ALIASES.items() if known == game.id),
        "armies": [{"letter": army.letter, "name": army.name} for army in game.armies],
        "pieces": {code: piece.name for code, piece in game.pieces.items()},
        "rulings": list(game.rulings),
    }
