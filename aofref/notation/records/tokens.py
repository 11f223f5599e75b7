"""Tokens: the movetext of a record (aofref-record(5))."""

from collections.abc import Iterator, Sequence
from enum import IntEnum, auto
from typing import NamedTuple

from aofref.findings import Place


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

    The ordinal counts the tokens of a record from 0; it is -1 outside a record.
    """

    kind: Kind
    text: str
    place: Place
    ordinal: int = -1


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
