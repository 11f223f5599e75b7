"""`aofref stats`: what records add up to, game by game."""

from __future__ import annotations

import sys

import click

from aofref import variants
from aofref.cli.common import format_option, write_out
from aofref.cli.many import STATUSES, Records, records_options
from aofref.cli.sources import Item
from aofref.judge.summary import Facts, Statistics, facts
from aofref.judge.verdict import Judged
from aofref.report import listing


@click.command("stats")
@format_option
@records_options
def command(records: Records, form: str) -> None:
    """Count, game by game: plies, results, mates, promotions, pieces taken, first rounds."""
    many = records.replayed(_gathered, lambda found: found.summary.plies)
    found: dict[str, Statistics] = {}

    def add(record: Facts) -> int:
        found.setdefault(record.summary.variant, Statistics()).add(record)
        return STATUSES[record.summary.status]

    status = many.each(add)
    names = [name for name in (*variants.IDS, "") if name in found]
    if form == "json":
        for name in names:
            write_out(listing.one_line(listing.statistics_json(name, found[name])))
    else:
        told = ("\n".join(listing.statistics(name, found[name])) for name in names)
        write_out("".join(f"{text}\n" for text in told))
    sys.exit(status)


def _gathered(item: Item, found: Judged) -> Facts:
    return facts(found, item.number, item.source)
