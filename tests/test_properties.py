"""What must hold in every position of random games."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aofref import variants
from aofref.rules.generate import legal_moves
from aofref.rules.position import NO_PROMOTION, Move
from aofref.rules.refuse import refusal
from tests.helpers import game, play_at_random

SLOW = settings(max_examples=3, deadline=None, suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("name", variants.IDS)
@SLOW
@given(seed=st.integers(0, 10**6), plies=st.integers(1, 150))
def test_generation_and_refusal_agree_on_every_pair(name: str, seed: int, plies: int) -> None:
    position, _ = play_at_random(game(name), seed, plies)[-1]
    legal = set(legal_moves(position))
    by_refusal = set()
    kinds = range(-1, len(position.game.types))
    army_of = position.game.army_of
    own = {c: p for c, p in enumerate(position.board) if p and army_of[p] == position.turn}
    for origin in range(len(position.board)):
        for destination in range(len(position.board)):
            pawn = position.game.is_pawn[own.get(origin, 0)]
            for kind in kinds if pawn else (NO_PROMOTION, 0):
                move = Move(origin, destination, kind)
                if refusal(position, move) is None:
                    by_refusal.add(move)
    assert by_refusal == {move for move in legal if move.origin >= 0}
    assert (refusal(position, Move(-1, -1)) is None) == (Move(-1, -1) in legal)


@pytest.mark.parametrize("name", variants.IDS)
def test_a_royal_piece_is_never_captured(name: str) -> None:
    for seed in range(3):
        for position, move in play_at_random(game(name), seed, 200):
            assert not position.game.is_royal[position.board[move.destination]]
