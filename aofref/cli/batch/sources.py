"""Sources: the records of files and directories in turn, or the one record of a command."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import islice

import click

from aofref.cli.batch import progress
from aofref.cli.io.files import STDIN, Identity, head_of, is_among, opened
from aofref.cli.io.output import Unreadable, complaint, stderr, unreadable
from aofref.findings import BadText, Code, diagnostics
from aofref.judge.replay.opening import Setting
from aofref.library.files import readable, records_of
from aofref.library.folders import NONE_HERE, Entry, EntryKind, walked
from aofref.library.record import Record
from aofref.notation.records.stream import AUTO, is_utf_16
from aofref.text import excerpt
from aofref.values import Value


class Notice(Value):
    """A message on a source, among the records in order, and its exit status."""

    text: str
    status: int = 2


class Sources(Value):
    """Files and directories to read, and how to judge their records; no name is standard input.

    `game` selects one record of each file: a number, or TAG~TEXT.  Without `folders` a directory
    is a file that cannot be opened.  `opened` replaces the function that opens files.  Files of
    directories that are among `copies` are not read.  Without `needs_record` standard input may be
    empty, as it is behind a `select` that found nothing.  Text that is no part of a record is a
    notice among the records; `with_remarks` keeps it as a record that cannot be read.
    """

    names: tuple[str, ...]
    setting: Setting = Setting()
    encoding: str = "utf-8"
    verbose: bool = False
    with_content: bool = False
    game: str | None = None
    folders: bool = True
    opened: Callable[[str], AbstractContextManager[Iterable[bytes]]] | None = None
    copies: frozenset[Identity] = frozenset()
    needs_record: bool = True
    with_remarks: bool = False


def sourced(wanted: Sources) -> Iterator[Record | Notice]:
    """Yield the records of files, and of files in directories and below, in order.

    A record that came through a pipe has its former source and place.
    """
    for name in wanted.names or (STDIN,):
        remote = is_address(name) and name.endswith("/")
        folder = remote or (name != STDIN and os.path.isdir(name))  # noqa: PTH112
        if not (folder and wanted.folders):
            for item in of_file(name, wanted):
                if not isinstance(item, Notice) and name == STDIN:
                    item = item._where_it_stood()
                yield _taken(item, wanted)
            continue
        empty = True
        verbose = wanted.verbose
        for path in _below(name, verbose) if remote else _named(walked(name), verbose):
            if isinstance(path, Notice):
                yield path
            elif not wanted.copies or not is_among(path, wanted.copies):
                empty = False
                yield from (_taken(item, wanted) for item in of_file(path, wanted))
        if empty:
            yield _notice(name, Code.NO_RECORD, NONE_HERE)


def _taken(item: Record | Notice, wanted: Sources) -> Record | Notice:
    """Return an item; a notice of the findings instead of text that is no part of a record."""
    if isinstance(item, Notice) or wanted.with_remarks or not item._raw.is_remark:
        return item
    return Notice(diagnostics(item.source, item.findings))


def _notice(name: str, code: Code, text: str) -> Notice:
    return Notice(f"{complaint(name, code, text)}\n")


def _named(entries: Iterable[Entry], verbose: bool) -> Iterator[str | Notice]:
    """Yield the files with records among the entries of a directory, and notices on others."""
    for path, kind, why in entries:
        if kind is EntryKind.RECORDS:
            yield path
        elif why is not None:
            text = f"cannot be opened: {why.strerror or why}"
            yield _notice(path, Code.CANNOT_OPEN, text)
        elif kind is EntryKind.LINK:
            yield Notice(f"aofref: {path}: skipped, because it is a link\n", 0)
        elif verbose:
            yield Notice(f"aofref: {path}: passed over\n", 0)


def _below(address: str, verbose: bool) -> Iterator[str | Notice]:
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
    """Return whether a name is an address of fsspec, and not a local file."""
    return "://" in name and not os.path.exists(name)  # noqa: PTH110


def of_file(name: str, wanted: Sources) -> Iterator[Record | Notice]:
    """Yield the records of a file, or the selected one; a notice on a fault comes last."""
    try:
        with (wanted.opened or _stream)(name) as stream:
            if wanted.encoding == "utf-8" and is_utf_16(head_of(stream)):
                text = f"this is UTF-16, not UTF-8: --encoding {AUTO} reads it"
                raise unreadable(name, Code.ENCODING, text)
            records = _records(name, stream, wanted)
            if wanted.game is None:
                yield from records
            else:
                yield _chosen(name, records, wanted.game)
    except BadText as problem:
        yield Notice(diagnostics(name, problem.findings))
    except Unreadable as problem:
        yield Notice(f"{problem.message}\n")


def _records(name: str, stream: Iterable[bytes], wanted: Sources) -> Iterator[Record]:
    """Yield the records of a stream, at least one where one is needed; progress is shown."""
    record = None
    with readable(stream, wanted.encoding) as (lines, encoding):
        counted, setting = progress.reading(lines), wanted.setting
        whole = wanted.with_content
        for record in records_of(counted, name, encoding, setting, with_content=whole):
            yield record
    is_needed = wanted.needs_record or wanted.game is not None or name != STDIN
    if record is None and is_needed:
        raise unreadable(name, Code.NO_RECORD, "there is no record here")


def _chosen(file: str, every: Iterable[Record], game: str) -> Record:
    """Return the record selected by --game: a number, or TAG~TEXT, in any case."""
    if re.fullmatch("[0-9]{1,9}", game):
        if not int(game):
            raise _usage("--game counts from 1")
        for record in every:
            if record.number == int(game):
                return record
        there = "is only 1 record" if record.number == 1 else f"are only {record.number} records"
        raise unreadable(file, Code.NO_RECORD, f"there {there}")
    name, sign, text = game.partition("~")
    if not sign or not name:
        raise _usage("--game is a number, or TAG~TEXT")
    tagged = ((record, record.tags.get(name)) for record in every)
    having = [record for record, tag in tagged if tag and text.casefold() in tag.casefold()]
    if len(having) == 1:
        return having[0]
    which = ", ".join(str(record.number) for record in having[:10])
    they_have = f"records {which} all have" if having else "no record has"
    raise unreadable(file, Code.NO_RECORD, f"{they_have} {excerpt(text)} in {name}")


def _usage(text: str) -> Exception:
    return click.UsageError(text)


GAME_HINT = ": say --game"  # the hint of commands that have the option


def the_record(
    name: str, encoding: str, chosen: Setting, game: str | None = None, hint: str = ""
) -> Record:
    """Return the only record of a file or standard input, or the record selected by --game.

    Raises Unreadable for no record or several, with the `hint` at the end.
    """
    records: list[Record] = []
    for item in islice(of_file(name, Sources((name,), chosen, encoding, game=game)), 2):
        if isinstance(item, Notice):
            raise Unreadable(item.text.rstrip("\n"))
        records.append(item)
    if len(records) > 1:
        text = f"there is more than one record here{hint}"
        raise unreadable(name, Code.NO_RECORD, text)
    return records[0]


def judged(record: Record) -> Record:
    """Judge a record and write its diagnostics to standard error; exit if it cannot be played."""
    record.check()
    stderr(diagnostics(record.source, record.findings))
    if record.start is None:
        raise SystemExit(2)
    return record


def well_formed(record: Record) -> None:
    """Judge a record; exit with its diagnostics if it is malformed."""
    if record.check() == "malformed":
        stderr(diagnostics(record.source, record.findings))
        raise SystemExit(2)
