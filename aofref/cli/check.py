"""`aofref check`: replay every record and report."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import NamedTuple

import click

from aofref.cli.common import (
    as_played_option,
    encoding_option,
    say,
    setting,
    setting_options,
    status_of,
    worst_over,
    write_out,
)
from aofref.cli.many import Sources, jobs_option, sources_argument, verbose_option
from aofref.cli.progress import judged, progress
from aofref.cli.start import debugging
from aofref.judge.desk import completed
from aofref.judge.opening import Setting
from aofref.judge.replay import replay, unjudged
from aofref.judge.verdict import Judged
from aofref.notation.records import RawRecord, read
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

    setting: Setting
    format: str
    trace: bool
    quiet: bool
    strict: bool


def judge(raw: RawRecord, number: int, source: str, order: Order) -> Verdict:
    """Replay one record and write what there is to say of it, even if the program fails at it."""
    try:
        return _verdict(replay(read(raw), order.setting), number, source, order)
    except Exception as problem:
        if debugging():
            raise
        return _verdict(unjudged(raw, problem), number, source, order)


def _verdict(found: Judged, number: int, source: str, order: Order) -> Verdict:
    status = status_of(found.findings, strict=order.strict)
    if order.quiet:
        report = ""
    elif order.format == "json":
        from aofref.judge.summary import in_san
        from aofref.report import json

        trace = in_san(found) if order.trace else None
        report = json.line(completed(found), number, source, trace=trace) + "\n"
    elif order.format == "short":
        from aofref.judge.summary import summary
        from aofref.report import listing

        errors = found.errors
        report = listing.short(summary(found, number, source), errors[0] if errors else None)
    else:
        from aofref.report import text

        report = ("\n" if number > 1 else "") + text.report(
            completed(found), number, source, trace=order.trace
        )
    return Verdict(
        report, diagnostics(source, found.findings), status, found.status, len(found.plies)
    )


@click.command("check")
@sources_argument
@setting_options
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
@verbose_option
@click.option("--strict", is_flag=True, help="Let warnings, too, give exit status 1.")
@jobs_option
@as_played_option
@encoding_option
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    form: str,
    trace: bool,
    quiet: bool,
    verbose: bool,
    strict: bool,
    jobs: int,
    as_played: bool,
    encoding: str,
) -> None:
    """Replay every record and report who is in check, mated, promoted, and where."""
    order = Order(setting(variant, rulings, as_played=as_played), form, trace, quiet, strict)
    kinds: Counter[str] = Counter()

    def treat(records: Iterator[RawRecord], name: str) -> Iterator[int]:
        with closing(_judged(records, name, order, jobs)) as verdicts:
            for verdict in verdicts:
                if verdict.report:
                    write_out(verdict.report)
                say(verdict.diagnostics)
                kinds[verdict.kind] += 1
                judged(verdict.plies)
                yield verdict.status

    sources = Sources(file, verbose=verbose)
    with progress(file):
        worst = worst_over(sources, encoding, treat)
    if kinds.total() > 1 and not quiet and form != "json":
        from aofref.report.listing import counted

        say(f"aofref: {counted(kinds)}\n")
    sys.exit(max(worst, sources.status))


def _judged(
    records: Iterable[RawRecord], name: str, order: Order, jobs: int
) -> Generator[Verdict, None, None]:
    """Judge the records of a source in order."""
    numbered = enumerate(records, 1)
    jobs = jobs or os.cpu_count() or 1
    if jobs == 1:
        for number, raw in numbered:
            yield judge(raw, number, name, order)
        return
    from aofref.cli.jobs import spread

    work = partial(_judge_numbered, name=name, order=order)
    yield from spread(work, numbered, jobs, _weight, lambda text: say(f"aofref: {text}\n"))


def _judge_numbered(numbered: tuple[int, RawRecord], name: str, order: Order) -> Verdict:
    return judge(numbered[1], numbered[0], name, order)


def _weight(numbered: tuple[int, RawRecord]) -> int:
    return len(numbered[1].text)
