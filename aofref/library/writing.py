"""Writing: a file replaced in one step, for records in place, clubs and folders of output."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)  # without waiting at a pipe


class Changed(Exception):
    """A file has been written by another program since it was read."""


@contextmanager
def named(path: str | os.PathLike[str]) -> Iterator[None]:
    """Add the name of the file to write to an OSError without one, as of a full disk."""
    try:
        yield
    except OSError as problem:
        if problem.filename is None:
            problem.filename = os.fspath(path)
        raise


@contextmanager
def held(path: Path, seen: bytes, access: int = os.O_RDWR) -> Iterator[None]:
    """Lock a file against other runs that hold it, if the system supports that.

    Raises Changed if it is gone or its content is not `seen`.
    """
    try:
        opened = os.open(path, access | _AT_ONCE)
    except FileNotFoundError:
        raise Changed from None
    try:
        with suppress(ImportError, OSError):  # a system or a file system without locks
            import fcntl

            fcntl.flock(opened, fcntl.LOCK_EX)
        _compare(path, seen)
        yield
    finally:
        os.close(opened)


def replace_file(
    path: Path,
    content: bytes,
    seen: bytes | None = None,
    *,
    new: Path | None = None,
    to_disk: bool = True,
    time: float | None = None,
) -> list[str]:
    """Write a `new` file, by default one beside the old, and rename it: killed, the old one stays.

    The content is on the disk before the new name, unless `to_disk` is false.  The new file has the
    attributes of the old; returns the attributes that could not be kept.  Raises Changed if `seen`
    is given and is not the content of the old file (b"" if there is none).
    """
    begin = os.fsencode(path.name)[:200].decode(errors="ignore")  # a name has 255 bytes
    new = new or path.with_name(f".{begin}.new")
    lost: list[str] = []
    try:
        with named(path):
            new.unlink(missing_ok=True)  # of a run that was killed
            is_there = path.exists()
            new.touch(0o600 if is_there else 0o666)  # what nobody else may read stays so
            with new.open("wb") as file:
                file.write(content)
                file.flush()
                if is_there:
                    lost = copy_attributes(new, path)
                if to_disk:
                    os.fsync(file.fileno())
            if time is not None:
                os.utime(new, (time, time))
        if seen is not None:
            _compare(path, seen)  # as late as possible: a change after it is lost
        new.replace(path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    if to_disk:
        with suppress(OSError):  # the new name reaches the disk, if the system opens folders
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)
    return lost


def _compare(path: Path, seen: bytes) -> None:
    """Raise Changed if a file has not the content `seen`; a missing file has none."""
    found = b""
    with (
        suppress(FileNotFoundError),
        os.fdopen(os.open(path, os.O_RDONLY | _AT_ONCE), "rb") as file,
    ):
        found = file.read(len(seen) + 1)
    if found != seen:
        raise Changed


def copy_attributes(new: Path, old: Path) -> list[str]:
    """Copy owner, group, mode and extended attributes to a new file; list what could not be kept.

    If the group cannot be copied, the new group gets only the rights of all others.
    """
    from shutil import copystat  # which takes a while to load

    had, lost = old.stat(), []
    for owner, group in ((-1, had.st_gid), (had.st_uid, -1)):
        with suppress(OSError, AttributeError):
            os.chown(new, owner, group)
    has, mode = new.stat(), stat.S_IMODE(had.st_mode)
    if has.st_uid != had.st_uid:
        lost.append("owner could not be kept")
    if has.st_gid == had.st_gid:
        copystat(old, new)
        os.utime(new)  # which it copies, too
    else:  # an access list would give it more
        new.chmod(mode & 0o707 | (mode & 0o007) << 3)
        lost.append("group could not be kept, and has the rights of all others")
    if had.st_nlink > 1:
        lost.append("hard links could not be kept: its other names still have the old record")
    return lost
