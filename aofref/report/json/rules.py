"""Rules: a game and its pieces as plain data."""

from typing import TYPE_CHECKING

from aofref.judge.analysis.examples import ArmyCell, examples, informative_cell
from aofref.notation import positions
from aofref.report.text import board
from aofref.report.text.movement import Terms, summary
from aofref.report.text.rules import how_it_goes, marks, starts, ways, words
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CorePosition

if TYPE_CHECKING:
    from aofref.library.typed import ReachReport, RulesReport, TermReport


def game(start: CorePosition) -> "RulesReport":
    """Describe a game by the position that it starts from, as plain data."""
    game = start.game
    board, names = game.board, game.board.names
    return {
        "variant": game.variant.id,
        "rulings": list(game.rulings),
        "title": game.variant.title,
        "page": game.variant.page,
        "army-names": {army.letter: army.name for army in game.variant.armies},
        "pieces": [
            {
                "number": kind + 1,
                "kind": code,
                "name": game.types[kind].name,
                "summary": summary(game, kind),
            }
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


def piece(game: CompiledVariant, kind: int, at: ArmyCell | None) -> "RulesReport":
    """Describe a piece as plain data, and its destinations from a cell if there is one."""
    shown, names = informative_cell(game, kind), game.board.names
    data: RulesReport = {
        "variant": game.variant.id,
        "rulings": list(game.rulings),
        "kind": game.codes[kind],
        "name": game.types[kind].name,
        "summary": summary(game, kind),
        "terms": _terms(words(game, kind)),
        "starts": {letter: cells for letter, cells in starts(game, kind) if cells},
        "diagram": {
            **reach(game, kind, shown),
            "lines": board.marked(game, marks(game, kind, shown)),
        },
        "examples": [
            {
                "shows": example.shows.value,
                "as": example.part or None,
                "move": example.text,
                "over": [names[cell] for cell in example.via],
                "position": positions.write(example.position),
            }
            for example in examples(game, kind, shown)
        ],
    }
    if at is not None:
        data["reach"] = reach(game, kind, at)
    return data


def _terms(terms: Terms) -> "list[TermReport]":
    return [{"term": name, "text": text} for name, text in terms]


def reach(game: CompiledVariant, kind: int, at: ArmyCell) -> "ReachReport":
    """Describe the destinations of an army's piece on an empty board as plain data."""
    names = game.board.names
    quiet, takes = ways(game, game.piece(at.army, kind), at.cell)
    return {
        "army": game.letters[at.army],
        "from": names[at.cell],
        "targets": sorted(names[cell] for cell in quiet),
        "only-to-capture": sorted(names[cell] for cell in takes - quiet),
    }
