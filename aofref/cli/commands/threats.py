"""`aofref threats`: list who attacks which King, along which path.

Group: Judge

    aofref threats --ply 4 game.aof
"""

import click

from aofref.cli.commands import Helped
from aofref.cli.options.completers import complete_cells
from aofref.cli.options.position import Where, finish, unfit, where_options
from aofref.cli.options.shared import SMALL, format_option
from aofref.library.values import UnknownName


@click.command("threats", cls=Helped)
@where_options
@click.option(
    "--on",
    "cells",
    multiple=True,
    type=SMALL,
    metavar="CELL",
    shell_complete=complete_cells,
    help="List who attacks and guards CELL.",
)
@click.option("--all", "every", is_flag=True, help="List who attacks and guards every piece.")
@format_option
def command(where: Where, cells: tuple[str, ...], every: bool, form: str) -> None:
    """List every royal piece with its attackers, their paths, and who moves before a capture."""
    if cells and every:
        raise click.UsageError("--on and --all cannot be combined")
    at, status = where.located(from_input=True)
    try:
        seen = at.attackers(*cells) if every or cells else at.threats()
    except UnknownName as problem:
        raise unfit(problem) from problem
    listed = "threats" if every or cells else "royals"
    report = {**at.report(), listed: [threat.report() for threat in seen]}
    head = f"turn: {at.turn or '-'}, round {at.round}; rulings: {at.variant.judged_by}\n"
    finish(form, report, head + "".join(f"{threat}\n" for threat in seen), status)
