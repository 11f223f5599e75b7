"""Streams: files and standard input, opened as bytes and read as lines of text."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from io import BufferedReader
from typing import IO, Any

from aofref.cli.batch import progress
from aofref.cli.io.diagnostics import Broken, unreadable
from aofref.findings import Code
from aofref.notation.records.splitter import DecodedLine
from aofref.notation.records.stream import AUTO, BrokenOff, is_utf_16, recoded
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
        file = open(name, "rb")  # noqa: PTH123, SIM115 - pathlib takes a while to load
    except (OSError, ValueError) as problem:
        why = (problem.strerror if isinstance(problem, OSError) else None) or problem
        raise unreadable(name, Code.CANNOT_OPEN, f"cannot be opened: {why}") from problem
    if _is_output(file):
        file.close()
        raise unreadable(name, Code.CANNOT_OPEN, "is the file that the output goes to")
    return file


def _is_output(file: IO[bytes]) -> bool:
    """Whether a file is standard output, which would be read as long as it is written."""
    try:
        read, written = os.fstat(file.fileno()), os.fstat(sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):  # standard output is closed, or no file
        return False
    return stat.S_ISREG(read.st_mode) and os.path.samestat(read, written)


@contextmanager
def in_encoding(name: str, stream: Iterable[bytes], encoding: str) -> Iterator[Iterable[bytes]]:
    """Yield an open file as it is to be read; in UTF-8, if the encoding is to be seen in it.

    Refuses what is in UTF-16, of which every line would be a fault.
    """
    if encoding == AUTO:
        from aofref.library.files import read_twice  # which takes a while to load

        with read_twice(stream) as file:
            try:
                lines = recoded(file)
            except OSError as problem:
                raise Broken(problem, 1) from problem
            yield lines
        return
    if encoding == "utf-8" and is_utf_16(_head(stream)):
        text = f"this is UTF-16, not UTF-8: --encoding {AUTO} reads it"
        raise unreadable(name, Code.ENCODING, text)
    yield stream


def _head(stream: Any) -> bytes:
    """Look at the first bytes of a file, if that is possible without taking them."""
    try:
        if hasattr(stream, "peek"):
            return bytes(stream.peek(2)[:2])
        if not (hasattr(stream, "seekable") and stream.seekable()):
            return b""
        start = stream.tell()
        head: bytes = stream.read(2)
        stream.seek(start)
    except OSError as problem:
        raise Broken(problem, 1) from problem
    return head


def nothing_given() -> bool:
    """Whether standard input holds nothing: it is a terminal, or ends where it begins."""
    if sys.stdin is None or sys.stdin.isatty():
        return True
    try:
        if isinstance(sys.stdin.buffer, BufferedReader):
            return not sys.stdin.buffer.peek(1)
        at = sys.stdin.buffer.tell()  # what stands for standard input in a test
        empty = not sys.stdin.buffer.read(1)
        sys.stdin.buffer.seek(at)
    except OSError:
        return False  # whoever reads it will say what is wrong
    return empty


def decoded(stream: Iterable[bytes], encoding: str) -> Iterator[DecodedLine]:
    """Read the lines of a stream, whose progress is shown; raises Broken."""
    try:
        yield from stream_lines(progress.reading(stream), encoding)
    except BrokenOff as problem:
        raise Broken(problem.why, problem.line) from problem
