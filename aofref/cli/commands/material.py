"""`aofref material`: count the pieces of every army.

Group: Look

    aofref material game.aof
"""

import sys

import click

from aofref.cli.io.output import write_out
from aofref.cli.options.position import Where, where_options
from aofref.cli.options.shared import format_option
from aofref.text import json_line


@click.command("material")
@click.argument("file", required=False, type=click.Path())
@where_options
@format_option
def command(file: str | None, where: Where, form: str) -> None:
    """Count the pieces of every army, and what it has lost or gained since the array."""
    at, status = where.located(file, from_input=True)
    counted = at.material()
    if form == "json":
        armies = {army.army: army.report() for army in counted}
        write_out(json_line({**at.report(), "armies": armies}))
    else:
        write_out("".join(f"{army}\n" for army in counted))
    sys.exit(status)
