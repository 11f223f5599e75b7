"""Helped: commands whose `--help` writes as all other output does."""

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
