"""Many: the records of many files and directories in turn, one by one or in several processes."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from typing import IO, Any, Generic, NamedTuple, TypeVar

import click

from aofref.cli import progress
from aofref.cli.common import (
    BOM,
    STDIN,
    Broken,
    complaint,
    decoded,
    each_file,
    say,
)
from aofref.cli.start import debugging
from aofref.findings import Code
from aofref.judge.opening import Setting
from aofref.judge.replay import replay, unjudged
from aofref.judge.summary import Summary, summary
from aofref.judge.verdict import Judged
from aofref.notation.records import RawRecord, read, split

Command = TypeVar("Command", bound=Callable[..., Any])
Result = TypeVar("Result")
ENDING = ".aof"


class Item(NamedTuple):
    """A record where it was found: its text, its bytes, its number in its source."""

    raw: RawRecord
    number: int
    source: str
    content: bytes


class Wanted(NamedTuple):
    """What is to be read, and how."""

    names: tuple[str, ...]
    encoding: str = "utf-8"
    verbose: bool = False
    jobs: int = 1


def sources_argument(command: Command) -> Command:
    """Add the argument FILE|DIR..., which is standard input where there is none."""
    return click.argument("file", nargs=-1, type=click.Path(), metavar="[FILE|DIR]...")(command)


def verbose_option(command: Command) -> Command:
    """Add -v."""
    return click.option(
        "-v", "--verbose", is_flag=True, help="Say which files of a directory are passed over."
    )(command)


def jobs_option(command: Command) -> Command:
    """Add --jobs."""
    return click.option(
        "--jobs",
        type=click.IntRange(0),
        default=1,
        metavar="N",
        help="Judge records in N processes at once; 0: one for each core.",
    )(command)


class Sources:
    """The names of files; for a directory those of the `.aof` in it and below, in order.

    Names that begin with a dot are passed over there, and so is every other file: with `verbose`
    that is said.  `status` is 2 once a directory held no record, or could not be read.
    """

    def __init__(self, names: tuple[str, ...], *, verbose: bool = False) -> None:
        self.names = names
        self.verbose = verbose
        self.status = 0

    def __iter__(self) -> Iterator[str]:
        for name in self.names or (STDIN,):
            if name == STDIN or not os.path.isdir(name):  # noqa: PTH112
                yield name
                continue
            empty = True
            for found in self._walked(name):
                empty = False
                yield found
            if empty:
                self.fault(name, Code.NO_RECORD, f"there is no {ENDING} here")

    def fault(self, name: str, code: Code, text: str) -> None:
        """Say what is wrong with a source."""
        say(f"{complaint(name, code, text)}\n")
        self.status = 2

    def _walked(self, folder: str) -> Iterator[str]:
        try:
            with os.scandir(folder) as found:
                entries = sorted(found, key=lambda entry: os.fsencode(entry.name))
        except OSError as problem:
            text = f"this cannot be opened: {problem.strerror or problem}"
            self.fault(folder, Code.CANNOT_OPEN, text)
            return
        for entry in entries:
            hidden = entry.name.startswith(".")
            if not hidden and entry.is_dir(follow_symlinks=False):
                yield from self._walked(entry.path)
            elif not hidden and entry.name.endswith(ENDING) and entry.is_file():
                yield entry.path
            elif self.verbose:
                say(f"aofref: {entry.path}: passed over\n")


class Many(Generic[Result]):
    """What `work` makes of each record of the sources, in their order; progress is shown.

    `plies` says how many plies of a record were played for its result.
    """

    def __init__(
        self, wanted: Wanted, work: Callable[[Item], Result], plies: Callable[[Result], int]
    ) -> None:
        self.wanted = wanted
        self.work = work
        self.plies = plies
        self.sources = Sources(wanted.names, verbose=wanted.verbose)
        self._worst = 0

    def __iter__(self) -> Iterator[Result]:
        return self.results()

    def results(self) -> Generator[Result, None, None]:
        """Give what comes of each record; to be closed if not all is wanted."""
        with progress.progress(self.wanted.names), closing(self._worked()) as found:
            for result in found:
                yield result
                progress.judged(self.plies(result))

    def _worked(self) -> Generator[Result, None, None]:
        jobs = self.wanted.jobs or os.cpu_count() or 1
        if jobs == 1:
            yield from map(self.work, self._items())
            return
        from aofref.cli.jobs import spread

        with closing(spread(self.work, self._items(), jobs, _weight, _warn)) as found:
            yield from found

    @property
    def status(self) -> int:
        """Give the exit status that the reading, and the records noted, call for."""
        return max(self.sources.status, self._worst)

    def note(self, status: str) -> None:
        """Let the status of a record count for the exit status."""
        self._worst = max(self._worst, _STATUSES[status])

    def _items(self) -> Iterator[Item]:
        for name in self.sources:
            for source, stream in each_file((name,)):
                if stream is None:
                    self.sources.status = 2
                else:
                    yield from self._of_stream(source, stream)

    def _of_stream(self, name: str, stream: IO[bytes]) -> Iterator[Item]:
        number = 0
        try:
            for number, (raw, content) in enumerate(records(stream, self.wanted.encoding), 1):
                yield Item(raw, number, name, content)
        except Broken as problem:
            say(f"{problem.of(name)}\n")
            self.sources.status = 2
            return
        if not number:
            self.sources.fault(name, Code.NO_RECORD, "there is no record here")


def judged(item: Item, setting: Setting) -> Judged:
    """Replay a record; a fault of the program itself is a finding of that record."""
    try:
        return replay(read(item.raw), setting)
    except Exception as problem:
        if debugging():
            raise
        return unjudged(item.raw, problem)


def summed(item: Item, chosen: Setting) -> Summary:
    """Give what a list tells of a record."""
    return summary(judged(item, chosen), item.number, item.source)


_STATUSES = {"legal": 0, "illegal": 1, "malformed": 2}
"""The exit status that each status of a record calls for."""


def _weight(item: Item) -> int:
    return len(item.content)


def _warn(text: str) -> None:
    say(f"aofref: {text}\n")


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
