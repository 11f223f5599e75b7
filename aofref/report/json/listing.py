"""Listing: records, points, statistics, clocks, games and cases as plain data."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any, cast

from aofref.games import ALIASES
from aofref.games.model import VariantData
from aofref.judge.collect.summary import Summary
from aofref.judge.replay.verdict import Replay
from aofref.report.json import record
from aofref.report.text.cases import page
from aofref.report.text.listing import ordered
from aofref.values import members

if TYPE_CHECKING:
    from aofref.judge.cases import CaseResult
    from aofref.judge.collect.totals import Statistics
    from aofref.library.record import Record
    from aofref.library.typed import VariantReport


def summary(row: Summary) -> dict[str, Any]:
    """Describe a record of a list as plain data."""
    names = "record=number source line players variant? plies turn result status end offers"
    listed: dict[str, Any] = members(row, f"{names} event round date player")
    turn = None if row.turn == "?" else row.turn
    return listed | {"players": dict(row.players), "turn": turn, "end": record.ended(row.end)}


def head(row: Record) -> dict[str, Any]:
    """Describe the tags of a record as plain data."""
    return cast("dict[str, Any]", members(row, "record=number source line tags"))


def log(judged: Replay, row: Summary) -> dict[str, Any]:
    """Describe a game in rounds as plain data; events are as in `check`."""
    game = judged.known_game
    rounds: list[dict[str, Any]] = []
    if game is not None:
        for number, group in groupby(judged.plies, key=lambda ply: ply.round):
            plies = tuple(group)
            reported = [(ply.number, event) for ply in plies for event in ply.events]
            rounds.append(
                {
                    "round-of-play": number,
                    "moves": [ply.written(game) for ply in plies],
                    "events": [event.report(ply) for ply, event in reported],
                    "words": [str(event) for _, event in reported],
                }
            )
    return {**summary(row), "rounds": rounds, "error": row.error and row.error.report()}


def statistics(name: str, counts: Statistics) -> dict[str, Any]:
    """Describe the statistics of the records of one game as plain data."""
    return {
        "variant": name or None,
        **members(counts, "games plies longest"),
        "statuses": {s: counts.counts["status"][s] for s in ("legal", "illegal", "malformed")},
        **{
            kind: dict(ordered(counts.counts[kind]))
            for kind in ("results", "ends", "mates", "promotions", "taken")
        },
        "openings": [
            {"opening": moves, "games": n} for moves, n in ordered(counts.counts["openings"])
        ],
    }


def variant(game: VariantData) -> VariantReport:
    """Describe a game that can be played as plain data."""
    return {
        "variant": game.id,
        "title": game.title,
        "page": game.page,
        "cell-count": len(game.board.cells),
        "aliases": sorted(name for name, known in ALIASES.items() if known == game.id),
        "army-names": {army.letter: army.name for army in game.armies},
        "kinds": {code: piece.name for code, piece in game.pieces.items()},
        "rulings": list(game.rulings),
    }


def case_result(outcome: CaseResult) -> dict[str, Any]:
    """Describe the result of a case as plain data."""
    case, wrong = outcome.case, list(outcome.wrong)
    of_case = members(case, "case=id title variant=game page=id sentence rule holds rulings core")
    return {**of_case, "page": page(case), "passed": not wrong, "wrong": wrong}
