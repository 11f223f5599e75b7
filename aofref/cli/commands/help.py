"""`aofref help`: show what a command does, as --help does.

Group: Help

    aofref help
    aofref help check
"""

import click

from aofref.cli.commands import names
from aofref.cli.io.output import stdout
from aofref.cli.options.completers import completing


@click.argument("name", metavar="[COMMAND]", default="", shell_complete=completing(names))
@click.pass_context
def command(ctx: click.Context, name: str) -> None:
    """List the commands, or show the options and examples of COMMAND, as --help does."""
    program = ctx.find_root()
    assert isinstance(program.command, click.Group)
    if not name:
        stdout(f"{program.get_help()}\n")
        return
    _, named, _ = program.command.resolve_command(program, [name])
    assert named is not None
    stdout(f"{named.get_help(click.Context(named, program, name))}\n")
