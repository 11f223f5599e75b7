"""Rules: a game and its pieces in words and diagrams."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from aofref.notation import positions
from aofref.report import diagram
from aofref.report.movement import words
from aofref.report.text import folded, rulings
from aofref.rules.position import Position
from aofref.rules.tables import Tables


def game(start: Position) -> Iterator[str]:
    """Describe a game by the position that it starts from."""
    of = start.game
    yield f"{of.variant.title} ({of.variant.id})"
    if of.variant.page != of.variant.title:
        yield f"Page: {of.variant.page}"
    yield f"Rulings: {rulings(of)}"
    yield "Armies in order of play:"
    for army in of.variant.armies:
        yield f"  {army.letter} {army.name}"
    yield "Pieces, each behind its number in numeric notation:"
    for place, (code, kind) in enumerate(zip(of.codes, of.types, strict=True), 1):
        yield f"  {place:02} {code:<2} {kind.name}"
    yield f"Board, {len(of.board.cells)} cells, and array:"
    yield diagram.position(start)


def piece(of: Tables, kind: int) -> Iterator[str]:
    """Name a piece, say how it moves, and where each army has its own at the start."""
    yield f"{of.codes[kind]} {of.types[kind].name} ({of.variant.id})"
    for name, text in words(of.types[kind]):
        yield from folded(f"{name}:", text.split())
    for letter, cells in _starts(of, kind):
        if cells:
            yield from folded(f"{letter} starts with {len(cells)}:", cells)


def _starts(of: Tables, kind: int) -> Iterator[tuple[str, list[str]]]:
    """Give for each army the cells on which it has a piece at the start."""
    names = of.board.names
    for letter, array in zip(of.letters, of.array, strict=True):
        yield letter, sorted(names[cell] for cell, stands in array.items() if stands == kind)


def owner(of: Tables, kind: int, cell: int) -> int | None:
    """Give the army whose array has a cell; else any, if the piece goes alike for all; or None."""
    for army, array in enumerate(of.array):
        if cell in array:
            return army
    ways = [_ways(of, of.piece(army, kind), cell) for army in of.armies]
    if any(way != ways[0] for way in ways):
        return None
    having = (army for army, array in enumerate(of.array) if kind in array.values())
    return next(having, 0)


def _ways(of: Tables, stands: int, cell: int) -> tuple[set[int], set[int]]:
    """Give the cells that a piece reaches from a cell without capture, and those it captures on."""
    return set(of.quiet_lines(stands, cell)), set(of.take_lines(stands, cell))


def reach(of: Tables, kind: int, army: int, origin: str) -> Iterator[str]:
    """List and draw what an army's piece reaches from a cell of an empty board."""
    names, at = of.board.names, of.board.number[origin]
    quiet, takes = _ways(of, of.piece(army, kind), at)
    only = takes - quiet
    yield f"  {of.letters[army]}:{of.codes[kind]}{origin} on an empty board:"
    yield from folded("x", sorted(names[cell] for cell in quiet) or ["no move"])
    if only:
        yield from folded("+ only to capture:", sorted(names[cell] for cell in only))
    marks = dict.fromkeys(only, "+") | dict.fromkeys(quiet, "x") | {at: "*"}
    yield diagram.board(of, marks)


# As plain data -----------------------------------------------------------------------------------


def _head(of: Tables) -> dict[str, Any]:
    return {"variant": of.variant.id, "rulings": list(of.rulings)}


def game_data(start: Position) -> dict[str, Any]:
    """Describe a game by the position that it starts from, as plain data."""
    of = start.game
    return {
        **_head(of),
        "title": of.variant.title,
        "page": of.variant.page,
        "armies": [{"letter": army.letter, "name": army.name} for army in of.variant.armies],
        "pieces": [
            {"number": number, "code": code, "name": kind.name}
            for number, (code, kind) in enumerate(zip(of.codes, of.types, strict=True), 1)
        ],
        "cells": list(of.board.names),
        "position": positions.write(start),
    }


def piece_data(of: Tables, kind: int) -> dict[str, Any]:
    """Name a piece, say how it moves, and where each army has its own, as plain data."""
    terms = [{"term": name, "text": text} for name, text in words(of.types[kind])]
    starts = {letter: cells for letter, cells in _starts(of, kind) if cells}
    told = {"piece": of.codes[kind], "name": of.types[kind].name, "terms": terms}
    return {**_head(of), **told, "starts": starts}


def reach_data(of: Tables, kind: int, army: int, origin: str) -> dict[str, Any]:
    """List what an army's piece reaches from a cell of an empty board, as plain data."""
    names = of.board.names
    quiet, takes = _ways(of, of.piece(army, kind), of.board.number[origin])
    return {
        "army": of.letters[army],
        "from": origin,
        "to": sorted(names[cell] for cell in quiet),
        "only-to-capture": sorted(names[cell] for cell in takes - quiet),
    }
