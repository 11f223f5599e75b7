"""`aofref show`: the position after a ply."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from aofref.cli.common import (
    as_played_option,
    complaint,
    encoding_option,
    files,
    safely,
    say,
    setting,
    setting_options,
    status_of,
    worst_over,
    write_out,
)
from aofref.escape import on_one_line
from aofref.findings import Code
from aofref.judge.opening import Setting
from aofref.judge.replay import Replay, position_at, replay
from aofref.notation import positions
from aofref.notation.records import RawRecord, read
from aofref.report import diagram
from aofref.report.messages import diagnostics
from aofref.report.text import file_name
from aofref.rules.position import Position

FORMATS = ["text", "svg", "html", "position"]
_ENDINGS = {"text": "txt", "svg": "svg", "html": "html", "position": "txt"}
_ONE_DOCUMENT = ("svg", "html")


@click.command("show")
@files
@setting_options
@click.option("--ply", type=click.IntRange(0), metavar="N", help="After ply N; the last legal one.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option("--game", type=click.IntRange(1), metavar="N", help="Only record N of each FILE.")
@click.option(
    "--output-dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a file a record to DIR, named by number and players.",
)
@as_played_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    ply: int | None,
    form: str,
    game: int | None,
    folder: Path | None,
    as_played: bool,
    encoding: str,
) -> None:
    """Show the position of each record after ply N, or after its last legal ply."""
    order = Order(setting(variant, rulings, as_played=as_played), ply, form)
    outlet = _Outlet(form, folder)

    def treat(records: Iterator[RawRecord], name: str) -> Iterator[int]:
        number = 0
        for number, raw in enumerate(records, 1):
            outlet.number += 1
            if game in (None, number):
                yield safely(
                    lambda raw: _show(replay(read(raw), order.setting), name, order, outlet),
                    raw,
                    name,
                )
        if game is not None and 0 < number < game:
            say(f"{complaint(name, Code.NO_RECORD, f'there is no record {game}, but {number}')}\n")
            yield 2

    worst = worst_over(file, encoding, treat)
    outlet.close()
    sys.exit(worst)


class Order(NamedTuple):
    """What was asked for, the same for every record."""

    setting: Setting
    ply: int | None
    format: str


class _Outlet:
    """Where positions go: standard output, which holds one drawing only, or files of a folder."""

    def __init__(self, form: str, folder: Path | None) -> None:
        self.form = form
        self.folder = folder
        self.number = 0
        self.held: str | None = None

    def put(self, found: Replay, text: str) -> None:
        """Write the position of a record, which is number `number` of the input."""
        if self.folder is not None:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / file_name(found, self.number, _ENDINGS[self.form])
            path.write_text(text, "utf-8", errors="backslashreplace", newline="\n")
            write_out(f"{path}\n")
        elif self.form not in _ONE_DOCUMENT:
            write_out(text)
        elif self.held is None:
            self.held = text
        else:
            raise click.UsageError(
                f"{self.form} of more than one record: say --game N or --output-dir DIR"
            )

    def close(self) -> None:
        """Write the one drawing, now that there is no second."""
        if self.held is not None:
            write_out(self.held)


def _show(found: Replay, name: str, order: Order, outlet: _Outlet) -> int:
    """Show the position of one record and give its status."""
    say(diagnostics(name, found.findings))
    status, ply = status_of(found.findings), order.ply
    if found.last is None:
        return status
    if ply is not None and ply > found.length:
        text = f"the record has no ply {ply}, but {found.length}"
        say(f"{complaint(name, Code.SYNTAX, text, found.record.start)}\n")
        return 2
    at = found.last if ply is None else position_at(found, ply)
    outlet.put(found, _drawn(found, at, found.length if ply is None else ply, order.format))
    return status


def _drawn(found: Replay, at: Position, ply: int, form: str) -> str:
    if form == "position":
        return positions.write(at) + "\n"
    if form in _ONE_DOCUMENT:
        from aofref.report import svg

        event = found.record.tag("Event")
        title = f"{on_one_line(event.value) if event else at.game.variant.title}, after ply {ply}"
        return svg.svg(at) if form == "svg" else svg.html(at, title)
    return f"After ply {ply}:\n{diagram.position(at)}\n\n{positions.write(at)}\n"
