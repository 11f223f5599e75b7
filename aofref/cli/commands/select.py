"""`aofref select`: select records by what they hold.

Group: Many records

    aofref select --player Anna --result 1-0-0-0 games/
    aofref select --tag 'Date>2025' --event promotion:E:F --plies 10..40 all.aof
    aofref select --position 'E:Kjb5;Rka4/J:Aka1' --unique games/ > some.aof
    aofref select --sort Event --sort Round games/ > sorted.aof
    aofref select --split Event --output-dir events/ all.aof
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import click

from aofref import variants
from aofref.cli.batch.many import Many, Records
from aofref.cli.batch.sources import SourcedRecord, keep_apart
from aofref.cli.io.diagnostics import say
from aofref.cli.io.files import write_file
from aofref.cli.io.output import put, write_out
from aofref.cli.io.streams import STDIN
from aofref.cli.options.completers import complete_armies, complete_pieces
from aofref.cli.options.records import records_options
from aofref.cli.options.values import criteria, must_be_known, played_by
from aofref.judge.collect.by_tag import FileNames, order, value
from aofref.judge.collect.criteria import (
    Criterion,
    Ended,
    EndedBy,
    Had,
    Happened,
    InStatus,
    Inward,
    Long,
    Moved,
    Named,
    OfGame,
    Outward,
    Stood,
    Tagged,
    WonBy,
    fits,
    meets,
)
from aofref.judge.collect.fingerprint import fingerprint
from aofref.judge.replay.driver import replay
from aofref.judge.replay.ending import By
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Judged, Unopened
from aofref.notation.records import Origin, Record, read, write_origin
from aofref.report.text.messages import diagnostics

_UNIQUE = ("moves", "position")


class Selection(NamedTuple):
    """What was asked for, the same for every record: all criteria, and of each group either.

    `tags` are those whose values are wanted.
    """

    setting: Setting
    criteria: tuple[Criterion, ...]
    either: tuple[tuple[Inward, ...], ...]
    invert: bool
    unique: str | None
    tags: tuple[str, ...]

    def __call__(self, item: SourcedRecord) -> Tried:
        """Try a record against every criterion."""
        return _tried(item, read(item.raw), self)

    def failed(self, item: SourcedRecord, found: Unopened) -> Tried:
        """Select no record at which the program itself failed, and say so."""
        fault = diagnostics(item.source, found.findings)
        return Tried(_origin(item), None, fault=fault)


class Tried(NamedTuple):
    """A record that was selected, or None: its bytes, whether its end is marked, its mark.

    `values` are those of the tags that were asked for, empty where they are not known.  `plies`
    counts those that were played to find out; `fault` is set where none could be.
    """

    origin: Origin
    content: bytes | None
    ends: bool = False
    mark: bytes = b""
    plies: int = 0
    fault: str = ""
    values: tuple[str, ...] = ()


class _Select(click.Command):
    """A command whose --unique may stand without its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give --unique its usual value where none of its values follows."""
        given = []
        for at, arg in enumerate(args):
            bare = arg == "--unique" and [*args, ""][at + 1] not in _UNIQUE
            given.append("--unique=moves" if bare else arg)
        return super().parse_args(ctx, given)


@click.command("select", cls=_Select)
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="TEST",
    callback=criteria(Tagged),
    help="Select by a tag: NAME=VALUE, NAME~TEXT (holds TEXT), NAME<VALUE or NAME>VALUE.",
)
@click.option(
    "--player",
    "names",
    multiple=True,
    metavar="NAME",
    help="Select games of a player, by part of the name; E=NAME: as army E.",
)
@click.option(
    "--result",
    "results",
    multiple=True,
    metavar="RESULT",
    help="Select games with this result; repeat it for others.",
)
@click.option(
    "--ended",
    "ends",
    multiple=True,
    type=click.Choice([by.value for by in By]),
    help="Select games that this ended; repeat it for others.",
)
@click.option(
    "--winner",
    "winners",
    multiple=True,
    metavar="ARMY",
    shell_complete=complete_armies,
    help="Select games that this army won.",
)
@click.option(
    "--plies",
    multiple=True,
    metavar="RANGE",
    callback=criteria(Long),
    help="Select games by the number of legal plies: 10, 10.., ..40 or 10..40.",
)
@click.option(
    "--event",
    "events",
    multiple=True,
    metavar="EVENT",
    callback=criteria(Happened),
    help="Select games in which this happened: checkmate, promotion:E, promotion:E:F.",
)
@click.option(
    "--moved",
    multiple=True,
    metavar="PIECE",
    shell_complete=complete_pieces,
    callback=criteria(Moved),
    help="Select games in which a PIECE moved, with PIECE@CELL to that cell.",
)
@click.option(
    "--position",
    "patterns",
    multiple=True,
    metavar="PATTERN",
    callback=criteria(Stood),
    help="Select games in which these pieces stood at one time, as in 'E:Kjb5;Rka4/J:Aka1'.",
)
@click.option(
    "--material",
    "counts",
    multiple=True,
    metavar="COUNTS",
    callback=criteria(Had),
    help="Select games with so many pieces at one time, as in 'E:Q=2,J:P<3,R>5'.",
)
@click.option(
    "--status",
    "statuses",
    multiple=True,
    type=click.Choice(["legal", "illegal", "malformed"]),
    help="Select records with this status; repeat it for others.",
)
@click.option("--first", type=click.IntRange(1), metavar="N", help="Stop after N records.")
@click.option("--invert", is_flag=True, help="Select the records that the criteria leave out.")
@click.option("--count", is_flag=True, help="Print only how many there are.")
@click.option(
    "--unique",
    type=click.Choice(_UNIQUE),
    help="Drop records whose moves, or last positions, were met before, and report which.",
)
@click.option(
    "--sort",
    multiple=True,
    metavar="TAG",
    help="Put the records in order by this tag; repeat it for others.",
)
@click.option(
    "--split",
    metavar="TAG",
    help="Write a file for each value of this tag to --output-dir.",
)
@click.option(
    "--output-dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="With --split: where to write, and print the names of the files.",
)
@partial(
    records_options,
    variant="Select games of this kind; records that do not name theirs are taken to be of it.",
)
def command(
    records: Records,
    tags: list[Criterion],
    names: tuple[str, ...],
    results: tuple[str, ...],
    ends: tuple[str, ...],
    winners: tuple[str, ...],
    plies: list[Criterion],
    events: list[Criterion],
    moved: list[Criterion],
    patterns: list[Criterion],
    counts: list[Criterion],
    statuses: tuple[str, ...],
    first: int | None,
    invert: bool,
    count: bool,
    unique: str | None,
    sort: tuple[str, ...],
    split: str | None,
    folder: Path | None,
) -> None:
    """Select records and write them byte for byte as they came.

    A record must meet every criterion given.  The exit status is 0 if a record was selected, 1 if
    none was, 2 if something could not be read.
    """
    if (split is None) != (folder is None):
        raise click.UsageError("--split and --output-dir go together")
    if split is not None and count:
        raise click.UsageError("--count does not go with --split")
    chosen = records.setting
    wanted = [*tags, *map(played_by, names), *plies, *events, *moved, *patterns, *counts]
    if records.variant:
        game = variants.find(records.variant)
        assert game is not None
        wanted.append(OfGame(game.id))
    either = (
        tuple(map(Ended, results)),
        tuple(EndedBy(By(by)) for by in ends),
        tuple(map(WonBy, winners)),
        tuple(map(InStatus, statuses)),
    )
    for one in (*wanted, *either[2]):
        if isinstance(one, Named):
            must_be_known(one, records.variant)
    valued = sort if split is None else (*sort, split)
    selection = Selection(chosen, tuple(wanted), either, invert, unique, valued)
    wanted_bytes = records.wanted._replace(with_bytes=True)
    many = records.many(selection, lambda tried: tried.plies, wanted_bytes)
    with closing(many.results()) as found:
        selected = _selected(found, many, unique)
        if sort:
            selected = iter(sorted(selected, key=lambda tried: order(tried.values[: len(sort)])))
        selected = islice(selected, first)
        if folder is not None:
            written = _divide(selected, folder, records.file)
        else:
            written = _write(selected, count, records.file)
    if count:
        click.echo(str(written))
    sys.exit(many.status or (0 if written else 1))


# Selecting ----------------------------------------------------------------------------------------


def _tried(item: SourcedRecord, record: Record, selection: Selection) -> Tried:
    """Try a record against every criterion; it is played only if it must be."""
    found: Judged | None = None
    outward = [one for one in selection.criteria if isinstance(one, Outward)]
    inward = [one for one in selection.criteria if not isinstance(one, Outward)]
    groups = [group for group in selection.either if group]
    chosen = all(fits(record, one) for one in outward)
    if chosen and (inward or groups):
        found = replay(record, selection.setting)
        chosen = all(meets(found, one) for one in inward) and all(
            any(meets(found, one) for one in group) for group in groups
        )
    wanted, mark = chosen != selection.invert, b""
    if wanted and selection.unique is not None:
        found = found or replay(record, selection.setting)
        mark = fingerprint(found, selection.unique)
    tried = Tried(_origin(item), None)
    if found is not None:
        tried = tried._replace(plies=len(found.plies))
    if not wanted:
        return tried
    ends = item.raw.is_json or bool(record.results and not record.findings)
    values = tuple(value(record, name, selection.setting.variant) for name in selection.tags)
    return tried._replace(content=item.content, ends=ends, mark=mark, values=values)


def _selected(found: Iterator[Tried], many: Many[Tried], unique: str | None) -> Iterator[Tried]:
    """Give what was selected, without what was met before."""
    seen: set[bytes] = set()
    same = "moves were" if unique == "moves" else "last position was"
    for tried in found:
        if tried.fault:
            say(tried.fault)
            many.status = 2
        if tried.content is None:
            continue
        if unique is not None and tried.mark in seen:
            source, start, _ = tried.origin
            say(f"aofref: {source}:{start.line}: dropped, its {same} met before\n")
            continue
        seen.add(tried.mark)
        yield tried


def _write(found: Iterator[Tried], count: bool, names: tuple[str, ...]) -> int:
    """Write the records, or only count them; what a record lacks to end before the next is added.

    A record that is not followed by the one that followed it may need the end of its line, and one
    without a result an empty line.  One of several files has a line before it that says where it
    stood; what `names` names alone, and standard input, goes without.
    """
    written, last = 0, None
    for tried in found:
        content, source = tried.content or b"", tried.origin.source
        if not count:
            named = source != STDIN and names != (source,)
            line = write_origin(tried.origin).encode("ascii", "backslashreplace")
            put(_between(last, tried, named=named) + (line if named else b"") + content)
        written, last = written + 1, tried
    return written


def _divide(found: Iterator[Tried], folder: Path, names: tuple[str, ...]) -> int:
    """Write a file for each value of the last tag asked for, and name the files."""
    stems, files = FileNames("aof"), dict[str, list[bytes]]()
    last: dict[str, Tried] = {}
    for tried in found:
        name = stems.of(tried.values[-1])
        between = _between(last.get(name), tried, named=False)
        files.setdefault(name, []).append(between + (tried.content or b""))
        last[name] = tried
    keep_apart([str(folder / name) for name in files], names)
    for name, contents in files.items():
        write_file(folder / name, b"".join(contents))
        write_out(f"{folder / name}\n")
    return sum(map(len, files.values()))


def _between(last: Tried | None, now: Tried, *, named: bool) -> bytes:
    """Give what has to stand between two records."""
    if last is None:
        return b""
    follows = last.origin._replace(start=now.origin.start, number=last.origin.number + 1)
    if not named and follows == now.origin:
        return b""
    content = last.content or b""
    end = b"" if content.endswith(b"\n") else b"\n"
    blank = content.endswith((b"\n\n", b"\n\r\n"))
    return end if last.ends or blank else end + b"\n"


def _origin(item: SourcedRecord) -> Origin:
    return Origin(item.source, item.raw.start, item.number)
