"""Fifty moves and dead positions: in chess held to python-chess, in Capablanca's chess to pyffish."""

from __future__ import annotations

import json
import random
import re

import chess
import pytest

import aofref
from aofref import Position
from aofref.findings import BadText
from aofref.games import find
from aofref.games.files.loader import load
from tests.helpers import aofref as run

CHESS = aofref.variant("chess")
DRAWS = ("fifty-moves", "dead-position")


def draws(position: Position) -> list[tuple[str, int]]:
    """List the events of a position that are draws, with their counts (0: it has none)."""
    return [(event.type, event.get("count", 0)) for event in position.events if event.type in DRAWS]


def by_python_chess(board: chess.Board, before: chess.Board | None = None) -> list[tuple[str, int]]:
    if not any(board.legal_moves):
        return []
    counts = {100: 50, 150: 75}
    fifty = [("fifty-moves", counts[clock])] if (clock := board.halfmove_clock) in counts else []
    was = before is not None and before.is_insufficient_material()
    dead = [("dead-position", 0)] if board.is_insufficient_material() and not was else []
    return fifty + dead


# Against other programs -------------------------------------------------------------------------------


def bare(chance: random.Random, letters: str, squares: int) -> list[tuple[int, str]]:
    """Put the Kings and up to four pieces of both players on squares of their own."""
    pieces = ["K", "k", *(chance.choice(letters) for _ in range(chance.randrange(5)))]
    return list(zip(chance.sample(range(squares), len(pieces)), pieces, strict=True))


def test_dead_positions_are_those_of_python_chess(effort: int) -> None:
    chance, met = random.Random("dead"), 0
    for _ in range(1500 * effort):
        board = chess.Board(None)
        for square, letter in bare(chance, "BbBbBbNnQ", 64):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = chance.random() < 0.5
        if board.is_valid():
            assert draws(CHESS.from_fen(board.fen())) == by_python_chess(board), board.fen()
            met += board.is_insufficient_material()
    assert met > 100


def test_dead_positions_of_capablanca_are_those_of_fairy_stockfish(effort: int) -> None:
    pyffish = pytest.importorskip("pyffish")
    game, chance, met = aofref.variant("capablanca"), random.Random("wide"), 0
    for _ in range(800 * effort):
        rows = [["1"] * 10 for _ in range(8)]
        for square, letter in bare(chance, "BbNnAc", 80):
            rows[square // 10][square % 10] = letter
        lines = ("".join(row) for row in rows)
        placed = "/".join(re.sub("1+", lambda run: str(len(run[0])), line) for line in lines)
        fen = f"{placed} w - - 0 1"
        try:
            position = game.from_fen(fen)
        except aofref.BadPosition:
            continue
        if position.end is None:
            dead = pyffish.has_insufficient_material("capablanca", fen, []) == (True, True)
            assert draws(position) == [("dead-position", 0)] * dead, fen
            met += dead
    assert met > 50


def test_fifty_moves_are_counted_as_python_chess_does() -> None:
    met: list[tuple[str, int]] = []
    for seed in range(4):
        chance, board = (
            random.Random(f"quiet {seed}"),
            chess.Board("r3k2r/8/8/pb4NP/8/8/8/R3K2R w KQkq -"),
        )
        position = CHESS.from_fen(board.fen())
        for _ in range(330):
            if not (legal := [*board.legal_moves]):
                break
            quiet = [move for move in legal if not board.is_zeroing(move)]
            move, before = chance.choice(quiet * (chance.random() < 0.997) or legal), board.copy()
            board.push(move)
            position = position.push(before.lan(move) if before.is_castling(move) else move.uci())
            assert draws(position) == by_python_chess(board, before)
            assert position.fen() == board.fen()
            met += draws(position)
    assert {("fifty-moves", 50), ("fifty-moves", 75)} <= {*met}


# By hand ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "move", "events"),
    [
        ("6k1/8/8/8/8/8/8/K6R w - - 98 70", "Kb2", []),
        ("6k1/8/8/8/8/8/8/K6R w - - 99 70", "Kb2", [("fifty-moves", 50)]),
        ("6k1/8/8/8/8/8/8/K6R w - - 100 70", "Kb2", []),
        ("6k1/8/8/8/8/8/8/K6R w - - 149 90", "Kb2", [("fifty-moves", 75)]),
        ("7k/8/6K1/8/8/8/8/R7 w - - 99 70", "Ra8", []),  # the hundredth move is mate
        ("7k/8/8/8/8/8/6P1/K7 w - - 99 70", "g3", []),
        ("7k/8/8/8/8/8/6n1/K5B1 w - - 99 70", "Kb2", [("fifty-moves", 50)]),
        ("8/8/8/8/8/5k2/6n1/7K w - - 5 70", "Kg1", []),  # dead already before it
    ],
)
def test_a_move(fen: str, move: str, events: list[tuple[str, int]]) -> None:
    assert draws(CHESS.from_fen(fen).push(move)) == events


@pytest.mark.parametrize("clock", [0, 99, 100, 101, 120, 148, 149, 150, 151, 400])
def test_a_fen_with_a_clock_is_reported_at_its_start_and_then_as_ever(clock: int) -> None:
    fen = f"6k1/8/8/8/8/8/8/K6R w - - {clock} 300"
    board, position = chess.Board(fen), CHESS.from_fen(fen)
    count = 75 if board.is_seventyfive_moves() else 50 if board.is_fifty_moves() else 0
    start = [("fifty-moves", count)] if count else []
    later = [("fifty-moves", {100: 50, 150: 75}[clock + 1])] if clock + 1 in (100, 150) else []
    assert draws(position) == start
    assert draws(position.push("Kb2")) == later
    moving = position.board()
    assert draws(moving.position()) == start
    moving.push("Kb2")
    assert draws(moving.position()) == later
    text = f'[Variant "chess"]\n[FEN "{fen}"]\n\n300. Kb2 *\n'
    found = json.loads(run("check", "--format", "json", stdin=text).stdout)["events"]
    wanted = [(0, count)] * bool(start) + [(1, number) for _, number in later]
    assert [(event["ply"], event["count"]) for event in found] == wanted
    words = "without a capture or a move of a Pawn"
    assert " ".join(run("check", stdin=text).stdout.split()).count(words) == len(wanted)
    assert run("select", "--event", "fifty-moves", stdin=text).stdout == text * bool(wanted)
    assert run("select", "--event", "dead-position", stdin=text).stdout == ""


def test_a_dead_position_does_not_end_the_game() -> None:
    record = '[FEN "7k/8/8/8/8/8/r7/1K6 w - - 0 1"]\n\n1. Kxa2 Kg8 2. Ka3 *\n'
    found = run("check", "--variant", "chess", stdin=record)
    assert found.exit_code == 0
    assert found.stdout.count("the position is dead") == 1


@pytest.mark.parametrize("name", ["chess-without-castling", "sd2l-cohen"])
def test_other_games_do_not_report_them(name: str) -> None:
    game = aofref.variant(name)
    kings = f"W:K{game.cells[0]}/B:K{game.cells[-1]} W - 1"
    assert draws(game.position(kings)) == []


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('dead = "B P"', "P is not a piece that can be alone with the royal ones"),
        ('dead = "B K"', "K is not a piece that can be alone with the royal ones"),
        ('dead = "B Z"', "Z is not a piece that can be alone with the royal ones"),
        ('dead = "B B"', "B is listed twice"),
        ("fifty-moves = 50", "ending.fifty-moves must be true or false"),
    ],
)
def test_a_fault_of_a_file_has_its_place(line: str, message: str) -> None:
    chess_file = find("chess")
    assert chess_file is not None
    old = next(old for old in chess_file.source.splitlines() if old.startswith(line.split()[0]))
    with pytest.raises(BadText) as raised:
        load(chess_file.source.replace(old, line))
    (fault,) = raised.value.findings
    assert fault.message == message
    assert fault.line == chess_file.source.splitlines().index(old) + 1
