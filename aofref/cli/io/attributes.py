"""Likeness: a new file given the owner, the group, the mode and the attributes of an old one."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_ACL = "system.posix_acl_access"


def likened(new: Path, old: Path) -> list[str]:
    """Give a new file what the old one has, each thing for itself; name what it cannot have.

    Who may not give it the old one's group leaves that of the new one no more rights than all
    others have.
    """
    had = old.stat()
    for owner, group in ((-1, had.st_gid), (had.st_uid, -1)):
        with suppress(OSError, AttributeError):
            os.chown(new, owner, group)
    has, mode, lost = new.stat(), stat.S_IMODE(had.st_mode), []
    if has.st_uid != had.st_uid:
        lost.append("owner could not be kept")
    if has.st_gid != had.st_gid:
        mode = mode & 0o707 | (mode & 0o007) << 3
        lost.append("group could not be kept, and has the rights of all others")
    new.chmod(mode)
    lost += _attributed(new, old, without=_ACL if has.st_gid != had.st_gid else "")
    if had.st_nlink > 1:
        lost.append("hard links could not be kept: its other names still hold the old record")
    return lost


def _attributed(new: Path, old: Path, without: str) -> Iterator[str]:
    """Copy the extended attributes, access lists among them, where the system has such."""
    names: list[str] = []
    with suppress(OSError, AttributeError):
        names = os.listxattr(old)
    for name in names:
        try:
            if name == without:
                raise PermissionError
            value = os.getxattr(old, name)
            if name not in os.listxattr(new) or os.getxattr(new, name) != value:
                os.setxattr(new, name, value)
        except OSError:
            yield f"extended attribute {name} could not be kept"
