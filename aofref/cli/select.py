"""`aofref select`: the records that meet every criterion, byte for byte as they came."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from typing import Any, NamedTuple

import click

from aofref import variants
from aofref.cli.common import say
from aofref.cli.complete import complete_armies, complete_pieces
from aofref.cli.many import Many, Records, records_options
from aofref.cli.output import put
from aofref.cli.sources import Item
from aofref.judge.criteria import (
    EVENTS,
    Criterion,
    Ended,
    Had,
    Happened,
    InStatus,
    Inward,
    Long,
    Moved,
    OfGame,
    Outward,
    PlayedBy,
    Relation,
    Seen,
    Stood,
    Tagged,
    WonBy,
    fingerprint,
    fits,
    meets,
)
from aofref.judge.opening import Setting
from aofref.judge.replay import replay
from aofref.judge.verdict import Judged, Unopened
from aofref.notation.cells import CELL
from aofref.notation.movetext import CODE
from aofref.notation.records import Record, read
from aofref.report.messages import diagnostics

_ARMY = r"(?:([A-Z]):)?"
_CODE = f"({CODE})"
_UNIQUE = ("moves", "position")


class Order(NamedTuple):
    """What was asked for, the same for every record: all criteria, and of each group either."""

    setting: Setting
    criteria: tuple[Criterion, ...]
    either: tuple[tuple[Inward, ...], ...]
    invert: bool
    unique: str | None

    def __call__(self, item: Item) -> Verdict:
        """Try a record against every criterion."""
        return _tried(item, read(item.raw), self)

    def failed(self, item: Item, found: Unopened) -> Verdict:
        """Select no record at which the program itself failed, and say so."""
        fault = diagnostics(item.source, found.findings)
        return Verdict(item.source, item.number, item.raw.start.line, None, fault=fault)


class Verdict(NamedTuple):
    """A record that was selected, or None: its bytes, whether it states a result, its mark.

    `plies` counts those that were played to find out; `fault` tells that nothing was.
    """

    source: str
    number: int
    line: int
    content: bytes | None
    ends: bool = False
    mark: int = 0
    plies: int = 0
    fault: str = ""


class _Select(click.Command):
    """A command whose --unique may stand without its value."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Give --unique its usual value where none of its values follows."""
        given = []
        for at, arg in enumerate(args):
            bare = arg == "--unique" and [*args, ""][at + 1] not in _UNIQUE
            given.append("--unique=moves" if bare else arg)
        return super().parse_args(ctx, given)


def _read(pattern: str, form: str) -> Any:
    """Make a reader of option values by a pattern; what does not match is a usage error."""

    def read_all(
        _ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
    ) -> list[tuple[str, ...]]:
        found = []
        for value in values:
            match = re.fullmatch(pattern, value, re.DOTALL)
            if match is None:
                raise click.BadParameter(f"{value!r} is not of the form {form}", param=param)
            found.append(tuple(group or "" for group in match.groups()))
        return found

    return read_all


@click.command("select", cls=_Select)
@click.option(
    "--tag",
    "tags",
    multiple=True,
    metavar="TEST",
    callback=_read(r"(\w+)([=~<>])(.*)", "NAME=VALUE, NAME~TEXT, NAME<VALUE or NAME>VALUE"),
    help="Select by a tag: NAME=VALUE, NAME~TEXT (holds TEXT), NAME<VALUE or NAME>VALUE.",
)
@click.option(
    "--player",
    "names",
    multiple=True,
    metavar="NAME",
    callback=_read(r"(?:([A-Z])=)?(.+)", "NAME or ARMY=NAME"),
    help="Select games of a player, by a piece of the name; E=NAME: who plays army E.",
)
@click.option(
    "--result",
    "results",
    multiple=True,
    metavar="RESULT",
    help="Select games of this result; of several, any.",
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
    callback=_read(r"([0-9]{0,9})(\.\.)?([0-9]{0,9})", "10, 10.., ..40 or 10..40"),
    help="Select games of so many legal plies: 10, 10.., ..40 or 10..40.",
)
@click.option(
    "--event",
    "events",
    multiple=True,
    metavar="EVENT",
    callback=_read(rf"({'|'.join(EVENTS)})(?::([A-Z]?))?(?::{_CODE})?", "TYPE:ARMY:PIECE"),
    help="Select games in which this happened: checkmate, promotion:E, promotion:E:F.",
)
@click.option(
    "--moved",
    multiple=True,
    metavar="PIECE",
    shell_complete=complete_pieces,
    callback=_read(rf"{_ARMY}{_CODE}(?:@([a-z]+[0-9]+))?", "PIECE or PIECE@CELL"),
    help="Select games in which a PIECE moved, with PIECE@CELL to that cell.",
)
@click.option(
    "--position",
    "patterns",
    multiple=True,
    metavar="PATTERN",
    help="Select games in which these pieces stood at one time, as in 'E:Kjb5;Rka4/J:Ra1'.",
)
@click.option(
    "--material",
    "counts",
    multiple=True,
    metavar="COUNTS",
    help="Select games with so many pieces at one time, as in 'E:Q=2,J:P<3,R>5'.",
)
@click.option(
    "--status",
    "statuses",
    multiple=True,
    type=click.Choice(["legal", "illegal", "malformed"]),
    help="Select records of this verdict; of several, any.",
)
@click.option("--first", type=click.IntRange(1), metavar="N", help="Stop after N records.")
@click.option("--invert", is_flag=True, help="Select the records that would not be.")
@click.option("--count", is_flag=True, help="Print how many there are instead.")
@click.option(
    "--unique",
    type=click.Choice(_UNIQUE),
    help="Drop records whose moves, or last positions, were met before, and say which.",
)
@partial(
    records_options,
    variant="Select games of this kind; records that do not name theirs are taken to be of it.",
)
def command(
    records: Records,
    tags: list[tuple[str, str, str]],
    names: list[tuple[str, str]],
    results: tuple[str, ...],
    winners: tuple[str, ...],
    plies: list[tuple[str, str, str]],
    events: list[tuple[str, str, str]],
    moved: list[tuple[str, str, str]],
    patterns: tuple[str, ...],
    counts: tuple[str, ...],
    statuses: tuple[str, ...],
    first: int | None,
    invert: bool,
    count: bool,
    unique: str | None,
) -> None:
    """Select records and write them byte for byte as they came.

    A record must meet every criterion given.  The exit status is 0 if a record was selected, 1 if
    none was, 2 if something could not be read.
    """
    chosen = records.setting
    criteria: list[Criterion] = [
        *(Tagged(name, Relation(sign), value) for name, sign, value in tags),
        *(PlayedBy(name, army) for army, name in names),
        *map(_long, plies),
        *(Happened(*event) for event in events),
        *(Moved(piece, cell, army) for army, piece, cell in moved),
        *map(_stood, patterns),
        *map(_had, counts),
    ]
    if records.variant:
        game = variants.find(records.variant)
        assert game is not None
        criteria.append(OfGame(game.id))
    either = (
        tuple(map(Ended, results)),
        tuple(map(WonBy, winners)),
        tuple(map(InStatus, statuses)),
    )
    order = Order(chosen, tuple(criteria), either, invert, unique)
    many = records.many(order, lambda verdict: verdict.plies, with_bytes=True)
    with closing(many.results()) as found:
        written = _write(_selected(found, many, unique), first, count)
    if count:
        click.echo(str(written))
    sys.exit(many.status or (0 if written else 1))


# The values of options ----------------------------------------------------------------------------


def _long(given: tuple[str, str, str]) -> Long:
    least, dots, most = given
    if not dots and not (least or most):
        raise click.BadParameter("say 10, 10.., ..40 or 10..40", param_hint="--plies")
    return Long(int(least or 0), int(most) if most else None if dots else int(least))


def _stood(pattern: str) -> Stood:
    """Read pieces on cells: groups joined by `;`, `/` or blanks, an army for those behind it."""
    pieces = []
    for part in pattern.split("/"):
        army = ""
        for group in re.split(r"[;\s]+", part.strip("; ")):
            match = re.fullmatch(rf"{_ARMY}({CODE}|-)({CELL}(?:,{CELL})*)", group)
            if match is None:
                raise click.BadParameter(
                    f"{pattern!r} is not of the form E:Kjb5;Rka4/J:Ra1", param_hint="--position"
                )
            named, code, cells = match.groups()
            army = named or army
            _known(code, cells.split(","), "--position")
            pieces += [(army, code, cell) for cell in cells.split(",")]
    return Stood(tuple(pieces))


def _had(text: str) -> Had:
    """Read numbers of pieces, joined by commas; an army stands for those that follow it, too."""
    counts = []
    for part in text.split(","):
        match = re.fullmatch(rf"{_ARMY}{_CODE}([=<>])([0-9]{{1,9}})", part.strip())
        if match is None:
            raise click.BadParameter(
                f"{text!r} is not of the form E:Q=2,J:P<3,R>5", param_hint="--material"
            )
        army, code, sign, number = match.groups()
        _known(code, [], "--material")
        counts.append((army or "", code, Relation(sign), int(number)))
    return Had(tuple(counts))


def _known(code: str, cells: list[str], option: str) -> None:
    """Let pass a piece and cells that some one game has."""
    for name in variants.IDS:
        game = variants.find(name)
        assert game is not None
        if code in ("-", *game.pieces) and set(cells) <= set(game.board.names):
            return
    what = f"{code}{','.join(cells)}"
    raise click.BadParameter(f"no game has a piece and cells {what}", param_hint=option)


# Selecting ----------------------------------------------------------------------------------------


def _tried(item: Item, record: Record, order: Order) -> Verdict:
    """Try a record against every criterion; it is played only if it must be."""
    found: Judged | None = None
    outward = [one for one in order.criteria if isinstance(one, Outward)]
    inward = [one for one in order.criteria if not isinstance(one, Outward)]
    groups = [group for group in order.either if group]
    chosen = all(fits(record, one) for one in outward)
    if chosen and (inward or groups):
        found = replay(record, order.setting)
        chosen = all(meets(found, one) for one in inward) and all(
            any(meets(found, one) for one in group) for group in groups
        )
    wanted, mark = chosen != order.invert, 0
    if wanted and order.unique is not None:
        found = found or replay(record, order.setting)
        mark = fingerprint(found, order.unique)
    told = Verdict(item.source, item.number, item.raw.start.line, None)
    if found is not None:
        told = told._replace(plies=len(found.plies))
    if not wanted:
        return told
    ends = bool(record.results) or item.raw.is_json
    return told._replace(content=item.content, ends=ends, mark=mark)


def _selected(
    found: Iterator[Verdict], many: Many[Verdict], unique: str | None
) -> Iterator[Verdict]:
    """Give what was selected, without what was met before."""
    seen = Seen()
    same = "moves were" if unique == "moves" else "last position was"
    for verdict in found:
        if verdict.fault:
            say(verdict.fault)
            many.status = 2
        if verdict.content is None:
            continue
        if unique is not None and not seen.add(verdict.mark):
            say(f"aofref: {verdict.source}:{verdict.line}: dropped, its {same} met before\n")
            continue
        yield verdict


def _write(found: Iterator[Verdict], first: int | None, count: bool) -> int:
    """Write the records, or only count them; what a record lacks to end before the next is added.

    A record that is not followed by the one that followed it may need the end of its line, and one
    without a result an empty line.
    """
    written, last = 0, None
    for verdict in found:
        content = verdict.content or b""
        if not count:
            put(_between(last, verdict) + content)
        written, last = written + 1, verdict
        if written == first:
            break
    return written


def _between(last: Verdict | None, now: Verdict) -> bytes:
    if last is None or (last.source, last.number + 1) == (now.source, now.number):
        return b""
    content = last.content or b""
    end = b"" if content.endswith(b"\n") else b"\n"
    blank = content.endswith((b"\n\n", b"\n\r\n"))
    return end if last.ends or blank else end + b"\n"
