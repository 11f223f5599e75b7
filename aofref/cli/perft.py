"""`aofref perft`: count the legal lines of play to a depth."""

from __future__ import annotations

import click

from aofref.cli.common import open_position, open_variant, setting_options, write_out
from aofref.notation.moves import lan
from aofref.rules.generate import legal_moves
from aofref.rules.perft import perft
from aofref.rules.turn import after


@click.command("perft")
@setting_options
@click.option("--depth", type=click.IntRange(0), required=True, metavar="N", help="Plies to play.")
@click.option("--position", metavar="P", help="A position line; the start position if left out.")
@click.option("--divide", is_flag=True, help="Print the count behind each first move.")
def command(
    variant: str, rulings: tuple[str, ...], depth: int, position: str | None, divide: bool
) -> None:
    """Count the lines of legal moves; a pass counts as a move."""
    at = open_position(open_variant(variant, rulings), position)
    if not divide or not depth:
        write_out(f"{perft(at, depth)}\n")
        return
    counts = {lan(at, move): perft(after(at, move)[0], depth - 1) for move in legal_moves(at)}
    for text in sorted(counts):
        write_out(f"{text} {counts[text]}\n")
    write_out(f"total {sum(counts.values())}\n")
