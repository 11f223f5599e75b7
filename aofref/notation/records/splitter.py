"""Splitter: a stream of lines divided into records, one held at a time.

A tag pair after movetext begins a record, and so does movetext after a result.  The lexemes of a
record are passed to its reader, so that no line is cut twice.  If only heads are wanted, an
exported game is taken whole: nothing is read of it but its tags.  That is a game in the form in
which programs export PGN: tag pairs, a line each, with different names; an empty line; and perhaps
one paragraph that begins with the number of a move, or is `*`, with comments before it.  Nothing in
the paragraph can end a record but a tag pair that begins a line.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain

from aofref.findings import Place
from aofref.notation.records import limits
from aofref.notation.records.model import (
    TAG_LINE,
    Parts,
    Record,
    begins_json,
    may_begin_json,
    read_origin,
)
from aofref.notation.records.reader import Line, Reader
from aofref.notation.records.tokenizer import Tokenizer, is_blank, tag_at, unquoted
from aofref.notation.records.tokens import Kind

BOM = b"\xef\xbb\xbf"
"""The bytes of a byte order mark."""
_JSON_MARK = r'"[^"\\]*+(?>\\.[^"\\]*+)*+"?|[{}]'

_VALUE = r'(?>[^"\\\n]++|\\["\\]?+)*+'
_PAIR = rf'\[(\w++)[ \t]*+"({_VALUE})"'
_PLAIN = r"[\t\n !-$&-)+,.0-9<-Z\\\]^-z|~]++"
"""Text without asterisks, brackets, braces, colons, dashes, slashes, percent signs, semicolons."""
_COMMENT = r'\{(?!\s*+")[^}]*+\}'  # no record in JSON
_DASH = (
    r"-(?![ \t]*+[01O])|(?<![015O \t\n])-"
    r"|(?:(?<=[ \n(.]O)-O(?>-O)?+|(?<=[ \n(.]0)-0(?>-0)?+)(?![-:\w]|[ \t]++-)"
)
"""A dash that stands in no result: of a move, perhaps castling."""
_COLON = r":(?![01])|(?<![01]):"
_LINE = r";(?![^\n]*(?:[*:\u00bd]|[0-9O/][ \t]*-))[^\n]*+"
"""A comment to the end of its line, without a result."""
_INSIDE = f"(?>{_PLAIN}|{_COMMENT}|{_DASH}|{_COLON}|{_LINE})*+"
_LAST = r"[-/0-4*]*+"
"""The rest of a result, or all of it."""
_GAME = (
    rf'(?P<head>(?>\[\w++[ \t]*+"{_VALUE}"\][ \t]*+(?:\n|\Z))++)'
    r"(?:(?>[ \t]*+\n)++"
    rf"(?>{_COMMENT}\s*+)*+"
    rf"(?:\*|[0-9]{{1,4}}+\.++(?=[A-Za-z \n]){_INSIDE}{_LAST}))?"
    r"\s*+\Z"
)
_MOST = 1000
"""An exported game of more lines is read as any other record, because lines take memory."""


def tags_of(text: str) -> tuple[tuple[str, str], ...] | None:
    """Return the names and values of the tags of an exported game; None for any other text."""
    match = re.compile(_GAME).match(text)
    if match is None:
        return None
    pairs = tuple(re.compile(_PAIR).findall(text, 0, match.end("head")))
    if len(dict(pairs)) < len(pairs):
        return None
    if "\\" in match["head"]:
        return tuple([(name, unquoted(value)) for name, value in pairs])
    return pairs


class _Lines:
    """The lines of a stream, numbered from 1, with a view of the lines not yet taken."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._lines = iter(lines)
        self._ahead: deque[Line] = deque()
        self.number = 0

    def next(self) -> Line | None:
        """Take the next line; None at the end."""
        self.number += 1
        return self._ahead.popleft() if self._ahead else next(self._lines, None)

    def ahead(self) -> Iterator[str]:
        """Yield the lines not yet taken, and leave them."""
        for line, _, _ in tuple(self._ahead):
            yield line
        for taken in self._lines:
            self._ahead.append(taken)
            yield taken[0]

    def back(self, lines: list[Line]) -> None:
        """Give back lines that were taken, in their order."""
        self._ahead.extendleft(reversed(lines))
        self.number -= len(lines)

    def exported(self, first: Line, now: Reader) -> Record | None:
        """Take the exported game that begins with a line; if it is none, return None.

        It ends before a line with a bad byte, or behind its head and a paragraph.
        """
        lines, size, part = [first], len(first[0]), 0  # the head, a gap, the paragraph, a gap
        while (taken := self.next()) is not None:
            line = taken[0]
            size += len(line)
            after = part | 1
            ends = taken[1] is not None or size > limits.LINE or len(lines) >= _MOST
            if line != "\n" and line and not line.isspace():
                is_head = line[0] == "%" or (line[0] == "[" and line[1:2] != "%")
                ends = ends or part > 2 or is_head == (part > 0)
                after = part and 2
            if ends:
                self.back([taken])
                break
            lines.append(taken)
            part = after
        else:
            self.number -= 1
        text = "".join([line for line, _, _ in lines])
        ahead = next(self.ahead(), None)
        begins = ahead is None or read_origin(ahead) is not None
        if ahead is not None and ahead[:1] == "[":  # a tag pair below movetext
            begins = part > 1 and len(ahead) <= limits.LINE and tag_at(ahead, 0) is not None
        pairs = tags_of(text) if begins else None
        if pairs is None:
            self.back(lines[1:])
            return None
        content = b"".join([own for _, _, own in lines])
        start, variant = now.start, now.variant
        return Record(text, start, (), now.origin, content, False, False, variant, pairs)


def text_lines(lines: Iterable[str]) -> Iterator[Line]:
    """Yield lines of a text, without the marks at their beginnings and returns at their ends."""
    for line in lines:
        text = line.removeprefix("\ufeff")
        yield (text[:-2] + "\n" if text.endswith("\r\n") else text), None, b""


def split(
    lines: Iterable[Line],
    variant: str = "",
    encoding: str = "utf-8",
    *,
    heads: bool = False,
) -> Iterator[Record]:
    """Split a stream of lines into records; hold one record at a time.

    A result ends a record if it is one of its game, or of the game `variant` if the record names
    none.  Empty lines before a record are no part of it.  `encoding` is that of the lines' bytes.
    If only `heads` are wanted, most records are not read.
    """
    source = _Lines(lines)
    tokenizer = Tokenizer(source.ahead)
    now = Reader(Place(1, 1), variant)
    while (taken := source.next()) is not None:
        line, finding, content = taken
        if line[:1] == "%" and tokenizer.may_end and (origin := read_origin(line)):
            yield from now.ended(tokenizer)
            now = Reader(Place(source.number + 1, 1), variant, origin)
            tokenizer = Tokenizer(source.ahead)
            continue
        if line[:1] == "{" and not tokenizer.in_comment:
            begun = Reader(Place(source.number, 1), variant, now.origin)
            if objects := _json(taken, source, begun, encoding):
                yield from now.ended(tokenizer)
                yield from objects
                now = Reader(Place(source.number + 1, 1), variant)
                continue
        if heads and line[:1] == "[" and not now.lines and now.filling is None and finding is None:
            exported = None if tokenizer.in_comment else source.exported(taken, now)
            if exported is not None:
                yield exported
                now = Reader(Place(source.number + 1, 1), variant)
                continue
        at, beyond, now.line = 0, tokenizer.beyond, line
        for lexeme in tokenizer.lexemes(line, source.number):
            if now.ends_before(lexeme):
                cut = 0 if lexeme.first else lexeme.place.column - 1
                if finding is not None and finding.place.column <= cut:
                    now.note(finding)
                    finding = None
                if cut > at:
                    content = _part(now, line[at:cut], content, encoding)
                yield from now.whole()
                start, at = Place(source.number, cut + 1), cut
                now = Reader(start, variant, strays=now.leaves)
                if heads and not cut and lexeme.kind is Kind.TAG:  # it may begin an exported game
                    source.back([taken])
                    break
                now.line = line
                now.ends_before(lexeme)
        else:
            if now.lines or at or not is_blank(line):
                # the text of a comment beyond its limit is dropped, but its lines are counted
                now.add("\n" if beyond and tokenizer.beyond else line[at:], finding, content)
                now.ended_line(line)
                if now.is_remark and not (now.strays and (line.strip() or tokenizer.in_comment)):
                    yield from now.whole()
                    now = Reader(Place(source.number + 1, 1), variant, now.origin)
            else:
                filling = finding or now.filling
                now = Reader(Place(source.number + 1, 1), variant, now.origin)
                now.filling = filling
    yield from now.ended(tokenizer)


def _part(now: Reader, text: str, content: bytes, encoding: str) -> bytes:
    """Add the start of a line to a record, with its bytes and a mark before them; return the rest.

    `content` are the bytes of the line, empty if they are not wanted.
    """
    now.lines.add(text)
    mark = len(BOM) if content.startswith(BOM) else 0
    end = (
        mark + len(text.encode(encoding.removesuffix("-sig"), "surrogateescape")) if content else 0
    )
    now.content += content[:end]
    return content[end:]


def _json(first: Line, source: _Lines, now: Reader, encoding: str) -> list[Record]:
    """Take the records in JSON that begin on a line, the first into `now`; none for other text.

    An object that is not closed ends before the line that begins a record.
    """
    is_surely, begun, size, depth, cuts = begins_json(first[0]), Parts(), 0, 0, list[list[int]]()
    if not is_surely and first[0][1:].strip() and not may_begin_json(first[0]):
        return []
    for line in chain([first[0]], source.ahead()):
        ends = line.startswith("{") or re.match(TAG_LINE, line) is not None
        if cuts and (depth <= 0 or ends or read_origin(line) is not None):
            break
        if size > limits.JSON and not is_surely:
            break
        begun.add(line)
        size += len(line)
        cuts.append([])
        for mark in re.finditer(_JSON_MARK, line):
            depth += (mark[0] == "{") - (mark[0] == "}")
            if not depth and mark[0] == "}":
                rest = line[mark.end() :].lstrip()
                if not rest.startswith("{"):
                    break
                cuts[-1].append(len(line) - len(rest))
    if not (is_surely or begins_json("".join(begun))):
        return []
    found, taken = list[Record](), first
    for down, places in enumerate(cuts):
        line, finding, content = taken
        now.note(finding)
        at = 0
        for cut in places:
            content = _part(now, line[at:cut], content, encoding)
            found.append(now.record())
            now, at = Reader(Place(source.number, cut + 1), now.variant), cut
        now.lines.add(line[at:])
        now.content += content
        if down < len(cuts) - 1:
            taken = source.next() or taken
    return [*found, now.record()]
