"""Commands: the list of them, and how each is loaded from its function.

The function of a command stands under its options and arguments, whose values are its arguments;
those that belong together come as a `Value`, whose fields are named as the options.  It returns the
exit status, or None for 0.  Its docstring is the help; the last paragraph has examples, a line
each.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache, wraps
from importlib import import_module
from inspect import getdoc
from typing import Any

import click

from aofref.cli.options.option import HEADINGS, Command, option
from aofref.values import Value

GROUPS = {
    "Begin": {
        "new": ("games.begin", "Write a record of a new game."),
        "play": ("play.command", "Add moves to a record, or prove why not."),
        "show": ("show.command", "Show a position, or a page to play a game on."),
        "check": ("check.command", "Replay records and report what happened."),
    },
    "Judge": {
        "cases": ("cases.command", "Run the published cases against a referee."),
        "diff": ("positions.compare", "Find where two versions of a game differ."),
        "explain": ("positions.explain", "Prove why a move is legal or refused."),
        "threats": ("positions.list_threats", "List who attacks which King, along which path."),
    },
    "Play": {
        "decide": ("edits.decide", "Write an arbiter's decision into a record."),
        "moves": ("positions.list_moves", "List the legal moves of a position."),
        "perft": ("positions.count_lines", "Count the lines of legal moves."),
        "tag": ("edits.set_tags", "Set, correct or remove tags, the result among them."),
        "undo": ("edits.take_back", "Take back moves, an agreed result, an offer of a draw."),
    },
    "Look": {
        "board": ("games.write_board", "Write a page to analyse a game on, without a record."),
        "gallery": ("gallery.command", "Make a page of all games in each DIR."),
        "log": ("lists.log", "Show a game at a glance, a line a round."),
        "material": ("positions.count_pieces", "Count the pieces of every army."),
    },
    "Many records": {
        "clock": ("edits.list_clocks", "List who is to move, and how much time is left."),
        "convert": ("convert.command", "Rewrite records in another notation."),
        "list": ("lists.list_records", "List records, a line each."),
        "select": ("select.command", "Select records by their content."),
        "stats": ("totals.count", "Count results, mates, promotions, captures."),
        "table": ("totals.add_up", "Add up points by player."),
    },
    "Club": {
        "club": ("club.command", "Process the mail of a club: play its moves and answer."),
        "season": ("season.command", "Pair the players of a season and begin its games."),
    },
    "Games": {
        "rules": ("games.describe", "Describe a game, or how a piece moves."),
        "rulings": ("games.list_rulings", "List what the pages leave open."),
        "variants": ("games.list_games", "List the games."),
    },
    "Help": {
        "completion": ("help.write_completion", "Print a completion script for a shell."),
        "help": ("help.help_with", "Show what a command does, as --help does."),
        "man": ("help.show_manual", "Show the manual."),
        "schema": ("help.write_schema", "Print the JSON Schema of a command's output."),
    },
}
"""The commands by group, as help lists them: the function of each, and a summary in a sentence."""

COMMANDS = {name: listed for group in GROUPS.values() for name, listed in group.items()}


def _help(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from aofref.cli.io import stdout

        stdout(f"{ctx.get_help()}\n")
        ctx.exit()


_HELP = click.Option(
    ["--help", "-h", "_help"],
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_help,
    help="Show this message and exit.",
)


class Helped(click.Command):
    """A command with our own option `--help`.

    A full disk is reported, as for all output.  click's own option looks up a translation of its
    line of help at every start, for which Python loads `locale`.
    """

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

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        """Return the option, always the same: click compares the options of a command."""
        return _HELP


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
    """Load a command; a `Parser` in its module is its class, if it parses words itself."""
    of_module, _, of_function = COMMANDS[name][0].partition(".")
    module = import_module(f"{__name__}.{of_module}")
    function = getattr(module, of_function)

    @wraps(function)
    def called(**params: Any) -> Any:
        return function(**_given(function, params))

    says, _, examples = (getdoc(function) or "").rpartition("\n\n")
    shown = "".join(f"\n  {line}" for line in examples.splitlines())
    command: Helped = click.command(
        name,
        cls=getattr(module, "Parser", Helped),
        help=says,
        epilog=f"\b\nExamples:{shown}\n\nThe whole manual: aofref man",
    )(called)
    if not any("--color" in param.opts for param in command.params):
        color_option(hidden=True, default=None)(command)
    return command
