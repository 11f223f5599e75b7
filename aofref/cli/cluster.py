"""Cluster: the workers of a Dask cluster that compute batches (`--scheduler`)."""

import logging
import pickle
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from importlib import import_module
from threading import Thread
from typing import Any, TypeVar, cast

from aofref import __version__
from aofref.cli.io import Unreadable, stderr
from aofref.games.files import shelf
from aofref.text import in_one_line, install

Result = TypeVar("Result")

TIMEOUT = 10  # seconds of waiting for a scheduler to answer, or to have a worker


class Cluster:
    """The connection to a scheduler; once it is lost, batches are not finished.

    Dask gives the batch of a dead worker to another.  A batch that kills several workers, or is
    lost by the cluster, is reported.
    """

    def __init__(self, work: Callable[[Any], Any], address: str) -> None:
        self.work = work
        self.address = address
        self.lost = False
        self.games = shelf.loan()
        try:
            self.dask: Any = import_module("distributed")
        except ImportError as problem:
            text = f"Dask is not installed: {install('dask')}"
            raise Unreadable(f"aofref: --scheduler: {text}") from problem
        logging.disable()  # we report what matters
        settings = {
            "distributed.admin.large-graph-warning-threshold": "1TB",
            "distributed.admin.low-level-log-length": 0,  # else it keeps the last 1,000 batches
        }
        import_module("dask").config.set(settings)
        # One that could not be made closes itself as the program ends, waits for an answer in vain
        # and is written of by Python: ours is closed by us.
        client = type("Client", (self.dask.Client,), {"__del__": lambda _client: None})
        try:
            self.client = _within(client, address, timeout=TIMEOUT, set_as_default=False)
        except Exception as problem:
            raise self._fault(f"cannot be reached: {in_one_line(problem)}") from problem
        try:
            _within(self.client.wait_for_workers, 1, timeout=TIMEOUT)
        except Exception as problem:
            self.close()
            raise self._fault("it has no worker") from problem

    def _fault(self, text: str) -> Unreadable:
        return Unreadable(f"aofref: --scheduler {self.address}: {text}")

    def size(self) -> int:
        """Return the number of threads of the workers."""
        try:
            return 0 if self.lost else sum(_within(self.client.ncores).values())
        except TimeoutError:
            self._lose("it does not answer")
        except Exception:  # a scheduler can be lost with many kinds of exception
            pass
        return 0

    def give(self, items: list[Any]) -> Any:
        """Send a batch to the scheduler; return a future."""
        if not self.lost:
            content = pickle.dumps((self.work, items, self.games))  # Dask does not inspect bytes
            try:
                return _within(self.client.submit, _answer, __version__, content, pure=False)
            except Exception as problem:  # its client has closed
                self._lose(in_one_line(problem))
        return Future[Any]()

    def results(self, future: Any) -> list[Any] | None:
        """Wait for the results of a batch; None if there are none."""
        while not self.lost:
            try:
                answer = future.result(timeout=TIMEOUT)
            except self.dask.KilledWorker:
                stderr("aofref: several workers died at the same records, which are judged here\n")
                break
            except TimeoutError:
                if not self.size():
                    self._lose("no worker is left")
            except (CancelledError, OSError) as problem:
                self._lose(in_one_line(problem))
            except Exception as problem:
                raise self._fault(f"a worker failed: {in_one_line(problem)}") from problem
            else:
                if isinstance(answer, str):
                    raise self._fault(f"a worker has aofref {answer}, this is {__version__}")
                return cast("list[Any]", pickle.loads(answer))
        return None

    def _lose(self, why: str) -> None:
        if not self.lost:
            stderr(f"aofref: the scheduler is lost, and the rest is judged here: {why}\n")
        self.lost = True

    def close(self) -> None:
        """Close the connection."""
        with suppress(Exception):  # a scheduler that does not answer
            _within(self.client.close, timeout=TIMEOUT)


def _within(call: Callable[..., Result], *args: Any, **settings: Any) -> Result:
    """Call Dask, whose own limits do not hold for all that it waits for.

    Raises TimeoutError if the call has not returned after twice its own limit.
    """
    made: Future[Result] = Future()

    def run() -> None:
        try:
            made.set_result(call(*args, **settings))
        except BaseException as problem:
            made.set_exception(problem)

    Thread(target=run, daemon=True).start()
    return made.result(2 * TIMEOUT)


def _answer(version: str, content: bytes) -> bytes | str:
    """Compute a batch at a worker; return the version there if it is another."""
    if version != __version__:
        return __version__
    work, items, games = pickle.loads(content)
    with shelf.lent(games):
        return pickle.dumps([work(item) for item in items])
