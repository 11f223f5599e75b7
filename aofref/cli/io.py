"""Input and output: files opened and written, reports and diagnostics, the end of a run.

Records and reports go to standard output, in whole lines, even if the program is interrupted or
terminated; diagnostics to standard error.
"""

from __future__ import annotations

import os
import re
import select
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from io import BufferedReader
from typing import IO, TYPE_CHECKING, Any

import click

from aofref.findings import START, BadText, Code, Finding, Place, Refusal, Severity
from aofref.library.folders import files_below
from aofref.text import escaped, in_bytes

if TYPE_CHECKING:
    from pathlib import Path  # which takes a while to load
    from signal import Signals

STDIN = "-"
bar: Any = None  # the bar of tqdm that shows the progress: it is cleared before other output
AT_ONCE: int = getattr(select, "PIPE_BUF", 512)  # the most bytes that a pipe takes atomically


class Unreadable(click.ClickException):
    """Input cannot be read: `message` has the diagnostics, the status is 2."""

    exit_code = 2

    def show(self, _file: IO[Any] | None = None) -> None:
        """Write the diagnostics."""
        stderr(f"{self.message}\n")


def stdout(text: str) -> None:
    """Write a report to standard output, with control characters escaped."""
    stdout_raw(escaped(text))


def stdout_raw(content: str | bytes) -> None:
    """Write records, or safe text, to standard output unchanged, in whole lines.

    Bytes that could not be decoded are written as they were.  As many lines are written at once as
    a pipe takes atomically; Ctrl-C waits for the end of a longer line.  The progress bar is cleared
    before.
    """
    data = content if isinstance(content, bytes) else in_bytes(content)
    if bar is not None:
        bar.clear()
    at = 0
    while at < len(data):
        end = data.rfind(b"\n", at, at + AT_ONCE) + 1
        if end:
            put_bytes(data[at:end])
        else:
            from signal import SIGINT  # for long lines only

            end = data.find(b"\n", at) + 1 or len(data)
            with waiting(SIGINT):
                put_bytes(data[at:end])
        at = end


def text_width() -> int:
    """Return the width of the terminal, or 80 if standard output is not a terminal."""
    if sys.stdout is not None and sys.stdout.isatty():
        import shutil  # which takes a while to load

        return shutil.get_terminal_size().columns
    return 80


def complaint(name: str, code: Code, text: str, place: Place = START) -> str:
    """Return a diagnostic of a file, an argument or an option."""
    return Finding(Refusal(code, text, section=None), place).diagnostic(name)


def unreadable(name: str, code: Code, text: str, place: Place = START) -> Unreadable:
    """Return an exception that refuses a file, an argument or an option."""
    return Unreadable(complaint(name, code, text, place))


def refused(name: str, problem: BadText) -> Unreadable:
    """Return an exception with a diagnostic for each fault of a file, an argument or an option."""
    placed = [why if why.line else why._replace(place=START) for why in problem.findings]
    return Unreadable("\n".join(why.diagnostic(name) for why in placed))


def stderr(text: str) -> None:
    """Write diagnostics to standard error, with control characters escaped."""
    if text:
        shown, context = escaped(text), click.get_current_context(silent=True)
        colored = None if context is None else context.color  # by --color
        if takes_colour(sys.stderr) if colored is None else colored:
            shown = re.sub(_DIAGNOSTIC, _in_color, shown, flags=re.MULTILINE)
        if bar is not None:
            bar.clear()
        put_bytes(shown.encode("utf-8"), err=True)


_CODES = "|".join(code.value for code in Code)
# The pattern of a diagnostic, which is compiled when it is first used.
_DIAGNOSTIC = rf"^(?P<place>.*?:[0-9]+:[0-9]+: )(?P<warning>warning: )?(?P<code>{_CODES}) "


def _in_color(match: re.Match[str]) -> str:
    place, code = click.style(match["place"], bold=True), match["code"]
    if match["warning"]:
        return f"{place}{click.style(match['warning'] + code, fg='yellow', bold=True)} "
    return f"{place}{click.style(code, fg='red', bold=True)} "


def takes_colour(stream: IO[str] | None) -> bool:
    """Return whether a stream is a terminal, and neither NO_COLOR nor TERM forbids colours."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and stream is not None and stream.isatty()


def status_of(findings: Iterable[Finding], *, strict: bool = False) -> int:
    """Return the exit status of the findings of a record; `strict` counts warnings."""
    found = {finding.refusal.severity for finding in findings}
    if Severity.UNREADABLE in found:
        return 2
    return int(Severity.ILLEGAL in found or (strict and Severity.WARNING in found))


def debugging() -> bool:
    """Return whether bugs are shown as tracebacks."""
    return bool(os.environ.get("AOFREF_DEBUG"))


def ending_signals() -> tuple[Signals, ...]:
    """List the signals that end a run: the interruption, and those that terminate it."""
    import signal  # a check does not need it

    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return tuple(getattr(signal, name) for name in names if hasattr(signal, name))


@contextmanager
def waiting(*numbers: Signals) -> Iterator[None]:
    """Block signals meanwhile, by default those that end a run, if the system supports that."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers or ending_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def pass_over() -> None:
    """Ignore further signals: the result is written."""
    from signal import SIG_IGN

    _handle(ending_signals(), SIG_IGN)


def clean_up() -> None:
    """Let the run clean up at a terminating signal; the exit status is as for the signal."""
    _handle(ending_signals()[1:], lambda number, _frame: sys.exit(128 + number))


def _handle(numbers: Iterable[Signals], handler: Any) -> None:
    """Handle signals from now on, in a process of the program's own: see `start`.

    Ignored signals, such as a hang-up under `nohup`, stay ignored.
    """
    import signal

    context = click.get_current_context(silent=True)
    if context is not None and context.find_root().obj:
        for number in numbers:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, handler)


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


def opened(name: str) -> AbstractContextManager[IO[bytes]]:
    """Open a file, or standard input for `-` (which is left open), as bytes."""
    if name == STDIN:
        if sys.stdin is None:
            raise unreadable(name, Code.CANNOT_OPEN, "there is no standard input")
        return nullcontext(sys.stdin.buffer)
    try:
        file = open(name, "rb")  # noqa: PTH123, SIM115 - pathlib takes a while to load
    except (OSError, ValueError) as problem:
        raise not_opened(name, problem) from problem
    with suppress(OSError, ValueError, AttributeError):  # standard output is closed, or no file
        read, written = os.fstat(file.fileno()), os.fstat(sys.stdout.fileno())
        if stat.S_ISREG(read.st_mode) and os.path.samestat(read, written):  # it would never end
            file.close()
            raise unreadable(name, Code.CANNOT_OPEN, "is the file that the output goes to")
    return file


def not_opened(name: str, problem: OSError | ValueError) -> Unreadable:
    """Return the error for a file that cannot be opened, with a hint if it names a game."""
    from aofref import games

    why = (problem.strerror if isinstance(problem, OSError) else None) or problem
    game = isinstance(problem, FileNotFoundError) and games.find(games.meant(name))
    hint = f"; it is a game: name it by --variant {game.id}" if game else ""
    return unreadable(name, Code.CANNOT_OPEN, f"cannot be opened: {why}{hint}")


def is_of_club(name: str) -> bool:
    """Return whether a file is below a folder `games` with a `club.toml` beside it."""
    folder, part = os.path.split(os.path.abspath(name))  # noqa: PTH100
    while part:
        folder, part = os.path.split(folder)
        if part == "games" and os.path.exists(f"{folder}/club.toml"):  # noqa: PTH110
            return True
    return False


def nothing_given() -> bool:
    """Return whether standard input is a terminal, or empty."""
    if sys.stdin is None or sys.stdin.isatty():
        return True
    try:
        if isinstance(sys.stdin.buffer, BufferedReader):
            return not sys.stdin.buffer.peek(1)
        at = sys.stdin.buffer.tell()  # who calls `main` may give another kind of stream
        empty = not sys.stdin.buffer.read(1)
        sys.stdin.buffer.seek(at)
    except OSError:
        return False  # its reader will report the fault
    return empty


Identity = tuple[int, int]  # device and inode, the same for all names of a file


def resource_path(inside: str, in_clone: str = "") -> Path:
    """Return the path of a file or folder of aofref: in the package, or beside it in a clone."""
    from pathlib import Path

    import aofref

    package = Path(aofref.__file__).parent
    path = package / inside
    return path if path.exists() else package.parent / (in_clone or inside)


def files_read(names: Iterable[str]) -> frozenset[Identity]:
    """Identify the files that are read: named files, and files with records in named directories.

    Without names it is standard input, which may be a file, too.
    """
    given = tuple(names) or (STDIN,)
    return identified(path for name in given for path in files_below(name))


def identified(paths: Iterable[str | Path]) -> frozenset[Identity]:
    """Identify the files that exist."""
    return frozenset(known for path in paths if (known := identity(path)) is not None)


def identity(name: str | Path) -> Identity | None:
    """Identify a file, or standard input; None if there is no such file."""
    try:
        about = os.fstat(sys.stdin.fileno()) if name == STDIN else os.stat(name)  # noqa: PTH116
    except (OSError, ValueError, AttributeError):  # the last where standard input is closed
        return None
    return about.st_dev, about.st_ino


def keep_apart(paths: Iterable[Path], read: frozenset[Identity]) -> None:
    """Refuse to write over a file that is read."""
    for path in paths:
        if identity(path) in read:
            raise unreadable(str(path), Code.CANNOT_OPEN, "would overwrite a file that is read")


def write_file(path: Path, content: str | bytes, read: frozenset[Identity] = frozenset()) -> None:
    """Write a file into a folder, which is made if it is missing; never through a link.

    Refuses to write over a file of `read`.  Other names of an old file keep its content.
    """
    from aofref.library.writing import replace_file

    path.parent.mkdir(parents=True, exist_ok=True)
    check_place(path, read)
    with waiting():
        replace_file(path, encoded(content), to_disk=False)


def encoded(content: str | bytes) -> bytes:
    """Return the bytes of a file's content."""
    return content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content


def check_place(path: Path, read: frozenset[Identity] = frozenset()) -> None:
    """Refuse a path of anything but a plain file, or of a file of `read`."""
    with suppress(FileNotFoundError):
        there = path.lstat()
        if not stat.S_ISREG(there.st_mode):
            what = "a link" if stat.S_ISLNK(there.st_mode) else "what is not a plain file"
            text = f"will not write to {what}"
            raise unreadable(str(path), Code.CANNOT_OPEN, text)
        keep_apart([path], read)
