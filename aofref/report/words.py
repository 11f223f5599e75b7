"""Words: what happened in a ply, in sentences that can be read out."""

from __future__ import annotations

from aofref.judge.film import Film, Frame
from aofref.judge.scene import Scene
from aofref.report.messages import sentence
from aofref.report.text import describe
from aofref.rules.position import NOBODY, PASS


def events(frame: Frame) -> list[str]:
    """Say what a ply brought about, a sentence an event, and what an arbiter decided of it."""
    told = [describe(frame.scene.game, event) for event in frame.events]
    if frame.ply is not None and frame.ply.stood is not None:
        done = "let this stand" if frame.ply.move else "made the army forfeit"
        told.insert(0, f"an arbiter {done}: {sentence(frame.ply.stood.refusal)}")
    return [f"{text[:1].upper()}{text[1:]}." for text in told]


def spoken(film: Film, frame: Frame) -> str:
    """Say a ply: number, move, what followed, whose turn it is."""
    return " ".join([_ply(film, frame), *events(frame), turn(frame.scene)])


def turn(scene: Scene) -> str:
    """Say whose turn it is."""
    if scene.turn == NOBODY:
        return "The game is over."
    return f"{scene.game.variant.armies[scene.turn].name} to move."


def _ply(film: Film, frame: Frame) -> str:
    ply = frame.ply
    if ply is None:
        return "The start."
    army = frame.scene.game.variant.armies[ply.army].name
    where = f"Ply {ply.number}" + ("" if frame.main else ", in a variation")
    return f"{where}: {army} {_deed(film, frame)}."


def _deed(film: Film, frame: Frame) -> str:
    ply, before = frame.ply, film.frames[frame.parent].scene
    assert ply is not None
    if ply.move is None:
        return ply.lan
    if ply.move == PASS:
        return "passes"
    names = before.game.board.names
    mover, target = before.men[ply.move.origin], before.men[ply.move.destination]
    assert mover is not None
    start, end = names[ply.move.origin], names[ply.move.destination]
    if target is None:
        return f"{mover.name} from {start} to {end}"
    taken = f"{before.game.variant.armies[target.army].name} {target.name}"
    return f"{mover.name} from {start} takes the {taken} on {end}"
