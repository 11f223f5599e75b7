"""Listing: many records at a glance, points, statistics and games as plain data."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from aofref.judge.collect.summary import Summary
from aofref.judge.replay.event import Event
from aofref.judge.replay.verdict import Judged
from aofref.report.json import record
from aofref.report.text.listing import ordered
from aofref.text import json_line
from aofref.variants import ALIASES
from aofref.variants.model import Variant

if TYPE_CHECKING:
    from aofref.judge.collect.statistics import Statistics


def summary(of: Summary) -> dict[str, Any]:
    """Give a record of a list as plain data."""
    return {
        "record": of.number,
        "source": of.source,
        "line": of.line,
        "players": dict(of.players),
        "variant": of.variant or None,
        "plies": of.plies,
        "turn": None if of.turn == "?" else of.turn,
        "result": of.result,
        "status": of.status,
        **record.ended(of.end, of.offers),
        "event": of.event,
        "round": of.round,
        "date": of.date,
        "player": of.player,
    }


def summary_line(of: Summary) -> str:
    """Write a record of a list as an object on one line."""
    return json_line(summary(of))


def log(found: Judged, of: Summary) -> dict[str, Any]:
    """Give a game at a glance as plain data: a list of rounds, events as `check` has them."""
    game = found.game
    rounds: list[dict[str, Any]] = []
    if game is not None:
        for number, group in groupby(found.plies, key=lambda ply: ply.round):
            plies = tuple(group)
            reported = [(ply.number, event) for ply in plies for event in ply.events]
            rounds.append(
                {
                    "round": number,
                    "moves": [ply.written(game) for ply in plies],
                    "events": [Event(game, event).report(ply) for ply, event in reported],
                    "words": [str(Event(game, event)) for _, event in reported],
                }
            )
    errors = found.errors
    return {
        **summary(of),
        "rounds": rounds,
        "error": errors[0].report() if errors else None,
    }


def statistics(name: str, of: Statistics) -> dict[str, Any]:
    """Give what the records of one game add up to as plain data."""
    return {
        "variant": name or None,
        "games": of.games,
        "plies": of.plies,
        "longest": of.longest,
        "status": {s: of.status[s] for s in ("legal", "illegal", "malformed")},
        "results": dict(ordered(of.results)),
        "ends": dict(ordered(of.ends)),
        "mates": dict(ordered(of.mates)),
        "promotions": dict(ordered(of.promotions)),
        "taken": dict(ordered(of.taken)),
        "openings": [{"moves": m, "games": n} for m, n in ordered(of.openings)],
    }


def variant(game: Variant) -> dict[str, Any]:
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
