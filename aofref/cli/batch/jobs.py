"""Jobs: processes of this machine that compute batches (`--jobs`).

Each worker has a pipe of its own, whose end is seen when the worker dies.  The workers of
concurrent.futures (Python 3.11 to 3.13) and of loky (3.7) share one pipe for their answers: where
one is killed in the middle of an answer, both wait for the rest of it for ever.
"""

import contextlib
import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from typing import Any, Generic, NoReturn, TypeVar

from aofref.cli.io.output import stderr
from aofref.cli.signals import TERMINATING

Given = TypeVar("Given")
Result = TypeVar("Result")

_WINDOW = 5  # the most batches for each worker that are under way or have results waiting


class Batch(Generic[Given, Result]):
    """Items that are sent together, their results when they are known, and who computes them."""

    def __init__(self, items: list[Given]) -> None:
        self.items = items
        self.results: list[Result] | None = None
        self.sent: Any = None

    def compute(self, work: Callable[[Given], Result]) -> list[Result]:
        """Compute the results in this process."""
        self.results = [work(item) for item in self.items]
        return self.results


class _Worker:
    """A process, our end of the pipe to it, and the batch that it computes."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        method = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
        context: Any = multiprocessing.get_context(method)
        self.pipe: Connection
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, theirs, self.pipe), daemon=True)
        self.process.start()
        theirs.close()  # only the worker has it, so that its death closes the pipe
        self.batch: Batch[Any, Any] | None = None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Processes:
    """Workers; the death of one is reported, and its batch computed here."""

    def __init__(self, work: Callable[[Any], Any], workers: int) -> None:
        self.work = work
        self.workers = [_Worker(work) for _ in range(workers)]

    def most(self) -> int:
        """Return how many batches may be under way, or wait for results that are due before."""
        return _WINDOW * len(self.workers)

    def give(self, batch: Batch[Any, Any]) -> None:
        """Send a batch to an idle worker, which is waited for."""
        while not (idle := [worker for worker in self.workers if worker.batch is None]):
            self._listen()
        idle[0].batch = batch
        with contextlib.suppress(OSError):  # it has died, which the end of its pipe shows
            idle[0].pipe.send(batch.items)

    def finish(self, batch: Batch[Any, Result]) -> list[Result]:
        """Wait for the results of a batch."""
        while batch.results is None:
            self._listen()
        return batch.results

    def _listen(self) -> None:
        """Wait for an answer of a worker, or its death."""
        busy = {worker.pipe: worker for worker in self.workers if worker.batch is not None}
        for pipe in wait([*busy]):
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            batch = worker.batch
            assert batch is not None
            try:
                answer = pipe.recv()
            except (EOFError, OSError):
                stderr("aofref: a worker died; its records are judged again\n")
                worker.end()
                self.workers[self.workers.index(worker)] = _Worker(self.work)
                batch.compute(self.work)
                continue
            if isinstance(answer, Exception):
                raise answer
            batch.results, worker.batch = answer, None

    def close(self) -> None:
        """Kill all workers."""
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


def _answer(work: Callable[[Any], Any], items: list[Any]) -> list[Any] | Exception:
    try:
        return [work(item) for item in items]
    except Exception as problem:  # with AOFREF_DEBUG in the environment
        problem.add_note(traceback.format_exc())
        return problem
