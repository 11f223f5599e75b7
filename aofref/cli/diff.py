"""`aofref diff`: two versions of one game, or a claimed position."""

from __future__ import annotations

import sys

import click

from aofref.arbiter import differing_cells, first_difference, main_line, position_at, same_game
from aofref.cli.common import (
    Unreadable,
    as_played_option,
    at_ply,
    encoding_option,
    open_position,
    replayed,
    setting,
    setting_options,
)
from aofref.notation import positions
from aofref.replay import Replay
from aofref.report.messages import sentence
from aofref.report.text import written
from aofref.rules.position import Position


@click.command("diff")
@click.argument("a", type=click.Path())
@click.argument("b", required=False, type=click.Path())
@setting_options
@click.option("--position", metavar="P", help="Compare a claimed position with A's instead of B.")
@click.option("--ply", type=click.IntRange(0), metavar="N", help="With --position: after ply N.")
@as_played_option
@encoding_option
def command(
    a: str,
    b: str | None,
    variant: str,
    rulings: tuple[str, ...],
    position: str | None,
    ply: int | None,
    as_played: bool,
    encoding: str,
) -> None:
    """Find where two records A and B of one game first differ, or check a claimed position."""
    if (b is None) == (position is None):
        raise click.UsageError("give either B or --position")
    chosen = setting(variant, rulings, as_played=as_played)
    one = replayed(a, encoding, chosen)
    if b is None:
        at = at_ply(one, ply)
        sys.exit(_cells(at, open_position(at.game, position)))
    other = replayed(b, encoding, chosen)
    assert one.game is not None and other.game is not None
    if not same_game(one.game, other.game):
        raise Unreadable(f"{b}:1:1: bad-position {a} and {b} are not of one game and ruling")
    assert one.first is not None and other.first is not None
    if one.first != other.first:
        click.echo("the records start from different positions")
        _cells(one.first, other.first)
        sys.exit(1)
    sys.exit(_versions((a, one), (b, other)))


def _versions(*versions: tuple[str, Replay]) -> int:
    """Print the first ply that differs, in both readings; 0 if none does."""
    count = first_difference(versions[0][1], versions[1][1])
    if all(count == len(main_line(found.record)) for _, found in versions):
        click.echo(f"the records agree in all {count} plies")
        return 0
    shared = versions[0][1].plies[:count]
    click.echo(f"the records agree in {count} plies and differ in the next:")
    for name, found in versions:
        tokens, game = main_line(found.record), found.game
        assert game is not None
        if count < len(found.plies):
            ply = found.plies[count]
            place = ply.token.place
            click.echo(f"{name}:{place.line}:{place.column}: {written(game, ply)}: legal")
        elif count < len(tokens):
            place, error = tokens[count].place, found.errors[0]
            said = f"{error.code.value}: {sentence(error.refusal)}"
            click.echo(f"{name}:{place.line}:{place.column}: {tokens[count].text}: {said}")
        else:
            click.echo(f"{name}: ends here")
    before = position_at(versions[0][1], shared[-1].number if shared else 0)
    click.echo(f"before it: {positions.write(before)}")
    for name, found in versions:
        assert found.last is not None
        click.echo(f"at the end of {name}: {positions.write(found.last)}")
    return 1


def _cells(is_so: Position, claimed: Position) -> int:
    """Print how a claimed position differs, cell by cell; 0 if it does not."""
    names = is_so.game.board.names
    for cell in differing_cells(is_so, claimed):
        click.echo(f"{names[cell]}: {_stands(is_so, cell)}, claimed {_stands(claimed, cell)}")
    fields = zip(
        ("turn", "en passant", "round"),
        positions.write(is_so).split()[1:],
        positions.write(claimed).split()[1:],
        strict=True,
    )
    for name, mine, theirs in fields:
        if mine != theirs:
            click.echo(f"{name}: {mine}, claimed {theirs}")
    same = positions.write(is_so) == positions.write(claimed)
    if same:
        click.echo("the position is as claimed")
    return 0 if same else 1


def _stands(position: Position, cell: int) -> str:
    piece, game = position.board[cell], position.game
    if not piece:
        return "nothing"
    owed = f"^{position.owed[cell]}" if cell in position.owed else ""
    return f"{game.letters[game.army_of[piece]]}:{game.code(piece)}{owed}"
