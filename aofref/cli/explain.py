"""`aofref explain`: why a move is legal or not."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import (
    Unreadable,
    complaint,
    open_position,
    open_variant,
    setting_options,
    write_out,
)
from aofref.findings import Code
from aofref.judge.proof import explain
from aofref.notation.records import excerpt
from aofref.report import proof


@click.command("explain")
@setting_options
@click.option("--position", metavar="P", help="A position line; the start position if left out.")
@click.option("--board", is_flag=True, help="Draw the position too.")
@click.argument("move")
def command(
    variant: str, rulings: tuple[str, ...], position: str | None, board: bool, move: str
) -> None:
    """Prove why MOVE is legal or refused: rule, path, what blocks, what is missing, who checks."""
    at = open_position(open_variant(variant, rulings), position)
    found = explain(at, move)
    if found is None:
        raise Unreadable(complaint("MOVE", Code.SYNTAX, f"this is no move: {excerpt(move)}"))
    for line in proof.lines(found, board=board):
        write_out(f"{line}\n")
    sys.exit(0 if found.refusal is None else 1)
