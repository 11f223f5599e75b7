"""The command line: `aofref COMMAND [OPTIONS] [FILE]...`."""

import gc
import os
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

import click

from aofref.cli.commands import COMMANDS, GROUPS, Helped, color_option, loaded
from aofref.cli.io import debugging, put_bytes
from aofref.cli.options.option import option
from aofref.text import escaped, in_one_line

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


COMPLETING = "_AOFREF_COMPLETE"

OTHER_WORDS = {
    **{word: f"play FILE {word}" for word in ("draw", "pass", "resign", "resigns")},
    **dict.fromkeys(("add", "move"), "play FILE MOVE"),
    **dict.fromkeys(("forfeit",), "decide FILE"),
    **dict.fromkeys(("adjudicate",), "tag FILE Result=RESULT"),
    **dict.fromkeys(("judge", "replay", "validate", "verify"), "check FILE"),
    **dict.fromkeys(("display", "open", "page", "view"), "show --format html FILE"),
    **dict.fromkeys(("analyse", "analyze"), "board GAME"),
    **dict.fromkeys(("begin", "create", "init", "start"), "new GAME"),
    **dict.fromkeys(("games", "variant"), "variants"),
}
"""What people type for a command, and the command that is meant."""


class _Lazy(Helped, click.Group):
    """A group that loads a command's module when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def main(  # type: ignore[override]
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run the command line and exit, in place of click, which gives most errors status 1.

        Only refused records give status 1.  A closed pipe ends the program as it ends `cat`, an
        interruption with 130.  An error of the system, or a bug, is one line and status 2; with
        AOFREF_DEBUG, a bug is a traceback.
        """
        words = sys.argv[1:] if args is None else [*args]
        if args is None and os.name == "nt":  # whose shells leave patterns as they are
            words = click.utils._expand_args(words)
        if words[:1] in (["play"], ["explain"]) and words[-1] == "--" not in words[:-1]:
            words.append("--")  # a pass, not the end of the options
        text, status = "", 2
        try:
            sys.exit(self._status(words, prog_name, **extra))
        except BrokenPipeError:
            import signal

            if hasattr(signal, "SIGPIPE"):
                signal.signal(signal.SIGPIPE, signal.SIG_DFL)
                os.kill(os.getpid(), signal.SIGPIPE)
            os._exit(141)  # on systems without that signal
        except KeyboardInterrupt:
            status = 130
        except OSError as problem:
            name = f"{problem.filename}: " if isinstance(problem.filename, str) else ""
            text = f"aofref: {name}{problem.strerror or problem}\n"
        except Exception as problem:
            if debugging():
                raise
            why = f"a fault of the program itself: {in_one_line(problem)}"
            text = f"aofref: {why}; AOFREF_DEBUG=1 shows where\n"
        try:
            put_bytes(text.encode("utf-8", "backslashreplace"), err=True)
            sys.stdout.flush()
        except OSError:
            os._exit(status)  # one is full: Python would flush again, and report the error
        sys.exit(status)

    def _status(self, words: list[str], prog_name: str | None, **extra: Any) -> int:
        """Run the command line, write an error of its usage, and return the status."""
        if wanted := os.environ.get(COMPLETING):
            from click.shell_completion import shell_complete

            for name in {"COMP_WORDS", "COMP_CWORD"} & os.environ.keys():
                # Bytes that are no text complete nothing.
                os.environ[name] = os.environ[name].encode("utf-8", "replace").decode()
            return shell_complete(self, {}, "aofref", COMPLETING, wanted)
        try:
            with self.make_context(prog_name, words, **extra) as context:
                return self.invoke(context) or 0
        except click.exceptions.Exit as end:
            return end.exit_code
        except click.ClickException as problem:
            if isinstance(problem, click.UsageError) and not isinstance(
                problem, click.exceptions.NoArgsIsHelpError
            ):  # its control characters are escaped: the argument may come from a mail
                text = problem.format_message().expandtabs(2)  # click begins lines by tabs
                problem = click.UsageError(escaped(text), problem.ctx)
            problem.show()
            return problem.exit_code

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return loaded(cmd_name) if cmd_name in COMMANDS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command with a name; suggest similar names if there is none."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            from difflib import get_close_matches

            near = get_close_matches(name, sorted(COMMANDS), 3)
            if name in OTHER_WORDS:
                near = [f"aofref {OTHER_WORDS[name]}"]
            elif not near and os.path.exists(name):  # noqa: PTH110
                near = [f"aofref {command} {name}" for command in ("check", "show")]
            meant = f" Did you mean {' or '.join(near)}?" if near else ""
            ctx.fail(f"No such command {name!r}.{meant}")
        return super().resolve_command(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options of the program, then its commands by group."""
        super().format_options(ctx, formatter)
        for title, group in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([(name, summary) for name, (_, summary) in group.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> "list[CompletionItem]":
        from click.shell_completion import CompletionItem

        known = [name for name in sorted(COMMANDS) if name.startswith(incomplete)]
        return [
            *(CompletionItem(name, help=COMMANDS[name][1]) for name in known),
            *click.Command.shell_complete(self, ctx, incomplete),
        ]


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        import aofref
        from aofref.cli.io import stdout
        from aofref.rules import compiled

        stdout(f"aofref {aofref.__version__} ({'compiled' if compiled() else 'pure Python'})\n")
        ctx.exit()


@click.group(
    "aofref",
    cls=_Lazy,
    epilog=(
        "aofref COMMAND --help shows a command with examples, aofref man the whole manual, "
        "aofref man record how records are written, aofref man rules how the games are played."
    ),
)
@option(
    "-V --version",
    "Show the version and exit.",
    is_eager=True,
    expose_value=False,
    callback=_version,
)
@color_option()
def main() -> None:
    """Referee correspondence games of Charles Gilman's 3-D chess variants.

    Reads game records from FILEs or standard input.  Exit status: 0 all legal, 1 an illegal move or
    a false result, 2 something could not be read.
    """
    if not gc.isenabled():  # the command is loaded: see `aofref.cli.start`
        gc.freeze()
        gc.set_threshold(20_000)  # a verdict has no circles: to look for them took 5 % of a check
        gc.enable()
