"""Ends: exit of the program on closed pipes, interruptions and errors."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from aofref.text import in_one_line


@contextmanager
def ending() -> Iterator[None]:
    """Turn exceptions into exit statuses; only refused records give status 1.

    A closed pipe ends the program as it ends `cat`, an interruption with 130.  An error of the
    system, or a bug, is one line and status 2; with AOFREF_DEBUG, a bug is a traceback.
    """
    try:
        yield
    except BrokenPipeError:
        import signal

        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGPIPE)
        os._exit(141)  # on systems without that signal
    except KeyboardInterrupt:
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
