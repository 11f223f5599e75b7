"""Ends: exit of the program on closed pipes, interruptions and errors."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from aofref.text import in_one_line


@contextmanager
def ending() -> Iterator[None]:
    """Turn exceptions into exit statuses; only refused records give status 1.

    A closed pipe ends the program as it ends `cat`, an interruption with 130.  An error of the
    system, or a bug, is one line and status 2; with AOFREF_DEBUG, a bug is a traceback.
    """
    text, status = "", 2
    try:
        yield
        return
    except BrokenPipeError:
        import signal

        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)
            os.kill(os.getpid(), signal.SIGPIPE)
        os._exit(141)  # on systems without that signal
    except KeyboardInterrupt:
        status = 130
    except OSError as problem:
        name = f"{problem.filename}: " if isinstance(problem.filename, str) else ""
        text = f"aofref: {name}{problem.strerror or problem}\n"
    except Exception as problem:
        if debugging():
            raise
        why = f"a fault of the program itself: {in_one_line(problem)}"
        text = f"aofref: {why}; AOFREF_DEBUG=1 shows where\n"
    try:
        put_bytes(text.encode("utf-8", "backslashreplace"), err=True)
        sys.stdout.flush()
    except OSError:
        os._exit(status)  # one is full: the interpreter would flush again, and report the error
    sys.exit(status)


def debugging() -> bool:
    """Return whether bugs are shown as tracebacks."""
    return bool(os.environ.get("AOFREF_DEBUG"))


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
