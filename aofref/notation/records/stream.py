"""Streams: bytes decoded line by line, and split into records."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import IO

from aofref.findings import BadText, Code, Finding, Place, bad_text
from aofref.notation.records import limits
from aofref.notation.records.model import RawRecord, fault
from aofref.notation.records.reader import DecodedLine
from aofref.notation.records.splitter import split
from aofref.text import in_bytes

BOM = b"\xef\xbb\xbf"
BLOCK = 1 << 16
"""How many bytes of a file are read at a time."""
_NOT_PLAIN = "[\ufeff\udc80-\udcff]"
"""A byte order mark, or the surrogate in place of a byte that could not be decoded."""
_MOST = 4 * limits.LINE
"""A line of more bytes is longer than the limit in any encoding."""
_LINES = rb"[^\n]*\n|[^\n]+"
_TEXT_LINES = re.compile(r"[^\n]*\n|[^\n]+")


def broken_off(why: OSError, line: int = 1) -> BadText:
    """Return the exception for a stream that failed; `line` is the first that was not read.

    To be raised from `why`.
    """
    text = f"cannot be read any further: {why.strerror or why}"
    return bad_text(text, Place(line, 1), Code.CANNOT_OPEN)


_PROBES = (bytes(range(128)), rb"\x \u12 \N{z} \q", b"+-~{ ~} \x1b$B")
"""ASCII, and bytes that are commands in some encodings."""


def keeping_ascii(encoding: str) -> str:
    """Return the name of an encoding that keeps ASCII: lines are split before they are decoded.

    Raises ValueError for an unknown encoding, and for one that does not keep ASCII.
    """
    try:
        keeps = all(probe.decode(encoding) == probe.decode("ascii") for probe in _PROBES)
        bytes(range(128, 256)).decode(encoding, "surrogateescape")
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError) as problem:
        raise ValueError(f"no encoding that keeps ASCII: {encoding}") from problem
    if not keeps:
        why = f"{encoding} does not keep ASCII; convert the file first"
        raise ValueError(f"{why}, or use {AUTO}" if "16" in name else why)
    return name


AUTO = "auto"
"""The name for the detected encoding of each file."""
_EIGHT_BITS = ("utf-8", "cp1252", "latin-1")  # the last decodes any file


def is_utf_16(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is in UTF-16, with or without a mark."""
    marked = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return marked or (b"\0" in head[:2] and head[:2] != b"\0\0")


def recoded(file: IO[bytes]) -> Iterable[bytes]:
    """Return the bytes of a file re-encoded as UTF-8; the file must be seekable.

    UTF-16, UTF-8, Windows-1252 and Latin-1 are detected.
    """
    start = file.tell()
    encoding = _encoding(file, start)
    file.seek(start)
    return file if encoding == "utf-8" else Recoded(file, encoding)


def _encoding(file: IO[bytes], start: int) -> str:
    """Detect the encoding of a file from `start` on; the file is left at any place."""
    head = file.read(2)
    if is_utf_16(head):
        order = "be" if head.startswith(b"\0") else "le"
        return f"utf-16-{order}" if b"\0" in head else "utf-16"
    for encoding in _EIGHT_BITS[:-1]:
        file.seek(start)
        try:
            for _ in codecs.iterdecode(iter(partial(file.read, BLOCK), b""), encoding):
                pass
        except UnicodeDecodeError:
            continue
        return encoding
    return _EIGHT_BITS[-1]


class Recoded:
    """A file re-encoded as UTF-8, block by block; an undecodable byte becomes U+FFFD."""

    def __init__(self, stream: IO[bytes], encoding: str) -> None:
        self._stream = stream
        self._decode = codecs.getincrementaldecoder(encoding)("replace").decode

    def __iter__(self) -> Iterator[bytes]:
        """Yield blocks, which need not end at a line end."""
        return iter(partial(self.read1, BLOCK), b"")

    def read1(self, size: int) -> bytes:
        """Read a block; return no bytes at the end."""
        while data := self._stream.read(size):
            if text := self._decode(data):
                return text.encode()
        return self._decode(b"", True).encode()


def records(
    stream: Iterable[bytes],
    encoding: str = "utf-8",
    *,
    variant: str = "",
    with_content: bool = False,
) -> Iterator[RawRecord]:
    """Split a stream of lines of bytes into records; yield them one by one.

    `variant` is the game of records that name none.  `with_content` gives each record its own
    bytes, without the empty lines before it.  Raises BadText where the stream fails.
    """
    if not with_content:
        yield from split(decoded(stream, encoding), variant=variant)
        return
    kept = _Kept(stream, encoding)
    for raw in split(decoded(kept, encoding), variant=variant):
        content = kept.bytes_within(raw) if raw.is_within else kept.bytes_of(raw)
        yield raw._replace(content=content)


class _Kept:
    """The bytes of a stream, kept until their record is known.

    `first` is the number of the first line of `content`; its first `cut` bytes belong to earlier
    records.  `within` are the stretches of `content` that are text between the tag pairs of the
    next record, and left out of its bytes.  It is read by the block if the stream is.
    """

    def __init__(self, stream: Iterable[bytes], encoding: str) -> None:
        self.stream = stream
        self.encoding = "utf-8" if encoding == "utf-8-sig" else encoding
        self.content = bytearray()
        self.first = 1
        self.cut = 0
        self.within: list[tuple[int, int]] = []
        self._read: Callable[[int], bytes] | None = getattr(stream, "read1", None)
        if self._read is not None:
            self.read1 = self._block

    def __iter__(self) -> Iterator[bytes]:
        for line in self.stream:
            self.content += line
            yield line

    def _block(self, size: int) -> bytes:
        data = self._read(size) if self._read is not None else b""
        self.content += data
        return data

    def bytes_of(self, raw: RawRecord) -> bytes:
        """Return the bytes of a record, and drop the lines before its end."""
        (first, column), tail = raw.start, raw.text[raw.text.rfind("\n") + 1 :]
        last = first + raw.text.count("\n")
        skipped = self.cut if column > 1 else 0
        start = self._behind(first - self.first, 0)
        end = self._end(raw, last - first, start)
        self.cut = 0
        if tail:  # the record ends within a line, where the next may begin
            begun = skipped if first == last else 0
            mark = len(BOM) if not begun and self.content.startswith(BOM, end) else 0
            self.cut = begun + mark + len(tail.encode(self.encoding, "surrogateescape"))
        taken, at = b"", start + skipped
        for stop, behind in (*self.within, (end + self.cut, end)):
            taken, at = taken + self.content[at:stop], behind
        self.within = []
        del self.content[:end]
        self.first = last
        return taken

    def bytes_within(self, raw: RawRecord) -> bytes:
        """Return the bytes of text between the tag pairs of the next record."""
        start = self._behind(raw.start.line - self.first, 0)
        end = self._behind(raw.text.count("\n"), start)
        self.within.append((start, end))
        return bytes(self.content[start:end])

    def _end(self, raw: RawRecord, lines: int, start: int) -> int:
        """Find the end of a record of `lines` lines, whose bytes mostly are its encoded text."""
        if self.encoding == "utf-8" and raw.start.column == 1 and raw.text.endswith("\n"):
            same = in_bytes(raw.text)
            if self.content.startswith(same, start):
                return start + len(same)
        return self._behind(lines, start)

    def _behind(self, lines: int, at: int) -> int:
        """Find the offset behind the next `lines` line ends, from `at` on."""
        for _ in range(lines):
            at = self.content.find(b"\n", at) + 1
        return at


def _blocks(stream: Iterable[bytes]) -> Iterator[bytes]:
    """Yield blocks of whole lines, if the stream can be read by the block; else its lines.

    Only the beginning of a line beyond the limit is kept.
    """
    read: Callable[[int], bytes] | None = getattr(stream, "read1", None)
    if read is None:
        yield from stream
        return
    rest = b""
    while data := read(BLOCK):
        end = data.rfind(b"\n") + 1
        if end:
            start = 0 if len(rest) <= _MOST else data.find(b"\n")
            yield rest + data[start:end]
            rest = data[end:]
        elif len(rest) <= _MOST:
            rest += data
    if rest:
        yield rest


def decoded(stream: Iterable[bytes], encoding: str, first: int = 1) -> Iterator[DecodedLine]:
    """Decode the lines of a stream, numbered from `first`; raises BadText where the stream fails.

    A bad byte is kept as a lone surrogate, so that it can be written again; the first of a line is
    a finding.  Byte order marks at the beginning of lines are dropped.
    """
    number = first
    try:
        for block in _blocks(stream):
            if encoding == "utf-8":  # many lines at once
                text = block.replace(b"\r\n", b"\n").decode(encoding, "surrogateescape")
                if text.isascii() or re.search(_NOT_PLAIN, text) is None:
                    for line in _TEXT_LINES.findall(text):
                        yield line, None
                        number += 1
                    continue
            for part in re.findall(_LINES, block):
                yield _decoded(part, encoding, number)
                number += 1
    except OSError as problem:
        raise broken_off(problem, number) from problem


def _decoded(line: bytes, encoding: str, number: int) -> DecodedLine:
    line = line.removeprefix(BOM)
    if line.endswith(b"\r\n"):
        line = line[:-2] + b"\n"
    if len(line) > _MOST:  # its beginning may end within a character
        return line.decode(encoding, "ignore"), None
    try:
        return line.decode(encoding), None
    except UnicodeDecodeError as problem:
        at = problem.start
    column = len(line[:at].decode(encoding, "surrogateescape")) + 1
    why = f"byte 0x{line[at]:02x} is not valid {encoding.upper()}"
    if encoding == "utf-8":
        why += "; --encoding latin-1, or auto, may read it"
    finding: Finding = fault(Code.ENCODING, why, Place(number, column))
    return line.decode(encoding, "surrogateescape"), finding
