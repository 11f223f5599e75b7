"""Files: those that a command makes in a folder."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path

from aofref.cli.io.diagnostics import unreadable
from aofref.findings import Code


def write_file(path: Path, content: str | bytes) -> None:
    """Write a file into a folder, which is made if it is not there; never through a link."""
    path.parent.mkdir(parents=True, exist_ok=True)
    check_place(path)
    data = content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content
    with open(path, "wb", opener=_opened) as file:
        file.write(data)


def check_place(path: Path) -> None:
    """Refuse to write where something else than a plain file is."""
    with suppress(FileNotFoundError):
        there = path.lstat().st_mode
        if not stat.S_ISREG(there):
            what = "a link" if stat.S_ISLNK(there) else "what is not a plain file"
            text = f"will not write to {what}"
            raise unreadable(str(path), Code.CANNOT_OPEN, text)


def _opened(path: str, flags: int) -> int:
    """Open a file to write, but no link that was put there meanwhile, where the system can."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)
