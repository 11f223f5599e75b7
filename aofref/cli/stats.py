"""`aofref stats`: what records add up to, game by game."""

from __future__ import annotations

import sys
from functools import partial

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
    Item,
    Many,
    Wanted,
    jobs_option,
    judged,
    sources_argument,
    verbose_option,
)
from aofref.judge.opening import Setting
from aofref.judge.summary import Facts, Statistics, facts
from aofref.report import listing


@click.command("stats")
@sources_argument
@setting_options
@format_option
@jobs_option
@as_played_option
@verbose_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    form: str,
    jobs: int,
    as_played: bool,
    verbose: bool,
    encoding: str,
) -> None:
    """Count, game by game: plies, results, mates, promotions, pieces taken, first rounds."""
    chosen = setting(variant, rulings, as_played=as_played)
    wanted = Wanted(file, encoding, verbose, jobs)
    many = Many(wanted, partial(_gathered, chosen=chosen), lambda found: found.summary.plies)
    found: dict[str, Statistics] = {}
    for record in many:
        found.setdefault(record.summary.variant, Statistics()).add(record)
        many.note(record.summary.status)
    names = [name for name in (*variants.IDS, "") if name in found]
    if form == "json":
        for name in names:
            write_out(listing.one_line(listing.statistics_json(name, found[name])))
    else:
        told = ("\n".join(listing.statistics(name, found[name])) for name in names)
        write_out("".join(f"{text}\n" for text in told))
    sys.exit(many.status)


def _gathered(item: Item, chosen: Setting) -> Facts:
    return facts(judged(item, chosen), item.number, item.source)
