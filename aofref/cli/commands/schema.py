"""`aofref schema`: print the JSON Schema of a command's output.

Group: Help

    aofref schema
    aofref schema check
"""

import json
import re
from importlib.resources import files
from typing import Any

import click

from aofref.cli.io.output import stdout
from aofref.cli.options.completers import completing
from aofref.text import json_text

FOLDER = files("aofref") / "schema"
SHARED = "_shared"  # the file of definitions that several schemas share


def known() -> list[str]:
    """List the commands that have a schema."""
    names = (entry.name for entry in FOLDER.iterdir())
    stems = {name.removesuffix(".json") for name in names if name.endswith(".json")}
    return sorted(stems - {SHARED})


def whole(name: str) -> str:
    """Return a schema together with the shared definitions to which it refers."""
    schema = _read(name)
    shared, own = _read(SHARED)["$defs"], schema.pop("$defs", {})
    needed = re.findall(_REFERENCE, json_text([schema, own]))
    while needed:
        what = needed.pop()
        if what not in own:
            own[what] = shared[what]
            needed += re.findall(_REFERENCE, json_text(shared[what]))
    body = {**schema, "$defs": dict(sorted(own.items()))} if own else schema
    return json_text(body, (",", ": "), indent=2) + "\n"


_REFERENCE = r'"\$ref": "#/\$defs/([^"]+)"'


def _read(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


@click.argument("name", required=False, metavar="COMMAND", shell_complete=completing(known))
def command(name: str | None) -> None:
    """Print the JSON Schema of COMMAND's JSON output; without COMMAND, list the schemas."""
    if name is None:
        stdout("".join(f"{named}\n" for named in known()))
        return
    if name not in known():
        raise click.UsageError(f"no schema of {name}; there are {', '.join(known())}")
    stdout(whole(name))
