"""`aofref show`: show a position, or a page to play a game on."""

import re
import sys
from collections.abc import Iterable
from functools import partial
from pathlib import Path

import click

from aofref.cli import drawing
from aofref.cli.drawing import ShowOptions
from aofref.cli.io.files import files_read, nothing_given, write_file
from aofref.cli.io.output import stderr, stdout, stdout_raw
from aofref.cli.many import Done, Records, Run, done
from aofref.cli.options import shared
from aofref.cli.options.completers import FileName
from aofref.cli.options.option import option, refuse_if
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
    "--side ARMY",
    "See the board from an army's side (text, pictures).",
    default="",
)
@option("--from CELL", "Mark where the piece on CELL may go (text, pictures).", "from_")
@option("--level L", "Draw only this level (text).", default="")
@option("--diff PLY", "Mark what changed since PLY (text).")
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
    """Show each record after ply N, or after its last legal ply; as a page, the whole of it.

    aofref show --ply 4 game.aof
    aofref show --format html game.aof > game.html
    aofref show --format svg game.aof > game.svg
    aofref show --game Event~spring --ply -2 --format json all.aof
    """
    form, game = options.form, where.game
    _check_use(click.get_current_context(), options)
    if folder is not None and options.color == "auto":
        options = options._replace(color="never")
    read = frozenset() if folder is None else files_read(files)
    wanted = Records(files, where.setting, where.encoding, game=game, folders=False)
    run = Run(wanted._replace(needs_record=True), partial(_drawn, options=options))
    found: Iterable[tuple[Record, str | bytes | None]] = run
    alone = not files and where.ply is None and game is None and nothing_given()
    if where.position is not None or alone:
        named = where._replace(file=next(iter(files), None))
        at = where.alone() if where.position is None else named.located()[0]
        alone_drawn = _drawn(record_from(at, where.position), options)
        found, run.status = [alone_drawn.value], alone_drawn.status
        stderr(alone_drawn.diagnostics)
    number, held = 0, None
    for record, content in found:
        number += record.number if game is not None else 1  # as the records of the input
        if content is None:
            continue
        if folder is not None:
            known, tags = record.verdict.known_game, record.verdict.record.values
            players = player_names(tags, known.variant if known else None)
            path = folder / file_name(players, number, _ENDINGS.get(form, form))
            write_file(path, content, read)
            stdout(f"{path}\n")
        elif form not in _ONE_DOCUMENT:
            stdout_raw(content)
        elif held is None:
            held = content
        else:
            several = f"{form} of more than one record"
            raise click.UsageError(f"{several}: give --game N or --output-dir DIR")
    refuse_if(
        isinstance(held, bytes) and sys.stdout is not None and sys.stdout.isatty(),
        "a PNG cannot be shown on a terminal: redirect the output",
    )
    if held is not None:
        stdout_raw(held)
    return run.status


Drawn = Done[tuple[Record, str | bytes | None]]
"""A record, and its drawing, if it has one."""


def _check_use(ctx: click.Context, options: ShowOptions) -> None:
    """Refuse an option that is not for the format: its help names those that it is for."""
    for param in ctx.command.params:
        default = ctx.get_parameter_source(param.name or "") is click.core.ParameterSource.DEFAULT
        named = re.search(r" \(([a-z, ]+)\)\.$", getattr(param, "help", None) or "")
        if named is not None and not default:
            forms = named[1].replace("pictures", "svg, png").split(", ")
            if options.form not in forms:
                meant = " and ".join(forms)
                raise click.UsageError(f"{param.opts[0]} is for {meant}, not for {options.form}")
    refuse_if(options.from_ and options.diff is not None, "--from and --diff cannot be combined")


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


def _content(record: Record, judged: Replay, options: ShowOptions) -> str | bytes:
    ply, form = ply_of(judged.length, options.ply), options.form
    if form == "html":
        from aofref.report.page import book_name

        rules = options.rules  # the address of the rulebook, or of its folder
        if rules.endswith("/"):
            name = book_name(judged.game)
            rules = rules + name if name else ""
        return record.html(None if options.ply is None else ply, options.mail_to, rules)
    if form == "fen":
        at = record.at(ply)
        if at.turn is None and judged.plies and judged.plies[-1].move is None:
            at = record.mainline()[-1].before  # one of two players has withdrawn
        return f"{at.fen()}\n"
    # In a picture of a game of two, the board after a withdrawal is as it stood.
    stood = form in ("svg", "png") and options.from_ is None
    shown = drawing.view(judged, ply, stood=stood)
    if options.diff is not None:
        options = options._replace(diff=ply_of(judged.length, options.diff))
    match form:
        case "json":
            report = standing(judged.record, shown.board_view, ply, shown.last)
            return json_line({"record": record.number, "source": record.source, **report})
        case "position":
            return positions.write(shown.board_view.position) + "\n"
        case "svg":
            return drawing.svg(shown, options)
        case "png":
            return drawing.png(shown, options)
        case _:
            return drawing.text(shown, options)
