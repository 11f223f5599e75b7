"""Completion: what a shell may offer for games, pieces, cells and commands."""

from __future__ import annotations

import click

from aofref import variants
from aofref.variants.model import Variant


def complete_pieces(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete the code of a piece, of the game named before, if one was; then `@` and a cell."""
    piece, at, cell = start.partition("@")
    army, colon, code = piece.rpartition(":")
    if at:
        return [f"{piece}@{name}" for name in _cells(ctx) if name.startswith(cell)]
    codes = dict.fromkeys(code for game in _games(ctx) for code in game.pieces)
    return [f"{army}{colon}{known}" for known in codes if known.startswith(code)]


def complete_cells(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete the name of a cell, of the game named before, if one was."""
    return [name for name in _cells(ctx) if name.startswith(start)]


def complete_armies(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete the letter of an army."""
    letters = dict.fromkeys(army.letter for game in _games(ctx) for army in game.armies)
    return [letter for letter in letters if letter.startswith(start)]


def complete_rulings(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete a ruling."""
    names = dict.fromkeys(ruling for game in _games(ctx) for ruling in game.rulings)
    return [name for name in names if name.startswith(start)]


def _games(ctx: click.Context) -> list[Variant]:
    given = (ctx.params.get("variant"), *ctx.args[:1])  # arguments behind an option are apart
    for name in given:
        named = variants.find(str(name or ""))
        if named is not None:
            return [named]
    return [game for name in variants.IDS if (game := variants.find(name)) is not None]


def _cells(ctx: click.Context) -> list[str]:
    return list(dict.fromkeys(name for game in _games(ctx) for name in game.board.names))
