"""What a record is made of: tag pairs, tokens, and where they stand (aofref-record(5))."""

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from enum import IntEnum, auto
from functools import cached_property
from itertools import count, repeat
from typing import NamedTuple, overload

from aofref.findings import Code, Finding, Place, Refusal
from aofref.findings.facts import Words
from aofref.notation.records.members import begins_json
from aofref.text import on_one_line


class Kind(IntEnum):
    """What a token is; the number is for those that keep many."""

    MOVE = auto()
    NUMBER = auto()
    COMMENT = auto()  # in braces, or to the end of its line
    ESCAPE = auto()  # a line that begins with a percent sign
    NAG = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    BAD = auto()
    TAG = auto()  # this one and the next are never among the tokens of a record
    RUN = auto()  # moves and numbers, a blank apart


class Token(NamedTuple):
    """A token of the movetext: its text (without braces and the like), its place, its ordinal.

    The ordinal counts the tokens of its record from 0; -1 is a token of no record.
    """

    kind: Kind
    text: str
    place: Place
    ordinal: int = -1


class Tokens(Sequence[Token]):
    """The tokens of a record, kept as columns; each is made when it is asked for.

    A token kept so takes a tenth of the memory, and many are added or gone through at once.
    `kinds` are the numbers of their kinds, `texts` their texts.  A place is kept of the first of
    those that stand on a line a blank apart, with its index.
    """

    __slots__ = ("_columns", "_firsts", "_lines", "kinds", "texts")

    def __init__(self) -> None:
        self.kinds = bytearray()
        self.texts: list[str] = []
        self._firsts = array("I")
        self._lines = array("I")
        self._columns = array("I")

    def _begin(self, line: int, column: int) -> None:
        """Note where what is added next stands."""
        self._firsts.append(len(self.texts))
        self._lines.append(line)
        self._columns.append(column)

    def add(self, kind: Kind, text: str, line: int, column: int) -> None:
        """Add a token."""
        self._begin(line, column)
        self.kinds.append(kind)
        self.texts.append(text)

    def add_run(self, text: str, line: int, column: int) -> None:
        """Add moves, and numbers, which end with a point, that stand on a line a blank apart."""
        self._begin(line, column)
        kinds = self.kinds
        self.texts += text.split()
        *numbered, _ = f" {text}".split(".")
        for moves in numbered:
            kinds += _MOVE * (moves.count(" ") - 1) + _NUMBER
        kinds += _MOVE * (len(self.texts) - len(kinds))

    def add_lines(self, moves: list[str], line: int) -> None:
        """Add moves that stand on lines of their own from a line on."""
        self._firsts.extend(range(len(self.texts), len(self.texts) + len(moves)))
        self._lines.extend(range(line, line + len(moves)))
        self._columns.extend(repeat(1, len(moves)))
        self.kinds += _MOVE * len(moves)
        self.texts += moves

    def join_last(self, text: str) -> bool:
        """Put more text behind the last token, with a blank, if that is a move; say whether."""
        if self.kinds[-1:] != _MOVE:
            return False
        self.texts[-1] = f"{self.texts[-1]} {text}"
        return True

    def has(self, kind: Kind) -> bool:
        """Say whether there is a token of that kind."""
        return kind in self.kinds

    def places(self, wanted: Sequence[Kind] = ()) -> list[int]:
        """List where tokens of these kinds stand outside variations; without any, all of them."""
        return _outside(self.kinds, wanted)

    def __len__(self) -> int:
        return len(self.kinds)

    def __iter__(self) -> Iterator[Token]:
        kinds = [_KINDS[kind] for kind in self.kinds]
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
        """Yield the line and the column of each."""
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
_MOVE, _NUMBER = bytes([Kind.MOVE]), bytes([Kind.NUMBER])


def _outside(kinds: bytes | bytearray, wanted: Sequence[Kind]) -> list[int]:
    """List where tokens stand outside variations: those of the kinds that are wanted, or all."""
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


class Tag(NamedTuple):
    """A tag pair and the place of its bracket."""

    name: str
    value: str
    place: Place


class Origin(NamedTuple):
    """Where a record stood before `select` took it out of its file: source, place, number.

    It is written on a line of its own before the record, which ends the record before it and is
    part of none.  The line begins with a percent sign, so that every reader of PGN skips it.
    """

    source: str
    start: Place
    number: int


_ORIGIN = re.compile(
    r"% aofref: (.+):([1-9][0-9]{0,8}):([1-9][0-9]{0,8}): record ([1-9][0-9]{0,8})\n?\Z"
)


def write_origin(origin: Origin) -> str:
    """Write the line of an origin; its source is made safe."""
    (line, column), source = origin.start, on_one_line(origin.source)
    return f"% aofref: {source}:{line}:{column}: record {origin.number}\n"


def read_origin(line: str) -> Origin | None:
    """Read the line of an origin; None for any other line."""
    match = _ORIGIN.match(line) if line.startswith("%") else None
    if match is None:
        return None
    source, *numbers = match.groups()
    at, column, number = map(int, numbers)
    return Origin(source, Place(at, column), number)


class RawRecord(NamedTuple):
    """The text of one record and where in the stream it begins.

    `origin` is where it stood before, as a line before it says: nothing to be trusted.  `content`
    is its bytes as they came, line ends and all, where they were asked for.
    """

    text: str
    start: Place
    findings: tuple[Finding, ...] = ()
    origin: Origin | None = None
    content: bytes = b""

    @property
    def is_json(self) -> bool:
        """Say whether the record is written in JSON."""
        return begins_json(self.text)

    def offset(self, place: Place) -> int:
        """Find the offset in the text of a place of its stream."""
        lines = self.text.split("\n")
        down = place.line - self.start.line
        column = place.column - (self.start.column if not down else 1)
        return sum(len(line) + 1 for line in lines[:down]) + column


class _Parsed(NamedTuple):
    tags: tuple[Tag, ...]
    tokens: Sequence[Token]
    findings: tuple[Finding, ...]
    start: Place
    raw: RawRecord
    broken: bool = False


class ParsedRecord(_Parsed):
    """A record that has been read, not judged: tags, movetext, and what could not be read.

    `broken` says that nothing of it could be read.
    """

    def tag(self, name: str) -> Tag | None:
        """Return the first tag of that name."""
        return next((tag for tag in self.tags if tag.name == name), None)

    @property
    def values(self) -> dict[str, str]:
        """The values of the tags by name, in order; of a tag given twice, the first."""
        values: dict[str, str] = {}
        for tag in self.tags:
            values.setdefault(tag.name, tag.value)
        return values

    @cached_property
    def main_line(self) -> tuple[Token, ...]:
        """The tokens outside variations, in order."""
        return self._outside()

    @cached_property
    def comments(self) -> tuple[Token, ...]:
        """The comments outside variations, in order."""
        return self._outside(Kind.COMMENT)

    @cached_property
    def results(self) -> tuple[Token, ...]:
        """The results that the main line states, in order."""
        return self._outside(Kind.RESULT)

    def _outside(self, *wanted: Kind) -> tuple[Token, ...]:
        tokens = self.tokens
        if isinstance(tokens, Tokens):
            places = tokens.places(wanted)
        else:
            places = _outside(bytes([token.kind for token in tokens]), wanted)
        every = tokens if wanted else tuple(tokens)  # which takes less than one by one
        return tuple([every[place] for place in places])

    @property
    def result(self) -> Token | None:
        """The result that ends the movetext."""
        return self.results[-1] if self.results else None


def unfilled(text: str) -> str:
    """Undo line filling in a comment: a lone line break in it stands for a single blank.

    Where a line break stands beside a blank or another one, all of them are the comment's own.
    """
    return text if _OWN_BREAK.search(text) is not None else text.replace("\n", " ")


_OWN_BREAK = re.compile(r"(?:\A|[ \n])\n|\n(?:[ \n]|\Z)")
"""A line break that is a comment's own: it stands beside a blank, another one, or a brace."""


def fault(code: Code, text: str, at: Place) -> Finding:
    """Make a finding of what cannot be read."""
    return Finding(Refusal(code, Words(text)), at)


def syntax(text: str, at: Place) -> Finding:
    """Make a syntax finding."""
    return fault(Code.SYNTAX, text, at)
