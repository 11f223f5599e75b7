"""In place: a record written over the file that it came from, whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import click

from aofref.cli.common import STDIN, Command, Unreadable, complaint, pass_on
from aofref.findings import Code
from aofref.text import in_bytes


def in_place_option(command: Command) -> Command:
    """Add --in-place."""
    return click.option(
        "--in-place", is_flag=True, help="Replace FILE in one step, or leave it untouched."
    )(command)


class Outlet(NamedTuple):
    """Where a record goes: standard output, or a file of which the bytes are known."""

    path: Path | None
    seen: bytes = b""

    def put(self, text: str) -> None:
        """Write a record."""
        if self.path is None:
            pass_on(text)
            return
        if not text:
            raise _fault(self.path, "there is nothing to write: it is left as it is")
        try:
            with _held(self.path):
                if self.path.read_bytes() != self.seen:
                    raise _fault(self.path, "this has changed meanwhile: it is left as it is")
                _replace(self.path, in_bytes(text))
        except OSError as problem:
            why = f"this cannot be written: {problem.strerror or problem}"
            raise _fault(self.path, why) from problem


def outlet(file: str, in_place: bool, encoding: str = "utf-8") -> Outlet:
    """Make ready to write; to be called before FILE is read."""
    if not in_place:
        return Outlet(None)
    if file == STDIN:
        raise click.UsageError("--in-place needs a FILE")
    if encoding != "utf-8":
        raise click.UsageError("--in-place writes UTF-8: convert the file first")
    path = Path(os.path.realpath(file))
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _fault(path, "this is no plain file")
        return Outlet(path, path.read_bytes())
    except OSError as problem:
        why = f"this cannot be opened: {problem.strerror or problem}"
        raise _fault(Path(file), why) from problem


def _fault(path: Path, text: str) -> Unreadable:
    return Unreadable(complaint(str(path), Code.CANNOT_OPEN, text))


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep other runs that write in place waiting, where the system can."""
    with path.open("r+b") as file:
        try:
            import fcntl
        except ImportError:  # no such locks: what is left is the comparison
            yield
            return
        with suppress(OSError):  # a file system without locks
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _replace(path: Path, content: bytes) -> None:
    """Write a file beside it, to the disk, and give it the name and the mode of the old one."""
    import tempfile

    number, name = tempfile.mkstemp(prefix=f".{path.name[:100]}.", suffix=".new", dir=path.parent)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(content)
            file.flush()
            old = path.stat()
            with suppress(OSError, AttributeError):
                os.chown(name, old.st_uid, old.st_gid)
            Path(name).chmod(stat.S_IMODE(old.st_mode))
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    with suppress(OSError):  # not every system opens folders
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
