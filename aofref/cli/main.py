"""The command line: `aofref COMMAND [OPTIONS] [FILE]...`."""

from __future__ import annotations

import gc

gc.disable()  # start-up makes much and drops nothing; `main` turns it on again

import os
import signal
import sys
from importlib import import_module
from typing import Any, NoReturn

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


class _Closed(BaseException):
    """A pipe was closed.  No OSError, and so nothing that click would make status 1 of."""


class _Lazy(click.Group):
    """A group that loads a command's module when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """List the commands in the order of CONTRACT 6."""
        return list(COMMANDS)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program; what the system refuses is no verdict on a record, never status 1.

        A closed pipe ends it as it ends `cat`; any other such refusal is one line and status 2.
        """
        try:
            return super().main(*args, **extra)
        except (_Closed, BrokenPipeError):
            _end_as_cat()
        except OSError as problem:
            _refused_by_system(problem)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the command line; `--help` writes here."""
        try:
            return super().make_context(*args, **extra)
        except BrokenPipeError as problem:
            raise _Closed from problem

    def invoke(self, ctx: click.Context) -> object:
        """Run a command; an interruption has the status that the shell gives it."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError as problem:
            raise _Closed from problem
        except KeyboardInterrupt:
            ctx.exit(130)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Load a command, or give None."""
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"aofref.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command


def _end_as_cat() -> NoReturn:
    """End by the signal of a closed pipe, in silence; 141 where there is no such signal."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    os._exit(141)


def _refused_by_system(problem: OSError) -> NoReturn:
    """Say what the system refused, such as more room on a disk, and end with status 2."""
    name = f" {problem.filename}:" if isinstance(problem.filename, str) else ""
    try:
        click.echo(f"aofref:{name} {problem.strerror or problem}", err=True)
    except OSError:
        os._exit(2)  # standard error is full, too
    try:
        sys.stdout.flush()
    except OSError:
        os._exit(2)  # or the interpreter would try it again, and complain
    sys.exit(2)


def _version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        from importlib import metadata

        click.echo(f"aofref {metadata.version('aofref')}")
        ctx.exit()


@click.group("aofref", cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version)
def main() -> None:
    """Referee correspondence games of Charles Gilman's 3-D armies.

    Reads game records from FILEs or standard input.  Exit status: 0 all legal, 1 an illegal move or
    a false result, 2 something could not be read.
    """
    gc.enable()
