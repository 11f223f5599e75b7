"""Options of many commands, and parsers of their values."""

import math
import os
import re
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from aofref import games, values
from aofref.cli.io.output import Unreadable, unreadable
from aofref.cli.options.completers import complete_cells, complete_rulings, complete_variants
from aofref.cli.options.headings import RecordOption
from aofref.findings import BadGame, Code
from aofref.games.model import VariantData
from aofref.judge.replay.opening import Setting, no_such_variant
from aofref.notation.movetext import Notation
from aofref.notation.records.stream import keeping_ascii
from aofref.rules import turn
from aofref.rules.compiled_variant import compile_variant

Command = TypeVar("Command", bound=Callable[..., Any])
Value = TypeVar("Value")
Reader = Callable[[click.Context, click.Parameter, str | None], Value | None]


class _Small(click.types.StringParamType):
    """A name of the board, such as a cell, given in any case; it becomes small letters."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        return super().convert(value, param, ctx).strip().lower()


class _Seconds(click.FloatRange):
    """A time to wait: more than 0 seconds, and no longer than the system can wait."""

    def __init__(self) -> None:
        super().__init__(min=0, min_open=True, max=1_000_000)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        seconds = super().convert(value, param, ctx)
        if math.isnan(seconds):
            self.fail(f"{value} is not a number of seconds", param, ctx)
        return seconds


SMALL = _Small()
SECONDS = _Seconds()


def once_option(
    *names: str, read: Reader[Any] | None = None, **settings: Any
) -> Callable[[Command], Command]:
    """Make an option that may not be given twice with different values.

    `read` converts the value, or None.
    """

    def callback(ctx: click.Context, param: click.Parameter, values: tuple[Any, ...]) -> Any:
        if len(set(values)) > 1:
            raise click.BadParameter("this is given more than once", param=param)
        value = values[0] if values else None
        return value if read is None else read(ctx, param, value)

    return click.option(*names, multiple=True, callback=callback, **settings)


def reader(read: Callable[[str], Value | None], what: str = "") -> Reader[Value]:
    """Make the callback of an option: `read` parses its value; None or ValueError is an error."""

    def callback(_ctx: click.Context, _param: click.Parameter, value: str | None) -> Value | None:
        try:
            wanted = None if value is None else read(value)
        except ValueError as problem:
            raise click.BadParameter(str(problem)) from problem
        if value is not None and wanted is None:
            raise click.BadParameter(f"{value!r} is not {what}")
        return wanted

    return callback


def together(*options: Callable[[Any], Any]) -> Callable[[Command], Command]:
    """Make a decorator that adds several options, in the order of help."""

    def decorated(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorated


_NAME = r"[A-Za-z]\w*"


def tags_of(given: Iterable[str], pace: str | None, hint: str) -> dict[str, str]:
    """Parse tags, without repetitions; a pace becomes the tag TimeControl."""
    tags = {} if pace is None else {"TimeControl": pace}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign or re.fullmatch(_NAME, name) is None or "\n" in value:
            raise click.BadParameter(f"{text!r} is not NAME=VALUE", param_hint=hint)
        if name in tags:
            raise click.BadParameter(f"the tag {name} is given twice", param_hint=hint)
        tags[name] = value
    return tags


def gathered(
    name: str, kind: type[values.Value]
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Make a decorator: the values of several options come to a command as one, called `name`.

    It is a `kind`, whose fields are named as the options.
    """

    def decorated(command: Callable[..., None]) -> Callable[..., None]:
        @wraps(command)
        def called(**given: Any) -> None:
            fields = {field: given.pop(field) for field in kind._fields if field in given}
            command(**given, **{name: kind(**fields)})

        return called

    return decorated


OF_RECORDS = "The game, where the record does not name it."


def ruling_option(
    says: str, kind: type[click.Option] = click.Option
) -> Callable[[Command], Command]:
    """Make --ruling, which may be repeated."""
    return click.option(
        "--ruling",
        "rulings",
        cls=kind,
        multiple=True,
        metavar="RULING",
        shell_complete=complete_rulings,
        help=says,
    )


def setting_options(command: Callable[..., None], variant: str = OF_RECORDS) -> Callable[..., None]:
    """Add --variant, with `variant` as its help, and --ruling.

    Their values come to the command as a `setting`, with that of --as-played if it has the option.
    """

    @wraps(command)
    def called(
        variant: str, rulings: tuple[str, ...], as_played: bool | None = None, **given: Any
    ) -> None:
        command(**given, setting=setting(variant, rulings, as_played=as_played))

    rulings_say = "Judge by another ruling, such as check=advisory; may be repeated."
    of_game = once_option(
        "--variant",
        read=lambda _ctx, _param, value: named_game(value or ""),
        cls=RecordOption if variant == OF_RECORDS else click.Option,
        metavar="ID",
        shell_complete=complete_variants,
        help=variant,
    )
    return together(of_game, ruling_option(rulings_say, RecordOption))(called)


variant_argument = click.argument(
    "variant", default="", metavar="VARIANT", shell_complete=complete_variants
)


def named_game(name: str) -> str:
    """Return the id of a game by id, alias, title, or path of its file.

    Raises Unreadable, with a line for every fault of the file.
    """
    if not name:
        return name
    if name.lower() in {*games.IDS, *games.ALIASES}:
        return name
    try:
        if name.endswith(".toml"):
            return games.opened(name).id
    except BadGame as problem:
        raise Unreadable(bad_game(problem)) from problem
    if (faulty := games.faulty(name)) is not None:
        raise Unreadable(bad_game(faulty))
    game = games.meant(name)
    if Path(game).is_file() and games.find(game) is None:
        makes = f"of a record, aofref show --format html {name} makes a page"
        raise click.UsageError(f"{name} is a file and no game; {makes}")
    return game


def bad_game(faulty: BadGame) -> str:
    """Write the faults of a game's file as diagnostics, and its board below a faulty array."""
    from aofref.games.files.loader import with_faulty_array
    from aofref.games.files.shelf import text_of

    lines = [fault.diagnostic(faulty.source) for fault in faulty.findings]
    text = text_of(faulty.source)
    game = with_faulty_array(text) if isinstance(text, str) else None
    return "\n".join([*lines, *(drawn(game) if game is not None else ())])


def drawn(game: VariantData) -> list[str]:
    """Draw the board of a game with its array."""
    from aofref.judge.analysis.view import board_view
    from aofref.report.svg.plan import plan_of
    from aofref.report.text import board

    compiled = compile_variant(game, ())
    return list(
        board.draw(board_view(turn.array(compiled)), plan_of(compiled), board.Marks({}), width=79)
    )


def setting(variant: str, rulings: tuple[str, ...], *, as_played: bool | None = None) -> Setting:
    """Check the values of --variant and --ruling, and return their setting.

    Without --as-played (None) the environment decides, and without that each file.
    """
    if variant and games.find(variant) is None:
        text = no_such_variant(variant)
        raise unreadable("--variant", Code.UNKNOWN_VARIANT, text)
    try:
        games.check_rulings(rulings)
    except ValueError as problem:
        raise click.UsageError(str(problem)) from problem
    own = os.environ.get("AOFREF_AS_PLAYED")
    if as_played is None and own:
        as_played = own != "0"
    return Setting(variant, rulings, as_played=as_played)


def choice_option(
    flag: str, words: Sequence[str], says: str | None = None, name: str = "", **settings: Any
) -> Callable[[Command], Command]:
    """Make an option with a choice of words; the first is the default."""
    return click.option(
        flag,
        name or flag.removeprefix("--"),
        type=click.Choice(words),
        default=words[0],
        show_default=True,
        help=says,
        **settings,
    )


def either_option(flag: str, usual: str, other: str, says: str) -> Callable[[Command], Command]:
    """Make an option with a choice of two words; its value is whether the `other` is chosen."""

    def callback(_ctx: click.Context, _param: click.Parameter, value: str) -> bool:
        return value == other

    return choice_option(flag, (usual, other), says, other, callback=callback)


def formats_option(words: Sequence[str], says: str | None = None) -> Callable[[Command], Command]:
    """Make --format, the form of a command's output."""
    return choice_option("--format", words, says, "form")


format_option = formats_option(("text", "json"), "Lines to read, or JSON for scripts.")


def cell_option(says: str, name: str = "origin") -> Callable[[Command], Command]:
    """Make --from, the cell of a piece."""
    return click.option(
        "--from", name, type=SMALL, metavar="CELL", shell_complete=complete_cells, help=says
    )


def folder_option(name: str, says: str, **settings: Any) -> Callable[[Command], Command]:
    """Make --output-dir, the folder for a command's output."""
    from pathlib import Path  # which takes a while to load

    kind = click.Path(file_okay=False, path_type=Path)
    return click.option("--output-dir", name, type=kind, metavar="DIR", help=says, **settings)


def _address(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    for address in value.split(",") if value else ():
        if not re.fullmatch(r"[^\s@<>\",]+@[^\s@<>\",]+", address):
            raise click.BadParameter(f"not an address: {address!r}")
    return value


mail_to_option = click.option(
    "--mail-to",
    default="",
    metavar="ADDRESS",
    callback=_address,
    help="Let players mail the move that they choose on the page (html).",
)

as_played_option = click.option(
    "--as-played/--no-as-played",
    cls=RecordOption,
    default=None,
    help="Apply an arbiter's decisions, as in a club's games; or AOFREF_AS_PLAYED=1 or 0.",
)


encoding_option = click.option(
    "--encoding",
    cls=RecordOption,
    default="utf-8",
    show_default=True,
    metavar="NAME",
    callback=reader(lambda name: name if name in ("utf-8", "auto") else keeping_ascii(name)),
    help="The encoding of the input; auto: detect that of each file.",
)


notation_option = choice_option(
    "--to", [notation.value for notation in Notation], "Write moves in this notation."
)
