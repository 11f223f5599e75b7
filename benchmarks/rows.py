"""What is measured: a row a claim of the README's Performance section."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import chess

from aofref import variants
from aofref.rules.tables import Tables
from benchmarks import play
from benchmarks.measure import Row, process
from tests.orthodox import VARIANT as ORTHODOX

DEPTHS = {"aof2": 3, "aof6": 2, "proto-prelates": 3, "heathen-europe": 2}
STATUS = """
import sys, chess.pgn
with open(sys.argv[1]) as stream:
    while game := chess.pgn.read_game(stream):
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            board.is_check(), board.is_checkmate(), board.is_stalemate()
"""
READ = "import sys, chess.pgn; chess.pgn.read_game(open(sys.argv[1]))"
SAN = """
import sys, chess.pgn
with open(sys.argv[1]) as stream:
    while game := chess.pgn.read_game(stream):
        print(game, end="\\n\\n")
"""
BARE = "import click; click.version_option('1')(click.command()(lambda: None))(['--version'])"


def replays(games: int) -> Iterator[Row]:
    """Replay parsed moves with threats, mates and events, against push_uci with status."""
    orthodox = play.chess_games(games)
    for name in variants.IDS:
        game = play.tables(name)
        played = play.aof_games(game, games)
        yield Row(
            f"replay {name}",
            partial(play.replay_aof, game, played),
            partial(play.replay_chess, orthodox),
            1.2,
        )


def perfts(deeper: int) -> Iterator[Row]:
    """Count lines from each array, and from the orthodox one with the same nodes on both sides."""
    board = chess.Board(play.UNCASTLED)
    nodes = play.perft_chess(board, 3)
    for name in variants.IDS:
        game, depth = play.tables(name), DEPTHS.get(name, 3) + deeper
        own = play.perft_aof(game, depth)
        yield Row(
            f"perft {name} {depth}",
            partial(play.perft_aof, game, depth),
            partial(play.perft_chess, board, 3),
            2,
            units=(own, nodes),
        )
    orthodox = Tables(ORTHODOX)
    assert play.perft_aof(orthodox, 3) == nodes
    yield Row(
        "perft orthodox 3",
        partial(play.perft_aof, orthodox, 3),
        partial(play.perft_chess, board, 3),
        1.0,
    )


def processes(folder: Path, games: int) -> Iterator[Row]:
    """Run whole commands on records in files, against programs of python-chess and of click."""
    orthodox = play.chess_games(min(games, 20))
    pgn, one_pgn = folder / "many.pgn", folder / "one.pgn"
    pgns = [play.pgn_record(played) for played in orthodox]
    pgn.write_text("".join(pgns[at % len(pgns)] for at in range(games)))
    one_pgn.write_text(pgns[0])
    python, aofref = sys.executable, [sys.executable, "-m", "aofref"]
    for name in variants.IDS:
        records = _records(name, min(games, 20))
        path, one = folder / f"{name}.aof", folder / f"{name}-one.aof"
        path.write_text("".join(records[at % len(records)] for at in range(games)))
        one.write_text(records[0])
        yield Row(
            f"check --format json {name}",
            process([*aofref, "check", "--format", "json", str(path)]),
            process([python, "-c", STATUS, str(pgn)]),
            1.3 if len(play.tables(name).armies) > 2 else 1.2,
        )
        yield Row(
            f"convert --to san {name}",
            process([*aofref, "convert", "--to", "san", str(path)]),
            process([python, "-c", SAN, str(pgn)]),
            1.2,
        )
        yield Row(
            f"check one record {name}",
            process([*aofref, "check", str(one)]),
            process([python, "-c", READ, str(one_pgn)]),
            0.9,
            "cost",
        )
    yield Row(
        "--version",
        process([*aofref, "--version"]),
        process([python, "-c", BARE]),
        1.2,
        "cost",
    )


def _records(name: str, count: int) -> list[str]:
    game = play.tables(name)
    return [play.aof_record(game, played) for played in play.aof_games(game, count)]
