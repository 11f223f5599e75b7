"""Many: the options of commands about many records, and what such commands share."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import click

from aofref.cli.batch.sources import Done, Records
from aofref.cli.io.output import status_of, stderr
from aofref.cli.options import shared
from aofref.cli.options.completers import FileName
from aofref.findings import diagnostics
from aofref.library.record import Record
from aofref.text import on_one_line

if TYPE_CHECKING:
    from aofref.judge.collect.summary import Summary

Result = TypeVar("Result")


def done(record: Record, value: Result, *, strict: bool = False) -> Done[Result]:
    """Return a value with the diagnostics and the status of the record's verdict."""
    verdict = record._verdict
    status = status_of(verdict.findings, strict=strict)
    wrong = diagnostics(record.source, verdict.findings)
    return Done(value, wrong, status, len(verdict.plies))


def summary_of(record: Record, *, marked: bool = False) -> "Summary":
    """Summarise a record for a list; `marked` lets `RepeatNotice` recognise the game."""
    from aofref.judge.collect.summary import summary  # which takes a while to load

    return summary(record._verdict, record.number, record.source, marked=marked)


def summaries(record: Record) -> "Done[Summary]":
    """Summarise a record, as a `work` on `Records`."""
    return done(record, summary_of(record))


class RepeatNotice:
    """Notices on counted records: games counted twice, and decisions that --as-played applies."""

    def __init__(self) -> None:
        self._places: dict[bytes, str] = {}
        self._decided = 0

    def add(self, summary: "Summary", *, counts: bool = True) -> None:
        """Add a record; report it if it `counts`, and its game was counted before."""
        self._decided += summary.decided
        if not counts or not summary.mark:
            return
        place = f"{summary.source}:{summary.line}"
        first = self._places.setdefault(summary.mark, place)
        if first != place:
            text = f"{place}: counted again: the same game is in {first}"
            stderr(f"aofref: {on_one_line(text)}\n")

    def close(self) -> None:
        """Report how many records stop at a move on which an arbiter has decided."""
        if self._decided:
            stop = "1 record stops" if self._decided == 1 else f"{self._decided} records stop"
            stderr(
                f"aofref: {stop} at a move that an arbiter has decided on: --as-played applies it\n"
            )


def jobs_options(command: shared.Command) -> shared.Command:
    """Add --jobs and --scheduler."""
    command = click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Judge records on the workers of this Dask scheduler (needs '.[dask]').",
    )(command)
    return click.option(
        "--jobs",
        type=click.IntRange(0),
        default=1,
        metavar="N",
        help="Judge records in N processes at once; 0: one for each core.",
    )(command)


def records_options(
    command: Callable[..., None], variant: str = shared.OF_RECORDS
) -> Callable[..., None]:
    """Add the options of commands about many records, which come to the command as `records`.

    `variant` is the help of the option --variant.
    """
    verbose = click.option(
        "-v", "--verbose", is_flag=True, help="Report which files of a directory are skipped."
    )
    added = verbose(shared.encoding_option(shared.gathered("records", Records)(command)))
    added = jobs_options(shared.as_played_option(added))
    sources = click.argument("file", nargs=-1, type=FileName(), metavar="[FILE|DIR]...")
    return sources(shared.setting_options(added, variant))
