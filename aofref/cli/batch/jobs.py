"""Jobs: work spread over processes, its results in the order of its items (`--jobs`).

Each worker has a pipe of its own, whose end is seen when the worker dies.  The workers of
concurrent.futures (Python 3.11 to 3.13) and of loky (3.7) share one pipe for their answers: where
one is killed in the middle of an answer, both wait for the rest of it for ever.
"""

import contextlib
import multiprocessing
import os
import signal
import traceback
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain, count, islice
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NoReturn, TypeVar

from aofref.cli.signals import TERMINATING, terminable

Given = TypeVar("Given")
Result = TypeVar("Result")

BATCH = 100_000  # the target weight of a batch; later batches may be larger
_MOST = 4  # the most weight of a batch, in units of BATCH
_SHARE = 20  # a batch weighs at most 1/20 of all before it, so that the last ends soon
_WINDOW = 5  # the most batches for each worker that are under way or have results waiting


def spread(
    work: Callable[[Given], Result],
    items: Iterable[Given],
    jobs: int,
    weight: Callable[[Given], int],
    warn: Callable[[str], None],
) -> Generator[Result, None, None]:
    """Yield `work(item)` for each item, in order, computed by up to `jobs` processes.

    There are never more workers than batches, or than four for each core.  The death of a worker is
    reported to `warn`, and its batch is computed again; after two deaths it is computed here.
    """
    cut = batches(items, weight)
    first = list(islice(cut, min(jobs, 4 * (os.cpu_count() or 1))))
    if len(first) < 2:
        yield from map(work, chain.from_iterable(first))
        return
    with terminable(), contextlib.closing(_Crew(work, len(first), warn)) as crew:
        for results in crew.over(chain(first, cut)):
            yield from results


def batches(items: Iterable[Given], weight: Callable[[Given], int]) -> Iterator[list[Given]]:
    """Cut items into batches of about the weight `BATCH`; later batches may be larger."""
    batch: list[Given] = []
    weighs = before = 0
    for item in items:
        batch.append(item)
        weighs += weight(item)
        if weighs >= max(BATCH, min(_MOST * BATCH, before // _SHARE)):
            yield batch
            before += weighs
            batch, weighs = [], 0
    if batch:
        yield batch


class _Worker:
    """A process, our end of the pipe to it, and the number of its current batch."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
        context: Any = multiprocessing.get_context(method)
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, theirs, self.pipe), daemon=True)
        self.process.start()
        theirs.close()  # only the worker has it, so that its death closes the pipe
        self.number: int | None = None

    def give(self, number: int, batch: list[Any]) -> None:
        """Send a batch to an idle worker."""
        self.number = number
        with contextlib.suppress(OSError):  # it has died, which the end of its pipe shows
            self.pipe.send(batch)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class _Crew(Generic[Given, Result]):
    """Workers, batches without yielded results, and batches that wait for a worker."""

    def __init__(
        self, work: Callable[[Given], Result], workers: int, warn: Callable[[str], None]
    ) -> None:
        self.work = work
        self.warn = warn
        self.batches: dict[int, list[Given]] = {}
        self.unsent: deque[int] = deque()
        self.done: dict[int, list[Result]] = {}
        self.deaths: Counter[int] = Counter()
        self.workers = [_Worker(work) for _ in range(workers)]

    def over(self, batches: Iterator[list[Given]]) -> Iterator[list[Result]]:
        """Yield the results of each batch, in order.

        One batch is cut in advance, so that no worker waits for it.
        """
        numbers = count()
        for batch in batches:
            number = next(numbers)
            self.batches[number] = batch
            self.unsent.append(number)
            self._give_out()
            while self.unsent or len(self.batches) >= _WINDOW * len(self.workers):
                self._listen()
                yield from self._finished()
            yield from self._finished()
        while self.batches:
            self._listen()
            yield from self._finished()

    def _finished(self) -> Iterator[list[Result]]:
        """Yield the results of the first batches, as far as they have arrived."""
        while self.batches and (number := next(iter(self.batches))) in self.done:
            del self.batches[number]
            yield self.done.pop(number)

    def _give_out(self) -> None:
        for worker in self.workers:
            if worker.number is None and self.unsent:
                number = self.unsent.popleft()
                worker.give(number, self.batches[number])

    def _listen(self) -> None:
        """Wait for an answer, and give batches to idle workers."""
        busy = [worker for worker in self.workers if worker.number is not None]
        ready = wait([worker.pipe for worker in busy])
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
            assert worker.number is not None
            self.done[worker.number], worker.number = answer, None
        self._give_out()

    def _replace(self, dead: _Worker) -> None:
        self.warn("a worker died; its records are judged again")
        dead.end()
        number = dead.number
        assert number is not None
        self.deaths[number] += 1
        if self.deaths[number] < 2:
            self.unsent.appendleft(number)
        else:
            self.done[number] = [self.work(item) for item in self.batches[number]]
        self.workers[self.workers.index(dead)] = _Worker(self.work)

    def close(self) -> None:
        for worker in self.workers:
            worker.end()


def _serve(work: Callable[[Any], Any], pipe: Connection, parents: Connection) -> NoReturn:
    """Compute batches from a pipe until it ends; interruptions are left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in TERMINATING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    parents.close()
    with contextlib.suppress(EOFError, OSError):  # the parent has gone
        while True:
            pipe.send(_answer(work, pipe.recv()))
    os._exit(1)


def _answer(work: Callable[[Any], Any], batch: list[Any]) -> list[Any] | Exception:
    try:
        return [work(item) for item in batch]
    except Exception as problem:  # with AOFREF_DEBUG in the environment
        problem.add_note(traceback.format_exc())
        return problem
