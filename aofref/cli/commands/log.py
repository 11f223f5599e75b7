"""`aofref log`: show a game at a glance, a line a round.

Group: Look

    aofref log game.aof
    aofref log --format json game.aof
"""

from functools import partial

from aofref.cli.io.output import stdout
from aofref.cli.many import Records, Run, records_options, summary_of
from aofref.cli.options.shared import format_option
from aofref.library.record import Record
from aofref.report.json.listing import log
from aofref.report.text import listing
from aofref.text import json_line


@format_option
@records_options()
def command(records: Records, form: str) -> int:
    """Show games at a glance: a line for each round, and in words what its moves led to."""
    between, work = "", partial(_logged, as_json=form == "json")
    run = Run(records._replace(needs_record=True), work, listed=True)
    for logged in run:
        stdout(between + logged)
        between = "" if form == "json" else "\n"
    return run.status


def _logged(record: Record, *, as_json: bool) -> str:
    listed = summary_of(record)
    if as_json:
        return json_line(log(record.verdict, listed))
    return "".join(f"{line}\n" for line in listing.log(record.verdict, listed))
