"""Streams: files and standard input, opened as bytes and read as lines of text."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import IO

from aofref.cli.batch import progress
from aofref.cli.io.diagnostics import Broken, unreadable
from aofref.findings import Code
from aofref.notation.records.lines import DecodedLine
from aofref.notation.records.stream import BrokenOff
from aofref.notation.records.stream import decoded as stream_lines

STDIN = "-"


def opened(name: str) -> AbstractContextManager[IO[bytes]]:
    """Open a file, or standard input for `-` (which is left open), as bytes."""
    if name == STDIN:
        if sys.stdin is None:
            text = "there is no standard input"
            raise unreadable(name, Code.CANNOT_OPEN, text)
        return nullcontext(sys.stdin.buffer)
    try:
        return open(name, "rb")  # noqa: PTH123 - pathlib takes a while to load
    except (OSError, ValueError) as problem:
        why = (problem.strerror if isinstance(problem, OSError) else None) or problem
        raise unreadable(name, Code.CANNOT_OPEN, f"cannot be opened: {why}") from problem


def decoded(stream: Iterable[bytes], encoding: str, first: int = 1) -> Iterator[DecodedLine]:
    """Give the lines of a stream, from `first` on, whose progress is shown; raises Broken."""
    try:
        yield from stream_lines(progress.reading(stream), encoding, first)
    except BrokenOff as problem:
        raise Broken(problem.why, problem.line) from problem
