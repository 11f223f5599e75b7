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
from aofref.cli.many import (
    Item,
    Many,
    Wanted,
    judged,
    sources_argument,
    verbose_option,
)
from aofref.judge.summary import summary
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

    def told(item: Item) -> tuple[str, str, int]:
        found = judged(item, chosen)
        of = summary(found, item.number, item.source)
        if form == "json":
            text = listing.one_line(listing.log_json(found, of))
        else:
            text = "".join(f"{line}\n" for line in listing.log(found, of))
        return text, of.status, of.plies

    many = Many(Wanted(file, encoding, verbose), told, lambda found: found[2])
    between = ""
    for text, status, _ in many:
        write_out(between + text)
        between = "" if form == "json" else "\n"
        many.note(status)
    sys.exit(many.status)
