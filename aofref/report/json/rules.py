"""Rules: a game and its pieces as plain data."""

from typing import Any

from aofref.judge.analysis.examples import ArmyCell, examples, informative_cell
from aofref.notation import positions
from aofref.report.text import board
from aofref.report.text.course import how_it_goes
from aofref.report.text.movement import Terms, summary
from aofref.report.text.rules import marks, starts, ways, words
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CorePosition


def _head(game: CompiledVariant) -> dict[str, Any]:
    return {"variant": game.variant.id, "rulings": list(game.rulings)}


def game(start: CorePosition) -> dict[str, Any]:
    """Describe a game by the position that it starts from, as plain data."""
    game = start.game
    board, names = game.board, game.board.names
    return {
        **_head(game),
        "title": game.variant.title,
        "page": game.variant.page,
        "army-names": {army.letter: army.name for army in game.variant.armies},
        "pieces": [
            {"number": kind + 1, "kind": code, "name": game.types[kind].name}
            | {"summary": summary(game, kind)}
            for kind, code in enumerate(game.codes)
        ],
        "play": _terms(how_it_goes(game)),
        "cells": list(names),
        "coordinates": {name: list(board.cells[cell]) for cell, name in enumerate(names)},
        "neighbours": {
            name: [names[beside] for beside in board.neighbours(cell)]
            for cell, name in enumerate(names)
        },
        "position": positions.write(start),
    }


def piece(game: CompiledVariant, kind: int) -> dict[str, Any]:
    """Describe a piece as plain data."""
    at, names = informative_cell(game, kind), game.board.names
    lines = board.marked(game, marks(game, kind, at))
    return {
        **_head(game),
        "kind": game.codes[kind],
        "name": game.types[kind].name,
        "summary": summary(game, kind),
        "terms": _terms(words(game, kind)),
        "starts": {letter: cells for letter, cells in starts(game, kind) if cells},
        "diagram": reach(game, kind, at) | {"lines": lines},
        "examples": [
            {
                "shows": example.shows.value,
                "as": example.part or None,
                "move": example.text,
                "over": [names[cell] for cell in example.via],
                "position": positions.write(example.position),
            }
            for example in examples(game, kind, at)
        ],
    }


def _terms(terms: Terms) -> list[dict[str, str]]:
    return [{"term": name, "text": text} for name, text in terms]


def reach(game: CompiledVariant, kind: int, at: ArmyCell) -> dict[str, Any]:
    """Describe the destinations of an army's piece on an empty board as plain data."""
    names = game.board.names
    quiet, takes = ways(game, game.piece(at.army, kind), at.cell)
    return {
        "army": game.letters[at.army],
        "from": names[at.cell],
        "targets": sorted(names[cell] for cell in quiet),
        "only-to-capture": sorted(names[cell] for cell in takes - quiet),
    }
