"""Standing: a position of a record as plain data, for `show --format json`."""

from __future__ import annotations

from typing import Any

from aofref.judge.line import Ply
from aofref.judge.scene import Man, Scene
from aofref.notation import positions
from aofref.notation.records import Record
from aofref.report.json import tags_of
from aofref.report.text import written
from aofref.rules.position import NOBODY, Position


def standing(
    record: Record, position: Position, scene: Scene, ply: int, last: Ply | None
) -> dict[str, Any]:
    """Give what stands where after a ply, whose turn it is, the checks, and the `last` move."""
    game = position.game
    names, letters = game.board.names, game.letters
    checks = []
    for royal, attackers in scene.checks:
        man = scene.men[royal]
        assert man is not None
        by = [{"cell": names[cell], **_man(scene, scene.men[cell])} for cell in attackers]
        checks.append({"army": letters[man.army], "cell": names[royal], "by": by})
    return {
        "line": record.start.line,
        "variant": game.variant.id,
        "rulings": list(game.rulings),
        "tags": tags_of(record),
        "ply": ply,
        "position": positions.write(position),
        "turn": "-" if position.turn == NOBODY else letters[position.turn],
        "round": position.round,
        "armies": [letters[army] for army in scene.living],
        "board": {
            name: None if man is None else _man(scene, man)
            for name, man in zip(names, scene.men, strict=True)
        },
        "checks": checks,
        "last": None if last is None else _last(scene, last),
    }


def _man(scene: Scene, man: Man | None) -> dict[str, Any]:
    assert man is not None
    found: dict[str, Any] = {"army": scene.game.letters[man.army], "piece": man.code}
    return found if man.owes < 0 else {**found, "owes": man.owes}


def _last(scene: Scene, ply: Ply) -> dict[str, Any]:
    names = scene.game.board.names
    origin, end = (None, None) if scene.last is None else (names[cell] for cell in scene.last)
    army = scene.game.letters[ply.army]
    return {"army": army, "move": written(scene.game, ply), "from": origin, "to": end}
