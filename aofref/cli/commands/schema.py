"""`aofref schema`: print the JSON Schema of a command's output.

Group: Help

    aofref schema
    aofref schema check
"""

from __future__ import annotations

from importlib.resources import files

import click

from aofref.cli.io.output import write_out

FOLDER = files("aofref") / "schema"


def known() -> list[str]:
    """List the commands that have a schema."""
    names = (entry.name for entry in FOLDER.iterdir())
    return sorted(name.removesuffix(".json") for name in names if name.endswith(".json"))


def _complete(_ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    return [name for name in known() if name.startswith(start)]


@click.command("schema")
@click.argument("name", required=False, metavar="COMMAND", shell_complete=_complete)
def command(name: str | None) -> None:
    """Print the JSON Schema of COMMAND's JSON output; without COMMAND, list the schemas."""
    if name is None:
        write_out("".join(f"{one}\n" for one in known()))
        return
    if name not in known():
        raise click.UsageError(f"no schema of {name}; there are {', '.join(known())}")
    write_out((FOLDER / f"{name}.json").read_text("utf-8"))
