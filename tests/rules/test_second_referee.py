"""Random games judged by aofref and by the slow second referee, written from the rules alone."""

from __future__ import annotations

import random

import pytest

from aofref import games
from aofref.notation import movetext
from aofref.rules import turn
from aofref.rules.moves import legal_moves
from tests.helpers import game
from tests.referees import second_referee
from tests.rules.test_both_referees import played

PLIES = 50
USUAL = [(name, "", 1) for name in games.IDS]
CHOSEN = [(name, ruling, 0) for name in games.IDS for ruling in sorted(game(name).variant.rulings)]


@pytest.mark.parametrize(("name", "rulings", "seed"), [*USUAL, *CHOSEN])
def test_both_referees_agree_on_every_ply(name: str, rulings: str, seed: int) -> None:
    of, other = game(name, *rulings.split()), second_referee.Game(name, rulings)
    rng = random.Random(f"{name} {rulings} {seed}")
    position, _ = turn.start(of)
    state = other.start()
    for _ in range(PLIES):
        legal = {movetext.lan(position, move): move for move in legal_moves(position)}
        if rng.random() < 0.4 or position.turn < 0:
            assert sorted(legal) == other.moves(state)
        if position.turn < 0:
            break
        takes = [written for written in legal if "x" in written or "=" in written]
        written = rng.choice(sorted(takes if takes and rng.random() < 0.6 else legal))
        position, state, _ = played(position, legal[written], other, state, written)
