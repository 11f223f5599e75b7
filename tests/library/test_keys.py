"""Keys of positions, coordinates and neighbours of cells, beside python-chess and counts by hand."""

from __future__ import annotations

import random

import chess
import pytest

import aofref

CHESS = aofref.variant("chess")


def test_keys_are_equal_where_those_of_python_chess_are() -> None:
    rng = random.Random(47)
    ours: dict[str, set[object]] = {}
    theirs: dict[object, set[str]] = {}
    for _ in range(40):
        position, board = CHESS.start(), chess.Board()
        for _ in range(14):
            moves = [
                move for move in board.legal_moves if not (move.from_square ^ move.to_square) & 1
            ]
            move = rng.choice(moves or [*board.legal_moves])
            position, board = position.push(move.uci()), board.copy()
            board.push(move)
            key = board._transposition_key()
            assert position.board().hash == hash(position.key)
            ours.setdefault(position.key, set()).add(key)
            theirs.setdefault(key, set()).add(position.key)
    assert all(len(same) == 1 for same in ours.values())
    assert all(len(same) == 1 for same in theirs.values())
    assert len(ours) < 40 * 14


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        # the round, and en passant that nobody can capture
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 9 40", True),
        # a Pawn that can, and one that is pinned
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", False),
        ("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1", True),
        # castling, and the army to move
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", False),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2R b - - 0 1", False),
    ],
)
def test_what_a_key_has(one: str, other: str, same: bool) -> None:
    theirs = chess.Board(one)._transposition_key() == chess.Board(other)._transposition_key()
    assert (CHESS.from_fen(one).key == CHESS.from_fen(other).key) is same is theirs


def test_a_mark_is_in_the_key() -> None:
    owing, free = (f"W:Kca1;Paa4{mark}/B:Kcf6 W - 1" for mark in ("^1", ""))
    game = aofref.variant("heathen-europe")
    assert game.position(owing).key != game.position(free).key
    assert game.position(free).key == game.position(free.replace(" 1", " 7")).key


def test_of_four_armies_every_right_counts() -> None:
    game = aofref.variant("aof2")
    position = game.start().push("ga4-fa4").push("ec4-gc4")
    placement, turn, rights, number = str(position).split()
    assert rights == "fc4>gc4"
    assert position.key != game.position(f"{placement} {turn} - {number}").key
    assert position.key == game.position(f"{placement} {turn} {rights} 7").key


def test_coordinates_of_chess_are_files_and_ranks() -> None:
    for square, name in enumerate(chess.SQUARE_NAMES):
        file, rank, _ = CHESS.coordinates(name)
        assert (file, rank) == (chess.square_file(square) + 1, chess.square_rank(square) + 1)
        beside = [
            chess.square_name(other)
            for other in chess.SQUARES
            if chess.square_manhattan_distance(square, other) == 1
        ]
        assert CHESS.neighbours(name) == tuple(sorted(beside))


@pytest.mark.parametrize(
    ("game", "cell", "coordinates", "beside"),
    [
        # the middle of a cube has six, a corner three
        ("raumschach", "Cc3", (3, 3, 3), "bc3 cb3 cc2 cc4 cd3 dc3"),
        ("raumschach", "aa1", (1, 1, 1), "aa2 ab1 ba1"),
        # a hexagon has six on its level; `hf` is (8, 6), and level 5 of aof2 is its highest
        ("aof2", "hf5", (8, 6, 5), "ge5 gf5 he5 hf4 hg5 if5 ig5"),
    ],
)
def test_neighbours_share_a_side(
    game: str, cell: str, coordinates: tuple[int, int, int], beside: str
) -> None:
    of = aofref.variant(game)
    assert of.coordinates(cell) == coordinates and of.neighbours(cell) == tuple(beside.split())
    for name in of.cells:
        assert all(name in of.neighbours(other) for other in of.neighbours(name))


def test_a_cell_that_is_not_there_has_no_neighbours() -> None:
    for of in (CHESS.coordinates, CHESS.neighbours):
        with pytest.raises(aofref.UnknownName, match="no cell i9"):
            of("i9")
