"""A game and its mirror image are judged alike (RULES 1, 10).

sd2l: columns (x, y) and (x, -x-y), the armies exchanged.  heathen-europe: files and ranks
exchanged, or levels from the other end, the armies the same; the half-turn, the armies exchanged.
aof6: the half-turn, C becoming M and I becoming N, so that their order is the same; only what Pawns
promote to goes by the array, and is left out.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref.notation import movetext, positions
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event, attackers
from aofref.rules.moves import legal_moves
from aofref.rules.position import NO_PROMOTION, PASS, CoreMove, CorePosition, Passed
from aofref.rules.refuse import refusal
from tests.helpers import game

SLOW = settings(max_examples=2)
Vector = tuple[int, int, int]


class Mirror(NamedTuple):
    """A mirror image of a game: where each cell goes, and how far on in the order each army is."""

    game: CompiledVariant
    to: list[int]
    on: int = 0

    def army(self, army: int) -> int:
        return (army + self.on) % len(self.game.letters) if army >= 0 else army

    def piece(self, piece: int) -> int:
        of = self.game
        image = of.piece(self.army(of.army_of[piece]), of.kind_of[piece])
        return of.in_state(image, of.state_of[piece]) if piece else 0

    def move(self, move: CoreMove) -> CoreMove:
        if move == PASS:
            return PASS
        return CoreMove(self.to[move.origin], self.to[move.destination], move.promotion)

    def position(self, position: CorePosition) -> CorePosition:
        board = [0] * len(self.to)
        for cell, piece in enumerate(position.board):
            board[self.to[cell]] = self.piece(piece)
        passed = tuple(
            sorted(
                Passed(self.army(right.army), self.to[right.cell], self.to[right.pawn])
                for right in position.passed
            )
        )
        at = self.army(position.turn)
        return CorePosition(self.game, bytes(board), at, position.round, passed)

    def event(self, event: Event) -> dict[str, object]:
        """Give an event as it should be in the mirror image; lists of armies have no order."""
        letters, board = self.game.letters, self.game.board

        def of_letters(text: str) -> list[str]:
            return sorted(letters[self.army(letters.index(letter))] for letter in text)

        told: dict[str, object] = dict(event)
        for name in {"army", "captured", "by"} & event.keys():
            told[name] = of_letters("".join(event[name]))
        if "cell" in event:
            told["cell"] = board.names[self.to[board.number[event.cell]]]
        if "result" in event:
            shares = event.result.split("-")
            told["result"] = [shares[self.army(army)] for army in range(len(shares))]
        told["attackers"] = sorted(
            (self.to[cell], self.piece(piece)) for cell, piece in attackers(event)
        )
        return told

    def verdict(self, position: CorePosition, move: CoreMove) -> object:
        """Give why a move is refused as it should be in the mirror image; None if it is legal."""
        why = refusal(position, move)
        if why is None:
            return None
        letters, number = position.game.letters, position.game.board.number
        piece = why.piece
        told = (
            (self.army(letters.index(piece.army)), piece.code, self.to[number[piece.cell]])
            if piece and why.code.value != "cannot-pass"
            else None
        )
        checks = {
            (self.army(letters.index(check.piece.army)), self.to[number[check.piece.cell]])
            for check in why.known.get("checks", ())
        }
        return why.code, told, checks


Image = tuple[Callable[[Vector], Vector], int]
IMAGES: dict[str, Image] = {
    "sd2l-cohen mirrored": (lambda at: (at[0], -at[0] - at[1], at[2]), 1),
    "sd2l-sling mirrored": (lambda at: (at[0], -at[0] - at[1], at[2]), 1),
    "heathen-europe in its diagonal": (lambda at: (at[1], at[0], at[2]), 0),
    "heathen-europe upside down": (lambda at: (at[0], at[1], 5 - at[2]), 0),
    "heathen-europe half-turned": (lambda at: (7 - at[0], 7 - at[1], at[2]), 1),
    "aof6 half-turned": (lambda at: (15 - at[0], -5 - at[1], at[2]), 2),
}


def mirror(name: str) -> Mirror:
    of = game(name.split()[0])
    where, on = IMAGES[name]
    return Mirror(of, [of.board.index[where(at)] for at in of.board.cells], on)


def unchanged(of: CompiledVariant) -> Mirror:
    return Mirror(of, list(range(len(of.board.cells))))


def playable(position: CorePosition) -> list[CoreMove]:
    """List the legal moves; in aof6 without promotions, whose choice is the army's own."""
    legal = legal_moves(position)
    if position.game.variant.id != "aof6":
        return legal
    return [move for move in legal if move.promotion == NO_PROMOTION]


def same(mine: CorePosition, image: CorePosition, of: Mirror) -> None:
    """Hold a position to its mirror image: what stands, who is in check, what may be played."""
    shown = of.position(mine)
    assert (shown.board, shown.turn, shown.passed) == (image.board, image.turn, image.passed)
    assert len(set(legal_moves(mine))) == len(legal_moves(mine))
    assert {of.move(move) for move in playable(mine)} == set(playable(image))
    for army, checking in enumerate(mine.checks):
        expected = {of.army(by) for by in of.game.armies if checking >> by & 1}
        assert {by for by in of.game.armies if image.checks[of.army(army)] >> by & 1} == expected


def wrong(position: CorePosition, rng: random.Random) -> CoreMove:
    """Make up a move, mostly of the army to move."""
    cells = range(len(position.board))
    own = position.cells_of(position.turn) if rng.random() < 0.9 else cells
    promotes = rng.random() < 0.2 and position.game.variant.id != "aof6"
    kind = rng.randrange(len(position.game.types)) if promotes else NO_PROMOTION
    return CoreMove(rng.choice(own), rng.choice(cells), kind)


@pytest.mark.parametrize("name", IMAGES)
@SLOW
@given(seed=st.integers(0, 10**6))
def test_a_game_and_its_mirror_image_are_judged_alike(name: str, seed: int) -> None:
    of, rng = mirror(name), random.Random(seed)
    as_is = unchanged(of.game)
    mine = turn.start(of.game)[0]
    image = turn.begin(of.position(mine))[0]
    for _ in range(60):
        same(mine, image, of)
        legal = playable(mine)
        if not legal:
            break
        for _ in range(12):
            move = wrong(mine, rng)
            there = as_is.verdict(image, of.move(move))
            assert of.verdict(mine, move) == there, (positions.write(mine), move)
        liked = [m for m in legal if mine.board[m.destination] or m.promotion != NO_PROMOTION]
        move = rng.choice(liked if liked and rng.random() < 0.5 else legal)
        written = movetext.lan(mine, move)
        mine, events = turn.apply(mine, move)
        image, told = turn.apply(image, of.move(move))
        expected = sorted(map(repr, map(of.event, events)))
        assert sorted(map(repr, map(as_is.event, told))) == expected, written


@pytest.mark.parametrize(
    "name", [name for name in IMAGES if "upside" not in name and "aof6" not in name]
)
def test_the_arrays_are_mirror_images(name: str) -> None:
    of = mirror(name)
    begun = turn.start(of.game)[0]
    image = of.position(begun)
    assert image.board == begun.board
