"""`aofref convert`: rewrite records in another notation, comments and all."""

from __future__ import annotations

from collections.abc import Iterator

import click

from aofref.cli.common import (
    as_played_option,
    complaint,
    encoding_option,
    files,
    over_records,
    pass_on,
    safely,
    say,
    setting,
    setting_options,
    status_of,
)
from aofref.cli.progress import judged
from aofref.findings import Code
from aofref.judge.opening import Setting
from aofref.notation.moves import Notation
from aofref.notation.records import RawRecord, read
from aofref.report.messages import diagnostics
from aofref.rewrite import rewrite

NOTATIONS = [notation.value for notation in Notation]


@click.command("convert")
@files
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
@as_played_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    to: str,
    source: str | None,
    as_played: bool,
    encoding: str,
) -> None:
    """Rewrite every record of the FILEs in another notation, losing nothing."""
    read_as = Notation(source) if source and source != "json" else None
    chosen = setting(variant, rulings, as_played=as_played)._replace(notation=read_as)
    written = None if to == "json" else Notation(to)

    def treat(records: Iterator[RawRecord], name: str) -> Iterator[int]:
        for raw in records:
            if source == "json" and not raw.is_json:
                text = "this is no record in JSON"
                say(f"{complaint(name, Code.SYNTAX, text, raw.start)}\n")
                yield 2
            else:
                yield safely(lambda raw: _convert(raw, name, chosen, written), raw, name)

    over_records(file, encoding, treat)


def _convert(raw: RawRecord, name: str, chosen: Setting, to: Notation | None) -> int:
    """Convert one record and give its status; one that cannot be read goes to standard error."""
    done = rewrite(read(raw), chosen, to)
    say(diagnostics(name, done.findings))
    if done.text:
        pass_on(done.text)
    else:
        last = raw.start.line + max(0, raw.text.rstrip("\n").count("\n"))
        say(f"{name}: lines {raw.start.line}-{last} are not converted:\n")
        say("".join(f"| {line}\n" for line in raw.text.rstrip("\n").split("\n")))
    judged(done.plies)
    return status_of(done.findings)
