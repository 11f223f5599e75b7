"""`aofref board`: write a page to analyse a game on, without a record.

Group: Look

    aofref board aof2 > board.html
    aofref board chess --position "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1" > pawn.html
"""

from aofref.cli.io.output import stdout_raw
from aofref.cli.options import shared
from aofref.cli.options.position import (
    open_given,
    open_variant,
    position_option,
    record_from,
)
from aofref.report.page import Post, page


@shared.variant_argument
@position_option
@shared.ruling_option("Play under this ruling; may be repeated.")
def command(variant: str, position: str | None, rulings: tuple[str, ...]) -> None:
    """Write a page on which to play VARIANT from its array, a position, or one set up there."""
    at = open_given(open_variant(variant, rulings), position)
    stdout_raw(page(record_from(at, position).verdict, None, Post(), "", board=True))
