"""`aofref moves`: list the legal moves of a position.

Group: Play

    aofref moves --variant aof2 --from ha5
    aofref moves --variant hec --count
"""

from __future__ import annotations

import sys

import click

from aofref.cli.io.diagnostics import complaint, say
from aofref.cli.io.output import write_out
from aofref.cli.options.position import Where, where_options
from aofref.cli.options.setting import unfit
from aofref.cli.options.shared import cell_option, format_option, notation_option
from aofref.findings import Code
from aofref.judge.analysis.choices import choices
from aofref.judge.analysis.proof import movable
from aofref.notation.moves import Notation
from aofref.report.json import position
from aofref.report.text.messages import sentence
from aofref.rules.position import Position
from aofref.text import json_line


@click.command("moves")
@click.argument("file", required=False, type=click.Path())
@where_options
@cell_option("Only the moves of the piece on CELL.")
@notation_option
@click.option("--marks", is_flag=True, help="Mark what gives check or mate.")
@click.option("--count", is_flag=True, help="Print only how many there are.")
@format_option
def command(
    file: str | None,
    where: Where,
    origin: str | None,
    to: str,
    marks: bool,
    count: bool,
    form: str,
) -> None:
    """List the legal moves of a position, one a line; `--` when the army must pass."""
    at, status = where.found(file)
    cell = None if origin is None else _mover(at, origin, status)
    found = choices(at, Notation(to), cell, marks=marks)
    if form == "json":
        write_out(json_line(position.moves(at, found)))
    elif count:
        write_out(f"{len(found)}\n")
    else:
        write_out("".join(f"{choice.text}{choice.suffix}\n" for choice in found))
    sys.exit(status)


def _mover(at: Position, origin: str, status: int) -> int:
    """Give the cell of a piece that is to move; any other is refused, with status 1 at least."""
    why = movable(at, origin)
    if why is None:
        return at.game.board.number[origin]
    if why.code is Code.NO_SUCH_CELL:
        raise unfit(why)
    say(f"{complaint('--from', why.code, sentence(why))}\n")
    sys.exit(max(1, status))
