"""Selection: records tried against criteria, and written byte for byte as they came."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from aofref import variants
from aofref.cli.batch.many import Many
from aofref.cli.io.diagnostics import say
from aofref.cli.io.files import files_read, keep_apart, write_file
from aofref.cli.io.output import put, write_out
from aofref.cli.io.streams import STDIN
from aofref.findings import Place, diagnostics
from aofref.judge.collect.criteria import Criterion, Inward, Outward, fits, meets
from aofref.judge.collect.keys import FileNames, fingerprint, value
from aofref.library.record import Record
from aofref.notation.records import Origin, write_origin
from aofref.report.text.record import file_name, player_names


@dataclass(frozen=True, slots=True)
class Selection:
    """What was asked for, the same for every record: all criteria, and of each group either.

    `variant` is the game of records that name none; `tags` are those whose values are wanted, and
    `named` says that the players are.
    """

    criteria: tuple[Criterion, ...]
    either: tuple[tuple[Inward, ...], ...]
    invert: bool
    unique: str | None
    variant: str
    tags: tuple[str, ...]
    named: bool = False

    def __call__(self, record: Record) -> Tried:
        """Try a record against every criterion; it is played only if it must be."""
        tried = Tried(record.source, record.number, record.place)
        if record.has_failed:
            return tried._replace(fault=diagnostics(record.source, record.findings))
        written, judged = record.written, None
        outward = [test for test in self.criteria if isinstance(test, Outward)]
        inward = [test for test in self.criteria if not isinstance(test, Outward)]
        groups = [group for group in self.either if group]
        chosen = all(fits(written, test) for test in outward)
        if chosen and (inward or groups):
            judged = record.verdict
            chosen = all(meets(judged, test) for test in inward) and all(
                any(meets(judged, test) for test in group) for group in groups
            )
        wanted, mark = chosen != self.invert, b""
        if wanted and self.unique is not None:
            judged = record.verdict
            mark = fingerprint(judged, self.unique)
        if judged is not None:
            tried = tried._replace(plies=len(judged.plies))
        if not wanted:
            return tried
        ends = record.is_json or bool(written.results and not written.findings)
        values = tuple(value(written, name, self.variant) for name in self.tags)
        players = ""
        if self.named:
            game = variants.find(value(written, "Variant", self.variant))
            players = player_names(written, game)
        return tried._replace(
            content=record.content, ends=ends, mark=mark, values=values, players=players
        )


class Tried(NamedTuple):
    """A record, and if it was selected its bytes, whether its end is marked, and its mark.

    It starts at a line and a column.  `values` are those of the tags that were asked for, empty
    where they are not known, and so are `players`.  `plies` counts those that were played to find
    out; `fault` is set where none could be.
    """

    source: str
    number: int
    start: Place
    content: bytes | None = None
    ends: bool = False
    mark: bytes = b""
    plies: int = 0
    fault: str = ""
    values: tuple[str, ...] = ()
    players: str = ""


def selected(every: Iterator[Tried], many: Many[Tried], unique: str | None) -> Iterator[Tried]:
    """Yield what was selected, without what was met before."""
    seen: set[bytes] = set()
    same = "moves were" if unique == "moves" else "last position was"
    for tried in every:
        if tried.fault:
            say(tried.fault)
            many.status = 2
        if tried.content is None:
            continue
        if unique is not None and tried.mark in seen:
            place = f"{tried.source}:{tried.start.line}"
            say(f"aofref: {place}: dropped, its {same} met before\n")
            continue
        seen.add(tried.mark)
        yield tried


def write(chosen: Iterator[Tried], count: bool, names: tuple[str, ...]) -> int:
    """Write the records, or only count them; what a record lacks to end before the next is added.

    A record that is not followed by the one that followed it may need the end of its line, and one
    without a result an empty line.  One of several files has a line before it that says where it
    stood; what `names` names alone, and standard input, goes without.
    """
    written, last = 0, None
    for tried in chosen:
        content, source = tried.content or b"", tried.source
        if not count:
            named = source != STDIN and names != (source,)
            origin = Origin(source, tried.start, tried.number) if named else None
            before = write_origin(origin).encode("ascii", "backslashreplace") if origin else b""
            put(_between(last, tried, named=named) + before + content)
        written, last = written + 1, tried
    return written


def divide(chosen: Iterator[Tried], folder: Path, names: tuple[str, ...]) -> int:
    """Write a file for each value of the last tag asked for, and name the files."""
    stems, files = FileNames("aof"), dict[str, list[bytes]]()
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
        write_out(f"{folder / name}\n")
    return sum(map(len, files.values()))


def split_up(chosen: Iterator[Tried], folder: Path, names: tuple[str, ...]) -> int:
    """Write a file for each record, numbered in their order, and name the files."""
    read, written = files_read(names), 0
    for written, tried in enumerate(chosen, 1):
        path = folder / file_name(tried.players, written, "aof")
        write_file(path, tried.content or b"", read)
        write_out(f"{path}\n")
    return written


def _between(last: Tried | None, now: Tried, *, named: bool) -> bytes:
    if last is None:
        return b""
    if not named and (now.source, now.number) == (last.source, last.number + 1):
        return b""
    content = last.content or b""
    end = b"" if content.endswith(b"\n") else b"\n"
    blank = content.endswith((b"\n\n", b"\n\r\n"))
    return end if last.ends or blank else end + b"\n"
