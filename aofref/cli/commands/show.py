"""`aofref show`: show a position, or a page to play a game on.

Group: Begin

    aofref show --ply 4 game.aof
    aofref show --format html game.aof > game.html
    aofref show --format svg game.aof > game.svg
    aofref show --game Event~spring --ply -2 --format json all.aof
"""

import re
import sys
from functools import partial
from pathlib import Path

import click

from aofref.cli import drawing
from aofref.cli.drawing import ShowOptions
from aofref.cli.io.files import files_read, nothing_given, write_file
from aofref.cli.io.output import stderr, stdout, stdout_raw
from aofref.cli.many import Done, Records, Run, done
from aofref.cli.options import shared
from aofref.cli.options.completers import FileName, complete_armies
from aofref.cli.options.option import option
from aofref.cli.options.position import (
    Where,
    only_plies,
    place_options,
    ply_of,
    position_option,
    record_from,
)
from aofref.findings import BadPosition, Code, diagnostics, fault
from aofref.judge.replay.verdict import Replay
from aofref.library.record import Record
from aofref.notation import positions
from aofref.report.json.position import standing
from aofref.report.text.record import file_name, player_names
from aofref.text import json_line

_ENDINGS = {"text": "txt", "position": "txt"}
_ONE_DOCUMENT = ("svg", "png", "html")
_FOR = {
    **dict.fromkeys(("color", "level", "diff", "no_position"), ("text",)),
    **dict.fromkeys(("from_", "side"), ("text", "svg", "png")),
    **dict.fromkeys(
        ("stacked", "cells", "bindings", "drawings", "theme", "caption"), ("svg", "png")
    ),
    **dict.fromkeys(("mail_to", "rules"), ("html",)),
    "width": ("svg",),
}
"""The formats of each option that is not for all."""


def _link(value: str) -> str:
    """Refuse an address to which a page must not link, such as a script."""
    scheme = re.match("[a-z][a-z0-9+.-]*:", value, re.IGNORECASE)
    leads = scheme is None or scheme[0].lower() in ("http:", "https:", "file:")
    if not leads or " " in value or not value.isprintable():  # browsers skip control characters
        raise ValueError(f"not the address of a page: {value!r}")
    return value


@click.argument("files", nargs=-1, type=FileName(), metavar="[FILE]...")
@shared.setting_options()
@place_options
@position_option
@option(
    "--format text|svg|png|html|position|fen|json",
    "What to write; html is a page on which to play.",
    "form",
)
@shared.folder_option(
    "folder", "Write each record to a file in DIR, named after its number and players."
)
@option(
    "--side ARMY", "See the board from an army's side.", default="", shell_complete=complete_armies
)
@shared.cell_option("Mark where the piece on CELL may go.", "from_")
@option("--level L", "Draw only this level (text).", default="", type=shared.SMALL)
@option("--diff PLY", "Mark what changed since PLY (text).", type=int)
@option("--color auto|always|never", "Show the armies in colours (text).")
@option("--no-position", "Leave the position line out (text).")
@option(
    "--view flat|stacked",
    "Draw the levels side by side, or stacked (pictures).",
    "stacked",
    read=lambda view: view == "stacked",
)
@option("--cells", "Name every cell, not only the lines around each level (pictures).")
@option(
    "--bindings PIECE",
    "Colour the cells by the bindings of a piece, as RA or P:Peacock (pictures).",
    default="",
)
@option(
    "--pieces letters|drawings",
    "Show pieces by their codes or by drawings (pictures).",
    "drawings",
    read=lambda pieces: pieces == "drawings",
)
@option("--theme color|print", "Draw in colours, or for print, in black and white (pictures).")
@option("--caption", "Write one caption under the board, no heading and no legend (pictures).")
@option(
    "--width MM",
    "Make the picture so many millimetres wide, not as wide as A4 (svg).",
    type=click.FloatRange(10, 2000),
    callback=lambda _ctx, _param, value: value or 0,
)
@shared.mail_to_option
@option(
    "--rules ADDRESS",
    "Let the pieces lead to the rulebook there, or in the folder that ends in / (html).",
    default="",
    read=_link,
)
@shared.as_played_option
@shared.encoding_option
def command(files: tuple[str, ...], where: Where, folder: Path | None, options: ShowOptions) -> int:
    """Show each record after ply N, or after its last legal ply; as a page, the whole of it."""
    form = options.form
    _check_use(click.get_current_context(), options)
    if folder is not None and options.color == "auto":
        options = options._replace(color="never")
    game, position = where.game, where.position
    drawings = _Drawings(form, folder, files, only=game is not None)
    alone = not files and where.ply is None and game is None and nothing_given()
    if position is None and not alone:
        found = Records(files, where.setting, where.encoding, game=game, folders=False)
        records = found._replace(needs_record=True)
        run = Run(records, partial(_drawn, options=options))
        for drawn in run:
            drawings.put(drawn)
        status = run.status
    else:
        named = where._replace(file=next(iter(files), None))
        at = where.alone() if position is None else named.located()[0]
        alone_drawn = _drawn(record_from(at, position), options)
        drawings.put(alone_drawn)
        status = alone_drawn.status
    drawings.close()
    return status


Drawn = Done[tuple[Record, str | bytes | None]]
"""A record, and its drawing, if it has one."""


def _check_use(ctx: click.Context, options: ShowOptions) -> None:
    """Refuse an option that is not for the format."""
    for param in ctx.command.params:
        given = ctx.get_parameter_source(param.name or "") is not click.core.ParameterSource.DEFAULT
        if param.name in _FOR and given and options.form not in _FOR[param.name]:
            meant = " and ".join(_FOR[param.name])
            raise click.UsageError(f"{param.opts[0]} is for {meant}, not for {options.form}")
    if options.named.from_ and options.diff is not None:
        raise click.UsageError("--from and --diff cannot be combined")


class _Drawings:
    """The output of positions: standard output, for one drawing only, or files of a folder."""

    def __init__(
        self, form: str, folder: Path | None, names: tuple[str, ...], *, only: bool
    ) -> None:
        self.form = form
        self.folder = folder
        self.read = frozenset() if folder is None else files_read(names)
        self.only = only
        self.number = 0
        self.held: str | bytes | None = None

    def put(self, drawn: Drawn) -> None:
        """Write the drawing of a record; files are numbered as the records of the input."""
        record, content = drawn.value
        self.number += record.number if self.only else 1
        stderr(drawn.diagnostics)
        judged = record.verdict
        if content is None:
            pass
        elif self.folder is not None:
            ending = _ENDINGS.get(self.form, self.form)
            game = judged.known_game
            players = player_names(judged.record.values, game.variant if game else None)
            path = self.folder / file_name(players, self.number, ending)
            write_file(path, content, self.read)
            stdout(f"{path}\n")
        elif self.form not in _ONE_DOCUMENT:
            assert isinstance(content, str)
            stdout_raw(content)
        elif self.held is None:
            self.held = content
        else:
            raise click.UsageError(
                f"{self.form} of more than one record: give --game N or --output-dir DIR"
            )

    def close(self) -> None:
        """Write the only drawing."""
        at_terminal = sys.stdout is not None and sys.stdout.isatty()
        if isinstance(self.held, bytes) and at_terminal:
            raise click.UsageError("a PNG cannot be shown on a terminal: redirect the output")
        if self.held is not None:
            stdout_raw(self.held)


def _drawn(record: Record, options: ShowOptions) -> Drawn:
    judged = record.verdict
    if not judged.opened:
        return done(record, (record, None))
    for ply in (options.ply, options.diff):
        if ply is not None and not -judged.length - 2 < ply <= judged.length:
            return _not_drawn(record, Code.SYNTAX, only_plies(judged.length))
    try:
        return done(record, (record, _content(record, judged, options)))
    except BadPosition as why:  # without a FEN
        return _not_drawn(record, Code.BAD_POSITION, str(why))


def _not_drawn(record: Record, code: Code, why: str) -> Drawn:
    """Report why a position or its FEN cannot be shown of a record that can be opened."""
    findings = (*record.findings, fault(code, why, record.place))
    return Done((record, None), diagnostics(record.source, findings))


def _fen(record: Record, ply: int) -> str:
    """Write the FEN after a ply; where one of two players has withdrawn, that of the ply before."""
    at, plies = record.at(ply), record.verdict.plies
    if at.turn is None and plies and plies[-1].move is None:
        at = record.mainline()[-1].before
    return at.fen()


def _content(record: Record, judged: Replay, options: ShowOptions) -> str | bytes:
    ply = ply_of(judged.length, options.ply)
    if options.form == "html":
        from aofref.report.page import book_name

        rules = options.rules  # the address of the rulebook, or of its folder
        if rules.endswith("/"):
            name = book_name(judged.game)
            rules = rules + name if name else ""
        return record.html(None if options.ply is None else ply, options.mail_to, rules)
    if options.form == "fen":
        return _fen(record, ply) + "\n"
    # In a picture of a game of two, the board after a withdrawal is as it stood.
    stood = options.form in ("svg", "png") and options.named.from_ is None
    at = drawing.view(judged, ply, stood=stood)
    if options.diff is not None:
        options = options._replace(diff=ply_of(judged.length, options.diff))
    match options.form:
        case "json":
            shown = standing(judged.record, at.board_view, ply, at.last)
            return json_line({"record": record.number, "source": record.source, **shown})
        case "position":
            return positions.write(at.board_view.position) + "\n"
        case "svg":
            return drawing.svg(at, options.named, options.picture)
        case "png":
            return drawing.png(at, options.named, options.picture)
        case _:
            return drawing.text(at, options)
