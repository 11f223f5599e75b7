"""`aofref rules`: boards, arrays, pieces, and what a piece reaches."""

from __future__ import annotations

import click

from aofref.cli.common import complete_variants, open_variant
from aofref.report import diagram
from aofref.report.text import rulings as named
from aofref.rules import turn
from aofref.rules.tables import Tables


@click.command("rules")
@click.argument("variant", shell_complete=complete_variants)
@click.argument("piece", required=False)
@click.option("--from", "origin", metavar="CELL", help="Draw what PIECE reaches from CELL.")
@click.option("--army", metavar="LETTER", help="Whose PIECE it is: Pawns and Peacocks differ.")
@click.option("--ruling", "rulings", multiple=True, metavar="RULING", help="As for check.")
def command(
    variant: str,
    piece: str | None,
    origin: str | None,
    army: str | None,
    rulings: tuple[str, ...],
) -> None:
    """Describe VARIANT: board, array and pieces; or PIECE, and its cells on an empty board."""
    game = open_variant(variant, rulings)
    if piece is None:
        _game(game)
        return
    if piece not in game.kinds:
        raise click.UsageError(f"wrong-piece: {variant} has no {piece}, but {' '.join(game.codes)}")
    if army is not None and army not in game.letters:
        raise click.UsageError(f"wrong-army: {variant} has no army {army}")
    if origin is not None and origin not in game.board.number:
        raise click.UsageError(f"no-such-cell: the board has no cell {origin}")
    _piece(game, game.kinds[piece], army, origin)


def _game(game: Tables) -> None:
    board = game.board
    click.echo(f"{game.variant.title} ({game.variant.id}), page {game.variant.page}")
    click.echo(f"Rulings: {named(game)}")
    click.echo("Armies in order of play:")
    for army in game.variant.armies:
        click.echo(f"  {army.letter} {army.name}")
    click.echo("Pieces, each behind its number in numeric notation:")
    for place, (code, kind) in enumerate(zip(game.codes, game.types, strict=True), 1):
        click.echo(f"  {place:02} {code:<2} {kind.name}")
    click.echo(f"Board, {len(board.cells)} cells, and array:")
    click.echo(diagram.position(turn.start(game)[0]))


def _piece(game: Tables, kind: int, army: str | None, origin: str | None) -> None:
    names = game.board.names
    click.echo(f"{game.codes[kind]} {game.types[kind].name} ({game.variant.id})")
    for letter, array in zip(game.letters, game.array, strict=True):
        cells = sorted(names[cell] for cell, stands in array.items() if stands == kind)
        if cells:
            click.echo(f"  {letter} starts with {len(cells)}: {' '.join(cells)}")
    owner = army or next(
        (a for a, array in zip(game.letters, game.array, strict=True) if kind in array.values()),
        game.letters[0],
    )
    if origin is None:
        return
    stands = game.piece(game.letters.index(owner), kind)
    at = game.board.number[origin]
    quiet, takes = set(game.quiet_lines(stands, at)), set(game.take_lines(stands, at))
    marks = dict.fromkeys(takes, "+") | dict.fromkeys(quiet, "x") | {at: "*"}
    click.echo(f"  {owner}:{game.codes[kind]}{origin} on an empty board (x), + only to capture:")
    click.echo(f"  {' '.join(sorted(names[cell] for cell in quiet)) or 'no move'}")
    click.echo(diagram.board(game, marks))
