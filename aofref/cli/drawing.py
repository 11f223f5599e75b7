"""What `show` and `gallery` draw with: a replayed record, a ply, and how it is to look."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from aofref.cli.io.output import takes_colour, text_width, unreadable
from aofref.findings import Code
from aofref.judge.analysis.view import BoardView, Range, view_of
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Replay
from aofref.library import names
from aofref.library.values import UnknownName
from aofref.notation import positions
from aofref.report.svg.plan import PictureOptions, plan_of
from aofref.report.text.caption import Caption, caption
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import install
from aofref.values import Value


class ShowOptions(Value):
    """The values of the options of `show`, the same for every record.

    `side` is the army at the foot, `from_` a cell, `bindings` a piece whose bindings colour cells,
    behind the letter of its army and a colon if it needs one.  Text has only one `level`, if it is
    named.
    """

    form: str
    side: str
    from_: str | None
    bindings: str
    level: str
    picture: PictureOptions
    diff: int | None
    color: str
    no_position: bool
    mail_to: str
    rules: str
    ply: int | None


class View(Value):
    """A position of a record, with its caption."""

    judged: Replay
    board_view: BoardView
    caption: Caption
    last: Ply | None


def view(judged: Replay, ply: int, *, stood: bool = False) -> View:
    """View a record after a ply that it has; if it `stood`, as in `view_of`."""
    done = [played for played in judged.plies if played.number <= ply]
    last, shown = done[-1] if done else None, view_of(judged, done, stood=stood)
    return View(judged, shown, caption(shown, judged.record.values, ply, last), last)


@contextmanager
def _named(option: str) -> Iterator[None]:
    """Refuse an option that names what is not there."""
    try:
        yield
    except UnknownName as why:
        raise unreadable(option, why.code, str(why)) from None


def _army(option: str, name: str, game: CompiledVariant) -> int:
    with _named(option):
        return names.army(game, name) if name else -1


def _range(at: View, options: ShowOptions) -> Range | None:
    with _named("--from"):
        cell = options.from_
        return None if cell is None else names.range_in(at.board_view.position, cell)


def text(at: View, options: ShowOptions) -> str:
    """Draw a position in text, under a heading that names the game, the players and the ply."""
    from aofref.report.text import board
    from aofref.report.text.record import folded

    shown, game, level = at.board_view, at.board_view.game, options.level
    levels = plan_of(game).levels
    if level and level not in levels:
        why = f"no level {level}; there are {' '.join(levels)}"
        raise unreadable("--level", Code.NO_SUCH_CELL, why)
    coloured = options.color == "always" if options.color != "auto" else takes_colour(sys.stdout)
    paint = _paint(game) if coloured else board.unpainted
    reach, side = _range(at, options), _army("--side", options.side, game)
    lines = [paint(line, "bold") for line in folded("", at.caption.title.split(), 0, 0)]
    for line in at.caption.lines:
        lines += folded("", line.split(), 0, 0)
    for number, army in enumerate(at.caption.armies):
        rows = folded("", army.text.split(), 2, 0)
        lines += [f"  {paint(line, f'army-{number}')}" for line in rows]
    if reach is not None:
        marks = board.range_marks(reach)
        lines += folded("", board.range_text(shown, reach).split(), 2, 0)
    elif options.diff is not None:
        before = view(at.judged, options.diff).board_view
        marks = board.change_marks(before, shown)
        lines.append(f"Compared with ply {options.diff}.")
    else:
        marks = board.position_marks(shown)
    lines.append("")
    lines += board.draw(
        shown, plan_of(game, side), marks, width=text_width(), level=level, paint=paint
    )
    lines += ["", "   ".join(marks.key)] if marks.key else []
    if not options.no_position:
        lines += ["", positions.write(shown.position)]
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


def svg(at: View, options: ShowOptions) -> str:
    """Draw a position as SVG."""
    from aofref.report.svg import picture

    game, drawn = at.board_view.game, options.picture
    if options.bindings:
        letter, _, piece = options.bindings.rpartition(":")
        with _named("--bindings"):
            kind = names.kind(game, piece)
        drawn = drawn._replace(bound=(kind, _army("--bindings", letter, game)))
    if (reach := _range(at, options)) is not None:
        drawn = drawn._replace(marks=reach.marks)
    foot = _army("--side", options.side, game)
    return picture.svg(at.board_view, at.caption, drawn._replace(foot=foot))


def small_svg(at: View) -> str:
    """Draw the level of the last move, or a small board, as SVG for a list of records."""
    from aofref.report.svg import picture

    return picture.thumbnail(at.board_view, at.caption)


def png(at: View, options: ShowOptions) -> bytes:
    """Draw a position as PNG, a picture in points, made of the SVG by resvg."""
    drawn = svg(at, options)
    try:
        import resvg_py  # the extra `aofref[png]`
    except ImportError as problem:
        raise click.UsageError(
            f"PNG is made by resvg, which is not installed: {install('png')}"
        ) from problem
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=1600, dpi=96.0))
