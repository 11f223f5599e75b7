"""Interleaved rounds in CPU time: only ratios of one round travel from machine to machine."""

from __future__ import annotations

import math
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

Work = Callable[[], object]
STARTER = """
import os, sys
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
    file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, used = os.wait4(child, 0)
print(used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


class Row(NamedTuple):
    """One thing that is measured: how many times `theirs` beats or costs `ours`, and the goal.

    `units` weighs unlike work: ours and theirs, in plies or nodes.  A `speed` is their time by
    ours (more is better), a `cost` ours by theirs (less is better), both of CPU time; `wall` is a
    speed by the clock, for processes side by side: whatever else runs takes a core from one of
    them, so the least time of each side counts.  An `amount` is what `ours` gives, with nothing
    beside it (less is better).  `missing` is a row of a program that is not installed.  A goal of 0
    is none: the row is reported.

    The tables name each row by what `ours` runs and by what it runs `against`.  Rows that differ in
    nothing but the game have one name.  What takes seconds is measured in so many `rounds` at most.
    """

    name: str
    against: str
    ours: Work
    theirs: Work
    goal: float
    kind: str = "speed"
    units: tuple[int, int] = (1, 1)
    game: str = ""
    rounds: int = 1000


class Measured(NamedTuple):
    """What a row came to: the median of the rounds' ratios, the least and the greatest.

    By the clock, it is the ratio of the least times.
    """

    name: str
    against: str
    game: str
    kind: str
    ratio: float
    least: float
    greatest: float
    goal: float

    @property
    def more(self) -> bool:
        """Say whether more is better."""
        return self.kind in ("speed", "wall")

    @property
    def reached(self) -> bool:
        """Say whether the goal is reached."""
        if not self.goal:
            return True
        return self.ratio >= self.goal if self.more else self.ratio <= self.goal


def cpu(work: Work, least: float = 0) -> float:
    """Measure the CPU time of a piece of work, that of its child processes included.

    It is done again until it has taken so many seconds: the time is that of once.
    """
    begun, times = used(), 0
    while not times or used() - begun < least:
        work()
        times += 1
    return (used() - begun) / times


def wall(work: Work) -> float:
    """Measure the time of a piece of work by the clock."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def nothing() -> None:
    """Do nothing, beside an amount."""


def megabytes(command: Sequence[str]) -> float:
    """Run a process and give the most memory that it held at once.

    A small program starts it: a process begins with the memory of the one that forked it.
    """
    told = subprocess.run(
        [sys.executable, "-c", STARTER, *command], check=True, capture_output=True
    )
    return int(told.stdout) / 1024


def used() -> float:
    """Return the CPU time that this process and those that it has waited for have used."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(row: Row, rounds: int) -> Measured:
    """Run both sides in turn; what is short for 0.3 s, and once before, which does not count."""
    said = (row.name, row.against, row.game, row.kind)
    if row.kind == "missing":
        return Measured(*said, math.nan, math.nan, math.nan, 0)
    if row.kind == "amount":
        amount = float(str(row.ours()))
        return Measured(*said, amount, amount, amount, row.goal)
    least = 0.3 if rounds > 1 else 0
    if row.rounds > rounds > 1:
        row.ours(), row.theirs()
    clock = wall if row.kind == "wall" else partial(cpu, least=least)
    times = [
        (clock(row.ours) / row.units[0], clock(row.theirs) / row.units[1])
        for _ in range(min(rounds, row.rounds))
    ]
    ratios = [ours / theirs if row.kind == "cost" else theirs / ours for ours, theirs in times]
    ratio = statistics.median(ratios)
    if row.kind == "wall":
        ratio = min(theirs for _, theirs in times) / min(ours for ours, _ in times)
    return Measured(*said, ratio, min(ratios), max(ratios), row.goal)


def process(command: Sequence[str], **variables: str) -> Work:
    """Make a whole process a piece of work, with bytecode kept as an installed program has it."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **variables}
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
