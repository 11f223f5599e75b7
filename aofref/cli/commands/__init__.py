'''Commands: one module for each; its docstring is read for help and the list of commands.

The docstring of a command's module is a heading, here of `aofref check`:

    """`aofref check`: replay records and report what happened.

    Group: Begin

        aofref check game.aof
    """

It has the summary, the group, and examples, a line each.  It is read without loading the module:
to load all modules takes a second.  The module has a function `command`, under its options and
arguments, whose arguments are their values; those that belong together come as a `Value`, whose
fields are named as the options.  It returns the exit status, or None for 0.
'''

import os
import re
from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from typing import Any

import click

from aofref.cli.options.option import HEADINGS, Command, option
from aofref.text import capitalised
from aofref.values import Value

FIRST = ("new", "play", "show", "check")
"""The commands of the first group, in the order in which a newcomer needs them."""

GROUPS = ("Begin", "Judge", "Play", "Look", "Many records", "Club", "Games", "Help")
"""The groups in the order in which they are listed; other groups follow."""


class Heading(Value):
    """The heading of a command: its group, a summary in a sentence, and example lines."""

    group: str
    summary: str
    examples: tuple[str, ...]


def names() -> tuple[str, ...]:
    """List the names of the commands in alphabetical order."""
    return tuple(sorted(_files(tuple(__path__))))


@cache
def _files(folders: tuple[str, ...]) -> dict[str, str]:
    """List the folders, once: the file of each command."""
    files = ((folder, file) for folder in folders for file in os.listdir(folder))  # noqa: PTH208
    return {
        file[:-3]: f"{folder}/{file}"
        for folder, file in files
        if file.endswith(".py") and file[0] != "_"
    }


def heading(name: str) -> Heading:
    """Read the heading of a command; LookupError if there is no such command."""
    path = _files(tuple(__path__))[name]
    with open(path, encoding="utf-8") as file:  # noqa: PTH123 - pathlib takes a while to load
        lines = file.read().split('"""')[1].splitlines()
    group = next(line[7:] for line in lines if line.startswith("Group: "))
    examples = tuple(line.strip() for line in lines if line.startswith("    "))
    return Heading(group, capitalised(lines[0].partition(": ")[2]), examples)


def grouped() -> dict[str, dict[str, str]]:
    """Return the summaries of the commands by group and name."""
    summaries: dict[str, dict[str, str]] = {group: {} for group in GROUPS}
    for name in (*FIRST, *names()):
        group, summary, _ = heading(name)
        summaries.setdefault(group, {})[name] = summary
    return {group: named for group, named in summaries.items() if named}


def _help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from aofref.cli.io.output import stdout

        stdout(f"{ctx.get_help()}\n")
        ctx.exit()


class Helped(click.Command):
    """A command with our own option `--help`.

    A full disk is reported, as for all output.  click's own option looks up a translation of its
    line of help at every start, for which Python loads `locale`.
    """

    _helping: click.Option | None = None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the command line; a cell too many belongs to --from, if there is that option."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as problem:
            cell = re.search(r"argument \(([a-z]{1,2}[0-9]{1,2})\)", problem.message, re.IGNORECASE)
            if cell is not None and any("--from" in option.opts for option in self.params):
                hint = f"{problem.message}; a cell is given by --from: --from {cell[1].lower()}"
                raise click.UsageError(hint, ctx) from None
            raise

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the command, then those that it shares with others."""
        for kind, title in HEADINGS.items():
            of_kind = [param for param in self.get_params(ctx) if type(param) is kind]
            rows = [row for param in of_kind if (row := param.get_help_record(ctx)) is not None]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples of a command, unless it has an end of its own."""
        if self.epilog is None and self.name:
            shown = "".join(f"\n  {line}" for line in heading(self.name).examples)
            self.epilog = f"\b\nExamples:{shown}\n\nThe whole manual: aofref man"
        super().format_epilog(ctx, formatter)

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option, always the same: click compares the options of a command."""
        if self._helping is None:
            self._helping = click.Option(
                [*ctx.help_option_names, "_help"],
                is_flag=True,
                is_eager=True,
                expose_value=False,
                callback=_help,
                help="Show this message and exit.",
            )
        return self._helping


def _given(kind: Any, params: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a command, or the fields of a value, among the values of options."""
    of_values = {
        name: field(**_given(field, params))
        for name, field in kind.__annotations__.items()
        if isinstance(field, type) and issubclass(field, Value)
    }
    return {name: params[name] for name in kind.__annotations__ if name in params} | of_values


def _colored(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.color = {"always": True, "never": False}.get(value)


def color_option(**settings: Any) -> Callable[[Command], Command]:
    """Make --color of the program; each command takes it, too, unless it has its own."""
    return option(
        "--color auto|always|never",
        "Colour diagnostics: on a terminal, unless NO_COLOR is set; always; never.",
        is_eager=True,
        expose_value=False,
        callback=_colored,
        **settings,
    )


@cache
def loaded(name: str) -> Helped:
    """Load the module of a command; a `Parser` there is its class, if it parses words itself."""
    module = import_module(f"{__name__}.{name}")

    @wraps(module.command)
    def called(**params: Any) -> Any:
        return module.command(**_given(module.command, params))

    parser: type[Helped] = getattr(module, "Parser", Helped)
    command = click.command(name, cls=parser)(called)
    if not any("--color" in param.opts for param in command.params):
        color_option(hidden=True, default=None)(command)
    return command
