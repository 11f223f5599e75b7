"""`aofref material`: what every army has left."""

from __future__ import annotations

import click

from aofref.cli.common import write_out
from aofref.cli.where import Where, json_option, where_options
from aofref.judge.sight import material
from aofref.report import answers


@click.command("material")
@click.argument("file", required=False, type=click.Path())
@where_options
@json_option
def command(file: str | None, where: Where, form: str) -> None:
    """Count the pieces of every army, and what it has lost or gained since the array."""
    at = where.found(file, from_input=True)
    found = material(at)
    if form == "json":
        write_out(answers.line(answers.material_data(at, found)))
    else:
        write_out("".join(f"{line}\n" for line in answers.material(found)))
