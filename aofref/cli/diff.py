"""`aofref diff`: two versions of one game, or a claimed position."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from aofref.cli.common import (
    Unreadable,
    as_played_option,
    complaint,
    encoding_option,
    open_position,
    replayed,
    setting,
    setting_options,
    status_of,
    write_out,
)
from aofref.cli.where import ply_of
from aofref.findings import Code
from aofref.judge.desk import compare, same_game
from aofref.judge.replay import Replay, position_at
from aofref.report.versions import between, claimed, versions


@click.command("diff")
@click.argument("a", type=click.Path())
@click.argument("b", required=False, type=click.Path())
@setting_options
@click.option("--position", metavar="P", help="Compare a claimed position with A's instead of B.")
@click.option("--ply", type=int, metavar="N", help="With --position: after ply N.")
@as_played_option
@encoding_option
def command(
    a: str,
    b: str | None,
    variant: str,
    rulings: tuple[str, ...],
    position: str | None,
    ply: int | None,
    as_played: bool,
    encoding: str,
) -> None:
    """Find where two records A and B of one game first differ, or check a claimed position."""
    if (b is None) == (position is None):
        raise click.UsageError("give either B or --position")
    if ply is not None and b is not None:
        raise click.UsageError("--ply goes with --position, not with B")
    chosen = setting(variant, rulings, as_played=as_played)
    one = replayed(a, encoding, chosen)
    if b is None:
        at = position_at(one, ply_of(one, ply))
        lines = list(claimed(at, open_position(at.game, position)))
        _end(lines or ["the position is as claimed"], 1 if lines else 0, one)
        return
    other = replayed(b, encoding, chosen)
    _compare((a, b), one, other)


def _compare(names: tuple[str, str], one: Replay, other: Replay) -> None:
    assert one.game is not None and one.first is not None and one.last is not None
    assert other.game is not None and other.first is not None and other.last is not None
    if not same_game(one.game, other.game):
        text = f"{names[0]} and {names[1]} are not of one game under the same rulings"
        raise Unreadable(complaint(names[1], Code.BAD_POSITION, text))
    if one.first != other.first:
        starts = (f"  {line}" for line in between(one.first, other.first, names))
        _end(["the records start from different positions:", *starts], 1, one, other)
    found = compare(one, other)
    lines = versions(one.game, found, names, (one.last, other.last))
    _end(lines, 0 if found.agree else 1, one, other)


def _end(lines: Iterable[str], status: int, *replays: Replay) -> None:
    """Write the report, and exit with the worst status, those of the records included."""
    write_out("".join(f"{line}\n" for line in lines))
    sys.exit(max(status, *(status_of(found.findings) for found in replays)))
