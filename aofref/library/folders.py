"""Folders: the files with records in a directory, the same for all commands."""

import os
from collections.abc import Iterator
from enum import Enum, auto

from aofref.values import Value

ENDINGS = (".aof", ".pgn")  # endings of the names of files with records, in any case
NONE_HERE = f"there is no {' or '.join(ENDINGS)} here"


class EntryKind(Enum):
    """The kind of an entry of a directory."""

    RECORDS = auto()  # a file to be read
    OTHER = auto()  # anything else, except a directory that is walked
    LINK = auto()  # a symbolic link with such a name: it may lead anywhere
    CLOSED = auto()  # a directory that cannot be opened


class Entry(Value):
    """An entry of a directory or below; `why` is the error of an entry that cannot be opened."""

    path: str
    kind: EntryKind
    why: OSError | None = None


def entry_kind(name: str, *, is_link: bool, is_file: bool) -> EntryKind:
    """Return the kind of a file; a file whose name begins with a dot has no records."""
    if name.startswith(".") or not name.lower().endswith(ENDINGS):
        return EntryKind.OTHER
    return EntryKind.LINK if is_link else EntryKind.RECORDS if is_file else EntryKind.OTHER


def walked(folder: str) -> Iterator[Entry]:
    """List the entries of a directory and of the directories below, in the order of the names.

    Symbolic links are not followed, and directories whose names begin with a dot not walked.
    """
    left = [Entry(folder, EntryKind.CLOSED)]
    while left:
        entry = left.pop()
        if entry.kind is not EntryKind.CLOSED:
            yield entry
            continue
        try:
            with os.scandir(entry.path) as listing:
                children = sorted(listing, key=lambda child: os.fsencode(child.name), reverse=True)
        except OSError as problem:
            yield entry._replace(why=problem)
            continue
        for child in children:  # a directory is closed until it is walked
            if not child.name.startswith(".") and child.is_dir(follow_symlinks=False):
                left.append(Entry(child.path, EntryKind.CLOSED))
                continue
            is_link, is_file = child.is_symlink(), child.is_file(follow_symlinks=False)
            left.append(Entry(child.path, entry_kind(child.name, is_link=is_link, is_file=is_file)))


def files_below(name: str) -> Iterator[str]:
    """List the files with records of a directory and below; none if it is not a directory."""
    entries = walked(name) if os.path.isdir(name) else ()  # noqa: PTH112
    return (entry.path for entry in entries if entry.kind is EntryKind.RECORDS)
