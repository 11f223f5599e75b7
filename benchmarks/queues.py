"""Long queues: what commands cost on much input, and its growth: `python -m benchmarks --queues`.

Each command runs once on the whole and once on the half, in a process of its own.  Goals bound the
growth: twice the input takes at most 2.3 times the CPU; memory is flat where records go by, and at
most linear where the output has something of each, or the input is one record.
"""

from __future__ import annotations

import platform
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import NamedTuple

from aofref.notation import movetext
from aofref.notation.movetext import Notation
from aofref.rules import compiled, turn
from aofref.rules.moves import legal_moves
from aofref.rules.position import CorePosition
from benchmarks import play
from benchmarks.club import delivered
from benchmarks.measure import spent
from tests.clubs import NOW

GROWTH = 2.3
"""The most times the CPU for twice the input."""
FLAT, LINEAR = 1.1, 2.1
"""The most times the memory for twice the input."""
PLAYERS = 200
AOFREF = [sys.executable, "-m", "aofref"]


class Queue(NamedTuple):
    """Input that grows: its name, its full size, and what writes some of it into a folder.

    `commands` are run on it, each with the most times the memory for twice the input.
    """

    name: str
    size: int
    write: Callable[[Path, int], Path]
    commands: dict[str, float]


class Cost(NamedTuple):
    """What a command costs on a queue, and how many times as much as on half of it."""

    queue: str
    command: str
    seconds: float
    growth: float
    megabytes: float
    memory_growth: float
    memory_goal: float

    @property
    def reached(self) -> bool:
        """Whether both grow no more than they may."""
        return self.growth <= GROWTH and self.memory_growth <= self.memory_goal


def long_games(folder: Path, kilobytes: int) -> Path:
    """Write so many kB of records of 100 plies of aof2, 200 different ones at most."""
    game, path = play.tables("aof2"), folder / "games.aof"
    games = play.aof_games(game, min(200, 1 + kilobytes // 10))
    some = [play.aof_record(game, played, Notation.LAN) for played in games]
    left = kilobytes * 1000
    with path.open("w", encoding="utf-8") as file:
        while left > 0:
            for record in some:
                if left > 0:
                    left -= file.write(record)
    return path


def short_records(count: int) -> Iterator[str]:
    """Write records of ten plies of heathen-europe, between 200 players."""
    openings = []
    for seed in range(200):
        rng, (position, _), played = random.Random(seed), turn.start(play.tables("hec")), []
        for _ in range(10):
            move = rng.choice(legal_moves(position))
            played.append(movetext.lan(position, move))
            position, _ = turn.apply(position, move)
        openings.append(" ".join(played))
    rng = random.Random(1)
    for number in range(count):
        white, black = rng.sample(range(PLAYERS), 2)
        loser, result = rng.choice((("W", "0-1"), ("B", "1-0")))
        yield (
            f'[Event "Cup"]\n[Round "{number // 100 + 1}"]\n[White "Player {white}"]\n'
            f'[Black "Player {black}"]\n[Result "{result}"]\n[Variant "heathen-europe"]\n\n'
            f"{openings[number % len(openings)]} {loser}:resigns {result}\n\n"
        )


def stream_of_short(folder: Path, count: int) -> Path:
    """Write short records into one file."""
    path = folder / "short.aof"
    with path.open("w", encoding="utf-8") as file:
        file.writelines(short_records(count))
    return path


def folder_of_short(folder: Path, count: int) -> Path:
    """Write short records, each into a file, a hundred in a folder."""
    path = folder / "short"
    for number, record in enumerate(short_records(count)):
        file = path / f"{number // 100:04}" / f"{number:06}.aof"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(record, "utf-8")
    return path


def one_long_record(folder: Path, plies: int) -> Path:
    """Write a game of chess in which nothing is captured and nobody is in check."""
    rng, (position, _), played = random.Random(1), turn.start(play.tables("chess")), list[str]()
    while len(played) < plies:
        move, position = _quiet(rng, position)
        played.append(move)
    path = folder / "long.aof"
    path.write_text(f'[Variant "chess"]\n\n{" ".join(played)} *\n', "utf-8")
    return path


def _quiet(rng: random.Random, position: CorePosition) -> tuple[str, CorePosition]:
    """Return a quiet move of a piece and the position after it; of a Pawn if there is no other."""
    legal = legal_moves(position)
    rng.shuffle(legal)
    legal.sort(key=lambda move: position.game.is_pawn[position.board[move.origin]])
    for move in legal:
        if move.origin >= 0 and not position.board[move.destination]:
            after, _ = turn.apply(position, move)
            if not any(after.checks):
                return movetext.lan(position, move), after
    raise AssertionError("no quiet move")


def club_with_mail(folder: Path, mails: int) -> Path:
    """Make a club with so many messages, ten for each game, each a move."""
    games = max(1, mails // 10)
    return delivered(folder / "club", games, 10 * games).folder


PAGES = "gallery {} --output-dir pages"
QUEUES = (
    Queue(
        "a stream of 200 MB, records of 100 plies", 200_000, long_games, {"check --quiet {}": FLAT}
    ),
    Queue(
        "a folder of 20,000 files",
        20_000,
        folder_of_short,
        {"check --quiet {}": LINEAR, "list {}": LINEAR},
    ),
    Queue(
        "100,000 records of ten plies",
        100_000,
        stream_of_short,
        {
            "list {}": FLAT,
            "select --plies 5.. {}": FLAT,
            "stats {}": LINEAR,
            "table {}": LINEAR,
        },
    ),
    Queue(
        "a record of 20,000 plies",
        20_000,
        one_long_record,
        {"check {}": LINEAR, "convert --to san {}": LINEAR, "show {}": LINEAR},
    ),
    Queue("a gallery of 2,000 records", 2000, folder_of_short, {PAGES: LINEAR}),
    Queue(
        "5,000 mails to a club of 500 games",
        5000,
        club_with_mail,
        {f"club --now {NOW} {{}}": LINEAR},
    ),
)


def costs(folder: Path, only: list[str], part: int) -> Iterator[Cost]:
    """Measure the queues whose names or commands have one of the words, on one of so many parts."""
    for queue in QUEUES:
        for command, memory_goal in queue.commands.items():
            if not only or any(word in f"{queue.name} {command}" for word in only):
                size = max(2, queue.size // part)
                half, whole = (_spent(folder, queue, command, n) for n in (size // 2, size))
                yield Cost(
                    queue.name,
                    short(command),
                    whole[0],
                    whole[0] / half[0],
                    whole[1],
                    whole[1] / half[1],
                    memory_goal,
                )


def short(command: str) -> str:
    """Return a command as the table names it."""
    return command.replace(" {}", "").replace(f" --now {NOW}", "")


def _spent(folder: Path, queue: Queue, command: str, size: int) -> tuple[float, float]:
    """Run a command on some of a queue: the seconds and the memory."""
    work = folder / "queue"
    work.mkdir()
    path = queue.write(work, size)
    words = [str(work / word) if word == "pages" else word.format(path) for word in command.split()]
    found = spent([*AOFREF, *words])
    shutil.rmtree(work)
    return found


def line(cost: Cost) -> str:
    """Write a row of the table; bold misses its goal."""
    time, memory = f"{cost.growth:.2f}", f"{cost.memory_growth:.2f}"
    time = time if cost.growth <= GROWTH else f"**{time}**"
    memory = memory if cost.memory_growth <= cost.memory_goal else f"**{memory}**"
    return (
        f"| {cost.queue} | `{cost.command}` | {cost.seconds:.1f} | {time} | ≤ {GROWTH} "
        f"| {cost.megabytes:.0f} | {memory} | ≤ {cost.memory_goal} |"
    )


HEAD = (
    "| queue | command | CPU in s | of half, times | goal | memory in MB | of half, times | goal |",
    "|---|---|---|---|---|---|---|---|",
)


def table(lines: list[str]) -> str:
    """Write the table, and when and where it was measured."""
    form = "compiled" if compiled() else "pure Python"
    said = (
        f"Measured on {date.today()}, each once: {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, {form}."
    )
    return "\n".join((said, "", *HEAD, *lines, ""))
