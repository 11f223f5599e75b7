"""Sources: the records of files and directories in turn, with what is wrong with those."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple

from aofref.cli.common import BOM, STDIN, Broken, Unreadable, complaint, decoded, opened
from aofref.findings import Code
from aofref.notation.records import RawRecord, split

ENDING = ".aof"


class Item(NamedTuple):
    """A record where it was found: its text, its number in its source.

    `content` is its bytes as they came, line ends and all, where `Wanted` asks for them.
    """

    raw: RawRecord
    number: int
    source: str
    content: bytes = b""


class Notice(NamedTuple):
    """What is said of a source, in its place among the records, and the status it calls for."""

    text: str
    status: int = 2


class Wanted(NamedTuple):
    """What is to be read, and how; no name is standard input."""

    names: tuple[str, ...]
    encoding: str = "utf-8"
    verbose: bool = False
    with_bytes: bool = False


def items(wanted: Wanted) -> Iterator[Item | Notice]:
    """Give the records of the files, and of the `.aof` in directories and below, in order."""
    for name in wanted.names or (STDIN,):
        remote = is_address(name) and name.endswith("/")
        if not remote and (name == STDIN or not os.path.isdir(name)):  # noqa: PTH112
            yield from _of_file(name, wanted)
            continue
        empty = True
        for found in _listed(name) if remote else _walked(name, wanted.verbose):
            if isinstance(found, Notice):
                yield found
            else:
                empty = False
                yield from _of_file(found, wanted)
        if empty:
            yield _fault(name, Code.NO_RECORD, f"there is no {ENDING} here")


def _fault(name: str, code: Code, text: str) -> Notice:
    return Notice(f"{complaint(name, code, text)}\n")


def _walked(folder: str, verbose: bool) -> Iterator[str | Notice]:
    """Name the `.aof` of a directory and below; what begins with a dot is passed over."""
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: os.fsencode(entry.name))
    except OSError as problem:
        text = f"this cannot be opened: {problem.strerror or problem}"
        yield _fault(folder, Code.CANNOT_OPEN, text)
        return
    for entry in entries:
        hidden = entry.name.startswith(".")
        if not hidden and entry.is_dir(follow_symlinks=False):
            yield from _walked(entry.path, verbose)
        elif not hidden and entry.name.endswith(ENDING) and entry.is_file():
            yield entry.path
        elif verbose:
            yield Notice(f"aofref: {entry.path}: passed over\n", 0)


def _listed(address: str) -> Iterator[str | Notice]:
    """Name the `.aof` below an address."""
    from aofref.cli import addresses

    try:
        yield from addresses.below(address, ENDING)
    except Unreadable as problem:
        yield Notice(f"{problem.message}\n")


def _stream(name: str) -> AbstractContextManager[Iterable[bytes]]:
    if not is_address(name):
        return opened(name)
    from aofref.cli import addresses

    return addresses.opened(name)


def is_address(name: str) -> bool:
    """Say whether a name is an address as fsspec has them, and none of a file here."""
    return "://" in name and not os.path.exists(name)  # noqa: PTH110


def _of_file(name: str, wanted: Wanted) -> Iterator[Item | Notice]:
    read = records if wanted.with_bytes else _records_alone
    number = 0
    try:
        with _stream(name) as lines:
            for number, (raw, content) in enumerate(read(lines, wanted.encoding), 1):
                yield Item(raw, number, name, content)
    except Broken as problem:
        yield Notice(f"{problem.of(name)}\n")
    except Unreadable as problem:
        yield Notice(f"{problem.message}\n")
    else:
        if not number:
            yield _fault(name, Code.NO_RECORD, "there is no record here")


def _records_alone(stream: Iterable[bytes], encoding: str) -> Iterator[tuple[RawRecord, bytes]]:
    for raw in split(decoded(stream, encoding)):
        yield raw, b""


# Bytes ------------------------------------------------------------------------------------------


def records(stream: Iterable[bytes], encoding: str) -> Iterator[tuple[RawRecord, bytes]]:
    """Split a stream into records, each with its bytes as they came: line ends, byte order mark.

    Empty lines before a record are no part of it.
    """
    kept = _Kept(stream, encoding)
    for raw in split(decoded(kept, encoding)):
        yield raw, kept.bytes_of(raw)


class _Kept:
    """The lines of a stream, kept until the record that they belong to is known.

    `cut` counts the bytes of the first line kept that belong to records given already.
    """

    def __init__(self, stream: Iterable[bytes], encoding: str) -> None:
        self.stream = stream
        self.encoding = "utf-8" if encoding == "utf-8-sig" else encoding
        self.lines: deque[tuple[int, bytes]] = deque()
        self.cut = 0

    def __iter__(self) -> Iterator[bytes]:
        for number, line in enumerate(self.stream, 1):
            self.lines.append((number, line))
            yield line

    def bytes_of(self, raw: RawRecord) -> bytes:
        """Give the bytes of a record, and let go of the lines before its end."""
        (first, column), tail = raw.start, raw.text[raw.text.rfind("\n") + 1 :]
        last = first + raw.text.count("\n")
        while self.lines and self.lines[0][0] < first:
            self.lines.popleft()
        skipped = self.cut if column > 1 else 0
        found = bytearray()
        while self.lines and self.lines[0][0] < last:
            found += self.lines.popleft()[1]
        self.cut = 0
        if tail:  # the record ends within a line, which the next may share
            begun = skipped if first == last else 0
            line = self.lines[0][1]
            mark = len(BOM) if not begun and line.startswith(BOM) else 0
            self.cut = begun + mark + len(tail.encode(self.encoding, "surrogateescape"))
            found += line[: self.cut]
        return bytes(found[skipped:])
