"""Many: work on the records of many sources, one by one or in several processes."""

import os
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

import click

from aofref.cli.batch import progress
from aofref.cli.batch.sources import Notice, Sources, sourced
from aofref.cli.ends import Unreadable, debugging
from aofref.cli.io.output import status_of, stderr
from aofref.cli.options import shared
from aofref.cli.options.completers import FileName
from aofref.findings import diagnostics
from aofref.judge.replay.opening import Setting
from aofref.library.record import Record
from aofref.text import on_one_line
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.judge.collect.summary import Summary

Result = TypeVar("Result")


class Done(Value, Generic[Result]):
    """The value that a command makes of a record, with its diagnostics, exit status and plies."""

    value: Result
    diagnostics: str
    status: int
    plies: int


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
    """Summarise a record, as a `work` of `Many`."""
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


class Many(Generic[Result]):
    """The results of `work` on each record of the sources, in order; progress is shown.

    `work` must be picklable, for other processes.  `status` is the exit status of the sources and
    records so far.  `times` is the duration of `work` relative to judging; batches are smaller by
    that factor.
    """

    def __init__(
        self,
        wanted: Sources,
        work: Callable[[Record], Done[Result]],
        jobs: int = 1,
        scheduler: str | None = None,
        times: int = 1,
    ) -> None:
        if scheduler is not None and jobs != 1:
            raise click.UsageError("--jobs cannot be combined with --scheduler")
        self.wanted = wanted
        self.work = work
        self.jobs = jobs or os.cpu_count() or 1
        self.scheduler = scheduler
        self.times = times
        self.status = 0

    def each(self, treat: Callable[[Done[Result]], int | None]) -> int:
        """Call `treat` with each result; return the worst exit status, also of `treat`."""
        with closing(self.results()) as results:
            for result in results:
                self.status = max(self.status, result.status, treat(result) or 0)
        return self.status

    def results(self) -> Generator[Done[Result], None, None]:
        """Yield the result of each record; to be closed if it is not exhausted."""
        with progress.progress(self.wanted.names), closing(self._made()) as made:
            for result in made:
                if isinstance(result, Notice):
                    stderr(result.text)
                    self.status = max(self.status, result.status)
                else:
                    yield result
                    progress.judged(result.plies)

    def _made(self) -> Generator[Done[Result] | Notice, None, None]:
        work, weight = partial(_made_of, work=self.work), partial(_weight, times=self.times)
        if self.scheduler is not None:
            from aofref.cli.batch import scheduler

            made = scheduler.spread(work, sourced(self.wanted), self.scheduler, weight, _warn)
        elif self.jobs == 1:
            made = (work(item) for item in sourced(self.wanted))
        else:
            from aofref.cli.batch import jobs

            made = jobs.spread(work, sourced(self.wanted), self.jobs, weight, _warn)
        with closing(made):
            yield from made


class Records(Value):
    """Options of commands about records: sources, how to judge them, processes."""

    file: tuple[str, ...]
    variant: str = ""
    rulings: tuple[str, ...] = ()
    jobs: int = 1
    scheduler: str | None = None
    as_played: bool = False
    verbose: bool = False
    encoding: str = "utf-8"

    @property
    def setting(self) -> Setting:
        """The setting in which they are judged; errors as `setting`."""
        return shared.setting(self.variant, self.rulings, as_played=self.as_played)

    @property
    def wanted(self) -> Sources:
        """The sources, and how to judge them; standard input may be empty."""
        return Sources(self.file, self.setting, self.encoding, self.verbose, needs_record=False)

    def many(
        self, work: Callable[[Record], Done[Result]], wanted: Sources | None = None
    ) -> Many[Result]:
        """Return the results of `work` on each record, read from `wanted` if it is given."""
        return Many(wanted or self.wanted, work, self.jobs, self.scheduler)


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
    """Add the options of commands about many records, passed to the command as `records`.

    `variant` is the help of the option --variant.
    """
    verbose = click.option(
        "-v", "--verbose", is_flag=True, help="Report which files of a directory are skipped."
    )
    added = verbose(shared.encoding_option(shared.gathered(command, "records", Records)))
    added = jobs_options(shared.as_played_option(added))
    sources = click.argument("file", nargs=-1, type=FileName(), metavar="[FILE|DIR]...")
    return sources(shared.setting_options(added, variant))


def _made_of(
    item: Record | Notice, work: Callable[[Record], Done[Result]]
) -> Done[Result] | Notice:
    """Work on a record; a bug affects only that record."""
    if isinstance(item, Notice):
        return item
    try:
        return work(item)
    except Exception as problem:
        of_command_line = isinstance(problem, Unreadable | click.ClickException | OSError)
        if of_command_line or debugging():
            raise
        return work(item._failed(problem))


def _weight(item: Record | Notice, times: int) -> int:
    return 0 if isinstance(item, Notice) else times * len(item.text)


def _warn(text: str) -> None:
    stderr(f"aofref: {text}\n")
