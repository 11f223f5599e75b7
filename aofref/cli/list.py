"""`aofref list`: a line a record."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import (
    as_played_option,
    encoding_option,
    setting,
    setting_options,
    write_out,
    write_tabbed,
)
from aofref.cli.many import (
    STATUSES,
    Many,
    Replayed,
    jobs_options,
    sources_argument,
    summed,
    verbose_option,
)
from aofref.cli.sources import Wanted
from aofref.judge.summary import Summary
from aofref.report import listing

WRITERS = {"text": listing.line, "tsv": listing.tsv, "json": listing.summary_line}


@click.command("list")
@sources_argument
@setting_options
@click.option(
    "--format",
    "form",
    type=click.Choice(list(WRITERS)),
    default="text",
    show_default=True,
    help="What a line looks like.",
)
@jobs_options
@as_played_option
@verbose_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    form: str,
    jobs: int,
    scheduler: str | None,
    as_played: bool,
    verbose: bool,
    encoding: str,
) -> None:
    """List records, a line each: place, game, plies, turn, result, status, players."""
    chosen = setting(variant, rulings, as_played=as_played)
    work = Replayed(chosen, summed)
    many = Many(Wanted(file, encoding, verbose), work, lambda found: found.plies, jobs, scheduler)
    if form == "tsv":
        write_tabbed(listing.header())
    write = write_tabbed if form == "tsv" else write_out

    def tell(found: Summary) -> int:
        write(WRITERS[form](found))
        return STATUSES[found.status]

    sys.exit(many.each(tell))
