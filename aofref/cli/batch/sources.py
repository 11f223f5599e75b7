"""Sources: the records of files and directories in turn, with what is wrong with those."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple

from aofref.cli.io.diagnostics import Broken, Unreadable, complaint, unreadable
from aofref.cli.io.files import Identity, is_among
from aofref.cli.io.streams import STDIN, decoded, in_encoding, opened
from aofref.findings import Code, Place
from aofref.library.folders import NONE_HERE, Entry, Sort, walked
from aofref.notation.records import RawRecord, read, split
from aofref.notation.records.stream import AUTO, BOM
from aofref.text import excerpt, in_bytes


class SourcedRecord(NamedTuple):
    """A record where it was found: its text, its number in its source.

    `content` is its bytes as they came, line ends and all, where `Sources` ask for them.
    """

    raw: RawRecord
    number: int
    source: str
    content: bytes = b""


class Notice(NamedTuple):
    """What is said of a source, in its place among the records, and the status it calls for."""

    text: str
    status: int = 2


class Sources(NamedTuple):
    """What is to be read, and how; no name is standard input.

    `game` names the one record of each file that is wanted: a number, or TAG~TEXT.  Without
    `folders` a directory is a file that cannot be opened.  `opened` opens files in another way.
    Files of directories that are `copies` of records are not read.
    """

    names: tuple[str, ...]
    encoding: str = "utf-8"
    verbose: bool = False
    with_bytes: bool = False
    game: str | None = None
    folders: bool = True
    opened: Callable[[str], AbstractContextManager[Iterable[bytes]]] | None = None
    copies: frozenset[Identity] = frozenset()


def sourced(wanted: Sources) -> Iterator[SourcedRecord | Notice]:
    """Read the records of the files, and of those in directories and below, in order.

    A record that came through a pipe is as it was where it stood before.
    """
    for name in wanted.names or (STDIN,):
        remote = is_address(name) and name.endswith("/")
        folder = remote or (name != STDIN and os.path.isdir(name))  # noqa: PTH112
        if not (folder and wanted.folders):
            items = of_file(name, wanted)
            yield from map(of_origin, items) if name == STDIN else items
            continue
        empty = True
        verbose = wanted.verbose
        for path in _below(name, verbose) if remote else _named(walked(name), verbose):
            if isinstance(path, Notice):
                yield path
            elif not wanted.copies or not is_among(path, wanted.copies):
                empty = False
                yield from of_file(path, wanted)
        if empty:
            yield _notice(name, Code.NO_RECORD, NONE_HERE)


def _notice(name: str, code: Code, text: str) -> Notice:
    return Notice(f"{complaint(name, code, text)}\n")


def _named(entries: Iterable[Entry], verbose: bool) -> Iterator[str | Notice]:
    """Name the files with records among the entries of a directory, and say what is not read."""
    for path, sort, why in entries:
        if sort is Sort.RECORDS:
            yield path
        elif why is not None:
            text = f"cannot be opened: {why.strerror or why}"
            yield _notice(path, Code.CANNOT_OPEN, text)
        elif sort is Sort.LINK:
            yield Notice(f"aofref: {path}: skipped, because it is a link\n", 0)
        elif verbose:
            yield Notice(f"aofref: {path}: passed over\n", 0)


def _below(address: str, verbose: bool) -> Iterator[str | Notice]:
    """Name the files with records below an address, and say what is not read."""
    from aofref.cli.batch import addresses

    try:
        yield from _named(addresses.below(address), verbose)
    except Unreadable as problem:
        yield Notice(f"{problem.message}\n")


def _stream(name: str) -> AbstractContextManager[Iterable[bytes]]:
    if not is_address(name):
        return opened(name)
    from aofref.cli.batch import addresses

    return addresses.opened(name)


def is_address(name: str) -> bool:
    """Whether a name is an address as fsspec has them, and none of a file here."""
    return "://" in name and not os.path.exists(name)  # noqa: PTH110


def of_file(name: str, wanted: Sources) -> Iterator[SourcedRecord | Notice]:
    """Read the records of a file, or the one wanted of it; at last comes what is wrong with it."""
    try:
        with (
            (wanted.opened or _stream)(name) as stream,
            in_encoding(name, stream, wanted.encoding) as lines,
        ):
            every = _numbered(name, lines, wanted)
            if wanted.game is None:
                yield from every
            else:
                yield _chosen(name, every, wanted.game)
    except Broken as problem:
        yield Notice(f"{problem.diagnostic(name)}\n")
    except Unreadable as problem:
        yield Notice(f"{problem.message}\n")


def _numbered(name: str, lines: Iterable[bytes], wanted: Sources) -> Iterator[SourcedRecord]:
    """Split a stream, which must have a record, into records with their numbers."""
    encoding = "utf-8" if wanted.encoding == AUTO else wanted.encoding  # as `in_encoding` says
    pairs = (
        records(lines, encoding)
        if wanted.with_bytes
        else ((raw, b"") for raw in split(decoded(lines, encoding)))
    )
    number = 0
    for number, (raw, content) in enumerate(pairs, 1):
        yield SourcedRecord(raw, number, name, content)
    if not number:
        raise unreadable(name, Code.NO_RECORD, "there is no record here")


def of_origin(item: SourcedRecord | Notice) -> SourcedRecord | Notice:
    """Put a record where it stood before it came through a pipe, and its findings, too."""
    if isinstance(item, Notice) or item.raw.origin is None:
        return item
    raw, origin = item.raw, item.raw.origin
    down, right = origin.start.line - raw.start.line, origin.start.column - raw.start.column

    def there(at: Place) -> Place:
        return Place(at.line + down, at.column + (right if at.line == raw.start.line else 0))

    moved = tuple(finding._replace(place=there(finding.place)) for finding in raw.findings)
    there_raw = raw._replace(start=origin.start, findings=moved)
    return SourcedRecord(there_raw, origin.number, origin.source, item.content)


def _chosen(file: str, every: Iterable[SourcedRecord], game: str) -> SourcedRecord:
    """Find the record that --game names: a number, or TAG~TEXT, a text in any case."""
    if re.fullmatch("[0-9]{1,9}", game):
        if not int(game):
            raise _usage("--game counts from 1")
        for item in every:
            if item.number == int(game):
                return item
        there = "is only 1 record" if item.number == 1 else f"are only {item.number} records"
        raise unreadable(file, Code.NO_RECORD, f"there {there}")
    name, sign, text = game.partition("~")
    if not sign or not name:
        raise _usage("--game is a number, or TAG~TEXT")
    tagged = ((item, read(item.raw).tag(name)) for item in every)
    having = [item for item, tag in tagged if tag and text.casefold() in tag.value.casefold()]
    if len(having) == 1:
        return having[0]
    which = ", ".join(str(item.number) for item in having[:10])
    they_have = f"records {which} all have" if having else "no record has"
    raise unreadable(file, Code.NO_RECORD, f"{they_have} {excerpt(text)} in {name}")


def _usage(text: str) -> Exception:
    import click  # which takes a while to load

    return click.UsageError(text)


def records(lines: Iterable[bytes], encoding: str) -> Iterator[tuple[RawRecord, bytes]]:
    """Split lines into records, each with its bytes as they came: line ends, byte order mark.

    Empty lines before a record are no part of it.
    """
    kept = _Kept(lines, encoding)
    for raw in split(decoded(kept, encoding)):
        yield raw, kept.bytes_of(raw)


class _Kept:
    """The bytes of a stream, kept until the record that they belong to is known.

    The first line of `content` has the number `first`; so many bytes of it as `cut` says belong to
    records that are done.  It is read by the block where the stream is.
    """

    def __init__(self, stream: Iterable[bytes], encoding: str) -> None:
        self.stream = stream
        self.encoding = "utf-8" if encoding == "utf-8-sig" else encoding
        self.content = bytearray()
        self.first = 1
        self.cut = 0
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
        """Take the bytes of a record, and let go of the lines before its end."""
        (first, column), tail = raw.start, raw.text[raw.text.rfind("\n") + 1 :]
        last = first + raw.text.count("\n")
        skipped = self.cut if column > 1 else 0
        start = self._behind(first - self.first, 0)
        end = self._end(raw, last - first, start)
        self.cut = 0
        if tail:  # the record ends within a line, which the next may share
            begun = skipped if first == last else 0
            mark = len(BOM) if not begun and self.content.startswith(BOM, end) else 0
            self.cut = begun + mark + len(tail.encode(self.encoding, "surrogateescape"))
        taken = bytes(self.content[start + skipped : end + self.cut])
        del self.content[:end]
        self.first = last
        return taken

    def _end(self, raw: RawRecord, lines: int, start: int) -> int:
        """Find where a record of so many lines ends; most stand here as their texts do."""
        if self.encoding == "utf-8" and raw.start.column == 1 and raw.text.endswith("\n"):
            same = in_bytes(raw.text)
            if self.content.startswith(same, start):
                return start + len(same)
        return self._behind(lines, start)

    def _behind(self, lines: int, at: int) -> int:
        """Find where in the content so many lines end, from `at` on."""
        for _ in range(lines):
            at = self.content.find(b"\n", at) + 1
        return at
