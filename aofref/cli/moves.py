"""`aofref moves`: the legal moves of a position."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import (
    complaint,
    open_position,
    open_variant,
    say,
    setting_options,
    write_out,
)
from aofref.cli.complete import complete_cells
from aofref.findings import Code
from aofref.judge.proof import movable, moves_of
from aofref.notation.moves import lan
from aofref.report.messages import sentence
from aofref.rules.generate import legal_moves
from aofref.rules.position import Position


@click.command("moves")
@setting_options
@click.option("--position", metavar="P", help="A position line; the start position if left out.")
@click.option(
    "--from",
    "origin",
    metavar="CELL",
    shell_complete=complete_cells,
    help="Only the moves of the piece on CELL.",
)
@click.option("--count", is_flag=True, help="Print how many there are.")
def command(
    variant: str, rulings: tuple[str, ...], position: str | None, origin: str | None, count: bool
) -> None:
    """List the legal moves of a position, one a line; `--` when the army must pass."""
    game = open_variant(variant, rulings)
    at = open_position(game, position)
    if origin is None:
        found = sorted(lan(at, move) for move in legal_moves(at))
    else:
        found = list(_from(at, origin))
    if count:
        write_out(f"{len(found)}\n")
    else:
        for text in found:
            write_out(f"{text}\n")


def _from(at: Position, origin: str) -> tuple[str, ...]:
    """List the moves from a cell; one without a piece that is to move is refused, status 1."""
    why = movable(at, origin)
    if why is None:
        return moves_of(at, at.game.board.number[origin])
    if why.code is Code.NO_SUCH_CELL:
        raise click.UsageError(f"{why.code.value}: {sentence(why)}")
    say(f"{complaint('--from', why.code, sentence(why))}\n")
    sys.exit(1)
