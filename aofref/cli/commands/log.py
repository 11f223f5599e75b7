"""`aofref log`: show a game at a glance, a line a round.

Group: Look

    aofref log game.aof
    aofref log --format json game.aof
"""

import sys
from functools import partial

import click

from aofref.cli.batch.many import STATUSES, Records, records_options, summed
from aofref.cli.io.output import write_out
from aofref.cli.options.shared import format_option
from aofref.judge.collect.summary import Summary
from aofref.library.record import Record
from aofref.report.json.listing import log
from aofref.report.text import listing
from aofref.text import json_line


@click.command("log")
@format_option
@records_options
def command(records: Records, form: str) -> None:
    """Show games at a glance: a line for each round, and in words what its moves led to."""
    between = ""

    def report(logged: tuple[str, Summary]) -> int:
        nonlocal between
        write_out(between + logged[0])
        between = "" if form == "json" else "\n"
        return STATUSES[logged[1].status]

    work = partial(_logged, as_json=form == "json")
    sys.exit(records.many(work, lambda logged: logged[1].plies).each(report))


def _logged(record: Record, *, as_json: bool) -> tuple[str, Summary]:
    listed = summed(record)
    if as_json:
        return json_line(log(record.verdict, listed)), listed
    return "".join(f"{line}\n" for line in listing.log(record.verdict, listed)), listed
