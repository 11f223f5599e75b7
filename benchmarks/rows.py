"""What is measured: a row a claim of the README's Performance section."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import chess

from aofref import variants
from aofref.rules import compiled
from aofref.rules.compiled_variant import CompiledVariant
from benchmarks import play
from benchmarks.measure import Row, megabytes, nothing, process
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


def _wanted(pure: float, when_compiled: float) -> float:
    """Give the target of the form that runs."""
    return when_compiled if compiled() else pure


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
            _wanted(1.2, 5),
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
            _wanted(2, 12),
            units=(own, nodes),
        )
    orthodox = CompiledVariant(ORTHODOX)
    assert play.perft_aof(orthodox, 3) == nodes
    yield Row(
        "perft orthodox 3",
        partial(play.perft_aof, orthodox, 3),
        partial(play.perft_chess, board, 3),
        _wanted(1.0, 6),
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
            _wanted(1.3 if len(play.tables(name).armies) > 2 else 1.2, 4),
        )
        yield Row(
            f"convert --to san {name}",
            process([*aofref, "convert", "--to", "san", str(path)]),
            process([python, "-c", SAN, str(pgn)]),
            _wanted(1.2, 3),
        )
        yield Row(
            f"check one record {name}",
            process([*aofref, "check", str(one)]),
            process([python, "-c", READ, str(one_pgn)]),
            _wanted(0.9, 0.8),
            "cost",
        )
    bare = process([python, "-c", BARE])
    yield Row("--version", process([*aofref, "--version"]), bare, 1.2, "cost")
    for command in (["moves", "--variant", "aof2"], ["explain", "--help"]):
        yield Row(f"start {command[0]}", process([*aofref, *command]), bare, 0, "cost")
    if extract := shutil.which("pgn-extract"):
        yield Row(
            "check aof2 beside pgn-extract -r",
            process([*aofref, "check", str(folder / "aof2.aof")]),
            process([extract, "-r", "-s", str(pgn)]),
            0,
        )


def sizes(folder: Path, size: int) -> Iterator[Row]:
    """Tell how time and memory grow: records of `size` characters and of twice as many.

    One long record, a long comment and many variations are a quarter of it each.
    """
    games = "".join(_records("aof2", 4))
    head, moves = games.partition("\n\n")[::2]
    first = moves.split(maxsplit=1)[0]
    shapes = {
        "records": lambda size: games * (1 + size // len(games)),
        "a comment": lambda size: f"{head}\n\n{{{'word ' * (size // 20)}}} *\n",
        "variations": lambda size: f"{head}\n\n{first} {f'({first}) ' * (size // 64)}*\n",
    }
    for name, shape in shapes.items():
        commands = []
        for double in (1, 2):
            path = folder / f"{name}{double}.aof"
            path.write_text(shape(size * double))
            commands.append([sys.executable, "-m", "aofref", "check", "--quiet", str(path)])
        yield Row(f"memory of {name}, MB", partial(megabytes, commands[1]), nothing, 40, "amount")
        yield Row(
            f"memory of half of {name}, MB", partial(megabytes, commands[0]), nothing, 40, "amount"
        )
        yield Row(f"growth of {name}", *map(process, commands[::-1]), 2.2, "cost")


def _records(name: str, count: int) -> list[str]:
    game = play.tables(name)
    return [play.aof_record(game, played) for played in play.aof_games(game, count)]
