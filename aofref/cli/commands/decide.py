"""`aofref decide`: write an arbiter's decision into a record.

Group: Play

    aofref decide game.aof takeback
"""

from __future__ import annotations

import sys

import click

from aofref.cli.io.diagnostics import Unreadable, complaint, say
from aofref.cli.io.inplace import in_place_option, outlet
from aofref.cli.io.record import the_record, well_formed
from aofref.cli.options.setting import setting
from aofref.cli.options.shared import encoding_option, setting_options
from aofref.findings import Code
from aofref.judge.edit.amend import decided
from aofref.judge.replay.driver import replay
from aofref.judge.replay.line import Decided
from aofref.judge.replay.verdict import Unopened
from aofref.notation.records import read
from aofref.report.text.messages import diagnostics


@click.command("decide")
@click.argument("file", type=click.Path())
@click.argument(
    "decision", type=click.Choice([one.value for one in Decided]), metavar="|".join(Decided)
)
@setting_options
@in_place_option
@encoding_option
def command(
    file: str,
    decision: str,
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
        say(f"aofref: {file}: the record has no illegal move to decide on\n")
        sys.exit(1)
    written = decided(found, Decided(decision))
    done = replay(read(written), chosen)
    if isinstance(done, Unopened) or len(done.decisions) <= len(found.decisions):
        say(diagnostics(file, [why]))
        text = f"the decision {decision} would have no effect: the move cannot be carried out"
        say(f"{complaint(file, why.code, text, why.place)}\n")
        sys.exit(1)
    say(diagnostics(file, done.errors))
    to_write.put(written.text)
