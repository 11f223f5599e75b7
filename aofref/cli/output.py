"""Output: whole lines on standard output, whoever interrupts or ends the program meanwhile."""

from __future__ import annotations

import select
import signal
from collections.abc import Iterator
from contextlib import contextmanager

import click

from aofref.cli import progress

AT_ONCE: int = getattr(select, "PIPE_BUF", 512)
"""So many bytes a pipe takes at once or not at all; where no system tells, what POSIX demands."""


def put(data: bytes) -> None:
    """Write bytes to standard output: as many whole lines at a time as a pipe takes at once.

    Ctrl-C waits for the end of a line that is longer.  A progress bar is taken away before.
    """
    progress.wipe()
    at = 0
    while at < len(data):
        end = data.rfind(b"\n", at, at + AT_ONCE) + 1
        if end:
            click.echo(data[at:end], nl=False)
        else:
            end = data.find(b"\n", at) + 1 or len(data)
            with _uninterrupted():
                click.echo(data[at:end], nl=False)
        at = end


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Have Ctrl-C wait, where the system can."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
