"""Models: the tag pairs, tokens and places of a record (aofref-record(5)), and how JSON begins."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from aofref.findings import NOWHERE, START, Code, Finding, Place, fault, moved
from aofref.notation.records.tokens import Kind, Token, outside
from aofref.notation.signs import ENDING, UNSAID
from aofref.text import on_one_line, some
from aofref.values import Value


class Parts(list[str]):
    """Parts of a text; each 1,024 are joined, because a short string costs 50 bytes of its own."""

    joined = 0

    def add(self, part: str) -> None:
        """Append a part."""
        self.append(part)
        if len(self) - self.joined >= 1024:
            self[self.joined :] = ["".join(self[self.joined :])]
            self.joined += 1


class Tag(Value):
    """A tag pair and the place of its bracket."""

    name: str
    value: str
    place: Place


ELSEWHERE = frozenset(("fen", "setup", "startfen", "startfen4", "initialfen", "sfen", "epd"))
"""Tags of PGN and its kin, in small letters, that give a game another start position."""
DECISIVE = ELSEWHERE | {"variant", "position", "array", "rulings"}
"""Tags, in small letters, that change how a record is judged."""
DECIDING = DECISIVE | {"result"}
"""Tags, in small letters, whose faults are errors; a fault of any other is a warning."""


class Origin(Value):
    """The source, place and number that a record had before `select` took it out of its file.

    It is written on a line of its own before the record.  That line ends the record before it, and
    belongs to neither.  It begins with a percent sign, so that every reader of PGN skips it.
    """

    source: str
    start: Place
    number: int


_ORIGIN = r"% aofref: (.+):([1-9][0-9]{0,8}):([1-9][0-9]{0,8}): record ([1-9][0-9]{0,8})\n?\Z"


def write_origin(origin: Origin) -> str:
    """Write the line of an origin; its source is made safe."""
    (line, column), source = origin.start, on_one_line(origin.source)
    return f"% aofref: {source}:{line}:{column}: record {origin.number}\n"


def read_origin(line: str) -> Origin | None:
    """Read the line of an origin; None for any other line."""
    match = re.match(_ORIGIN, line) if line.startswith("%") else None
    if match is None:
        return None
    source, *numbers = match.groups()
    at, column, number = map(int, numbers)
    return Origin(source, Place(at, column), number)


class Record(Value):
    """The text of one record, and its start in the stream; once it is read, what stands in it.

    `bad` are the findings on its bytes.  `origin` is its former place, taken unchecked from a line
    before it.  `content` are its bytes with their line ends, if the caller wanted them.
    `is_remark`: it is text above a record, and no record; `is_within`: it is a remark between the
    tag pairs of the next record.  `variant` is the game of a record that names none.  `pairs` are
    the names and values of its tags, each name once, if the splitter has read no more.

    If it `is_read`, not judged, it has tags and tokens, and all `findings` on its text; its `place`
    is that of its first tag, if it has one.  `broken`: nothing of it could be read.  `damaged` are
    the names, in small letters, of the unreadable tags.  Another process reads the text again.
    """

    text: str
    start: Place
    bad: tuple[Finding, ...] = ()
    origin: Origin | None = None
    content: bytes = b""
    is_remark: bool = False
    is_within: bool = False
    variant: str = ""
    pairs: tuple[tuple[str, str], ...] | None = None
    tags: tuple[Tag, ...] = ()
    tokens: tuple[Token, ...] = ()
    findings: tuple[Finding, ...] = ()
    place: Place = NOWHERE
    broken: bool = False
    damaged: frozenset[str] = frozenset()
    is_read: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        return Record, self[:9]

    def unread(self, **changes: Any) -> "Record":
        """Return the record with other fields, to be read again."""
        return Record(*self[:9])._replace(**changes)

    def with_text(self, text: str) -> "Record":
        """Return the record with another text."""
        return self.unread(text=text, content=b"", pairs=None)

    def unreadable(self, *why: Finding) -> "Record":
        """Return the record as one of which nothing can be read."""
        findings = (*self.bad, *why)
        return self.unread(findings=findings, place=self.start, broken=True, is_read=True)

    @property
    def is_json(self) -> bool:
        """Whether the record is written in JSON."""
        return self.text.startswith("{") and begins_json(self.text)

    def offset(self, place: Place) -> int:
        """Find the offset in the text of a place in its stream."""
        lines = self.text.split("\n")
        down = place.line - self.start.line
        column = place.column - (self.start.column if not down else 1)
        return sum(len(line) + 1 for line in lines[:down]) + column

    def tag(self, name: str) -> Tag | None:
        """Return the first tag of that name."""
        return next((tag for tag in self.tags if tag.name == name), None)

    @property
    def game(self) -> Tag | None:
        """The tag Variant, if it names a game."""
        tag = self.tag("Variant")
        return None if tag is None or tag.value.strip() in UNSAID else tag

    @property
    def values(self) -> dict[str, str]:
        """The values of the tags by name, in order, readable; the first of a tag given twice."""
        values: dict[str, str] = {}
        for tag in self.tags:
            values.setdefault(tag.name, readable(tag.value))
        return values

    @property
    def main_line(self) -> tuple[Token, ...]:
        """The tokens outside variations, in order."""
        return tuple(outside(self.tokens))

    @property
    def comments(self) -> tuple[Token, ...]:
        """The comments outside variations, in order."""
        return tuple([token for token in self.main_line if token.kind is Kind.COMMENT])

    @property
    def results(self) -> tuple[Token, ...]:
        """The results that the main line states, in order."""
        return tuple([token for token in self.main_line if token.kind is Kind.RESULT])


_BYTES = "[\udc80-\udcff]+"
"""Surrogates in place of bytes that were not decoded."""


def readable(text: str) -> str:
    """Return a text with U+FFFD in place of each byte that was not decoded."""
    return text if text.isascii() else re.sub(_BYTES, lambda at: "\ufffd" * len(at[0]), text)


def undecoded(record: Record) -> tuple[Finding, ...]:
    """Return the findings on bytes of a record that were not decoded.

    They are one warning, with the number of their places, if all stand in comments, and in tags
    that decide nothing.
    """
    places = undecoded_places(record.text, record.start)
    stands = {token.place: token.kind in _REMARKS for token in record.tokens}
    stands |= {why.place: why.is_warning for why in record.findings}
    stands |= {tag.place: tag.name.lower() not in DECIDING for tag in record.tags}
    starts = sorted(stands)
    at = [bisect_right(starts, place) for place in places]
    if not all(found and stands[starts[found - 1]] for found in at):
        return record.bad
    return (in_places(len(places), record.bad[0]),) if places else ()


_REMARKS = Kind.COMMENT, Kind.ESCAPE


def undecoded_places(text: str, start: Place) -> list[Place]:
    """List the places of bytes of a record that were not decoded, but for those behind its text."""
    lines = enumerate(text.rstrip(f"{ENDING} \t\r\n").split("\n"), 1)
    found = ((line, at.start()) for line, row in lines for at in re.finditer(_BYTES, row))
    return [moved(Place(line, 1 + offset), START, start) for line, offset in found]


def in_places(count: int, first: Finding) -> Finding:
    """Return the warning of bytes that were not decoded, by the finding on the first of them."""
    why = f"in {some(count, 'place')} {first.message}"
    return fault(Code.ENCODING, why, first.place, harmless=True)


def unfilled(text: str) -> str:
    """Undo line filling in a comment: replace each line break by a blank.

    If any break is next to a blank, another break or a brace, all breaks are kept.
    """
    if "\n" in (text[:1], text[-1:]) or any(own in text for own in (" \n", "\n\n", "\n ")):
        return text
    return text.replace("\n", " ")


_SURELY = (
    r'\{\s*"(?:aof"\s*:\s*(?:[-0-9"\[{]|(?:true|false|null)\b)|(?:tags|movetext|raw)"\s*:\s*\[)'
)
_KEY_FIRST = r'\{\s*"(?>[^"\\]|\\.)*+"\s*(?::|\Z)'
_VALUE = r'[-0-9"\[{]|(?:true|false|null)\b'
TAG_LINE = r'\[\s*\w+\s*"'
"""How a line begins with a tag pair; an object in JSON that is not closed ends before it."""
_CUT = rf"\n(?=\{{|{TAG_LINE})"


def begins_json(text: str) -> bool:
    """Return whether a text from a brace on begins with a record in JSON: it has a key `aof`.

    A text that begins with another key of such a record counts as one, too.
    """
    if re.match(_SURELY, text) is not None:
        return True
    if not may_begin_json(text):
        return False
    cut = re.search(_CUT, text)
    whole = text if cut is None else text[: cut.start()]
    values = (at for key, _, at in members(whole) if key == "aof")
    return any(re.compile(_VALUE).match(whole, at) for at in values)


def may_begin_json(text: str) -> bool:
    """Return whether a text begins like an object, with a key; the key may be cut off."""
    return re.match(_KEY_FIRST, text) is not None


def members(text: str, start: int = 0) -> Iterator[tuple[str | int, int, int]]:
    """Yield each key or index of the object or list at an offset, and where it and its value begin.

    It ends where the text is no JSON.
    """
    from json import JSONDecoder  # which takes a while to load

    decode, index = JSONDecoder(parse_int=str, parse_float=str).raw_decode, 0
    with suppress(ValueError, RecursionError):
        is_object = text.startswith("{", start)
        at = _past(text, start, "{" if is_object else "[")
        while True:
            key, value = index, at
            if is_object:
                key, end = decode(text, at)
                value = _past(text, end, ":")
            yield key, at, value
            at, index = _past(text, decode(text, value)[1], ","), index + 1


def _past(text: str, at: int, mark: str) -> int:
    """Find the offset behind a mark and the blanks on both sides of it."""
    match = re.compile(rf"[ \t\n\r]*+\{mark}[ \t\n\r]*+").match(text, at)
    if match is None:
        raise ValueError(f"no {mark}")
    return match.end()
