"""`aofref variants`: what games there are."""

from __future__ import annotations

import click

from aofref import variants
from aofref.cli.common import format_option, write_out
from aofref.report import listing


@click.command("variants")
@format_option
def command(form: str) -> None:
    """List the games: id, title, cells, armies in order of play, rulings to choose."""
    for name in variants.IDS:
        game = variants.find(name)
        assert game is not None
        if form == "json":
            write_out(listing.one_line(listing.variant_json(game)))
            continue
        armies = ", ".join(f"{army.letter} {army.name}" for army in game.armies)
        rulings = f"; rulings {', '.join(game.rulings)}" if game.rulings else ""
        write_out(f"{name:<16}{game.title}: {len(game.board.cells)} cells; {armies}{rulings}\n")
