"""Games played by hypothesis: asking changes nothing, and text says all that a position is.

A game that goes wrong is shrunk to the fewest plies that do.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from aofref import games
from aofref.judge.analysis.threats import all_attackers, king_threats, material
from aofref.notation import moves, movetext, positions, resolve
from aofref.notation.movetext import Notation
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Reason
from aofref.rules.moves import has_safe_move, legal_moves, some_move
from aofref.rules.position import (
    NO_PROMOTION,
    NOBODY,
    PASS,
    CoreMove,
    CorePosition,
)
from aofref.rules.refuse import refusal
from tests.helpers import game, play_at_random

SETTINGS = [
    *((name, ()) for name in games.IDS),
    ("aof6", ("aof6-double=any", "aof6-order=reverse", "stalemate=move")),
    ("heathen-europe", ("hec-king=planar",)),
    ("proto-prelates", ("check=advisory", "pp-elephant=free")),
    ("proto-prelates", ("pp-elephant=direct",)),
    ("aof6", ("aof6-survivor=alone",)),
]

FIELDS = [
    "board",
    "turn",
    "round",
    "passed",
    "winners",
    "royals",
    "cells",
    "occupied",
]
WATCHED = ["lines", "attackers", "near", "exposed"]


def held(position: CorePosition) -> dict[str, Any]:
    """Copy everything that a position holds, what is derived included."""
    found = {name: getattr(position, name) for name in FIELDS}
    watch = [[getattr(one, name) for name in WATCHED] for one in position.watches]
    return deepcopy({**found, "watch": watch})


class Play(RuleBasedStateMachine):
    """A game: a move is played, an army withdraws, or something is asked."""

    of: CompiledVariant

    def __init__(self) -> None:
        super().__init__()
        self.position = turn.start(self.of)[0]
        self.record: list[str] = []

    def going_on(self) -> bool:
        return self.position.turn != NOBODY

    @precondition(going_on)
    @rule(which=st.integers(0, 10**6), notation=st.sampled_from(Notation))
    def play(self, which: int, notation: Notation) -> None:
        legal = legal_moves(self.position)
        move = legal[which % len(legal)]
        self.record.append(movetext.write(self.position, move, notation))
        self.position = turn.apply(self.position, move)[0]

    @precondition(going_on)
    @rule(which=st.integers(0, 10**6))
    def take(self, which: int) -> None:
        board = self.position.board
        takes = [move for move in legal_moves(self.position) if board[move.destination]]
        if takes:
            move = takes[which % len(takes)]
            self.record.append(movetext.lan(self.position, move))
            self.position = turn.apply(self.position, move)[0]

    @precondition(lambda self: self.going_on() and len(self.position.living) > 2)
    @rule(which=st.integers(0, 3))
    def withdraw(self, which: int) -> None:
        living = self.position.living
        army = living[which % len(living)]
        self.record.append(f"{self.of.letters[army]}:resigns")
        self.position = turn.withdraw(self.position, army, Reason.RESIGNS)[0]

    @rule(
        origin=st.integers(0, 10**6), destination=st.integers(0, 10**6), kind=st.integers(-1, 10**6)
    )
    def ask_about_a_move(self, origin: int, destination: int, kind: int) -> None:
        before, cells = held(self.position), len(self.position.board)
        kind = kind % len(self.of.types) if kind >= 0 else NO_PROMOTION
        move = CoreMove(origin % cells, destination % cells, kind)
        assert (refusal(self.position, move) is None) == (move in legal_moves(self.position))
        refusal(self.position, PASS)
        assert held(self.position) == before

    @rule()
    def ask_about_everything(self) -> None:
        position, before = self.position, held(self.position)
        legal = legal_moves(position)
        king_threats(position), all_attackers(position), material(position), repr(position)
        if self.going_on():
            has_safe_move(position), some_move(position)
        for move in legal[:: 1 + len(legal) // 12]:
            for notation in Notation:
                written = movetext.write(position, move, notation)
                said = moves.parse(position.game, written)
                assert said is not None, written
                assert resolve.resolve(position, said) == move
            movetext.suffix(*turn.apply(position, move))
        assert held(position) == before and legal_moves(position) == legal

    @invariant()
    def text_says_all_that_a_position_is(self) -> None:
        before, line = held(self.position), positions.write(self.position)
        again = positions.read(self.of, line)
        if not self.going_on():
            again = turn.begin(again)[0]
        assert positions.write(again) == line
        assert set(legal_moves(again)) == set(legal_moves(self.position))
        assert again.checks == self.position.checks
        assert held(self.position) == before

    @invariant()
    def a_replay_comes_to_the_same_position(self) -> None:
        position = turn.start(self.of)[0]
        for text in self.record:
            said = moves.parse(self.of, text)
            assert said is not None, text
            if said.action:
                army = self.of.letters.index(said.army)
                position = turn.withdraw(position, army, Reason(said.action))[0]
                continue
            move = resolve.resolve(position, said)
            assert isinstance(move, CoreMove), text
            position = turn.apply(position, move)[0]
        assert held(position) == held(self.position)


@pytest.mark.parametrize(("name", "rulings"), SETTINGS)
def test_games(name: str, rulings: tuple[str, ...], effort: int) -> None:
    class Played(Play):
        of = game(name, *rulings)

    often = settings(
        max_examples=2 * effort,
        stateful_step_count=30,
    )
    run_state_machine_as_test(Played, settings=often)


# Every pair of cells ------------------------------------------------------------------------------


SLOW = settings(max_examples=2)
CASTLE = ("chess", "capablanca")
"""Where two pieces go at once, which tests/judge/test_python_chess holds."""


@pytest.mark.parametrize("name", [name for name in games.every() if name not in CASTLE])
@SLOW
@given(seed=st.integers(0, 10**6), plies=st.integers(1, 150))
def test_generation_and_refusal_agree_on_every_pair(name: str, seed: int, plies: int) -> None:
    position, _ = play_at_random(game(name), seed, plies)[-1]
    legal = set(legal_moves(position))
    by_refusal = set()
    kinds = {NO_PROMOTION, *range(seed % 5, len(position.game.types), 5)}
    kinds |= {move.promotion for move in legal}  # and of the others a fifth at a time
    army_of = position.game.army_of
    own = {c: p for c, p in enumerate(position.board) if p and army_of[p] == position.turn}
    others = [cell for cell in range(len(position.board)) if cell not in own]
    origins = {*[*own][seed % 2 :: 2], *others[seed % 25 :: 25]}  # some at a time
    for origin in origins:
        for destination in range(len(position.board)):
            pawn = position.game.is_pawn[own.get(origin, 0)]
            for kind in kinds if pawn else (NO_PROMOTION, 0):
                move = CoreMove(origin, destination, kind)
                if refusal(position, move) is None:
                    by_refusal.add(move)
    assert by_refusal == {move for move in legal if move.origin in origins}
    assert (refusal(position, CoreMove(-1, -1)) is None) == (CoreMove(-1, -1) in legal)
