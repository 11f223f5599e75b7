"""`aofref clock`: say who is to move, and how much time is left.

Group: Many records

    aofref clock games/
    aofref clock --late --now 2026-11-22T00:00:00Z games/
    aofref clock --double-after 20d --format json game.aof
"""

import sys
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

import click

from aofref.cli.batch.many import STATUSES, Records, records_options
from aofref.cli.io.output import say, write_out
from aofref.cli.options.shared import format_option, reader
from aofref.cli.options.times import moment
from aofref.findings import diagnostics
from aofref.judge.analysis.clock import Charging, clock
from aofref.judge.collect.summary import UNNAMED, players
from aofref.library.record import Record
from aofref.notation import times
from aofref.report.json import listing as data
from aofref.report.text import listing as text
from aofref.text import json_line


class Clocked(NamedTuple):
    """What a record adds: its line, empty if its game is not under way, and its diagnostics."""

    line: str
    late: bool
    diagnostics: str
    status: int
    plies: int


def _read(record: Record, now: datetime, charging: Charging, *, as_json: bool) -> Clocked:
    judged = record.verdict
    running = clock(judged, now, charging)
    line = ""
    if running is not None and judged.game is not None:
        game, army = judged.game, judged.game.variant.armies[running.army]
        player = dict(players(judged))[army.letter]
        named = None if player == UNNAMED else player
        values = (record.source, record.number, game.variant.id, army, named, running)
        line = json_line(data.clock(*values)) if as_json else text.clock(*values)
    late = running is not None and running.late
    wrong = diagnostics(record.source, judged.findings)
    return Clocked(line, late, wrong, STATUSES[judged.status], len(judged.plies))


@click.command("clock")
@click.option("--now", metavar="TIME", callback=moment, help="Read the clocks at TIME, in UTC.")
@click.option("--late", is_flag=True, help="List only games that are late.")
@click.option(
    "--double-after",
    metavar="SPAN",
    callback=reader(times.span, "a time span such as 20d"),
    help="Count the days of a move beyond SPAN, such as 20d, twice.",
)
@click.option("--exact", is_flag=True, help="Charge all time, not only whole days of 24 hours.")
@format_option
@records_options
def command(
    records: Records,
    now: datetime | None,
    late: bool,
    double_after: int | None,
    exact: bool,
    form: str,
) -> None:
    """List the games under way: who is to move, since when, the time used and the time left."""
    reading = partial(
        _read,
        now=now or datetime.now(UTC),
        charging=Charging(exact, double_after),
        as_json=form == "json",
    )

    def report(read: Clocked) -> int:
        say(read.diagnostics)
        if read.line and (read.late or not late):
            write_out(read.line)
        return read.status

    sys.exit(records.many(reading, lambda read: read.plies).each(report))
