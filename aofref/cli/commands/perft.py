"""`aofref perft`: count the lines of legal moves.

Group: Play

    aofref perft --variant aof2 --depth 2
    aofref perft --variant hec --depth 1 --divide
"""

from __future__ import annotations

import sys

import click

from aofref.cli.io.output import write_out
from aofref.cli.options.position import Where, where_options
from aofref.cli.options.shared import format_option
from aofref.judge.analysis.choices import divide as divided
from aofref.report.json import position
from aofref.rules.perft import perft
from aofref.text import json_line


@click.command("perft")
@click.argument("file", required=False, type=click.Path())
@where_options
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="Plies to play.")
@click.option("--divide", is_flag=True, help="Print the count behind each first move.")
@format_option
def command(file: str | None, where: Where, depth: int, divide: bool, form: str) -> None:
    """Count the lines of legal moves from a position; a pass counts as a move."""
    at, status = where.found(file)
    counts = divided(at, depth) if divide and depth else None
    total = perft(at, depth) if counts is None else sum(count for _, count in counts)
    if form == "json":
        write_out(json_line(position.perft(at, depth, total, counts)))
    elif counts is None:
        write_out(f"{total}\n")
    else:
        write_out("".join(f"{text} {count}\n" for text, count in [*counts, ("total", total)]))
    sys.exit(status)
