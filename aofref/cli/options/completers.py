"""Completion of files, games, pieces, cells and commands, for shells."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

from aofref import games

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from aofref.games.model import VariantData

Complete = Callable[[click.Context, click.Parameter, str], list[str]]


class FileName(click.types.StringParamType):
    """The name of a file or directory, which is opened later.

    `click.Path` looks up a translation of its own name, for which Python loads `locale`.
    """

    name = "path"

    def shell_complete(
        self, _ctx: click.Context, _param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Let the shell complete it."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


def completing(names: Callable[[], Iterable[str]]) -> Complete:
    """Make a completer of some names."""
    return lambda _ctx, _param, start: [name for name in names() if name.startswith(start)]


def complete_variants(_ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete a variant's id or alias; an alias of several words is for tags."""
    names = (*games.every(), *games.ALIASES)
    return [name for name in names if name.startswith(start) and " " not in name]


def complete_pieces(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete a piece by code or name, `@` and a cell, of the game named before, if any."""
    piece, at, cell = start.partition("@")
    army, colon, name = piece.rpartition(":")
    if at:
        return [f"{piece}@{known}" for known in _beginning(cell, _cells(ctx))]
    codes = [code for game in _games(ctx) for code in game.pieces]
    names = [kind.name for game in _games(ctx) for kind in game.pieces.values()]
    return [f"{army}{colon}{known}" for known in _beginning(name, codes, names)]


def complete_cells(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete a cell of the game named before, if any."""
    return _beginning(start, _cells(ctx))


def complete_armies(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete the letter or the name of an army."""
    armies = [army for game in _games(ctx) for army in game.armies]
    letters, names = [army.letter for army in armies], [army.name for army in armies]
    return _beginning(start, letters, names)


def complete_rulings(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete a ruling."""
    names = dict.fromkeys(ruling for game in _games(ctx) for ruling in game.rulings)
    return [name for name in names if name.startswith(start)]


def _beginning(start: str, *lists: list[str]) -> list[str]:
    """Return the matches, in any case, of the first list that has some; each once."""
    wanted = start.casefold()
    matching = ([name for name in names if name.casefold().startswith(wanted)] for names in lists)
    return list(dict.fromkeys(next(filter(None, matching), [])))


def _games(ctx: click.Context) -> "list[VariantData]":
    given = (ctx.params.get("variant"), *ctx.args[:1])  # arguments behind an option are apart
    for name in given:
        named = games.find(str(name or ""))
        if named is not None:
            return [named]
    return [game for name in games.IDS if (game := games.find(name)) is not None]


def _cells(ctx: click.Context) -> list[str]:
    return list(dict.fromkeys(name for game in _games(ctx) for name in game.board.names))
