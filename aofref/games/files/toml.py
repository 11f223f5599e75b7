"""TOML: a text parsed by `tomllib`, with the places of keys and values, which `tomllib` omits."""

import re
import tomllib
from functools import cached_property, lru_cache
from typing import Any

from aofref.findings import Code, Place, bad_text, place_at
from aofref.games.files.reader import Reader

Path = tuple[str | int, ...]  # the keys that lead to a value, and its place in each array, from 0

_BLANKS = r"(?:[ \t\n]+|#[^\n]*)*"
_KEY = r"""[A-Za-z0-9_-]+|"(?:\\.|[^"\\])*"|'[^']*'"""
_STRING = (
    r'"{3}(?s:\\.|[^\\"]|"(?!""))*"{3,5}'
    r"|'{3}(?s:[^']|'(?!''))*'{3,5}"
    r'|"(?:\\.|[^"\\])*"'
    r"|'[^']*'"
)
_CHARACTER = r"(?s)(\\[ \t]*\n[ \t\n]*)|\\u.{4}|\\U.{8}|\\.|."
"""A character of a string as it is written; or, as a group, a line continuation."""
_CHAIN = (  # more dotted keys, or nested brackets, than any file needs
    r"""(?:(?:(?<![\w-])[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}"""
    r"|(?:[\[{][ \t\n]*+){16}"
)
_LONG_NUMBER = rf"{_STRING}|#[^\n]*|[=\[,]{_BLANKS}(?P<number>[+-]?[0-9_]{{4000,}})(?![ \t]*=)"
"""A number that may have more digits than Python reads, outside texts and comments."""


def parse(text: str) -> "Toml":
    """Parse a text; raises BadText, with code LIMIT for too many digits or too deep lists."""
    text = text.replace("\r\n", "\n")
    try:
        if re.search(_CHAIN, text):
            raise RecursionError
        return Toml(text, tomllib.loads(text))
    except RecursionError:
        why = "the keys or lists are nested too deeply"
        raise bad_text(why, code=Code.LIMIT) from None
    except tomllib.TOMLDecodeError as problem:
        why, _, where = str(problem).partition(" (at ")
        numbers = [*map(int, re.findall("[0-9]+", where))]  # line and column, or the end
        place = Place(*numbers) if numbers else place_at(text, len(text))
        raise bad_text(why, place) from None
    except ValueError:  # of int(), which tomllib does not catch
        longs = (match.start("number") for match in re.finditer(_LONG_NUMBER, text))
        place = place_at(text, next((at for at in longs if at >= 0), 0))
        raise bad_text("this number has too many digits", place, Code.LIMIT) from None


_Span = tuple[int, int, str]
"""The offset of a key, and of its value; the value as it is written, empty for a table."""


class Toml:
    """A text in TOML: `values` are the tables, lists and values that `tomllib` returns."""

    def __init__(self, text: str, values: dict[str, Any]) -> None:
        self.text, self.values = text, values

    def place(self, path: Path, index: int = -1) -> Place:
        """Return line and column, from 1, of a key, or of the offset `index` in its text.

        A negative `index` is the key itself.  A missing key has the place of its table.
        """
        while path not in self._spans:
            path = path[:-1]
        key, start, written = self._spans[path]
        if index >= 0 and written[:1] in ("'", '"'):
            characters = _characters(written)
            start += characters[min(index, len(characters) - 1)]
        return place_at(self.text, key if index < 0 else start)

    @cached_property
    def _spans(self) -> dict[Path, _Span]:
        return _Scanner(self.text).spans


@lru_cache(maxsize=16)  # a text may have a fault in every word of it
def _characters(written: str) -> list[int]:
    """Return the offset of each character of a string that is written in quotes, and of its end."""
    quotes = 3 if written[:3] in ('"""', "'''") else 1
    first, end = quotes + (written[quotes] == "\n"), len(written) - quotes
    pattern = re.compile(_CHARACTER if written[0] == '"' else "(?s)().")
    found = pattern.finditer(written, first, end)
    return [*(match.start() for match in found if not match[1]), end]


class _Scanner(Reader):
    """The places of keys and values in a text that `tomllib` has parsed, so that it is TOML."""

    def __init__(self, text: str) -> None:
        super().__init__(text, _BLANKS)
        self.spans: dict[Path, _Span] = {(): (0, 0, "")}
        table: Path = ()
        while not self.ended():
            if opening := self.look(r"\[\[?"):
                table = self._keys((), opening.at)
                self.look("]]?")
            else:
                self._pair(table)

    def _keys(self, path: Path, at: int) -> Path:
        """Read dotted keys, which have the place of the first of them."""
        while key := self.look(_KEY):
            bare = next(iter(tomllib.loads(f"{key} = 0"))) if "\\" in key else key.strip("\"'")
            path = (*path, bare)
            self.spans.setdefault(path, (at, at, ""))
            if not self.look(r"\."):
                break
        return path

    def _pair(self, table: Path) -> None:
        key = self.skip()
        path = self._keys(table, key)
        self.look("=")
        self._value(path, key)

    def _value(self, path: Path, key: int) -> None:
        start, written = self.skip(), ""
        if self.look(r"\["):
            number = 0
            while not self.look("]"):
                self._value((*path, number), self.skip())
                self.look(",")
                number += 1
        elif self.look("{"):
            while not self.look("}"):
                self._pair(path)
                self.look(",")
        else:
            written = self.look(rf"{_STRING}|[^,\]}}\n#]*") or ""
        self.spans[path] = key, start, written
