"""Jobs: work spread over processes, its results in the order of its items (`--jobs`).

Each worker has a pipe of its own, whose end is seen when the worker dies.  The workers of
concurrent.futures (Python 3.11 to 3.13) and of loky (3.7) share one pipe for their answers: where
one is killed in the middle of an answer, both wait for the rest of it for ever.

A batch is worked out in two steps.  In the first it is opened, and what it holds is counted; in the
second, once all before it are counted, it is worked out by a worker that knows where its count
begins.  A worker opens the next batch before it works out the one that it is at.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import queue
import signal
import sys
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from types import FrameType
from typing import Any, Generic, NamedTuple, NoReturn, Protocol, TypeVar

Given = TypeVar("Given")
Held = TypeVar("Held")
Result = TypeVar("Result")

BATCH = 100_000
"""A batch is sent to a worker once its items weigh so much, or more behind many others."""
MOST = 4
"""A batch weighs so many times as much at most."""
SHARE = 20
"""It weighs no larger part of what is before it, so that the last keeps nobody waiting for long."""
AHEAD = 3
"""So many batches a worker holds: the one that it is at, and those that come next."""
_SWITCH = 0.0005
"""So many seconds a worker works before it takes what has come, for which the parent waits: with a
tenth of what is usual, `select` without play takes a tenth less time."""
WINDOW = 5
"""So many batches for each worker are under way, or done before one that they have to wait for."""


class Tail(NamedTuple):
    """What a batch adds to a count: so many `more`, or with `fresh` so many since it began anew."""

    more: int
    fresh: bool

    def behind(self, before: Tail) -> Tail:
        """Give what two batches add, of which this is the second."""
        return self if self.fresh else Tail(before.more + self.more, before.fresh)


class Work(Protocol[Given, Held, Result]):
    """What is done to batches.  It may be sent to another process, and so can be pickled."""

    def opened(self, batch: list[Given]) -> tuple[Held, Tail]:
        """Open a batch; give what is to be worked out, and what it adds to the count."""

    def results(self, held: Held, before: int) -> list[Result]:
        """Work out a batch that has been opened, in front of which the count is `before`."""


def spread(
    work: Work[Given, Any, Result],
    items: Iterable[Given],
    jobs: int,
    weight: Callable[[Given], int],
    warn: Callable[[str], None],
) -> Generator[Result, None, None]:
    """Give the results of `work` on batches of the items, in order, from up to `jobs` processes.

    There are never more workers than batches of items, nor than four for each core.  A worker that
    dies is reported to `warn`, and its batch worked out again; one that kills two is worked out
    here.
    """
    cut = batches(items, weight)
    first = list(islice(cut, min(jobs, 4 * (os.cpu_count() or 1))))
    if len(first) < 2:
        for batch in first:
            yield from work.results(work.opened(batch)[0], 0)
        return
    with _terminable(), contextlib.closing(_Crew(work, len(first), warn)) as crew:
        for results in crew.over(chain(first, cut)):
            yield from results


def batches(items: Iterable[Given], weight: Callable[[Given], int]) -> Iterator[list[Given]]:
    """Cut items into batches of about the weight `BATCH`, or more behind many others."""
    batch: list[Given] = []
    weighs = before = 0
    for item in items:
        batch.append(item)
        weighs += weight(item)
        if weighs >= max(BATCH, min(MOST * BATCH, before // SHARE)):
            yield batch
            before += weighs
            batch, weighs = [], 0
    if batch:
        yield batch


class _Worker:
    """A process, our end of the pipe to it, and the numbers of the batches that it holds.

    It still has to open the last of these, `unopened`, and does not know of the last, `untold`,
    what the count in front of them is.
    """

    def __init__(self, work: Work[Any, Any, Any]) -> None:
        here = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
        context: Any = multiprocessing.get_context(here)
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, theirs, self.pipe), daemon=True)
        self.process.start()
        theirs.close()  # the worker's alone, so that its death is the end of the pipe
        self.at: deque[int] = deque()
        self.unopened: deque[int] = deque()
        self.untold: deque[int] = deque()

    def give(self, number: int, batch: list[Any]) -> None:
        """Give it a batch."""
        for numbers in (self.at, self.unopened, self.untold):
            numbers.append(number)
        self.send(batch)

    def send(self, message: list[Any] | int) -> None:
        """Send a batch, or the count in front of the first that waits for it."""
        with contextlib.suppress(OSError):  # it has died: the end of its pipe says so
            self.pipe.send(message)

    def end(self) -> None:
        """End the process at once."""
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _Crew(Generic[Given, Result]):
    """Workers, the batches whose results are not given yet, and those that none of them holds.

    `before` is the count in front of each batch as far as they are counted, and `tails` what those
    further on add.  Batches that workers die at are worked out `here`.
    """

    def __init__(
        self, work: Work[Given, Any, Result], workers: int, warn: Callable[[str], None]
    ) -> None:
        self.work = work
        self.warn = warn
        self.waiting: dict[int, list[Given]] = {}
        self.unsent: deque[int] = deque()
        self.done: dict[int, list[Result]] = {}
        self.deaths: Counter[int] = Counter()
        self.here: set[int] = set()
        self.before = {0: 0}
        self.tails: dict[int, Tail] = {}
        self.workers = [_Worker(work) for _ in range(workers)]

    def over(self, batches: Iterator[list[Given]]) -> Iterator[list[Result]]:
        """Give the results of each batch, in order."""
        for number, batch in enumerate(batches):
            self.waiting[number] = batch
            self.unsent.append(number)
            self._listen(0)
            while len(self.waiting) >= WINDOW * len(self.workers):
                yield self._next()
        while self.waiting:
            yield self._next()

    def _next(self) -> list[Result]:
        number = next(iter(self.waiting))
        while number not in self.done and number not in self.here:
            self._listen(None)
        if number in self.here:  # all before it are done, and so are counted
            held, tail = self.work.opened(self.waiting[number])
            self.done[number] = self.work.results(held, self.before[number])
            self._counted(number, tail)
        del self.waiting[number], self.before[number]
        return self.done.pop(number)

    def _listen(self, seconds: float | None) -> None:
        """Take the answers that have come, or come within so many seconds; give out batches."""
        self._give_out()
        busy = [worker for worker in self.workers if worker.at]
        ready = wait([worker.pipe for worker in busy], seconds)
        for worker in busy:
            if worker.pipe not in ready:
                continue
            try:
                answer = worker.pipe.recv()
            except (EOFError, OSError):
                self._replace(worker)
                continue
            if isinstance(answer, Exception):
                raise answer
            if isinstance(answer, Tail):
                self._counted(worker.unopened.popleft(), answer)
            else:
                self.done[worker.at.popleft()] = answer
        self._give_out()

    def _counted(self, number: int, tail: Tail) -> None:
        """Count what a batch holds, and those behind it that waited for it."""
        self.tails[number] = tail
        while number in self.before and number in self.tails:
            tail = self.tails.pop(number).behind(Tail(self.before[number], fresh=True))
            number += 1
            self.before[number] = tail.more

    def _give_out(self) -> None:
        while self.unsent:
            worker = min(self.workers, key=lambda worker: len(worker.at))
            if len(worker.at) == AHEAD:
                break
            number = self.unsent.popleft()
            worker.give(number, self.waiting[number])
        for worker in self.workers:
            while worker.untold and worker.untold[0] in self.before:
                worker.send(self.before[worker.untold.popleft()])

    def _replace(self, dead: _Worker) -> None:
        """Take back the batches of a worker that died, and hire another."""
        self.warn("a worker died; its records are judged again")
        dead.end()
        number = dead.at[0]
        self.deaths[number] += 1
        if self.deaths[number] == 2:
            self.here.add(dead.at.popleft())
        self.unsent.extendleft(reversed(dead.at))
        self.workers[self.workers.index(dead)] = _Worker(self.work)

    def close(self) -> None:
        """End every worker at once."""
        for worker in self.workers:
            worker.end()


def _serve(work: Work[Any, Any, Any], pipe: Connection, parents: Connection) -> NoReturn:
    """Work out what comes through a pipe, to its end; interruptions are left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parents.close()
    sys.setswitchinterval(_SWITCH)
    received: queue.SimpleQueue[list[Any] | int] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, received), daemon=True).start()
    held: deque[Any] = deque()
    with contextlib.suppress(OSError):  # the parent has gone
        while True:
            pipe.send(_answer(work, received.get(), held))
    os._exit(1)


def _answer(
    work: Work[Any, Any, Any], message: list[Any] | int, held: deque[Any]
) -> Tail | list[Any] | Exception:
    """Open a batch and hold it, or work out the first that is held."""
    try:
        if isinstance(message, int):
            return work.results(held.popleft(), message)
        opened, tail = work.opened(message)
        held.append(opened)
        return tail
    except Exception as problem:  # with AOFREF_DEBUG in the environment
        problem.add_note(traceback.format_exc())
        return problem


def _receive(pipe: Connection, received: queue.SimpleQueue[list[Any] | int]) -> NoReturn:
    """Take batches while others are worked out, so that the parent never waits to send one."""
    with contextlib.suppress(EOFError, OSError):
        while True:
            received.put(pipe.recv())
    os._exit(1)


@contextlib.contextmanager
def _terminable() -> Iterator[None]:
    """Let SIGTERM end the workers, too: with status 143."""

    def terminated(_number: int, _frame: FrameType | None) -> NoReturn:
        sys.exit(143)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(signal.SIGTERM, terminated)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
