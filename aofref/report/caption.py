"""Captions: the words about a position that stand beside every picture of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from aofref.judge.scene import Danger, Scene
from aofref.rules.position import NOBODY
from aofref.text import on_one_line
from aofref.variants.model import Army


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
    scene: Scene, tags: Mapping[str, str], number: int, said: str = "", result: str = ""
) -> Caption:
    """Say what a scene shows: the ply, the move `said` that led to it, the turn, the checks."""
    game = scene.game
    event = on_one_line(tags.get("Event", "")).strip().strip("?")
    name = f"{game.variant.title} ({game.variant.id})"
    where = f"After ply {number}" if number else "At the start"
    where += f", round {scene.round}" if scene.turn != NOBODY else ""
    last = f"Last move: {said}. " if said else ""
    lines = [name] if event else []
    lines += [f"{where}. {last}{turn(scene, result)}", *(danger(scene, d) for d in scene.checks)]
    if game.rulings or game.own_array:
        lines.append("Rulings: " + rulings(scene))
    armies = tuple(
        LegendEntry(
            army.letter,
            army.name,
            _player(army, tags),
            _army(scene, tags, place),
            place in scene.living,
            place == scene.turn,
        )
        for place, army in enumerate(game.variant.armies)
    )
    return Caption(event or name, tuple(lines), armies)


def turn(scene: Scene, result: str = "") -> str:
    """Say whose turn it is."""
    if scene.turn == NOBODY:
        return f"The game is over: {result}." if result else "The game is over."
    return f"{scene.game.variant.armies[scene.turn].name} to move."


def danger(scene: Scene, found: Danger) -> str:
    """Say which royal piece is in check, and by what."""
    by = ", ".join(standing(scene, cell) for cell in found.attackers)
    return f"{standing(scene, found.royal)} is in check by {by}."


def standing(scene: Scene, cell: int) -> str:
    """Name the piece on a cell, as `E:Rka4`."""
    man = scene.men[cell]
    assert man is not None
    return f"{scene.game.letters[man.army]}:{man.code}{scene.game.board.names[cell]}"


def rulings(scene: Scene) -> str:
    """Name the alternatives chosen, and an array of the record's own."""
    game = scene.game
    chosen = [f"{ruling} ({game.variant.rulings[ruling].number})" for ruling in game.rulings]
    return ", ".join(chosen + ["the record's own array"] * game.own_array)


def _player(army: Army, tags: Mapping[str, str]) -> str:
    name = on_one_line(tags.get(army.name, "")).strip()
    return "" if name == "?" else name


def _army(scene: Scene, tags: Mapping[str, str], place: int) -> str:
    army = scene.game.variant.armies[place]
    player = _player(army, tags)
    text = f"{army.letter} {army.name}" + (f": {player}" if player else "")
    if place not in scene.living:
        return f"{text} (off the board)"
    return f"{text} – to move" if place == scene.turn else text
