"""Site: the pages of a folder, written beside those that are there and then put in their places.

A page keeps its name from one time to the next, and those of records that are gone go too.
"""

import re
import shutil
from collections.abc import Iterable
from contextlib import ExitStack
from html import unescape
from pathlib import Path
from tempfile import mkdtemp

from aofref.cli.ends import terminable, waiting
from aofref.cli.io.files import Identity, check_place, encoded, is_among
from aofref.library.folders import named
from aofref.text import free_name

INDEX = "index.html"
_OURS = "Made by aofref."
_LINK = re.compile(r'(?:href|src)="([^"/:#?]+\.(?:html|svg|aof))"')
_ODD = re.compile(r"[^\w.-]+")


class Site:
    """The pages of a folder while they are made; nothing of it is to be seen before `install`.

    Files that are `read` are neither written over nor taken away.  No page of a record gets a name
    that begins with `kept`, which other pages have.
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
        """Name the pages of a file's next record: as the file, with a number if needed."""
        bare = _ODD.sub("-", Path(source).stem).strip(".-")[:100] or "record"
        if self.kept and bare.startswith(self.kept):
            bare = f"record-{bare}"
        return free_name(bare, self._taken)

    def add(self, name: str, content: str | bytes) -> str:
        """Write a page; its address as seen from the others."""
        check_place(self.folder / name, self.read)
        if self._new is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            with waiting():
                self._new = Path(mkdtemp(prefix=".made-", dir=self.folder))
        with named(self.folder / name):
            (self._new / name).write_bytes(encoded(content))
        self.made.append(name)
        return name

    def install(self) -> None:
        """Put the pages in their places, the list last, and take away what it named before."""
        assert self._new is not None
        old = set(listed(self.folder))
        with waiting():
            for name in sorted(self.made, key=lambda name: name == INDEX):
                (self._new / name).replace(self.folder / name)
            for name in old - set(self.made):
                if not is_among(self.folder / name, self.read):
                    (self.folder / name).unlink(missing_ok=True)

    def __enter__(self) -> "Site":
        self._signals.enter_context(terminable())
        return self

    def __exit__(self, *_: object) -> None:
        """Take away what was made and not installed, whatever ended the run."""
        with self._signals, waiting():
            if self._new is not None:
                shutil.rmtree(self._new, ignore_errors=True)


def listed(folder: Path) -> Iterable[str]:
    """Name the pages, pictures and records of the list in a folder, if aofref has made it."""
    index = folder / INDEX
    text = index.read_text("utf-8", "replace") if index.is_file() else ""
    if _OURS in text:
        for link in _LINK.findall(text):
            name = unescape(link)
            if "/" not in name and not name.startswith("."):
                yield name
