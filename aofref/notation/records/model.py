"""What a record is made of: tag pairs, tokens, and where they stand (aofref-record(5))."""

from __future__ import annotations

from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from aofref.findings import Code, Finding, Place, Refusal
from aofref.findings.facts import Words
from aofref.notation.records.members import begins_json
from aofref.notation.records.origin import Origin
from aofref.text import on_one_line


class Kind(Enum):
    """What a token is."""

    MOVE = auto()
    NUMBER = auto()
    COMMENT = auto()  # in braces, or to the end of its line
    LINE_COMMENT = auto()  # a comment, as JSON of earlier versions has it
    ESCAPE = auto()  # a line that begins with a percent sign
    NAG = auto()
    OPEN = auto()
    CLOSE = auto()
    RESULT = auto()
    BAD = auto()
    TAG = auto()  # never among the tokens of the movetext


COMMENTS = (Kind.COMMENT, Kind.LINE_COMMENT)
"""The kinds of a comment."""


class Token(NamedTuple):
    """A token of the movetext: its text (without braces and the like), its place, its ordinal.

    The ordinal counts the tokens of its record from 0; -1 is a token of no record.
    """

    kind: Kind
    text: str
    place: Place
    ordinal: int = -1


class Tag(NamedTuple):
    """A tag pair and the place of its bracket."""

    name: str
    value: str
    place: Place


class RawRecord(NamedTuple):
    """The text of one record and where in the stream it begins.

    `origin` is where it stood before, as a line before it says: nothing to be trusted.
    """

    text: str
    start: Place
    findings: tuple[Finding, ...] = ()
    origin: Origin | None = None

    @property
    def is_json(self) -> bool:
        """Say whether the record is written in JSON."""
        return begins_json(self.text)

    def offset(self, place: Place) -> int:
        """Give where in the text a place of its stream is."""
        lines = self.text.split("\n")
        down = place.line - self.start.line
        column = place.column - (self.start.column if not down else 1)
        return sum(len(line) + 1 for line in lines[:down]) + column


class _Record(NamedTuple):
    tags: tuple[Tag, ...]
    tokens: tuple[Token, ...]
    findings: tuple[Finding, ...]
    start: Place
    raw: RawRecord
    broken: bool = False


class Record(_Record):
    """A record that has been read: tags and movetext in order, and what could not be read.

    `broken` says that nothing of it could be read.
    """

    def tag(self, name: str) -> Tag | None:
        """Give the first tag of that name."""
        for tag in self.tags:
            if tag.name == name:
                return tag
        return None

    @property
    def values(self) -> dict[str, str]:
        """Give the values of the tags by name; of a tag that is given twice, the first."""
        return {tag.name: tag.value for tag in reversed(self.tags)}

    @cached_property
    def main_line(self) -> tuple[Token, ...]:
        """List the tokens outside variations, in order."""
        depth, found = 0, []
        opens, closes = Kind.OPEN, Kind.CLOSE
        if not [token for token in self.tokens if token.kind is opens or token.kind is closes]:
            return self.tokens
        for token in self.tokens:
            kind = token.kind
            if kind is opens:
                depth += 1
            elif kind is closes:
                depth = max(0, depth - 1)
            elif not depth:
                found.append(token)
        return tuple(found)

    @cached_property
    def comments(self) -> tuple[Token, ...]:
        """List the comments outside variations, in order."""
        one, other = COMMENTS
        return tuple([t for t in self.main_line if t.kind is one or t.kind is other])

    @cached_property
    def results(self) -> tuple[Token, ...]:
        """List the results that the main line states, in order."""
        result = Kind.RESULT
        return tuple([token for token in self.main_line if token.kind is result])

    @property
    def result(self) -> Token | None:
        """Give the result that ends the movetext."""
        return self.results[-1] if self.results else None


def fault(code: Code, text: str, at: Place) -> Finding:
    """Make a finding of what cannot be read."""
    return Finding(Refusal(code, Words(text)), at)


def syntax(text: str, at: Place) -> Finding:
    """Make a syntax finding."""
    return fault(Code.SYNTAX, text, at)


def excerpt(text: str, most: int = 40) -> str:
    """Quote a piece of input on one line, cut short, with unprintable characters escaped."""
    cut = text if len(text) <= most else text[: most - 3] + "..."
    return f"'{on_one_line(cut)}'"
