"""`aofref convert`: rewrite records in another notation.

Group: Many records

    aofref convert --to san game.aof
    aofref convert --from numeric mail.aof
"""

from __future__ import annotations

import sys
from typing import NamedTuple

import click

from aofref.cli.batch.many import Records, records_options
from aofref.cli.batch.sources import SourcedRecord
from aofref.cli.io.diagnostics import complaint, say, status_of
from aofref.cli.io.output import pass_on
from aofref.findings import Code
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Unopened
from aofref.notation.moves import Notation
from aofref.notation.records import read
from aofref.report.text.messages import diagnostics

NOTATIONS = [notation.value for notation in Notation]


class Converted(NamedTuple):
    """A record written again, or nothing; its diagnostics, and its exit status."""

    text: str
    said: str
    status: int
    plies: int = 0


class Conversion(NamedTuple):
    """What was asked for, the same for every record: JSON is written where `to` is None."""

    setting: Setting
    to: Notation | None
    only_json: bool

    def __call__(self, item: SourcedRecord) -> Converted:
        """Write a record again."""
        raw, name = item.raw, item.source
        if self.only_json and not raw.is_json:
            text = complaint(name, Code.SYNTAX, "this is not a record in JSON", raw.start)
            return Converted("", f"{text}\n", 2)
        done = rewrite(read(raw), self.setting, self.to)
        said = diagnostics(name, done.findings)
        if not done.text:
            said += _kept(item)
        return Converted(done.text, said, status_of(done.findings), done.plies)

    def failed(self, item: SourcedRecord, found: Unopened) -> Converted:
        """Say that the program itself failed at a record."""
        return Converted("", diagnostics(item.source, found.findings), status_of(found.findings))


def _kept(item: SourcedRecord) -> str:
    """Say what could not be converted."""
    lines = item.raw.text.rstrip("\n").split("\n")
    first = item.raw.start.line
    text = "".join(f"| {line}\n" for line in lines)
    return f"{item.source}: lines {first}-{first + len(lines) - 1} are not converted:\n{text}"


@click.command("convert")
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
@records_options
def command(records: Records, to: str, source: str | None) -> None:
    """Rewrite every record in another notation, losing nothing."""
    read_as = Notation(source) if source and source != "json" else None
    chosen = records.setting._replace(notation=read_as)
    conversion = Conversion(chosen, None if to == "json" else Notation(to), source == "json")
    sys.exit(records.many(conversion, lambda written: written.plies).each(_put))


def _put(written: Converted) -> int:
    """Write a record; one that cannot be read goes to standard error."""
    say(written.said)
    if written.text:
        pass_on(written.text)
    return written.status
