"""`aofref explain`: prove why a move is legal or refused.

Group: Judge

    aofref explain --variant aof2 Lha5-fb3
"""

from __future__ import annotations

import sys
from typing import NoReturn

import click

from aofref.cli.io.diagnostics import complaint, say
from aofref.cli.io.output import write_out
from aofref.cli.options.position import Where, where_options
from aofref.cli.options.shared import format_option
from aofref.findings import Refusal
from aofref.judge.analysis.proof import explain
from aofref.judge.analysis.suggestions import suggestions
from aofref.judge.replay.reading import no_move, sent
from aofref.report.json import position
from aofref.report.text import proof, suggested
from aofref.report.text.messages import sentence
from aofref.rules.position import Position
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
    read = sent(at, move)
    found = None if read.why is not None else explain(at, read.move)
    if found is None:
        _no_move(at, move, read.why or no_move(at, move))
    why = found.refusal
    near = () if why is None else suggestions(at, read.move, why)
    if form == "json":
        write_out(json_line(position.explained(found, near)))
    else:
        lines = [*proof.lines(found, board=board)]
        if why is not None:
            lines += suggested.lines(at, read.move, why, near)
        write_out("".join(f"{line}\n" for line in lines))
    sys.exit(max(status, 0 if why is None else 1))


def _no_move(at: Position, move: str, why: Refusal) -> NoReturn:
    say(f"{complaint('MOVE', why.code, sentence(why))}\n")
    near = suggestions(at, move, why)
    say("".join(f"{line}\n" for line in suggested.lines(at, move, why, near)))
    sys.exit(2)
