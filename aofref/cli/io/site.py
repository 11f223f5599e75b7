"""Site: the pages of a folder, put in their places when all are made.

Pages keep their names from run to run; pages of removed records are removed.
"""

import re
from collections.abc import Iterable
from html import unescape
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from aofref.cli.io.files import Identity, check_place, encoded, identity, write_file
from aofref.cli.signals import waiting
from aofref.library.writing import named
from aofref.text import free_name

INDEX = "index.html"
_OURS = "Made by aofref."
_LINK = re.compile(r'(?:href|src)="([^"/:#?]+\.(?:html|svg|aof))"')
_ODD = re.compile(r"[^\w.-]+")


class Site:
    """The pages of a folder while they are made; none is visible before `install`.

    They wait in one file without a name, which the system removes however the run ends.  Files of
    `read` are neither replaced nor removed.  Names that begin with `kept` are reserved for pages of
    other things than records.
    """

    def __init__(
        self, folder: Path, read: frozenset[Identity] = frozenset(), kept: str = ""
    ) -> None:
        self.folder = folder
        self.read = read
        self.kept = kept
        self._taken = {"index"}
        self._sizes: dict[str, int] = {}
        self._pages: IO[bytes] | None = None

    def name(self, source: str) -> str:
        """Return the name of the pages of a file's next record: the file's, numbered if needed."""
        bare = _ODD.sub("-", Path(source).stem).strip(".-")[:100] or "record"
        if self.kept and bare.startswith(self.kept):
            bare = f"record-{bare}"
        return free_name(bare, self._taken)

    def add(self, name: str, content: str | bytes) -> str:
        """Keep a page for `install`; return its relative address."""
        check_place(self.folder / name, self.read)
        if self._pages is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._pages = TemporaryFile(prefix=".made-", dir=self.folder)  # noqa: SIM115
        with named(self.folder / name):
            self._sizes[name] = self._pages.write(encoded(content))
            self._pages.flush()
        return name

    def install(self, index: str) -> None:
        """Write the pages to the folder, and remove those that only the old list named.

        The list `index` is written last: until then the old one names what a killed run leaves.
        """
        old, read = set(listed(self.folder)), self.read
        self.add(INDEX, index)
        assert self._pages is not None
        with waiting():
            self._pages.seek(0)
            for name, size in self._sizes.items():
                if name == INDEX:
                    for gone in old - self._sizes.keys():
                        if identity(self.folder / gone) not in read:
                            (self.folder / gone).unlink(missing_ok=True)
                write_file(self.folder / name, self._pages.read(size), read)

    def __enter__(self) -> "Site":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pages is not None:
            self._pages.close()


def listed(folder: Path) -> Iterable[str]:
    """Yield the pages, pictures and records of the list in a folder, if aofref made it."""
    index = folder / INDEX
    text = index.read_text("utf-8", "replace") if index.is_file() else ""
    if _OURS in text:
        for link in _LINK.findall(text):
            name = unescape(link)
            if "/" not in name and not name.startswith("."):
                yield name
