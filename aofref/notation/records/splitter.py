"""Splitter: a stream of lines divided into records, one held at a time.

A tag pair after movetext begins a record, and so does movetext after a result.  Tokens are the
tokenizer's, so that a record that is read again is divided as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from aofref.findings import Code, Finding, Place
from aofref.notation import moves
from aofref.notation.records import limits
from aofref.notation.records.lines import DecodedLine, Lines
from aofref.notation.records.members import begins_json, ends_json, may_begin_json
from aofref.notation.records.model import Kind, RawRecord, fault
from aofref.notation.records.origin import Origin, read_origin
from aofref.notation.records.tokenizer import MOVES, TAG_LINE, Lexeme, Tokenizer, alone
from aofref.text import Gathered, pattern

_PLAUSIBLE = pattern(rf"(?:[A-Z]:)?(?:.*[a-z]{{1,2}}[0-9]|[0-9]+|--|{'|'.join(moves.WITHDRAWALS)})")
_JSON_MARK = pattern(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[{}]')
_MOVE: Final = Kind.MOVE
_NUMBER: Final = Kind.NUMBER
_OPEN: Final = Kind.OPEN
_CLOSE: Final = Kind.CLOSE
_RESULT: Final = Kind.RESULT
_BAD: Final = Kind.BAD
_TAG: Final = Kind.TAG
_MAY_END = pattern(r"[\[*]|-[0-9]|\A%")
"""What a line has if it may end a record, or be an escape."""
_LIKE_JSON = pattern(r'\{\s*(?:"|\Z)')
_BLANK_LINE = pattern(r"^[^\S\n]*+\n", re.MULTILINE)


class _Collected:
    """What is known of the record being collected.

    In its head, which is what stands before the first empty line, a word that is no move is taken
    for a damaged tag pair; thereafter everything is movetext.
    """

    def __init__(self, start: Place, origin: Origin | None = None) -> None:
        self.lines = Gathered()
        self.start = start
        self.origin = origin
        self.findings: list[Finding] = []
        self.unsaid = 0
        self.in_head = True
        self.has_words = False
        self.has_moves = False
        self.has_result = False
        self.after_blank = False
        self.depth = 0
        self.tags: set[str] = set()

    def found(self, finding: Finding | None) -> None:
        """Note a line's finding, the first few one by one."""
        if finding is None:
            return
        if len(self.findings) < limits.FINDINGS:
            self.findings.append(finding)
        else:
            self.unsaid += 1

    def take(self, line: str, finding: Finding | None, at: int = 0) -> None:
        """Take a line, or its rest, with what its bytes gave rise to."""
        if finding is not None:
            self.found(finding)
        self.lines.add(line[at:])
        self.ended_line(line)

    def take_whole(self, lines: str, blank: bool) -> None:
        """Take lines of which nothing is to be noted; `blank` says whether the last one is."""
        self.lines.add(lines)
        self.after_blank = blank
        if self.in_head and _BLANK_LINE.search(lines) is not None:
            self.ended_head()

    def record(self) -> RawRecord:
        """Give the record collected."""
        findings = self.findings
        if self.unsaid:
            text = f"and {self.unsaid} more lines like it"
            findings = [*findings, fault(Code.ENCODING, text, findings[-1].place)]
        return RawRecord(self.lines.text(), self.start, tuple(findings), self.origin)

    def ended(self, tokenizer: Tokenizer) -> Iterator[RawRecord]:
        """Give the record collected, if there is one, with what the tokenizer is left with."""
        for lexeme in tokenizer.end():
            self.ends_before(lexeme)
        if self.lines:
            yield self.record()

    def ends_before(self, lexeme: Lexeme) -> bool:
        """Say whether a lexeme belongs to the next record; if not, take note of it."""
        kind = lexeme.kind
        if kind is _TAG:
            if self._ends_before_tag(lexeme):
                return True
            if lexeme.code is None:
                self.tags.add(lexeme.text)
        elif kind is _RESULT:
            self.has_result = self.has_result or not self.depth
        elif kind is _CLOSE:
            self.depth = max(0, self.depth - len(lexeme.text))
        elif kind is _MOVE or kind is _NUMBER or kind is _OPEN or kind is _BAD:
            return self._ends_before_word(lexeme)
        return False

    def _ends_before_tag(self, lexeme: Lexeme) -> bool:
        if self.has_result:
            return True
        if not lexeme.first:
            return False
        if lexeme.code is not None:
            return self.has_moves and self.after_blank
        again = lexeme.text in self.tags and (self.after_blank or self.has_words)
        return self.has_moves or again

    def _ends_before_word(self, lexeme: Lexeme) -> bool:
        kind = lexeme.kind
        junk = kind is _BAD or (kind is _MOVE and _PLAUSIBLE.match(lexeme.text) is None)
        if self.has_result:
            return not junk or (lexeme.first and self.after_blank)
        if kind is _OPEN:
            self.depth += len(lexeme.text)
        self.has_words = True
        self.has_moves = self.has_moves or not (self.in_head and (junk or kind is _NUMBER))
        return False

    @property
    def in_play(self) -> bool:
        """Say whether moves tell nothing new any more."""
        return self.has_moves and self.has_words and not self.has_result

    def ended_line(self, line: str) -> None:
        """Note the end of a line."""
        self.after_blank = not line.strip()
        if self.after_blank:
            self.ended_head()

    def ended_head(self) -> None:
        """Note an empty line."""
        self.in_head = False
        self.has_moves = self.has_moves or self.has_words


def split(lines: Iterable[DecodedLine], first: int = 1) -> Iterator[RawRecord]:
    """Split a stream of lines, numbered from `first`, into records; hold one record at a time.

    Each line comes with the finding that its bytes gave rise to, if any.  Empty lines before a
    record are no part of it.
    """
    source, tokenizer = Lines(lines, first), Tokenizer(texts=False)
    now = _Collected(Place(first, 1))
    while (taken := _telling(source, tokenizer, now)) is not None:
        shift, line, finding = taken
        if line[:1] == "%" and tokenizer.may_end and (origin := read_origin(line)):
            yield from now.ended(tokenizer)
            now = _Collected(Place(source.number + 1, 1), origin)
            tokenizer = Tokenizer(texts=False)
            continue
        if line[:1] == "{" and not tokenizer.in_comment and _is_json(line, source):
            yield from now.ended(tokenizer)
            yield from _json(line, finding, source, now.origin)
            now = _Collected(Place(source.number + 1, 1))
            continue
        at = shift
        for lexeme in _lexemes(line, source.number, tokenizer, shift):
            if now.ends_before(lexeme):
                cut = 0 if lexeme.first else lexeme.place.column - 1
                if finding is not None and finding.place.column <= cut:
                    now.found(finding)
                    finding = None
                if cut > at:
                    now.lines.add(line[at - shift : cut - shift])
                if now.lines:
                    yield now.record()
                now, at = _Collected(Place(source.number, cut + 1)), cut
                now.ends_before(lexeme)
        if now.lines or at or line.strip():
            now.take(line, finding, at - shift)
        else:
            now = _Collected(Place(source.number + 1, 1), now.origin)
    yield from now.ended(tokenizer)


def _telling(
    source: Lines, tokenizer: Tokenizer, now: _Collected
) -> tuple[int, str, Finding | None] | None:
    """Take the lines that tell nothing new, and the next, or None at the end.

    Gives how much of it is taken, the rest of it, and what its bytes gave rise to.
    """
    while True:
        inside = tokenizer.in_comment
        if (inside or now.in_play) and (some := source.stretch(inside)):
            blank = some[some.rfind("\n", 0, -1) + 1 :].isspace()
            now.take_whole(some, blank)
            if inside:
                tokenizer.go_on(len(some), blank)
        begun = source.begun()
        shift, line, finding = _long(begun, source, tokenizer, now) if begun else (0, "", None)
        if not shift:
            taken = source.next()
            return None if taken is None else (0, *taken)
        if line:
            return shift, line, finding
        now.found(finding)
        now.after_blank = False


def _long(
    begun: str, source: Lines, tokenizer: Tokenizer, now: _Collected
) -> tuple[int, str, Finding | None]:
    """Take a line up to the end of the comment that a part of it ends in, if that is what it is.

    Gives how much is taken, the rest of the line, and what its bytes gave rise to.  What is taken
    is nowhere held twice, so that a comment costs no more memory than its text.
    """
    brace = _opened(begun, tokenizer, now)
    if brace is None:
        return 0, "", None
    source.number += 1
    size, line, finding, begin = 0, "", None, brace + 1
    while not line and (part := source.part())[0]:
        text, found = part
        finding = finding or found
        end, begin = text.find("}", begin), 0
        if end >= 0:
            text, line = text[:end], text[end:]
        now.lines.add(text)
        size += len(text)
        if text.endswith("\n"):
            break
    while line and not line.endswith("\n") and (part := source.part())[0]:
        line += part[0]
        finding = finding or part[1]
    if size + len(line) > limits.LINE:
        now.ends_before(Lexeme(Kind.BAD, "", Place(source.number, 1)))
        now.lines.add(line)
        return size, "", finding
    if brace >= 0:
        for lexeme in tokenizer.lexemes(begun, source.number, 1, 0, brace + 1):
            now.ends_before(lexeme)
    if not tokenizer.in_comment:  # but one that goes to the end of its line
        now.lines.add(line)
        return size, "", finding
    tokenizer.go_on(size - brace - 1, blank=False)
    return size, line, finding


def _opened(begun: str, tokenizer: Tokenizer, now: _Collected) -> int | None:
    """Say where a part that begins a line opens a comment that goes on behind it.

    It is -1 for one that is open before; None if there is none, or what is before it may matter.
    """
    if tokenizer.in_comment:
        may_end = begun[0] == "%" or "}" in begun or "[" in begun or begun.isspace()
        return None if may_end else -1
    brace = begun.rfind("{")
    if now.has_result or brace < 0 or "}" in begun[brace:] or _LIKE_JSON.match(begun) is not None:
        return None
    return brace if _MAY_END.search(begun, 0, brace) is None else None


def _lexemes(line: str, number: int, tokenizer: Tokenizer, shift: int) -> Iterable[Lexeme]:
    """Give the lexemes of a line of which so much is taken.

    There is a short way to those of the usual head of a record.
    """
    if shift:
        return tokenizer.lexemes(line, number, shift + 1)
    if not tokenizer.in_comment:
        if line == "\n":
            return ()
        tag = TAG_LINE.match(line)
        if tag is not None and len(line) <= min(limits.TAG, limits.LINE):
            return (alone(_TAG, tag[1], number, tag[2]),)
        if MOVES.match(line) is not None and len(line) <= min(limits.TOKEN, limits.LINE):
            return (alone(_MOVE, line[:-1], number),)
    return tokenizer.lexemes(line, number)


def _is_json(line: str, source: Lines) -> bool:
    """Say whether a line, with those that follow, begins a record in JSON."""
    alone = not line[1:].strip()
    if not alone and not may_begin_json(line):
        return False
    gathered, depth, size = Gathered(), _deeper(line), len(line)
    gathered.add(line)
    if begins_json(line):
        return True
    for more in source.ahead():
        if depth <= 0 or size > limits.JSON or _begins(more):
            break
        gathered.add(more)
        depth, size = depth + _deeper(more), size + len(more)
        if alone and more.strip():
            alone = False
            if begins_json(found := gathered.text()):
                return True
            if not may_begin_json(found):
                return False
    return begins_json(gathered.text())


def _deeper(line: str) -> int:
    """Count the objects that a line of JSON opens, less those that it closes."""
    marks = [mark.group() for mark in _JSON_MARK.finditer(line)]
    return marks.count("{") - marks.count("}")


def _begins(line: str) -> bool:
    """Say whether a line begins another record, so that an object in JSON goes no further."""
    return ends_json(line) or read_origin(line) is not None


def _json(
    line: str, finding: Finding | None, source: Lines, origin: Origin | None
) -> Iterator[RawRecord]:
    """Give the objects that begin on a line; what is not closed ends where a record begins."""
    now, depth, at = _Collected(Place(source.number, 1), origin), 0, 0
    while True:
        now.found(finding)
        for mark in _JSON_MARK.finditer(line, at):
            depth += (mark.group() == "{") - (mark.group() == "}")
            if depth or mark.group() != "}":
                continue
            rest = line[mark.end() :].lstrip()
            if not rest.startswith("{"):
                break
            cut = len(line) - len(rest)
            now.lines.add(line[at:cut])
            yield now.record()
            now, at = _Collected(Place(source.number, cut + 1)), cut
        now.lines.add(line[at:])
        ahead = source.peek()
        if depth <= 0 or ahead is None or _begins(ahead):
            yield now.record()
            return
        taken, at = source.next(), 0
        assert taken is not None  # it has been looked at
        line, finding = taken
