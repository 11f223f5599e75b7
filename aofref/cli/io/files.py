"""Files: those that a command makes in a folder, and those that it reads."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

from aofref.cli.io.output import unreadable
from aofref.cli.io.streams import STDIN
from aofref.findings import Code
from aofref.library.folders import files_below, named

if TYPE_CHECKING:
    from pathlib import Path  # which takes a while to load

Identity = tuple[int, int]  # what all names of one file share


def resource_path(inside: str, in_clone: str = "") -> Path:
    """Find a file or a folder of aofref's own: in the package, or beside it in a clone."""
    from pathlib import Path

    import aofref

    package = Path(aofref.__file__).parent
    path = package / inside
    return path if path.exists() else package.parent / (in_clone or inside)


def files_read(names: Iterable[str]) -> frozenset[Identity]:
    """Identify the files that are read: those named, and those with records in directories.

    No name is standard input, which may be a file, too.
    """
    paths: list[str] = []
    for name in tuple(names) or (STDIN,):
        paths += [name, *(files_below(name) if name != STDIN else ())]
    return identified(paths)


def identified(paths: Iterable[str | Path]) -> frozenset[Identity]:
    """Identify those of some files that are there."""
    return frozenset(known for path in paths if (known := identity(path)) is not None)


def identity(name: str | Path) -> Identity | None:
    """Identify a file, or standard input; None if there is no such file."""
    try:
        about = os.fstat(sys.stdin.fileno()) if name == STDIN else os.stat(name)  # noqa: PTH116
    except (OSError, ValueError, AttributeError):  # the last where standard input is closed
        return None
    return about.st_dev, about.st_ino


def is_among(path: str | Path, files: frozenset[Identity]) -> bool:
    """Whether a file is one of some, by this or another name."""
    return identity(path) in files


def keep_apart(paths: Iterable[Path], read: frozenset[Identity]) -> None:
    """Refuse to write over a file that is read."""
    for path in paths:
        if is_among(path, read):
            raise unreadable(str(path), Code.CANNOT_OPEN, "would overwrite a file that is read")


def write_file(path: Path, content: str | bytes, read: frozenset[Identity] = frozenset()) -> None:
    """Write a file into a folder, which is made if it is not there; never through a link.

    Refuses to write over what is `read`.  A file with other names leaves them as they are.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if check_place(path, read):
        path.unlink()
    with named(path), open(path, "wb", opener=_opened) as file:
        file.write(encoded(content))


def encoded(content: str | bytes) -> bytes:
    """Give the bytes of a file."""
    return content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content


def check_place(path: Path, read: frozenset[Identity] = frozenset()) -> bool:
    """Refuse to write where something else than a plain file is, or a file that is `read`.

    Returns whether a file is there that has other names, too.
    """
    with suppress(FileNotFoundError):
        there = path.lstat()
        if not stat.S_ISREG(there.st_mode):
            what = "a link" if stat.S_ISLNK(there.st_mode) else "what is not a plain file"
            text = f"will not write to {what}"
            raise unreadable(str(path), Code.CANNOT_OPEN, text)
        keep_apart([path], read)
        return there.st_nlink > 1
    return False


def _opened(path: str, flags: int) -> int:
    """Open a file to write, but no link that was put there meanwhile, where the system can."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
