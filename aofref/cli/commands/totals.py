"""Commands that count many records: facts, points."""

from collections import Counter
from functools import partial

import click

from aofref import games
from aofref.cli.io import stderr, stdout, stdout_raw
from aofref.cli.many import Records, RepeatNotice, Run, records_options
from aofref.cli.options.option import option
from aofref.cli.options.shared import format_option
from aofref.judge.collect.summary import Summary, summary
from aofref.judge.collect.totals import GROUPS, Statistics, Tables, facts
from aofref.judge.replay.verdict import Status
from aofref.library.record import Record
from aofref.library.table import table_of
from aofref.report.json import listing as json
from aofref.report.text import listing
from aofref.text import json_line


def _counted(record: Record) -> tuple[Summary, dict[str, list[str]]]:
    row = summary(record, marked=True)
    return row, facts(record.verdict, row)


@format_option
@records_options()
def count(records: Records, form: str) -> int:
    """Count, game by game: plies, results, mates, promotions, pieces taken, first rounds.

    aofref stats games/
    aofref stats --format json --jobs 0 games/
    """
    counts: dict[str, Statistics] = {}
    notice, run = RepeatNotice(), Run(records, _counted, listed=True)
    for row, counted in run:
        notice.add(row)
        counts.setdefault(row.variant, Statistics()).add(row, counted)
    others = sorted(counts.keys() - {*games.IDS, ""})
    for name in [name for name in (*games.IDS, *others, "") if name in counts]:
        if form == "json":
            stdout(json_line(json.statistics(name, counts[name])))
        else:
            stdout("".join(f"{line}\n" for line in listing.statistics(name, counts[name])))
    notice.close()
    return run.status


@option("--cross", "Show each player's points against each opponent.")
@option(
    f"--by [{'|'.join(GROUPS)}]",
    "Make a table for each of these; may be repeated.",
    multiple=True,
    type=click.Choice(GROUPS, case_sensitive=False),
)
@option("--format text|tsv|json|html as form", "What the table looks like.")
@records_options()
def add_up(records: Records, cross: bool, by: tuple[str, ...], form: str) -> int:
    """Add up points by player: games that ended, won alone, shared, still open; and tie-breaks.

    aofref table games/
    aofref table --cross --by Event games/
    aofref table --format html --cross games/ > table.html
    """
    tables, notice, read = Tables(tuple(dict.fromkeys(by))), RepeatNotice(), False
    run = Run(records, partial(summary, marked=True), listed=True)
    for row in run:
        if (left_out := tables.add(row)) is not None:
            stderr(f"aofref: {left_out}\n")
        notice.add(row, counts=row.status is Status.LEGAL)
        read = True
    if read:
        table = table_of(tables, cross=cross)
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
    if out := Counter(one.status for one in tables.left_out if one.status != Status.LEGAL):
        stderr(f"aofref: left out of the table: {listing.counted(out)}\n")
    notice.close()
    return run.status
