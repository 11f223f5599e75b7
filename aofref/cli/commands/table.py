"""`aofref table`: add up points by player.

Group: Many records

    aofref table games/
    aofref table --cross --by Event games/
    aofref table --format html --cross games/ > table.html
"""

import sys

import click

from aofref.cli.batch.records import Done, Records, RepeatNotice, records_options, summary_of
from aofref.cli.commands import Helped
from aofref.cli.io.output import stderr, stdout, stdout_raw
from aofref.cli.options.shared import formats_option
from aofref.judge.collect.summary import Summary
from aofref.judge.collect.totals import GROUPS, Tables
from aofref.judge.replay.verdict import Status
from aofref.library.record import Record
from aofref.report.json.listing import table as as_data
from aofref.report.text import listing
from aofref.report.text.listing import counted
from aofref.text import json_line


@click.command("table", cls=Helped)
@click.option("--cross", is_flag=True, help="Show each player's points against each opponent.")
@click.option(
    "--by",
    multiple=True,
    type=click.Choice(GROUPS, case_sensitive=False),
    metavar=f"[{'|'.join(GROUPS)}]",
    help="Make a table for each of these; may be repeated.",
)
@formats_option(("text", "tsv", "json", "html"), "What the table looks like.")
@records_options
def command(records: Records, cross: bool, by: tuple[str, ...], form: str) -> None:
    """Add up points by player: games that ended, won alone, shared, still open; and tie-breaks."""
    read = False
    tables, notice = Tables(tuple(dict.fromkeys(by))), RepeatNotice()

    def add(gathered: Done[tuple[Summary, str]]) -> None:
        nonlocal read
        read = True
        row, left_out = gathered.value
        tables.add(row)
        if left_out:
            stderr(f"aofref: {left_out}")
        notice.add(row, counts=row.status is Status.LEGAL)

    status = records.each(_gathered, add)
    if read:
        _write(tables, form, cross=cross)
    if tables.left_out:
        stderr(f"aofref: left out of the table: {counted(tables.left_out)}\n")
    notice.close()
    sys.exit(status)


def _gathered(record: Record) -> tuple[Summary, str]:
    """Sum up a record, with the reason why it is left out; empty if it is not."""
    row, errors = summary_of(record, marked=True), record._verdict.errors
    return row, listing.left_out(row, errors[0] if errors else None)


def _write(tables: Tables, form: str, *, cross: bool) -> None:
    rankings = [(group, table.ranking()) for group, table in tables.groups()]
    if form == "html":
        from aofref.report.page import tables as page

        stdout(page(rankings, cross=cross))
        return
    for number, (group, ranking) in enumerate(rankings):
        if form == "json":
            stdout("".join(map(json_line, as_data(ranking, group, cross=cross))))
        elif form == "tsv":
            headed = cross or not number  # each has columns of its own, or the first stands for all
            stdout_raw("".join(listing.table_tsv(ranking, group, cross=cross, headed=headed)))
        else:
            head = f"{listing.table_title(group)}\n" if group else ""
            between = "\n" if number else ""
            stdout(between + head + "".join(listing.table(ranking, cross=cross)))
