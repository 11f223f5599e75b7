"""What `show` and `gallery` draw with: a replayed record, a ply, and how it is to look."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from aofref.cli.io.output import takes_colour, text_width, unreadable
from aofref.findings import Code
from aofref.judge.analysis.view import BoardView, board_view, departures, game_view, with_ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Replay
from aofref.notation import positions
from aofref.report.board_options import BoardOptions, NotThere
from aofref.report.svg.plan import plan_of
from aofref.report.text.caption import Caption, caption
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import excerpt, install, on_one_line
from aofref.values import Value


class TextOptions(Value):
    """What only text has: the differences since a ply, colours, no position line."""

    diff: int | None = None
    color: str = "auto"
    no_position: bool = False


class View(Value):
    """A position of a record, with its caption."""

    judged: Replay
    board_view: BoardView
    caption: Caption
    last: Ply | None


def view(judged: Replay, ply: int) -> View:
    """View a record after a ply that it has."""
    position = judged.at(ply)
    done = [played for played in judged.plies if played.number <= ply]
    last = done[-1] if done else None
    left = departures(event for number, event in judged.events() if number <= ply)
    shown = board_view(position, last.move if last else None)._replace(departures=left)
    if ply == judged.length:
        shown = with_ending(shown, judged)
    words = caption(shown, judged.record.values, ply, last)
    return View(judged, shown, words, last)


@contextmanager
def _named(game: CompiledVariant) -> Iterator[None]:
    """Refuse an option that names what is not there."""
    try:
        yield
    except NotThere as why:
        match why.code:
            case Code.WRONG_ARMY:
                armies = (f"{army.letter} {army.called}" for army in game.variant.armies)
                have = ", ".join(map(on_one_line, armies))
                text = f"no army {excerpt(why.name)}; there are {have}"
            case Code.WRONG_PIECE:
                text = f"no piece {excerpt(why.name)}; there are {', '.join(game.codes)}"
            case Code.NO_SUCH_CELL:
                text = f"the board has no cell {excerpt(why.name)}"
            case _:
                text = f"nothing stands on {why.name}"
        raise unreadable(why.option.value, why.code, text) from None


def text(at: View, options: BoardOptions, of_text: TextOptions) -> str:
    """Draw a position in text, under a heading that names the game, the players and the ply."""
    from aofref.report.text import board
    from aofref.report.text.record import folded

    shown, game = at.board_view, at.board_view.game
    levels = plan_of(game).levels
    if options.level and options.level not in levels:
        why = f"no level {options.level}; there are {' '.join(levels)}"
        raise unreadable("--level", Code.NO_SUCH_CELL, why)
    coloured = of_text.color == "always" if of_text.color != "auto" else takes_colour(sys.stdout)
    paint = _paint(game) if coloured else board.unpainted
    with _named(game):
        reach, side = options.range_in(shown.position), options.side_in(shown.position)
    lines = [paint(line, "bold") for line in folded("", at.caption.title.split(), 0, 0)]
    for line in at.caption.lines:
        lines += folded("", line.split(), 0, 0)
    for number, army in enumerate(at.caption.armies):
        rows = folded("", army.text.split(), 2, 0)
        lines += [f"  {paint(line, f'army-{number}')}" for line in rows]
    if reach is not None:
        marks = board.range_marks(reach)
        lines += folded("", board.range_text(shown, reach).split(), 2, 0)
    elif of_text.diff is not None:
        before = view(at.judged, of_text.diff).board_view
        marks = board.change_marks(before, shown)
        lines.append(f"Compared with ply {of_text.diff}.")
    else:
        marks = board.position_marks(shown)
    lines.append("")
    plan, width = plan_of(game, side), text_width()
    lines += board.draw(shown, plan, marks, width=width, level=options.level, paint=paint)
    lines += ["", "   ".join(marks.key)] if marks.key else []
    if not of_text.no_position:
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


def svg(at: View, options: BoardOptions) -> str:
    """Draw a position as SVG; after a withdrawal between two players, the board as it stood."""
    from aofref.report.svg import picture

    with _named(at.board_view.game):
        meant = options.picture(at.board_view.position)
    shown, words = (at.board_view, at.caption) if options.from_ is not None else _standing(at)
    return picture.svg(shown, words, meant)


def small_svg(at: View) -> str:
    """Draw the level of the last move, or a small board, as SVG for a list of records."""
    from aofref.report.svg import picture

    return picture.thumbnail(*_standing(at))


def _standing(at: View) -> tuple[BoardView, Caption]:
    """Return a position and its caption; after a withdrawal between two, the board before it."""
    tree = None if at.board_view.end is None else game_view(at.judged)
    if tree is None:
        return at.board_view, at.caption
    shown = tree.shown(tree.main[-1])
    return shown, caption(shown, at.judged.record.values, at.judged.length, at.last)


def png(at: View, options: BoardOptions) -> bytes:
    """Draw a position as PNG, a picture in points, made of the SVG by resvg."""
    drawn = svg(at, options)
    try:
        import resvg_py  # the extra `aofref[png]`
    except ImportError as problem:
        raise click.UsageError(
            f"PNG is made by resvg, which is not installed: {install('png')}"
        ) from problem
    return bytes(resvg_py.svg_to_bytes(svg_string=drawn, width=1600, dpi=96.0))
