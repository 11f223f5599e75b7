"""The games from files that come with aofref, held to other programs: python-chess, Fairy-Stockfish
(pyffish), and brute force."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import chess
import chess.pgn
import pytest

from aofref import games
from aofref.notation.movetext import Notation, write
from aofref.rules import turn
from aofref.rules.compiled_variant import compile_variant
from aofref.rules.moves import legal_moves
from aofref.rules.position import CoreMove, CorePosition
from aofref.rules.refuse import refusal
from aofref.rules.turn import perft
from tests.helpers import aofref
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


# python-chess ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "count"), [(1, 20), (2, 400), (3, 8902)])
def test_counts_of_chess(depth: int, count: int) -> None:
    # https://www.chessprogramming.org/Perft_Results: nobody can castle so early.
    assert perft(start(CHESS), depth) == count


def games_of_chess(number: int, most: int) -> Iterator[tuple[str, chess.Board]]:
    """Random games in which nobody castles, as PGN, and how each of them stands at its end."""
    for seed in range(number):
        chance, board = random.Random(seed), chess.Board()
        board.set_castling_fen("-")
        for _ in range(most):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(chance.choice(moves))
        game = chess.pgn.Game.from_board(board)
        del game.headers["FEN"], game.headers["SetUp"]  # they begin from the array
        text = str(game)
        over = {"1-0": "1-0", "0-1": "0-1"}.get(board.result(), "*")
        over = "1/2-1/2" if board.is_stalemate() else over
        head = text.rpartition(" ")[0]
        lines = [f'[Variant "{CHESS}"]', *(x for x in head.splitlines() if "Result" not in x)]
        yield "\n".join(lines) + f" {over}\n\n", board


def placed(board: chess.Board) -> str:
    """A python-chess board as the first two fields of a position line."""
    armies = []
    for letter, color in (("W", chess.WHITE), ("B", chess.BLACK)):
        groups = []
        for kind in sorted(
            chess.PIECE_TYPES, key=lambda k: (k != chess.KING, chess.piece_symbol(k))
        ):
            cells = sorted(chess.square_name(square) for square in board.pieces(kind, color))
            if cells:
                groups.append(chess.piece_symbol(kind).upper() + ",".join(cells))
        armies.append(f"{letter}:{';'.join(groups)}")
    over = not any(board.legal_moves)
    return f"{'/'.join(armies)} {'-' if over else 'WB'[not board.turn]}"


def test_games_of_python_chess_are_judged_alike(effort: int) -> None:
    found = list(games_of_chess(500 if effort > 1 else 60, 90))
    text = "".join(record for record, _ in found)
    said = aofref("check", "--format", "json", "--trace", stdin=text)
    assert said.exit_code == 0, said.stdout[:500] + said.stderr[:500]
    reports = [json.loads(line) for line in said.stdout.splitlines()]
    assert len(reports) == len(found)
    for report, (_, board) in zip(reports, found, strict=True):
        assert report["status"] == "legal" and report["warnings"] == []
        assert report["plies"] == len(board.move_stack)
        assert report["position"].startswith(placed(board) + " ")
    assert any(board.is_checkmate() for _, board in found)


def test_san_of_python_chess_is_written_alike() -> None:
    # Behind each move stands what python-chess writes, but for a Pawn that takes en passant.
    for seed in range(6):
        chance, board, position = random.Random(f"san {seed}"), chess.Board(), start(CHESS)
        board.set_castling_fen("-")
        for _ in range(80):
            ours = {write(position, m, Notation.COORD): m for m in legal_moves(position)}
            theirs = {m.uci(): m for m in board.legal_moves}
            assert {m.replace("=", "").lower() for m in ours} == set(theirs)
            if not ours:
                break
            text = chance.choice(sorted(ours))
            move = theirs[text.replace("=", "").lower()]
            san = write(position, ours[text], Notation.SAN)
            expected = board.san(move).rstrip("+#")
            assert san == expected + ("ep" if board.is_en_passant(move) else "")
            position = turn.apply(position, ours[text])[0]
            board.push(move)


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


def test_games_of_capablanca_with_short_notation(effort: int, pyffish: Any) -> None:
    first, *rest = pyffish.start_fen("capablanca").split()
    fen = " ".join([first, rest[0], "-", *rest[2:]])
    records = []
    for seed in range(200 if effort > 1 else 10):
        chance = random.Random(seed)
        moves: list[str] = []
        for _ in range(60):
            legal = sorted(pyffish.legal_moves("capablanca", fen, moves))
            if not legal:
                break
            moves.append(chance.choice(legal))
        sans = pyffish.get_san_moves("capablanca", fen, moves)
        text = " ".join(f"{n // 2 + 1}. {san}" if n % 2 == 0 else san for n, san in enumerate(sans))
        records.append(f'[Variant "{CAPABLANCA}"]\n\n{text} *\n\n')
    said = aofref("check", stdin="".join(records))
    assert said.exit_code == 0, said.stdout + said.stderr


# Both ways -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*GAMES, CHESS, CAPABLANCA])
def test_what_is_refused_is_what_is_not_generated(name: str) -> None:
    chance, position = random.Random(name), start(name)
    for ply in range(31):
        moves = legal_moves(position)
        if not moves:
            break
        if ply % 15 == 0:
            own = position.cells_of(position.turn)
            pairs = {(move.origin, move.destination) for move in moves}
            for origin in own:
                for end in range(len(position.board)):
                    promotes = {
                        m.promotion for m in moves if (m.origin, m.destination) == (origin, end)
                    }
                    why = refusal(position, CoreMove(origin, end, min(promotes, default=-1)))
                    assert (why is None) == ((origin, end) in pairs)
                    assert why is None or "RULES" not in why.message
        position = turn.apply(position, chance.choice(moves))[0]


def test_a_move_that_python_chess_refuses_is_refused() -> None:
    records, played_before = [], []
    for seed in range(40):
        chance, board, sans = random.Random(seed), chess.Board(), []
        board.set_castling_fen("-")
        for _ in range(chance.randrange(1, 60)):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = chance.choice(moves)
            sans.append(board.san(move))
            board.push(move)
        legal = {(move.from_square, move.to_square) for move in board.legal_moves}
        own = [square for square, piece in board.piece_map().items() if piece.color == board.turn]
        wrong = [(a, b) for a in own for b in chess.SQUARES if (a, b) not in legal]
        a, b = chance.choice(wrong)
        text = " ".join([*sans, chess.square_name(a) + chess.square_name(b)])
        records.append(f'[Variant "{CHESS}"]\n\n{text} *\n\n')
        played_before.append(len(sans))
    said = aofref("check", "--format", "json", stdin="".join(records))
    reports = [json.loads(line) for line in said.stdout.splitlines()]
    assert [report["plies"] for report in reports] == played_before
    assert {report["status"] for report in reports} == {"illegal"}
    assert len({report["error"]["code"] for report in reports}) >= 3
