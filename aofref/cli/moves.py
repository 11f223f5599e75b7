"""`aofref moves`: the legal moves of a position."""

from __future__ import annotations

import click

from aofref.cli.common import open_position, open_variant, setting_options
from aofref.notation.moves import lan
from aofref.rules.generate import legal_moves


@click.command("moves")
@setting_options
@click.option("--position", metavar="P", help="A position line; the start position if left out.")
@click.option("--from", "origin", metavar="CELL", help="Only the moves of the piece on CELL.")
@click.option("--count", is_flag=True, help="Print how many there are.")
def command(
    variant: str, rulings: tuple[str, ...], position: str | None, origin: str | None, count: bool
) -> None:
    """List the legal moves of a position, one a line; `--` when the army must pass."""
    game = open_variant(variant, rulings)
    at = open_position(game, position)
    if origin is not None and origin not in game.board.number:
        raise click.UsageError(f"no-such-cell: the board has no cell {origin}")
    found = sorted(
        lan(at, move)
        for move in legal_moves(at)
        if origin is None or move.origin == game.board.number[origin]
    )
    if count:
        click.echo(len(found))
    else:
        for text in found:
            click.echo(text)
