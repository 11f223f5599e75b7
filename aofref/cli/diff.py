"""`aofref diff`: two versions of one game, or a claimed position."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, NoReturn

import click

from aofref.cli.common import (
    Unreadable,
    as_played_option,
    complaint,
    encoding_option,
    format_option,
    open_position,
    replayed,
    setting,
    setting_options,
    status_of,
    the_record,
    write_out,
)
from aofref.cli.where import ply_of
from aofref.findings import Code
from aofref.judge.desk import compare, same_game
from aofref.judge.replay import position_at
from aofref.judge.verdict import Replay
from aofref.report.listing import one_line
from aofref.report.versions import (
    between,
    claimed,
    claimed_data,
    starts_data,
    versions,
    versions_data,
)


@click.command("diff")
@click.argument("a", type=click.Path())
@click.argument("b", required=False, type=click.Path())
@setting_options
@click.option("--position", metavar="P", help="Compare a claimed position with A's instead of B.")
@click.option("--ply", type=int, metavar="N", help="With --position: after ply N.")
@format_option
@as_played_option
@encoding_option
def command(
    a: str,
    b: str | None,
    variant: str,
    rulings: tuple[str, ...],
    position: str | None,
    ply: int | None,
    form: str,
    as_played: bool,
    encoding: str,
) -> None:
    """Find where two records A and B of one game first differ, or check a claimed position."""
    if (b is None) == (position is None):
        raise click.UsageError("give either B or --position")
    if ply is not None and b is not None:
        raise click.UsageError("--ply goes with --position, not with B")
    chosen = setting(variant, rulings, as_played=as_played)
    one = replayed(the_record(a, encoding), a, chosen)
    if b is None:
        number = ply_of(one, ply)
        at = position_at(one, number)
        claim = open_position(at.game, position)
        lines = list(claimed(at, claim))
        if form == "json":
            _end_json(claimed_data(at, claim, a, number), one)
        _end(lines or ["the position is as claimed"], 1 if lines else 0, one)
    other = replayed(the_record(b, encoding), b, chosen)
    _compare((a, b), one, other, form)


def _compare(names: tuple[str, str], one: Replay, other: Replay, form: str) -> NoReturn:
    if not same_game(one.game, other.game):
        text = f"{names[0]} and {names[1]} are not of one game under the same rulings"
        raise Unreadable(complaint(names[1], Code.BAD_POSITION, text))
    if one.first != other.first:
        if form == "json":
            _end_json(starts_data(one.first, other.first, names), one, other)
        starts = (f"  {line}" for line in between(one.first, other.first, names))
        _end(["the records start from different positions:", *starts], 1, one, other)
    found = compare(one, other)
    ends = (one.last, other.last)
    if form == "json":
        _end_json(versions_data(one.game, found, names, ends), one, other)
    lines = versions(one.game, found, names, ends)
    _end(lines, 0 if found.agree else 1, one, other)


def _end_json(told: dict[str, Any], *replays: Replay) -> NoReturn:
    """Write the comparison as a line of JSON, and exit as for the report."""
    write_out(one_line(told))
    status = 0 if told["outcome"] == "agree" else 1
    sys.exit(max(status, *(status_of(found.findings) for found in replays)))


def _end(lines: Iterable[str], status: int, *replays: Replay) -> NoReturn:
    """Write the report, and exit with the worst status, those of the records included."""
    write_out("".join(f"{line}\n" for line in lines))
    sys.exit(max(status, *(status_of(found.findings) for found in replays)))
