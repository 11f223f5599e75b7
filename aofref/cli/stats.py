"""`aofref stats`: what records add up to, game by game."""

from __future__ import annotations

import sys

import click

from aofref import variants
from aofref.cli.common import (
    as_played_option,
    encoding_option,
    format_option,
    setting,
    setting_options,
    write_out,
)
from aofref.cli.many import (
    STATUSES,
    Many,
    Replayed,
    jobs_options,
    sources_argument,
    verbose_option,
)
from aofref.cli.sources import Item, Wanted
from aofref.judge.summary import Facts, Statistics, facts
from aofref.judge.verdict import Judged
from aofref.report import listing


@click.command("stats")
@sources_argument
@setting_options
@format_option
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
    """Count, game by game: plies, results, mates, promotions, pieces taken, first rounds."""
    chosen = setting(variant, rulings, as_played=as_played)
    work = Replayed(chosen, _gathered)
    many = Many(
        Wanted(file, encoding, verbose), work, lambda found: found.summary.plies, jobs, scheduler
    )
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
