"""Reader: the text of a record as tags and tokens, and what in it could not be read."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from aofref.findings import Code, Finding, Place
from aofref.notation import moves
from aofref.notation.records import limits
from aofref.notation.records.json import read_json
from aofref.notation.records.model import Kind, RawRecord, Record, Tag, Tokens, fault
from aofref.notation.records.tokenizer import Lexeme, Tokenizer, easy, head, is_result
from aofref.notation.results import OPEN
from aofref.text import excerpt, pattern

_EP_ALONE = pattern(moves.EP)
_MOVE: Final = Kind.MOVE
_OPEN: Final = Kind.OPEN
_CLOSE: Final = Kind.CLOSE
_TAG: Final = Kind.TAG
_PLAY = (Kind.MOVE, Kind.RESULT, Kind.OPEN)


def read(raw: RawRecord) -> Record:
    """Read the text of a record.  Nothing is raised: what cannot be read is a finding."""
    if raw.is_json:
        record = read_json(raw)
    else:
        reading = _Reading(raw.start)
        reading.run(raw.text)
        record = reading.record(raw)
    warned = contradictions(record)
    return record._replace(findings=(*record.findings, *warned)) if warned else record


class _Reading:
    """A record while its lexemes come in."""

    def __init__(self, start: Place) -> None:
        self.start = start
        self.tags: list[Tag] = []
        self.tokens = Tokens()
        self.faults: list[Finding] = []
        self.unsaid = 0
        self.opened: list[Place] = []
        self.played = False

    def run(self, text: str) -> None:
        """Read a text to its end, or to where a limit forbids to go on."""
        tokenizer, at, place = Tokenizer(), 0, self.start
        if place.column == 1:
            at, line = head(text, at, place.line, self.tags)
            place = Place(line, 1)
        while at < len(text):
            if not tokenizer.in_comment and len(text) <= limits.LINE:
                at, place = easy(text, at, place, self.tokens, limits.TOKENS)
                self.played = self.played or self.tokens.has(_MOVE)
            end = text.find("\n", at) + 1 or len(text)
            for lexeme in tokenizer.lexemes(text, *place, at, end):
                if not self.take(lexeme):
                    return
            at = tokenizer.through(text, end)
            place = Place(place.line + 1 + text.count("\n", end, at), 1)
        for lexeme in tokenizer.end():
            if not self.take(lexeme):
                return

    def take(self, lexeme: Lexeme) -> bool:
        """Take the next lexeme; give False if a limit forbids to go on."""
        kind, text, at = lexeme.kind, lexeme.text, lexeme.place
        if lexeme.code is not None:
            self.fault(lexeme.code, lexeme.value, at, text)
        if kind is _TAG:
            if lexeme.code is None:
                self._tag(Tag(text, lexeme.value, at))
            return True
        if kind is _MOVE and text[0] == "e" and self._joined(text):
            return True
        size = len(text) if kind is _OPEN or kind is _CLOSE else 1
        if len(self.tokens) + size > limits.TOKENS:
            self.fault(Code.LIMIT, f"a record has at most {limits.TOKENS} tokens", at)
            return False
        if kind is _OPEN and len(self.opened) + size > limits.DEPTH:
            self.fault(Code.LIMIT, f"variations are at most {limits.DEPTH} deep", at)
            return False
        self.played = self.played or kind in _PLAY
        if kind is _OPEN or kind is _CLOSE:
            self._parentheses(kind, text, at)
        else:
            self.tokens.add(kind, lexeme.cut or text, *at)
        return True

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

    def _tag(self, tag: Tag) -> None:
        if self.played:
            text = f"a tag pair in the movetext: {excerpt(tag.name)}"
            self.fault(Code.BAD_TAG, text, tag.place)
        self.tags.append(tag)

    def _joined(self, text: str) -> bool:
        """Add an `ep` that a line break has cut off to its move."""
        return _EP_ALONE.fullmatch(text) is not None and self.tokens.join_last(text)

    def fault(self, code: Code, why: str, at: Place, text: str = "") -> None:
        """Note what cannot be read, the first few one by one."""
        if len(self.faults) < limits.FINDINGS or code is Code.LIMIT:
            said = why or f"unreadable text: {excerpt(text)}"
            self.faults.append(fault(code, said, at))
        else:
            self.unsaid += 1

    def record(self, raw: RawRecord) -> Record:
        """Give the record."""
        if self.opened and not any(f.code is Code.LIMIT for f in self.faults):
            text = "the variation opened here is never closed"
            self.faults.append(fault(Code.SYNTAX, text, self.opened[0]))
        if self.unsaid:
            text = f"and {self.unsaid} more unreadable tokens"
            self.faults.append(fault(Code.LIMIT, text, self.faults[-1].place))
        self.faults.sort(key=lambda finding: finding.place)
        start = self.tags[0].place if self.tags else self.start
        findings = (*raw.findings, *self.faults)
        return Record(tuple(self.tags), self.tokens, findings, start, raw)


def contradictions(record: Record) -> list[Finding]:
    """Warn of tags given twice with two values, and of results that differ."""
    found, values = [], dict[str, str]()
    for tag in record.tags:
        first = values.setdefault(tag.name, tag.value)
        if first != tag.value:
            text = f"{tag.name} is {excerpt(first)} above, but here {excerpt(tag.value)}"
            found.append(fault(Code.CONTRADICTION, text, tag.place))
    stated = record.results
    claimed = values.get("Result", OPEN)
    if stated and claimed not in (OPEN, stated[-1].text) and is_result(claimed):
        here = excerpt(stated[-1].text)
        text = f"the tag Result is {excerpt(claimed)}, but the result here is {here}"
        found.append(fault(Code.CONTRADICTION, text, stated[-1].place))
    for one, other in pairwise(stated):
        if one.text != other.text:
            text = f"the result is {excerpt(one.text)} above, but here {excerpt(other.text)}"
            found.append(fault(Code.CONTRADICTION, text, other.place))
    return found
