"""Selection: criteria of options; records tested by them, and written byte for byte."""

from collections.abc import Callable, Iterator
from pathlib import Path

import click

from aofref import games
from aofref.cli.batch.records import Done
from aofref.cli.io.files import STDIN, files_read, keep_apart, write_file
from aofref.cli.io.output import stderr, stdout, stdout_raw
from aofref.findings import Place, diagnostics
from aofref.games.model import VariantData
from aofref.judge.collect import criteria
from aofref.judge.collect.summary import fingerprint
from aofref.judge.replay.verdict import Replay
from aofref.library.record import Record
from aofref.notation.movetext import Expected
from aofref.notation.records import Origin, write_origin
from aofref.report.text.record import file_name, player_names
from aofref.values import Value

_OPTIONS = {
    criteria.WonBy: "--winner",
    criteria.Happened: "--event",
    criteria.Moved: "--moved",
    criteria.Stood: "--position",
    criteria.Had: "--material",
}

Callback = Callable[[click.Context, click.Parameter, tuple[str, ...]], list[criteria.Criterion]]


def each(make: Callable[[str], criteria.Criterion]) -> Callback:
    """Make the callback of an option that may be repeated: each value is a criterion."""
    return lambda _ctx, _param, values: [make(value) for value in values]


def reading(kind: type[criteria.Criterion]) -> Callback:
    """Make the callback of an option whose values are criteria in words; raises usage errors."""
    return lambda _ctx, param, values: [_read(kind, value, param) for value in values]


def _read(kind: type[criteria.Criterion], value: str, param: click.Parameter) -> criteria.Criterion:
    from aofref.judge.collect.criteria_text import read  # and with it pyparsing

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
    """Parse a player's name, behind an army if some game has it."""
    if not text:
        raise click.BadParameter("a name is missing", param_hint="--player")
    army, sign, name = text.partition("=")
    known = any(game.army_named(army) for game in _games(""))
    return criteria.PlayedBy(name, army) if sign and name and known else criteria.PlayedBy(text)


def must_be_known(criterion: criteria.ByName, variant: str) -> None:
    """Check that some game, or the wanted one, has all armies and pieces of a criterion."""
    if not any(criteria.within(game, criterion) for game in _games(variant)):
        whose = f"{variant} has no such" if variant else "no game has such an"
        raise click.BadParameter(f"{whose} army or piece", param_hint=_OPTIONS[type(criterion)])


def _games(variant: str) -> Iterator[VariantData]:
    """Yield the wanted game; else every game, the six first."""
    names = (variant,) if variant else games.IDS
    yield from (game for name in names if (game := games.find(name)) is not None)
    others = () if variant else games.every()[len(games.IDS) :]
    yield from (game for name in others if (game := games.find(name)) is not None)


class Tried(Value):
    """A record, and if it was selected its bytes, whether its end is marked, and its mark.

    It starts at a line and a column.  `values` are the values of the wanted tags, and `players`
    the names of the players, both empty if they are unknown.  `fault` is set for a record that
    could not be tested.  `at` is its place among all that were tested.
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
    at: int = 0


class Selection(Value):
    """The criteria, the same for every record: it must meet all of them, and one of each group.

    `variant` is the game of records without one.  The values of `tags` are wanted, and with
    `named` the players, too.
    """

    every: tuple[criteria.Criterion, ...]
    either: tuple[tuple[criteria.Inward, ...], ...]
    invert: bool
    unique: str | None
    variant: str
    tags: tuple[str, ...]
    named: bool = False

    def __call__(self, record: Record) -> Done[Tried]:
        """Test a record by all criteria; it is replayed only if one needs that."""
        tried, judged = self._tried(record)
        status = 2 if tried.fault else 0
        return Done(tried, tried.fault, status, len(judged.plies) if judged is not None else 0)

    def _tried(self, record: Record) -> tuple[Tried, Replay | None]:
        tried = Tried(record.source, record.number, record.place)
        if record._has_failed:
            return tried._replace(fault=diagnostics(record.source, record.findings)), None
        written, judged = record._tokens, None
        outward = [test for test in self.every if isinstance(test, criteria.Outward)]
        inward = [test for test in self.every if not isinstance(test, criteria.Outward)]
        groups = [group for group in self.either if group]
        chosen = all(criteria.fits(written, test) for test in outward)
        if chosen and (inward or groups):
            judged = record._verdict
            chosen = all(criteria.meets(judged, test) for test in inward) and all(
                any(criteria.meets(judged, test) for test in group) for group in groups
            )
        wanted, mark = chosen != self.invert, b""
        if wanted and self.unique is not None:
            judged = record._verdict
            mark = fingerprint(judged, self.unique)
        if not wanted:
            return tried, judged
        ends = record.is_json or bool(written.results and not written.findings)
        values = tuple(criteria.value(written, name, self.variant) for name in self.tags)
        players = ""
        if self.named:
            game = games.find(criteria.value(written, "Variant", self.variant))
            players = player_names(written, game)
        content = record._raw.content
        found = tried._replace(
            content=content, ends=ends, mark=mark, values=values, players=players
        )
        return found, judged


def selected(
    every: Iterator[Done[Tried] | Done[None]], statuses: set[int], unique: str | None
) -> Iterator[Tried]:
    """Yield the selected records, without repetitions; add the exit statuses of all records."""
    seen: set[bytes] = set()
    same = "moves were" if unique == "moves" else "last position was"
    for at, (tried, wrong, status, _) in enumerate(every):
        stderr(wrong)
        statuses.add(status)
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
    blank = content.endswith((b"\n\n", b"\n\r\n"))
    return end if last.ends or blank else end + b"\n"
