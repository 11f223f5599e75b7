"""`aofref show`: a position of a record as text or a picture, or the whole record as a page."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click

from aofref.cli import drawing
from aofref.cli.common import (
    Unreadable,
    as_played_option,
    complaint,
    encoding_option,
    files,
    pass_on,
    safely,
    say,
    setting,
    setting_options,
    status_of,
    worst_over,
    write_out,
)
from aofref.cli.output import put
from aofref.cli.where import named_record, place_options, ply_of
from aofref.findings import Code
from aofref.judge.opening import Setting
from aofref.judge.replay import replay
from aofref.judge.verdict import Judged, Replay, Unopened
from aofref.notation import positions
from aofref.notation.records import RawRecord, read
from aofref.report.listing import one_line
from aofref.report.messages import diagnostics
from aofref.report.standing import standing
from aofref.report.text import file_name

FORMATS = ["text", "svg", "png", "html", "position", "json"]
_ENDINGS = {"text": "txt", "position": "txt"}
_ONE_DOCUMENT = ("svg", "png", "html")
_FOR = {
    "color": ("text",),
    "level": ("text",),
    "diff": ("text",),
    "origin": ("text", "svg", "png"),
    "side": ("text", "svg", "png"),
    "view": ("svg", "png"),
    "cells": ("svg", "png"),
    "bindings": ("svg", "png"),
    "pieces": ("svg", "png"),
}
"""The formats that an option of the look is for."""


@click.command("show")
@files
@setting_options
@place_options
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True)
@click.option(
    "--output-dir",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write a file a record to DIR, named by number and players.",
)
@click.option("--side", default="", metavar="ARMY", help="See the board from an army's side.")
@click.option("--from", "origin", default="", metavar="CELL", help="Mark what that piece may do.")
@click.option("--level", default="", metavar="L", help="Draw only this level (text).")
@click.option("--diff", type=int, metavar="PLY", help="Mark what changed since PLY (text).")
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Tell the armies by colours, too (text).",
)
@click.option(
    "--view",
    type=click.Choice(["flat", "stacked"]),
    default="flat",
    show_default=True,
    help="Levels beside each other, or over each other (pictures).",
)
@click.option("--cells", is_flag=True, help="Name every cell, not those of the rim (pictures).")
@click.option(
    "--bindings",
    default="",
    metavar="PIECE",
    help="Colour the cells by the bindings of a piece, as RA or P:Peacock (pictures).",
)
@click.option(
    "--pieces",
    type=click.Choice(["letters", "drawings"]),
    default="letters",
    show_default=True,
    help="Show pieces by their codes or by drawings (pictures).",
)
@as_played_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    ply: int | None,
    form: str,
    game: str | None,
    folder: Path | None,
    as_played: bool,
    encoding: str,
    **look: Any,
) -> None:
    """Show each record after ply N, or after its last legal ply; as a page, the whole of it."""
    _check_use(click.get_current_context(), form, look)
    if folder is not None and look["color"] == "auto":
        look["color"] = "never"
    order = Order(setting(variant, rulings, as_played=as_played), ply, form, drawing.Look(**look))
    outlet = _Outlet(form, folder)

    def treat(records: Iterator[RawRecord], name: str) -> Iterator[int]:
        before = outlet.number

        def one(raw: RawRecord) -> int:
            source = Source(name, outlet.number - before)
            return _show(replay(read(raw), order.setting), source, order, outlet)

        for raw in outlet.numbered(records, name, game):
            yield 2 if raw is None else safely(one, raw, name)

    worst = worst_over(file, encoding, treat)
    outlet.close()
    sys.exit(worst)


class Source(NamedTuple):
    """Where a record stands: its file, and its number there."""

    name: str
    number: int


class Order(NamedTuple):
    """What was asked for, the same for every record."""

    setting: Setting
    ply: int | None
    format: str
    look: drawing.Look


def _check_use(ctx: click.Context, form: str, look: dict[str, Any]) -> None:
    """Refuse an option that the format has no use for."""
    for param in ctx.command.params:
        asked = ctx.get_parameter_source(param.name or "") is not click.core.ParameterSource.DEFAULT
        if param.name in look and asked and form not in _FOR[param.name]:
            meant = " and ".join(_FOR[param.name])
            raise click.UsageError(f"{param.opts[0]} is for {meant}, not for {form}")
    if look["origin"] and look["diff"] is not None:
        raise click.UsageError("--from and --diff do not go together")


class _Outlet:
    """Where positions go: standard output, which holds one drawing only, or files of a folder."""

    def __init__(self, form: str, folder: Path | None) -> None:
        self.form = form
        self.folder = folder
        self.number = 0
        self.held: str | bytes | None = None

    def numbered(
        self, records: Iterator[RawRecord], name: str, game: str | None
    ) -> Iterator[RawRecord | None]:
        """Give the records wanted of a file, each while its number is set; None for a fault."""
        begun, every = self.number, self._counted(records)
        if game is None:
            yield from every
            return
        try:
            number, raw = named_record(name, every, game)
        except Unreadable as problem:
            say(f"{problem.message}\n")
            yield None
            return
        read_to, self.number = self.number, begun + number
        yield raw
        self.number = read_to
        for _ in every:
            pass

    def _counted(self, records: Iterator[RawRecord]) -> Iterator[RawRecord]:
        for raw in records:
            self.number += 1
            yield raw

    def put(self, found: Replay, content: str | bytes) -> None:
        """Write the position of a record, which is number `number` of the input."""
        if self.folder is not None:
            path = self.folder / file_name(found, self.number, _ENDINGS.get(self.form, self.form))
            write_file(path, content)
            write_out(f"{path}\n")
        elif self.form not in _ONE_DOCUMENT:
            assert isinstance(content, str)
            pass_on(content)
        elif self.held is None:
            self.held = content
        else:
            raise click.UsageError(
                f"{self.form} of more than one record: say --game N or --output-dir DIR"
            )

    def close(self) -> None:
        """Write the one drawing, now that there is no second."""
        if isinstance(self.held, bytes):
            if sys.stdout is not None and sys.stdout.isatty():
                raise click.UsageError("a PNG is nothing to print on a terminal: redirect it")
            put(self.held)
        elif self.held is not None:
            pass_on(self.held)


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file into a folder, which is made if it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content, "utf-8", errors="backslashreplace", newline="\n")


def _show(found: Judged, source: Source, order: Order, outlet: _Outlet) -> int:
    """Show the position of one record and give its status."""
    say(diagnostics(source.name, found.findings))
    status = status_of(found.findings)
    if isinstance(found, Unopened):
        return status
    for ply in (order.ply, order.look.diff):
        if ply is not None and not -found.length - 2 < ply <= found.length:
            text = f"the record has no ply {ply}, but {found.length}"
            say(f"{complaint(source.name, Code.SYNTAX, text, found.record.start)}\n")
            return 2
    outlet.put(found, _drawn(found, source, order))
    return status


def _drawn(found: Replay, source: Source, order: Order) -> str | bytes:
    ply, look = ply_of(found, order.ply), order.look
    if order.format == "html":
        return drawing.html(found.record, order.setting, None if order.ply is None else ply)
    at = drawing.view(found, ply)
    if look.diff is not None:
        look = look._replace(diff=ply_of(found, look.diff))
    match order.format:
        case "json":
            told = standing(found.record, at.position, at.scene, ply, at.last)
            return one_line({"record": source.number, "source": source.name, **told})
        case "position":
            return positions.write(at.position) + "\n"
        case "svg":
            return drawing.svg(at, look)
        case "png":
            return drawing.png(at, look)
        case _:
            return drawing.text(at, look)
