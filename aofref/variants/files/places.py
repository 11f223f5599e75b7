"""Places: where in a TOML text each key and value stands, which `tomllib` does not tell.

The text is one that `tomllib` has read, so that nothing here looks for faults.
"""

from __future__ import annotations

import re
import tomllib
from typing import NamedTuple

Path = tuple[str | int, ...]
"""The keys that lead to a value, and its place in each array, from 0."""

_BLANK = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
_STRING = re.compile(
    r'"{3}(?s:\\.|[^\\"]|"(?!""))*"{3,5}'
    r"|'{3}(?s:[^']|'(?!''))*'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
)
_BARE = re.compile(r"[^,\]}\n#]*")
_ESCAPE = re.compile(r"(?s)\\u.{4}|\\U.{8}|\\[ \t]*\n[ \t\n]*|\\.|.")


class Entry(NamedTuple):
    """Where a key stands, and the text of its value from `start` to `end`."""

    key: int
    start: int
    end: int


class Places:
    """The entries of a text by their paths."""

    def __init__(self, text: str) -> None:
        """Go through the text once."""
        self.text = text
        self.entries: dict[Path, Entry] = {(): Entry(0, 0, 0)}
        self._at = 0
        table: Path = ()
        while self._skip() < len(text):
            key = self._at
            if text[key] == "[":
                double = text.startswith("[[", key)
                self._at += 2 if double else 1
                table = self._keys()
                self._skip()
                self._at += 2 if double else 1
                for length in range(1, len(table) + 1):
                    self.entries.setdefault(table[:length], Entry(key, key, key))
            else:
                self._pair(table)

    def at(self, path: Path, index: int = -1) -> tuple[int, int]:
        """Give line and column, from 1, of a key, or of a place in its text if `index` is one."""
        while path not in self.entries:
            path = path[:-1]
        entry = self.entries[path]
        offset = entry.key if index < 0 else self._within(entry, index)
        line = self.text.count("\n", 0, offset) + 1
        return line, offset - self.text.rfind("\n", 0, offset)

    def _within(self, entry: Entry, index: int) -> int:
        """Give the offset of a character of a string as `tomllib` gives it."""
        raw = self.text[entry.start : entry.end]
        quotes = 3 if raw.startswith(('"""', "'''")) else 1
        if raw[:1] not in "\"'" or not raw:
            return entry.start
        first = quotes + (quotes == 3 and raw[3:4] == "\n")
        if raw[0] == "'" or "\\" not in raw:
            return entry.start + first + index
        read = 0
        for found in _ESCAPE.finditer(raw, first):
            if re.fullmatch(r"(?s)\\[ \t]*\n.*", found.group()):
                continue  # a line that goes on in the next
            if read == index:
                return entry.start + found.start()
            read += 1
        return entry.end

    def _skip(self) -> int:
        found = _BLANK.match(self.text, self._at)
        self._at = found.end() if found else self._at
        return self._at

    def _keys(self) -> Path:
        parts: list[str | int] = []
        while True:
            self._skip()
            found = _KEY.match(self.text, self._at)
            if found is None:
                return tuple(parts)
            self._at = found.end()
            parts.append(_plain(found.group()))
            self._skip()
            if not self.text.startswith(".", self._at):
                return tuple(parts)
            self._at += 1

    def _pair(self, table: Path) -> None:
        key = self._at
        path = table + self._keys()
        for length in range(len(table) + 1, len(path)):
            self.entries.setdefault(path[:length], Entry(key, key, key))
        self._skip()
        self._at += 1
        self._value(path, key)

    def _value(self, path: Path, key: int) -> None:
        self._skip()
        start, text = self._at, self.text
        if text.startswith("[", start):
            self._at += 1
            for place in range(len(text)):
                self._skip()
                if text.startswith("]", self._at) or self._at >= len(text):
                    break
                self._value((*path, place), self._at)
                self._skip()
                self._at += text.startswith(",", self._at)
            self._at += 1
        elif text.startswith("{", start):
            self._at += 1
            while self._skip() < len(text) and text[self._at] != "}":
                self._pair(path)
                self._skip()
                self._at += text.startswith(",", self._at)
            self._at += 1
        else:
            found = _STRING.match(text, start) or _BARE.match(text, start)
            self._at = found.end() if found else start + 1
        self.entries[path] = Entry(key, start, self._at)


def _plain(key: str) -> str:
    """Give a key as `tomllib` does: without quotes, and with what its escapes stand for."""
    return next(iter(tomllib.loads(f"{key} = 0"))) if "\\" in key else key.strip("\"'")
