"""Game: the game and the position that options name, as values of the library."""

from __future__ import annotations

import click

from aofref.cli.io.diagnostics import Unreadable, complaint
from aofref.cli.io.streams import STDIN, opened
from aofref.cli.options.setting import setting
from aofref.findings import Place
from aofref.library.position import Position
from aofref.library.values import BadPosition, IllegalMove, UnknownName
from aofref.library.variant import Variant, variant


def open_variant(name: str, rulings: tuple[str, ...]) -> Variant:
    """Give the game that --variant names, which must be there, under rulings that are its own."""
    if not name:
        raise click.UsageError("--variant is needed")
    setting(name, rulings)
    try:
        return variant(name, rulings)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from problem


def open_position(game: Variant, text: str) -> Position:
    """Read what --position says, a line or a diagram."""
    try:
        return game.position(text)
    except BadPosition as problem:
        raise faulty("--position", problem) from problem


def faulty(name: str, problem: BadPosition) -> Unreadable:
    """Refuse a position, or a record of one, with a diagnostic for each of its faults."""
    faults = ((one, Place(one.line or 1, one.column or 1)) for one in problem.findings)
    return Unreadable("\n".join(complaint(name, one.code, one.message, at) for one, at in faults))


def position_text(given: str) -> str:
    """Give what --position says; for `-` it is what standard input holds."""
    if given != STDIN:
        return given
    from aofref.notation import diagrams

    with opened(STDIN) as stream:
        return stream.read(4 * diagrams.LONGEST).decode("utf-8", "replace").removeprefix("\ufeff")


def unfit(why: UnknownName | IllegalMove) -> click.UsageError:
    """Refuse a value that the game does not have."""
    return click.UsageError(f"{why.code}: {why}")
