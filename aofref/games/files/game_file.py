"""GameFile: a key of a game's file, or the whole file: its value, and faults with their places."""

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any, TypeVar

from aofref.findings import BadText, Code, Finding, bad_text, fault, first_faults
from aofref.games.files.toml import Path, Toml, parse

_T = TypeVar("_T")

MOST_BYTES = 65_536
MOST_LETTERS = 1000  # the most characters of a text in a little language
MOST_FAULTS = 50  # the most faults of a file that are reported
_KINDS = {str: "text", bool: "true or false", list: "a list", dict: "a table", int: "a number"}


def opened(text: str) -> "GameFile":
    """Parse the TOML of a file; raises BadText."""
    try:
        return GameFile(parse(text), {}, set())
    except BadText as problem:
        (wrong,) = problem.findings
    why = wrong.message
    why = f"not TOML: {why[:1].lower()}{why[1:]}" if wrong.code is Code.SYNTAX else why
    raise bad_text(why, wrong.place, Code.BAD_GAME)


class GameFile:
    """A key of a game's file, which may be missing, and all below it; at first the whole file.

    A wrong value becomes a fault of the file, and is read as if it were left out.
    """

    def __init__(
        self,
        toml: Toml,
        faults: dict[Finding, None],
        faulty: set[Path],
        path: Path = (),
    ) -> None:
        self._toml, self._faults, self._faulty, self.path = toml, faults, faulty, path

    def __getitem__(self, key: str | int) -> "GameFile":
        return GameFile(self._toml, self._faults, self._faulty, (*self.path, key))

    @property
    def text(self) -> str:
        """The text of the file."""
        return self._toml.text

    @property
    def faults(self) -> tuple[Finding, ...]:
        """The first MOST_FAULTS faults in the order of their places, and a count of the others."""
        faults = sorted(self._faults, key=lambda why: (why.place, why.message))
        return first_faults(faults, MOST_FAULTS)

    def fault(self, message: str, index: int = -1, code: Code = Code.BAD_GAME) -> None:
        """Add a fault at the key, or at the offset `index` of its text if that is not negative."""
        self._faults[fault(code, message, self._toml.place(self.path, index))] = None
        self._faulty.update(self.path[:length] for length in range(len(self.path) + 1))

    def must(
        self, holds: object, message: str, index: int = -1, code: Code = Code.BAD_GAME
    ) -> bool:
        """Add a fault, as `fault` does, unless a condition holds; return whether it does."""
        if not holds:
            self.fault(message, index, code)
        return bool(holds)

    @property
    def sound(self) -> bool:
        """Whether the key, and all keys below it, are without a fault."""
        return self.path not in self._faulty

    @property
    def data(self) -> Any:
        """The value of the key, of any kind; None if it is missing."""
        return self._at(self.path)

    def _at(self, path: Path) -> Any:
        value: Any = self._toml.values
        for key in path:
            if isinstance(key, int):
                value = value[key]
            else:
                value = value.get(key) if isinstance(value, dict) else None
        return value

    def value(self, kind: type[Any], *, needed: bool = False) -> Any:
        """Return the value of the key; None if it is missing or of another kind."""
        value = self.data
        if value is None:
            if needed and isinstance(self._at(self.path[:-1]), dict):
                self.fault(f"{self.name} is missing")
        elif not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self.fault(f"{self.name} must be {_KINDS[kind]}", 0)
            return None
        return value

    def table(self, *, needed: bool = False) -> dict[str, "GameFile"]:
        """Return the keys of a table; none if it is missing."""
        return {key: self[key] for key in self.value(dict, needed=needed) or {}}

    def line(self, most: int, *, needed: bool = False) -> str:
        """Return a text of one line; empty if it is missing."""
        text = self.value(str, needed=needed)
        if text is None:
            return ""
        if not text.strip() or len(text) > most or not text.isprintable():
            self.fault(f"{self.name} must be one line of 1 to {most} characters, all visible")
            return ""
        return str(text)

    def phrase(self, what: str, read: Callable[[str], _T]) -> _T | None:
        """Parse a text in a little language by its reader; None, with a fault, if it fails."""
        text = self.data
        if not isinstance(text, str) or len(text) > MOST_LETTERS:
            self.fault(f"a {what} is a text of at most {MOST_LETTERS} characters", 0)
            return None
        try:
            return read(text)
        except BadText as problem:
            self.faults_within(problem)
            return None

    def faults_within(self, problem: BadText) -> None:
        """Add the faults of the key's text, which has been read as a little language."""
        for why in problem.findings:
            self.fault(why.message, why.column - 1, why.code)

    def known(self, listed: str) -> None:
        """Check that a table has no other keys than those listed."""
        keys = listed.split()
        for key, each in self.table().items():
            if key not in keys:
                near = get_close_matches(key, keys, 1)
                meant = f"; {near[0]} is" if near else f"; there are {', '.join(keys)}"
                where = f" in [{self.name}]" if self.path else ""
                shown = repr(key if len(key) <= 30 else key[:27] + "...")
                each.fault(f"{shown} is not a key{where}{meant}")

    @property
    def name(self) -> str:
        """The key as TOML writes it, with dots."""
        return ".".join(str(part) for part in self.path if isinstance(part, str))
