"""`aofref check`: replay every record and report."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

import click

from aofref.cli.common import STDIN, Unreadable, decoded, files, opened, setting, setting_options
from aofref.findings import UNREADABLE, WARNINGS
from aofref.notation.records import RawRecord, read, split
from aofref.replay import Setting, replay
from aofref.report.messages import diagnostic


class Verdict(NamedTuple):
    """What a record adds to the output, to the diagnostics and to the exit status."""

    report: str
    diagnostics: str
    status: int


class Order(NamedTuple):
    """What was asked for, the same for every record."""

    setting: Setting
    format: str
    trace: bool
    quiet: bool


def judge(raw: RawRecord, number: int, source: str, order: Order) -> Verdict:
    """Replay one record and write what there is to say of it."""
    found = replay(read(raw), order.setting)
    diagnostics = "".join(diagnostic(source, finding) + "\n" for finding in found.findings)
    codes = {finding.code for finding in found.findings} - WARNINGS
    status = 2 if codes & UNREADABLE else 1 if codes else 0
    if order.quiet:
        report = ""
    elif order.format == "json":
        from aofref.report import json

        report = json.line(found, number, source, trace=order.trace) + "\n"
    else:
        from aofref.report import text

        report = ("\n" if number > 1 else "") + text.report(
            found, number, source, trace=order.trace
        )
    return Verdict(report, diagnostics, status)


@click.command("check")
@files
@setting_options
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True
)
@click.option("--trace", is_flag=True, help="Report an event for every ply.")
@click.option("--quiet", is_flag=True, help="No report, only diagnostics and the exit status.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, metavar="N", help="Judge N records at once."
)
@click.option("--encoding", default="utf-8", show_default=True, help="The encoding of the input.")
def command(
    file: tuple[str, ...],
    variant: str,
    rulings: tuple[str, ...],
    form: str,
    trace: bool,
    quiet: bool,
    jobs: int,
    encoding: str,
) -> None:
    """Replay every record of the FILEs and report who is in check, mated, promoted, and where."""
    order = Order(setting(variant, rulings), form, trace, quiet)
    status = 0
    for name in file or (STDIN,):
        try:
            with opened(name) as stream:
                any_record = False
                for verdict in _judged(split(decoded(stream, encoding)), name, order, jobs):
                    any_record = True
                    status = max(status, verdict.status)
                    _print(verdict)
                if not any_record:
                    status = 2
                    click.echo(f"{name}:1:1: syntax there is no record here", err=True)
        except (Unreadable, OSError) as problem:
            status = 2
            said = problem.message if isinstance(problem, Unreadable) else f"{name}: {problem}"
            click.echo(said, err=True)
    sys.exit(status)


def _print(verdict: Verdict) -> None:
    if verdict.report:
        sys.stdout.buffer.write(verdict.report.encode("utf-8", "surrogateescape"))
        sys.stdout.buffer.flush()
    if verdict.diagnostics:
        click.echo(verdict.diagnostics.encode("utf-8", "backslashreplace"), nl=False, err=True)


def _judged(records: Iterable[RawRecord], name: str, order: Order, jobs: int) -> Iterator[Verdict]:
    """Judge records in order, at most a few more than `jobs` of them under way at a time."""
    numbered = enumerate(records, 1)
    if jobs == 1:
        for number, raw in numbered:
            yield judge(raw, number, name, order)
        return
    from concurrent.futures import ProcessPoolExecutor

    with ProcessPoolExecutor(jobs) as pool:
        waiting = deque(
            pool.submit(judge, raw, number, name, order)
            for number, raw in islice(numbered, 2 * jobs)
        )
        while waiting:
            yield waiting.popleft().result()
            for number, raw in islice(numbered, 1):
                waiting.append(pool.submit(judge, raw, number, name, order))
