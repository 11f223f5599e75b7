"""Progress: a bar on standard error while long input is worked through, on a terminal only.

It is one line, drawn once the input has taken a second.  Whatever else is printed first wipes it,
so that reports and diagnostics stay whole; the next step draws it again.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta

import click

from aofref.library.folders import Sort, walked

WAIT = 1.0
"""Seconds that input may take before there is a bar."""
STEP = 0.1
STDIN = "-"
WIDTH = 20
WIPE = "\r\x1b[K"
UNITS = ((10**9, "GB"), (10**6, "MB"), (10**3, "kB"), (1, "bytes"))


class Progress:
    """What has been read and judged so far; nothing is shown until `WAIT` seconds have passed."""

    def __init__(self, total: int | None) -> None:
        self.total = total
        self.begun = time.monotonic()
        self.shown_at = self.begun + WAIT - STEP
        self.read = self.records = self.plies = 0
        self.drawn = False

    def reading(self, stream: Iterable[bytes]) -> Iterator[bytes]:
        """Give the lines of a stream, counting their bytes."""
        for line in stream:
            self.read += len(line)
            yield line

    def judged(self, plies: int) -> None:
        """Count a record and its plies, and draw the bar if it is time."""
        self.records += 1
        self.plies += plies
        now = time.monotonic()
        if now - self.shown_at >= STEP:
            self.shown_at = now
            self.draw()

    def draw(self) -> None:
        """Draw the line as things stand, cut where the terminal ends."""
        size = shutil.get_terminal_size(os.get_terminal_size(sys.stderr.fileno()))
        _write(WIPE + self.line()[: (size.columns or 80) - 1])
        self.drawn = True

    def line(self) -> str:
        """Give the bar, how many bytes are read, the rates, and the time left if it is known."""
        scale, unit = next(each for each in UNITS if max(self.read, self.total or 0, 1) >= each[0])
        read = f"{self.read / scale:.1f}"
        if not self.total:
            return f"{read} {unit}  {self.rates()}"
        done = min(1, self.read / self.total)
        passed = time.monotonic() - self.begun
        left = f"  {timedelta(seconds=int(passed / done - passed))} left" if done else ""
        bar = "#" * int(WIDTH * done)
        return f"[{bar:{WIDTH}}]  {read}/{self.total / scale:.1f} {unit}  {self.rates()}{left}"

    def rates(self) -> str:
        """Say how many records and, if any were played, plies a second there were so far."""
        seconds = max(1e-6, time.monotonic() - self.begun)
        records, plies = self.records / seconds, self.plies / seconds
        played = f", {plies:.0f} plies/s" if self.plies else ""
        return f"{self.records} records, {records:.0f}/s{played}"

    def wipe(self) -> None:
        """Take the bar away for something else to be printed."""
        if self.drawn:
            self.drawn = False
            _write(WIPE)


def _write(text: str) -> None:
    click.echo(text, nl=False, err=True, color=True)  # with escapes, whatever --color says


_now: Progress | None = None


def wipe() -> None:
    """Take the bar away, if there is one."""
    if _now is not None:
        _now.wipe()


def reading(stream: Iterable[bytes]) -> Iterator[bytes]:
    """Give the lines of a stream, counted if progress is shown."""
    return iter(stream) if _now is None else _now.reading(stream)


def have_read(size: int) -> None:
    """Count bytes that come through no stream of `reading`, if progress is shown."""
    if _now is not None:
        _now.read += size


def judged(plies: int) -> None:
    """Count a record with its plies."""
    if _now is not None:
        _now.judged(plies)


@contextmanager
def progress(names: tuple[str, ...]) -> Iterator[None]:
    """Show the progress over files while the block runs, if standard error is a terminal."""
    global _now
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    _now = Progress(_size(names or (STDIN,)))
    try:
        yield
    finally:
        _now.wipe()
        _now = None


def _size(names: tuple[str, ...]) -> int | None:
    """Give how many bytes files hold together; None if that cannot be known."""
    total = 0
    for name in names:
        try:
            found = os.fstat(sys.stdin.fileno()) if name == STDIN else os.stat(name)  # noqa: PTH116
        except (OSError, ValueError, AttributeError):
            return None
        if stat.S_ISDIR(found.st_mode):
            total += _size_below(name)
        elif stat.S_ISREG(found.st_mode):
            total += found.st_size
        else:
            return None
    return total or None


def _size_below(folder: str) -> int:
    """Give how many bytes the records in a directory and below hold together."""
    total = 0
    for entry in walked(folder):
        if entry.sort is Sort.RECORDS:
            with suppress(OSError):
                total += os.stat(entry.path).st_size  # noqa: PTH116
    return total
