"""Records of files and directories: their options, the work on each in turn, or on the only one."""

import os
import re
import stat
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from aofref.cli import io
from aofref.cli.options import shared
from aofref.cli.options.option import (
    BatchOption,
    complete_files,
    option,
    options,
    refuse_if,
    together,
)
from aofref.findings import BadText, Code, Finding, diagnostics
from aofref.judge.replay.opening import Setting
from aofref.library.files import records_of
from aofref.library.folders import LINK, NONE_HERE, Entry, files_below, walked
from aofref.library.record import Record
from aofref.notation.records.model import in_places, undecoded_places
from aofref.text import excerpt, on_one_line
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.judge.collect.summary import Summary

Result = TypeVar("Result")


class Done(Value, Generic[Result]):
    """What became of a record: the value that a command makes of it, its diagnostics, its status.

    Text that is no part of a record, or a source that cannot be read, has no value.
    `status` is the exit status.  `undecoded` are, of bytes that were not decoded and that decide
    nothing, the source, the number of places and the first: a line a file, at the end.
    """

    value: Result
    diagnostics: str
    status: int = 2
    undecoded: tuple[str, int, Finding] | None = None


class Records(Value):
    """Records of files and directories, how to judge them, and in which processes.

    No name of a `file` is standard input.  `jobs` is a number of processes, 0 for one a core;
    `scheduler` the address of a Dask scheduler.

    `game` selects one record of each file: a number, or TAG~TEXT.  Without `folders` a directory
    is a file that cannot be opened.  `opened` replaces the function that opens files.  Files of
    directories that are among `copies` are not read.  Without `needs_record` standard input may be
    empty, as it is behind a `select` that found nothing.  Text that is no part of a record comes
    without a value among the records; `with_remarks` makes it a record that cannot be read.
    With `heads` movetext is read when a command asks for it, and in other processes always.
    """

    file: tuple[str, ...]
    setting: Setting = Setting()
    encoding: str = "utf-8"
    verbose: bool = False
    jobs: int = 1
    scheduler: str | None = None
    with_content: bool = False
    heads: bool = False
    game: str | None = None
    folders: bool = True
    opened: Callable[[str], AbstractContextManager[Iterable[bytes]]] | None = None
    copies: frozenset[io.Identity] = frozenset()
    needs_record: bool = False
    with_remarks: bool = False


class Run:
    """The work on records: yields a value for each, in order, and writes the diagnostics.

    `work` returns a value, with which the diagnostics and the status of the record's verdict come,
    or a `Done`.  It must be picklable.  Diagnostics come behind what is written of the value; of a
    `listed` record there are none, but of text that is no record.  `status` is the worst exit
    status so far, `taken` the number of records and faults.  Progress is shown.
    """

    def __init__(
        self, records: Records, work: Callable[[Record], Any], *, listed: bool = False
    ) -> None:
        refuse_if(
            records.scheduler is not None and records.jobs != 1,
            "--jobs cannot be combined with --scheduler",
        )
        self.records, self.work, self.listed = records, work, listed
        self.status = self.taken = 0

    def __iter__(self) -> Iterator[Any]:
        """Work on the records; processes end at the latest with the command."""
        records, of_item = self.records, partial(_made_of, work=self.work)
        items = sourced(records)
        if sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb":
            items = _progress(items, records.file or (io.STDIN,))
        made: Generator[Done[Any], None, None]
        if records.jobs == 1 and records.scheduler is None:
            made = (of_item(item) for item in items)
        else:
            from aofref.cli.workers import spread

            way = records.jobs if records.scheduler is None else records.scheduler
            made = spread(of_item, items, way, _length)
        for each in (items, made):
            click.get_current_context().call_on_close(each.close)
        undecoded = list[tuple[str, int, Finding]]()
        for done in made:
            if done.undecoded is not None:
                if undecoded and undecoded[0][0] != done.undecoded[0]:
                    _report_undecoded(undecoded)
                undecoded.append(done.undecoded)
            self.taken += 1
            self.status = max(self.status, done.status)
            if done.value is not None:
                yield done.value
            if done.value is None or not self.listed:
                io.stderr(done.diagnostics)
        if undecoded:
            _report_undecoded(undecoded)


WAIT = 1.0  # seconds before the progress is shown


def _progress(items: Iterable[Any], names: tuple[str, ...]) -> Generator[Any, None, None]:
    """Yield the items; show on standard error how much of the files has been taken."""
    from tqdm import tqdm  # which takes a while to load

    size = None  # which is unknown, unless all are plain files
    paths = [path for name in names for path in files_below(name)]
    with suppress(OSError, ValueError):
        abouts = [os.fstat(0) if path == io.STDIN else os.stat(path) for path in paths]  # noqa: PTH116
        if all(stat.S_ISREG(about.st_mode) for about in abouts):
            size = sum(about.st_size for about in abouts)
    with tqdm(
        total=size, unit="B", unit_scale=True, delay=WAIT, dynamic_ncols=True, leave=False
    ) as bar:
        io.bar = bar
        try:
            for taken, item in enumerate(items, 1):
                yield item
                bar.set_postfix_str(f"{taken} records", refresh=False)
                bar.update(_length(item))
        finally:
            io.bar = None


def _report_undecoded(found: list[tuple[str, int, Finding]]) -> None:
    """Report the bytes of a file that were not decoded, in a line; `found` is then empty."""
    source, _, first = found[0]
    places = sum(count for _, count, _ in found)
    found.clear()
    io.stderr(diagnostics(source, [in_places(places, first)]))


def _made_of(item: Record | Done[None], work: Callable[[Record], Any]) -> Done[Any]:
    """Work on a record; a bug affects only that record."""
    if isinstance(item, Done):
        return item
    try:
        made = work(item)
    except Exception as problem:
        if isinstance(problem, click.ClickException | OSError) or io.debugging():
            raise
        item = item.failed(problem)
        made = work(item)
    return made if isinstance(made, Done) else done(item, made)


def _length(item: Record | Done[None]) -> int:
    return 0 if isinstance(item, Done) else len(item.text)


def sourced(wanted: Records) -> Generator[Record | Done[None], None, None]:
    """Yield the records of files, and of files in directories and below, in order.

    A record that came through a pipe has its former source and place.
    """
    for name in wanted.file or (io.STDIN,):
        is_folder = wanted.folders and name != io.STDIN and os.path.isdir(name)  # noqa: PTH112
        entries: Iterable[Entry] = walked(name) if is_folder else (Entry(name),)
        if wanted.folders and name.endswith("/") and is_address(name):
            from aofref.cli import addresses

            is_folder, entries = True, addresses.below(name)
        empty = is_folder
        for path, why in entries:
            if not why:
                if not wanted.copies or io.identity(path) not in wanted.copies:
                    empty = False
                    for item in of_file(path, wanted):
                        if isinstance(item, Record):
                            item = item.at_origin() if name == io.STDIN else item
                            if not item.number and not wanted.with_remarks:
                                item = Done(None, diagnostics(item.source, item.findings))
                        yield item
            elif isinstance(why, OSError):
                text = f"cannot be opened: {why.strerror or why}"
                yield Done(None, f"{io.complaint(path, Code.CANNOT_OPEN, text)}\n")
            elif why == LINK or wanted.verbose:
                yield Done(None, f"aofref: {path}: {why}\n", 0)
        if empty:
            yield Done(None, f"{io.complaint(name, Code.NO_RECORD, NONE_HERE)}\n")


def is_address(name: str) -> bool:
    """Return whether a name is an address of fsspec, and not a local file."""
    return "://" in name and not os.path.exists(name)  # noqa: PTH110


def of_file(name: str, wanted: Records) -> Iterator[Record | Done[None]]:
    """Yield the records of a file, or the selected one; a fault comes last."""
    try:
        opened = wanted.opened or io.opened
        if wanted.opened is None and is_address(name):
            from aofref.cli import addresses

            opened = addresses.opened
        with opened(name) as stream:
            records = _records(name, stream, wanted)
            if wanted.game is None:
                yield from records
            else:
                yield _chosen(name, records, wanted.game)
    except BadText as problem:
        yield Done(None, diagnostics(name, problem.findings))
    except io.Unreadable as problem:
        yield Done(None, f"{problem.message}\n")


def _records(name: str, stream: Iterable[bytes], wanted: Records) -> Iterator[Record]:
    """Yield the records of a stream, at least one where one is needed."""

    def told(encoding: str) -> None:
        taken = f"not UTF-8, read as {encoding}; --encoding names another"
        io.stderr(f"aofref: {on_one_line(name)}: {taken}\n")

    record, setting, whole = None, wanted.setting, wanted.with_content
    if setting.as_played is None:
        local = name != io.STDIN and not is_address(name)
        setting = setting._replace(as_played=local and io.is_of_club(name))
    heads = wanted.heads or wanted.jobs != 1 or wanted.scheduler is not None
    every = records_of(stream, name, wanted.encoding, setting, whole, heads=heads, told=told)
    for record in every:
        yield record
    is_needed = wanted.needs_record or wanted.game is not None or name != io.STDIN
    if record is None and is_needed:
        raise io.unreadable(name, Code.NO_RECORD, "there is no record here")


def _chosen(file: str, found: Iterable[Record], game: str) -> Record:
    """Return the record selected by --game: a number, or TAG~TEXT, in any case."""
    every = (record for record in found if record.number)
    if re.fullmatch("[0-9]{1,9}", game):
        refuse_if(not int(game), "--game counts from 1")
        for record in every:
            if record.number == int(game):
                return record
        there = "is only 1 record" if record.number == 1 else f"are only {record.number} records"
        raise io.unreadable(file, Code.NO_RECORD, f"there {there}")
    name, sign, text = game.partition("~")
    refuse_if(not sign or not name, "--game is a number, or TAG~TEXT")
    tagged = ((record, record.tags.get(name)) for record in every)
    having = [record for record, tag in tagged if tag and text.casefold() in tag.casefold()]
    if len(having) == 1:
        return having[0]
    which = ", ".join(str(record.number) for record in having[:10])
    they_have = f"records {which} all have" if having else "no record has"
    raise io.unreadable(file, Code.NO_RECORD, f"{they_have} {excerpt(text)} in {name}")


def one_record(wanted: Records) -> list[Record]:
    """List the only record of a file, or the one selected by --game, and text beside it, in order.

    Raises Unreadable for several records, for none, or if the file cannot be read.
    """
    (name,), found = wanted.file, list[Record]()
    wanted = wanted._replace(needs_record=True, heads=wanted.game is not None)
    for item in of_file(name, wanted):
        if isinstance(item, Done):
            raise io.Unreadable(item.diagnostics.rstrip("\n"))
        found.append(item)
        if sum(one.number > 0 for one in found) > 1:
            hint = ": say --game" if "game" in click.get_current_context().params else ""
            raise io.unreadable(name, Code.NO_RECORD, f"there is more than one record here{hint}")
    return found


def judged(wanted: Records) -> tuple[Record, int]:
    """Judge the only record of a file, or that of --game, and write all diagnostics of the file.

    Returns it with its exit status, which text beside it makes 2.  Raises Unreadable as
    `one_record`; exits if the record cannot be played.
    """
    found, status = one_record(wanted), 0
    for item in found:
        status = max(status, io.status_of(item.findings))
        io.stderr(diagnostics(item.source, item.findings))
    record = next((item for item in found if item.number), found[0])
    if not record.is_opened:
        raise SystemExit(2)
    return record, status


def done(
    record: Record,
    value: Result,
    findings: Sequence[Finding] | None = None,
    *,
    strict: bool = False,
) -> Done[Result]:
    """Return a value with the diagnostics and the status of findings, by default of the verdict."""
    findings = record.findings if findings is None else findings
    of_bytes = [why for why in findings if why.code is Code.ENCODING and why.is_warning]
    others = [why for why in findings if why not in of_bytes]
    places = undecoded_places(record.text, record.place) if of_bytes else ()
    undecoded = (record.source, len(places), record.undecoded[0]) if places else None
    status = io.status_of(findings, strict=strict)
    return Done(value, diagnostics(record.source, others), status, undecoded)


class RepeatNotice:
    """Notices on counted records: games counted twice, and decisions that --as-played applies."""

    def __init__(self) -> None:
        self._places: dict[bytes, str] = {}
        self._decided = 0

    def add(self, summary: "Summary", *, counts: bool = True) -> None:
        """Add a record; report it if it `counts`, and its game was counted before."""
        self._decided += summary.decided
        if not counts or not summary.mark:
            return
        place = f"{summary.source}:{summary.line}"
        first = self._places.setdefault(summary.mark, place)
        if first != place:
            text = f"{place}: counted again: the same game is in {first}"
            io.stderr(f"aofref: {on_one_line(text)}\n")

    def close(self) -> None:
        """Report how many records stop at a move on which an arbiter has decided."""
        if self._decided:
            stop = "1 record stops" if self._decided == 1 else f"{self._decided} records stop"
            io.stderr(
                f"aofref: {stop} at a move that an arbiter has decided on: --as-played applies it\n"
            )


jobs_options = options(
    """
    --jobs N  Judge records in N processes at once; 0: one for each core.
    --scheduler ADDRESS  Judge records on the workers of this Dask scheduler (needs '.[dask]').
    """,
    BatchOption,
    jobs={"type": click.IntRange(0), "default": 1},
)


def records_options(
    variant: str = shared.OF_RECORDS,
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make the options of commands about many records: `Records`.

    `variant` is the help of the option --variant.
    """
    return together(
        click.argument("file", nargs=-1, shell_complete=complete_files, metavar="[FILE|DIR]..."),
        shared.reading_options(variant),
        jobs_options,
        option("-v --verbose", "Report which files of a directory are skipped.", cls=BatchOption),
    )
