"""Checking: records replayed, and what happened reported."""

from collections import Counter
from functools import partial
from typing import NamedTuple

from aofref.cli.batch.many import Records, summed
from aofref.cli.batch.sources import SourcedRecord
from aofref.cli.io.diagnostics import say, status_of
from aofref.cli.io.output import write_out
from aofref.judge.analysis.diagnosis import diagnosed
from aofref.judge.replay.verdict import Judged
from aofref.report.text.messages import diagnostics


class Reported(NamedTuple):
    """What a record adds to the output, to the diagnostics and to the exit status."""

    report: str
    diagnostics: str
    status: int
    kind: str
    plies: int


class CheckOptions(NamedTuple):
    """What was asked for, the same for every record."""

    format: str = "text"
    trace: bool = False
    quiet: bool = False
    strict: bool = False


def _reported(item: SourcedRecord, found: Judged, options: CheckOptions) -> Reported:
    status = status_of(found.findings, strict=options.strict)
    return Reported(
        _report(item, found, options),
        diagnostics(item.source, found.findings),
        status,
        found.status,
        len(found.plies),
    )


def _report(item: SourcedRecord, found: Judged, options: CheckOptions) -> str:
    if options.quiet:
        return ""
    if options.format == "json":
        from aofref.report.json.record import line

        trace = None
        if options.trace:
            from aofref.judge.collect.summary import in_san

            trace = in_san(found)
        return line(diagnosed(found), item.number, item.source, trace=trace)
    if options.format == "short":
        from aofref.report.text import listing

        errors = found.errors
        return listing.short(summed(item, found), errors[0] if errors else None)
    from aofref.report.text.record import report

    between = "\n" if item.number > 1 else ""
    return between + report(diagnosed(found), item.number, item.source, trace=options.trace)


def check(records: Records, options: CheckOptions) -> int:
    """Replay every record and report on it; give the exit status."""
    kinds: Counter[str] = Counter()

    def report(reported: Reported) -> int:
        if reported.report:
            write_out(reported.report)
        say(reported.diagnostics)
        kinds[reported.kind] += 1
        return reported.status

    many = records.replayed(partial(_reported, options=options), lambda reported: reported.plies)
    status = many.each(report)
    if kinds.total() > 1 and not options.quiet and options.format != "json":
        from aofref.report.text.listing import counted

        say(f"aofref: {counted(kinds)}\n")
    return status
