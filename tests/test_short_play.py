"""A few moves, right and wrong, from positions of every kind, judged by both referees.

The little of `test_second_referee` and `test_second_refusals` that runs in a moment.
"""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from aofref.notation import moves as text
from aofref.notation import positions
from aofref.report import json
from aofref.rules import turn
from aofref.rules.generate import legal_moves
from aofref.rules.position import NOBODY, Position
from tests import second_referee, second_refusals
from tests.helpers import game
from tests.test_second_refusals import SETTINGS, compared

KINDS = second_refusals.KINDS
EVERY = [(*setting, kind) for setting in SETTINGS for kind in KINDS]
NAMES = [f"{name} {rulings} {kind.__name__}" for name, rulings, kind in EVERY]


@pytest.mark.parametrize(("name", "rulings", "kind"), EVERY, ids=NAMES)
def test_wrong_moves_are_refused_alike(name: str, rulings: str, kind: Any) -> None:
    wrong, _ = compared(name, rulings, kind, 20)
    assert wrong == []


@pytest.mark.parametrize(("name", "rulings", "kind"), EVERY, ids=NAMES)
def test_moves_are_played_alike(name: str, rulings: str, kind: Any) -> None:
    of, other = game(name, *sorted(rulings.split())), second_refusals.Game(name, rulings)
    rng = random.Random(f"{name} {rulings} {kind.__name__}")
    for state in islice(kind(other, rng), 2):
        found = positions.read(of, other.line(state))
        if isinstance(found, positions.Faults):
            continue
        position, _ = turn.begin(found)
        legal = alike(position, other, state)
        for written in rng.sample(sorted(legal), min(3, len(legal))):
            after, events = turn.after(position, legal[written])
            state_after, told = other.play(state, written)
            assert positions.write(after) == other.line(state_after)
            assert [dict(event, ply=0) for event in told] == [
                json.event(of, 0, event) for event in events
            ]
            if after.turn != NOBODY:
                alike(after, other, state_after)


def alike(position: Position, other: second_referee.Game, state: Any) -> dict[str, Any]:
    """Give the legal moves, which both referees find."""
    legal = {text.lan(position, move): move for move in legal_moves(position)}
    assert sorted(legal) == other.moves(state)
    return legal
