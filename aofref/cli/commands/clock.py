"""`aofref clock`: list who is to move, and how much time is left.

Group: Many records

    aofref clock games/
    aofref clock --late --now 2026-11-22T00:00:00Z games/
    aofref clock --double-after 20d --format json game.aof
"""

import sys
from datetime import UTC, datetime
from functools import partial

import click

from aofref.cli.batch.records import Done, Records, records_options, summary_of
from aofref.cli.commands import Helped
from aofref.cli.io.output import stderr, stdout
from aofref.cli.options import times as options
from aofref.cli.options.shared import format_option, gathered
from aofref.judge.analysis.clock import Charging, clock
from aofref.library.record import Record
from aofref.report.json import listing as data
from aofref.report.text import listing as text
from aofref.text import json_line


def _clock_line(
    record: Record, now: datetime, charging: Charging, *, as_json: bool
) -> tuple[str, bool]:
    """Return the line of a record, empty if its game is not under way, and whether it is late."""
    running = clock(record._verdict, now, charging)
    line = ""
    if running is not None:
        row = summary_of(record)
        line = json_line(data.clock(row, running)) if as_json else text.clock(row, running)
    return line, running is not None and running.late


@click.command("clock", cls=Helped)
@options.now_option
@click.option("--late", is_flag=True, help="List only games that are late.")
@options.double_after_option
@options.exact_option
@gathered("charging", Charging)
@format_option
@records_options
def command(
    records: Records, now: datetime | None, late: bool, charging: Charging, form: str
) -> None:
    """List the games under way: who is to move, since when, the time used and the time left."""
    reading = partial(
        _clock_line,
        now=now or datetime.now(UTC),
        charging=charging,
        as_json=form == "json",
    )

    def report(read: Done[tuple[str, bool]]) -> None:
        line, is_late = read.value
        stderr(read.diagnostics)
        if line and (is_late or not late):
            stdout(line)

    sys.exit(records._replace(needs_record=True).each(reading, report))
