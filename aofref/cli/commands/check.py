"""`aofref check`: replay records and report what happened."""

from collections import Counter
from functools import partial

from aofref.cli.io import stderr, stdout
from aofref.cli.many import Done, Records, Run, done, records_options
from aofref.cli.options.option import option
from aofref.judge.replay.verdict import Status
from aofref.library.record import Record
from aofref.text import json_line


def _reported(record: Record, form: str, *, trace: bool, strict: bool) -> Done[tuple[str, Status]]:
    """Write the report of a record, with its status."""
    verdict, report = record.verdict, ""
    if form == "json":
        report = json_line(record.report(trace=trace))
    elif form == "short":
        from aofref.judge.collect.summary import summary
        from aofref.report.text import listing

        report = listing.short(summary(record))
    elif form == "text":
        from aofref.report.text.record import report as lines

        between = "\n" if record.number > 1 else ""
        of_record = lines(verdict, record.number, record.source, trace=trace)
        report = between + "".join(f"{line}\n" for line in of_record)
    return done(record, (report, verdict.status), strict=strict)


@option("--format text|json|short as form", "What the report looks like; short is a line a record.")
@option("--trace", "Report an event for every ply.")
@option("-q --quiet", "No report, only diagnostics and the exit status.")
@option("--strict", "Exit with status 1 if there are warnings, too.")
@records_options()
def command(records: Records, form: str, trace: bool, quiet: bool, strict: bool) -> int:
    """Replay every record and report who is in check, mated, promoted, and where.

    aofref check game.aof
    aofref check --format short games/
    aofref check --quiet --strict --jobs 0 *.aof
    aofref check --format json - < game.aof
    """
    kinds: Counter[str] = Counter()
    work = partial(_reported, form="" if quiet else form, trace=trace, strict=strict)
    run = Run(records, work)
    for text, kind in run:
        if text:
            stdout(text)
        kinds[kind] += 1
    if kinds.total() > 1 and not quiet and form != "json":
        from aofref.report.text.listing import counted

        stderr(f"aofref: {counted(kinds)}\n")
    return run.status
