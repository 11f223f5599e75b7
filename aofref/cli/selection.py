"""Selection: records tested by the criteria of `select`, and written byte for byte."""

from collections.abc import Iterator
from pathlib import Path

from aofref import games
from aofref.cli.io.files import STDIN, files_read, keep_apart, write_file
from aofref.cli.io.output import stderr, stdout, stdout_raw
from aofref.cli.many import Done
from aofref.findings import Place, diagnostics
from aofref.judge.collect import criteria
from aofref.library.record import Record
from aofref.library.selection import Selection, tag_values
from aofref.notation.records import Origin, write_origin
from aofref.report.text.record import file_name, player_names
from aofref.values import Value


class Tried(Value):
    """A record, and if it was selected its bytes and its mark.

    It starts at a line and a column.  If it `ends`, another may follow without an empty line.
    `values` are the values of the wanted tags, and `players` the names of the players, both empty
    if they are unknown.  `at` is its place among all that were tested.
    """

    source: str
    number: int
    start: Place
    content: bytes | None = None
    ends: bool = False
    mark: bytes = b""
    values: tuple[str, ...] = ()
    players: str = ""
    at: int = 0


class Trial(Value):
    """What is wanted of every record: criteria, the values of `tags`, with `named` the players."""

    wanted: Selection
    tags: tuple[str, ...]
    named: bool = False

    def __call__(self, record: Record) -> Done[Tried]:
        """Test a record by all criteria; it is replayed only if one needs that."""
        tried = Tried(record.source, record.number, record.place)
        if record._has_failed:
            fault = diagnostics(record.source, record.findings)
            return Done(tried, fault)
        if self.wanted.selects(record):
            tried = self._found(record, tried)
        return Done(tried, "", 0)

    def _found(self, record: Record, tried: Tried) -> Tried:
        """Add what is written of a selected record, and what orders and divides the records."""
        content, mark = record._raw.content, self.wanted.mark(record)
        ends = content.endswith((b"\n\n", b"\n\r\n")) or record.is_json or _has_ended(record)
        values = tag_values(record, self.tags)
        players = ""
        if self.named:
            players = player_names(record.tags, games.find(*tag_values(record, ("Variant",))))
        return tried._replace(content=content, ends=ends, mark=mark, values=values, players=players)


def _has_ended(record: Record) -> bool:
    """Return whether a record has a result, and nothing that could hide it."""
    written = record._tokens
    return bool(written.results and not written.findings)


def selected(
    every: Iterator[Done[Tried] | Done[None]], statuses: set[int], unique: str | None
) -> Iterator[Tried]:
    """Yield the selected records, without repetitions; add the exit statuses of all records."""
    seen: set[bytes] = set()
    same = "moves were" if unique == "moves" else "last position was"
    for at, done in enumerate(every):
        tried = done.value
        stderr(done.diagnostics)
        statuses.add(done.status)
        if tried is None or tried.content is None:
            continue
        if unique is not None and tried.mark in seen:
            place = f"{tried.source}:{tried.start.line}"
            stderr(f"aofref: {place}: dropped, its {same} met before\n")
            continue
        seen.add(tried.mark)
        yield tried._replace(at=at)


def write(chosen: Iterator[Tried], count: bool, names: tuple[str, ...]) -> int:
    """Write or count the records; add the separators that the next record needs.

    These are the end of the last line, and an empty line behind a record without a result.  A line
    with its source precedes each record, unless `names` is a single file or standard input.
    """
    written, last = 0, None
    for tried in chosen:
        content, source = tried.content or b"", tried.source
        if not count:
            named = source != STDIN and names != (source,)
            origin = Origin(source, tried.start, tried.number) if named else None
            before = write_origin(origin).encode("ascii", "backslashreplace") if origin else b""
            stdout_raw(_between(last, tried, named=named) + before + content)
        written, last = written + 1, tried
    return written


def divide(chosen: Iterator[Tried], folder: Path, names: tuple[str, ...]) -> int:
    """Write a file for each value of the last wanted tag, and report the files."""
    stems, files = criteria.FileNames(), dict[str, list[bytes]]()
    last: dict[str, Tried] = {}
    for tried in chosen:
        name = stems.of(tried.values[-1])
        between = _between(last.get(name), tried, named=False)
        files.setdefault(name, []).append(between + (tried.content or b""))
        last[name] = tried
    read = files_read(names)
    keep_apart((folder / name for name in files), read)
    for name, contents in files.items():
        write_file(folder / name, b"".join(contents), read)
        stdout(f"{folder / name}\n")
    return sum(map(len, files.values()))


def split_up(chosen: Iterator[Tried], folder: Path, names: tuple[str, ...]) -> int:
    """Write a file for each record, numbered in their order, and report the files."""
    read, written = files_read(names), 0
    for written, tried in enumerate(chosen, 1):
        path = folder / file_name(tried.players, written, "aof")
        write_file(path, tried.content or b"", read)
        stdout(f"{path}\n")
    return written


def _between(last: Tried | None, now: Tried, *, named: bool) -> bytes:
    if last is None:
        return b""
    if not named and (now.source, now.at) == (last.source, last.at + 1):
        return b""
    content = last.content or b""
    end = b"" if content.endswith(b"\n") else b"\n"
    return end if last.ends else end + b"\n"
