"""Scheduler: work spread over the workers of a Dask cluster, in order (`--scheduler`)."""

import asyncio
import logging
import pickle
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import CancelledError, Future
from contextlib import closing, suppress
from functools import partial
from importlib import import_module
from threading import Thread
from typing import Any, Generic, TypeVar

from aofref import __version__
from aofref.cli.batch.jobs import batches
from aofref.cli.io.output import Unreadable
from aofref.games.files import shelf
from aofref.text import in_one_line, install

Given = TypeVar("Given")
Result = TypeVar("Result")

TIMEOUT = 10  # seconds of waiting for a scheduler to answer, or to have a worker
AHEAD = 2  # batches under way for each thread of the workers


def spread(
    work: Callable[[Given], Result],
    items: Iterable[Given],
    address: str,
    weight: Callable[[Given], int],
    warn: Callable[[str], None],
) -> Generator[Result, None, None]:
    """Yield `work(item)` for each item, in order, computed by the workers of a scheduler.

    Dask gives the batch of a dead worker to another.  A batch that kills several workers, or is
    lost by the cluster, is reported to `warn` and computed here.
    """
    with closing(_Cluster(work, address, warn)) as cluster:
        for batch in batches(items, weight):
            yield from cluster.send(batch)
        while cluster.under_way:
            yield from cluster.next()


def work_out(work: Callable[[Given], Result], batch: list[Given]) -> list[Result]:
    """Compute a batch."""
    return [work(item) for item in batch]


class _Cluster(Generic[Given, Result]):
    """The connection to a scheduler, and the batches under way, in order, with their futures."""

    def __init__(
        self, work: Callable[[Given], Result], address: str, warn: Callable[[str], None]
    ) -> None:
        self.work = work
        self.address = address
        self.warn = warn
        self.under_way: deque[tuple[list[Given], Any]] = deque()
        self.lost = False
        self.games = shelf.loan()
        self.dask = _dask()
        self.client = self._connected()

    def _connected(self) -> Any:
        try:
            asyncio.run(asyncio.wait_for(_identity(self.dask, self.address), TIMEOUT))
            given = {"timeout": TIMEOUT, "set_as_default": False}
            client = _within(partial(self.dask.Client, self.address, **given))
        except Exception as problem:
            raise self._fault(f"cannot be reached: {in_one_line(problem)}") from problem
        try:
            _within(partial(client.wait_for_workers, 1, timeout=TIMEOUT))
        except Exception as problem:
            _close(client)
            raise self._fault("it has no worker") from problem
        return client

    def _fault(self, text: str) -> Unreadable:
        return Unreadable(f"aofref: --scheduler {self.address}: {text}")

    def send(self, batch: list[Given]) -> list[Result]:
        """Send a batch; return the results of the first under way if there are enough."""
        future = None
        if not self.lost:
            # as bytes, which Dask does not inspect
            content = pickle.dumps((self.work, batch, self.games))
            try:
                sent = partial(self.client.submit, _answer, __version__, content, pure=False)
                future = _within(sent)
            except Exception as problem:  # its client has closed
                self._lose(in_one_line(problem))
        self.under_way.append((batch, future))
        enough = AHEAD * self._threads()
        return self.next() if len(self.under_way) > enough else []

    def next(self) -> list[Result]:
        batch, future = self.under_way.popleft()
        answer = self._answer_of(future)
        if isinstance(answer, str):
            raise self._fault(f"a worker has aofref {answer}, this is {__version__}")
        if answer is None:
            return work_out(self.work, batch)
        results: list[Result] = pickle.loads(answer)
        return results

    def _answer_of(self, future: Any) -> bytes | str | None:
        answer: bytes | str | None = None
        while answer is None and not self.lost:
            try:
                answer = future.result(timeout=TIMEOUT)
            except self.dask.KilledWorker:
                self.warn("several workers died at the same records, which are judged here")
                return None
            except TimeoutError:
                if not self._threads() and not self.lost:
                    self._lose("no worker is left")
            except (CancelledError, OSError) as problem:
                self._lose(in_one_line(problem))
            except Exception as problem:
                raise self._fault(f"a worker failed: {in_one_line(problem)}") from problem
        return answer

    def _threads(self) -> int:
        if self.lost:
            return 0
        try:
            return sum(_within(self.client.ncores).values())
        except TimeoutError:
            self._lose("it does not answer")
            return 0
        except Exception:  # a scheduler can be lost with many kinds of exception
            return 0

    def _lose(self, why: str) -> None:
        self.lost = True
        self.warn(f"the scheduler is lost, and the rest is judged here: {why}")

    def close(self) -> None:
        _close(self.client)


def _within(call: Callable[[], Result]) -> Result:
    """Call Dask, whose own limits do not hold for all that it waits for.

    Raises TimeoutError if the call has not returned after twice its own limit.
    """
    made: Future[Result] = Future()

    def run() -> None:
        try:
            made.set_result(call())
        except BaseException as problem:
            made.set_exception(problem)

    Thread(target=run, daemon=True).start()
    return made.result(2 * TIMEOUT)


def _close(client: Any) -> None:
    with suppress(Exception):  # a scheduler that does not answer
        _within(partial(client.close, timeout=TIMEOUT))


def _dask() -> Any:
    try:
        dask: Any = import_module("distributed")
    except ImportError as problem:
        text = f"Dask is not installed: {install('dask')}"
        raise Unreadable(f"aofref: --scheduler: {text}") from problem
    logging.disable()  # we report what matters
    settings = {
        "distributed.admin.large-graph-warning-threshold": "1TB",
        "distributed.admin.low-level-log-length": 0,  # else the last 1,000 batches stay in memory
    }
    import_module("dask").config.set(settings)
    return dask


async def _identity(dask: Any, address: str) -> None:
    """Request a scheduler's identity: a client may wait for ever for anything else."""
    args = dask.security.Security().get_connection_args("client")
    async with dask.core.rpc(address, timeout=TIMEOUT, connection_args=args) as scheduler:
        await scheduler.identity()


def _answer(version: str, content: bytes) -> bytes | str:
    """Compute a batch at a worker; return the version there if it is another."""
    if version != __version__:
        return __version__
    work, batch, games = pickle.loads(content)
    with shelf.lent(games):
        return pickle.dumps(work_out(work, batch))
