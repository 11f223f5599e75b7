"""GameFile: the TOML of a game's file: values by their keys, faults with their places."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, TypeVar

from aofref.findings import Code, Finding, Place, fault
from aofref.variants.files.reader import Misread
from aofref.variants.files.toml import Path, Toml, parse

_T = TypeVar("_T")

MOST_BYTES = 65_536
MOST_LETTERS = 1000  # the most characters of a text in a little language
MOST_FAULTS = 50  # the most faults of a file that are reported


_KINDS = {str: "text", bool: "true or false", list: "a list", dict: "a table", int: "a number"}


def opened(text: str) -> "GameFile | Finding":
    """Parse the TOML of a file; or return its fault."""
    toml = parse(text)
    if not isinstance(toml, Finding):
        return GameFile(toml)
    why = toml.message
    why = f"not TOML: {why[:1].lower()}{why[1:]}" if toml.code is Code.SYNTAX else why
    return fault(Code.BAD_GAME, why, toml.place)


class GameFile:
    """The values of a file; a wrong value becomes a fault, and is read as if it were left out."""

    def __init__(self, toml: Toml) -> None:
        self._toml = toml
        self.text = toml.text
        self.data = toml.values
        self._faults: dict[tuple[Place, str, Code], None] = {}
        self._faulty: set[Path] = set()

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The first MOST_FAULTS faults in the order of their places, and a count of the others."""
        faults = sorted(self._faults)
        left = len(faults) - MOST_FAULTS
        if left > 0:
            more = f"and {left} more fault{'s' * (left > 1)}"
            faults[MOST_FAULTS:] = [(faults[MOST_FAULTS][0], more, Code.BAD_GAME)]
        return tuple(fault(code, message, place) for place, message, code in faults)

    def fault(
        self, message: str, *path: str | int, index: int = -1, code: Code = Code.BAD_GAME
    ) -> None:
        """Add a fault at a key, or at the offset `index` of its text if that is not negative."""
        self._faults[self._toml.place(path, index), message, code] = None
        self._faulty.update(path[:length] for length in range(len(path) + 1))

    def sound(self, *path: str | int) -> bool:
        """Return whether a key, and all keys below it, are without a fault."""
        return path not in self._faulty

    def phrase(
        self, what: str, read: Callable[[str], _T], text: object, *path: str | int
    ) -> _T | None:
        """Parse a text in a little language by its reader; None, with a fault, if it fails."""
        if not isinstance(text, str) or len(text) > MOST_LETTERS:
            self.fault(f"a {what} is a text of at most {MOST_LETTERS} characters", *path, index=0)
            return None
        try:
            return read(text)
        except Misread as problem:
            self.fault(str(problem), *path, index=problem.at, code=problem.code)
            return None

    def value(self, kind: type[Any], *path: str | int, needed: bool = False) -> Any:
        """Return the value of a key; None if it is missing or of another kind."""
        value: Any = self.data
        for key in path:
            if not isinstance(value, dict):
                return None
            value = value.get(key)
        if value is None:
            if needed:
                self.fault(f"{_dotted(path)} is missing", *path)
            return None
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fault(f"{_dotted(path)} must be {_KINDS[kind]}", *path, index=0)
            return None
        return value

    def line(self, most: int, *path: str | int, needed: bool = False) -> str:
        """Return a text of one line; empty if it is missing."""
        text = self.value(str, *path, needed=needed)
        if text is None:
            return ""
        if not text.strip() or len(text) > most or not text.isprintable():
            what = f"{_dotted(path)} must be one line of 1 to {most} characters, all visible"
            self.fault(what, *path)
            return ""
        return str(text)

    def texts(self, *path: str | int, needed: bool = False) -> list[str]:
        """Return a list of texts; empty if it is missing, or has other values."""
        texts = self.value(list, *path, needed=needed) or []
        for place, text in enumerate(texts):
            if not isinstance(text, str):
                self.fault(f"{_dotted(path)} lists texts", *path, place, index=0)
        return texts if all(isinstance(text, str) for text in texts) else []

    def known(self, listed: str, *path: str) -> None:
        """Check that a table has no other keys than those listed."""
        keys = listed.split()
        table = self.value(dict, *path) if path else self.data
        for key in table or {}:
            if key not in keys:
                near = get_close_matches(key, keys, 1)
                meant = f"; {near[0]} is" if near else f"; there are {', '.join(keys)}"
                where = f" in [{_dotted(path)}]" if path else ""
                shown = repr(key if len(key) <= 30 else key[:27] + "...")
                self.fault(f"{shown} is not a key{where}{meant}", *path, key)


def _dotted(path: Path) -> str:
    return ".".join(str(part) for part in path if isinstance(part, str))
