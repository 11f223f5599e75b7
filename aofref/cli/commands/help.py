"""`aofref help`: show what a command does, as --help does.

Group: Help

    aofref help
    aofref help check
"""

import click

from aofref.cli.commands import names
from aofref.cli.options.completers import completing


@click.argument("name", metavar="[COMMAND]", default="", shell_complete=completing(names))
@click.pass_context
def command(ctx: click.Context, name: str) -> None:
    """List the commands, or show the options and examples of COMMAND, as --help does."""
    program = ctx.find_root()
    program.command.main(["--", name, "--help"] if name else ["--help"], program.info_name)
