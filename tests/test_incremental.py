"""What a position carries from move to move is what it would be, worked out afresh."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from aofref import variants
from aofref.notation import positions
from aofref.rules import turn
from aofref.rules.events import Promotion, Removal
from aofref.rules.generate import count_legal, has_safe_move, is_safe, legal_moves, lifts
from aofref.rules.position import NO_PROMOTION, NOBODY, Move, Position, Setup
from aofref.rules.quiet import quiet_turn
from aofref.rules.tables import Tables
from tests.helpers import game, given
from tests.orthodox import VARIANT as ORTHODOX

TWO_AT_ONCE = "C:Ked3;PNpj2,pi4/I:Kon3;PNoi3/M:Kkj3;PNpj3/N:Kta3 C oj3>pj3,oj3>oi3 2"
PLIES = 130
SHORT = {  # positions that soon see promotions, hops and checks
    "aof2": "E:Kjb5;Pca3,fb2;Uka5;Rha4/I:Kdb2;Fdb3;Rfc3;Pjf2,if4;Eca2/J:Kjb1;Tjb2;Pea1,gc1/"
    "P:Kjh3;Ojh4;Mki3;Pdb4,gd3;Cfa3 E - 9",
    "sd2l-sling": "W:Kbg1;SLbf3,ae3,bh3;Pbg4,be5;Rai3/B:Kbg7;SLbf5,ah5;Pbg3,ah6;RAbd5;Nag5 W - 9",
    "heathen-europe": "W:Kca1;Yca2;Pae5,be5^1,df3^2;Uda1/B:Kcf6;Lbe6;Pab2,cb3^1,dc3^3;Raf1 W - 9",
}
EVERY = [(name, "") for name in variants.IDS] + [
    (name, ruling) for name in variants.IDS for ruling in sorted(game(name).variant.rulings)
]


def played(of: Tables, start: Position, seed: str, plies: int) -> Iterator[tuple[Position, Move]]:
    """Play at random, gladly taking, lifting, promoting, hopping and moving a royal piece."""
    rng, position = random.Random(seed), start
    for _ in range(plies):
        if position.turn == NOBODY:
            return
        legal, doubles = legal_moves(position), of.doubles[position.turn]
        tastes = (
            [move for move in legal if lifts(position, move)],
            [
                move
                for move in legal
                if move.promotion != NO_PROMOTION
                or position.board[move.destination]
                or move.destination in doubles.get(move.origin, ())
            ],
            [move for move in legal if move.origin == position.royals[position.turn]],
        )
        liked = [taste for taste in tastes if taste and rng.random() < 0.7]
        move = rng.choice(liked[0] if liked else legal)
        yield position, move
        position = turn.after(position, move)[0]


def assert_fresh(position: Position) -> None:
    setup = positions.read(position.game, positions.write(position))
    assert isinstance(setup, Setup), setup
    fresh = turn.standing(setup)
    assert fresh == position and fresh.royals == position.royals
    for army in position.game.armies:
        assert sorted(fresh.men[army]) == sorted(position.men[army])
        new, kept = fresh.watch[army], position.watch[army]
        assert new.lines == kept.lines and new.armies == kept.armies
        assert (new.near, new.shields, new.hops) == (kept.near, kept.shields, kept.hops)
    legal = legal_moves(position)
    assert set(legal_moves(fresh)) == set(legal) and len(set(legal)) == len(legal)
    assert count_legal(position) == len(legal)
    if position.turn != NOBODY:
        safe = [move for move in legal if move.origin >= 0 and is_safe(position, move)]
        assert has_safe_move(position) == bool(safe) == has_safe_move(fresh)


def starts(of: Tables, name: str) -> Iterator[Position]:
    yield turn.start(of)[0]
    for line in (SHORT.get(name, ""), TWO_AT_ONCE if name == "aof6" else ""):
        if line:
            yield given(of, line)


@pytest.mark.parametrize(("name", "ruling"), EVERY)
def test_what_is_carried_is_what_is_made_afresh(name: str, ruling: str) -> None:
    of = game(name, *ruling.split())
    for number, start in enumerate(starts(of, name)):
        for position, _ in played(of, start, f"{name} {ruling} {number}", PLIES):
            assert_fresh(position)


def test_orthodox_chess_too() -> None:
    of = Tables(ORTHODOX)
    for seed in range(2):
        for position, _ in played(of, turn.start(of)[0], f"orthodox {seed}", 150):
            assert_fresh(position)


def test_the_games_above_see_what_is_rare() -> None:
    seen: Counter[str] = Counter()
    for name, ruling in EVERY:
        of = game(name, *ruling.split())
        for number, start in enumerate(starts(of, name)):
            for position, move in played(of, start, f"{name} {ruling} {number}", PLIES):
                if move.origin < 0:
                    seen["pass"] += 1
                    continue
                seen["lifted"] += bool(lifts(position, move))
                seen["two lifted"] += len(lifts(position, move)) == 2
                seen["promotion"] += move.promotion != NO_PROMOTION
                seen["royal move"] += move.origin == position.royals[position.turn]
                seen["out of check"] += bool(position.checks[position.turn])
                seen["hop"] += bool(position.watch[position.turn].hops)
                after, events = turn.after(position, move)
                seen["removal"] += len(after.living) < len(position.living)
                seen["no Queen"] += any(isinstance(event, Removal) for event in events)
    for what in (
        "lifted",
        "two lifted",
        "promotion",
        "royal move",
        "out of check",
        "hop",
        "removal",
    ):
        assert seen[what] > 0, (what, seen)


def test_a_quiet_turn_is_what_the_long_way_makes_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    quiet = asked = 0
    for name in variants.IDS:
        of = game(name)
        for number, start in enumerate(starts(of, name)):
            for position, move in played(of, start, f"quiet {name} {number}", 60):
                asked += 1
                found = quiet_turn(position, move)
                if found is None:
                    continue
                quiet += 1
                with monkeypatch.context() as patch:
                    patch.setattr(turn, "quiet_turn", lambda position, move: None)
                    after, events = turn.after(position, move)
                assert found == after and not events, move
                assert (found.royals, found.checks) == (after.royals, after.checks)
                assert [set(men) for men in found.men] == [set(men) for men in after.men]
                assert_fresh(found)
    assert quiet > asked / 4


def other_piece(of: Tables, army: int) -> int:
    """Give a piece that has no part in what turns pieces into others."""
    pieces = (of.piece(army, kind) for kind in of.array_types[army])
    return next(piece for piece in pieces if piece not in of.makers[army])


def ripe(of: Tables, army: int, pieces: dict[int, int]) -> Position:
    """Give a position with these pieces of an army, another of it and the Kings besides."""
    board = bytearray(len(of.board.cells))
    for cell, piece in pieces.items():
        board[cell] = piece
    for other in of.armies:
        royal = of.piece(other, of.kinds["K"])
        if royal not in board:
            home = next(c for c, kind in of.array[other].items() if kind == of.kinds["K"])
            board[home] = royal
    free = next(cell for cell in reversed(range(len(board))) if not board[cell])
    board[free] = other_piece(of, army)
    return turn.standing(Setup(of, bytes(board), army, 9, (), {}))


def test_what_stands_together_from_the_start_turns_at_the_end_of_any_move() -> None:
    """RULES 7: at the end of a move, whichever it was, with the Partners or the line there."""
    of = game("aof2")
    home = {kind: cell for cell, kind in of.array[0].items()}
    most_bound = home[of.kinds["U"]]
    cells = iter(cell for cell in of.array[0] if cell not in (most_bound, home[of.kinds["K"]]))
    pieces = {next(cells): of.piece(0, of.kinds[code]) for code in "YFTO"}
    start = ripe(of, 0, {**pieces, most_bound: of.piece(0, of.kinds["U"])})
    assert_turns(start, most_bound, of.kinds["B"])
    of = game("aof6")
    king, middle, ally, into = of.aligned[0]
    at = next(cell for cell, kind in of.array[0].items() if kind == of.kind_of[king])
    near, far = of.alignments(at)[0]
    start = ripe(of, 0, {at: king, near: middle, far: ally})
    assert_turns(start, at, of.kind_of[into])


def assert_turns(start: Position, cell: int, into: int) -> None:
    of = start.game
    other = other_piece(of, 0)
    ways = [move for move in legal_moves(start) if start.board[move.origin] == other]
    assert ways
    for move in ways:
        after, events = turn.after(start, move)
        assert after.board[cell] == of.piece(0, into), move
        assert any(isinstance(event, Promotion) and event.cell == cell for event in events)
