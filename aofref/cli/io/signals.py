"""Signals: those that end a run wait, or are passed over once it has done its work."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager

ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""What interrupts, terminates, or hangs up on a run."""


@contextmanager
def waiting(numbers: tuple[signal.Signals, ...] = ENDING) -> Iterator[None]:
    """Have signals wait, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def pass_over() -> None:
    """Pass over what would end the run, which has done what its status is to say.

    It holds to the end of the process, if that is the program's own (see `start`), else of the run.
    """
    import threading

    import click

    context = click.get_current_context(silent=True)
    if context is None or threading.current_thread() is not threading.main_thread():
        return
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ENDING}

    def heed_again() -> None:
        for number, handler in before.items():
            if handler is not None:  # one that was not set from Python cannot be set again
                signal.signal(number, handler)

    root = context.find_root()
    if not root.obj:
        root.call_on_close(heed_again)
