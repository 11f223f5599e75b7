"""Ends: exit of the program on closed pipes, signals and errors; signals that wait."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from aofref.text import in_one_line


class Closed(BaseException):
    """A pipe was closed.  Not an OSError, which click would turn into status 1."""


class Interrupted(BaseException):
    """Ctrl-C was pressed.  Not a KeyboardInterrupt, for the same reason."""


class Unreadable(Exception):
    """Input cannot be read: `message` has the diagnostics, the status is 2."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@contextmanager
def ending() -> Iterator[None]:
    """Turn exceptions into exit statuses; only refused records give status 1.

    A closed pipe ends the program as it ends `cat`, an interruption with 130.  An error of the
    system, or a bug, is one line and status 2; with AOFREF_DEBUG, a bug is a traceback.
    """
    try:
        yield
    except (Closed, BrokenPipeError):
        _end_as_cat()
    except (Interrupted, KeyboardInterrupt):
        _end_quietly(130)
    except OSError as problem:
        name = f"{problem.filename}: " if isinstance(problem.filename, str) else ""
        _end_with_error(f"{name}{problem.strerror or problem}")
    except Exception as problem:
        if debugging():
            raise
        text = f"a fault of the program itself: {in_one_line(problem)}"
        _end_with_error(f"{text}; AOFREF_DEBUG=1 shows where")


def debugging() -> bool:
    """Return whether bugs are shown as tracebacks."""
    return bool(os.environ.get("AOFREF_DEBUG"))


def _end_as_cat() -> NoReturn:
    """Exit by the signal of a closed pipe; with 141 on systems without it."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    os._exit(141)


def _end_with_error(text: str) -> NoReturn:
    """Write the error to standard error, and exit with status 2."""
    try:
        put_bytes(f"aofref: {text}\n".encode("utf-8", "backslashreplace"), err=True)
    except OSError:
        os._exit(2)  # standard error is full, too
    _end_quietly(2)


def _end_quietly(status: int) -> NoReturn:
    """Exit with a status, even if standard output cannot be flushed."""
    try:
        sys.stdout.flush()
    except OSError:
        os._exit(status)  # else the interpreter would flush again, and report the error
    sys.exit(status)


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
    """Ignore further signals: the result is already written.

    They are ignored to the end of the process, if it is the program's own (see `start`), else of
    the run.
    """
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


def put_bytes(data: bytes, *, err: bool = False) -> None:
    """Write and flush bytes, behind text written before; nothing if the stream is closed.

    In place of click, which takes long to load; an OSError names the stream.
    """
    stream = sys.stderr if err else sys.stdout
    if stream is None:
        return
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    except OSError as problem:
        problem.filename = f"standard {'error' if err else 'output'}"
        raise
