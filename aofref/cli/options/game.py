"""Game: the game and the position that options name, as values of the library."""

from __future__ import annotations

import click

from aofref import variants
from aofref.cli.io.diagnostics import Unreadable, complaint
from aofref.cli.io.streams import STDIN, opened
from aofref.cli.options.shared import setting
from aofref.findings import Place
from aofref.library.position import Position, Variant, variant
from aofref.library.values import BadPosition, IllegalMove, UnknownName
from aofref.text import on_one_line


def open_variant(name: str, rulings: tuple[str, ...]) -> Variant:
    """Open the game that --variant names, which must be there, under rulings that are its own."""
    if not name:
        raise no_game("name a game")
    setting(name, rulings)
    try:
        return variant(name, rulings)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from problem


def no_game(why: str) -> click.UsageError:
    """Refuse a command line without a game, and list the games that could be named."""
    games = (game for name in variants.every() if (game := variants.find(name)) is not None)
    listed = "".join(f"\n  {game.id:<29} {on_one_line(game.title)}" for game in games)
    return click.UsageError(f"{why}, by its id or title:{listed}")


def open_position(game: Variant, text: str) -> Position:
    """Read what --position says, a line or a diagram."""
    try:
        return game.position(text)
    except BadPosition as problem:
        raise faulty("--position", problem) from problem


def faulty(name: str, problem: BadPosition) -> Unreadable:
    """Refuse a position, or a record of one, with a diagnostic for each of its faults."""
    faults = (
        (finding, Place(finding.line or 1, finding.column or 1)) for finding in problem.findings
    )
    return Unreadable(
        "\n".join(complaint(name, finding.code, finding.message, at) for finding, at in faults)
    )


def position_text(given: str) -> str:
    """Return what --position says; for `-` it is what standard input holds."""
    if given != STDIN:
        return given
    from aofref.notation import diagrams

    with opened(STDIN) as stream:
        return stream.read(4 * diagrams.LONGEST).decode("utf-8", "replace").removeprefix("\ufeff")


def unfit(why: UnknownName | IllegalMove) -> click.UsageError:
    """Refuse a value that the game does not have."""
    return click.UsageError(f"{why.code}: {why}")
