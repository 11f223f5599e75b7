"""`aofref convert`: rewrite records in another notation, comments and all."""

from __future__ import annotations

import sys
from typing import NamedTuple

import click

from aofref.cli.common import (
    as_played_option,
    complaint,
    encoding_option,
    pass_on,
    say,
    setting,
    setting_options,
    status_of,
)
from aofref.cli.many import Many, jobs_options, sources_argument, verbose_option
from aofref.cli.sources import Item, Wanted
from aofref.findings import Code
from aofref.judge.opening import Setting
from aofref.judge.rewrite import rewrite
from aofref.judge.verdict import Unopened
from aofref.notation.moves import Notation
from aofref.notation.records import read
from aofref.report.messages import diagnostics

NOTATIONS = [notation.value for notation in Notation]


class Written(NamedTuple):
    """A record written again, or nothing; what is said of it, and its exit status."""

    text: str
    said: str
    status: int
    plies: int = 0


class Order(NamedTuple):
    """What was asked for, the same for every record: JSON is written where `to` is None."""

    setting: Setting
    to: Notation | None
    only_json: bool

    def __call__(self, item: Item) -> Written:
        """Write a record again."""
        raw, name = item.raw, item.source
        if self.only_json and not raw.is_json:
            told = complaint(name, Code.SYNTAX, "this is no record in JSON", raw.start)
            return Written("", f"{told}\n", 2)
        done = rewrite(read(raw), self.setting, self.to)
        said = diagnostics(name, done.findings)
        if not done.text:
            said += _kept(item)
        return Written(done.text, said, status_of(done.findings), done.plies)

    def failed(self, item: Item, found: Unopened) -> Written:
        """Say that the program itself failed at a record."""
        return Written("", diagnostics(item.source, found.findings), status_of(found.findings))


def _kept(item: Item) -> str:
    """Say what could not be converted."""
    lines = item.raw.text.rstrip("\n").split("\n")
    first = item.raw.start.line
    told = "".join(f"| {line}\n" for line in lines)
    return f"{item.source}: lines {first}-{first + len(lines) - 1} are not converted:\n{told}"


@click.command("convert")
@sources_argument
@setting_options
@click.option(
    "--to",
    type=click.Choice([*NOTATIONS, "json"]),
    default="lan",
    show_default=True,
    help="Write this.",
)
@click.option(
    "--from", "source", type=click.Choice([*NOTATIONS, "json"]), help="Read only this notation."
)
@jobs_options
@as_played_option
@verbose_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    to: str,
    source: str | None,
    jobs: int,
    scheduler: str | None,
    as_played: bool,
    verbose: bool,
    encoding: str,
) -> None:
    """Rewrite every record in another notation, losing nothing."""
    read_as = Notation(source) if source and source != "json" else None
    chosen = setting(variant, rulings, as_played=as_played)._replace(notation=read_as)
    work = Order(chosen, None if to == "json" else Notation(to), source == "json")
    many = Many(
        Wanted(file, encoding, verbose), work, lambda written: written.plies, jobs, scheduler
    )
    sys.exit(many.each(_put))


def _put(written: Written) -> int:
    """Write a record; one that cannot be read goes to standard error."""
    say(written.said)
    if written.text:
        pass_on(written.text)
    return written.status
