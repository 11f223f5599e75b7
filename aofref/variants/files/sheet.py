"""Sheet: a game's file as TOML, its values by their keys, and its faults with their places."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple

from aofref.variants.files.places import Path, Places

MOST_BYTES = 65_536
MOST_LETTERS = 1000
"""So long a text in a little language may be."""
MOST_FAULTS = 50
"""So many faults of a file are reported; more help nobody."""
_CHAIN = re.compile(
    r"""(?:(?:(?<![\w-])[A-Za-z0-9_-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){16}"""
    r"|(?:[\[{][ \t\n]*+){16}"
)
"""More keys in a row, or brackets in each other, than any file needs."""
_PLACE = re.compile(r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$")


class Fault(NamedTuple):
    """What is wrong with a file, and where: line and column, both from 1."""

    line: int
    column: int
    message: str


class Unread(Exception):
    """A file of which nothing can be read."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


_KINDS = {str: "text", bool: "true or false", list: "a list", dict: "a table", int: "a number"}


class Sheet:
    """The values of a file; what is not as it should be is a fault, and read as if left out."""

    def __init__(self, text: str) -> None:
        """Read the TOML; raises Unread."""
        self.text = text.replace("\r\n", "\n")
        self._faults: dict[Fault, None] = {}
        self._faulty: set[Path] = set()
        if _CHAIN.search(self.text):
            raise Unread(Fault(1, 1, "the keys or lists are nested too deeply"))
        try:
            self.data: dict[str, Any] = tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as problem:
            raise Unread(self._in_toml(str(problem))) from problem
        except RecursionError as problem:
            raise Unread(Fault(1, 1, "the lists are nested too deeply")) from problem

    def _in_toml(self, message: str) -> Fault:
        found = _PLACE.search(message)
        last = self.text.count("\n") + 1, len(self.text) - self.text.rfind("\n")
        line, column = map(int, found.groups()) if found and found[1] else last
        told = message[: found.start()] if found else message
        return Fault(line, column, f"not TOML: {told[:1].lower()}{told[1:]}")

    @cached_property
    def _places(self) -> Places:
        return Places(self.text)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Give the faults in the order of their places, no more than help."""
        found = sorted(self._faults)
        left = len(found) - MOST_FAULTS
        if left <= 0:
            return tuple(found)
        more = found[MOST_FAULTS]._replace(message=f"and {left} more fault{'s' * (left > 1)}")
        return (*found[:MOST_FAULTS], more)

    def fault(self, message: str, *path: str | int, index: int = -1) -> None:
        """Add a fault at a key, or at a place in its text if `index` is one."""
        self._faults[Fault(*self._places.at(path, index), message)] = None
        self._faulty.update(path[:length] for length in range(len(path) + 1))

    def sound(self, *path: str | int) -> bool:
        """Say that no fault has been found at a key, nor in what is below it."""
        return path not in self._faulty

    def misread(self, kind: str, text: object, *path: str | int) -> None:
        """Say where a text in a little language, a `piece` or a `condition`, goes wrong."""
        if not isinstance(text, str) or len(text) > MOST_LETTERS:
            what = f"a {kind} is a text of at most {MOST_LETTERS} characters"
            self.fault(what, *path, index=0)
            return
        from aofref.variants.files.grammar import expected  # and with it pyparsing

        what, at = expected(kind, text)
        self.fault(f"expected {what}", *path, index=at)

    def value(self, kind: type[Any], *path: str | int, needed: bool = False) -> Any:
        """Give the value of a key; None if it is not there, or of another kind."""
        found: Any = self.data
        for key in path:
            if not isinstance(found, dict):
                return None
            found = found.get(key)
        if found is None:
            if needed:
                self.fault(f"{_dotted(path)} is missing", *path)
            return None
        if not isinstance(found, kind) or (isinstance(found, bool) and kind is not bool):
            self.fault(f"{_dotted(path)} must be {_KINDS[kind]}", *path, index=0)
            return None
        return found

    def line(self, most: int, *path: str | int, needed: bool = False) -> str:
        """Give a text of one line; empty if it is not there."""
        found = self.value(str, *path, needed=needed)
        if found is None:
            return ""
        if not found.strip() or len(found) > most or not found.isprintable():
            what = f"{_dotted(path)} must be one line of 1 to {most} characters, all visible"
            self.fault(what, *path)
            return ""
        return str(found)

    def texts(self, *path: str | int, needed: bool = False) -> list[str]:
        """Give a list of texts; what is none is a fault."""
        found = self.value(list, *path, needed=needed) or []
        for place, one in enumerate(found):
            if not isinstance(one, str):
                self.fault(f"{_dotted(path)} lists texts", *path, place, index=0)
        return found if all(isinstance(one, str) for one in found) else []

    def known(self, keys: Iterable[str], *path: str) -> None:
        """Tell the keys of a table that mean nothing."""
        table = self.value(dict, *path) if path else self.data
        for key in table or {}:
            if key not in keys:
                near = get_close_matches(key, list(keys), 1)
                meant = f"; {near[0]} is" if near else f"; there are {', '.join(keys)}"
                where = f" in [{_dotted(path)}]" if path else ""
                self.fault(f"{_shown(key)} is no key{where}{meant}", *path, key)


def _dotted(path: Path) -> str:
    return ".".join(str(part) for part in path if isinstance(part, str))


def _shown(text: str) -> str:
    """Show a text that may be anything."""
    return repr(text if len(text) <= 30 else text[:27] + "...")
