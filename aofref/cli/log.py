"""`aofref log`: a game at a glance."""

from __future__ import annotations

import sys
from functools import partial

import click

from aofref.cli.common import format_option, write_out
from aofref.cli.many import STATUSES, Records, records_options, summed
from aofref.cli.sources import Item
from aofref.judge.summary import Summary
from aofref.judge.verdict import Judged
from aofref.report import listing


@click.command("log")
@format_option
@records_options
def command(records: Records, form: str) -> None:
    """Show games at a glance: a line a round, and in words what its moves brought about."""
    between = ""

    def tell(found: tuple[str, Summary]) -> int:
        nonlocal between
        write_out(between + found[0])
        between = "" if form == "json" else "\n"
        return STATUSES[found[1].status]

    told = partial(_told, as_json=form == "json")
    sys.exit(records.replayed(told, lambda found: found[1].plies).each(tell))


def _told(item: Item, found: Judged, *, as_json: bool) -> tuple[str, Summary]:
    """Write what the log tells of a record, and give what a list does."""
    of = summed(item, found)
    if as_json:
        return listing.one_line(listing.log_json(found, of)), of
    return "".join(f"{line}\n" for line in listing.log(found, of)), of
