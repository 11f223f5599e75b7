"""Helped: commands whose `--help` writes as all other output does."""

import re

import click


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
