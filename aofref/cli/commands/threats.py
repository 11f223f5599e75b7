"""`aofref threats`: list who attacks which King, along which path.

Group: Judge

    aofref threats --ply 4 game.aof
"""

import click

from aofref.cli.options.completers import complete_cells
from aofref.cli.options.option import option, usage
from aofref.cli.options.position import Where, finish, where_options
from aofref.cli.options.shared import format_option, small


@where_options
@option(
    "--on CELL",
    "List who attacks and guards CELL.",
    "cells",
    multiple=True,
    type=small,
    shell_complete=complete_cells,
)
@option("--all", "List who attacks and guards every piece.", "every")
@format_option
def command(where: Where, cells: tuple[str, ...], every: bool, form: str) -> int:
    """List every royal piece with its attackers, their paths, and who moves before a capture."""
    if cells and every:
        raise click.UsageError("--on and --all cannot be combined")
    at, status = where.located(from_input=True)
    with usage():
        seen = at.attackers(*cells) if every or cells else at.threats()
    listed = "threats" if every or cells else "royals"
    report = {**at.report(), listed: [threat.report() for threat in seen]}
    head = f"turn: {at.turn or '-'}, round {at.round}; rulings: {at.variant.judged_by}\n"
    return finish(form, report, head + "".join(f"{threat}\n" for threat in seen), status)
