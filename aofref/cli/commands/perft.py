"""`aofref perft`: count the lines of legal moves.

Group: Play

    aofref perft --variant aof2 --depth 2
    aofref perft --variant hec --depth 1 --divide
"""

import sys

import click

from aofref.cli.io.output import write_out
from aofref.cli.options.position import Where, where_options
from aofref.cli.options.shared import format_option
from aofref.text import json_line


@click.command("perft")
@click.argument("file", required=False, type=click.Path())
@where_options
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="Plies to play.")
@click.option("--divide", is_flag=True, help="Print the count for each first move.")
@format_option
def command(file: str | None, where: Where, depth: int, divide: bool, form: str) -> None:
    """Count the lines of legal moves from a position; a pass counts as a move."""
    at, status = where.located(file)
    counts = None
    if divide and depth:
        counts = {move.lan: at.push(move).perft(depth - 1) for move in at.legal_moves()}
    total = at.perft(depth) if counts is None else sum(counts.values())
    if form == "json":
        divided = {} if counts is None else {"divide": counts}
        write_out(json_line({**at.report(), "depth": depth, "count": total, **divided}))
    else:
        write_out("".join(f"{move} {count}\n" for move, count in (counts or {}).items()))
        write_out(f"{total}\n" if counts is None else f"total {total}\n")
    sys.exit(status)
