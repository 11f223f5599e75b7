"""`aofref log`: a game at a glance."""

from __future__ import annotations

import sys

import click

from aofref.cli.common import (
    as_played_option,
    encoding_option,
    format_option,
    setting,
    setting_options,
    write_out,
)
from aofref.cli.many import STATUSES, Many, Replayed, sources_argument, summed, verbose_option
from aofref.cli.sources import Item, Wanted
from aofref.judge.summary import Summary
from aofref.judge.verdict import Judged
from aofref.report import listing


@click.command("log")
@sources_argument
@setting_options
@format_option
@as_played_option
@verbose_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    form: str,
    as_played: bool,
    verbose: bool,
    encoding: str,
) -> None:
    """Show games at a glance: a line a round, and in words what its moves brought about."""
    chosen = setting(variant, rulings, as_played=as_played)

    def told(item: Item, found: Judged) -> tuple[str, Summary]:
        of = summed(item, found)
        if form == "json":
            text = listing.one_line(listing.log_json(found, of))
        else:
            text = "".join(f"{line}\n" for line in listing.log(found, of))
        return text, of

    between = ""

    def tell(found: tuple[str, Summary]) -> int:
        nonlocal between
        write_out(between + found[0])
        between = "" if form == "json" else "\n"
        return STATUSES[found[1].status]

    work = Replayed(chosen, told)
    many = Many(Wanted(file, encoding, verbose), work, lambda found: found[1].plies)
    sys.exit(many.each(tell))
