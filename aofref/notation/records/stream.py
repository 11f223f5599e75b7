"""Streams: bytes decoded line by line, and split into records."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator

from aofref.findings import Code, Finding, Place
from aofref.notation.records.lines import DecodedLine
from aofref.notation.records.model import RawRecord, fault
from aofref.notation.records.splitter import split

BOM = b"\xef\xbb\xbf"
BLOCK = 1 << 16
"""So many bytes of a file are read at a time."""
_NOT_PLAIN = re.compile("[\ufeff\udc80-\udcff]")
"""A byte order mark, and what stands for a byte that could not be decoded."""
LINES = re.compile(rb"[^\n]*\n|[^\n]+")


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


def blocks(stream: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """Give a stream in blocks of whole lines: what there is of a file in UTF-8, or else each line.

    A line that is longer than a block is given in parts, none of which ends within a character of
    UTF-8 or within the end of the line.
    """
    read: Callable[[int], bytes] | None = getattr(stream, "read1", None)
    if read is None or encoding != "utf-8":
        yield from stream
        return
    rest = b""
    while data := read(BLOCK):
        data = rest + data
        end = data.rfind(b"\n") + 1
        if not end and len(data) >= BLOCK:
            end = _part(data)
        rest = data[end:]
        if end:
            yield data[:end]
    if rest:
        yield rest


def _part(data: bytes) -> int:
    """Give where a part of a line may end: not in a character, and not behind a return."""
    end = len(data)
    if data[-1] < 0x80:
        return end - (data[-1] == 0x0D)
    for at in range(end - 1, end - 5, -1):
        if data[at] >= 0xC0:
            return at
    return end


def decoded(stream: Iterable[bytes], encoding: str, first: int = 1) -> Iterator[DecodedLine]:
    """Give the lines of a stream as text; raises BrokenOff where it cannot be read on.

    They are numbered from `first`.  A bad byte is kept as a lone surrogate, so that nothing is
    lost.  A byte order mark goes.  Of UTF-8 many lines are decoded at once, which takes a tenth of
    the time.
    """
    number, lines = first, _Lines(encoding)
    try:
        for block in blocks(stream, encoding):
            if encoding == "utf-8":
                text = block.replace(b"\r\n", b"\n").decode(encoding, "surrogateescape")
                if text.isascii() or _NOT_PLAIN.search(text) is None:
                    lines.passed(text)
                    number += text.count("\n")
                    yield text, None
                    continue
            for line in LINES.findall(block):
                yield lines.decoded(line, number)
                number += line.endswith(b"\n")
    except OSError as problem:
        raise BrokenOff(number, problem) from problem


class _Lines:
    """Lines decoded one by one; of each, what is known when only a part of it has come."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        self.size = 0
        self.found = False

    def passed(self, text: str) -> None:
        """Pass over lines with nothing to be noted, the last of which may go on."""
        end = text.rfind("\n") + 1
        if end:
            self.size, self.found = 0, False
        self.size += len(text) - end

    def decoded(self, line: bytes, number: int) -> DecodedLine:
        """Decode a line, or a part of one; its first bad byte is a finding."""
        if not self.size:
            line = line.removeprefix(BOM)
        if line.endswith(b"\r\n"):
            line = line[:-2] + b"\n"
        finding = None
        try:
            text = line.decode(self.encoding)
        except UnicodeDecodeError as problem:
            text = line.decode(self.encoding, "surrogateescape")
            if not self.found:
                finding = self._bad(line, number, problem.start)
        found = self.found or finding is not None
        self.passed(text)
        self.found = found and not text.endswith("\n")
        return text, finding

    def _bad(self, line: bytes, number: int, at: int) -> Finding:
        """Say that the byte `at` is none of the encoding."""
        before = self.size + len(line[:at].decode(self.encoding, "surrogateescape"))
        why = f"byte 0x{line[at]:02x} is not valid {self.encoding.upper()}"
        return fault(Code.ENCODING, why, Place(number, before + 1))
