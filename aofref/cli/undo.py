"""`aofref undo`: the last moves taken back."""

from __future__ import annotations

import click

from aofref.cli.common import (
    as_played_option,
    encoding_option,
    setting,
    setting_options,
    the_record,
    well_formed,
)
from aofref.cli.inplace import in_place_option, outlet
from aofref.judge.amend import undone
from aofref.judge.replay import replay
from aofref.judge.rewrite import rewrite
from aofref.notation.moves import Notation
from aofref.notation.records import read

NOTATIONS = [notation.value for notation in Notation]


@click.command("undo")
@click.argument("file", type=click.Path())
@click.argument("count", metavar="N", type=click.IntRange(1), default=1)
@setting_options
@in_place_option
@click.option(
    "--to", type=click.Choice(NOTATIONS), default="lan", show_default=True, help="The notation."
)
@as_played_option
@encoding_option
def command(
    file: str,
    count: int,
    variant: str,
    rulings: tuple[str, ...],
    in_place: bool,
    to: str,
    as_played: bool,
    encoding: str,
) -> None:
    """Print the record FILE without its last N moves, 1 if N is left out; the game is open then."""
    chosen = setting(variant, rulings, as_played=as_played)
    to_write = outlet(file, in_place, encoding)
    found = well_formed(replay(read(the_record(file, encoding)), chosen), file)
    record = undone(found, count)
    if record is None:
        there = len(found.plies) + (found.refused is not None)
        raise click.UsageError(f"there are not {count} moves to take back, but {there}")
    to_write.put(rewrite(record, chosen, Notation(to)).text)
