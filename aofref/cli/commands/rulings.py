"""`aofref rulings`: list what the pages leave open.

Group: Games

    aofref rulings
"""

from textwrap import fill

import click

from aofref.cli.io.output import write_out
from aofref.cli.options.shared import format_option
from aofref.text import json_line
from aofref.variants import ruling_texts

_MEMBERS = ("number", "games", "reading", "evidence", "choice", "alters")
"""What JSON has of a ruling (aofref(1))."""


@click.command("rulings")
@format_option
def command(form: str) -> None:
    """List the rulings with their evidence, the alternatives that can be chosen, and their effect.

    Choose one with --ruling, or in a record with the tag Rulings.
    """
    for reading in ruling_texts():
        if form == "json":
            data = {name: getattr(reading, name) or None for name in _MEMBERS}
            write_out(json_line(data))
            continue
        lines = [f"{reading.number} ({reading.games}) {reading.reading}"]
        lines.append(f"evidence: {reading.evidence}")
        if reading.choice:
            lines.append(f"alternative: {reading.choice}: {reading.alters}")
        for indent, line in zip(("", "    ", "    "), lines, strict=False):
            hanging = f"{indent}    "
            write_out(f"{fill(line, 79, initial_indent=indent, subsequent_indent=hanging)}\n")
