"""`aofref check`: replay records and report what happened.

Group: Judge

    aofref check game.aof
    aofref check --format short games/
    aofref check --quiet --strict --jobs 0 *.aof
    aofref check --format json - < game.aof
"""

import sys
from collections import Counter
from functools import partial
from typing import NamedTuple

import click

from aofref.cli.batch.many import Records, records_options, summed
from aofref.cli.io.output import say, status_of, write_out
from aofref.cli.options.shared import formats_option
from aofref.findings import diagnostics
from aofref.library.record import Record
from aofref.text import json_line


class Reported(NamedTuple):
    """What a record adds to the output, to the diagnostics and to the exit status."""

    report: str
    diagnostics: str
    status: int
    kind: str
    plies: int


def _reported(record: Record, form: str, *, trace: bool, strict: bool) -> Reported:
    verdict = record.verdict
    report, wrong = _report(record, form, trace), diagnostics(record.source, verdict.findings)
    status = status_of(verdict.findings, strict=strict)
    return Reported(report, wrong, status, verdict.status, len(verdict.plies))


def _report(record: Record, form: str, trace: bool) -> str:
    if not form:
        return ""
    if form == "json":
        return json_line(record.report(trace=trace))
    if form == "short":
        from aofref.report.text import listing

        errors = record.verdict.errors
        return listing.short(summed(record), errors[0] if errors else None)
    from aofref.judge.analysis.diagnosis import diagnosed
    from aofref.report.text.record import report

    between = "\n" if record.number > 1 else ""
    source = (record.number, record.source)
    return between + report(diagnosed(record.verdict), *source, trace=trace)


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
    kinds: Counter[str] = Counter()

    def report(reported: Reported) -> int:
        if reported.report:
            write_out(reported.report)
        say(reported.diagnostics)
        kinds[reported.kind] += 1
        return reported.status

    work = partial(_reported, form="" if quiet else form, trace=trace, strict=strict)
    status = records.many(work, lambda reported: reported.plies).each(report)
    if kinds.total() > 1 and not quiet and form != "json":
        from aofref.report.text.listing import counted

        say(f"aofref: {counted(kinds)}\n")
    sys.exit(status)
