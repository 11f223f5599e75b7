"""Files that a command writes in a folder, and the identities of files that it reads."""

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
    paths: list[str] = []
    for name in tuple(names) or (STDIN,):
        paths += [name, *(files_below(name) if name != STDIN else ())]
    return identified(paths)


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


def is_among(path: str | Path, files: frozenset[Identity]) -> bool:
    """Return whether a file is one of `files`, by any name."""
    return identity(path) in files


def keep_apart(paths: Iterable[Path], read: frozenset[Identity]) -> None:
    """Refuse to write over a file that is read."""
    for path in paths:
        if is_among(path, read):
            raise unreadable(str(path), Code.CANNOT_OPEN, "would overwrite a file that is read")


def write_file(path: Path, content: str | bytes, read: frozenset[Identity] = frozenset()) -> None:
    """Write a file into a folder, which is made if it is missing; never through a link.

    Refuses to write over a file of `read`.  Other names of an old file keep its content.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if check_place(path, read):
        path.unlink()
    with named(path), open(path, "wb", opener=_opened) as file:
        file.write(encoded(content))


def encoded(content: str | bytes) -> bytes:
    """Return the bytes of a file's content."""
    return content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content


def check_place(path: Path, read: frozenset[Identity] = frozenset()) -> bool:
    """Refuse a path of anything but a plain file, or of a file of `read`.

    Returns whether the file exists and has other names.
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
    """Open a file to write, but not a link that appeared meanwhile, if the system supports that."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
