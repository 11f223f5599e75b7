"""`aofref perft`: count the lines of legal moves.

Group: Play

    aofref perft --variant aof2 --depth 2
    aofref perft --variant hec --depth 1 --divide
"""

import click

from aofref.cli.options.option import option
from aofref.cli.options.position import Where, finish, where_options
from aofref.cli.options.shared import format_option


@where_options
@option("--depth N", "Plies to play.", type=click.IntRange(0), required=True)
@option("--divide", "Print the count for each first move.")
@format_option
def command(where: Where, depth: int, divide: bool, form: str) -> int:
    """Count the lines of legal moves from a position; a pass counts as a move."""
    at, status = where.located()
    report = {**at.report(), "depth": depth}
    if not divide or not depth:
        total = at.perft(depth)
        return finish(form, report | {"count": total}, f"{total}\n", status)
    counts = {move.lan: at.push(move).perft(depth - 1) for move in at.legal_moves()}
    total = sum(counts.values())
    lines = "".join(f"{move} {count}\n" for move, count in counts.items())
    report |= {"count": total, "divide": counts}
    return finish(form, report, f"{lines}total {total}\n", status)
