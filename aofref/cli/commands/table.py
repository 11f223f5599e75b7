"""`aofref table`: add up points by player.

Group: Many records

    aofref table games/
    aofref table --cross --by Event games/
    aofref table --format html --cross games/ > table.html
"""

from collections import Counter

import click

from aofref.cli.io.output import stderr, stdout, stdout_raw
from aofref.cli.many import Records, RepeatNotice, Run, records_options, summary_of
from aofref.cli.options.option import option
from aofref.findings import Finding
from aofref.judge.collect.summary import Summary
from aofref.judge.collect.totals import GROUPS, Tables
from aofref.judge.replay.verdict import Status
from aofref.library.record import Record
from aofref.library.table import Table, table_of
from aofref.report.text.listing import counted
from aofref.text import json_line


@option("--cross", "Show each player's points against each opponent.")
@option(
    f"--by [{'|'.join(GROUPS)}]",
    "Make a table for each of these; may be repeated.",
    multiple=True,
    type=click.Choice(GROUPS, case_sensitive=False),
)
@option("--format text|tsv|json|html", "What the table looks like.", "form")
@records_options()
def command(records: Records, cross: bool, by: tuple[str, ...], form: str) -> int:
    """Add up points by player: games that ended, won alone, shared, still open; and tie-breaks."""
    tables, notice, read = Tables(tuple(dict.fromkeys(by))), RepeatNotice(), False
    run = Run(records, _gathered, listed=True)
    for row, error in run:
        if (left_out := tables.add(row, error)) is not None:
            stderr(f"aofref: {left_out}\n")
        notice.add(row, counts=row.status is Status.LEGAL)
        read = True
    if read:
        _write(table_of(tables, cross=cross), form)
    if out := Counter(one.status for one in tables.left_out if one.status != Status.LEGAL):
        stderr(f"aofref: left out of the table: {counted(out)}\n")
    notice.close()
    return run.status


def _gathered(record: Record) -> tuple[Summary, Finding | None]:
    """Sum up a record, with its first error."""
    return summary_of(record, marked=True), next(
        (why for why in record.findings if not why.is_warning), None
    )


def _write(table: Table, form: str) -> None:
    match form:
        case "html":
            stdout(table.html())
        case "json":
            stdout("".join(map(json_line, table.report())))
        case "tsv":
            stdout_raw(table.tsv())
        case _:
            shown = str(table)
            stdout(f"{shown}\n" if shown else "")
