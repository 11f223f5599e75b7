"""Selection: criteria as options write them; records tried against them, and written as they came.

What is selected is written byte for byte.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import click

from aofref import variants
from aofref.cli.batch.many import Done, Many
from aofref.cli.io.files import files_read, keep_apart, write_file
from aofref.cli.io.output import put, say, write_out
from aofref.cli.io.streams import STDIN
from aofref.findings import Place, diagnostics
from aofref.judge.collect import criteria
from aofref.judge.collect.summary import fingerprint
from aofref.judge.replay.verdict import Judged
from aofref.library.record import Record
from aofref.notation.records import Origin, write_origin
from aofref.report.text.record import file_name, player_names
from aofref.variants.model import VariantData

_OPTIONS = {
    criteria.WonBy: "--winner",
    criteria.Happened: "--event",
    criteria.Moved: "--moved",
    criteria.Stood: "--position",
    criteria.Had: "--material",
}

Values = Callable[[click.Context, click.Parameter, tuple[str, ...]], list[criteria.Criterion]]


def reading(kind: type[criteria.Criterion]) -> Values:
    """Make a reader of option values as criteria of a kind; a usage error says what is missing."""
    return lambda _ctx, param, values: [_read(kind, value, param) for value in values]


def _read(kind: type[criteria.Criterion], value: str, param: click.Parameter) -> criteria.Criterion:
    from aofref.judge.collect.criteria_text import read  # and with it pyparsing
    from aofref.notation.movetext import Expected

    criterion = read(kind, value)
    if isinstance(criterion, Expected):
        what = f"{value!r}: expected {criterion.what} at column {criterion.column}"
        raise click.BadParameter(what, param=param)
    for _, code, cell in criterion.pieces if isinstance(criterion, criteria.Stood) else ():
        games = (game for game in _games("") if code in ("-", *game.pieces))
        if not any(cell in game.board.names for game in games):
            raise click.BadParameter(f"no game has a piece and a cell {code}{cell}", param=param)
    return criterion


def played_by(text: str) -> criteria.PlayedBy:
    """Read a player's name, with an army before it where some game has such."""
    if not text:
        raise click.BadParameter("a name is missing", param_hint="--player")
    army, sign, name = text.partition("=")
    known = any(game.army_named(army) for game in _games(""))
    return criteria.PlayedBy(name, army) if sign and name and known else criteria.PlayedBy(text)


def must_be_known(criterion: criteria.ByName, variant: str) -> None:
    """Let pass what names armies and pieces of some one game, or of the one game asked for."""
    if not any(criteria.within(game, criterion) for game in _games(variant)):
        whose = f"{variant} has no such" if variant else "no game has such an"
        raise click.BadParameter(f"{whose} army or piece", param_hint=_OPTIONS[type(criterion)])


def _games(variant: str) -> Iterator[VariantData]:
    """The game asked for; else every game, those from files only after the six."""
    names = (variant,) if variant else variants.IDS
    yield from (game for name in names if (game := variants.find(name)) is not None)
    others = () if variant else variants.every()[len(variants.IDS) :]
    yield from (game for name in others if (game := variants.find(name)) is not None)


class Tried(NamedTuple):
    """A record, and if it was selected its bytes, whether its end is marked, and its mark.

    It starts at a line and a column.  `values` are those of the tags that were asked for, empty
    where they are not known, and so are `players`.  `fault` is set where it could not be tried.
    """

    source: str
    number: int
    start: Place
    content: bytes | None = None
    ends: bool = False
    mark: bytes = b""
    fault: str = ""
    values: tuple[str, ...] = ()
    players: str = ""


@dataclass(frozen=True, slots=True)
class Selection:
    """What was asked for, the same for every record: all criteria, and of each group either.

    `variant` is the game of records that name none; `tags` are those whose values are wanted, and
    `named` says that the players are.
    """

    every: tuple[criteria.Criterion, ...]
    either: tuple[tuple[criteria.Inward, ...], ...]
    invert: bool
    unique: str | None
    variant: str
    tags: tuple[str, ...]
    named: bool = False

    def __call__(self, record: Record) -> Done[Tried]:
        """Try a record against every criterion; it is played only if it must be."""
        tried, judged = self._tried(record)
        status = 2 if tried.fault else 0
        return Done(tried, tried.fault, status, len(judged.plies) if judged is not None else 0)

    def _tried(self, record: Record) -> tuple[Tried, Judged | None]:
        tried = Tried(record.source, record.number, record.place)
        if record.has_failed:
            return tried._replace(fault=diagnostics(record.source, record.findings)), None
        written, judged = record.written, None
        outward = [test for test in self.every if isinstance(test, criteria.Outward)]
        inward = [test for test in self.every if not isinstance(test, criteria.Outward)]
        groups = [group for group in self.either if group]
        chosen = all(criteria.fits(written, test) for test in outward)
        if chosen and (inward or groups):
            judged = record.verdict
            chosen = all(criteria.meets(judged, test) for test in inward) and all(
                any(criteria.meets(judged, test) for test in group) for group in groups
            )
        wanted, mark = chosen != self.invert, b""
        if wanted and self.unique is not None:
            judged = record.verdict
            mark = fingerprint(judged, self.unique)
        if not wanted:
            return tried, judged
        ends = record.is_json or bool(written.results and not written.findings)
        values = tuple(criteria.value(written, name, self.variant) for name in self.tags)
        players = ""
        if self.named:
            game = variants.find(criteria.value(written, "Variant", self.variant))
            players = player_names(written, game)
        content = record.content
        return Tried(*tried[:3], content, ends, mark, "", values, players), judged


def selected(
    every: Iterator[Done[Tried]], many: Many[Tried], unique: str | None
) -> Iterator[Tried]:
    """Yield what was selected, without what was met before."""
    seen: set[bytes] = set()
    same = "moves were" if unique == "moves" else "last position was"
    for tried, wrong, status, _ in every:
        say(wrong)
        many.status = max(many.status, status)
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
