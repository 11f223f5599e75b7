"""`aofref undo`: take back moves, an agreed result, an offer of a draw.

Group: Play

    aofref undo game.aof
    aofref undo game.aof 2
"""

from __future__ import annotations

import sys

import click

from aofref.cli.io.diagnostics import say
from aofref.cli.io.inplace import form_of, in_place_option, outlet
from aofref.cli.io.record import the_record, well_formed
from aofref.cli.options.setting import setting
from aofref.cli.options.shared import (
    as_played_option,
    encoding_option,
    notation_option,
    setting_options,
)
from aofref.judge.edit.amend import undone
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.notation.records import read
from aofref.report.text.undone import taken_back


@click.command("undo")
@click.argument("file", type=click.Path())
@click.argument("count", metavar="[N]", type=click.IntRange(1), default=1)
@setting_options
@in_place_option
@notation_option
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
    """Print the record FILE without its last N steps, 1 if N is left out; the game is open then.

    A step is a move, an agreed result, or an offer of a draw.
    """
    chosen = setting(variant, rulings, as_played=as_played)
    to_write = outlet(file, in_place, encoding)
    found = well_formed(replay(read(the_record(file, encoding)), chosen), file)
    done = undone(found, count)
    if isinstance(done, int):
        say(f"aofref: {file}: only {done} {'step' if done == 1 else 'steps'} can be taken back\n")
        sys.exit(1)
    record = done.record
    to_write.put(rewrite(record, chosen, form_of(record.raw, in_place, to)).text)
    say(f"aofref: taken back: {taken_back(found.game, done.taken)}\n")
