"""Interleaved rounds in CPU time: only ratios of one round compare between machines."""

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
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


class Row(NamedTuple):
    """One measurement: the ratio of `theirs` and `ours`, and the goal.

    `units` are the sizes of our work and theirs, in plies or nodes.  A `speed` is their time by
    ours (more is better), a `cost` ours by theirs (less is better), both in CPU time.  `wall` is a
    speed by the clock, for parallel processes; the least time of each side counts, because other
    programs may take a core.  An `amount` is the value that `ours` returns (less is better).
    `ours` is None where a program that the row needs is not installed.  A goal of 0 is none.

    The tables name each row by our work and by the work that it runs `against`.  Rows that differ
    only in the game have one name.  `rounds` limits the rounds of work that takes seconds.
    """

    name: str
    against: str
    ours: Work | None
    theirs: Work
    goal: float
    kind: str = "speed"
    units: tuple[int, int] = (1, 1)
    game: str = ""
    rounds: int = 1000


class Measured(NamedTuple):
    """The result of a row: the median of the rounds' ratios, the least and the greatest.

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
        """Whether more is better."""
        return self.kind in ("speed", "wall")

    @property
    def reached(self) -> bool:
        """Whether the goal is reached."""
        if not self.goal or math.isnan(self.ratio):
            return True
        return self.ratio >= self.goal if self.more else self.ratio <= self.goal


def cpu(work: Work, least: float = 0) -> float:
    """Measure the CPU time of a piece of work, child processes included.

    It is repeated for the given seconds; the time is of one run.
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
    """Run a process and return its peak memory."""
    return spent(command)[1]


def spent(command: Sequence[str]) -> tuple[float, float]:
    """Run a process and return its CPU time and its peak memory in MB.

    A small program starts it: a process begins with the memory of the one that forked it.
    """
    told = subprocess.run(
        [sys.executable, "-c", STARTER, *command], check=True, capture_output=True
    )
    seconds, kilobytes = map(float, told.stdout.split())
    return seconds, kilobytes / 1024


def used() -> float:
    """Return the CPU time of this process and of the processes that it has waited for."""
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


def measure(row: Row, rounds: int) -> Measured:
    """Run both sides in turn; short work for 0.3 s, after a first run that does not count."""
    said = (row.name, row.against, row.game, row.kind)
    our_work = row.ours
    if our_work is None:
        return Measured(*said, math.nan, math.nan, math.nan, row.goal)
    if row.kind == "amount":
        amount = float(str(our_work()))
        return Measured(*said, amount, amount, amount, row.goal)
    least = 0.3 if rounds > 1 else 0
    if row.rounds > rounds > 1:
        our_work(), row.theirs()
    clock = wall if row.kind == "wall" else partial(cpu, least=least)
    times = [
        (clock(our_work) / row.units[0], clock(row.theirs) / row.units[1])
        for _ in range(min(rounds, row.rounds))
    ]
    ratios = [ours / theirs if row.kind == "cost" else theirs / ours for ours, theirs in times]
    ratio = statistics.median(ratios)
    if row.kind == "wall":
        ratio = min(theirs for _, theirs in times) / min(ours for ours, _ in times)
    return Measured(*said, ratio, min(ratios), max(ratios), row.goal)


def process(command: Sequence[str], **variables: str) -> Work:
    """Make a piece of work of a whole process, with bytecode cached as for an installed program."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **variables}
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
