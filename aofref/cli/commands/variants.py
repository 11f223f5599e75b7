"""`aofref variants`: list the games.

Group: Games

    aofref variants
    aofref variants --format json
"""

import sys

import click

from aofref import games
from aofref.cli.commands import Helped
from aofref.cli.io.output import complaint, stderr, stdout
from aofref.cli.options.shared import bad_game, format_option
from aofref.findings import START, Code, Finding, Refusal, diagnostics
from aofref.games.files import shelf
from aofref.report.json.listing import variant
from aofref.text import json_line, on_one_line


@click.command("variants", cls=Helped)
@format_option
def command(form: str) -> None:
    """List the games: id, title, cells, armies in order of play, rulings to choose."""
    status = 0
    for name in games.every():
        if (game := games.find(name)) is None:
            status = 2
            if (faulty := games.faulty(name)) is not None:
                stderr(f"{bad_game(faulty)}\n")
            continue
        if form == "json":
            stdout(json_line(variant(game)))
            continue
        armies = ", ".join(f"{army.letter} {army.called}" for army in game.armies)
        rulings = f"; rulings {', '.join(game.rulings)}" if game.rulings else ""
        line = f"{name:<15} {game.title}: {len(game.board.cells)} cells; {armies}{rulings}"
        stdout(f"{on_one_line(line)}\n")
    taken = frozenset((*games.IDS, *games.ALIASES, *shelf.come_with()))
    for path, by in shelf.unread(taken):
        if by:
            warning = Refusal(
                Code.BAD_GAME, f"{by} has the same id, and is read instead", harmless=True
            )
            stderr(diagnostics(path, [Finding(warning, START)]))
        else:
            stderr(f"{complaint(path, Code.BAD_GAME, 'a game of aofref has this id')}\n")
            status = 2
    sys.exit(status)
