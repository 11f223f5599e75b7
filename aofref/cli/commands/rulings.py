"""`aofref rulings`: list what the pages leave open.

Group: Games

    aofref rulings
    aofref rulings aof2
"""

from textwrap import fill

import click

from aofref.cli.commands import Helped
from aofref.cli.io.output import stderr, stdout
from aofref.cli.options.completers import complete_variants
from aofref.cli.options.position import open_variant
from aofref.cli.options.shared import format_option, named_game
from aofref.games import find, ruling_texts, rulings_of
from aofref.text import json_line

_MEMBERS = ("reading", "evidence", "choice", "alters")
"""The members of a ruling in JSON (aofref-json(5))."""


@click.command("rulings", cls=Helped)
@click.argument("variant", default="", metavar="[VARIANT]", shell_complete=complete_variants)
@format_option
def command(variant: str, form: str) -> None:
    """List the rulings with their evidence, the alternatives that can be chosen, and their effect.

    With VARIANT list the rulings of one game.  Choose one with --ruling, or in a record with the
    tag Rulings.
    """
    readings = ruling_texts()
    if variant:
        game = find(open_variant(named_game(variant), ()).id)
        readings = rulings_of(game) if game is not None else ()
        if game is not None and game.source:
            stderr(f"{game.id} is a game from a file, which leaves nothing open\n")
    for reading in readings:
        if form == "json":
            data = {name: getattr(reading, name) or None for name in _MEMBERS}
            of = {"key": reading.number, "concerns": reading.games}
            stdout(json_line({**of, **data}))
            continue
        lines = [f"{reading.number} ({reading.games}) {reading.reading}"]
        lines.append(f"evidence: {reading.evidence}")
        if reading.choice:
            lines.append(f"alternative: {reading.choice}: {reading.alters}")
        for indent, line in zip(("", "    ", "    "), lines, strict=False):
            hanging = f"{indent}    "
            stdout(f"{fill(line, 79, initial_indent=indent, subsequent_indent=hanging)}\n")
