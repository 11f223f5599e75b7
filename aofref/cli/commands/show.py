"""`aofref show`: show a position, or a page to play a game on."""

import re
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import click

from aofref.cli import io
from aofref.cli.many import Done, Records, Run, done
from aofref.cli.options import position as of_position
from aofref.cli.options import shared
from aofref.cli.options.option import complete_files, option, options, refuse_if
from aofref.cli.options.position import Where, ply_of
from aofref.findings import BadPosition, Code, diagnostics, fault
from aofref.judge.analysis.view import BoardView, Range, view_of
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Replay
from aofref.library import names
from aofref.library.record import Record
from aofref.library.values import UnknownName
from aofref.notation import positions
from aofref.report.json.position import standing
from aofref.report.svg.plan import PictureOptions, plan_of
from aofref.report.text.caption import Caption, caption
from aofref.report.text.record import file_name, folded, player_names
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import install, json_line
from aofref.values import Value

Read = TypeVar("Read")


class ShowOptions(Value):
    """The values of the options of `show`, the same for every record.

    `side` is the army at the foot, `from_` a cell, `bindings` a piece whose bindings colour cells,
    behind the letter of its army and a colon if it needs one.  Text has only one `level`, if it is
    named.
    """

    form: str
    side: str | None
    from_: str | None
    bindings: str | None
    level: str | None
    picture: PictureOptions
    diff: int | None
    color: str
    no_position: bool
    mail_to: str
    rules: str
    ply: int | None


def _link(value: str) -> str:
    """Refuse an address to which a page must not link, such as a script."""
    scheme = re.match("[a-z][a-z0-9+.-]*:", value, re.IGNORECASE)
    leads = scheme is None or scheme[0].lower() in ("http:", "https:", "file:")
    if not leads or " " in value or not value.isprintable():  # browsers skip control characters
        raise ValueError(f"not the address of a page: {value!r}")
    return value


@click.argument("files", nargs=-1, shell_complete=complete_files, metavar="[FILE]...")
@shared.reading_options()
@of_position.place_options
@of_position.position_option
@option(
    "--format text|svg|png|html|position|fen|json as form",
    "What to write; html is a page on which to play.",
)
@shared.folder_option(
    "folder", "Write each record to a file in DIR, named after its number and players."
)
@options(
    """
    --side ARMY  See the board from an army's side (text, pictures).
    --from CELL as from_  Mark where the piece on CELL may go (text, pictures).
    --level L  Draw only this level (text).
    --diff PLY  Mark what changed since PLY (text).
    --color auto|always|never  Show the armies in colours (text).
    --no-position  Leave the position line out (text).
    --view flat|stacked as stacked  Draw the levels side by side, or stacked (pictures).
    --cells  Name every cell, not only the lines around each level (pictures).
    --bindings PIECE  Colour the cells by the bindings of a piece, as RA or P:Peacock (pictures).
    --pieces letters|drawings as drawings  Show pieces by their codes or by drawings (pictures).
    --theme color|print  Draw in colours, or for print, in black and white (pictures).
    --caption  Write one caption under the board, no heading and no legend (pictures).
    --width MM  Make the picture so many millimetres wide, not as wide as A4 (svg).
    """,
    stacked={"read": lambda view: view == "stacked"},
    drawings={"read": lambda pieces: pieces == "drawings"},
    width={
        "type": click.FloatRange(10, 2000),
        "callback": lambda _ctx, _param, value: value or 0,
    },
)
@shared.mail_to_option
@option(
    "--rules ADDRESS",
    "Let the pieces lead to the rulebook there, or in the folder that ends in / (html).",
    default="",
    read=_link,
)
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
    read = frozenset() if folder is None else io.files_read(files)
    wanted = Records(files, where.setting, where.encoding, game=game, folders=False)
    run = Run(wanted._replace(needs_record=True), partial(_drawn, options=options))
    found: Iterable[tuple[Record, str | bytes | None]] = run
    alone = not files and where.ply is None and game is None and io.nothing_given()
    if where.position is not None or alone:
        named = where._replace(file=next(iter(files), None))
        at = where.alone() if where.position is None else named.located()[0]
        alone_drawn = _drawn(of_position.record_from(at, where.position), options)
        found, run.status = [alone_drawn.value], alone_drawn.status
        io.stderr(alone_drawn.diagnostics)
    number, held = 0, None
    for record, content in found:
        number += record.number if game is not None else 1  # as the records of the input
        if content is None:
            continue
        if folder is not None:
            known, tags = record.verdict.known_game, record.verdict.record.values
            players = player_names(tags, known.variant if known else None)
            ending = "txt" if form in ("text", "position") else form
            path = folder / file_name(players, number, ending)
            io.write_file(path, content, read)
            io.stdout(f"{path}\n")
        elif form not in ("svg", "png", "html"):  # of which one fills the output
            io.stdout_raw(content)
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
        io.stdout_raw(held)
    return run.status


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


def _drawn(record: Record, options: ShowOptions) -> Done[tuple[Record, str | bytes | None]]:
    """Return a record, and its drawing, if it has one."""
    judged = record.verdict
    if not judged.opened:
        return done(record, (record, None))
    try:
        ply = ply_of(judged.length, options.ply)
        before = None if options.diff is None else ply_of(judged.length, options.diff)
    except click.UsageError as why:
        wrong = fault(Code.SYNTAX, why.message, record.place)
    else:
        try:
            content = _content(record, judged, ply, options._replace(diff=before))
            return done(record, (record, content))
        except BadPosition as why:  # without a FEN
            wrong = fault(Code.BAD_POSITION, str(why), record.place)
    return Done((record, None), diagnostics(record.source, (*record.findings, wrong)))


def _content(record: Record, judged: Replay, ply: int, options: ShowOptions) -> str | bytes:
    form = options.form
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
    seen, last = _view(judged, ply, stood=form in ("svg", "png") and options.from_ is None)
    if form == "position":
        return positions.write(seen.position) + "\n"
    if form == "json":
        report = standing(judged.record, seen, ply, last)
        return json_line({"record": record.number, "source": record.source, **report})
    about = caption(seen, judged.record.values, ply, last)
    if form == "text":
        before = None if options.diff is None else _view(judged, options.diff)[0]
        return _text(seen, about, before, options)
    from aofref.report.svg import picture

    drawn = options.picture
    if options.bindings:
        letter, _, piece = options.bindings.rpartition(":")
        kind = _meant("--bindings", names.kind, seen.game, piece)
        drawn = drawn._replace(bound=(kind, _army("--bindings", letter, seen.game)))
    if (reach := _range(seen, options.from_)) is not None:
        drawn = drawn._replace(marks=reach.marks)
    svg = picture.svg(seen, about, drawn._replace(foot=_army("--side", options.side, seen.game)))
    return _png(svg) if form == "png" else svg


def _view(judged: Replay, ply: int, *, stood: bool = False) -> tuple[BoardView, Ply | None]:
    """View a record after a ply that it has; with its last ply."""
    done = [played for played in judged.plies if played.number <= ply]
    return view_of(judged, done, stood=stood), done[-1] if done else None


def _meant(option: str, read: Callable[..., Read], *given: Any) -> Read:
    """Refuse an option that names what is not there."""
    try:
        return read(*given)
    except UnknownName as why:
        raise io.unreadable(option, why.code, str(why)) from None


def _army(option: str, name: str | None, game: CompiledVariant) -> int:
    return _meant(option, names.army, game, name) if name else -1


def _range(seen: BoardView, cell: str | None) -> Range | None:
    return None if cell is None else _meant("--from", names.range_in, seen.position, cell)


def _text(seen: BoardView, about: Caption, before: BoardView | None, options: ShowOptions) -> str:
    """Draw a position in text, under a heading that names the game, the players and the ply."""
    from aofref.report.text import board

    game, level = seen.game, options.level
    levels = plan_of(game).levels
    if level and level not in levels:
        why = f"no level {level}; there are {' '.join(levels)}"
        raise io.unreadable("--level", Code.NO_SUCH_CELL, why)
    coloured = options.color == "always" if options.color != "auto" else io.takes_colour(sys.stdout)
    paint = _paint(game) if coloured else board.unpainted
    reach, side = _range(seen, options.from_), _army("--side", options.side, game)
    lines = [paint(line, "bold") for line in folded("", about.title.split(), 0, 0)]
    for line in about.lines:
        lines += folded("", line.split(), 0, 0)
    for number, army in enumerate(about.armies):
        rows = folded("", army.text.split(), 2, 0)
        lines += [f"  {paint(line, f'army-{number}')}" for line in rows]
    if reach is not None:
        marks = board.range_marks(reach)
        lines += folded("", board.range_text(seen, reach).split(), 2, 0)
    elif before is not None:
        marks = board.change_marks(before, seen)
        lines.append(f"Compared with ply {options.diff}.")
    else:
        marks = board.position_marks(seen)
    lines.append("")
    lines += board.draw(
        seen, plan_of(game, side), marks, width=io.text_width(), level=level or "", paint=paint
    )
    lines += ["", "   ".join(marks.key)] if marks.key else []
    if not options.no_position:
        lines += ["", positions.write(seen.position)]
    return "\n".join(lines) + "\n"


def _paint(game: CompiledVariant) -> Callable[[str, str], str]:
    colours = ("cyan", "yellow") if game.two_players else ("blue", "yellow", "green", "magenta")

    def paint(words: str, use: str) -> str:
        if use.startswith("army-"):
            return click.style(words, fg=f"bright_{colours[int(use[5:])]}", bold=True)
        if use == "mark":
            return click.style(words, reverse=True, bold=True)
        return click.style(words, dim=True) if use == "faint" else click.style(words, bold=True)

    return paint


def _png(drawn: str) -> bytes:
    """Make a picture in points of an SVG, by resvg."""
    try:
        import resvg_py  # the extra `aofref[png]`
    except ImportError as problem:
        raise click.UsageError(
            f"PNG is made by resvg, which is not installed: {install('png')}"
        ) from problem
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=1600, dpi=96.0))
