"""`aofref rulings`: list what the pages leave open.

Group: Games

    aofref rulings
    aofref rulings aof2
"""

import click

from aofref.cli.io.output import stderr, stdout
from aofref.cli.options.completers import complete_variants
from aofref.cli.options.position import open_variant
from aofref.cli.options.shared import format_option
from aofref.library.lists import rulings
from aofref.text import json_line


@click.argument("variant", default="", metavar="[VARIANT]", shell_complete=complete_variants)
@format_option
def command(variant: str, form: str) -> None:
    """List the rulings with their evidence, the alternatives that can be chosen, and their effect.

    With VARIANT list the rulings of one game.  Choose one with --ruling, or in a record with the
    tag Rulings.
    """
    game = open_variant(variant, ()) if variant else None
    listed = rulings(game)
    if game is not None and not listed:
        stderr(f"{game.id} is a game from a file, which leaves nothing open\n")
    lines = map(json_line, listed.report()) if form == "json" else (f"{one}\n" for one in listed)
    stdout("".join(lines))
