"""`aofref decide`: an arbiter's decision on the illegal move that a record stops at."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import (
    Unreadable,
    complaint,
    encoding_option,
    say,
    setting,
    setting_options,
    the_record,
    well_formed,
)
from aofref.cli.inplace import in_place_option, outlet
from aofref.findings import Code
from aofref.judge.amend import decided
from aofref.judge.replay import replay
from aofref.judge.verdict import Unopened
from aofref.notation.records import read
from aofref.report.messages import diagnostics

VERDICTS = ["stands", "takeback", "forfeits"]


@click.command("decide")
@click.argument("file", type=click.Path())
@click.argument("verdict", type=click.Choice(VERDICTS), metavar="stands|takeback|forfeits")
@setting_options
@in_place_option
@encoding_option
def command(
    file: str,
    verdict: str,
    variant: str,
    rulings: tuple[str, ...],
    in_place: bool,
    encoding: str,
) -> None:
    """Print the record FILE with a decision on the illegal move that it stops at."""
    chosen = setting(variant, rulings, as_played=True)
    to_write = outlet(file, in_place, encoding)
    raw = the_record(file, encoding)
    if raw.is_json:
        text = "decisions are not written into JSON: convert the record to lan first"
        raise Unreadable(complaint(file, Code.SYNTAX, text))
    found = well_formed(replay(read(raw), chosen), file)
    why = found.refused
    if why is None:
        raise click.UsageError("the record stops at no illegal move")
    written = decided(found, verdict)
    done = replay(read(written), chosen)
    if isinstance(done, Unopened) or len(done.decisions) <= len(found.decisions):
        say(diagnostics(file, [why]))
        text = f"this move cannot be carried out: the decision {verdict} would have no effect"
        say(f"{complaint(file, why.code, text, why.place)}\n")
        sys.exit(1)
    say(diagnostics(file, done.errors))
    to_write.put(written.text)
