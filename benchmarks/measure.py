"""Interleaved rounds in CPU time: only ratios of one round travel from machine to machine."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
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
    """One thing that is measured: how many times `theirs` beats or costs `ours`, and the target.

    `units` weighs unlike work: ours and theirs, in plies or nodes.  A `speed` is their time by
    ours (more is better), a `cost` ours by theirs (less is better), both of CPU time; `wall` is a
    speed by the clock, for processes side by side.  An `amount` is what `ours` gives, with nothing
    beside it (less is better).  A target of 0 is none: the row is reported.
    """

    name: str
    ours: Work
    theirs: Work
    target: float
    kind: str = "speed"
    units: tuple[int, int] = (1, 1)


class Measured(NamedTuple):
    """What a row came to: the median of the rounds' ratios, the least and the greatest."""

    name: str
    kind: str
    ratio: float
    least: float
    greatest: float
    target: float

    @property
    def reached(self) -> bool:
        """Say whether the target is reached."""
        if not self.target:
            return True
        more = self.kind in ("speed", "wall")
        return self.ratio >= self.target if more else self.ratio <= self.target


def cpu(work: Work) -> float:
    """Give the CPU time of a piece of work, that of its child processes included."""
    begun, children = time.process_time(), _children()
    work()
    return time.process_time() - begun + _children() - children


def wall(work: Work) -> float:
    """Give the time of a piece of work by the clock."""
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


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(row: Row, rounds: int) -> Measured:
    """Run both sides in turn, and once before that does not count."""
    if row.kind == "amount":
        amount = float(str(row.ours()))
        return Measured(row.name, row.kind, amount, amount, amount, row.target)
    if rounds > 1:
        row.ours(), row.theirs()
    clock = wall if row.kind == "wall" else cpu
    ratios = []
    for _ in range(rounds):
        ours, theirs = clock(row.ours) / row.units[0], clock(row.theirs) / row.units[1]
        ratios.append(ours / theirs if row.kind == "cost" else theirs / ours)
    return Measured(
        row.name, row.kind, statistics.median(ratios), min(ratios), max(ratios), row.target
    )


def process(command: Sequence[str]) -> Work:
    """Make a whole process a piece of work, with bytecode kept as an installed program has it."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
