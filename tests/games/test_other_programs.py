"""The games from files that come with aofref, held to other programs: Fairy-Stockfish (pyffish) and brute
force; tests/judge/test_python_chess has chess."""

from __future__ import annotations

import random
from typing import Any

import pytest

from aofref import games
from aofref.notation.movetext import Notation, write
from aofref.rules import turn
from aofref.rules.compiled_variant import compile_variant
from aofref.rules.moves import legal_moves
from aofref.rules.position import CorePosition
from aofref.rules.turn import perft
from tests.referees.brute import GAMES, Brute

CHESS, CAPABLANCA = "chess-without-castling", "capablanca-without-castling"


def start(name: str) -> CorePosition:
    game = games.find(name)
    assert game is not None
    return turn.start(compile_variant(game))[0]


def played(position: CorePosition) -> dict[str, CorePosition]:
    """The positions after every legal move, by origin, end and promotion."""
    return {
        write(position, move, Notation.COORD): turn.apply(position, move)[0]
        for move in legal_moves(position)
    }


# Brute force ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "counts"),
    [("raumschach", [61, 3615]), ("parton", [92]), ("glinski", [51, 2586]), ("mccooey", [31, 947])],
)
def test_counts_of_brute_force(name: str, counts: list[int]) -> None:
    brute, position = Brute(GAMES[name]), start(name)
    for depth, count in enumerate(counts, 1):
        assert brute.perft(brute.start(), depth) == count
        assert perft(position, depth) == count


@pytest.mark.parametrize("name", GAMES)
def test_random_games_of_brute_force(name: str) -> None:
    brute, chance, position = Brute(GAMES[name]), random.Random(name), start(name)
    several = 1 if len(position.board) > 100 else 2
    for _ in range(several):
        state, position = brute.start(), start(name)
        for _ in range(30):
            theirs, ours = brute.legal(state), played(position)
            assert sorted(theirs) == sorted(ours)
            if not ours:
                break
            move = chance.choice(sorted(ours))
            state, position = theirs[move], ours[move]
            in_check = bool(position.checks[position.turn]) if position.turn >= 0 else True
            assert in_check >= brute.in_check(state.board, state.army)


# Fairy-Stockfish ------------------------------------------------------------------------------------


def test_counts_of_capablanca() -> None:
    # Fairy-Stockfish, `variant capablanca`: nobody can castle so early.
    assert [perft(start(CAPABLANCA), depth) for depth in (1, 2, 3)] == [28, 784, 25228]


@pytest.mark.parametrize(("name", "theirs"), [(CAPABLANCA, "capablanca"), (CHESS, "chess")])
def test_random_games_of_fairy_stockfish(name: str, theirs: str, pyffish: Any) -> None:
    first, *rest = pyffish.start_fen(theirs).split()
    fen = " ".join([first, rest[0], "-", *rest[2:]])
    for seed in range(3):
        chance, position = random.Random(seed), start(name)
        moves: list[str] = []
        for _ in range(80):
            ours = played(position)
            legal = pyffish.legal_moves(theirs, fen, moves)
            assert {move.replace("=", "").lower() for move in ours} == set(legal)
            if not ours:
                break
            text = chance.choice(sorted(ours))
            moves.append(text.replace("=", "").lower())
            position = ours[text]
            in_check = pyffish.gives_check(theirs, fen, moves)
            if position.turn >= 0:
                assert bool(position.checks[position.turn]) == in_check
