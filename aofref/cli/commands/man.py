"""`aofref man`: show the manual.

Group: Help

    aofref man
    aofref man record
    aofref man game
    aofref man rules
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import click

from aofref.cli.helped import Helped
from aofref.cli.io.files import resource_path
from aofref.cli.io.output import stdout_raw

PAGES = {
    "": "aofref.1",
    "record": "aofref-record.5",
    "game": "aofref-game.5",
    "rules": "aofref-rules.7",
}


def path_of(name: str) -> Path:
    """Return the path of a page."""
    return resource_path(f"man/{PAGES[name]}")


@click.command("man", cls=Helped)
@click.argument(
    "page",
    required=False,
    default="",
    type=click.Choice(list(PAGES)),
    metavar="[record|game|rules]",
)
def command(page: str) -> None:
    """Show the manual: of the commands, of records, of games from files, or of the six games.

    On a terminal it is shown by man, or else by your pager; elsewhere it is written as text.
    """
    path = path_of(page)
    terminal = sys.stdout.isatty()
    viewer = shutil.which("man") if terminal and os.name == "posix" else None
    if viewer is not None and subprocess.run([viewer, str(path)], check=False).returncode == 0:
        return
    text = path.with_name(f"{path.name}.txt").read_text("utf-8")  # rendered by mandoc
    if terminal:
        click.echo_via_pager(text)
    else:
        stdout_raw(text)
