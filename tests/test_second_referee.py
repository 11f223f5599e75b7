"""Random games judged by aofref and by the slow second referee, written from RULES.md alone."""

from __future__ import annotations

import random

import pytest

from aofref import variants
from aofref.game import game_of
from aofref.notation import moves as text
from aofref.notation import positions
from aofref.report import json
from aofref.rules import turn
from aofref.rules.generate import legal_moves
from tests import second_referee

PLIES = 120


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", variants.IDS)
def test_both_referees_agree_on_every_ply(name: str, seed: int) -> None:
    variant = variants.find(name)
    assert variant is not None
    game, other = game_of(variant), second_referee.Game(name)
    rng = random.Random(f"{name} {seed}")
    position, _ = turn.start(game)
    state = other.start()
    for _ in range(PLIES):
        legal = {text.lan(position, move): move for move in legal_moves(position)}
        if rng.random() < 0.4 or position.turn < 0:
            assert sorted(legal) == other.moves(state)
        if position.turn < 0:
            break
        takes = [written for written in legal if "x" in written or "=" in written]
        written = rng.choice(sorted(takes if takes and rng.random() < 0.6 else legal))
        position, events = turn.after(position, legal[written])
        state, told = other.play(state, written)
        assert positions.write(position) == other.line(state)
        mine = [json.event(game, 0, event) for event in events]
        assert [dict(event, ply=0) for event in told] == mine
