"""Criteria as the options of `select` write them."""

from collections.abc import Iterator
from typing import Any

import click

from aofref import variants
from aofref.judge.collect.criteria import (
    ByName,
    Criterion,
    Had,
    Happened,
    Moved,
    PlayedBy,
    Stood,
    WonBy,
    within,
)
from aofref.variants.model import VariantData

_OPTIONS = {
    WonBy: "--winner",
    Happened: "--event",
    Moved: "--moved",
    Stood: "--position",
    Had: "--material",
}


def criteria(kind: type[Criterion]) -> Any:
    """Make a reader of option values as criteria of a kind; a usage error says what is missing."""

    def read_all(
        _ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
    ) -> list[Criterion]:
        return [_read(kind, value, param) for value in values]

    return read_all


def _read(kind: type[Criterion], value: str, param: click.Parameter) -> Criterion:
    from aofref.judge.collect.criteria_text import read  # and with it pyparsing
    from aofref.notation.movetext import Expected

    criterion = read(kind, value)
    if isinstance(criterion, Expected):
        what = f"{value!r}: expected {criterion.what} at column {criterion.column}"
        raise click.BadParameter(what, param=param)
    if isinstance(criterion, Stood):
        for _, code, cell in criterion.pieces:
            _must_exist(code, cell, param)
    return criterion


def played_by(text: str) -> PlayedBy:
    """Read a player's name, with an army before it where some game has such."""
    if not text:
        raise click.BadParameter("a name is missing", param_hint="--player")
    army, sign, name = text.partition("=")
    known = any(game.army_named(army) for game in _games(""))
    return PlayedBy(name, army) if sign and name and known else PlayedBy(text)


def must_be_known(criterion: ByName, variant: str) -> None:
    """Let pass what names armies and pieces of some one game, or of the one game asked for."""
    if not any(within(game, criterion) for game in _games(variant)):
        whose = f"{variant} has no such" if variant else "no game has such an"
        raise click.BadParameter(f"{whose} army or piece", param_hint=_OPTIONS[type(criterion)])


def _games(variant: str) -> Iterator[VariantData]:
    """The game asked for; else every game, those from files only after the six."""
    names = (variant,) if variant else variants.IDS
    yield from (game for name in names if (game := variants.find(name)) is not None)
    others = () if variant else variants.every()[len(variants.IDS) :]
    yield from (game for name in others if (game := variants.find(name)) is not None)


def _must_exist(code: str, cell: str, param: click.Parameter) -> None:
    """Let pass a piece and a cell that some one game has."""
    if not any(code in ("-", *game.pieces) and cell in game.board.names for game in _games("")):
        raise click.BadParameter(f"no game has a piece and a cell {code}{cell}", param=param)
