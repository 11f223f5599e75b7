"""`aofref man`: show the manual.

Group: Help

    aofref man
    aofref man play
    aofref man record
    aofref man game
    aofref man rules
    aofref man codes
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import click

from aofref.cli.commands import names
from aofref.cli.io.files import resource_path
from aofref.cli.io.output import stdout_raw

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
    type=click.Choice([*PAGES, *(name for name in names() if name not in PAGES)]),
    metavar=f"[COMMAND{'|'.join(PAGES)}]",
)
def command(page: str) -> None:
    """Show the manual: of the commands, or a page that is named.

    Those are the pages on records, games from files, JSON, the rules of the six games, the codes
    of refusals, and clubs.  With COMMAND, the section of that command.  On a terminal it is shown
    by man, or else by your pager; elsewhere it is written as text.
    """
    section = "" if page in PAGES else page
    path = path_of("" if section else page)
    terminal = sys.stdout.isatty()
    viewer = shutil.which("man") if terminal and os.name == "posix" else None
    if viewer is not None:
        less = f"{os.environ.get('LESS', '')} +/^   {section}".lstrip()  # its heading
        env = {**os.environ, "LESS": less} if section else None
        if subprocess.run([viewer, str(path)], check=False, env=env).returncode == 0:
            return
    text = path.with_name(f"{path.name}.txt").read_text("utf-8")  # rendered by mandoc
    if section:
        text = section_of(text, section)
    if terminal:
        click.echo_via_pager(text)
    else:
        stdout_raw(text)


def section_of(text: str, command: str) -> str:
    """Return the section of a command in the text of aofref(1), without its indentation."""
    found = re.search(rf"(?ms)^   {command}\n.*?(?=^ {{0,3}}\S)", text)
    assert found is not None
    return dedent(found[0]).rstrip() + "\n"
