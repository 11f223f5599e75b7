"""Twins: the quick ways beside plain ones, each measured against the program without it.

A quick way stays while it saves LEAST of the instructions of some text or bot that people write;
`python -m benchmarks --twins` fails where one does not.  They are measured in pure Python, by
valgrind where it is installed, else by the least CPU time of ROUNDS.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from aofref.notation.movetext import Notation
from benchmarks import play
from benchmarks.measure import spent
from tests.helpers import ROOT

LEAST = 0.05
ROUNDS = 5


class Twin(NamedTuple):
    """A quick way: its name, statements that put it out of use, and what it is measured by."""

    name: str
    without: str
    works: tuple[str, ...] = ("chess", "aof2")


GENERATED = """
from aofref.paths import Ways
made = Ways.__init__
def plain(ways, mover, cell):
    made(ways, mover, cell)
    ways.steps = 0
Ways.__init__ = plain
"""
SORTED = """
from aofref.paths import Ways
made = Ways.__init__
def plain(ways, mover, cell):
    made(ways, mover, cell)
    leaps = dict(ways.leaps)
    lines = {end: (mover.moving.to(cell, end), mover.taking.to(cell, end), ()) for end in ways.ends}
    ways.lines[:] = (lines | leaps).items()
    ways.leaps.clear()
    ways.rays.clear()
Ways.__init__ = plain
"""
REACH = """
from aofref.paths import Lines
found = Lines.learn
def learn(lines):
    if not lines.reach:
        found(lines)
        lines.reach = bytes(len(lines.reach)).replace(bytes(1), bytes((1,)))
    return lines.reach
Lines.learn = learn
"""
KEPT = """
from aofref.paths import Lines
Lines.to = lambda lines, cell, end: lines._find(cell, end, 0)
"""
EXPOSED = """
from aofref.rules.position import Watch
made = Watch.__init__
def plain(watch, game, board, *rest):
    made(watch, game, board, *rest)
    watch.exposed, watch.hops = range(len(board)), True
Watch.__init__ = plain
"""
REFRESHED = """
from aofref.rules import turn
from aofref.rules.position import Watch, lines_to
def plain(played):
    now = played.position
    by_army = zip(now.game.enemy_pieces, now.royals)
    found = [(lines_to(now.game, enemies, now.cells, royal), royal) for enemies, royal in by_army]
    now.watch(tuple(Watch(now.game, now.board, now.occupied, *own) for own in found))
    played.changed = []
turn.Turn.refresh = plain
"""
TWINS = [
    Twin("a step found before all moves are (rules/moves, has_safe_move)", GENERATED),
    Twin("ends sorted by what must be looked at (paths, Ways)", SORTED, ("perft",)),
    Twin("a byte for each difference of places (paths, Lines.reach)", REACH),
    Twin("lines between two cells kept (paths, Lines.to)", KEPT),
    Twin("cells whose moves may expose a King (rules/position, Watch)", EXPOSED, ("bot", "aof2")),
    Twin("what bears on a King renewed only where cells change (rules/turn, refresh)", REFRESHED),
    Twin("games whose ends are seen without their moves (notation/records/splitter)",
         "from aofref.notation.records import splitter\nsplitter.tags_of = lambda _: None",
         ("heads",)),
    Twin("edits that decide nothing, after which the verdict is kept (judge/edit/kept)",
         "from aofref.judge.edit import kept\nkept.keeps = lambda *_: (False, False)", ("edits",)),
    Twin("no collection of garbage while modules load (cli/start)",
         "import gc\ngc.disable = gc.freeze = lambda: None", ("one",)),
]  # fmt: skip
"""The quick ways that stay."""
BOT = """
import random, aofref
rng, board = random.Random(1), aofref.variant("chess").start().board()
for _ in range({plies}):
    moves = board.legal_moves()
    if moves and len(board) < 200:
        board.push(rng.choice(moves))
    else:
        board = aofref.variant("chess").start().board()
print(board.position())
"""
EDITS = """
import aofref
record = next(aofref.read({path!r}))
for ply in range(1, min(record.plies, {plies}) + 1):
    record = record.node(ply).with_comments("here")
print(record.text.split())
"""
COMMAND = "import sys\nfrom aofref.cli.start import main\nsys.argv = ['aofref', *{words}]\nmain()\n"


def works(folder: Path, quick: bool) -> dict[str, str]:
    """Write the texts, and return for each piece of work the statements that do it."""
    count, written = 1 if quick else 100, dict[str, Path]()
    (folder / "games").mkdir(exist_ok=True)
    for name in ("chess", "aof2", "aof6"):
        game = play.tables(name)
        notation = Notation.SAN if name == "chess" else Notation.LAN
        played = play.aof_games(game, 1 if name == "aof6" else count)
        written[name] = folder / ("games" if name == "aof6" else "") / f"{name}.aof"
        texts = [play.aof_record(game, moves, notation) for moves in played]
        written[name].write_text("".join(texts), "utf-8")
    one = ROOT / "fixtures" / "records" / "aof2-00-first.aof"
    commands = {
        "chess": ["check", str(written["chess"])],
        "aof2": ["check", str(written["aof2"])],
        "one": ["check", str(one)],
        "heads": ["list", "--tags", str(written["chess"])],
        "pages": ["gallery", str(folder / "games"), "--output-dir", str(folder / "site")],
    }
    depth = 1 if quick else 3
    bots = {
        "bot": BOT.format(plies=60 if quick else 2000),
        "edits": EDITS.format(path=str(written["aof2"]), plies=3 if quick else 1000),
        "perft": f"import aofref\nprint(aofref.variant('chess').start().perft({depth}))",
    }
    return {name: COMMAND.format(words=words) for name, words in commands.items()} | bots


def instructions(program: str, folder: Path, source: Path = ROOT) -> float:
    """Count the instructions of a program in Python; its CPU seconds if valgrind is missing.

    It imports the modules of the `source`, whose bytecode a first run writes to the folder.
    """
    command = [sys.executable, "-c", program]
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        return min(spent(command)[0] for _ in range(ROUNDS))
    counting = [valgrind, "--tool=callgrind", "--callgrind-out-file=/dev/null", *command]
    environment = {**os.environ, "PYTHONHASHSEED": "0", "PYTHONPYCACHEPREFIX": str(folder)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    for words in (command, counting):
        done = subprocess.run(
            words, capture_output=True, text=True, check=True, env=environment, cwd=source
        )
    match = re.search(r"refs:\s*([\d,]+)", done.stderr)
    assert match is not None, done.stderr
    return float(match[1].replace(",", ""))


def savings(folder: Path, only: list[str]) -> Iterator[tuple[Twin, dict[str, float]]]:
    """Yield the twins, each with the share that it saves of each piece of work."""
    programs, plain = works(folder, quick=False), dict[str, float]()
    for twin in TWINS:
        if only and not any(word in twin.name for word in only):
            continue
        saved: dict[str, float] = {}
        for work in twin.works:
            if work not in plain:
                plain[work] = instructions(programs[work], folder)
            slow = instructions(twin.without + "\n" + programs[work], folder)
            saved[work] = 1 - plain[work] / slow
        yield twin, saved


def line(twin: Twin, saved: dict[str, float]) -> str:
    """Write a line for the terminal."""
    shares = ", ".join(f"{work} {share:.1%}" for work, share in saved.items())
    missed = "" if stays(saved) else " missed"
    return f"{shares:<28} {twin.name}{missed}"


def stays(saved: dict[str, float]) -> bool:
    """Return whether a quick way saves enough of some work."""
    return max(saved.values()) >= LEAST
