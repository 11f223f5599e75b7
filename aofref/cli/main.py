"""The command line: `aofref COMMAND [OPTIONS] [FILE]...`."""

from __future__ import annotations

import gc

gc.disable()  # start-up makes much and drops nothing; `main` turns it on again

from importlib import import_module

import click

COMMANDS = (
    "check",
    "convert",
    "show",
    "moves",
    "perft",
    "play",
    "variants",
    "rules",
    "explain",
    "diff",
    "threats",
    "rulings",
)


class _Lazy(click.Group):
    """A group that loads a command's module when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of CONTRACT 6."""
        return list(COMMANDS)

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; what the system refuses is no verdict on a record, and never status 1."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise
        except OSError as problem:
            click.echo(f"aofref: {problem.strerror or problem}", err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            ctx.exit(130)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command, or give None."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"aofref.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        from importlib import metadata

        click.echo(f"aofref {metadata.version('aofref')}")
        ctx.exit()


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version)
def main() -> None:
    """Referee correspondence games of Charles Gilman's 3-D armies.

    Reads game records from FILEs or standard input.  Exit status: 0 all legal, 1 an illegal move or
    a false result, 2 something could not be read.
    """
    gc.enable()
