"""Captions: the words about a position that stand beside every picture of it, and about a ply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from aofref.judge.analysis.view import BoardView
from aofref.judge.replay.event import Event
from aofref.judge.replay.line import Ply
from aofref.report.text.record import how, offering
from aofref.rules.events import GameEnd, Reason, Removal
from aofref.rules.position import NOBODY, PASS
from aofref.text import capitalised, on_one_line

if TYPE_CHECKING:
    from aofref.judge.analysis.game_view import GameView, NodeView


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


def caption(
    board_view: BoardView, tags: Mapping[str, str], number: int, last: Ply | None = None
) -> Caption:
    """Say what a view shows: the ply, what the last one did, the turn, the checks."""
    game = board_view.game
    event = on_one_line(tags.get("Event", "")).strip().strip("?")
    name = on_one_line(f"{game.variant.title} ({game.variant.id})")
    where = f"After ply {number}" if number else "At the start"
    where += f", round {board_view.round}" if board_view.turn != NOBODY else ""
    came = ""
    if last is not None and last.move is None:
        came = capitalised(f"{game.sides[last.army].name} {last.lan}. ")
    elif last is not None:
        came = f"Last move: {last.written(game)}. "
    lines = [name] if event else []
    lines.append(f"{where}. {came}{turn(board_view)}")
    for royal, attackers in board_view.checks:
        by = ", ".join(str(board_view.piece(cell)) for cell in attackers)
        lines.append(f"{board_view.piece(royal)} is in check from {by}.")
    if game.rulings or game.own_array:
        lines.append("Rulings: " + rulings(board_view))
    armies = []
    for place, army in enumerate(game.variant.armies):
        player = on_one_line(tags.get(army.name, "")).strip()
        player = "" if player == "?" else player
        text = on_one_line(f"{army.letter} {army.name}") + (f": {player}" if player else "")
        living, to_move = place in board_view.position.living, place == board_view.turn
        text += " – to move" if living and to_move else "" if living else " (off the board)"
        side = on_one_line(army.name)
        armies.append(LegendEntry(army.letter, side, player, text, living, to_move))
    return Caption(event or name, tuple(lines), tuple(armies))


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


def rulings(board_view: BoardView) -> str:
    """Name the alternatives chosen, and an array of the record's own."""
    game = board_view.game
    chosen = [f"{ruling} ({game.variant.rulings[ruling].number})" for ruling in game.rulings]
    return ", ".join(chosen + ["the record's own array"] * game.own_array)


def events(view: NodeView) -> list[str]:
    """Say what a ply brought about, a sentence an event, and what an arbiter decided of it.

    That an army leaves is left out where the ply is its withdrawal, which says so.
    """
    game, ply = view.board_view.game, view.ply
    known = Removal(ply.army, Reason(ply.lan)) if ply is not None and ply.move is None else None
    sentences = [str(Event(game, event)) for event in view.events if event != known]
    if view.ply is not None and view.ply.stood is not None:
        done = "let this stand" if view.ply.move else "made the army forfeit"
        sentences.insert(0, f"an arbiter {done}: {view.ply.stood.message}")
    return [f"{capitalised(text)}." for text in sentences]


def spoken(game_view: GameView, view: NodeView) -> str:
    """Say a ply: number, move, what followed, whose turn it is."""
    over = any(isinstance(event, GameEnd) for event in view.events)
    rest = [] if over else [turn(view.board_view)]
    ply, before = view.ply, game_view.views[view.parent].board_view
    if ply is None:
        return " ".join(["The start.", *events(view), *rest])
    game, names = before.game, before.game.board.names
    army = capitalised(game.sides[ply.army].name)
    if ply.move is None:
        done = ply.lan if game.two_players else f"{ply.lan} and is removed"
    elif ply.move == PASS:
        done = "passes"
    else:
        army = on_one_line(game.variant.armies[ply.army].name)  # as in `European Leopard`
        mover, target = before.piece(ply.move.origin), before.piece(ply.move.destination)
        assert mover is not None
        start, end = names[ply.move.origin], names[ply.move.destination]
        done = on_one_line(f"{mover.name} from {start} to {end}")
        if target is not None:
            taken = f"{game.variant.armies[game.letters.index(target.army)].name} {target.name}"
            done = on_one_line(f"{mover.name} from {start} takes the {taken} on {end}")
    where = f"Ply {ply.number}" + ("" if view.main else ", in a variation")
    return " ".join([f"{where}: {army} {done}.", *events(view), *rest])
