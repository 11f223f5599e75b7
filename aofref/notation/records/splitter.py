"""Splitter: a stream of lines divided into records, one held at a time.

A tag pair after movetext begins a record, and so does movetext after a result.  Tokens are the
tokenizer's, so that a record that is read again is divided as it was.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from aofref.findings import Code, Finding, Place
from aofref.notation import moves
from aofref.notation.records import limits
from aofref.notation.records.members import begins_json, ends_json, may_begin_json
from aofref.notation.records.model import Kind, RawRecord, fault
from aofref.notation.records.origin import Origin, read_origin
from aofref.notation.records.tokenizer import Lexeme, Tokenizer
from aofref.text import Gathered, pattern

DecodedLine = tuple[str, Finding | None]
_PLAUSIBLE = pattern(rf"(?:[A-Z]:)?(?:.*[a-z]{{1,2}}[0-9]|[0-9]+|--|{'|'.join(moves.WITHDRAWALS)})")
_JSON_MARK = pattern(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[{}]')
_TELLING = pattern(r"[{\[()*]|[0-9]-[0-9]")
"""What a line has if a comment, a tag pair, a variation or a result is in it."""


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

    def take_whole(self, line: str, finding: Finding | None) -> None:
        """Take a whole line of which nothing is to be noted; there may be millions."""
        if finding is not None:
            self.found(finding)
        self.lines.add(line)
        self.after_blank = line.isspace()
        if self.after_blank:
            self.ended_line(line)

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
        if kind is Kind.TAG:
            if self._ends_before_tag(lexeme):
                return True
            if lexeme.code is None:
                self.tags.add(lexeme.text)
        elif kind is Kind.RESULT:
            self.has_result = self.has_result or not self.depth
        elif kind is Kind.CLOSE:
            self.depth = max(0, self.depth - len(lexeme.text))
        elif kind in (Kind.MOVE, Kind.NUMBER, Kind.OPEN, Kind.BAD):
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
        junk = kind is Kind.BAD or (kind is Kind.MOVE and _PLAUSIBLE.match(lexeme.text) is None)
        if self.has_result:
            return not junk or (lexeme.first and self.after_blank)
        if kind is Kind.OPEN:
            self.depth += len(lexeme.text)
        self.has_words = True
        self.has_moves = self.has_moves or not (self.in_head and (junk or kind is Kind.NUMBER))
        return False

    def heeds_nothing_on(self, line: str) -> bool:
        """Say whether a line has only what tells nothing new any more, such as moves."""
        in_play = self.has_moves and self.has_words and not self.has_result
        return in_play and _TELLING.search(line) is None

    def ended_line(self, line: str) -> None:
        """Note the end of a line."""
        self.after_blank = not line.strip()
        if self.after_blank:
            self.in_head = False
            self.has_moves = self.has_moves or self.has_words


class _Lines:
    """The lines of a stream, numbered, with a look at the next."""

    def __init__(self, lines: Iterable[DecodedLine]) -> None:
        self._lines = iter(lines)
        self._ahead: deque[DecodedLine] = deque()
        self.number = 0

    def next(self) -> DecodedLine | None:
        """Take the next line, or None at the end."""
        self.number += 1
        return self._ahead.popleft() if self._ahead else next(self._lines, None)

    def peek(self) -> str | None:
        """Give the next line, or None at the end."""
        return self._ahead[0][0] if self._ahead else next(self.ahead(), None)

    def ahead(self) -> Iterator[str]:
        """Give the lines that follow, none of which is taken."""
        for line, _ in tuple(self._ahead):
            yield line
        for taken in self._lines:
            self._ahead.append(taken)
            yield taken[0]


def split(lines: Iterable[DecodedLine]) -> Iterator[RawRecord]:
    """Split a stream of lines into records, holding one record at a time.

    Each line comes with the finding that its bytes gave rise to, if any.  Empty lines before a
    record are no part of it.
    """
    source, tokenizer = _Lines(lines), Tokenizer(texts=False)
    now = _Collected(Place(1, 1))
    while (taken := source.next()) is not None:
        line, finding = taken
        if line[:1] == "%" and tokenizer.may_end and (origin := read_origin(line)):
            yield from now.ended(tokenizer)
            now, tokenizer = _Collected(Place(source.number + 1, 1), origin), Tokenizer()
            continue
        if line[:1] == "{" and not tokenizer.in_comment and _is_json(line, source):
            yield from now.ended(tokenizer)
            yield from _json(line, finding, source, now.origin)
            now = _Collected(Place(source.number + 1, 1))
            continue
        if tokenizer.goes_on(line) or (not tokenizer.in_comment and now.heeds_nothing_on(line)):
            now.take_whole(line, finding)
            continue
        at = 0
        for lexeme in tokenizer.lexemes(line, source.number):
            if now.ends_before(lexeme):
                cut = 0 if lexeme.first else lexeme.place.column - 1
                if finding is not None and finding.place.column <= cut:
                    now.found(finding)
                    finding = None
                if cut > at:
                    now.lines.add(line[at:cut])
                if now.lines:
                    yield now.record()
                now, at = _Collected(Place(source.number, cut + 1)), cut
                now.ends_before(lexeme)
        if now.lines or at or line.strip():
            now.take(line, finding, at)
        else:
            now = _Collected(Place(source.number + 1, 1), now.origin)
    yield from now.ended(tokenizer)


def _is_json(line: str, source: _Lines) -> bool:
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
    line: str, finding: Finding | None, source: _Lines, origin: Origin | None
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
