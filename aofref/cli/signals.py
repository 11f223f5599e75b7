"""Signals: blocks of code that clean up at a signal, or let it wait until they are done."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

ENDING = tuple(  # the signals that end a run
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


TERMINATING = ENDING[1:]


@contextmanager
def terminable() -> Iterator[None]:
    """Let a run clean up at a terminating signal; the exit status is as for the signal.

    Ignored signals, such as a hang-up under `nohup`, stay ignored.
    """

    def terminated(number: int, _frame: FrameType | None) -> NoReturn:
        sys.exit(128 + number)

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {
        number: signal.signal(number, terminated)
        for number in TERMINATING
        if signal.getsignal(number) not in (signal.SIG_IGN, None)  # the latter cannot be set again
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def waiting(numbers: tuple[signal.Signals, ...] = ENDING) -> Iterator[None]:
    """Block signals meanwhile, if the system supports that."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def pass_over() -> None:
    """Ignore further signals, in a process of the program's own: the result is written."""
    import click

    context = click.get_current_context(silent=True)
    if context is not None and context.find_root().obj:  # see `start`
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN)
