"""Workers: items worked on by other processes (`--jobs`) or on a cluster (`--scheduler`).

One loop cuts the items into batches, gives them to a crew, and yields the results in the order of
the items.  A crew is `Processes`, or a `cluster.Cluster`.
"""

import contextlib
import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from aofref.cli.io.output import stderr
from aofref.cli.signals import TERMINATING, terminable

if TYPE_CHECKING:
    from aofref.cli.cluster import Cluster

Given = TypeVar("Given")
Result = TypeVar("Result")

BATCH = 20_000  # the least weight of a batch, but the last
_WINDOW = 5  # the most batches for each worker that are under way or have results waiting


def spread(
    work: Callable[[Given], Result],
    items: Iterable[Given],
    way: int | str,
    weight: Callable[[Given], int],
) -> Generator[Result, None, None]:
    """Yield `work(item)` for each item, in order.

    `way` is the most processes to use, 0 for one a core, or the address of a scheduler.  There are
    never more processes than batches, or than four for each core; none for a single batch.
    """
    cut = _batches(items, weight)
    crew: Processes | Cluster
    if isinstance(way, str):
        from aofref.cli import cluster

        crew = cluster.Cluster(work, way)
    else:
        cores = os.cpu_count() or 1
        first = list(islice(cut, min(way or cores, 4 * cores)))
        cut = chain(first, cut)
        if len(first) < 2:
            yield from (work(item) for batch in cut for item in batch)
            return
        crew = Processes(work, len(first))
    with terminable(), closing(crew):
        under_way = deque[tuple[list[Given], Any]]()
        for batch in cut:
            under_way.append((batch, crew.give(batch)))
            while under_way and (crew.is_done(under_way[0][1]) or len(under_way) > crew.most()):
                yield from crew.finish(*under_way.popleft())
        while under_way:
            yield from crew.finish(*under_way.popleft())


def _batches(items: Iterable[Given], weight: Callable[[Given], int]) -> Iterator[list[Given]]:
    batch, weighs = list[Given](), 0
    for item in items:
        batch.append(item)
        weighs += weight(item)
        if weighs >= BATCH:
            yield batch
            batch, weighs = [], 0
    if batch:
        yield batch


class _Worker:
    """A process, our end of the pipe to it, and the batch that it works on, with its results."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
        context: Any = multiprocessing.get_context(method)
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, theirs, self.pipe), daemon=True)
        self.process.start()
        theirs.close()  # only the worker has it, so that its death closes the pipe
        self.batch: tuple[list[Any], list[Any]] | None = None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Processes:
    """Processes of this machine; the death of one is reported, and its batch worked on here.

    Each has a pipe of its own, whose end is seen when the process dies.  The workers of
    concurrent.futures (Python 3.11 to 3.13) and of loky (3.7) share one pipe for their answers:
    where one is killed in the middle of an answer, both wait for the rest of it for ever.
    """

    def __init__(self, work: Callable[[Any], Any], workers: int) -> None:
        self.work = work
        self.workers = [_Worker(work) for _ in range(workers)]

    def most(self) -> int:
        """Return how many batches may be under way, or wait for results that are due before."""
        return _WINDOW * len(self.workers)

    def give(self, items: list[Any]) -> list[Any]:
        """Send a batch to an idle worker, which is waited for; its results come into the list."""
        while not (idle := [worker for worker in self.workers if worker.batch is None]):
            self._listen()
        results = list[Any]()
        idle[0].batch = items, results
        with contextlib.suppress(OSError):  # it has died, which the end of its pipe shows
            idle[0].pipe.send(items)
        return results

    def is_done(self, results: list[Any]) -> bool:
        """Return whether the results of a batch are known."""
        return bool(results)

    def finish(self, _items: list[Any], results: list[Any]) -> list[Any]:
        """Wait for the results of a batch."""
        while not results:
            self._listen()
        return results

    def _listen(self) -> None:
        """Wait for an answer of a worker, or its death."""
        busy = {worker.pipe: at for at, worker in enumerate(self.workers) if worker.batch}
        for pipe in wait([*busy]):
            assert isinstance(pipe, Connection)
            worker = self.workers[busy[pipe]]
            assert worker.batch is not None
            items, results = worker.batch
            try:
                answer = pipe.recv()
            except (EOFError, OSError):
                stderr("aofref: a worker died; its records are judged again\n")
                worker.end()
                self.workers[busy[pipe]] = _Worker(self.work)
                answer = [self.work(item) for item in items]
            if isinstance(answer, Exception):
                raise answer
            results += answer
            worker.batch = None

    def close(self) -> None:
        """Kill all workers."""
        for worker in self.workers:
            worker.end()


def _serve(work: Callable[[Any], Any], pipe: Connection, parents: Connection) -> NoReturn:
    """Work on batches from a pipe until it ends; interruptions are left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in TERMINATING:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    parents.close()
    with contextlib.suppress(EOFError, OSError):  # the parent has gone
        while True:
            answer: list[Any] | Exception
            items = pipe.recv()
            try:
                answer = [work(item) for item in items]
            except Exception as problem:  # with AOFREF_DEBUG in the environment
                problem.add_note(traceback.format_exc())
                answer = problem
            pipe.send(answer)
    os._exit(1)
