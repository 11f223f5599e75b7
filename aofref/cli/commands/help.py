"""Commands of help: the manual, the schemas of JSON, completion in shells."""

from __future__ import annotations

import os
import re
import shutil
import sys
from typing import TYPE_CHECKING, Any

import click

from aofref.cli.commands import COMMANDS
from aofref.cli.io import resource_path, stdout, stdout_raw
from aofref.cli.options.option import completing
from aofref.text import json_text

if TYPE_CHECKING:
    from pathlib import Path  # which takes a while to load


@click.argument(
    "name", metavar="[COMMAND]", default="", shell_complete=completing(lambda: sorted(COMMANDS))
)
@click.pass_context
def help_with(ctx: click.Context, name: str) -> None:
    """List the commands, or show the options and examples of COMMAND, as --help does.

    aofref help
    aofref help check
    """
    program = ctx.find_root()
    program.command.main(["--", name, "--help"] if name else ["--help"], program.info_name)


PAGES = {
    "": "aofref.1",
    "record": "aofref-record.5",
    "game": "aofref-game.5",
    "json": "aofref-json.5",
    "rules": "aofref-rules.7",
    "codes": "aofref-codes.7",
    "club": "aofref-club.7",
}


def path_of(name: str) -> Path:
    """Return the path of a page."""
    return resource_path(f"man/{PAGES[name]}")


@click.argument(
    "page",
    required=False,
    default="",
    type=click.Choice([*PAGES, *sorted(COMMANDS.keys() - PAGES)]),
    metavar=f"[COMMAND{'|'.join(PAGES)}]",
)
def show_manual(page: str) -> None:
    """Show the manual: of the commands, or a page that is named.

    Those are the pages on records, games from files, JSON, the rules of the six games, the codes
    of refusals, and clubs.  With COMMAND, the section of that command.  On a terminal it is shown
    by man, or else by your pager; elsewhere it is written as text.

    aofref man
    aofref man play
    aofref man record
    aofref man game
    aofref man rules
    aofref man codes
    """
    section = "" if page in PAGES else page
    path = path_of("" if section else page)
    terminal = sys.stdout.isatty()
    viewer = shutil.which("man") if terminal and os.name == "posix" else None
    if viewer is not None:
        import subprocess  # which takes a while to load

        less = f"{os.environ.get('LESS', '')} +/^   {section}".lstrip()  # its heading
        env = {**os.environ, "LESS": less} if section else None
        if subprocess.run([viewer, str(path)], check=False, env=env).returncode == 0:
            return
    text = path.with_name(f"{path.name}.txt").read_text("utf-8")  # rendered by mandoc
    if section:  # without its indentation
        from textwrap import dedent

        found = re.search(rf"(?ms)^   {section}\n.*?(?=^ {{0,3}}\S)", text)
        assert found is not None
        text = dedent(found[0]).rstrip() + "\n"
    if terminal:
        click.echo_via_pager(text)
    else:
        stdout_raw(text)


SHARED = "_shared"  # the file of definitions that several schemas share
_REFERENCE = r'"\$ref": "#/\$defs/([^"]+)"'


def known() -> list[str]:
    """List the commands that have a schema."""
    stems = {path.stem for path in resource_path("schema").glob("*.json")}
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


def _read(name: str) -> Any:
    import json

    return json.loads(resource_path(f"schema/{name}.json").read_text("utf-8"))


@click.argument("name", required=False, metavar="COMMAND", shell_complete=completing(known))
def write_schema(name: str | None) -> None:
    """Print the JSON Schema of COMMAND's JSON output; without COMMAND, list the schemas.

    aofref schema
    aofref schema check
    """
    if name is None:
        stdout("".join(f"{named}\n" for named in known()))
        return
    if name not in known():
        raise click.UsageError(f"no schema of {name}; there are {', '.join(known())}")
    stdout(whole(name))


SHELLS = ("bash", "zsh", "fish")


@click.argument("shell", type=click.Choice(SHELLS), metavar="|".join(SHELLS))
@click.pass_context
def write_completion(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands, options, files, games, pieces and cells.

    eval "$(aofref completion bash)"
    """
    from click.shell_completion import get_completion_class

    from aofref.cli.app import COMPLETING

    maker = get_completion_class(shell)
    assert maker is not None
    script = maker(ctx.find_root().command, {}, "aofref", COMPLETING)
    stdout_raw(script.source().strip() + "\n")
