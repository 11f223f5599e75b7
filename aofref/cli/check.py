"""`aofref check`: replay every record and report."""

from __future__ import annotations

import sys
from collections import Counter
from functools import partial
from typing import NamedTuple

import click

from aofref.cli.common import say, status_of, write_out
from aofref.cli.many import Records, records_options, summed
from aofref.cli.sources import Item
from aofref.judge.desk import completed
from aofref.judge.verdict import Judged
from aofref.report.messages import diagnostics


class Verdict(NamedTuple):
    """What a record adds to the output, to the diagnostics and to the exit status."""

    report: str
    diagnostics: str
    status: int
    kind: str
    plies: int


class Order(NamedTuple):
    """What was asked for, the same for every record."""

    format: str
    trace: bool
    quiet: bool
    strict: bool


def _told(item: Item, found: Judged, order: Order) -> Verdict:
    status = status_of(found.findings, strict=order.strict)
    return Verdict(
        _report(item, found, order),
        diagnostics(item.source, found.findings),
        status,
        found.status,
        len(found.plies),
    )


def _report(item: Item, found: Judged, order: Order) -> str:
    if order.quiet:
        return ""
    if order.format == "json":
        from aofref.judge.summary import in_san
        from aofref.report import json

        trace = in_san(found) if order.trace else None
        return json.line(completed(found), item.number, item.source, trace=trace) + "\n"
    if order.format == "short":
        from aofref.report import listing

        errors = found.errors
        return listing.short(summed(item, found), errors[0] if errors else None)
    from aofref.report import text

    between = "\n" if item.number > 1 else ""
    return between + text.report(completed(found), item.number, item.source, trace=order.trace)


@click.command("check")
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "short"]),
    default="text",
    show_default=True,
    help="What the report looks like; short is a line a record.",
)
@click.option("--trace", is_flag=True, help="Report an event for every ply.")
@click.option(
    "-q", "--quiet", is_flag=True, help="No report, only diagnostics and the exit status."
)
@click.option("--strict", is_flag=True, help="Let warnings, too, give exit status 1.")
@records_options
def command(records: Records, form: str, trace: bool, quiet: bool, strict: bool) -> None:
    """Replay every record and report who is in check, mated, promoted, and where."""
    order = Order(form, trace, quiet, strict)
    kinds: Counter[str] = Counter()

    def tell(verdict: Verdict) -> int:
        if verdict.report:
            write_out(verdict.report)
        say(verdict.diagnostics)
        kinds[verdict.kind] += 1
        return verdict.status

    many = records.replayed(partial(_told, order=order), lambda verdict: verdict.plies)
    status = many.each(tell)
    if kinds.total() > 1 and not quiet and form != "json":
        from aofref.report.listing import counted

        say(f"aofref: {counted(kinds)}\n")
    sys.exit(status)
