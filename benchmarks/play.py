"""Random games of both sides, and the same work done on them by aofref and by python-chess."""

from __future__ import annotations

import math
import random

import chess
import chess.pgn

import aofref
from aofref import games
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation import movetext
from aofref.notation.movetext import Notation
from aofref.notation.records import read, split
from aofref.notation.records.splitter import text_lines
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.moves import legal_moves
from aofref.rules.position import CoreMove
from aofref.rules.refuse import refusal
from aofref.rules.turn import perft
from tests.referees import python_chess

PLIES = 100
VALUES = {"P": 1, "N": 3, "B": 3, "R": 5, "Q": 9}
UNCASTLED = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"


def tables(name: str) -> CompiledVariant:
    """Return the tables of a game."""
    variant = games.find(name)
    assert variant is not None
    return compile_variant(variant)


def aof_games(game: CompiledVariant, count: int) -> list[list[CoreMove]]:
    """Play `count` random games of PLIES plies."""
    games: list[list[CoreMove]] = []
    seed = 0
    while len(games) < count:
        played: list[CoreMove] = []
        rng, (position, _) = random.Random(seed), turn.start(game)
        seed += 1
        while len(played) < PLIES and position.turn >= 0:
            played.append(rng.choice(legal_moves(position)))
            position, _ = turn.apply(position, played[-1])
        if len(played) == PLIES:
            games.append(played)
    return games


def chess_games(count: int, castling: bool = True) -> list[list[str]]:
    """Play `count` random orthodox games of PLIES plies, with castling or without."""
    games: list[list[str]] = []
    seed = 0
    while len(games) < count:
        rng, board = random.Random(seed), chess.Board()
        seed += 1
        while len(board.move_stack) < PLIES and not board.is_game_over():
            legal = (move for move in board.legal_moves if castling or not board.is_castling(move))
            board.push(rng.choice([*legal]))
        if len(board.move_stack) == PLIES:
            games.append([move.uci() for move in board.move_stack])
    return games


def castled_games(count: int) -> list[list[str]]:
    """Play `count` random orthodox games of PLIES plies; in nearly all somebody castles early."""
    games: list[list[str]] = []
    seed = 0
    while len(games) < count:
        board = python_chess.played(seed, PLIES)
        seed += 1
        if len(board.move_stack) == PLIES:
            games.append([move.uci() for move in board.move_stack])
    return games


def replay_aof(game: CompiledVariant, games: list[list[CoreMove]]) -> None:
    """Judge each parsed move, and find every army's threats, mates and events."""
    for played in games:
        position, _ = turn.start(game)
        for move in played:
            assert refusal(position, move) is None
            position, _ = turn.apply(position, move)


def replay_chess(games: list[list[str]]) -> None:
    """Push each move and test for check, mate and stalemate."""
    for played in games:
        board = chess.Board()
        for uci in played:
            board.push_uci(uci)
            board.is_check()
            board.is_checkmate()
            board.is_stalemate()


def random_aof(plies: int) -> None:
    """Play random chess on a board of the library, game after game."""
    rng, board = random.Random(1), aofref.variant("chess").start().board()
    for _ in range(plies):
        legal = board.legal_moves()
        if legal and len(board) < PLIES:
            board.push(rng.choice(legal))
        else:
            board = aofref.variant("chess").start().board()


def random_chess(plies: int) -> None:
    """Play random chess, game after game."""
    rng, board = random.Random(1), chess.Board()
    for _ in range(plies):
        legal = [*board.legal_moves]
        if legal and len(board.move_stack) < PLIES:
            board.push(rng.choice(legal))
        else:
            board = chess.Board()


def search_aof(fens: list[str]) -> list[float]:
    """Search each position for the greatest material that two plies keep."""
    found = []
    for fen in fens:
        board = aofref.variant("chess").from_fen(fen).board()
        best, army = -math.inf, board.turn
        assert army is not None
        for move in board.legal_moves():
            board.push(move)
            least = math.inf
            for answer in board.legal_moves():
                board.push(answer)
                least = min(least, board.worth(VALUES, army))
                board.pop()
            board.pop()
            best = max(best, least)
        found.append(best)
    return found


def search_chess(fens: list[str]) -> list[float]:
    """Search the same positions alike."""
    found = []
    for fen in fens:
        board = chess.Board(fen)
        best, own = -math.inf, board.turn
        for move in board.legal_moves:
            board.push(move)
            least = math.inf
            for answer in board.legal_moves:
                board.push(answer)
                least = min(least, _material(board, own))
                board.pop()
            board.pop()
            best = max(best, least)
        found.append(best)
    return found


def _material(board: chess.Board, own: chess.Color) -> int:
    """Count the material as programs that search do: by sets of bits."""
    ours, theirs = board.occupied_co[own], board.occupied_co[not own]
    kinds = (
        (1, board.pawns), (3, board.knights | board.bishops), (5, board.rooks), (9, board.queens)
    )  # fmt: skip
    return sum(
        value * ((cells & ours).bit_count() - (cells & theirs).bit_count())
        for value, cells in kinds
    )


def perft_aof(game: CompiledVariant, depth: int) -> int:
    """Count the lines of play from the array."""
    return perft(turn.start(game)[0], depth)


def perft_chess(board: chess.Board, depth: int) -> int:
    """Count the lines of play, each last move made and taken back (no bulk counting)."""
    if depth == 0:
        return 1
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft_chess(board, depth - 1)
        board.pop()
    return nodes


def aof_record(game: CompiledVariant, played: list[CoreMove], notation: Notation) -> str:
    """Write a record of the moves as `convert` lays it out."""
    position, _ = turn.start(game)
    words = []
    for move in played:
        words.append(movetext.lan(position, move))
        position, _ = turn.apply(position, move)
    record = f'[Variant "{game.variant.id}"]\n[Result "*"]\n\n{" ".join(words)} *\n'
    (raw,) = split(text_lines(record.splitlines(keepends=True)))
    read_record = read(raw)
    return rewrite(read_record, replay(read_record, Setting()), notation).text


def pgn_record(played: list[str]) -> str:
    """Write a PGN of the moves, in lines of 80 characters."""
    board = chess.Board()
    for uci in played:
        board.push_uci(uci)
    game = chess.pgn.Game.from_board(board)
    game.headers["Result"] = "*"
    return f"{game.accept(chess.pgn.StringExporter(columns=80))}\n\n"
