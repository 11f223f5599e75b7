"""Selection: records tested by the criteria of `select`, and written byte for byte."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from aofref import games
from aofref.cli.io.files import STDIN, Identity, keep_apart, write_file
from aofref.cli.io.output import stderr, stdout, stdout_raw
from aofref.cli.many import Done, Run
from aofref.findings import Place, diagnostics
from aofref.library.record import Record
from aofref.library.selection import Selection, tag_values
from aofref.notation.records import Origin, write_origin
from aofref.report.text.record import file_name, player_names
from aofref.text import as_file_name, folded_name, free_name
from aofref.values import Value

UNKNOWN = "unknown"  # the file of records without a value


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


def tried(record: Record, wanted: Selection, tags: tuple[str, ...], *, named: bool) -> Done[Tried]:
    """Test a record by all criteria; with `named` its players name its file."""
    found = Tried(record.source, record.number, record.place)
    if record._has_failed:
        return Done(found, diagnostics(record.source, record.findings))
    if not wanted.selects(record):
        return Done(found, "", 0)
    content, players = record._raw.content, ""
    ends = content.endswith((b"\n\n", b"\n\r\n")) or record.is_json
    if not ends and (written := record._tokens).results:
        ends = not written.findings  # which could hide the result
    if named:
        players = player_names(record.tags, games.find(*tag_values(record, ("Variant",))))
    values, mark = tag_values(record, tags), wanted.mark(record)
    found = found._replace(content=content, ends=ends, mark=mark, values=values, players=players)
    return Done(found, "", 0)


def selected(run: Run, unique: str | None) -> Iterator[Tried]:
    """Yield the selected records, without repetitions."""
    seen: set[bytes] = set()
    same = "moves were" if unique == "moves" else "last position was"
    for done in run:
        tried: Tried = done.value
        stderr(done.diagnostics)
        if tried.content is None:
            continue
        if unique is not None and tried.mark in seen:
            place = f"{tried.source}:{tried.start.line}"
            stderr(f"aofref: {place}: dropped, its {same} met before\n")
            continue
        seen.add(tried.mark)
        yield tried._replace(at=run.taken)


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


def divide(chosen: list[Tried], folder: Path, read: frozenset[Identity]) -> int:
    """Write a file for each value of the last wanted tag, and report the files."""
    files, last = dict[Path, list[bytes]](), dict[Path, Tried]()
    for tried, name in zip(chosen, file_names(one.values[-1] for one in chosen), strict=True):
        path = folder / name
        between = _between(last.get(path), tried, named=False)
        files.setdefault(path, []).append(between + (tried.content or b""))
        last[path] = tried
    keep_apart(files, read)
    for path, contents in files.items():
        write_file(path, b"".join(contents), read)
        stdout(f"{path}\n")
    return len(chosen)


def file_names(values: Iterable[str]) -> Iterator[str]:
    """Name the files of records by value, all different on any file system.

    Values that differ only in case or blanks share a file.
    """
    names, taken = dict[str, str](), set[str]()
    for value in values:
        key = folded_name(value)
        if key not in names:
            names[key] = f"{free_name(as_file_name(value) or UNKNOWN, taken)}.aof"
        yield names[key]


def split_up(chosen: Iterator[Tried], folder: Path, read: frozenset[Identity]) -> int:
    """Write a file for each record, numbered in their order, and report the files."""
    written = 0
    for written, tried in enumerate(chosen, 1):
        path = folder / file_name(tried.players, written, "aof")
        write_file(path, tried.content or b"", read)
        stdout(f"{path}\n")
    return written


def _between(last: Tried | None, now: Tried, *, named: bool) -> bytes:
    if last is None or (not named and (now.source, now.at) == (last.source, last.at + 1)):
        return b""
    end = b"" if (last.content or b"").endswith(b"\n") else b"\n"
    return end if last.ends else end + b"\n"
