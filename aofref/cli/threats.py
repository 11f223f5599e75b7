"""`aofref threats`: who is in check and why; who attacks and who guards a piece or a cell."""

from __future__ import annotations

import click

from aofref.cli.common import write_out
from aofref.cli.where import Where, json_option, where_options
from aofref.findings import Code, Refusal
from aofref.findings.facts import NoCell
from aofref.judge.sight import Sight, sight, sights
from aofref.judge.threats import dangers
from aofref.report import answers, proof
from aofref.report.messages import sentence
from aofref.report.text import rulings as named
from aofref.rules.position import Position


@click.command("threats")
@click.argument("file", required=False, type=click.Path())
@where_options
@click.option("--on", "cells", multiple=True, metavar="CELL", help="Who attacks and guards CELL.")
@click.option("--all", "every", is_flag=True, help="Who attacks and guards every piece.")
@json_option
def command(file: str | None, where: Where, cells: tuple[str, ...], every: bool, form: str) -> None:
    """List every royal piece with its attackers, their paths, and who moves before the blow."""
    if cells and every:
        raise click.UsageError("--on and --all go one at a time")
    at = where.found(file, from_input=True)
    seen = sights(at) if every else _on(at, cells)
    if form == "json":
        told = answers.sights(at, seen) if every or cells else answers.dangers(at, dangers(at))
        write_out(answers.line(told))
        return
    letter = "-" if at.turn < 0 else at.game.letters[at.turn]
    write_out(f"turn: {letter}, round {at.round}; rulings: {named(at.game)}\n")
    lines = (answers.sight(one) for one in seen)
    if not every and not cells:
        lines = (proof.danger(danger) for danger in dangers(at))
    for part in lines:
        write_out("".join(f"{line}\n" for line in part))


def _on(at: Position, cells: tuple[str, ...]) -> list[Sight]:
    """Look at the cells named, which must be of the board."""
    number = at.game.board.number
    for cell in cells:
        if cell not in number:
            why = Refusal(Code.NO_SUCH_CELL, NoCell(cell))
            raise click.UsageError(f"{why.code.value}: {sentence(why)}")
    return [sight(at, number[cell]) for cell in cells]
