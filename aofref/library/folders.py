"""Folders: the files with records in a directory, the same for all commands."""

import os
from collections.abc import Iterator

from aofref.values import Value

ENDINGS = (".aof", ".pgn")  # endings of the names of files with records, in any case
NONE_HERE = f"there is no {' or '.join(ENDINGS)} here"
LINK, OTHER = "skipped, because it is a link", "passed over"  # why an entry is not read


class Entry(Value):
    """An entry of a directory or below: a file with records, or `why` it is not read.

    That is LINK for a symbolic link with such a name, which may lead anywhere, the error of a
    directory that cannot be opened, and OTHER for anything else, except a directory that is walked.
    """

    path: str
    why: OSError | str = ""


def why_not(name: str, *, is_link: bool, is_file: bool) -> str:
    """Return why a file is not read; one whose name begins with a dot has no records."""
    if name.startswith(".") or not name.lower().endswith(ENDINGS):
        return OTHER
    return LINK if is_link else "" if is_file else OTHER


def walked(folder: str) -> Iterator[Entry]:
    """List the entries of a directory and of the directories below, in the order of the names.

    Symbolic links are not followed, and directories whose names begin with a dot not walked.
    """
    left: list[Entry | str] = [folder]  # entries, and directories to walk
    while left:
        entry = left.pop()
        if isinstance(entry, Entry):
            yield entry
            continue
        try:
            with os.scandir(entry) as listing:
                children = sorted(listing, key=lambda child: os.fsencode(child.name), reverse=True)
        except OSError as problem:
            yield Entry(entry, problem)
            continue
        for child in children:
            if not child.name.startswith(".") and child.is_dir(follow_symlinks=False):
                left.append(child.path)
                continue
            is_link, is_file = child.is_symlink(), child.is_file(follow_symlinks=False)
            left.append(Entry(child.path, why_not(child.name, is_link=is_link, is_file=is_file)))


def files_below(name: str) -> Iterator[str]:
    """List a file, or the files with records of a directory and below."""
    entries = walked(name) if os.path.isdir(name) else (Entry(name),)  # noqa: PTH112
    return (entry.path for entry in entries if not entry.why)
