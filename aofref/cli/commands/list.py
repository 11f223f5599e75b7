"""`aofref list`: list records, a line each.

Group: Many records

    aofref list games/
    aofref list --turn Anna games/
    aofref list --format tsv games/ | sort -k 4 -n
    aofref list --format json - < all.aof
"""

import sys
from collections.abc import Callable

import click

from aofref.cli.batch.many import Counted, Done, Records, records_options, summaries
from aofref.cli.io.output import write_out, write_tabbed
from aofref.cli.options.completers import complete_armies
from aofref.cli.options.shared import formats_option, once_option
from aofref.judge.collect.summary import Summary
from aofref.report.json.listing import summary
from aofref.report.text import listing
from aofref.text import json_line

FORMS: dict[str, Callable[[Summary], str]] = {
    "text": listing.line,
    "tsv": listing.tsv,
    "json": lambda row: json_line(summary(row)),
}


@click.command("list")
@formats_option(list(FORMS), "What a line looks like.")
@once_option(
    "--turn",
    metavar="NAME|ARMY",
    shell_complete=complete_armies,
    help="List only games in which this player or army is to move.",
)
@records_options
def command(records: Records, form: str, turn: str | None) -> None:
    """List records, a line each: place, state of the game, players, event, round and date."""
    many = records.many(summaries)
    if form == "tsv":
        write_tabbed(listing.tabbed(listing.COLUMNS))
    met = Counted()
    write = write_tabbed if form == "tsv" else write_out

    def report(summed: Done[Summary]) -> None:
        row = summed.value
        met.add(row)
        if turn is None or row.awaits(turn):
            write(FORMS[form](row))

    status = many.each(report)
    met.close()
    sys.exit(status)
