"""Splitter: a stream of lines divided into records, one held at a time.

A tag pair after movetext begins a record, and so does movetext after a result.  Tokens are the
tokenizer's, so that a record that is read again is divided as it was.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from aofref import variants
from aofref.findings import Code, Finding, Place
from aofref.notation import results
from aofref.notation.records import limits
from aofref.notation.records.between import PLAUSIBLE, HeldText
from aofref.notation.records.members import begins_json, ends_json, may_begin_json
from aofref.notation.records.model import Origin, RawRecord, fault, read_origin
from aofref.notation.records.tokenizer import Lexeme, Tokenizer, is_blank, plain_line
from aofref.notation.records.tokens import Kind
from aofref.text import Parts

DecodedLine = tuple[str, Finding | None]
"""A line of a stream, its end included, and the finding that a bad byte in it makes."""
_JSON_MARK = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[{}]')
_MOVE: Final = Kind.MOVE
_NUMBER: Final = Kind.NUMBER
_WORDS: Final = (Kind.MOVE, Kind.NUMBER, Kind.OPEN, Kind.BAD)
_OPEN: Final = Kind.OPEN
_CLOSE: Final = Kind.CLOSE
_RESULT: Final = Kind.RESULT
_BAD: Final = Kind.BAD
_TAG: Final = Kind.TAG
_INFORMATIVE = re.compile(
    rf"[{{\[()*%}}/:{results.FRACTIONS}\-\u2010-\u2015\u2212]"
    r"(?:(?<![-:])|(?<=-)[0-3O \t]|(?<=:)[01])"
)
"""What a line has that holds a comment, a tag pair, a variation, an escape or a result."""


class _Collected:
    """What is known of the record being collected.

    In its head, which is what stands before the first empty line, a word that is no move is taken
    for a damaged tag pair, or for text that is no part of a record if a tag pair comes; thereafter
    everything is movetext.  `variant` is the game of a record that names none.  `held` is what may
    be text between its tag pairs, `between` the lines of that, and `remarks` is such text.
    """

    def __init__(self, start: Place, variant: str, origin: Origin | None = None) -> None:
        self.variant = variant
        self.lines = Parts()
        self.start = start
        self.origin = origin
        self.findings: list[Finding] = []
        self.unreported = 0
        self.in_head = True
        self.has_words = False
        self.has_moves = False
        self.has_play = False
        self.has_result = False
        self.after_blank = False
        self.depth = 0
        self.tags: set[str] = set()
        self.has_tags = False
        self.has_damaged = False
        self.begins_with_junk = False
        self.is_remark = False
        self.held = HeldText()
        self.between: list[DecodedLine] = []
        self.remarks: list[RawRecord] = []

    def note(self, finding: Finding | None) -> None:
        """Note a line's finding, the first few one by one."""
        if finding is None:
            return
        if len(self.findings) < limits.FINDINGS:
            self.findings.append(finding)
        else:
            self.unreported += 1

    def record(self) -> RawRecord:
        """Return the record collected."""
        findings = self.findings
        if self.unreported:
            text = f"and {self.unreported} more lines like it"
            findings = [*findings, fault(Code.ENCODING, text, findings[-1].place)]
        text = "".join(self.lines)
        return RawRecord(
            text,
            self.start,
            tuple(findings),
            self.origin,
            is_remark=self.is_remark,
            variant=self.variant,
        )

    def ended(self, tokenizer: Tokenizer) -> Iterator[RawRecord]:
        """Return the record collected, if there is one; a comment that is still open ends in it."""
        for lexeme in tokenizer.end():
            self.ends_before(lexeme)
        self._release()
        if self.lines:
            yield self.record()

    def add(self, line: str, finding: Finding | None) -> None:
        """Add a line, or the rest of one, and note the finding in it."""
        self.lines.add(line)
        if self.held.active:
            if not self.held.is_refuted(line):
                if self.held.lexemes:
                    self.between.append((line, finding))
                    return
            else:
                self._release()
        self.note(finding)

    def _release(self) -> None:
        """Take what seemed to be text between tag pairs for a part of the record."""
        for lexeme in self.held.released():
            self.ends_before(lexeme)
        for _, finding in self.between:
            self.note(finding)
        self.between = []

    def _is_between(self, lexeme: Lexeme) -> bool:
        """Say whether what is held is text between tag pairs; if so, it becomes a remark."""
        repeated = lexeme.code is None and lexeme.text in self.tags
        if repeated or not self.held.ends_at(lexeme):
            return False
        start = Place(self.held.lexemes[0].place.line, 1)
        text = "".join(line for line, _ in self.between)
        found = tuple(finding for _, finding in self.between if finding is not None)
        found = found[: limits.FINDINGS]
        self.remarks.append(RawRecord(text, start, found, is_remark=True, is_within=True))
        self.between = []
        return True

    def ends_before(self, lexeme: Lexeme) -> bool:
        """Say whether a lexeme belongs to the next record; if not, take note of it."""
        held = self.held
        if held.active and (held.lexemes or lexeme.kind is not _TAG):
            if held.holds(lexeme):
                return False
            if self._is_between(lexeme):
                held.released()
            else:
                self._release()
        kind = lexeme.kind
        if kind is _TAG:
            if self._ends_before_tag(lexeme):
                self.is_remark = self._is_text()
                return True
            self.has_tags = True
            held.active = not (self.has_words or self.has_result)
            if lexeme.code is None:
                if lexeme.text == "Variant" and "Variant" not in self.tags:
                    self.variant = lexeme.value
                self.tags.add(lexeme.text)
        elif kind is _RESULT:
            self.has_play = True
            if not self.has_result and not self.depth:
                self.has_result = is_result(lexeme.text, self.variant)
        elif kind is _CLOSE:
            self.depth = max(0, self.depth - len(lexeme.text))
        elif kind in _WORDS:
            return self._ends_before_word(lexeme)
        return False

    def _ends_before_tag(self, lexeme: Lexeme) -> bool:
        if self.has_result:
            return True
        if not lexeme.first:
            return False
        if self.has_words and not (self.has_moves or self.has_tags or self.has_damaged):
            return True
        if lexeme.code is not None:
            return self.has_moves and self.after_blank
        repeated = lexeme.text in self.tags and (self.after_blank or self.has_words)
        return self.has_moves or repeated

    def _is_text(self) -> bool:
        """Say whether what stands before a tag pair is text, and no part of a record."""
        begun = self.has_tags or self.has_damaged or self.has_result
        play = self.has_play and not (self.in_head and self.begins_with_junk)
        return self.has_words and not begun and not play

    def _ends_before_word(self, lexeme: Lexeme) -> bool:
        kind = lexeme.kind
        junk = kind is _BAD or (kind is _MOVE and PLAUSIBLE.match(lexeme.text) is None)
        if kind is _OPEN:
            self.depth += len(lexeme.text)
        if self.has_result:  # a variation behind it belongs to the record
            return not self.depth and (lexeme.first or not junk)
        self.has_play = self.has_play or not (junk or kind is _NUMBER)
        if not self.has_words:
            self.has_words, self.begins_with_junk = True, junk
        self.has_moves = self.has_moves or not (self.in_head and (junk or kind is _NUMBER))
        return False

    def ended_line(self, line: str) -> None:
        """Note the end of a line; a tag pair without its bracket is one that is damaged."""
        self.has_damaged = self.has_damaged or (self.in_head and line.endswith(('"]', '"]\n')))
        self.after_blank = not line.strip()
        if self.after_blank:
            self.in_head = False
            if self.has_result:
                self.depth = 0
            self.has_moves = self.has_moves or self.has_words


class _Lines:
    """The lines of a stream, numbered from `first`, with a look at those that follow."""

    def __init__(self, lines: Iterable[DecodedLine], first: int) -> None:
        self._lines = iter(lines)
        self._ahead: deque[DecodedLine] = deque()
        self.number = first - 1

    def next(self) -> DecodedLine | None:
        """Take the next line, or None at the end."""
        self.number += 1
        return self._ahead.popleft() if self._ahead else next(self._lines, None)

    def ahead(self) -> Iterator[str]:
        """Go through the lines that follow, none of which is taken."""
        for line, _ in tuple(self._ahead):
            yield line
        for taken in self._lines:
            self._ahead.append(taken)
            yield taken[0]


def split(lines: Iterable[DecodedLine], first: int = 1, variant: str = "") -> Iterator[RawRecord]:
    """Split a stream of lines, numbered from `first`, into records; hold one record at a time.

    A result ends a record if it is one of its game, or of the game `variant` if the record names
    none.  Empty lines before a record are no part of it.
    """
    source, tokenizer = _Lines(lines, first), Tokenizer()
    now = _Collected(Place(first, 1), variant)
    while (taken := source.next()) is not None:
        line, finding = taken
        if (
            not now.in_head
            and not now.has_result
            and not tokenizer.in_comment
            and finding is None
            and (
                _INFORMATIVE.search(line) is None
                if now.has_moves and now.has_words
                else _is_play(line)
            )
        ):
            # Nothing but play, in which no record ends.  Without this `check` takes a sixth more
            # time for records in courier, of one move a line, and an eighth for 5,000 plies in LAN.
            now.has_words = now.has_moves = True
            now.lines.add(line)
            now.ended_line(line)
            continue
        if line[:1] == "%" and tokenizer.may_end and (origin := read_origin(line)):
            yield from now.ended(tokenizer)
            now = _Collected(Place(source.number + 1, 1), variant, origin)
            tokenizer = Tokenizer()
            continue
        if line[:1] == "{" and not tokenizer.in_comment and _is_json(line, source):
            yield from now.ended(tokenizer)
            begun = _Collected(Place(source.number, 1), variant, now.origin)
            yield from _json(line, finding, source, begun)
            now = _Collected(Place(source.number + 1, 1), variant)
            continue
        at = 0
        for lexeme in tokenizer.lexemes(line, source.number):
            ends = now.ends_before(lexeme)
            if now.remarks:
                yield now.remarks.pop()
            if ends:
                cut = 0 if lexeme.first else lexeme.place.column - 1
                if finding is not None and finding.place.column <= cut:
                    now.note(finding)
                    finding = None
                if cut > at:
                    now.lines.add(line[at:cut])
                if now.lines:
                    yield now.record()
                now, at = _Collected(Place(source.number, cut + 1), variant), cut
                now.ends_before(lexeme)
        if now.lines or at or not is_blank(line):
            # a comment that is too long to be read is not kept, but its lines are counted
            now.add("\n" if tokenizer.beyond else line[at:], finding)
            now.ended_line(line)
        else:
            now = _Collected(Place(source.number + 1, 1), variant, now.origin)
    yield from now.ended(tokenizer)


def is_result(text: str, variant: str) -> bool:
    """Say whether a text is a result of a game; of some game, if that is not known."""
    game = variants.find(variant)
    if game is None:
        return results.possible(text)
    return results.read(len(game.armies), text) is not None


def _is_play(line: str) -> bool:
    """Say whether a line is moves and numbers, and no more."""
    words, kinds = plain_line(line, 0, len(line))
    return bool(words) and _RESULT not in kinds


def _is_json(line: str, source: _Lines) -> bool:
    """Say whether a line, with those that follow, begins a record in JSON."""
    alone = not line[1:].strip()
    if not alone and not may_begin_json(line):
        return False
    gathered, depth, size = [line], _deeper(line), len(line)
    if begins_json(line):
        return True
    for more in source.ahead():
        if depth <= 0 or size > limits.JSON or _begins(more):
            break
        gathered.append(more)
        depth, size = depth + _deeper(more), size + len(more)
        if alone and more.strip():
            alone = False
            if begins_json(text := "".join(gathered)):
                return True
            if not may_begin_json(text):
                return False
    return begins_json("".join(gathered))


def _deeper(line: str) -> int:
    """Count the objects that a line of JSON opens, less those that it closes."""
    marks = [mark.group() for mark in _JSON_MARK.finditer(line)]
    return marks.count("{") - marks.count("}")


def _begins(line: str) -> bool:
    """Say whether a line begins another record, so that an object in JSON goes no further."""
    return ends_json(line) or read_origin(line) is not None


def _json(
    line: str, finding: Finding | None, source: _Lines, now: _Collected
) -> Iterator[RawRecord]:
    """Split the objects that begin on a line, the first of which is to be collected.

    What is not closed ends where a record begins.
    """
    depth, at, variant = 0, 0, now.variant
    while True:
        now.note(finding)
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
            now, at = _Collected(Place(source.number, cut + 1), variant), cut
        now.lines.add(line[at:])
        ahead = next(source.ahead(), None)
        if depth <= 0 or ahead is None or _begins(ahead):
            yield now.record()
            return
        taken, at = source.next(), 0
        assert taken is not None  # it has been looked at
        line, finding = taken
