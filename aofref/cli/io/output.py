"""Output: whole lines on standard output, even if the program is interrupted or terminated."""

import select
import signal
import sys

from aofref.cli.batch import progress
from aofref.cli.ends import put_bytes, waiting
from aofref.text import escaped, in_bytes

AT_ONCE: int = getattr(select, "PIPE_BUF", 512)
"""So many bytes a pipe takes at once or not at all; POSIX demands 512."""


def put(data: bytes) -> None:
    """Write bytes to standard output: as many whole lines at a time as a pipe takes at once.

    Ctrl-C waits for the end of a line that is longer.  A progress bar is taken away before.
    """
    progress.wipe()
    at = 0
    while at < len(data):
        end = data.rfind(b"\n", at, at + AT_ONCE) + 1
        if end:
            put_bytes(data[at:end])
        else:
            end = data.find(b"\n", at) + 1 or len(data)
            with waiting((signal.SIGINT,)):
                put_bytes(data[at:end])
        at = end


def write_out(text: str) -> None:
    """Write a report to standard output, with what could command a terminal made visible."""
    put(escaped(text).encode("utf-8"))


def write_tabbed(text: str) -> None:
    """Write tab-separated values, whose cells have been made safe, to standard output."""
    put(text.encode("utf-8"))


def pass_on(text: str) -> None:
    """Write records to standard output character for character, bytes that were no text, too."""
    put(in_bytes(text))


def text_width() -> int:
    """The width of the terminal, or 80 where the text goes elsewhere."""
    if sys.stdout is not None and sys.stdout.isatty():
        import shutil  # which takes a while to load

        return shutil.get_terminal_size().columns
    return 80
