"""`aofref rules`: boards, arrays, pieces, and what a piece reaches."""

from __future__ import annotations

import click

from aofref.cli.common import complete_variants, format_option, open_variant, write_out
from aofref.cli.complete import complete_armies, complete_cells, complete_pieces
from aofref.findings import Code, Refusal
from aofref.findings.facts import NoCell, Unknown
from aofref.report import rules
from aofref.report.listing import one_line
from aofref.report.messages import sentence
from aofref.rules import turn
from aofref.rules.tables import Tables


@click.command("rules")
@click.argument("variant", shell_complete=complete_variants)
@click.argument("piece", required=False, shell_complete=complete_pieces)
@click.option(
    "--from",
    "origin",
    metavar="CELL",
    shell_complete=complete_cells,
    help="Draw what PIECE reaches from CELL.",
)
@click.option(
    "--army",
    metavar="LETTER",
    shell_complete=complete_armies,
    help="Whose PIECE it is: Pawns and Peacocks differ.",
)
@click.option("--ruling", "rulings", multiple=True, metavar="RULING", help="As for check.")
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
    game = open_variant(variant, rulings)
    if piece is None:
        if origin is not None or army is not None:
            raise click.UsageError("--from and --army need a PIECE")
        start = turn.start(game)[0]
        told, lines = rules.game_data(start), list(rules.game(start))
    else:
        kind = _known(game, piece)
        told, lines = rules.piece_data(game, kind), list(rules.piece(game, kind))
        if origin is not None:
            owner = _owner(game, kind, origin, army)
            told["reach"] = rules.reach_data(game, kind, owner, origin)
            lines += rules.reach(game, kind, owner, origin)
        elif army is not None:
            raise click.UsageError("--army needs --from")
    write_out(one_line(told) if form == "json" else "".join(f"{line}\n" for line in lines))


def _known(game: Tables, piece: str) -> int:
    if piece not in game.kinds:
        why = Refusal(Code.WRONG_PIECE, Unknown("piece", piece, game.codes))
        raise click.UsageError(f"{why.code.value}: {sentence(why)}")
    return game.kinds[piece]


def _owner(game: Tables, kind: int, origin: str, army: str | None) -> int:
    """Give the army that is meant: the one asked for, the one whose array has the cell, or any."""
    if origin not in game.board.number:
        why = Refusal(Code.NO_SUCH_CELL, NoCell(origin))
        raise click.UsageError(f"{why.code.value}: {sentence(why)}")
    if army is not None:
        if army not in game.letters:
            letters = ", ".join(game.letters)
            text = f"the armies of {game.variant.id} are {letters}, not {army}"
            raise click.UsageError(f"{Code.WRONG_ARMY.value}: {text}")
        return game.letters.index(army)
    owner = rules.owner(game, kind, game.board.number[origin])
    if owner is None:
        name, letters = game.types[kind].name, ", ".join(game.letters)
        text = f"the {name} goes from {origin} as its army does: say --army, one of {letters}"
        raise click.UsageError(text)
    return owner
