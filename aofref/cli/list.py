"""`aofref list`: a line a record."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import write_out, write_tabbed
from aofref.cli.many import STATUSES, Records, records_options, summed
from aofref.judge.summary import Summary
from aofref.report import listing

WRITERS = {"text": listing.line, "tsv": listing.tsv, "json": listing.summary_line}


@click.command("list")
@click.option(
    "--format",
    "form",
    type=click.Choice(list(WRITERS)),
    default="text",
    show_default=True,
    help="What a line looks like.",
)
@records_options
def command(records: Records, form: str) -> None:
    """List records, a line each: place, game, plies, turn, result, status, players."""
    many = records.replayed(summed, lambda found: found.plies)
    if form == "tsv":
        write_tabbed(listing.header())
    write = write_tabbed if form == "tsv" else write_out

    def tell(found: Summary) -> int:
        write(WRITERS[form](found))
        return STATUSES[found.status]

    sys.exit(many.each(tell))
