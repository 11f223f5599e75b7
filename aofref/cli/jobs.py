"""Jobs: work spread over processes, its results in the order of its items (`--jobs`)."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import chain, islice
from types import FrameType
from typing import Any, Generic, NoReturn, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

BATCH = 100_000
"""A batch is sent to a worker once its items weigh so much."""


def spread(
    work: Callable[[Item], Result],
    items: Iterable[Item],
    jobs: int,
    weight: Callable[[Item], int],
    warn: Callable[[str], None],
) -> Generator[Result, None, None]:
    """Give `work(item)` for each item, in order, worked out by up to `jobs` processes.

    There are never more workers than batches of items, nor than four for each core.  A worker that
    dies is told to `warn`, and its batch worked out again; one that kills two is worked out here.
    """
    batches = _batches(items, weight)
    first = list(islice(batches, min(jobs, 4 * (os.cpu_count() or 1))))
    if len(first) < 2:
        for batch in first:
            yield from map(work, batch)
        return
    with _terminable(), contextlib.closing(_Pool(work, len(first), warn)) as pool:
        for results in pool.over(chain(first, batches)):
            yield from results


def _batches(items: Iterable[Item], weight: Callable[[Item], int]) -> Iterator[list[Item]]:
    batch: list[Item] = []
    weighs = 0
    for item in items:
        batch.append(item)
        weighs += weight(item)
        if weighs >= BATCH:
            yield batch
            batch, weighs = [], 0
    if batch:
        yield batch


class _Pool(Generic[Item, Result]):
    """Workers, and the batches that they are at; `close` leaves none of them alive."""

    def __init__(
        self, work: Callable[[Item], Result], workers: int, warn: Callable[[str], None]
    ) -> None:
        self.work = work
        self.workers = workers
        self.warn = warn
        self.executor = self._made()

    def _made(self) -> ProcessPoolExecutor:
        here = "fork" if "fork" in multiprocessing.get_all_start_methods() else None
        return ProcessPoolExecutor(
            self.workers, multiprocessing.get_context(here), initializer=_begin_worker
        )

    def over(self, batches: Iterator[list[Item]]) -> Iterator[list[Result]]:
        """Give the results of each batch, in order; so many are under way as keep all busy."""
        waiting: deque[tuple[list[Item], Future[list[Result]]]] = deque()
        for batch in batches:
            waiting.append((batch, self._sent(batch)))
            if len(waiting) >= 2 * self.workers:
                yield self._next(waiting)
        while waiting:
            yield self._next(waiting)

    def _sent(self, batch: list[Item]) -> Future[list[Result]]:
        try:
            return self.executor.submit(_work_out, self.work, batch)
        except BrokenProcessPool as problem:
            failed: Future[list[Result]] = Future()
            failed.set_exception(problem)
            return failed

    def _next(self, waiting: deque[tuple[list[Item], Future[list[Result]]]]) -> list[Result]:
        batch, future = waiting[0]
        try:
            results = future.result()
        except BrokenProcessPool:
            self.warn("a worker died; what it was at is worked out again")
            self.close()
            self.executor = self._made()
            results = self._once_more(batch)
            for at, (other, sent) in enumerate(waiting):
                if at and (not sent.done() or sent.exception() is not None):
                    waiting[at] = (other, self._sent(other))
        waiting.popleft()
        return results

    def _once_more(self, batch: list[Item]) -> list[Result]:
        try:
            return self._sent(batch).result()
        except BrokenProcessPool:
            self.close()
            self.executor = self._made()
            return _work_out(self.work, batch)

    def close(self) -> None:
        """End every worker at once."""
        workers = multiprocessing.active_children()
        self.executor.shutdown(wait=False, cancel_futures=True)
        for worker in workers:
            worker.kill()
        for worker in workers:
            worker.join()


def _work_out(work: Callable[[Item], Result], batch: list[Item]) -> list[Result]:
    return [work(item) for item in batch]


def _begin_worker() -> None:
    """Leave interruptions to the parent, and end when it does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> NoReturn:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
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
