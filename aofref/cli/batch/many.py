"""Many: what is made of the records of many sources, one by one or in several processes."""

import os
from collections.abc import Callable, Generator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from aofref.cli.batch import progress
from aofref.cli.batch.sources import Notice, SourcedRecord, Sources, sourced
from aofref.cli.ends import Unreadable, debugging
from aofref.cli.io.diagnostics import say
from aofref.cli.options.shared import setting
from aofref.judge.replay.driver import replay, unjudged
from aofref.judge.replay.opening import Setting
from aofref.judge.replay.verdict import Judged, Status, Unopened
from aofref.notation.records import read
from aofref.text import on_one_line

if TYPE_CHECKING:
    from aofref.judge.collect.summary import Summary

Result = TypeVar("Result")
Made = TypeVar("Made", covariant=True)

STATUSES: dict[str, int] = {Status.LEGAL: 0, Status.ILLEGAL: 1, Status.MALFORMED: 2}
"""The exit status that each status of a record calls for."""


class Work(Protocol[Made]):
    """What is made of a record.  It may be sent to another process, and so can be pickled."""

    def __call__(self, item: SourcedRecord) -> Made:
        """Work out what comes of a record."""

    def failed(self, item: SourcedRecord, unopened: Unopened) -> Made:
        """Work out what comes of a record at which the program itself failed."""


class Replayed(NamedTuple, Generic[Result]):
    """Work on records that are replayed: what `report` makes of them, even of one that failed."""

    setting: Setting
    report: Callable[[SourcedRecord, Judged], Result]

    def __call__(self, item: SourcedRecord) -> Result:
        """Replay a record and report on it."""
        return self.report(item, replay(read(item.raw), self.setting))

    def failed(self, item: SourcedRecord, unopened: Unopened) -> Result:
        """Report on a record at which aofref itself failed."""
        return self.report(item, unopened)


def summed(item: SourcedRecord, judged: Judged, *, marked: bool = False) -> "Summary":
    """Sum up a record for a list; `marked`, so that `Counted` knows the game again."""
    from aofref.judge.collect.summary import summary  # which takes a while to load

    return summary(judged, item.number, item.source, marked=marked)


class Counted:
    """What is said of records that are counted: which are one game, where --as-played matters."""

    def __init__(self) -> None:
        self._places: dict[bytes, str] = {}
        self._decided = 0

    def add(self, summary: "Summary", *, counts: bool = True) -> None:
        """Note a record; if it `counts`, and its game has a mark that was met before, say so."""
        self._decided += summary.decided
        if not counts or not summary.mark:
            return
        place = f"{summary.source}:{summary.line}"
        first = self._places.setdefault(summary.mark, place)
        if first != place:
            say(f"aofref: {on_one_line(f'{place}: counted again: the same game is in {first}')}\n")

    def close(self) -> None:
        """Say how many records stop at a move on which an arbiter has decided."""
        if self._decided:
            stop = "1 record stops" if self._decided == 1 else f"{self._decided} records stop"
            say(
                f"aofref: {stop} at a move that an arbiter has decided on: --as-played applies it\n"
            )


class Many(Generic[Result]):
    """What `work` makes of each record of the sources, in their order; progress is shown.

    `plies` says how many plies of a record were played for its result.  `status` is the exit status
    that the sources, and the records treated, call for so far.  Work that takes `times` as long
    as judging is given to a process in batches so much smaller.
    """

    def __init__(
        self,
        wanted: Sources,
        work: Work[Result],
        plies: Callable[[Result], int],
        jobs: int = 1,
        scheduler: str | None = None,
        times: int = 1,
    ) -> None:
        if scheduler is not None and jobs != 1:
            import click

            raise click.UsageError("--jobs cannot be combined with --scheduler")
        self.wanted = wanted
        self.work = work
        self.plies = plies
        self.jobs = jobs or os.cpu_count() or 1
        self.scheduler = scheduler
        self.times = times
        self.status = 0

    def each(self, treat: Callable[[Result], int]) -> int:
        """Let `treat` deal with each result and return its exit status; return the worst of all."""
        with closing(self.results()) as results:
            for result in results:
                self.status = max(self.status, treat(result))
        return self.status

    def results(self) -> Generator[Result, None, None]:
        """Yield what comes of each record; to be closed if not all is wanted."""
        with progress.progress(self.wanted.names), closing(self._made()) as made:
            for result in made:
                if isinstance(result, Notice):
                    say(result.text)
                    self.status = max(self.status, result.status)
                else:
                    yield result
                    progress.judged(self.plies(result))

    def _made(self) -> Generator[Result | Notice, None, None]:
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


class Records(NamedTuple):
    """What was said of the records: where they are, how to judge them, in how many processes."""

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
        """The setting that they are judged in; errors as `setting`."""
        return setting(self.variant, self.rulings, as_played=self.as_played)

    @property
    def wanted(self) -> Sources:
        """What is to be read."""
        return Sources(self.file, self.encoding, self.verbose)

    def many(
        self, work: Work[Result], plies: Callable[[Result], int], wanted: Sources | None = None
    ) -> Many[Result]:
        """What `work` makes of each of them; `plies` says how many were played for it.

        They are read as `wanted` says, if it is given.
        """
        wanted = wanted or self.wanted
        return Many(wanted, work, plies, self.jobs, self.scheduler)

    def replayed(
        self, report: Callable[[SourcedRecord, Judged], Result], plies: Callable[[Result], int]
    ) -> Many[Result]:
        """What `report` makes of each of them, replayed."""
        return self.many(Replayed(self.setting, report), plies)


def _made_of(item: SourcedRecord | Notice, work: Work[Result]) -> Result | Notice:
    """Work on a record; a fault of the program costs no other record."""
    if isinstance(item, Notice):
        return item
    try:
        return work(item)
    except Exception as problem:
        import click

        of_command_line = isinstance(problem, Unreadable | click.ClickException | OSError)
        if of_command_line or debugging():
            raise
        return work.failed(item, unjudged(item.raw, problem))


def _weight(item: SourcedRecord | Notice, times: int) -> int:
    return 0 if isinstance(item, Notice) else times * len(item.raw.text)


def _warn(text: str) -> None:
    say(f"aofref: {text}\n")
