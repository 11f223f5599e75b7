"""What `show` and `gallery` draw with: a replayed record, a ply, and how it is to look."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from typing import NamedTuple

import click

from aofref.cli.common import Unreadable, complaint
from aofref.findings import Code
from aofref.judge.film import film
from aofref.judge.line import Ply
from aofref.judge.opening import Setting
from aofref.judge.replay import position_at
from aofref.judge.scene import Range, Scene, range_of, scene
from aofref.judge.verdict import Replay
from aofref.notation import positions
from aofref.notation.records import Record, excerpt
from aofref.report.caption import Caption, caption
from aofref.report.plan import Plan, plan_of
from aofref.report.text import written
from aofref.rules.position import Position
from aofref.rules.tables import Tables
from aofref.text import on_one_line


class Look(NamedTuple):
    """How a position is to be drawn, as the options of `show` say."""

    side: str = ""
    level: str = ""
    origin: str = ""
    diff: int | None = None
    color: str = "auto"
    view: str = "flat"
    cells: bool = False
    bindings: str = ""
    pieces: str = "letters"


class View(NamedTuple):
    """A position of a record, and what is said of it."""

    found: Replay
    ply: int
    position: Position
    scene: Scene
    caption: Caption
    last: Ply | None


def view(found: Replay, ply: int) -> View:
    """Look at a record after a ply that it has."""
    position = position_at(found, ply)
    done = [one for one in found.plies if one.number <= ply]
    last = done[-1] if done else None
    shown = scene(position, last.move if last else None)
    tags = {tag.name: on_one_line(tag.value) for tag in found.record.tags}
    said = written(position.game, last) if last else ""
    result = found.result if ply == found.length else ""
    return View(found, ply, position, shown, caption(shown, tags, ply, said, result), last)


def plan(game: Tables, look: Look) -> Plan:
    """Lay out the board as seen from the side asked for."""
    return plan_of(game, _army(game, look.side, "--side") if look.side else -1)


def _army(game: Tables, name: str, option: str) -> int:
    for number, army in enumerate(game.variant.armies):
        if name.lower() in (army.letter.lower(), army.name.lower()):
            return number
    letters = ", ".join(f"{army.letter} {army.name}" for army in game.variant.armies)
    raise Unreadable(
        complaint(option, Code.WRONG_ARMY, f"no army {excerpt(name)}; there are {letters}")
    )


def _range(at: Position, look: Look) -> Range | None:
    """Say what the piece on --from may do, or refuse a cell that is not there or empty."""
    if not look.origin:
        return None
    cell = at.game.board.number.get(look.origin)
    if cell is None:
        text = f"the board has no cell {excerpt(look.origin)}"
        raise Unreadable(complaint("--from", Code.NO_SUCH_CELL, text))
    if not at.board[cell]:
        raise Unreadable(complaint("--from", Code.EMPTY_CELL, f"nothing stands on {look.origin}"))
    return range_of(at, cell)


# Text -------------------------------------------------------------------------------------------


def text(at: View, look: Look) -> str:
    """Draw a position in text, under a heading that names the game, the players and the ply."""
    from aofref.report import board
    from aofref.report.text import folded

    levels = plan_of(at.scene.game).levels
    if look.level and look.level not in levels:
        have = " ".join(levels)
        raise Unreadable(
            complaint("--level", Code.NO_SUCH_CELL, f"no level {look.level}; there are {have}")
        )
    paint = _paint(at.scene.game) if coloured(look.color) else board.unpainted
    reach = _range(at.position, look)
    lines = [paint(line, "bold") for line in folded("", at.caption.title.split(), 0, 0)]
    for line in at.caption.lines:
        lines += folded("", line.split(), 0, 0)
    for number, army in enumerate(at.caption.armies):
        lines += [
            "  " + paint(line, f"army-{number}") for line in folded("", army.text.split(), 2, 0)
        ]
    if reach is not None:
        sheet = board.reached(reach)
        lines += folded("", board.range_said(at.scene, reach).split(), 2, 0)
    elif look.diff is not None:
        before = view(at.found, look.diff).scene
        sheet = board.changed(before, at.scene)
        lines.append(f"Compared with ply {look.diff}.")
    else:
        sheet = board.told(at.scene)
    lines.append("")
    drawn = plan(at.scene.game, look)
    lines += board.draw(at.scene, drawn, sheet, width=_width(), level=look.level, paint=paint)
    lines += ["", *([f"{'   '.join(sheet.key)}", ""] if sheet.key else [])]
    lines.append(positions.write(at.position))
    return "\n".join(lines) + "\n"


def _width() -> int:
    """Give the width of the terminal, or 80 where the text goes elsewhere."""
    if sys.stdout is not None and sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    return 80


def coloured(color: str) -> bool:
    """Say whether to use colours: on a terminal, unless NO_COLOR asks for none."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return sys.stdout is not None and sys.stdout.isatty()


def _paint(game: Tables) -> Callable[[str, str], str]:
    colours = ("cyan", "yellow") if game.two_players else ("blue", "yellow", "green", "magenta")

    def paint(words: str, use: str) -> str:
        if use.startswith("army-"):
            return click.style(words, fg=f"bright_{colours[int(use[5:])]}", bold=True)
        if use == "mark":
            return click.style(words, reverse=True, bold=True)
        return click.style(words, dim=True) if use == "faint" else click.style(words, bold=True)

    return paint


# Pictures ---------------------------------------------------------------------------------------


def svg(at: View, look: Look) -> str:
    """Draw a position as SVG."""
    from aofref.report import picture, shapes

    game = at.scene.game
    classes, told = _bindings(game, look.bindings) if look.bindings else (None, "")
    how = shapes.Look(
        look.view == "stacked",
        look.cells,
        look.pieces == "drawings",
        classes,
        told,
        _range(at.position, look),
    )
    return picture.svg(at.scene, plan(game, look), at.caption, how)


def _bindings(game: Tables, name: str) -> tuple[tuple[int, ...], str]:
    """Find the binding of a piece type, by code or name, with an army before a colon or without."""
    from aofref.judge.bindings import classes

    letter, _, rest = name.rpartition(":")
    kinds = {kind.name.lower(): place for place, kind in enumerate(game.types)}
    kinds |= {code.lower(): place for place, code in enumerate(game.codes)}
    place = kinds.get(rest.lower())
    if place is None:
        have = ", ".join(game.codes)
        raise Unreadable(
            complaint("--bindings", Code.WRONG_PIECE, f"no piece {excerpt(rest)}; there are {have}")
        )
    owners = [army for army in game.armies if place in game.array[army].values()]
    army = _army(game, letter, "--bindings") if letter else (owners or [0])[0]
    found = classes(game, army, place)
    count, none = max(found, default=-1) + 1, found.count(-1)
    told = f"Bindings of the {game.variant.armies[army].name} {game.types[place].name}: {count}"
    return found, told + (f"; {none} cells that it never reaches are white." if none else ".")


def png(at: View, look: Look) -> bytes:
    """Draw a position as PNG."""
    from aofref.report.png import Missing
    from aofref.report.png import png as made

    try:
        return made(svg(at, look))
    except Missing as problem:
        raise click.UsageError(
            "PNG is made by resvg, which is not installed: pip install 'aofref[png]'"
        ) from problem


def html(record: Record, chosen: Setting, ply: int | None) -> str:
    """Write the page of a whole record that can be replayed."""
    from aofref.report.page import page

    made = film(record, chosen)
    assert made is not None
    return page(made, ply)
