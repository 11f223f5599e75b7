"""`aofref threats`: list who attacks which King, along which path.

Group: Judge

    aofref threats --ply 4 game.aof
"""

from __future__ import annotations

import sys

import click

from aofref.cli.io.output import write_out
from aofref.cli.options.completers import complete_cells
from aofref.cli.options.once import SMALL
from aofref.cli.options.position import Where, where_options
from aofref.cli.options.setting import cell_of
from aofref.cli.options.shared import format_option
from aofref.judge.analysis.attackers import all_attackers, attackers_of
from aofref.judge.analysis.threats import king_threats
from aofref.report.json import position as as_json
from aofref.report.text import position, proof
from aofref.report.text.record import rulings
from aofref.text import json_line


@click.command("threats")
@click.argument("file", required=False, type=click.Path())
@where_options
@click.option(
    "--on",
    "cells",
    multiple=True,
    type=SMALL,
    metavar="CELL",
    shell_complete=complete_cells,
    help="Who attacks and guards CELL.",
)
@click.option("--all", "every", is_flag=True, help="Who attacks and guards every piece.")
@format_option
def command(file: str | None, where: Where, cells: tuple[str, ...], every: bool, form: str) -> None:
    """List every royal piece with its attackers, their paths, and who moves before a capture."""
    if cells and every:
        raise click.UsageError("--on and --all go one at a time")
    at, status = where.found(file, from_input=True)
    named = (attackers_of(at, cell_of(at.game, cell)) for cell in cells)
    seen = all_attackers(at) if every else list(named)
    if form == "json":
        data = (
            as_json.attackers(at, seen)
            if every or cells
            else as_json.king_threats(at, king_threats(at))
        )
        write_out(json_line(data))
        sys.exit(status)
    letter = "-" if at.turn < 0 else at.game.letters[at.turn]
    write_out(f"turn: {letter}, round {at.round}; rulings: {rulings(at.game)}\n")
    lines = (position.attackers(one) for one in seen)
    if not every and not cells:
        lines = (proof.danger(danger) for danger in king_threats(at))
    for part in lines:
        write_out("".join(f"{line}\n" for line in part))
    sys.exit(status)
