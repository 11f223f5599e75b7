"""Speed of aofref beside python-chess, as ratios of interleaved rounds (medians).

    python benchmarks/bench.py [--rounds N]

Prints, for each measure, how many times python-chess's time aofref takes less (`speed`, more is
better) or more (`cost`, less is better).  Needs the `test` extra.
"""

from __future__ import annotations

import argparse
import random
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import chess
import chess.pgn

from aofref import variants
from aofref.notation import moves as text
from aofref.rules import turn
from aofref.rules.generate import legal_moves
from aofref.rules.position import Move
from aofref.rules.refuse import refusal
from aofref.rules.tables import Tables, tables_of

PLIES = 100
GAMES = 10


def aof_games(game: Tables, count: int) -> list[list[Move]]:
    """Play `count` random games of PLIES plies."""
    games = []
    seed = 0
    while len(games) < count:
        rng, (position, _), played = random.Random(seed), turn.start(game), []
        seed += 1
        while len(played) < PLIES and position.turn >= 0:
            played.append(rng.choice(legal_moves(position)))
            position, _ = turn.after(position, played[-1])
        if len(played) == PLIES:
            games.append(played)
    return games


def chess_games(count: int) -> list[list[str]]:
    """Play `count` random orthodox games of PLIES plies."""
    games = []
    seed = 0
    while len(games) < count:
        rng, board = random.Random(seed), chess.Board()
        seed += 1
        while len(board.move_stack) < PLIES and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
        if len(board.move_stack) == PLIES:
            games.append([move.uci() for move in board.move_stack])
    return games


def replay_aof(game: Tables, games: list[list[Move]]) -> None:
    """Judge each parsed move, and find every army's threats and mates."""
    for played in games:
        position, _ = turn.start(game)
        for move in played:
            assert refusal(position, move) is None
            position, _ = turn.after(position, move)


def replay_chess(games: list[list[str]]) -> None:
    """Push each move and ask for check, mate and stalemate."""
    for played in games:
        board = chess.Board()
        for uci in played:
            board.push_uci(uci)
            board.is_check()
            board.is_checkmate()
            board.is_stalemate()


def ratio(one: Callable[[], object], other: Callable[[], object], rounds: int) -> float:
    """Give the median over interleaved rounds of the time of `one` to that of `other`."""
    one(), other()
    found = []
    for _ in range(rounds):
        times = []
        for work in (one, other):
            begun = time.perf_counter()
            work()
            times.append(time.perf_counter() - begun)
        found.append(times[0] / times[1])
    return statistics.median(found)


def aof_record(game: Tables, played: list[Move]) -> str:
    """Write a record of the moves."""
    position, _ = turn.start(game)
    words = []
    for move in played:
        words.append(f"{game.letters[position.turn]}:{text.lan(position, move)}")
        position, _ = turn.after(position, move)
    return f'[Variant "{game.variant.id}"]\n[Result "*"]\n\n' + "\n".join(words) + " *\n\n"


def pgn_record(played: list[str]) -> str:
    """Write a PGN of the moves."""
    board = chess.Board()
    for uci in played:
        board.push_uci(uci)
    return str(chess.pgn.Game.from_board(board)) + "\n\n"


def run(*command: str) -> Callable[[], object]:
    """Make a whole-process measure."""
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def peak(path: Path, command: list[str]) -> int:
    """Give the peak resident size, in MB, of an aofref command on a file."""
    code = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
    )
    args = [sys.executable, "-c", code, sys.executable, "-m", "aofref", *command, str(path)]
    return int(subprocess.run(args, check=True, capture_output=True, text=True).stdout)


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=9)
    options.add_argument(
        "--stream-mb", type=int, default=10, help="size of the memory test's stream"
    )
    asked = options.parse_args()
    found = variants.find("aof2")
    assert found is not None
    game = tables_of(found)
    games, orthodox = aof_games(game, GAMES), chess_games(GAMES)
    speed = 1 / ratio(lambda: replay_aof(game, games), lambda: replay_chess(orthodox), asked.rounds)
    print(f"replay of parsed aof2 moves, threats of every army: speed {speed:.2f} of python-chess")
    with tempfile.TemporaryDirectory() as folder:
        one, pgn, many = (Path(folder) / name for name in ("one.aof", "one.pgn", "many.aof"))
        one.write_text(aof_record(game, games[0]))
        pgn.write_text(pgn_record(orthodox[0]))
        reader = f"import chess.pgn; chess.pgn.read_game(open({str(pgn)!r}))"
        cost = ratio(
            run(sys.executable, "-m", "aofref", "check", str(one)),
            run(sys.executable, "-c", reader),
            asked.rounds,
        )
        print(f"check of a record of {PLIES} plies, whole process: cost {cost:.2f} of python-chess")
        with many.open("w") as stream:
            while stream.tell() < asked.stream_mb * 1_000_000:
                stream.write("".join(aof_record(game, played) for played in games))
        for command in (["check", "--quiet"], ["convert", "--to", "coord"]):
            small, large = (peak(path, command) for path in (one, many))
            size = f"{small} MB for one record, {large} MB for {asked.stream_mb} MB of them"
            print(f"peak memory of {command[0]}: {size}")
    print(f"(this process: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB)")


if __name__ == "__main__":
    main()
