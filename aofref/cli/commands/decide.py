"""`aofref decide`: write an arbiter's decision into a record.

Group: Play

    aofref decide game.aof takeback
    aofref decide game.aof stands --by-arbiter "Eva Lang" --reason "all played on"
"""

from __future__ import annotations

import sys
from datetime import datetime

import click

from aofref.cli.io.diagnostics import complaint, say, unreadable
from aofref.cli.io.inplace import in_place_option, outlet
from aofref.cli.io.record import the_record, well_formed
from aofref.cli.options.once import moment
from aofref.cli.options.setting import setting
from aofref.cli.options.shared import encoding_option, setting_options
from aofref.findings import Code
from aofref.judge.edit.amend import decided
from aofref.judge.replay.driver import replay
from aofref.judge.replay.line import Decided
from aofref.judge.replay.verdict import Unopened
from aofref.notation.records import excerpt, read
from aofref.notation.times import write_moment
from aofref.report.text.messages import diagnostics


def _words(_ctx: click.Context, _param: click.Parameter, value: str | None) -> str:
    """Let pass what can stand in a comment behind a decision."""
    found = " ".join((value or "").split())
    if "}" in found or "[%" in found:
        raise click.BadParameter(f"{excerpt(found)} cannot stand in a comment")
    return found


@click.command("decide")
@click.argument("file", type=click.Path())
@click.argument(
    "decision", type=click.Choice([one.value for one in Decided]), metavar="|".join(Decided)
)
@click.option("--by-arbiter", "arbiter", metavar="NAME", callback=_words, help="Who decided.")
@click.option("--reason", metavar="TEXT", callback=_words, help="Why.")
@click.option("--now", metavar="TIME", callback=moment, help="When it was decided.")
@setting_options
@in_place_option
@encoding_option
def command(
    file: str,
    decision: str,
    arbiter: str,
    reason: str,
    now: datetime | None,
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
        raise unreadable(file, Code.SYNTAX, text)
    found = well_formed(replay(read(raw), chosen), file)
    why = found.refused
    if why is None:
        say(f"aofref: {file}: the record has no illegal move to decide on\n")
        sys.exit(1)
    who = [f"by {arbiter}"] if arbiter else []
    when = [f"at {write_moment(now)}"] if now else []
    by = " ".join([*who, *when])
    words = ": ".join(part for part in (by, reason) if part)
    written = decided(found, Decided(decision), words)
    done = replay(read(written), chosen)
    if isinstance(done, Unopened) or len(done.decisions) <= len(found.decisions):
        say(diagnostics(file, [why]))
        text = f"the decision {decision} would have no effect: the move cannot be carried out"
        say(f"{complaint(file, why.code, text, why.place)}\n")
        sys.exit(1)
    say(diagnostics(file, done.errors))
    to_write.put(written.text)
