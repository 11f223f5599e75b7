"""`aofref perft`: count the legal lines of play to a depth."""

from __future__ import annotations

import click

from aofref.cli.common import write_out
from aofref.cli.where import Where, json_option, where_options
from aofref.judge.choices import divide as divided
from aofref.report import answers
from aofref.rules.perft import perft


@click.command("perft")
@click.argument("file", required=False, type=click.Path())
@where_options
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="Plies to play.")
@click.option("--divide", is_flag=True, help="Print the count behind each first move.")
@json_option
def command(file: str | None, where: Where, depth: int, divide: bool, form: str) -> None:
    """Count the lines of legal moves from a position; a pass counts as a move."""
    at = where.found(file)
    counts = divided(at, depth) if divide and depth else None
    total = perft(at, depth) if counts is None else sum(count for _, count in counts)
    if form == "json":
        write_out(answers.line(answers.perft(at, depth, total, counts)))
        return
    if counts is None:
        write_out(f"{total}\n")
        return
    for text, count in counts:
        write_out(f"{text} {count}\n")
    write_out(f"total {total}\n")
