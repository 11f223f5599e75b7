"""A few moves, right and wrong, from positions of every kind, judged by both referees.

The little of `test_second_referee` that runs in a moment.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import aofref as library
from aofref import games
from aofref.findings import BadPosition, Refusal
from aofref.notation import movetext, positions
from aofref.rules import turn
from aofref.rules.events import Event, attackers
from aofref.rules.moves import has_safe_move, legal_moves
from aofref.rules.position import NOBODY, CoreMove, CorePosition
from tests.helpers import FIXTURES, game, given, meant
from tests.referees import second_positions, second_referee

SETTINGS = [
    *((name, "") for name in games.IDS),
    *((name, ruling) for name in games.IDS for ruling in game(name).variant.rulings),
    ("aof2", "check=advisory stalemate=move"),
    ("aof6", "aof6-double=any aof6-order=reverse stalemate=move"),
    ("aof6", "aof6-double=any check=advisory"),
    ("proto-prelates", "pp-elephant=free stalemate=move"),
]
EVERY = [(*setting, kind) for setting in SETTINGS for kind in second_positions.KINDS]
NAMES = [f"{name} {rulings} {kind.__name__}" for name, rulings, kind in EVERY]


CELL = re.compile(r"[a-z]{1,2}\d")
BY_HAND = (FIXTURES / "refusals.tsv").read_text("utf-8").splitlines()


@pytest.mark.parametrize("line", [line for line in BY_HAND if line[0] != "#"])
def test_what_can_be_read_off_the_rules(line: str) -> None:
    name, rulings, place, written, code, named = line.split("\t")
    of = library.variant(name, rulings=rulings.split())
    found = (of.position(place) if place else of.start()).explain(written)
    assert (found.code or "legal") == code
    assert all(part in str(found) for part in named.split(", "))


def begun(
    other: second_referee.Game, rulings: str, kind: Any, rng: random.Random
) -> Iterator[tuple[CorePosition, Any]]:
    """Give two positions of a kind, but for those that are none, for each referee."""
    of = game(other.variant, *sorted(rulings.split()))
    for state in islice(kind(other, rng), 2):
        try:
            position, _ = turn.begin(positions.read(of, other.line(state)))
        except BadPosition:
            continue
        yield position, state


@pytest.mark.parametrize(("name", "rulings", "kind"), EVERY, ids=NAMES)
def test_moves_are_played_alike_and_cells_that_none_joins_are_refused(
    name: str, rulings: str, kind: Any
) -> None:
    other = second_referee.Game(name, rulings)
    rng = random.Random(f"{name} {rulings} {kind.__name__}")
    for position, state in begun(other, rulings, kind, rng):
        legal = alike(position, other, state)
        joined = {tuple(CELL.findall(written)[:2]) for written in legal}
        for cells in (rng.sample(sorted(other.name.values()), 2) for _ in range(20)):
            assert tuple(cells) in joined or isinstance(meant(position, "-".join(cells)), Refusal)
        for written in rng.sample(sorted(legal), min(3, len(legal))):
            after, state_after, _ = played(position, legal[written], other, state, written)
            if after.turn != NOBODY:
                alike(after, other, state_after)


HARD = [
    # The Knight could go, but it stands between the Rook and the King: Raf4-af5 is stalemate.
    ("sd2l-cohen", "W:Kaf8;Naf7/B:Kbg7;Rae4,af4 B - 5"),
    # Mates by either army, by one piece or by two at once.
    ("sd2l-cohen", "W:Kae1;Rbf2,bi5;RAal2;SNaj6/B:Kbj3 W - 5"),
    ("sd2l-cohen", "W:Kbc1/B:Kbj7;Rah5,bd6;RAak3;SNbb2 B - 5"),
    ("sd2l-cohen", "W:Kbh1/B:Kaf8;CObd4;Rba1,bg5;SNaf6 B - 5"),
    ("sd2l-cohen", "W:Kba1;COae5;Rad3,ae2;SNbi6/B:Kae9 W - 5"),
    # The Pawn that gives check is taken en passant; a Pawn taken so opens a line to the King.
    ("heathen-europe", "W:Kac3;Pad3/B:Kcc2;Pad4 W ae4>ad4 6"),
    ("heathen-europe", "W:Kbd2;Pbd3/B:Kbb2;Pbd4;Rbd5 W be4>bd4 6"),
    # A King on the first cell of the board: attacked, waiting, in line with what makes it President.
    ("heathen-europe", "W:Kaa1/B:Kdf6;Raa4 W - 9"),
    ("aof2", "E:Kjb5/I:Kba2/J:Kjb1;Rga2/P:Kjh3 E - 9"),
    ("aof6", "C:Kea1;RYeb2;ETec4/I:Kon3/M:Kkj3/N:Ktb4 C - 9"),
    ("aof6", "C:Kea1;RYfa1;ETga1;PNgb3/I:Kon3/M:Kkj3/N:Ktb4 C - 9"),
    # At fb3-hb3 J is checkmated by I, whose turn begins, and P is in check from E.
    ("aof2", "E:Kfb5;Rfb3/I:Khg1;Aki3;Lga3/J:Khf3;Lca4;Ukj3/P:Kjd3;Lgf4;Rjf4 E - 5"),
    # A Pawn that has moved stands where another began, and has no double step left.
    ("aof6", "C:Kth1;PNga1^0,ga2/I:Kon3/M:Kkj3/N:Ktb4 C - 9"),
    # Where double steps begin and where they do not: of these ca3 alone is a Pawn's and on a face.
    ("heathen-europe", "W:Kbd6;Paa4^5,ac2^5,ca3^6/B:Kdf6 W - 9"),
    ("aof2", "E:Kjb5/I:Kdb2;Pda3,dc4,ea2,ec3,ed4/J:Kjb1/P:Kjh3 I - 9"),
    ("aof2", "E:Kjb5/I:Kdb2;Peb2,fa3/J:Kjb1/P:Kjh3;Pif3 P - 9"),
    # The Pawn taken on he2 would open the row (10..6, ..) to the King: je2, fe2.
    ("aof2", "E:Kje2;Phe3/I:Kdb2;Rfe2/J:Kjb1/P:Kjh3;Phe2 E hf2>he2 2"),
    ("aof6", "C:Ked3;PNfa3^0/I:Kon3/M:Kkj3/N:Kta3 C - 2"),  # no first move
    ("aof2", "E:Kka1/I:Kdb2;Rfa2,gb1,je1,ke2/J:-/P:Kjh3 E - 1"),  # it passes
    # A screen goes from between the Sling on ag2 and the King, over (-1, 0) af4.
    ("sd2l-sling", "W:Kae6;Naf4/B:Kbg7;SLag2 W - 1"),
    # A double step counts for two moves: nothing is owed, and the Pawn may promote.
    ("heathen-europe", "W:Kda6;Pac1^2/B:Kdd1 W - 4"),
    # Nothing moves: M goes (0, 1) and (-1, 1), but beyond ed (5, 4) is no column; fb is (6, 2).
    ("aof6 stalemate=move", "C:Kta3/I:Kon3/M:Ked1;PNec1,ec2,fb2,fc1,fc2;Ued2/N:Kkj3 M - 9"),
]


@pytest.mark.parametrize(("name", "line"), HARD)
def test_hard_positions_are_played_alike(name: str, line: str) -> None:
    name, _, ruling = name.partition(" ")
    of, other = game(name, *ruling.split()), second_referee.Game(name, ruling)
    position, state = given(of, line), other.read(line)
    legal = alike(position, other, state)
    assert has_safe_move(position) == (position.turn != NOBODY and "--" not in legal)
    assert len(legal_moves(position)) == len(legal)
    for written, move in legal.items():
        _, _, events = played(position, move, other, state, written)
        for event in events:
            if event.type in ("check", "checkmate"):
                pieces = [piece for _, piece in attackers(event)]
                assert {of.letters[of.army_of[piece]] for piece in pieces} == set(event.by)


def played(
    position: CorePosition, move: CoreMove, other: second_referee.Game, state: Any, written: str
) -> tuple[CorePosition, Any, tuple[Event, ...]]:
    """Play a move, of which both referees make the same: what stands after it, for each; events."""
    after, events = turn.apply(position, move)
    state_after, told = other.play(state, written)
    assert positions.write(after) == other.line(state_after)
    assert [dict(event, ply=0) for event in told] == [event.report(0) for event in events]
    return after, state_after, events


def alike(position: CorePosition, other: second_referee.Game, state: Any) -> dict[str, Any]:
    """Give the legal moves, which both referees find."""
    legal = {movetext.lan(position, move): move for move in legal_moves(position)}
    assert sorted(legal) == other.moves(state)
    return legal
