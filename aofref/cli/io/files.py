"""Files: input opened as bytes, output written in a folder, and the identities of files."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext, suppress
from io import BufferedReader
from typing import IO, TYPE_CHECKING

from aofref.cli.io.output import Unreadable, unreadable
from aofref.findings import Code
from aofref.library.folders import files_below

STDIN = "-"


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
    if _is_output(file):
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


def _is_output(file: IO[bytes]) -> bool:
    """Return whether a file is standard output, which would be read without end."""
    try:
        read, written = os.fstat(file.fileno()), os.fstat(sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):  # standard output is closed, or no file
        return False
    return stat.S_ISREG(read.st_mode) and os.path.samestat(read, written)


def nothing_given() -> bool:
    """Return whether standard input is a terminal, or empty."""
    if sys.stdin is None or sys.stdin.isatty():
        return True
    try:
        if isinstance(sys.stdin.buffer, BufferedReader):
            return not sys.stdin.buffer.peek(1)
        at = sys.stdin.buffer.tell()  # in a test it is another kind of stream
        empty = not sys.stdin.buffer.read(1)
        sys.stdin.buffer.seek(at)
    except OSError:
        return False  # its reader will report the fault
    return empty


if TYPE_CHECKING:
    from pathlib import Path  # which takes a while to load

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
    return identified(path for name in given for path in (name, *files_below(name)))


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
    from aofref.cli.signals import waiting
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
