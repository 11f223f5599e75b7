"""`aofref explain`: prove why a move is legal or refused.

Group: Judge

    aofref explain --variant aof2 Lha5-fb3
"""

import sys

import click

from aofref.cli.io.output import START, say, write_out
from aofref.cli.options.position import Where, where_options
from aofref.cli.options.shared import format_option
from aofref.findings import Code
from aofref.text import json_line


@click.command("explain")
@click.argument("file", required=False, type=click.Path())
@click.argument("move", required=False)
@where_options
@click.option("--board", is_flag=True, help="Draw the position too.")
@format_option
def command(file: str | None, move: str | None, where: Where, board: bool, form: str) -> None:
    """Prove why MOVE is legal or refused: rule, path, what blocks, what is missing, who checks."""
    if move is None:
        file, move = None, file
    if move is None:
        raise click.UsageError("give the MOVE to explain")
    at, status = where.located(file)
    proof = at.explain(move, board=board)
    if proof.code is Code.SYNTAX:
        say(f"MOVE:{START.line}:{START.column}: {proof}\n")
    if form == "json" or proof.code is not Code.SYNTAX:
        write_out(json_line(proof.report()) if form == "json" else f"{proof}\n")
    sys.exit(status if proof.legal else 2 if proof.code is Code.SYNTAX else max(status, 1))
