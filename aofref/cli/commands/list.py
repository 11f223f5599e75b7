"""`aofref list`: list records, a line each.

Group: Many records

    aofref list games/
    aofref list --turn Anna games/
    aofref list --format tsv games/ | sort -k 4 -n
    aofref list --format json - < all.aof
"""

import sys

import click

from aofref.cli.batch.many import STATUSES, Counted, Records, records_options, summed
from aofref.cli.io.output import write_out, write_tabbed
from aofref.cli.options.completers import complete_armies
from aofref.cli.options.shared import formats_option, once_option
from aofref.judge.collect.summary import Summary
from aofref.report.json.listing import summary_line
from aofref.report.text import listing

FORMS = {"text": listing.line, "tsv": listing.tsv, "json": summary_line}


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
    many = records.many(summed, lambda summary: summary.plies)
    if form == "tsv":
        write_tabbed(listing.tabbed(listing.COLUMNS))
    met = Counted()
    write = write_tabbed if form == "tsv" else write_out

    def report(summary: Summary) -> int:
        met.add(summary)
        if turn is None or summary.awaits(turn):
            write(FORMS[form](summary))
        return STATUSES[summary.status]

    status = many.each(report)
    met.close()
    sys.exit(status)
