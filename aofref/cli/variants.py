"""`aofref variants`: what games there are."""

from __future__ import annotations

import click

from aofref import variants
from aofref.cli.common import write_out


@click.command("variants")
def command() -> None:
    """List the games: id, title, cells, armies in order of play, rulings to choose."""
    for name in variants.IDS:
        game = variants.find(name)
        assert game is not None
        armies = ", ".join(f"{army.letter} {army.name}" for army in game.armies)
        rulings = f"; rulings {', '.join(game.rulings)}" if game.rulings else ""
        write_out(f"{name:<16}{game.title}: {len(game.board.cells)} cells; {armies}{rulings}\n")
