"""`aofref table`: points by player."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import (
    as_played_option,
    encoding_option,
    say,
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
from aofref.judge.summary import Summary, Table
from aofref.report import listing


@click.command("table")
@sources_argument
@setting_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "tsv", "json"]),
    default="text",
    show_default=True,
    help="What the table looks like.",
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
    """Add up points by player: games that ended, won alone, shared, still open."""
    chosen = setting(variant, rulings, as_played=as_played)
    work = Replayed(chosen, summed)
    many = Many(Wanted(file, encoding, verbose), work, lambda found: found.plies, jobs, scheduler)
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
