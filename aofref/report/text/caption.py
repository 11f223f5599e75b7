"""Captions: the words about a position that stand beside every picture of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aofref.judge.analysis.view import BoardView, InCheck
from aofref.report.text.ending import how, offering
from aofref.rules.position import NOBODY
from aofref.text import capitalised, on_one_line


class LegendEntry(NamedTuple):
    """An army in the legend: its letter, what is said of it, whether it lives and is to move."""

    letter: str
    name: str
    player: str
    text: str
    living: bool
    to_move: bool


class Caption(NamedTuple):
    """What is said of a position: a title, further lines, and a line an army."""

    title: str
    lines: tuple[str, ...]
    armies: tuple[LegendEntry, ...]


def caption(board_view: BoardView, tags: Mapping[str, str], number: int, came: str = "") -> Caption:
    """Say what a view shows: the ply, how it `came` about, the turn, the checks."""
    game = board_view.game
    event = on_one_line(tags.get("Event", "")).strip().strip("?")
    name = on_one_line(f"{game.variant.title} ({game.variant.id})")
    where = f"After ply {number}" if number else "At the start"
    where += f", round {board_view.round}" if board_view.turn != NOBODY else ""
    last = f"{came}. " if came else ""
    lines = [name] if event else []
    lines += [
        f"{where}. {last}{turn(board_view)}",
        *(danger(board_view, check) for check in board_view.checks),
    ]
    if game.rulings or game.own_array:
        lines.append("Rulings: " + rulings(board_view))
    armies = tuple(_entry(board_view, tags, place) for place in game.armies)
    return Caption(event or name, tuple(lines), armies)


def turn(board_view: BoardView) -> str:
    """Say whose turn it is, and who offers a draw; or how the game ended, where that is known."""
    if board_view.end is not None:
        return f"The game is over: {how(board_view.end)}."
    if board_view.turn == NOBODY:
        return "The game is over."
    game = board_view.game
    army = on_one_line(game.variant.armies[board_view.turn].name)
    offers = [game.sides[army].name for army in board_view.offers]
    return f"{army} to move." + (f" {capitalised(offering(offers))}." if offers else "")


def danger(board_view: BoardView, check: InCheck) -> str:
    """Say which royal piece is in check, and by what."""
    by = ", ".join(standing(board_view, cell) for cell in check.attackers)
    return f"{standing(board_view, check.royal)} is in check from {by}."


def standing(board_view: BoardView, cell: int) -> str:
    """Name the piece on a cell, as `E:Rka4`."""
    piece = board_view.pieces[cell]
    assert piece is not None
    return f"{board_view.game.letters[piece.army]}:{piece.code}{board_view.game.board.names[cell]}"


def rulings(board_view: BoardView) -> str:
    """Name the alternatives chosen, and an array of the record's own."""
    game = board_view.game
    chosen = [f"{ruling} ({game.variant.rulings[ruling].number})" for ruling in game.rulings]
    return ", ".join(chosen + ["the record's own array"] * game.own_array)


def _entry(board_view: BoardView, tags: Mapping[str, str], place: int) -> LegendEntry:
    """Say who plays an army, and whether it lives or is to move."""
    army = board_view.game.variant.armies[place]
    player = on_one_line(tags.get(army.name, "")).strip()
    player = "" if player == "?" else player
    text = on_one_line(f"{army.letter} {army.name}") + (f": {player}" if player else "")
    living, to_move = place in board_view.living, place == board_view.turn
    if not living:
        text += " (off the board)"
    elif to_move:
        text += " – to move"
    return LegendEntry(army.letter, on_one_line(army.name), player, text, living, to_move)
