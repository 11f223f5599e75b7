"""`aofref moves`: the legal moves of a position."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import complaint, say, write_out
from aofref.cli.complete import complete_cells
from aofref.cli.where import Where, json_option, where_options
from aofref.findings import Code
from aofref.judge.choices import choices
from aofref.judge.proof import movable
from aofref.notation.moves import Notation
from aofref.report import answers
from aofref.report.messages import sentence
from aofref.rules.position import Position

NOTATIONS = [notation.value for notation in Notation]


@click.command("moves")
@click.argument("file", required=False, type=click.Path())
@where_options
@click.option(
    "--from",
    "origin",
    metavar="CELL",
    shell_complete=complete_cells,
    help="Only the moves of the piece on CELL.",
)
@click.option(
    "--to", type=click.Choice(NOTATIONS), default="lan", show_default=True, help="The notation."
)
@click.option("--marks", is_flag=True, help="Mark what gives check or mate.")
@click.option("--count", is_flag=True, help="Print how many there are.")
@json_option
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
    at = where.found(file)
    cell = None if origin is None else _mover(at, origin)
    found = choices(at, Notation(to), cell, marks=marks)
    if form == "json":
        write_out(answers.line(answers.moves(at, found)))
    elif count:
        write_out(f"{len(found)}\n")
    else:
        write_out("".join(f"{choice.text}{choice.suffix}\n" for choice in found))


def _mover(at: Position, origin: str) -> int:
    """Give the cell of a piece that is to move; any other is refused, with status 1."""
    why = movable(at, origin)
    if why is None:
        return at.game.board.number[origin]
    if why.code is Code.NO_SUCH_CELL:
        raise click.UsageError(f"{why.code.value}: {sentence(why)}")
    say(f"{complaint('--from', why.code, sentence(why))}\n")
    sys.exit(1)
