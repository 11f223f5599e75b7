"""Streams: files and standard input, opened as bytes and read as lines of text."""

import os
import stat
import sys
from contextlib import AbstractContextManager, nullcontext
from io import BufferedReader
from typing import IO, Any

from aofref.cli.io.output import unreadable
from aofref.findings import Code
from aofref.notation.records.stream import BrokenOff

STDIN = "-"


def opened(name: str) -> AbstractContextManager[IO[bytes]]:
    """Open a file, or standard input for `-` (which is left open), as bytes."""
    if name == STDIN:
        if sys.stdin is None:
            raise unreadable(name, Code.CANNOT_OPEN, "there is no standard input")
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
    """Return whether a file is standard output, which would be read without end."""
    try:
        read, written = os.fstat(file.fileno()), os.fstat(sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):  # standard output is closed, or no file
        return False
    return stat.S_ISREG(read.st_mode) and os.path.samestat(read, written)


def head_of(stream: Any) -> bytes:
    """Return the first two bytes of a file without consuming them; empty if that is impossible.

    Raises BrokenOff.
    """
    try:
        if hasattr(stream, "peek"):
            return bytes(stream.peek(2)[:2])
        if not (hasattr(stream, "seekable") and stream.seekable()):
            return b""
        start = stream.tell()
        head: bytes = stream.read(2)
        stream.seek(start)
    except OSError as problem:
        raise BrokenOff(1, problem) from problem
    return head


def nothing_given() -> bool:
    """Return whether standard input is a terminal, or empty."""
    if sys.stdin is None or sys.stdin.isatty():
        return True
    try:
        if isinstance(sys.stdin.buffer, BufferedReader):
            return not sys.stdin.buffer.peek(1)
        at = sys.stdin.buffer.tell()  # in a test it is another kind of stream
        empty = not sys.stdin.buffer.read(1)
        sys.stdin.buffer.seek(at)
    except OSError:
        return False  # its reader will report the fault
    return empty
