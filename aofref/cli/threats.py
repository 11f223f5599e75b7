"""`aofref threats`: who is in check and why."""

from __future__ import annotations

import click

from aofref.cli.common import (
    STDIN,
    as_played_option,
    at_ply,
    encoding_option,
    open_position,
    open_variant,
    replayed,
    setting,
    setting_options,
    write_out,
)
from aofref.judge.threats import dangers
from aofref.report import proof
from aofref.report.text import rulings as named


@click.command("threats")
@click.argument("file", required=False, type=click.Path())
@setting_options
@click.option("--position", metavar="P", help="A position line instead of a record.")
@click.option("--ply", type=click.IntRange(0), metavar="N", help="After ply N; the last legal one.")
@as_played_option
@encoding_option
def command(
    file: str | None,
    variant: str,
    rulings: tuple[str, ...],
    position: str | None,
    ply: int | None,
    as_played: bool,
    encoding: str,
) -> None:
    """List every royal piece with its attackers, their paths, and who moves before the blow."""
    if position is not None and (file is not None or ply is not None or as_played):
        raise click.UsageError("--position goes without FILE, --ply and --as-played")
    if position is not None:
        at = open_position(open_variant(variant, rulings), position)
    else:
        found = replayed(file or STDIN, encoding, setting(variant, rulings, as_played=as_played))
        at = at_ply(found, ply)
    letter = "-" if at.turn < 0 else at.game.letters[at.turn]
    write_out(f"turn: {letter}, round {at.round}; rulings: {named(at.game)}\n")
    for danger in dangers(at):
        for line in proof.danger(danger):
            write_out(f"{line}\n")
