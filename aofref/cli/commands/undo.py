"""`aofref undo`: take back moves, an agreed result, an offer of a draw.

Group: Play

    aofref undo game.aof
    aofref undo game.aof 2
"""

from typing import TYPE_CHECKING

import click

from aofref.cli.io.inplace import Edited, edited_options, keeps_json
from aofref.cli.io.output import stderr
from aofref.cli.options.shared import notation_option

if TYPE_CHECKING:
    from aofref.library.typed import NotationName


@edited_options("the steps taken back, or why none are", notation_option)
@click.argument("count", metavar="[N]", type=click.IntRange(1), default=1)
def command(edited: Edited, count: int, to: "NotationName") -> None:
    """Print the record FILE without its last N steps, 1 if N is left out; the game is open then.

    A step is a move, an agreed result, or an offer of a draw.
    """
    to_write, record = edited.opened(well_formed=True)
    try:
        shorter, taken = record.undo(count)
        in_json = record.is_json and keeps_json(edited.in_place)
        text = shorter.to_json() if in_json else shorter.write(to)
    except ValueError as problem:
        edited.fail(record, str(problem))
    edited.write(to_write, shorter, text, **{"taken-back": list(taken)})
    stderr(f"aofref: taken back: {', '.join(taken)}\n")
    edited.report_not_saved()
