"""`aofref table`: add up points by player.

Group: Many records

    aofref table games/
    aofref table --format tsv spring.aof autumn.aof
"""

from __future__ import annotations

import sys

import click

from aofref.cli.batch.many import STATUSES, Records, records_options, summed
from aofref.cli.io.diagnostics import say
from aofref.cli.io.output import write_out, write_tabbed
from aofref.judge.collect.summary import Summary, Table
from aofref.report.json.listing import score as score_data
from aofref.report.text import listing
from aofref.text import json_line


@click.command("table")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "tsv", "json"]),
    default="text",
    show_default=True,
    help="What the table looks like.",
)
@records_options
def command(records: Records, form: str) -> None:
    """Add up points by player: games that ended, won alone, shared, still open."""
    many = records.replayed(summed, lambda found: found.plies)
    table = Table()

    def add(found: Summary) -> int:
        table.add(found)
        return STATUSES[found.status]

    status = many.each(add)
    ranking = table.ranking()
    if form == "json":
        for name, score in ranking:
            write_out(json_line(score_data(name, score)))
    elif form == "tsv":
        write_tabbed("".join(listing.table_tsv(ranking)))
    else:
        write_out("".join(listing.table(ranking)))
    if table.left_out:
        say(f"aofref: left out of the table: {listing.counted(table.left_out)}\n")
    sys.exit(status)
