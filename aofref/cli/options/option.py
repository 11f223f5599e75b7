"""Option: how an option is declared, listed in help, and completed in shells."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from aofref.games.model import VariantData

Command = TypeVar("Command", bound=Callable[..., Any])
Value = TypeVar("Value")


class RecordOption(click.Option):
    """An option on how records are read, alike in all commands that read them."""


class BatchOption(click.Option):
    """An option of the commands that go through many records."""


HEADINGS = {
    click.Option: "Options",
    RecordOption: "Record options",
    BatchOption: "Options for many records",
}
"""The headings in the order in which help has them."""


Complete = Callable[[click.Context, click.Parameter, str], list[str]]


def complete_files(
    _ctx: click.Context, _param: click.Parameter, start: str
) -> "list[CompletionItem]":
    """Let the shell complete the name of a file or directory, which is opened later.

    `click.Path` looks up a translation of its own name, for which Python loads `locale`.
    """
    from click.shell_completion import CompletionItem

    return [CompletionItem(start, type="file")]


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


complete_cells = _of_games(lambda game: game.board.names)
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


def small(name: str) -> str:
    """Read a name of the board, such as a cell, given in any case."""
    return name.strip().lower()


_ARMY = {"shell_complete": complete_armies}
WORDS: dict[str, dict[str, Any]] = {
    "ARMY": _ARMY,
    "CELL": {"type": small, "shell_complete": complete_cells},
    "ID": {"shell_complete": completing(_games)},
    "L": {"type": small},
    "LETTER": _ARMY,
    "N": {"type": int},
    "NAME|ARMY": _ARMY,
    "PLY": {"type": int},
    "RULING": {"shell_complete": _of_games(lambda game: game.rulings)},
}
"""What the word of a value in help says of it: how it is parsed and completed."""


def option(
    form: str,
    says: str,
    *,
    read: Callable[[Any], Any] | None = None,
    once: bool = False,
    **settings: Any,
) -> Callable[[Command], Command]:
    """Make an option; its `form` is that of the manual: flags, and a value unless it is a switch.

    Of values in small letters, such as text|json, one is chosen, by default the first.  Dots behind
    a value mean that it may be given several times, and `as NAME` names the parameter.  `read`
    parses each value that is given; ValueError is an error.  With `once` it may not be given twice
    with different values.  `WORDS` has what else the word of a value means.
    """
    form, _, name = form.partition(" as ")
    if form.endswith("..."):
        form, settings = form.removesuffix("..."), {"multiple": True, **settings}
    flags = [word for word in form.split() if word.startswith("-")]
    value = form.removeprefix(" ".join(flags)).strip()
    if value.islower():
        words = value.split("|")
        settings = {
            "type": click.Choice(words),
            "default": words[0],
            "show_default": True,
        } | settings
    elif value:
        settings = {"metavar": value, **WORDS.get(value, {}), **settings}
    else:
        settings["is_flag"] = True
    if once or read is not None:
        absent = settings.pop("default", None) if once else None
        several = settings.setdefault("multiple", once)

        def callback(_ctx: click.Context, param: click.Parameter, given: Any) -> Any:
            if once and len(set(given)) > 1:
                raise click.BadParameter("this is given more than once", param=param)
            values = given if several else [given]
            try:
                values = [one if read is None or one is None else read(one) for one in values]
            except ValueError as problem:
                raise click.BadParameter(str(problem)) from problem
            if once:
                return values[0] if values else absent
            return values if several else values[0]

        settings["callback"] = callback
    return click.option(*flags, *filter(None, [name]), help=says, **settings)


def options(
    text: str, kind: type[click.Option] = click.Option, **settings: dict[str, Any]
) -> Callable[[Command], Command]:
    """Make several options, in the order of help: a line each, which goes on where it is indented.

    A line has the form of an option, two blanks and its help.  All are of one `kind`; `settings`
    are those of `option`, by the names of the parameters.
    """
    made = []
    for line in filter(str.strip, text.replace("\n        ", " ").split("\n")):
        form, _, says = line.strip().partition("  ")
        flags, _, name = form.partition(" as ")
        flag = flags.partition("--")[2].partition(" ")[0].partition("/")[0].replace("-", "_")
        made.append(option(form, says, **{"cls": kind, **settings.get(name or flag, {})}))
    return together(*made)


def refuse_if(wrong: object, why: str) -> None:
    """Refuse arguments that do not go together."""
    if wrong:
        raise click.UsageError(why)


@contextmanager
def usage(option: str = "") -> Iterator[None]:
    """Make a ValueError an error of usage, of an option if it is named, with its code if any."""
    try:
        yield
    except ValueError as problem:
        code = getattr(problem, "code", None)
        why = f"{code}: {problem}" if code else str(problem)
        if option:
            raise click.BadParameter(why, param_hint=option) from problem
        raise click.UsageError(why) from problem


def known(read: Callable[[str], Value | None], what: str) -> Callable[[str], Value]:
    """Make a reader of values that raises ValueError where `read` returns None."""

    def known_or_not(text: str) -> Value:
        value = read(text)
        if value is None:
            raise ValueError(f"{text!r} is not {what}")
        return value

    return known_or_not


def together(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Make a decorator that adds several options, in the order of help."""

    def decorated(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated
