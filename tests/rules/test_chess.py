"""The engine on orthodox chess against python-chess: move lists, perft, check, mate, stalemate."""

from __future__ import annotations

import random

import chess
import pytest

from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import legal_moves
from aofref.rules.position import NO_PROMOTION, CoreMove, CorePosition
from aofref.rules.turn import perft
from tests.helpers import given
from tests.referees import python_chess
from tests.referees.orthodox import VARIANT, line

TABLES = CompiledVariant(VARIANT)
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"
POSITIONS = [
    START,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",  # pins along a rank, en passant exposing a King
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",  # en passant that would open a rank
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1",  # promotions on both sides
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",  # many promotions
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "r3k3/8/8/8/8/8/8/4K2R w - - 0 1",
    "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
    "8/8/4k3/8/2p5/8/B2P1K2/8 w - - 0 1",
    "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1",  # en passant out of check
    "5k2/8/8/8/8/8/8/4K2R w - - 0 1",
    "8/k1P5/8/1K6/8/8/8/8 w - - 0 1",
    "K1k5/8/P7/8/8/8/8/8 w - - 0 1",  # stalemates near
    "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1",
    "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1",  # a back-rank mate
]


def of(board: chess.Board) -> CorePosition:
    return given(TABLES, line(board))


def name(position: CorePosition, move: CoreMove) -> str:
    names, codes = position.game.board.names, position.game.codes
    squares = "".join(names[cell][0] + names[cell][2] for cell in move[:2])
    return squares + ("" if move.promotion == NO_PROMOTION else codes[move.promotion].lower())


def test_the_start_is_the_start() -> None:
    assert turn.start(TABLES)[0] == of(chess.Board(START))


@pytest.mark.parametrize("fen", POSITIONS)
def test_perft_to_depth_4(fen: str) -> None:
    board = chess.Board(fen)
    position = of(board)
    for depth in range(1, 5):
        assert perft(position, depth) == python_chess.perft(board, depth)


@pytest.mark.parametrize("seed", range(8))
def test_move_lists_and_verdicts_of_random_games(seed: int) -> None:
    rng = random.Random(seed)
    board, (position, _) = chess.Board(START), turn.start(TABLES)
    for _ in range(200):
        legal = [name(position, move) for move in legal_moves(position)]
        assert sorted(legal) == sorted(move.uci() for move in board.legal_moves)
        assert bool(position.checks[position.turn]) == board.is_check()
        if board.is_checkmate() or board.is_stalemate():
            break
        move = rng.choice(sorted(board.legal_moves, key=str))
        board.push(move)
        mine = next(m for m in legal_moves(position) if name(position, m) == move.uci())
        position, _ = turn.apply(position, mine)
        if board.is_checkmate() or board.is_stalemate():
            assert position.turn == -1
            assert len(position.winners or ()) == (1 if board.is_checkmate() else 2)
            break
    assert board.move_stack
