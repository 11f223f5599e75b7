"""Reader: a text in a little language, read from its start by patterns; a word knows its place.

Not by pyparsing, because each record of a game from a file needs this module: to load pyparsing
takes nearly as long as to check such a record.
"""

import re

from aofref.findings import Code


class Misread(ValueError):
    """The fault of a text, and its offset there, from 0."""

    def __init__(self, what: str, at: int, code: Code = Code.BAD_GAME) -> None:
        super().__init__(what)
        self.at, self.code = at, code


class Word(str):
    """A part of a text, and its offset there, from 0."""

    at: int

    def __new__(cls, text: str, at: int = 0) -> "Word":
        """Make a word that begins at an offset."""
        word = super().__new__(cls, text)
        word.at = at
        return word


class Reader:
    """A text, and the offset up to which it has been read; `blanks` match nothing, too."""

    def __init__(self, text: str, blanks: str = " *") -> None:
        self.text, self.at, self._blanks = text, 0, re.compile(blanks)

    def skip(self) -> int:
        """Skip blanks, and return the offset behind them."""
        match = self._blanks.match(self.text, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def look(self, pattern: str) -> Word | None:
        """Skip blanks and read a match of a pattern; None if there is no match."""
        match = re.compile(pattern).match(self.text, self.skip())
        if match is None:
            return None
        self.at = match.end()
        return Word(match[0], match.start())

    def need(self, pattern: str, what: str) -> Word:
        """Read a match of a pattern; raises Misread, with `what` as expected."""
        word = self.look(pattern)
        if word is None:
            raise Misread(f"expected {what}", self.at)
        return word

    def ended(self) -> bool:
        """Skip blanks, and return whether nothing is left."""
        return self.skip() == len(self.text)

    def end(self, what: str) -> None:
        """Check that only blanks are left; raises Misread."""
        if not self.ended():
            raise Misread(f"expected the end of the {what}", self.at)
