"""Tokens: the movetext of a record (aofref-record(5))."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum, auto
from itertools import count, repeat
from typing import NamedTuple, overload

from aofref.findings import Place


class Kind(IntEnum):
    """The kind of a token; a number, so that `Tokens` can keep a byte for each."""

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


class Tokens(Sequence[Token]):
    """The tokens of a record, kept as columns; a `Token` is made when it is read.

    That takes less memory, and many tokens can be added or searched at once.  `kinds` has their
    kinds, one byte each, and `texts` their texts.  Only the first token of a run separated by
    single blanks has its index and place stored.
    """

    __slots__ = ("_columns", "_firsts", "_lines", "kinds", "texts")

    def __init__(self) -> None:
        self.kinds = bytearray()
        self.texts: list[str] = []
        self._firsts = array("I")
        self._lines = array("I")
        self._columns = array("I")

    def _begin(self, line: int, column: int) -> None:
        """Store the index and place of the next token."""
        self._firsts.append(len(self.texts))
        self._lines.append(line)
        self._columns.append(column)

    def add(self, kind: Kind, text: str, line: int, column: int) -> None:
        """Add a token."""
        self._begin(line, column)
        self.kinds.append(kind)
        self.texts.append(text)

    def add_words(self, words: Sequence[str], kinds: bytes, line: int, column: int) -> None:
        """Add tokens of one line, separated by single blanks."""
        self._begin(line, column)
        self.texts += words
        self.kinds += kinds

    def join_last(self, text: str) -> bool:
        """Append a blank and text to the last token if it is a move; return whether it is."""
        if self.kinds[-1:] != _MOVE:
            return False
        self.texts[-1] = f"{self.texts[-1]} {text}"
        return True

    def last_move(self) -> int:
        """Find the last move with nothing but NAGs and comments behind it; -1 if there is none."""
        at = len(self.kinds) - 1
        while at >= 0 and self.kinds[at] in _BEHIND:
            at -= 1
        return at if at >= 0 and self.kinds[at] == Kind.MOVE else -1

    def mark(self, at: int, text: str) -> None:
        """Append a mark of check, which stood apart, to a move."""
        self.texts[at] += text

    def has(self, kind: Kind) -> bool:
        """Return whether there is a token of a kind."""
        return kind in self.kinds

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Token]:
        kinds = [_KINDS[kind] for kind in bytes(self.kinds)]
        places = map(_new, repeat(Place), self._all_places())
        return map(_new, repeat(Token), zip(kinds, self.texts, places, count()))

    @overload
    def __getitem__(self, at: int) -> Token: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Token, ...]: ...
    def __getitem__(self, at: int | slice) -> Token | tuple[Token, ...]:
        if isinstance(at, slice):
            return tuple(self)[at]
        at = range(len(self))[at]
        begun = bisect_right(self._firsts, at) - 1
        before = self.texts[self._firsts[begun] : at]
        column = self._columns[begun] + sum(map(len, before)) + len(before)
        return Token(_KINDS[self.kinds[at]], self.texts[at], Place(self._lines[begun], column), at)

    def _all_places(self) -> Iterator[tuple[int, int]]:
        """Yield the line and column of each token."""
        ends = (*self._firsts[1:], len(self))
        runs = zip(self._firsts, ends, self._lines, self._columns, strict=True)
        for first, end, line, column in runs:
            yield line, column
            for text in self.texts[first : end - 1]:
                column += len(text) + 1
                yield line, column

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*self] == [*other]


_new = tuple.__new__  # of a NamedTuple, without the cost of its own
_KINDS = (Kind.BAD, *Kind)  # by their values
_MOVE = bytes([Kind.MOVE])
_BEHIND = bytes([Kind.NAG, Kind.COMMENT])


def columns(tokens: Sequence[Token]) -> tuple[bytes, Sequence[str]]:
    """Return the numbers of the kinds of tokens, and their texts."""
    if type(tokens) is Tokens:  # compiled, it takes every Sequence for an instance of itself
        return bytes(tokens.kinds), tokens.texts
    return bytes([token.kind for token in tokens]), [token.text for token in tokens]


def outside(kinds: bytes | bytearray, wanted: Sequence[Kind]) -> list[int]:
    """List the indices of the tokens outside variations, of the kinds `wanted`, or of all kinds."""
    opens, closes, depth = Kind.OPEN, Kind.CLOSE, 0
    places: list[int] = []
    if wanted and opens not in kinds and closes not in kinds:
        for kind in wanted:
            at = kinds.find(kind)
            while at >= 0:
                places.append(at)
                at = kinds.find(kind, at + 1)
        places.sort()
        return places
    for at, number in enumerate(kinds):
        if number == opens:
            depth += 1
        elif number == closes:
            depth = max(0, depth - 1)
        elif not depth and (not wanted or number in wanted):
            places.append(at)
    return places
