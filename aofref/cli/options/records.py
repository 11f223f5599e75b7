"""Options of the commands about many records, and their argument."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from aofref.cli.options.once import Command
from aofref.cli.options.shared import (
    OF_RECORDS,
    as_played_option,
    encoding_option,
    gathered,
    setting_options,
)


def jobs_options(command: Command) -> Command:
    """Add --jobs and --scheduler."""
    command = click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Judge records on the workers of this Dask scheduler (needs 'aofref[dask]').",
    )(command)
    return click.option(
        "--jobs",
        type=click.IntRange(0),
        default=1,
        metavar="N",
        help="Judge records in N processes at once; 0: one for each core.",
    )(command)


def records_options(command: Callable[..., None], variant: str = OF_RECORDS) -> Callable[..., None]:
    """Add what every command about many records takes, and hand it on as one, `records`.

    `variant` is the text of the option --variant.
    """

    @wraps(command)
    def called(**values: Any) -> None:
        from aofref.cli.batch.many import Records  # help and completion need none

        gathered(command, "records", Records)(**values)

    verbose = click.option(
        "-v", "--verbose", is_flag=True, help="Report which files of a directory are skipped."
    )
    added = jobs_options(as_played_option(verbose(encoding_option(called))))
    sources = click.argument("file", nargs=-1, type=click.Path(), metavar="[FILE|DIR]...")
    return sources(setting_options(added, variant))
