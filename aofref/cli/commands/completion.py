"""`aofref completion`: print a completion script for a shell.

Group: Help

    eval "$(aofref completion bash)"
"""

import click
from click.shell_completion import get_completion_class

from aofref.cli.app import COMPLETING
from aofref.cli.io.output import stdout_raw

SHELLS = ("bash", "zsh", "fish")


@click.argument("shell", type=click.Choice(SHELLS), metavar="|".join(SHELLS))
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print a script that completes commands, options, files, games, pieces and cells."""
    maker = get_completion_class(shell)
    assert maker is not None
    script = maker(ctx.find_root().command, {}, "aofref", COMPLETING)
    stdout_raw(script.source().strip() + "\n")
