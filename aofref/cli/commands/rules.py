"""`aofref rules`: describe a game, or how a piece moves.

Group: Games

    aofref rules aof2
    aofref rules aof2 P --from jg3
    aofref rules aof2 --format json
"""

from __future__ import annotations

import click

from aofref.cli.io.output import write_out
from aofref.cli.options.completers import (
    complete_armies,
    complete_pieces,
    complete_variants,
)
from aofref.cli.options.setting import cell_of, open_variant, unfit
from aofref.cli.options.shared import cell_option, format_option, named_game
from aofref.findings import Code, Refusal
from aofref.findings.facts import Unknown
from aofref.report.json import rules as as_json
from aofref.report.text import rules
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.text import json_line, on_one_line


@click.command("rules")
@click.argument("variant", shell_complete=complete_variants)
@click.argument("piece", required=False, shell_complete=complete_pieces)
@cell_option("Draw what PIECE reaches from CELL.")
@click.option(
    "--army",
    metavar="LETTER",
    shell_complete=complete_armies,
    help="Whose PIECE it is: Pawns and Peacocks differ.",
)
@click.option(
    "--ruling",
    "rulings",
    multiple=True,
    metavar="RULING",
    help="Describe the game under this ruling.",
)
@format_option
def command(
    variant: str,
    piece: str | None,
    origin: str | None,
    army: str | None,
    rulings: tuple[str, ...],
    form: str,
) -> None:
    """Describe VARIANT: board, array and pieces; or PIECE, and its cells on an empty board."""
    game = open_variant(named_game(variant), rulings)
    if piece is None:
        if origin is not None or army is not None:
            raise click.UsageError("--from and --army need a PIECE")
        start = turn.start(game)[0]
        data, lines = as_json.game(start), list(rules.game(start))
    else:
        kind = _known(game, piece)
        data, lines = as_json.piece(game, kind), list(rules.piece(game, kind))
        if origin is not None:
            owner = _owner(game, kind, origin, army)
            data["reach"] = as_json.reach(game, kind, owner, origin)
            lines += rules.reach(game, kind, owner, origin)
        elif army is not None:
            raise click.UsageError("--army needs --from")
        else:
            lines += rules.shown(game, kind)
    write_out(json_line(data) if form == "json" else "".join(f"{line}\n" for line in lines))


def _known(game: CompiledVariant, piece: str) -> int:
    code = game.variant.piece_named(piece)
    if code is None:
        raise unfit(Refusal(Code.WRONG_PIECE, Unknown("piece", piece, game.codes)))
    return game.kinds[code]


def _owner(game: CompiledVariant, kind: int, origin: str, army: str | None) -> int:
    """Give the army that is meant: the one asked for, the one whose array has the cell, or any."""
    cell = cell_of(game, origin)
    if army is not None:
        meant = game.variant.army_named(army)
        if meant is None:
            letters = ", ".join(game.letters)
            text = f"the armies of {game.variant.id} are {letters}, not {army}"
            raise click.UsageError(f"{Code.WRONG_ARMY.value}: {text}")
        return game.letters.index(meant.letter)
    owner = rules.owner(game, kind, cell)
    if owner is None:
        name, letters = on_one_line(game.types[kind].name), ", ".join(game.letters)
        text = f"the {name} goes from {origin} as its army does: say --army, one of {letters}"
        raise click.UsageError(text)
    return owner
