"""Streams: bytes decoded line by line, and split into records."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator

from aofref.findings import Code, Finding, Place, Refusal
from aofref.findings.facts import Words
from aofref.notation.records.model import RawRecord
from aofref.notation.records.splitter import split

BOM = b"\xef\xbb\xbf"
DecodedLine = tuple[str, Finding | None]
"""A line of a stream, its end included, and the finding that a bad byte in it makes."""


class BrokenOff(Exception):
    """A stream could not be read on: the `line` that is missing, and why."""

    def __init__(self, line: int, why: OSError) -> None:
        super().__init__(line, why)
        self.line = line
        self.why = why


_PROBES = (bytes(range(128)), rb"\x \u12 \N{z} \q", b"+-~{ ~} \x1b$B")
"""ASCII, and what some encodings take for commands."""


def keeping_ascii(encoding: str) -> str:
    """Give the name of an encoding that keeps ASCII, for lines are split before they are decoded.

    ValueError says that there is no such encoding, or that it does not keep ASCII.
    """
    try:
        keeps = all(probe.decode(encoding) == probe.decode("ascii") for probe in _PROBES)
        bytes(range(128, 256)).decode(encoding, "surrogateescape")
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError) as problem:
        raise ValueError(f"no encoding that keeps ASCII: {encoding}") from problem
    if not keeps:
        raise ValueError(f"{encoding} does not keep ASCII; convert the file first")
    return name


def records(stream: Iterable[bytes], encoding: str = "utf-8") -> Iterator[RawRecord]:
    """Split a stream of lines of bytes into records, one after the other; raises BrokenOff."""
    return split(decoded(stream, encoding))


def decoded(stream: Iterable[bytes], encoding: str) -> Iterator[DecodedLine]:
    """Give the lines of a stream as text; raises BrokenOff where it cannot be read on.

    A bad byte is kept as a lone surrogate, so that nothing is lost.  A byte order mark goes.
    """
    number = 0
    try:
        for number, raw in enumerate(stream, 1):
            line = raw.removeprefix(BOM)
            if line.endswith(b"\r\n"):
                line = line[:-2] + b"\n"
            try:
                text = line.decode(encoding)
            except UnicodeDecodeError as problem:
                yield _with_bad_bytes(line, encoding, number, problem.start)
            else:
                yield text, None
    except OSError as problem:
        raise BrokenOff(number + 1, problem) from problem


def _with_bad_bytes(line: bytes, encoding: str, number: int, at: int) -> DecodedLine:
    """Decode a line whose byte `at` is none of the encoding, and say so."""
    before = line[:at].decode(encoding, "surrogateescape")
    why = f"byte 0x{line[at]:02x} is not valid {encoding.upper()}"
    found = Finding(Refusal(Code.ENCODING, Words(why)), Place(number, len(before) + 1))
    return line.decode(encoding, "surrogateescape"), found
