"""Site: the pages of a folder, written to a temporary folder and then moved in place.

Pages keep their names from run to run; pages of removed records are removed.
"""

import os
import re
import shutil
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from html import unescape
from pathlib import Path
from tempfile import mkdtemp

from aofref.cli.io.files import Identity, check_place, encoded, is_among
from aofref.cli.signals import terminable, waiting
from aofref.library.writing import named
from aofref.text import free_name

INDEX, _MADE = "index.html", ".made-"
_OURS = "Made by aofref."
_LINK = re.compile(r'(?:href|src)="([^"/:#?]+\.(?:html|svg|aof))"')
_ODD = re.compile(r"[^\w.-]+")


class Site:
    """The pages of a folder while they are made; none is visible before `install`.

    Files of `read` are neither replaced nor removed.  Names that begin with `kept` are reserved for
    pages of other things than records.
    """

    def __init__(
        self, folder: Path, read: frozenset[Identity] = frozenset(), kept: str = ""
    ) -> None:
        self.folder = folder
        self.read = read
        self.kept = kept
        self.made: list[str] = []
        self._taken = {"index"}
        self._new: Path | None = None
        self._signals = ExitStack()

    def name(self, source: str) -> str:
        """Return the name of the pages of a file's next record: the file's, numbered if needed."""
        bare = _ODD.sub("-", Path(source).stem).strip(".-")[:100] or "record"
        if self.kept and bare.startswith(self.kept):
            bare = f"record-{bare}"
        return free_name(bare, self._taken)

    def add(self, name: str, content: str | bytes) -> str:
        """Write a page; return its relative address."""
        check_place(self.folder / name, self.read)
        if self._new is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            with waiting(), _locked(self.folder):
                _remove_abandoned(self.folder)
                self._new = Path(mkdtemp(prefix=_MADE, dir=self.folder))
                self._signals.enter_context(_locked(self._new))
        with named(self.folder / name):
            (self._new / name).write_bytes(encoded(content))
        self.made.append(name)
        return name

    def install(self) -> None:
        """Move the pages in place, the list last, and remove pages that only the old list named."""
        assert self._new is not None
        old = set(listed(self.folder))
        with waiting():
            for name in self.made:
                if name != INDEX:
                    (self._new / name).replace(self.folder / name)
            for name in old - set(self.made):
                if not is_among(self.folder / name, self.read):
                    (self.folder / name).unlink(missing_ok=True)
            if INDEX in self.made:  # until here the old list names what a killed run leaves
                (self._new / INDEX).replace(self.folder / INDEX)

    def __enter__(self) -> "Site":
        self._signals.enter_context(terminable())
        return self

    def __exit__(self, *_: object) -> None:
        """Remove pages that were not installed, however the run ends."""
        with self._signals, waiting():
            if self._new is not None:
                shutil.rmtree(self._new, ignore_errors=True)


@contextmanager
def _locked(folder: Path, *, wait: bool = True) -> Iterator[bool]:
    """Lock a folder against other runs, if the system can; a killed run loses its locks.

    Without `wait`, yields whether no other run has it.
    """
    try:
        import fcntl

        opened = os.open(folder, os.O_RDONLY)
    except (ImportError, OSError):  # a system without such locks
        yield wait
        return
    try:
        has = wait
        with suppress(OSError):  # another run has it, or a file system without locks
            fcntl.flock(opened, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            has = True
        yield has
    finally:
        os.close(opened)


def _remove_abandoned(folder: Path) -> None:
    """Remove the temporary folders of killed runs."""
    for path in folder.glob(f"{_MADE}*"):
        with _locked(path, wait=False) as abandoned:
            if abandoned and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)


def listed(folder: Path) -> Iterable[str]:
    """Yield the pages, pictures and records of the list in a folder, if aofref made it."""
    index = folder / INDEX
    text = index.read_text("utf-8", "replace") if index.is_file() else ""
    if _OURS in text:
        for link in _LINK.findall(text):
            name = unescape(link)
            if "/" not in name and not name.startswith("."):
                yield name
