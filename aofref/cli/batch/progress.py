"""Progress: a bar on standard error during long input, on a terminal only."""

import os
import stat
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from aofref.library.folders import files_below

WAIT = 1.0  # seconds before the bar appears
STEP = 0.1  # seconds between two drawings of the bar
_STDIN = "-"
_FORM = "[{bar:20}]  {n_fmt}/{total_fmt}B  {desc}  {remaining} left"
_WITHOUT_TOTAL = "{n_fmt}B  {desc}"


class Progress:
    """The bytes, records and plies so far, drawn as one line by tqdm."""

    def __init__(self, total: int | None) -> None:
        import shutil

        from tqdm import tqdm  # only for a run with a bar

        columns = 80  # without COLUMNS, or a terminal at standard error
        with suppress(OSError, ValueError, AttributeError):
            size = os.get_terminal_size(sys.stderr.fileno())
            columns = shutil.get_terminal_size(size).columns or columns
        self.begun = time.monotonic()
        self.records = self.plies = 0
        self.bar: tqdm[Any] = tqdm(
            total=total,
            unit_scale=True,
            ascii=" #",
            bar_format=_FORM if total else _WITHOUT_TOTAL,
            delay=WAIT,
            mininterval=STEP,
            miniters=0,
            ncols=columns,
            nrows=20,
            leave=False,
            file=sys.stderr,
        )

    def lines(self, stream: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the lines of a stream, and count their bytes."""
        for line in stream:
            self.bar.update(len(line))
            yield line

    def judged(self, plies: int) -> None:
        """Count a record and its plies, and draw the bar if it is time."""
        self.records += 1
        self.plies += plies
        seconds = max(1e-6, time.monotonic() - self.begun)
        played = f", {self.plies / seconds:.0f} plies/s" if self.plies else ""
        rates = f"{self.records} records, {self.records / seconds:.0f}/s{played}"
        self.bar.set_description_str(rates, refresh=False)
        self.bar.update(0)


class _CountedFile:
    """A file whose bytes are counted, read by lines or by blocks."""

    def __init__(self, stream: Any, progress: Progress) -> None:
        self._stream = stream
        self._progress = progress

    def __iter__(self) -> Iterator[bytes]:
        return self._progress.lines(self._stream)

    def read1(self, size: int) -> bytes:
        data: bytes = self._stream.read1(size)
        self._progress.bar.update(len(data))
        return data


_now: Progress | None = None


def wipe() -> None:
    """Clear the bar, if there is one, before other output."""
    if _now is not None:
        _now.bar.clear()


def reading(stream: Iterable[bytes]) -> Iterable[bytes]:
    """Return the stream, with its bytes counted if progress is shown."""
    if _now is None:
        return stream
    return _CountedFile(stream, _now) if hasattr(stream, "read1") else _now.lines(stream)


def judged(plies: int) -> None:
    """Count a record with its plies."""
    if _now is not None:
        _now.judged(plies)


@contextmanager
def progress(names: tuple[str, ...]) -> Iterator[None]:
    """Show the progress over files while the block runs, if standard error is a terminal."""
    global _now
    if sys.stderr is None or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield
        return
    _now = Progress(_size(names or (_STDIN,)))
    try:
        yield
    finally:
        _now.bar.close()
        _now = None


def _size(names: tuple[str, ...]) -> int | None:
    """Return the size of all files together, in bytes; None if it is unknown."""
    total = 0
    for name in names:
        try:
            about = os.fstat(sys.stdin.fileno()) if name == _STDIN else os.stat(name)  # noqa: PTH116
        except (OSError, ValueError, AttributeError):
            return None
        if stat.S_ISDIR(about.st_mode):
            for path in files_below(name):
                with suppress(OSError):
                    total += os.stat(path).st_size  # noqa: PTH116
        elif stat.S_ISREG(about.st_mode):
            total += about.st_size
        else:
            return None
    return total or None
