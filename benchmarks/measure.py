"""Interleaved rounds in CPU time: only ratios of one round travel from machine to machine."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

Work = Callable[[], object]


class Row(NamedTuple):
    """One thing that is measured: how many times `theirs` beats or costs `ours`, and the target.

    `units` weighs unlike work: ours and theirs, in plies or nodes.  A `speed` is their time by
    ours (more is better), a `cost` ours by theirs (less is better).
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
        return self.ratio >= self.target if self.kind == "speed" else self.ratio <= self.target


def cpu(work: Work) -> float:
    """Give the CPU time of a piece of work, that of its child processes included."""
    begun, children = time.process_time(), _children()
    work()
    return time.process_time() - begun + _children() - children


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(row: Row, rounds: int) -> Measured:
    """Run both sides in turn, and once before that does not count."""
    if rounds > 1:
        row.ours(), row.theirs()
    ratios = []
    for _ in range(rounds):
        ours, theirs = cpu(row.ours) / row.units[0], cpu(row.theirs) / row.units[1]
        ratios.append(theirs / ours if row.kind == "speed" else ours / theirs)
    return Measured(
        row.name, row.kind, statistics.median(ratios), min(ratios), max(ratios), row.target
    )


def process(command: Sequence[str]) -> Work:
    """Make a whole process a piece of work, with bytecode kept as an installed program has it."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    return lambda: subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=env)
