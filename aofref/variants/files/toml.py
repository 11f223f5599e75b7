"""TOML: a text parsed by `tomllib`, with the places of keys and values, which `tomllib` omits."""

import re
import tomllib
from bisect import bisect_right
from functools import cached_property
from typing import Any

from aofref.values import Value

Path = tuple[str | int, ...]  # the keys that lead to a value, and its place in each array, from 0

_BLANK = re.compile(r"(?:[ \t\n]+|#[^\n]*)*")
_KEY = re.compile(r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*'""")
_STRING = re.compile(
    r'"{3}(?s:\\.|[^\\"]|"(?!""))*"{3,5}'
    r"|'{3}(?s:[^']|'(?!''))*'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
)
_BARE = re.compile(r"[^,\]}\n#]*")
_CHARACTER = re.compile(r"(?s)(\\[ \t]*\n[ \t\n]*)|\\u.{4}|\\U.{8}|\\.|.")
"""A character of a string as it is written; or, as a group, a line continuation."""
_CHAIN = re.compile(  # more dotted keys, or nested brackets, than any file needs
    r"""(?:(?:(?<![\w-])[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}"""
    r"|(?:[\[{][ \t\n]*+){16}"
)
_LONG_NUMBER = re.compile(
    rf"{_STRING.pattern}|#[^\n]*|[=\[,]{_BLANK.pattern}(?P<number>[+-]?[0-9_]{{4000,}})(?![ \t]*=)"
)
"""A number that may have more digits than Python reads, outside texts and comments."""
_PLACE = re.compile(r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$")


class NotToml(ValueError):
    """A text that is not TOML: the reason, and the place."""

    def __init__(self, why: str, line: int, column: int) -> None:
        super().__init__(why)
        self.line, self.column = line, column


class TooMuch(NotToml):
    """A text in TOML with too many digits, or too deeply nested lists."""


class _Span(Value):
    """The offsets of a key, and of its value from `start` to `end`."""

    key: int
    start: int
    end: int


class Toml:
    """A text in TOML: `values` are the tables, lists and values that `tomllib` returns."""

    def __init__(self, text: str) -> None:
        """Parse a text; raises NotToml."""
        self.text = text.replace("\r\n", "\n")
        self._lines = [0, *(match.end() for match in re.finditer("\n", self.text))]
        self._offsets: dict[_Span, list[int]] = {}
        if _CHAIN.search(self.text):
            raise TooMuch("the keys or lists are nested too deeply", 1, 1)
        try:
            self.values: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as problem:
            why = str(problem)
            match = _PLACE.search(why)
            place = self._line_and_column(len(self.text))
            if match is not None and match[1]:
                place = int(match[1]), int(match[2])
            raise NotToml(_PLACE.sub("", why), *place) from problem
        except RecursionError as problem:
            raise TooMuch("the lists are nested too deeply", 1, 1) from problem
        except ValueError as problem:  # of int(), which tomllib does not catch
            numbers = (match.start("number") for match in _LONG_NUMBER.finditer(self.text))
            place = self._line_and_column(next((at for at in numbers if at >= 0), 0))
            raise TooMuch("this number has too many digits", *place) from problem

    def place(self, path: Path, index: int = -1) -> tuple[int, int]:
        """Return line and column, from 1, of a key, or of the offset `index` in its text.

        A negative `index` is the key itself.  A missing key has the place of its table.
        """
        while path not in self._spans:
            path = path[:-1]
        span = self._spans[path]
        return self._line_and_column(span.key if index < 0 else self._within(span, index))

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._lines, offset)
        return line, offset - self._lines[line - 1] + 1

    def _within(self, span: _Span, index: int) -> int:
        """Return the offset of a character of a string that `tomllib` returned."""
        raw = self.text[span.start : span.end]
        quotes = 3 if raw.startswith(('"""', "'''")) else 1
        if raw[:1] not in "\"'" or not raw:
            return span.start
        first = quotes + (quotes == 3 and raw[3:4] == "\n")
        if raw[0] == "'" or "\\" not in raw:
            return span.start + first + index
        if span not in self._offsets:  # a text may have a fault in every word of it
            self._offsets[span] = [
                span.start + match.start()
                for match in _CHARACTER.finditer(raw, first)
                if match[1] is None
            ]
        offsets = self._offsets[span]
        return offsets[index] if index < len(offsets) else span.end

    @cached_property
    def _spans(self) -> dict[Path, _Span]:
        """Scan the text once; it has no faults, because `tomllib` has parsed it."""
        self._at = 0
        self._found: dict[Path, _Span] = {(): _Span(0, 0, 0)}
        table: Path = ()
        while self._skip() < len(self.text):
            key = self._at
            if self.text[key] == "[":
                brackets = 2 if self.text.startswith("[[", key) else 1
                self._at += brackets
                table = self._keys()
                self._skip()
                self._at += brackets
                for length in range(1, len(table) + 1):
                    self._found.setdefault(table[:length], _Span(key, key, key))
            else:
                self._pair(table)
        return self._found

    def _skip(self) -> int:
        self._at = _BLANK.match(self.text, self._at).end()  # type: ignore[union-attr]
        return self._at

    def _keys(self) -> Path:
        parts: list[str | int] = []
        while match := _KEY.match(self.text, self._skip()):
            key, self._at = match[0], match.end()
            escaped = "\\" in key
            parts.append(next(iter(tomllib.loads(f"{key} = 0"))) if escaped else key.strip("\"'"))
            if not self.text.startswith(".", self._skip()):
                break
            self._at += 1
        return tuple(parts)

    def _pair(self, table: Path) -> None:
        key = self._at
        path = table + self._keys()
        for length in range(len(table) + 1, len(path)):
            self._found.setdefault(path[:length], _Span(key, key, key))
        self._skip()
        self._at += 1
        self._value(path, key)

    def _value(self, path: Path, key: int) -> None:
        start, text = self._skip(), self.text
        if text[start : start + 1] in ("[", "{"):
            place = 0
            self._at += 1
            while text[self._skip()] not in "]}":
                if text[start] == "[":
                    self._value((*path, place), self._at)
                    place += 1
                else:
                    self._pair(path)
                self._skip()
                self._at += text.startswith(",", self._at)
            self._at += 1
        else:
            match = _STRING.match(text, start) or _BARE.match(text, start)
            self._at = match.end() if match else start + 1
        self._found[path] = _Span(key, start, self._at)
