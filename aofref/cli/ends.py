"""Ends: how the program ends where something ends it early, and what signals may end."""

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
    """A pipe was closed.  No OSError, and so nothing that click would make status 1 of."""


class Interrupted(BaseException):
    """Ctrl-C was pressed.  No KeyboardInterrupt, for the same reason."""


class Unreadable(Exception):
    """Input that cannot be read: status 2, and its `message`, diagnostics, on standard error."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


@contextmanager
def ending() -> Iterator[None]:
    """End the program as it should end; nothing but a record that is refused gives status 1.

    A closed pipe ends it as it ends `cat`, an interruption with 130; what the system refuses,
    and whatever is not foreseen, is one line and status 2 (with AOFREF_DEBUG, its traceback).
    """
    try:
        yield
    except (Closed, BrokenPipeError):
        _end_as_cat()
    except (Interrupted, KeyboardInterrupt):
        _end_quietly(130)
    except OSError as problem:
        name = f"{problem.filename}: " if isinstance(problem.filename, str) else ""
        _end_saying(f"{name}{problem.strerror or problem}")
    except Exception as problem:
        if debugging():
            raise
        text = f"a fault of the program itself: {in_one_line(problem)}"
        _end_saying(f"{text}; AOFREF_DEBUG=1 shows where")


def debugging() -> bool:
    """Whether a fault of the program is to be shown with its traceback."""
    return bool(os.environ.get("AOFREF_DEBUG"))


def _end_as_cat() -> NoReturn:
    """End by the signal of a closed pipe, in silence; 141 where there is no such signal."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGPIPE)
    os._exit(141)


def _end_saying(text: str) -> NoReturn:
    """Say on standard error what ends the program, with status 2."""
    try:
        put_bytes(f"aofref: {text}\n".encode("utf-8", "backslashreplace"), err=True)
    except OSError:
        os._exit(2)  # standard error is full, too
    _end_quietly(2)


def _end_quietly(status: int) -> NoReturn:
    """End with that status, whether or not standard output takes what is left."""
    try:
        sys.stdout.flush()
    except OSError:
        os._exit(status)  # or the interpreter would try it again, and complain
    sys.exit(status)


ENDING = tuple(  # what interrupts, terminates, or hangs up on a run
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)


TERMINATING = ENDING[1:]


@contextmanager
def terminable() -> Iterator[None]:
    """Let what terminates or hangs up on a run clean up first: its status is then as of a signal.

    What is passed over, as a hang-up by `nohup`, stays so.
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
    """Write bytes at once, behind what was written as text; nothing where the stream is closed.

    It is what click would do, which takes long to load, and does not name the stream that a full
    disk stands behind.
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
