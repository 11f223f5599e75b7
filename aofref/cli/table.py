"""`aofref table`: points by player."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import say, write_out, write_tabbed
from aofref.cli.many import STATUSES, Records, records_options, summed
from aofref.judge.summary import Summary, Table
from aofref.report import listing


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
            write_out(listing.one_line(listing.score_json(name, score)))
    elif form == "tsv":
        write_tabbed("".join(listing.table_tsv(ranking)))
    else:
        write_out("".join(listing.table(ranking)))
    if table.left_out:
        say(f"aofref: left out of the table: {listing.counted(table.left_out)}\n")
    sys.exit(status)
