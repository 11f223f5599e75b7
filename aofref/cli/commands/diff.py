"""`aofref diff`: find where two versions of a game part.

Group: Judge

    aofref diff anna.aof bela.aof
    aofref diff --format json anna.aof bela.aof
    aofref diff --merge anna.aof bela.aof > both.aof
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any, NoReturn

import click

from aofref.cli.io.diagnostics import complaint, say, status_of, unreadable
from aofref.cli.io.output import pass_on, write_out
from aofref.cli.io.record import replayed, the_record
from aofref.cli.io.streams import STDIN
from aofref.cli.options.game import open_position, position_text
from aofref.cli.options.once import once
from aofref.cli.options.position import ply_of
from aofref.cli.options.setting import setting
from aofref.cli.options.shared import (
    as_played_option,
    encoding_option,
    format_option,
    setting_options,
)
from aofref.findings import Code
from aofref.judge.analysis.diagnosis import compare, same_game
from aofref.judge.edit.merge import merged
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import position_at
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Replay
from aofref.library.position import Position
from aofref.library.variant import Variant
from aofref.notation.moves import Notation
from aofref.report.json import diff as as_json
from aofref.report.text.diff import between, stated, versions
from aofref.report.text.messages import diagnostics, sentence
from aofref.text import json_line


@click.command("diff")
@click.argument("a", type=click.Path())
@click.argument("b", required=False, type=click.Path())
@setting_options
@click.option(
    "--position",
    multiple=True,
    callback=once,
    metavar="P",
    help="Compare a claimed position with A's instead of B; - is standard input.",
)
@click.option("--ply", type=int, metavar="N", help="With --position: after ply N.")
@click.option(
    "--merge", is_flag=True, help="Print the longer version with what only the shorter has."
)
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
    merge: bool,
    form: str,
    as_played: bool,
    encoding: str,
) -> None:
    """Find where two records A and B of one game first differ, or check a claimed position."""
    if (b is None) == (position is None):
        raise click.UsageError("give either B or --position")
    if ply is not None and b is not None:
        raise click.UsageError("--ply goes with --position, not with B")
    if a == position == STDIN:
        raise click.UsageError("A and --position cannot both be standard input")
    if merge and (b is None or form == "json"):
        raise click.UsageError("--merge goes with A and B, and without --format json")
    chosen = setting(variant, rulings, as_played=as_played)
    one = replayed(the_record(a, encoding), a, chosen)
    if b is None:
        number = ply_of(one, ply)
        at = Position(Variant(one.game), position_at(one, number))
        found = at.difference(open_position(at.variant, position_text(position or "")))
        if form == "json":
            _end_json({"a": a, "b": None, "ply": number, **found.report()}, one)
        _end([str(found) or "the position is as claimed"], 1 if found else 0, one)
    other = replayed(the_record(b, encoding), b, chosen)
    if not same_game(one.game, other.game):
        text = f"{a} and {b} are not of the same game under the same rulings"
        raise unreadable(b, Code.BAD_POSITION, text)
    if merge:
        _merge((a, b), one, other, chosen)
    _compare((a, b), one, other, form)


def _merge(names: tuple[str, str], one: Replay, other: Replay, chosen: Setting) -> NoReturn:
    """Write the two versions as one record, or say where they contradict each other."""
    if status := max(status_of(found.findings) for found in (one, other)):
        sys.exit(status)
    if len(other.plies) > len(one.plies):
        names, one, other = names[::-1], other, one
    if one.first != other.first:
        text = f"starts from another position than {names[0]}"
        say(f"{complaint(names[1], Code.CONTRADICTION, text)}\n")
        sys.exit(1)
    found = merged(one, other, chosen)
    if isinstance(found, list):
        for each in found:
            say(f"{complaint(names[1], each.code, sentence(each.refusal), each.place)}\n")
        sys.exit(1)
    done = rewrite(found, chosen, Notation.LAN)
    if not done.text:  # longer than a record may be
        say(diagnostics(names[0], done.findings))
    pass_on(done.text)
    sys.exit(status_of(done.findings))


def _compare(names: tuple[str, str], one: Replay, other: Replay, form: str) -> NoReturn:
    found = compare(one, other)
    if one.first != other.first:
        if form == "json":
            _end_json(as_json.starts(one.first, other.first, found, names), one, other)
        starts = [f"  {line}" for line in between(one.first, other.first, names)]
        head = "the records start from different positions:"
        _end([head, *starts, *stated(found, names)], 1, one, other)
    ends = (one.last, other.last)
    if form == "json":
        _end_json(as_json.versions(one.game, found, names, ends), one, other)
    lines = [*versions(one.game, found, names, ends), *stated(found, names)]
    _end(lines, 0 if found.agree else 1, one, other)


def _end_json(data: dict[str, Any], *replays: Replay) -> NoReturn:
    """Write the comparison as a line of JSON, and exit as for the report."""
    write_out(json_line(data))
    status = 0 if data["outcome"] == "agree" else 1
    sys.exit(max(status, *(status_of(found.findings) for found in replays)))


def _end(lines: Iterable[str], status: int, *replays: Replay) -> NoReturn:
    """Write the report, and exit with the worst status, those of the records included."""
    write_out("".join(f"{line}\n" for line in lines))
    sys.exit(max(status, *(status_of(found.findings) for found in replays)))
