"""Reader: a text in a little language, read from its start by patterns; a word knows its place.

Not by pyparsing, because each record of a game from a file needs this module: to load pyparsing
takes nearly as long as to check such a record.
"""

import re

from aofref.findings import BadText, Code, Place, bad_text


def misread(what: str, at: int, code: Code = Code.BAD_GAME) -> BadText:
    """Return the exception for a fault at an offset, from 0."""
    return bad_text(what, Place(1, at + 1), code)


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
        """Read a match of a pattern; raises BadText, with `what` as expected."""
        word = self.look(pattern)
        if word is None:
            raise misread(f"expected {what}", self.at)
        return word

    def ended(self) -> bool:
        """Skip blanks, and return whether nothing is left."""
        return self.skip() == len(self.text)

    def end(self, what: str) -> None:
        """Check that only blanks are left; raises BadText."""
        if not self.ended():
            raise misread(f"expected the end of the {what}", self.at)
