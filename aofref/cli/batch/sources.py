"""Sources: the records of files and directories in turn, with what is wrong with those."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple, TypeVar

from aofref.cli.io.diagnostics import Broken, Unreadable, complaint, unreadable
from aofref.cli.io.streams import STDIN, decoded, opened
from aofref.findings import Code, Place
from aofref.library.folders import NONE_HERE, Entry, Sort, walked
from aofref.notation.records import RawRecord, read, split
from aofref.notation.records.stream import BOM
from aofref.text import excerpt, in_bytes

Found = TypeVar("Found")
NOTHING = "there is no record here"


class SourcedRecord(NamedTuple):
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
    """What is to be read, and how; no name is standard input.

    `game` names the one record of each file that is wanted: a number, or TAG~TEXT.  Without
    `folders` a directory is a file that cannot be opened.  `opened` opens files in another way.
    """

    names: tuple[str, ...]
    encoding: str = "utf-8"
    verbose: bool = False
    with_bytes: bool = False
    game: str | None = None
    folders: bool = True
    opened: Callable[[str], AbstractContextManager[Iterable[bytes]]] | None = None


def sourced(wanted: Wanted) -> Iterator[SourcedRecord | Notice]:
    """Give the records of the files, and of those in directories and below, in order.

    A record that came through a pipe is given where it stood before.
    """

    def read_one(name: str) -> Iterator[SourcedRecord | Notice]:
        every = of_file(name, wanted)
        return map(of_origin, every) if name == STDIN else every

    return over(wanted, read_one)


def over(wanted: Wanted, of: Callable[[str], Iterator[Found | Notice]]) -> Iterator[Found | Notice]:
    """Give what `of` finds in the files, and in those in directories and below, in order."""
    for name in wanted.names or (STDIN,):
        remote = is_address(name) and name.endswith("/")
        folder = remote or (name != STDIN and os.path.isdir(name))  # noqa: PTH112
        if not (folder and wanted.folders):
            yield from of(name)
            continue
        empty = True
        verbose = wanted.verbose
        for found in _below(name, verbose) if remote else _named(walked(name), verbose):
            if isinstance(found, Notice):
                yield found
            else:
                empty = False
                yield from of(found)
        if empty:
            yield _notice(name, Code.NO_RECORD, NONE_HERE)


def nothing_in(name: str) -> Notice:
    """Say that there is no record in a file."""
    return _notice(name, Code.NO_RECORD, NOTHING)


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
    """Say whether a name is an address as fsspec has them, and none of a file here."""
    return "://" in name and not os.path.exists(name)  # noqa: PTH110


def of_file(name: str, wanted: Wanted) -> Iterator[SourcedRecord | Notice]:
    """Give the records of a file, or the one wanted of it, and at last what is wrong with it."""

    def read_all(lines: Iterable[bytes]) -> Iterator[SourcedRecord]:
        found = _numbered(name, lines, wanted)
        if wanted.game is None:
            yield from found
        else:
            yield _chosen(name, found, wanted.game)

    return of_lines(name, wanted, read_all)


def of_lines(
    name: str, wanted: Wanted, of: Callable[[Iterable[bytes]], Iterator[Found]]
) -> Iterator[Found | Notice]:
    """Give what `of` finds in the lines of a file, and at last what is wrong with the file."""
    try:
        with (wanted.opened or _stream)(name) as lines:
            yield from of(lines)
    except Broken as problem:
        yield Notice(f"{problem.of(name)}\n")
    except Unreadable as problem:
        yield Notice(f"{problem.message}\n")


def _numbered(name: str, lines: Iterable[bytes], wanted: Wanted) -> Iterator[SourcedRecord]:
    """Give the records of a stream with their numbers; it must have one."""
    number = 0
    for number, (raw, content) in enumerate(divided(lines, wanted.encoding, wanted.with_bytes), 1):
        yield SourcedRecord(raw, number, name, content)
    if not number:
        raise _no_record(name, NOTHING)


def of_origin(one: SourcedRecord | Notice) -> SourcedRecord | Notice:
    """Put a record where it stood before it came through a pipe, and what was found in it."""
    if isinstance(one, Notice) or one.raw.origin is None:
        return one
    raw, origin = one.raw, one.raw.origin
    down, right = origin.start.line - raw.start.line, origin.start.column - raw.start.column

    def there(at: Place) -> Place:
        return Place(at.line + down, at.column + (right if at.line == raw.start.line else 0))

    moved = tuple(found._replace(place=there(found.place)) for found in raw.findings)
    there_raw = raw._replace(start=origin.start, findings=moved)
    return SourcedRecord(there_raw, origin.number, origin.source, one.content)


def divided(
    lines: Iterable[bytes], encoding: str, with_bytes: bool, first: int = 1
) -> Iterator[tuple[RawRecord, bytes]]:
    """Split lines, numbered from `first`, into records, each with its bytes if they are wanted."""
    if with_bytes:
        return records(lines, encoding, first)
    return ((raw, b"") for raw in split(decoded(lines, encoding, first), first))


def keep_apart(targets: Iterable[str], names: Iterable[str]) -> None:
    """Refuse to write over a file that is read: one of `names`, or of those in its directories."""
    read = set()
    for name in names:
        entries = walked(name) if os.path.isdir(name) else ()  # noqa: PTH112
        inside = [entry.path for entry in entries if entry.sort is Sort.RECORDS]
        read |= {_identity(path) for path in (name, *inside)} - {None}
    for target in targets:
        if _identity(target) in read:
            text = "would overwrite a file that is read"
            raise unreadable(target, Code.CANNOT_OPEN, text)


def _identity(path: str) -> tuple[int, int] | None:
    """Give what two names of one file share; None if there is no such file."""
    try:
        found = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


# One of a file ----------------------------------------------------------------------------------


def _chosen(file: str, found: Iterable[SourcedRecord], game: str) -> SourcedRecord:
    """Give the record that --game names: a number, or TAG~TEXT."""
    if re.fullmatch("[0-9]{1,9}", game):
        return _of_number(file, found, int(game))
    name, sign, text = game.partition("~")
    if not sign or not name:
        import click

        raise click.UsageError("--game is a number, or TAG~TEXT")
    has = [one for one in found if _has(one, name, text)]
    if len(has) == 1:
        return has[0]
    if has:
        which = ", ".join(str(one.number) for one in has[:10])
        raise _no_record(file, f"records {which} all have {excerpt(text)} in {name}")
    raise _no_record(file, f"no record has {excerpt(text)} in {name}")


def _of_number(file: str, found: Iterable[SourcedRecord], wanted: int) -> SourcedRecord:
    if not wanted:
        import click

        raise click.UsageError("--game counts from 1")
    for one in found:
        if one.number == wanted:
            return one
    there = "is only 1 record" if one.number == 1 else f"are only {one.number} records"
    raise _no_record(file, f"there {there}")


def _has(one: SourcedRecord, name: str, text: str) -> bool:
    """Say whether a record has a tag that contains a text, in any case."""
    tag = read(one.raw).tag(name)
    return tag is not None and text.casefold() in tag.value.casefold()


def _no_record(file: str, text: str) -> Unreadable:
    return unreadable(file, Code.NO_RECORD, text)


# Bytes ------------------------------------------------------------------------------------------


def records(
    lines: Iterable[bytes], encoding: str, first: int = 1
) -> Iterator[tuple[RawRecord, bytes]]:
    """Split lines into records, each with its bytes as they came: line ends, byte order mark.

    Empty lines before a record are no part of it.
    """
    kept = _Kept(lines, encoding, first)
    for raw in split(decoded(kept, encoding, first), first):
        yield raw, kept.bytes_of(raw)


class _Kept:
    """The bytes of a stream, kept until the record that they belong to is known.

    The first line of `content` has the number `first`.  `cut` counts the bytes of it of records
    given already.  It is read by the block where the stream is.
    """

    def __init__(self, stream: Iterable[bytes], encoding: str, first: int) -> None:
        self.stream = stream
        self.encoding = "utf-8" if encoding == "utf-8-sig" else encoding
        self.content = bytearray()
        self.first = first
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
        """Give the bytes of a record, and let go of the lines before its end."""
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
        found = bytes(self.content[start + skipped : end + self.cut])
        del self.content[:end]
        self.first = last
        return found

    def _end(self, raw: RawRecord, lines: int, start: int) -> int:
        """Give where the lines of a record end, so many; most stand here as their texts do."""
        if self.encoding == "utf-8" and raw.start.column == 1 and raw.text.endswith("\n"):
            same = in_bytes(raw.text)
            if self.content.startswith(same, start):
                return start + len(same)
        return self._behind(lines, start)

    def _behind(self, lines: int, at: int) -> int:
        """Give where in the content so many lines end, from `at` on."""
        for _ in range(lines):
            at = self.content.find(b"\n", at) + 1
        return at
