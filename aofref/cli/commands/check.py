"""`aofref check`: replay records and report what happened.

Group: Judge

    aofref check game.aof
    aofref check --format short games/
    aofref check --quiet --strict --jobs 0 *.aof
    aofref check --format json - < game.aof
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from aofref.cli.options.records import records_options
from aofref.cli.options.shared import formats_option

if TYPE_CHECKING:
    from aofref.cli.batch.many import Records


@click.command("check")
@formats_option(("text", "json", "short"), "What the report looks like; short is a line a record.")
@click.option("--trace", is_flag=True, help="Report an event for every ply.")
@click.option(
    "-q", "--quiet", is_flag=True, help="No report, only diagnostics and the exit status."
)
@click.option("--strict", is_flag=True, help="Exit with status 1 if there are warnings, too.")
@records_options
def command(records: Records, form: str, trace: bool, quiet: bool, strict: bool) -> None:
    """Replay every record and report who is in check, mated, promoted, and where."""
    from aofref.cli.batch.checking import CheckOptions, check  # which its help does not need

    sys.exit(check(records, CheckOptions(form, trace, quiet, strict)))
