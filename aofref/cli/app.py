"""The command line: `aofref COMMAND [OPTIONS] [FILE]...`."""

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from aofref.cli.commands import epilog, grouped, heading, names
from aofref.cli.ends import Closed, Interrupted, Unreadable, ending
from aofref.cli.helped import Helped
from aofref.text import escaped

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


@contextmanager
def _kept_from_click() -> Iterator[None]:
    """Rename exceptions that click would turn into status 1.

    Control characters in click's messages are escaped: the argument may come from a mail.
    """
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as problem:
        text = problem.format_message().expandtabs(2)  # click begins lines of its own by tabs
        raise click.UsageError(escaped(text), problem.ctx) from problem
    except BrokenPipeError as problem:
        raise Closed from problem
    except KeyboardInterrupt as problem:
        raise Interrupted from problem
    except Unreadable as problem:
        from aofref.cli.io.output import stderr

        stderr(f"{problem.message}\n")
        raise click.exceptions.Exit(2) from problem


class _Lazy(Helped, click.Group):
    """A group that loads a command's module when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return names()

    def main(self, *args: Any, **extra: Any) -> Any:
        for name in ("COMP_WORDS", "COMP_CWORD"):  # the words that a shell completes
            if name in os.environ:  # bytes that are no text complete nothing, and harm nothing
                os.environ[name] = os.environ[name].encode("utf-8", "replace").decode()
        with ending():
            return super().main(*args, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Parse the command line; `--help` writes here."""
        with _kept_from_click():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> object:
        with _kept_from_click():
            return super().invoke(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in names():
            return None
        command = import_module(f"aofref.cli.commands.{cmd_name}").command
        assert isinstance(command, Helped)
        if command.epilog is None:
            command.epilog = epilog(cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command with a name; suggest similar names if there is none."""
        name, known = args[0], names()
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name, known, 3)
            meant = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"No such command {name!r}.{meant}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for title, summaries in grouped().items():
            with formatter.section(title):
                formatter.write_dl(list(summaries.items()))

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        known = [name for name in names() if name.startswith(incomplete)]
        return [
            *(CompletionItem(name, help=heading(name).summary) for name in known),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse --color anywhere before a `--`, unless the command has its own."""
        end = args.index("--") if "--" in args else len(args)
        known = names()
        named = next((at for at, arg in enumerate(args[:end]) if arg in known), end)
        command = (
            self.get_command(ctx, args[named]) if "--color" in " ".join(args[named:]) else None
        )
        if command is not None and any("--color" in option.opts for option in command.params):
            end = named
        moved: list[str] = []
        rest: list[str] = []
        at = 0
        while at < end:
            width = 2 if args[at] == "--color" else 1
            taken = args[at] == "--color" or args[at].startswith("--color=")
            (moved if taken else rest).extend(args[at : at + width])
            at += width
        return super().parse_args(ctx, [*moved, *rest, *args[at:]])


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        import aofref
        from aofref.cli.io.output import stdout
        from aofref.rules import compiled

        stdout(f"aofref {aofref.__version__} ({'compiled' if compiled() else 'pure Python'})\n")
        ctx.exit()


def _colored(ctx: click.Context, _param: click.Parameter, value: str) -> None:
    ctx.color = {"always": True, "never": False}.get(value)


@click.group(
    "aofref",
    cls=_Lazy,
    context_settings={"help_option_names": ["--help", "-h"]},
    epilog=(
        "aofref COMMAND --help shows a command with examples, aofref man the whole manual, "
        "aofref man record how records are written, aofref man rules how the games are played."
    ),
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_version,
    help="Show the version and exit.",
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    is_eager=True,
    expose_value=False,
    callback=_colored,
    help="Colour diagnostics: on a terminal, unless NO_COLOR is set; always; never.",
)
def main() -> None:
    """Referee correspondence games of Charles Gilman's 3-D chess variants.

    Reads game records from FILEs or standard input.  Exit status: 0 all legal, 1 an illegal move or
    a false result, 2 something could not be read.
    """
    if not gc.isenabled():  # the command is loaded: see `aofref.cli.start`
        gc.freeze()
        gc.enable()
