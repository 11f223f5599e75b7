"""Tokens: the movetext of a record (aofref-record(5))."""

from collections.abc import Iterator, Sequence
from enum import IntEnum, auto
from functools import lru_cache
from typing import NamedTuple

from aofref.findings import Place
from aofref.notation.signs import DASHES


class Kind(IntEnum):
    """The kind of a token; a number, so that a run of words can have a byte for each."""

    MOVE = auto()
    NUMBER = auto()
    COMMENT = auto()  # in braces, or to the end of its line
    ESCAPE = auto()  # a line that begins with a percent sign
    NAG = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    BAD = auto()
    TAG = auto()  # never among the tokens of a record


class Token(NamedTuple):
    """A token of the movetext: its text (without braces and the like), its place, its ordinal.

    The ordinal counts the tokens of a record from 0; it is -1 outside a record.  One that is to be
    written has no line.
    """

    kind: Kind
    text: str
    line: int = 0
    column: int = 0
    ordinal: int = -1

    @property
    def place(self) -> Place:
        """Its place in the stream."""
        return Place(self.line, self.column)


def outside(tokens: Sequence[Token]) -> Iterator[Token]:
    """Yield the tokens outside variations."""
    depth = 0
    for token in tokens:
        if token.kind is Kind.OPEN:
            depth += 1
        elif token.kind is Kind.CLOSE:
            depth = max(0, depth - 1)
        elif not depth:
            yield token


BARE_MARKS = f",{DASHES}"
"""The marks behind a number that is read only where it is due."""
NUMBER_MARKS = f"().:\u2026{BARE_MARKS}"
"""The marks that may stand beside the number of a move."""


@lru_cache(maxsize=1024)  # the same numbers stand in every record
def number_of(text: str) -> int | None:
    """Return the number of a text of a NUMBER; None if it has only dots."""
    digits = text.strip(NUMBER_MARKS)
    return int(digits) if digits else None
