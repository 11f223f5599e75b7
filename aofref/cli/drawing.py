"""What `show` and `gallery` draw with: a replayed record, a ply, and how it is to look."""

import sys
from collections.abc import Callable
from typing import NamedTuple

import click

from aofref.cli.io.output import takes_colour, text_width, unreadable
from aofref.findings import Code
from aofref.judge.analysis.view import (
    BoardView,
    Range,
    as_ended,
    as_it_stood,
    board_view,
    departures,
    range_of,
)
from aofref.judge.replay.driver import position_at
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Replay
from aofref.notation import positions
from aofref.report.svg.plan import plan_of
from aofref.report.text.caption import Caption, caption
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import CorePosition
from aofref.text import excerpt, on_one_line


class DrawingOptions(NamedTuple):
    """How a position is to be drawn, as the options of `show` say."""

    side: str = ""
    level: str = ""
    origin: str | None = None
    diff: int | None = None
    color: str = "auto"
    view: str = "flat"
    cells: bool = False
    bindings: str = ""
    pieces: str = "letters"
    theme: str = "color"
    caption: bool = False
    width: float | None = None
    bare: bool = False
    no_position: bool = False


class View(NamedTuple):
    """A position of a record, with its caption."""

    judged: Replay
    board_view: BoardView
    caption: Caption
    last: Ply | None


def view(judged: Replay, ply: int) -> View:
    """View a record after a ply that it has."""
    position = position_at(judged, ply)
    done = [played for played in judged.plies if played.number <= ply]
    last = done[-1] if done else None
    left = departures(event for number, event in judged.events() if number <= ply)
    shown = board_view(position, last.move if last else None)._replace(departures=left)
    if ply == judged.length:
        shown = as_ended(shown, judged)
    words = caption(shown, judged.record.values, ply, last)
    return View(judged, shown, words, last)


def _army(game: CompiledVariant, name: str, option: str) -> int:
    """Find an army by its letter or its name; -1 if none is named."""
    if not name:
        return -1
    army = game.variant.army_named(name)
    if army is not None:
        return game.letters.index(army.letter)
    letters = ", ".join(on_one_line(f"{army.letter} {army.name}") for army in game.variant.armies)
    raise unreadable(option, Code.WRONG_ARMY, f"no army {excerpt(name)}; there are {letters}")


def _range(at: CorePosition, options: DrawingOptions) -> Range | None:
    """What the piece on --from may do, or refuse a cell that is not there or empty."""
    if not options.origin:
        return None
    cell = at.game.board.number.get(options.origin)
    if cell is None:
        text = f"the board has no cell {excerpt(options.origin)}"
        raise unreadable("--from", Code.NO_SUCH_CELL, text)
    if not at.board[cell]:
        raise unreadable("--from", Code.EMPTY_CELL, f"nothing stands on {options.origin}")
    return range_of(at, cell)


def text(at: View, options: DrawingOptions) -> str:
    """Draw a position in text, under a heading that names the game, the players and the ply."""
    from aofref.notation import diagrams
    from aofref.report.text import board
    from aofref.report.text.record import folded

    levels = plan_of(at.board_view.game).levels
    if options.level and options.level not in levels:
        why = f"no level {options.level}; there are {' '.join(levels)}"
        raise unreadable("--level", Code.NO_SUCH_CELL, why)
    coloured = options.color == "always" if options.color != "auto" else takes_colour(sys.stdout)
    paint = _paint(at.board_view.game) if coloured else board.unpainted
    reach = _range(at.board_view.position, options)
    lines = [paint(line, "bold") for line in folded("", at.caption.title.split(), 0, 0)]
    for line in at.caption.lines:
        lines += folded("", line.split(), 0, 0)
    for number, army in enumerate(at.caption.armies):
        rows = folded("", army.text.split(), 2, 0)
        lines += [f"  {paint(line, f'army-{number}')}" for line in rows]
    if reach is not None:
        marks = board.range_marks(reach)
        lines += folded("", board.range_text(at.board_view, reach).split(), 2, 0)
    elif options.diff is not None:
        before = view(at.judged, options.diff).board_view
        marks = board.change_marks(before, at.board_view)
        lines.append(f"Compared with ply {options.diff}.")
    else:
        marks = board.position_marks(at.board_view)
    lines.append("")
    drawn = plan_of(at.board_view.game, _army(at.board_view.game, options.side, "--side"))
    lines += board.draw(
        at.board_view, drawn, marks, width=text_width(), level=options.level, paint=paint
    )
    lines += ["", "   ".join(marks.key), ""] if marks.key else [""]
    if options.no_position:
        lines += folded("", diagrams.state_line(at.board_view.position).split(), 2, 0)
    else:
        lines.append(positions.write(at.board_view.position))
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


def svg(at: View, options: DrawingOptions) -> str:
    """Draw a position as SVG; after a withdrawal between two players, the board as it stood."""
    from aofref.report.svg import picture, shapes

    game, shown, words_of = at.board_view.game, at.board_view, at.caption
    if not options.origin and shown.end is not None:
        shown = as_it_stood(shown, at.judged)
        words_of = caption(shown, at.judged.record.values, at.judged.length, at.last)
    words = shapes.Captioning.CAPTION if options.caption else shapes.Captioning.ALL
    words = shapes.Captioning.NONE if options.bare else words
    bindings = None
    if options.bindings:
        letter, _, name = options.bindings.rpartition(":")
        code = game.variant.piece_named(name)
        if code is None:
            why = f"no piece {excerpt(name)}; there are {', '.join(game.codes)}"
            raise unreadable("--bindings", Code.WRONG_PIECE, why)
        bindings = game.kinds[code], _army(game, letter, "--bindings")
    how = shapes.PictureOptions(
        options.view == "stacked",
        options.cells,
        options.pieces == "drawings",
        bindings,
        reach.marks if (reach := _range(at.board_view.position, options)) else None,
        shapes.Theme(options.theme),
        words,
        options.width or 0,
    )
    plan = plan_of(game, _army(game, options.side, "--side"))
    return picture.svg(shown, plan, words_of, how)


def png(at: View, options: DrawingOptions) -> bytes:
    """Draw a position as PNG, a picture in points, made of the SVG by resvg."""
    drawn = svg(at, options)
    try:
        import resvg_py  # the extra `aofref[png]`
    except ImportError as problem:
        raise click.UsageError(
            "PNG is made by resvg, which is not installed: pip install 'aofref[png]'"
        ) from problem
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=1600, dpi=96.0))
