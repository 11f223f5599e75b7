"""`aofref explain`: prove why a move is legal or refused.

Group: Judge

    aofref explain --variant aof2 Lha5-fb3
"""

from __future__ import annotations

import sys

import click

from aofref.cli.io.diagnostics import complaint, say
from aofref.cli.io.output import write_out
from aofref.cli.options.position import Where, where_options
from aofref.cli.options.shared import format_option
from aofref.judge.analysis.suggestions import explained
from aofref.report.json import position
from aofref.report.text import proof, suggested
from aofref.report.text.messages import sentence
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
    at, status = where.found(file)
    read, why, found, near = explained(at, move)
    about = [] if why is None else [*suggested.lines(at, read, why, near)]
    if found is None:
        assert why is not None
        lines = [complaint("MOVE", why.code, sentence(why)), *about]
        say("".join(f"{line}\n" for line in lines))
        sys.exit(2)
    if form == "json":
        write_out(json_line(position.explained(found, near)))
    else:
        lines = [*proof.lines(found, board=board), *about]
        write_out("".join(f"{line}\n" for line in lines))
    sys.exit(max(status, 0 if why is None else 1))
