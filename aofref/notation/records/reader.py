"""Reader: the text of a record as tags and tokens, and what in it could not be read."""

from __future__ import annotations

import re
from typing import Final

from aofref.findings import Code, Finding, Place
from aofref.notation import moves
from aofref.notation.records import limits
from aofref.notation.records.between import HeldText
from aofref.notation.records.model import ParsedRecord, RawRecord, Tag, fault
from aofref.notation.records.tokenizer import (
    COURIER_LINES,
    Lexeme,
    Tokenizer,
    plain_line,
)
from aofref.notation.records.tokens import Kind, Tokens
from aofref.notation.signs import LETTER_SIGNS, is_mark
from aofref.text import excerpt

_EP_ALONE = re.compile(moves.EP)
_MOVE: Final = Kind.MOVE
_OPEN: Final = Kind.OPEN
_CLOSE: Final = Kind.CLOSE
_TAG: Final = Kind.TAG
_NAG: Final = Kind.NAG
_BAD: Final = Kind.BAD
_WORDS = (Kind.MOVE, Kind.NUMBER, Kind.OPEN, Kind.BAD, Kind.RESULT)
_PLAY = (Kind.MOVE, Kind.RESULT, Kind.OPEN)


def read(raw: RawRecord) -> ParsedRecord:
    """Read the text of a record.  Nothing is raised: what cannot be read is a finding."""
    if raw.is_remark:
        return _remark(raw)
    if raw.is_json:
        from aofref.notation.records.json import read_json  # which few streams need

        record = read_json(raw)
    else:
        reader = _RecordReader(raw.start)
        reader.run(raw.text)
        record = reader.record(raw)
    warned = contradictions(record)
    return record._replace(findings=(*record.findings, *warned)) if warned else record


def _remark(raw: RawRecord) -> ParsedRecord:
    """Return what stands above a record and is none as one finding."""
    first, *rest = (line for line in raw.text.split("\n") if line.strip())
    more = f", and {len(rest)} more line{'s' * (len(rest) > 1)}" if rest else ""
    text = f"text that is no part of a record: {excerpt(first.strip())}{more}"
    at = Place(raw.start.line, raw.start.column + len(first) - len(first.lstrip()))
    finding = fault(Code.SYNTAX, text, at)
    return ParsedRecord((), (), (*raw.findings, finding), raw.start, raw, broken=True)


class _RecordReader:
    """A record while its lexemes come in."""

    def __init__(self, start: Place) -> None:
        self.start = start
        self.tags: list[Tag] = []
        self.first_tag: Place | None = None
        self.tokens = Tokens()
        self.faults: list[Finding] = []
        self.unreported = 0
        self.opened: list[Place] = []
        self.played = False
        self.has_words = False
        self.damaged: set[str] = set()
        self.held = HeldText()

    def run(self, text: str) -> None:
        """Read a text to its end, or to where a limit forbids to go on."""
        tokenizer, at, (number, column) = Tokenizer(), 0, self.start
        while at < len(text):
            end = text.find("\n", at) + 1 or len(text)
            if not tokenizer.in_comment and not self.held.lexemes:
                words, kinds = plain_line(text, at, end)
                if words and self.held.active and not self.held.is_play(words, kinds):
                    words = []
                if words and len(self.tokens) + len(words) <= limits.TOKENS:
                    self.tokens.add_words(words, kinds, number, column)
                    self.played, self.held.active = True, False
                    at, number, column = end, number + 1, 1
                    continue
                if column == 1 and (rows := self._rows(text, at)):
                    self.tokens.add_lines(rows, number)
                    self.played, self.held.active = True, False
                    at, number = at + sum(map(len, rows)) + len(rows), number + len(rows)
                    continue
            for lexeme in tokenizer.lexemes(text, number, column, at, end):
                if not self.take(lexeme):
                    return
            if self.held.active and self.held.is_refuted(text[at:end]) and not self._release():
                return
            at, number, column = end, number + 1, 1
        for lexeme in tokenizer.end():
            if not self.take(lexeme):
                return
        self._release()

    def _rows(self, text: str, at: int) -> list[str]:
        """List the lines from an offset on that are one move each, as courier writes them."""
        lines = COURIER_LINES.match(text, at)
        if lines is None or len(self.tokens) + lines.end() - at > limits.TOKENS:
            return []
        return lines[0].removesuffix("\n").split("\n")

    def take(self, lexeme: Lexeme) -> bool:
        """Take the next lexeme; False says that a limit forbids to go on.

        Text between tag pairs is passed over: the splitter has reported it.
        """
        held = self.held
        if held.active and (held.lexemes or lexeme.kind is not _TAG):
            if held.holds(lexeme):
                return True
            if held.ends_at(lexeme):
                held.released()
            elif not self._release():
                return False
        kind, text, at = lexeme.kind, lexeme.text, lexeme.place
        self.has_words = self.has_words or kind in _WORDS
        if lexeme.code is not None:
            if kind is _BAD and self._marks_last(text):
                return True
            self.fault(lexeme.code, lexeme.value, at, text)
        if kind is _TAG:
            held.active = not (self.has_words or self.played)
            self.first_tag = self.first_tag or at
            if lexeme.code is not None:
                self.damaged.add(text.lower())
            else:
                if self.played:
                    why = f"a tag pair in the movetext: {excerpt(text)}"
                    self.fault(Code.BAD_TAG, why, at)
                self.tags.append(Tag(text, lexeme.value, at))
            return True
        if kind is _MOVE:
            is_ep = text[0] == "e" and _EP_ALONE.fullmatch(text) is not None
            if is_ep and self.tokens.join_last(text):  # a line break has cut it off from its move
                return True
            if self._marks_last(text):
                return True
        elif kind is _NAG and text in LETTER_SIGNS and self.tokens.last_move() < 0:
            kind = _MOVE
        size = len(text) if kind is _OPEN or kind is _CLOSE else 1
        if len(self.tokens) + size > limits.TOKENS:
            self._too_many(at)
            return False
        if kind is _OPEN and len(self.opened) + size > limits.DEPTH:
            self.fault(Code.LIMIT, f"variations are at most {limits.DEPTH} deep", at)
            return False
        self.played = self.played or kind in _PLAY
        if kind is _OPEN or kind is _CLOSE:
            self._parentheses(kind, text, at)
        else:
            self.tokens.add(kind, text, *at)
        return True

    def _release(self) -> bool:
        """Take what seemed to be text between tag pairs; False says that a limit forbids it."""
        return all(self.take(lexeme) for lexeme in self.held.released())

    def _marks_last(self, text: str) -> bool:
        """Put a mark of check that stands apart behind the last move; False if it is none."""
        move = self.tokens.last_move() if is_mark(text) else -1
        if move >= 0:
            self.tokens.mark(move, text)
        return move >= 0

    def _too_many(self, at: Place) -> None:
        self.fault(Code.LIMIT, f"a record has at most {limits.TOKENS} tokens", at)

    def _parentheses(self, kind: Kind, text: str, at: Place) -> None:
        """Take what opens or closes variations; of several closed too often, report the first."""
        for column in range(at.column, at.column + len(text)):
            self.tokens.add(kind, text[0], at.line, column)
            if kind is _OPEN:
                self.opened.append(Place(at.line, column))
        if kind is _CLOSE:
            if len(text) > len(self.opened):
                there = Place(at.line, at.column + len(self.opened))
                self.fault(Code.SYNTAX, "this closes a variation that was never opened", there)
            del self.opened[max(0, len(self.opened) - len(text)) :]

    def fault(self, code: Code, why: str, at: Place, text: str = "") -> None:
        """Note what cannot be read, the first few one by one."""
        if len(self.faults) < limits.FINDINGS or code is Code.LIMIT:
            why = why or f"unreadable text: {excerpt(text)}"
            self.faults.append(fault(code, why, at))
        else:
            self.unreported += 1

    def record(self, raw: RawRecord) -> ParsedRecord:
        """Return the record that was read, with its faults in the order of their places."""
        if self.opened and not any(f.code is Code.LIMIT for f in self.faults):
            text = "the variation opened here is never closed"
            self.faults.append(fault(Code.SYNTAX, text, self.opened[0]))
        if self.unreported:
            text = f"and {self.unreported} more unreadable tokens"
            self.faults.append(fault(Code.LIMIT, text, self.faults[-1].place))
        self.faults.sort(key=lambda finding: finding.place)
        start = self.first_tag if self.first_tag and self.tags else self.start
        findings = (*raw.findings, *self.faults)
        damaged = frozenset(self.damaged)
        return ParsedRecord(tuple(self.tags), self.tokens, findings, start, raw, damaged=damaged)


def contradictions(record: ParsedRecord) -> list[Finding]:
    """Warn of tags given twice with two values."""
    findings, values = [], dict[str, str]()
    for tag in record.tags:
        first = values.setdefault(tag.name, tag.value)
        if first != tag.value:
            text = f"{tag.name} is {excerpt(first)} above, but here {excerpt(tag.value)}"
            findings.append(fault(Code.CONTRADICTION, text, tag.place))
    return findings
