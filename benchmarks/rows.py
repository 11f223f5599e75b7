"""The rows on rules and whole commands, with their goals."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import chess

from aofref import games
from aofref.notation.movetext import Notation
from aofref.rules import compiled
from benchmarks import play
from benchmarks.measure import Row, megabytes, nothing, process
from tests.referees import python_chess

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
ASKED = {"_AOFREF_COMPLETE": "bash_complete", "COMP_WORDS": "aofref ch", "COMP_CWORD": "1"}
"""The environment of a completion of `aofref ch`."""
AOFREF = [sys.executable, "-m", "aofref"]


def wanted(pure: float, when_compiled: float) -> float:
    """Return the goal of the running form, compiled or pure."""
    return when_compiled if compiled() else pure


def replays(_folder: Path, quick: bool) -> Iterator[Row]:
    """Replay parsed moves with threats, mates and events, against push_uci with status."""
    count = 2 if quick else 10
    orthodox = play.chess_games(count)
    for name in games.IDS:
        game = play.tables(name)
        played = play.aof_games(game, count)
        yield Row(
            "parsed moves replayed with threats, mates and events",
            "python-chess: `push_uci` with check, mate and stalemate",
            partial(play.replay_aof, game, played),
            partial(play.replay_chess, orthodox),
            wanted(1.2, 6),
            game=name,
        )


def perfts(_folder: Path, quick: bool) -> Iterator[Row]:
    """Count lines from each array, and from that of chess with the same nodes on both sides."""
    board = chess.Board(play.UNCASTLED)
    nodes = play.perft_chess(board, 3)
    for name in games.IDS:
        game, depth = play.tables(name), DEPTHS.get(name, 3) - quick
        own = play.perft_aof(game, depth)
        yield Row(
            "perft",
            "python-chess: perft of chess, no bulk counting, a node",
            partial(play.perft_aof, game, depth),
            partial(play.perft_chess, board, 3),
            wanted(1, 10),
            units=(own, nodes),
            game=name,
        )
    uncastled = play.tables("chess-without-castling")
    assert play.perft_aof(uncastled, 3) == nodes
    yield Row(
        "perft of chess without castling",
        "python-chess: the same, no bulk counting",
        partial(play.perft_aof, uncastled, 3),
        partial(play.perft_chess, board, 3),
        wanted(1, 10),
    )


def bots(_folder: Path, quick: bool) -> Iterator[Row]:
    """Play chess at random, and search two plies, by the library and by python-chess."""
    plies = 200 if quick else 4000
    yield Row(
        "random play of chess on a `Board`",
        "python-chess: the same",
        partial(play.random_aof, plies),
        partial(play.random_chess, plies),
        wanted(1.2, 3),
    )
    fens = [python_chess.played(seed, 30).fen() for seed in range(1 if quick else 8)]
    assert play.search_aof(fens[:1]) == play.search_chess(fens[:1])
    yield Row(
        "search of two plies of chess for material on a `Board`",
        "python-chess: the same, material counted by bits",
        partial(play.search_aof, fens),
        partial(play.search_chess, fens),
        wanted(1, 0.6),
        "cost",
    )


def same_pgn(folder: Path, quick: bool) -> Iterator[Row]:
    """Check PGN of chess, without castling and with it, against programs on the same file."""
    count = 2 if quick else 600
    plain = "".join(map(play.pgn_record, play.chess_games(count, castling=False)))
    castled = "".join(map(play.pgn_record, play.castled_games(count)))
    extract = shutil.which("pgn-extract", path=f"{os.environ.get('PATH', '')}:/usr/games")
    for plies, pgn, castling in (
        (60_000, plain, "without"),
        (600_000, plain * 10, "without"),
        (60_000, castled, "with"),
        (600_000, castled * 10, "with"),
    ):
        path = folder / f"{plies}-{castling}-castling.pgn"
        path.write_text(pgn)
        variant = "chess" if castling == "with" else "chess-without-castling"
        check = process([*AOFREF, "check", "--quiet", "--variant", variant, str(path)])
        rounds = 3 if plies == 60_000 else 1
        yield Row(
            f"`check --quiet` of {plies:,} plies of chess {castling} castling, PGN",
            "python-chess: check, mate and stalemate at each ply of the file",
            check,
            process([sys.executable, "-c", STATUS, str(path)]),
            wanted(2, 6),
            rounds=rounds,
        )
        if (plies, castling) in ((60_000, "without"), (600_000, "with")):
            continue
        yield Row(
            f"`check --quiet` of these {plies:,} plies",
            "pgn-extract, written in C",
            check if extract else None,
            process([extract or "pgn-extract", "-r", "-s", str(path)]),
            wanted(0, 7),
            "cost",
            rounds=rounds,
        )


def processes(folder: Path, quick: bool) -> Iterator[Row]:
    """Run whole commands on records in files, against programs of python-chess."""
    different = 2 if quick else 200  # so that none comes twice in 20,000 plies
    orthodox = [play.pgn_record(played) for played in play.chess_games(different)]
    records = {name: _records(name, different) for name in games.IDS}
    short = {name: _records(name, different, Notation.SAN) for name in games.IDS}

    def written(name: str, texts: list[str], count: int) -> str:
        path = folder / f"{name}-{count}"
        path.write_text("".join(texts[at % len(texts)] for at in range(count)))
        return str(path)

    for plies, goal in ((100_000, wanted(1.4, 5.5)), (20_000, wanted(1.4, 3))):
        count = plies // play.PLIES // (100 if quick else 1)
        pgn = written("pgn", orthodox, count)
        for name in games.IDS:
            path = written(name, records[name], count)
            yield Row(
                f"`check --format json` of {plies:,} plies",
                "python-chess: `read_game`, check, mate and stalemate at each ply",
                process([*AOFREF, "check", "--format", "json", path]),
                process([sys.executable, "-c", STATUS, pgn]),
                goal,
                game=name,
                rounds=2 if plies > 20_000 else 3,
            )
    for name in games.IDS:
        yield Row(
            "`convert --to san` of 20,000 plies",
            "python-chess: SAN read and written",
            process([*AOFREF, "convert", "--to", "san", written(name, records[name], count)]),
            process([sys.executable, "-c", SAN, pgn]),
            wanted(1.3, 3),
            game=name,
            rounds=3,
        )
    for name in games.IDS:
        san, lan = written(f"{name}-san", short[name], count), written(name, records[name], count)
        yield Row(
            "`check --quiet` of 20,000 plies in SAN",
            "aofref: the same in LAN",
            process([*AOFREF, "check", "--quiet", san]),
            process([*AOFREF, "check", "--quiet", lan]),
            1.3,
            "cost",
            game=name,
            rounds=3,
        )
    pgn = written("pgn", orthodox, 1)
    for name in games.IDS:
        yield Row(
            "`check` of one record of 100 plies",
            "python-chess: `read_game` of one",
            process([*AOFREF, "check", written(name, records[name], 1)]),
            process([sys.executable, "-c", READ, pgn]),
            wanted(0.85, 0.8),
            "cost",
            game=name,
        )


def starts(_folder: Path, _quick: bool) -> Iterator[Row]:
    """Start aofref, and import it, against a bare program and against itself."""
    version = process([*AOFREF, "--version"])
    for name, against, ours, theirs, goal in (
        (
            "`--version`",
            "a bare click program",
            version,
            process([sys.executable, "-c", BARE]),
            1.2,
        ),
        ("`--help`", "aofref: `--version`", process([*AOFREF, "--help"]), version, 1.5),
        ("completion of a command", "aofref: `--version`", process(AOFREF, **ASKED), version, 1.5),
        (
            "`import aofref`",
            "`import click`",
            process([sys.executable, "-c", "import aofref"]),
            process([sys.executable, "-c", "import click"]),
            2,
        ),
    ):
        yield Row(name, against, ours, theirs, goal, "cost")


def sizes(folder: Path, quick: bool) -> Iterator[Row]:
    """Measure the growth of time and memory with a stream, and with records large in one way."""
    games = "".join(_records("aof2", 4))
    head, moves = games.partition("\n\n")[::2]
    first = " ".join(moves.split(maxsplit=2)[:2])  # with its number
    shapes: dict[str, tuple[int, float, Callable[[int], str]]] = {
        "2 MB of records": (2_000_000, 40, lambda size: games * (1 + size // len(games))),
        "100,000 variations in one record": (
            100_000,
            60,
            lambda size: f"{head}\n\n{first}\n" + f"({first})\n" * size + "*\n",
        ),
    }
    for at, (name, (size, goal, shape)) in enumerate(shapes.items()):
        half, whole = folder / f"half-{at}.aof", folder / f"whole-{at}.aof"
        for path, of in ((half, size // 2), (whole, size)):
            path.write_text(shape(of // (100 if quick else 1)))
        of_half, of_whole = ([*AOFREF, "check", "--quiet", str(path)] for path in (half, whole))
        memory = partial(megabytes, of_whole)
        yield Row(f"`check --quiet` of {name}: memory in MB", "", memory, nothing, goal, "amount")
        yield Row(
            f"`check --quiet` of {name}",
            "aofref: half of it",
            process(of_whole),
            process(of_half),
            2.2,
            "cost",
            rounds=3,
        )


def _records(name: str, count: int, notation: Notation = Notation.LAN) -> list[str]:
    game = play.tables(name)
    return [play.aof_record(game, played, notation) for played in play.aof_games(game, count)]
