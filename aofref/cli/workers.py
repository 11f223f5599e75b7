"""Workers: items worked on by other processes (`--jobs`) or on a cluster (`--scheduler`).

One loop cuts the items into batches, gives them to a crew, and yields the results in the order of
the items.  A crew is `Processes`, or a `cluster.Cluster`; a batch that it cannot finish is worked
on here.
"""

import multiprocessing
import os
import signal
import traceback
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing, suppress
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from aofref.cli.io import clean_up, ending_signals, stderr

if TYPE_CHECKING:
    from aofref.cli.cluster import Cluster

Given = TypeVar("Given")
Result = TypeVar("Result")

BATCH = 20_000  # the least weight of a batch, but the last
AHEAD = 5  # the most batches for each worker that are under way or have results waiting


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
    cut = batches(items, weight, BATCH)
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
    clean_up()
    with closing(crew):
        given = deque[tuple[list[Given], Any]]()

        def due() -> Iterable[Result]:
            batch, future = given.popleft()
            results = crew.results(future)
            return map(work, batch) if results is None else results

        for batch in cut:
            given.append((batch, crew.give(batch)))
            while given and (given[0][1].done() or len(given) > AHEAD * crew.size()):
                yield from due()
        while given:
            yield from due()


def batches(
    items: Iterable[Given], weight: Callable[[Given], int], least: int
) -> Iterator[list[Given]]:
    """Cut items into batches of the `least` weight; the last may weigh less."""
    batch, weighs = list[Given](), 0
    for item in items:
        batch.append(item)
        weighs += weight(item)
        if weighs >= least:
            yield batch
            batch, weighs = [], 0
    if batch:
        yield batch


class Processes:
    """Processes of this machine; the death of one is reported, and another takes its place.

    Each has a pipe of its own, whose end is seen when the process dies.  The workers of
    concurrent.futures (Python 3.11 to 3.13) and of loky (3.7) share one pipe for their answers:
    where one is killed in the middle of an answer, both wait for the rest of it for ever.
    """

    def __init__(self, work: Callable[[Any], Any], count: int) -> None:
        self.work = work
        self.processes: dict[Connection, Any] = {}
        self.idle: list[Connection] = []
        self.busy: dict[Connection, Future[list[Any] | None]] = {}
        for _ in range(count):
            self._start()

    def _start(self) -> None:
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
        context: Any = multiprocessing.get_context(method)
        ours, theirs = context.Pipe()
        process = context.Process(target=_serve, args=(self.work, theirs, ours), daemon=True)
        process.start()
        theirs.close()  # only the worker has it, so that its death closes the pipe
        self.processes[ours] = process
        self.idle.append(ours)

    def _end(self, pipe: Connection) -> None:
        process = self.processes.pop(pipe)
        process.kill()
        process.join()
        pipe.close()

    def size(self) -> int:
        """Return the number of workers."""
        return len(self.processes)

    def give(self, items: list[Any]) -> Future[list[Any] | None]:
        """Send a batch to an idle worker, which is waited for."""
        while not self.idle:
            self._listen()
        pipe, future = self.idle.pop(), Future[list[Any] | None]()
        self.busy[pipe] = future
        with suppress(OSError):  # it has died, which the end of its pipe shows
            pipe.send(items)
        return future

    def results(self, future: Future[list[Any] | None]) -> list[Any] | None:
        """Wait for the results of a batch; None if its worker died."""
        while not future.done():
            self._listen()
        return future.result()

    def _listen(self) -> None:
        """Wait for an answer of a worker, or its death."""
        for pipe in wait([*self.busy]):
            assert isinstance(pipe, Connection)
            future = self.busy.pop(pipe)
            try:
                answer = pipe.recv()
            except (EOFError, OSError):
                stderr("aofref: a worker died; its records are judged again\n")
                future.set_result(None)
                self._end(pipe)
                self._start()
                continue
            self.idle.append(pipe)
            if isinstance(answer, Exception):
                future.set_exception(answer)
            else:
                future.set_result(answer)

    def close(self) -> None:
        """Kill all workers."""
        for pipe in [*self.processes]:
            self._end(pipe)


def _serve(work: Callable[[Any], Any], pipe: Connection, parents: Connection) -> NoReturn:
    """Work on batches from a pipe until it ends; interruptions are left to the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for number in ending_signals()[1:]:
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    parents.close()
    with suppress(EOFError, OSError):  # the parent has gone
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
