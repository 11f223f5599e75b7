"""`aofref variants`: list the games.

Group: Games

    aofref variants
    aofref variants --format json
"""

from __future__ import annotations

import click

from aofref import variants
from aofref.cli.io.output import write_out
from aofref.cli.options.shared import format_option
from aofref.report.json.listing import variant
from aofref.text import json_line, on_one_line


@click.command("variants")
@format_option
def command(form: str) -> None:
    """List the games: id, title, cells, armies in order of play, rulings to choose."""
    for name in variants.IDS:
        game = variants.find(name)
        assert game is not None
        if form == "json":
            write_out(json_line(variant(game)))
            continue
        armies = ", ".join(f"{army.letter} {army.name}" for army in game.armies)
        rulings = f"; rulings {', '.join(game.rulings)}" if game.rulings else ""
        line = f"{name:<16}{game.title}: {len(game.board.cells)} cells; {armies}{rulings}"
        write_out(f"{on_one_line(line)}\n")
