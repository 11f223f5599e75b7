"""Rules: a game and its pieces as plain data."""

from __future__ import annotations

from typing import Any

from aofref.judge.analysis.examples import examples, informative_cell
from aofref.notation import positions
from aofref.report.text import diagram
from aofref.report.text.course import course
from aofref.report.text.movement import Terms, summary
from aofref.report.text.rules import marks, starts, ways, words
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import Position


def _head(of: CompiledVariant) -> dict[str, Any]:
    return {"variant": of.variant.id, "rulings": list(of.rulings)}


def game(start: Position) -> dict[str, Any]:
    """Describe a game by the position that it starts from, as plain data."""
    of = start.game
    return {
        **_head(of),
        "title": of.variant.title,
        "page": of.variant.page,
        "armies": [{"letter": army.letter, "name": army.name} for army in of.variant.armies],
        "pieces": [
            {"number": kind + 1, "code": code, "name": of.types[kind].name}
            | {"summary": summary(of, kind)}
            for kind, code in enumerate(of.codes)
        ],
        "play": _terms(course(of)),
        "cells": list(of.board.names),
        "position": positions.write(start),
    }


def piece(of: CompiledVariant, kind: int) -> dict[str, Any]:
    """Say all about a piece as plain data."""
    at, names = informative_cell(of, kind), of.board.names
    lines = diagram.marked(of, marks(of, kind, at))
    return {
        **_head(of),
        "piece": of.codes[kind],
        "name": of.types[kind].name,
        "summary": summary(of, kind),
        "terms": _terms(words(of, kind)),
        "starts": {letter: cells for letter, cells in starts(of, kind) if cells},
        "diagram": reach(of, kind, at.army, names[at.cell]) | {"lines": lines},
        "examples": [
            {
                "shows": found.shows.value,
                "as": found.part or None,
                "move": found.text,
                "over": [names[cell] for cell in found.via],
                "position": positions.write(found.position),
            }
            for found in examples(of, kind, at)
        ],
    }


def _terms(terms: Terms) -> list[dict[str, str]]:
    return [{"term": name, "text": text} for name, text in terms]


def reach(of: CompiledVariant, kind: int, army: int, origin: str) -> dict[str, Any]:
    """List what an army's piece reaches from a cell of an empty board, as plain data."""
    names = of.board.names
    quiet, takes = ways(of, of.piece(army, kind), of.board.number[origin])
    return {
        "army": of.letters[army],
        "from": origin,
        "to": sorted(names[cell] for cell in quiet),
        "only-to-capture": sorted(names[cell] for cell in takes - quiet),
    }
