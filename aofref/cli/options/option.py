"""Option: how an option is declared, and under which heading help lists it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import click

from aofref.cli.options import completers

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


def small(name: str) -> str:
    """Read a name of the board, such as a cell, given in any case."""
    return name.strip().lower()


_ARMY = {"shell_complete": completers.complete_armies}
WORDS: dict[str, dict[str, Any]] = {
    "ARMY": _ARMY,
    "CELL": {"type": small, "shell_complete": completers.complete_cells},
    "ID": {"shell_complete": completers.complete_variants},
    "L": {"type": small},
    "LETTER": _ARMY,
    "N": {"type": int},
    "NAME|ARMY": _ARMY,
    "PLY": {"type": int},
    "RULING": {"shell_complete": completers.complete_rulings},
}
"""What the word of a value in help says of it: how it is parsed and completed."""


def option(
    form: str,
    says: str,
    name: str = "",
    *,
    read: Callable[[Any], Any] | None = None,
    once: bool = False,
    **settings: Any,
) -> Callable[[Command], Command]:
    """Make an option; its `form` is that of the manual: flags, and a value unless it is a switch.

    Of values in small letters, such as text|json, one is chosen, by default the first.  `read`
    parses a value that is given; ValueError is an error.  With `once` it may not be given twice
    with different values.  `WORDS` has what else the word of a value means.
    """
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

        def callback(_ctx: click.Context, param: click.Parameter, given: Any) -> Any:
            values = given if once else [given]
            if len(set(values)) > 1:
                raise click.BadParameter("this is given more than once", param=param)
            if not values or values[0] is None:
                return absent
            try:
                return values[0] if read is None else read(values[0])
            except ValueError as problem:
                raise click.BadParameter(str(problem)) from problem

        settings |= {"callback": callback, "multiple": once}
    return click.option(*flags, *filter(None, [name]), help=says, **settings)


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
