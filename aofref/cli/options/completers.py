"""Completion of files, games, pieces, cells and commands, for shells."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

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


def _of_games(*lists: "Callable[[VariantData], Iterable[str]]") -> Complete:
    """Make a completer of names of the game named before, or of every game.

    It returns the matches, in any case, of the first list that has some; each once.
    """

    def complete(ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
        from aofref import games  # which --help does not load

        given = (ctx.params.get("variant"), *ctx.args[:1])  # arguments behind an option are apart
        named = [game for name in given if (game := games.find(str(name or "")))]
        every = named[:1] or [game for name in games.IDS if (game := games.find(name))]
        for names in lists:
            known = dict.fromkeys(name for game in every for name in names(game))
            if found := [name for name in known if name.casefold().startswith(start.casefold())]:
                return found
        return []

    return complete


def _games() -> Iterable[str]:
    from aofref import games

    return (name for name in (*games.every(), *games.ALIASES) if " " not in name)  # one word


complete_variants = completing(_games)
complete_cells = _of_games(lambda game: game.board.names)
complete_rulings = _of_games(lambda game: game.rulings)
complete_armies = _of_games(
    lambda game: [army.letter for army in game.armies],
    lambda game: [army.name for army in game.armies],
)
_types = _of_games(
    lambda game: game.pieces, lambda game: [kind.name for kind in game.pieces.values()]
)


def complete_pieces(ctx: click.Context, param: click.Parameter, start: str) -> list[str]:
    """Complete a piece by code or name, `@` and a cell."""
    piece, at, cell = start.partition("@")
    if at:
        return [f"{piece}@{known}" for known in complete_cells(ctx, param, cell)]
    army, colon, name = piece.rpartition(":")
    return [f"{army}{colon}{known}" for known in _types(ctx, param, name)]
