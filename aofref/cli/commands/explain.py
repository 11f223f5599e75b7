"""`aofref explain`: prove why a move is legal or refused.

Group: Judge

    aofref explain --variant aof2 Lha5-fb3
"""

import click

from aofref.cli.io.output import START, stderr
from aofref.cli.options.option import option
from aofref.cli.options.position import Where, finish, where_options
from aofref.cli.options.shared import format_option
from aofref.findings import Code


@where_options
@click.argument("move", required=False)
@option("--board", "Draw the position too.")
@format_option
def command(move: str | None, where: Where, board: bool, form: str) -> int:
    """Prove why MOVE is legal or refused: rule, path, what blocks, what is missing, who checks."""
    if move is None:
        where, move = where._replace(file=None), where.file
    if move is None:
        raise click.UsageError("give the MOVE to explain")
    at, status = where.located()
    proof = at.explain(move, board=board)
    if proof.code is Code.SYNTAX:
        stderr(f"MOVE:{START.line}:{START.column}: {proof}\n")
        return finish(form, proof.report(), "", 2)
    return finish(form, proof.report(), f"{proof}\n", status if proof.legal else max(status, 1))
