"""Streams: bytes decoded line by line, in any encoding that keeps ASCII."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import repeat
from typing import IO

from aofref.findings import BadText, Code, Place, bad_text, fault
from aofref.notation.records import limits
from aofref.notation.records.reader import Line
from aofref.notation.records.splitter import BOM
from aofref.notation.records.tokenizer import lines_of

BLOCK = 1 << 16
"""How many bytes of a file are read at a time."""
_NOT_PLAIN = "[\ufeff\udc80-\udcff]"
"""A byte order mark, or the surrogate in place of a byte that could not be decoded."""
_MOST = 4 * limits.LINE
"""A line of more bytes is longer than the limit in any encoding."""
_LINES = rb"[^\n]*\n|[^\n]+"


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


def is_utf_16(head: bytes) -> bool:
    """Return whether a file that begins with these bytes is in UTF-16, with or without a mark."""
    marked = head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
    return marked or (b"\0" in head[:2] and head[:2] != b"\0\0")


_NO_TEXT = {
    b"\x1f\x8b": "gzip",
    b"PK\x03\x04": "zip",
    b"BZh": "bzip2",
    b"\xfd7zXZ": "xz",
    b"7z\xbc\xaf": "7-Zip",
    b"\x28\xb5\x2f\xfd": "Zstandard",
    b"Rar!": "RAR",
    b"\x89PNG": "an image (PNG)",
    b"\xff\xd8\xff": "an image (JPEG)",
    b"GIF8": "an image (GIF)",
    b"%PDF-": "PDF",
    b"\xd0\xcf\x11\xe0": "a document of Microsoft Office",
    b"SQLite format": "a database of SQLite",
    b"\x7fELF": "a program",
}
"""What files are that begin with these bytes, and no text."""


def _refuse_no_text(head: bytes) -> None:
    """Raise BadText for the first bytes of a file that is no text."""
    for begins, what in _NO_TEXT.items():
        if head.startswith(begins):
            raise bad_text(f"this is {what}, and no text", code=Code.ENCODING)


def recoded(file: IO[bytes]) -> tuple[Iterable[bytes], str]:
    """Return the bytes of a seekable file in UTF-8, by the block, and the encoding that it has.

    UTF-16, UTF-8, Windows-1252 and Latin-1 are detected; an undecodable byte becomes U+FFFD.
    """
    start, head = file.tell(), file.read(16)
    _refuse_no_text(head)
    if is_utf_16(head):
        order = "be" if head.startswith(b"\0") else "le"
        encoding = f"utf-16-{order}" if b"\0" in head[:2] else "utf-16"
    else:
        for encoding in ("utf-8", "cp1252"):
            file.seek(start)
            try:
                for _ in codecs.iterdecode(iter(partial(file.read, BLOCK), b""), encoding):
                    pass
            except UnicodeDecodeError:
                continue
            break
        else:
            encoding = "latin-1"  # which decodes any file
    file.seek(start)
    if encoding == "utf-8":
        return file, encoding
    texts = codecs.iterdecode(iter(partial(file.read, BLOCK), b""), encoding, "replace")
    return (text.encode() for text in texts), encoding


def _blocks(stream: Iterable[bytes], *, whole: bool) -> Iterator[bytes]:
    """Yield blocks of whole lines of a stream; its lines, if it cannot be read by the block.

    Unless lines are wanted `whole`, only the beginning of one beyond the limit is kept.
    """
    read: Callable[[int], bytes] | None = getattr(stream, "read1", None)
    rest = bytearray()
    for data in stream if read is None else iter(partial(read, BLOCK), b""):
        is_kept = whole or len(rest) <= _MOST
        end = data.rfind(b"\n") + 1
        if end:
            yield bytes(rest) + data[0 if is_kept else data.find(b"\n") : end]
            rest = bytearray(data[end:])
        elif is_kept:
            rest += data
    if rest:
        yield bytes(rest)


def decoded(
    stream: Iterable[bytes], encoding: str = "utf-8", *, with_content: bool = False
) -> Iterator[Line]:
    """Decode the lines of a stream; raises BadText where the stream fails.

    A bad byte is kept as a lone surrogate, so that it can be written again; the first of a line is
    a finding.  Byte order marks at the beginning of lines are dropped.  `with_content` adds to each
    line its bytes.
    """
    number = 1
    try:
        for block in _blocks(stream, whole=with_content):
            if number == 1:
                _refuse_no_text(block)
                if encoding == "utf-8" and is_utf_16(block):
                    text = f"this is UTF-16, not UTF-8: --encoding {AUTO} reads it"
                    raise bad_text(text, code=Code.ENCODING)
            every = (found[0] for found in re.finditer(_LINES, block))
            lines = every if with_content else repeat(b"")
            if encoding == "utf-8":  # many lines at once
                text = block.replace(b"\r\n", b"\n").decode(encoding, "surrogateescape")
                if text.isascii() or re.search(_NOT_PLAIN, text) is None:
                    for line, content in zip(lines_of(text), lines, strict=False):
                        yield line, None, content
                        number += 1
                    continue
            for part, content in zip(re.findall(_LINES, block), lines, strict=False):
                finding, part = None, part.removeprefix(BOM)
                if part.endswith(b"\r\n"):
                    part = part[:-2] + b"\n"
                try:  # the beginning of a line beyond the limit may end within a character
                    text = part.decode(encoding, "ignore" if len(part) > _MOST else "strict")
                except UnicodeDecodeError as problem:
                    at, text = problem.start, part.decode(encoding, "surrogateescape")
                    column = len(part[:at].decode(encoding, "surrogateescape")) + 1
                    why = f"byte 0x{part[at]:02x} is not valid {encoding.upper()}"
                    if encoding == "utf-8":
                        why += "; --encoding latin-1, or auto, may read it"
                    finding = fault(Code.ENCODING, why, Place(number, column))
                yield text, finding, content
                number += 1
    except OSError as problem:
        raise broken_off(problem, number) from problem
