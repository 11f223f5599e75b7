"""Words: what happened in a ply, in sentences that can be read out."""

from __future__ import annotations

from aofref.judge.analysis.game_view import GameView, NodeView
from aofref.judge.replay.event import Event
from aofref.report.text.caption import turn
from aofref.rules.events import GameEnd, Reason, Removal
from aofref.rules.position import PASS
from aofref.text import capitalised, on_one_line


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
    return " ".join([_ply(game_view, view), *events(view), *rest])


def _ply(game_view: GameView, view: NodeView) -> str:
    ply = view.ply
    if ply is None:
        return "The start."
    game = view.board_view.game
    army = capitalised(game.sides[ply.army].name)
    if ply.move is not None and ply.move != PASS:
        army = on_one_line(game.variant.armies[ply.army].name)  # as in `European Leopard`
    where = f"Ply {ply.number}" + ("" if view.main else ", in a variation")
    return f"{where}: {army} {_action(game_view, view)}."


def _action(game_view: GameView, view: NodeView) -> str:
    ply, before = view.ply, game_view.views[view.parent].board_view
    assert ply is not None
    if ply.move is None:
        return ply.lan if before.game.two_players else f"{ply.lan} and is removed"
    if ply.move == PASS:
        return "passes"
    names = before.game.board.names
    mover, target = before.pieces[ply.move.origin], before.pieces[ply.move.destination]
    assert mover is not None
    start, end = names[ply.move.origin], names[ply.move.destination]
    if target is None:
        return on_one_line(f"{mover.name} from {start} to {end}")
    taken = f"{before.game.variant.armies[target.army].name} {target.name}"
    return on_one_line(f"{mover.name} from {start} takes the {taken} on {end}")
