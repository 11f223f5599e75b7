"""`aofref show`: the position after a ply."""

from __future__ import annotations

from collections.abc import Iterator

import click

from aofref.arbiter import position_at
from aofref.cli.common import (
    as_played_option,
    encoding_option,
    files,
    over_records,
    say,
    setting,
    setting_options,
    status_of,
    write_out,
)
from aofref.notation import positions
from aofref.notation.records import RawRecord, read
from aofref.replay import Replay, replay
from aofref.report import diagram
from aofref.report.messages import diagnostics
from aofref.rules.position import Position

FORMATS = ["text", "svg", "html", "position"]


@click.command("show")
@files
@setting_options
@click.option("--ply", type=click.IntRange(0), metavar="N", help="After ply N; the last legal one.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@as_played_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    ply: int | None,
    form: str,
    as_played: bool,
    encoding: str,
) -> None:
    """Show the position of each record after ply N, or after its last legal ply."""
    chosen = setting(variant, rulings, as_played=as_played)

    def treat(records: Iterator[RawRecord], name: str) -> Iterator[int]:
        return (_show(replay(read(raw), chosen), name, ply, form) for raw in records)

    over_records(file, encoding, treat)


def _show(found: Replay, name: str, ply: int | None, form: str) -> int:
    """Show the position of one record and give its status."""
    say(diagnostics(name, found.findings))
    status = status_of(found.findings)
    if found.last is None:
        return status
    if ply is not None and ply > found.length:
        line = found.record.start.line
        say(f"{name}:{line}:1: syntax the record has no ply {ply}, but {found.length}\n")
        return 2
    at = found.last if ply is None else position_at(found, ply)
    write_out(_shown(found, at, found.length if ply is None else ply, form))
    return status


def _shown(found: Replay, at: Position, ply: int, form: str) -> str:
    if form == "position":
        return positions.write(at) + "\n"
    if form in ("svg", "html"):
        from aofref.report import svg

        event = found.record.tag("Event")
        title = f"{event.value if event else at.game.variant.title}, after ply {ply}"
        return svg.svg(at) if form == "svg" else svg.html(at, title)
    return f"After ply {ply}:\n{diagram.position(at)}\n\n{positions.write(at)}\n"
