"""`aofref rules`: describe a game, or how a piece moves.

Group: Games

    aofref rules aof2
    aofref rules aof2 P --from jg3
    aofref rules aof2 --format json
    aofref rules aof2 --format html > aof2.html
    aofref rules aof2 Y --format svg > gryphon.svg
"""

import click

from aofref.cli.io.output import stdout, text_width
from aofref.cli.options import shared
from aofref.cli.options.completers import complete_armies, complete_pieces
from aofref.cli.options.option import option, usage
from aofref.cli.options.position import open_variant
from aofref.findings import Code
from aofref.library.values import UnknownName
from aofref.text import json_line


@shared.variant_argument
@click.argument("piece", required=False, shell_complete=complete_pieces)
@shared.cell_option("Draw what PIECE reaches from CELL.")
@option(
    "--army LETTER",
    "The army of PIECE: Pawns and Peacocks move differently in each.",
    shell_complete=complete_armies,
)
@shared.ruling_option("Describe the game under this ruling.")
@option(
    "--format text|json|html|svg",
    "Lines to read, JSON for scripts, the rulebook as a page, or a drawing of PIECE.",
    "form",
)
def command(
    variant: str,
    piece: str | None,
    origin: str | None,
    army: str | None,
    rulings: tuple[str, ...],
    form: str,
) -> None:
    """Describe VARIANT: board, array and pieces; or PIECE, and its cells on an empty board."""
    game = open_variant(variant, rulings)
    if piece is None and (origin is not None or army is not None):
        raise click.UsageError("--from and --army need a PIECE")
    if form == "html" and (origin is not None or army is not None):
        raise click.UsageError("--from and --army are not for html, which has every army")
    if piece is None and form == "svg":
        raise click.UsageError("svg is a drawing of one piece: name a PIECE")
    with usage():
        try:
            described = game.rules(piece, origin, army)
        except UnknownName as why:
            if why.code is not Code.AMBIGUOUS:
                raise
            raise click.UsageError(f"{why}: give --army, one of {', '.join(game.armies)}") from why
    if army is not None and origin is None and form != "svg":
        raise click.UsageError("--army needs --from")
    match form:
        case "json":
            stdout(json_line(described.report()))
        case "html":
            stdout(described.html())
        case "svg":
            stdout(described.svg())
        case _:
            stdout(f"{described.text(text_width() - 1)}\n")
