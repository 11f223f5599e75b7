"""Reader: the text of a record as tags and tokens, with findings on unreadable text."""

from __future__ import annotations

import re
from itertools import accumulate, count, islice, repeat
from operator import add
from typing import Final

from aofref import games
from aofref.findings import Code, Finding, Place, fault
from aofref.notation import moves, results
from aofref.notation.records import limits
from aofref.notation.records.model import (
    DECIDING,
    Origin,
    Parts,
    Record,
    Tag,
    undecoded,
)
from aofref.notation.records.tokenizer import (
    LIKE_A_TAG,
    Lexeme,
    Tokenizer,
    is_blank,
    is_numbered,
    is_word,
    lines_of,
)
from aofref.notation.records.tokens import Kind, Token, outside
from aofref.notation.signs import LETTER_SIGNS, UNSAID, is_mark
from aofref.text import excerpt

Line = tuple[str, Finding | None, bytes]
"""A line of a stream, its end included, the finding on its first bad byte, its bytes if wanted."""
_MOVE: Final = Kind.MOVE
_OPEN: Final = Kind.OPEN
_CLOSE: Final = Kind.CLOSE
_TAG: Final = Kind.TAG
_NAG: Final = Kind.NAG
_COMMENT: Final = Kind.COMMENT
_BAD: Final = Kind.BAD
_NUMBER: Final = Kind.NUMBER
_RESULT: Final = Kind.RESULT
_new = tuple.__new__  # of a NamedTuple, without the cost of its own
_WORDS: Final = (Kind.MOVE, Kind.NUMBER, Kind.OPEN, Kind.BAD)
_TEXTS: Final = (Kind.MOVE, Kind.NUMBER, Kind.RESULT, Kind.BAD)
_IN_PROSE: Final = 3  # words in a row that no line of moves has
_PLAY = (Kind.MOVE, Kind.RESULT, Kind.OPEN)
_START = ("FEN", "Position")
_OF_TIME = ("TimeControl", "Termination", "UTCDate", "UTCTime")
"""Tags that are as if they were not there where they are torn: half a value may be another."""


def read(record: Record) -> Record:
    """Read the text of a record; unreadable text is a finding, never an exception."""
    if record.is_read:
        return record
    if record.is_remark:
        first, *rest = (line for line in record.text.split("\n") if line.strip())
        more = f", and {len(rest)} more line{'s' * (len(rest) > 1)}" if rest else ""
        text = f"text that is no part of a record: {excerpt(first.strip())}{more}"
        at = Place(record.start.line, record.start.column + len(first) - len(first.lstrip()))
        return record.unreadable(fault(Code.SYNTAX, text, at))
    if record.is_json:
        from aofref.notation.records.json import read_json  # which few streams need

        return _contradicting(read_json(record))
    lines, reader = lines_of(record.text), Reader(record.start, record.variant)
    number, column = record.start
    tokenizer = Tokenizer(lambda: islice(lines, number - record.start.line + 1, None))
    for line in lines:
        reader.line = " " * (column - 1) + line
        for lexeme in tokenizer.lexemes(line, number, column):
            if reader.ends_before(lexeme):  # two records in one text are read as one
                reader.take(lexeme)
        reader.add(line, None, b"")
        reader.ended_line(line)
        number, column = number + 1, 1
    reader.end(tokenizer)
    return reader.read(record)


class Reader:
    """A record being read, lexeme by lexeme: its lines, tags and tokens, and where it ends.

    Before the first empty line, a word that is not a move counts as a damaged tag pair, or as text
    outside the record if a tag pair follows; thereafter everything is movetext.  `variant` is the
    game of a record that names none, `line` the line that is taken.  `result` is the last result in
    the main line that ends the record, `words` are the first of the words behind it on a line.
    With `strays` it is no record: a remark, up to a tag pair or an empty line.  `leaves` is whether
    strays follow.  `last_move` is the last token but NAGs and comments, if it is a move.

    From the first word of a line on, lexemes are `held` that may be no part of it, and their lines
    `between`, where it `may_hold`: below a tag pair (`below_tag`), up to an empty line or to
    movetext, and from the start of any other paragraph on.  Text between tag pairs begins with a
    word that is not a move, perhaps behind numbers, and contains no result.  A paragraph is prose
    if it has three words of prose in a row; no line of it begins with the number of a move.
    `remarks` are such lines, once they are known to be text.
    """

    def __init__(
        self, start: Place, variant: str, origin: Origin | None = None, *, strays: bool = False
    ) -> None:
        self.start = start
        self.variant = variant
        self.origin = origin
        self.lines = Parts()
        self.line = ""
        self.content = bytearray()
        self.findings: list[Finding] = []  # of lines
        self.filling: Finding | None = None
        self.remarks: list[Record] = []
        self.tags: list[Tag] = []
        self.names: set[str] = set()
        self.first_tag: Place | None = None
        self.damaged: set[str] = set()
        self.tokens: list[Token] = []
        self.last_move = -1
        self.opened: list[Place] = []
        self.faults: list[Finding] = []
        self.played = False
        self.bad_lines = self.unread = 0  # beyond the limit of findings
        self.stopped = False
        self.in_head = True
        self.after_blank = False
        self.depth = 0
        self.has_words = self.has_moves = self.has_play = self.has_damaged = False
        self.begins_with_junk = False
        self.result: Lexeme | None = None
        self.words: Lexeme | None = None
        self.worded = 0  # the line of the words
        self.strays = self.is_remark = strays
        self.leaves = False
        self.may_hold = True
        self.below_tag = self.is_text = self.is_prose = False
        self.held: list[Lexeme] = []
        self.between: list[Line] = []
        self.in_a_row = 0  # words of prose
        self.begins = True  # a line of a paragraph

    def note(self, finding: Finding | None) -> None:
        """Note a line's finding; once the limit of findings is reached, only count it."""
        if finding is not None and not _noted(self.findings, finding):
            self.bad_lines += 1

    def fault(
        self, code: Code, why: str, at: Place, text: str = "", *, is_harmless: bool = False
    ) -> None:
        """Note a fault of the text; once the limit of findings is reached, only count it."""
        why = why or f"unreadable text: {excerpt(text)}"
        if not _noted(self.faults, fault(code, why, at, harmless=is_harmless)):
            self.unread += 1

    def record(self) -> Record:
        """Return the record, not read."""
        findings = self.findings
        if self.bad_lines:
            text = f"and {self.bad_lines} more lines like it"
            findings = [*findings, fault(Code.ENCODING, text, findings[-1].place)]
        own = tuple(findings), self.origin, bytes(self.content), self.is_remark, False
        return Record("".join(self.lines), self.start, *own, self.variant)

    def read(self, record: Record) -> Record:
        """Return a record with the tags and tokens, and the faults in the order of their places."""
        if self.opened and not any(f.code is Code.LIMIT for f in self.faults):
            text = "the variation opened here is never closed"
            self.faults.append(fault(Code.SYNTAX, text, self.opened[0]))
        if self.unread:
            text = f"and {self.unread} more unreadable tokens"
            self.faults.append(fault(Code.LIMIT, text, self.faults[-1].place))
        self.faults.sort(key=lambda finding: finding.place)
        read = record._replace(
            tags=tuple(self.tags),
            tokens=tuple(self.tokens),
            findings=tuple(self.faults),
            place=self.first_tag if self.first_tag and self.tags else record.start,
            damaged=frozenset(self.damaged),
            is_read=True,
        )
        if read.bad:
            read = read._replace(findings=(*undecoded(read), *read.findings))
        return _contradicting(read)

    def whole(self) -> list[Record]:
        """List the remarks within the record, and the record if it has any lines."""
        record = self.record()
        read = record if record.is_remark or record.is_json else self.read(record)
        return [*self.remarks, read] if self.lines else []

    def ended(self, tokenizer: Tokenizer) -> list[Record]:
        """End the record, with a comment that is still open."""
        self.end(tokenizer)
        return self.whole()

    def end(self, tokenizer: Tokenizer) -> None:
        """Take the lexemes still held back, and a comment that is still open."""
        for lexeme in tokenizer.end():
            self.ends_before(lexeme)
        if self.words is not None:
            self._end_words(len(self.line))
        if not self._was_prose():
            self._release()

    def add(self, line: str, finding: Finding | None, content: bytes) -> None:
        """Add a line, or the rest of one, with its bytes, and note the finding in it.

        Bytes that fill a file behind its text are a fault only if more of the record follows.
        """
        self.lines.add(line)
        if self.filling is not None and not is_blank(line):
            self.note(self.filling)
            self.filling = None
        if finding is not None and is_blank(self.line[finding.place.column - 1 :]):
            self.filling, finding = finding, None
        if self.may_hold:
            may_be_tag = bool(self.held) and re.match(LIKE_A_TAG, line) is not None
            if line.strip() and not may_be_tag:
                if self.held:
                    self.between.append((line, finding, content))
                    return
            elif may_be_tag or not self._was_prose():  # a damaged tag pair is no prose
                self._release()
        self.note(finding)
        self.content += content

    def ended_line(self, line: str) -> None:
        """Note the end of a line; in the head, one that ends like a tag pair may be damaged."""
        if self.words is not None:
            self._end_words(len(self.line))
        self.has_damaged = self.has_damaged or (self.in_head and line.endswith(('"]', '"]\n')))
        self.after_blank = not line.strip()
        if self.after_blank:
            self.in_head = False
            if not self.depth:
                self._hold(may_hold=True)
            if self.result is not None:
                self.depth = 0
            self.has_moves = self.has_moves or self.has_words

    # Text that may be no part of the record ----------------------------------------------------

    def _hold(self, *, may_hold: bool, below_tag: bool = False) -> list[Lexeme]:
        """Begin to hold text back, or end; return the lexemes that were held."""
        held, self.held = self.held, []
        self.may_hold, self.below_tag = may_hold, below_tag
        self.is_text = self.is_prose = False
        self.in_a_row, self.begins = 0, True
        return held

    def _holds(self, lexeme: Lexeme) -> bool:
        """Hold a lexeme back if it may belong to no movetext; return whether it may."""
        kind, may = lexeme.kind, bool(self.held)
        if kind is _TAG or (self.below_tag and kind is _RESULT):
            return False
        if not self.below_tag:
            begins = self.begins or lexeme.first
            self.begins = begins and kind not in _TEXTS
            if begins and (kind is _NUMBER or lexeme.kinds[:1] == [_NUMBER]):
                return False
            if kind is _RESULT and not (self.in_a_row or self.is_prose):
                return False
            may = may or kind in _TEXTS
        elif not self.is_text and kind is not _COMMENT and kind is not Kind.ESCAPE:
            self.is_text = lexeme.is_junk
            may = (self.is_text or kind is _NUMBER) and (may or lexeme.first)
        if not may:
            return False
        if not lexeme.kinds and is_word(kind, lexeme.text):
            self.in_a_row += re.search(r"\w", lexeme.text) is not None
            self.is_prose = self.is_prose or self.in_a_row == _IN_PROSE
        elif kind in _TEXTS:
            self.in_a_row = 0
        self.held.append(lexeme)
        return True

    def _release(self) -> None:
        """Take the lexemes held back as a part of the record."""
        for lexeme in self._hold(may_hold=False):
            if self.ends_before(lexeme):
                self.take(lexeme)
        self._keep_lines()

    def _keep_lines(self) -> None:
        """Add the findings and bytes of the lines held back."""
        for _, finding, content in self.between:
            self.note(finding)
            self.content += content
        self.between = []

    def _was_prose(self) -> bool:
        """Return whether the lines held back are prose: a remark, or all of this."""
        if not self.is_prose:
            return False
        if self.first_tag or self.tokens or self.has_damaged:
            if not self.between:  # a tag pair stands on their only line
                return False
            self._add_remark()
        else:
            self.is_remark = True
            self._keep_lines()
        self._hold(may_hold=False)
        return True

    def _add_remark(self) -> None:
        """Make a remark of the lines held back."""
        start = Place(self.held[0].place.line, 1)
        text = "".join(line for line, _, _ in self.between)
        content = b"".join([own for _, _, own in self.between])
        found = [finding for _, finding, _ in self.between if finding is not None]
        remark = Record(text, start, tuple(found[: limits.FINDINGS]), None, content)
        self.remarks.append(remark._replace(is_remark=True, is_within=True))
        self.between = []

    # Where the record ends ---------------------------------------------------------------------

    def ends_before(self, lexeme: Lexeme) -> bool:
        """Return whether a lexeme belongs to the next record; if not, take it.

        In a variation a number such as `2)` closes it.
        """
        kind = lexeme.kind
        if self.depth and kind is _NUMBER and ")" in lexeme.text:
            number, (line, column) = lexeme.text.partition(")")[0], lexeme.place
            self.ends_before(lexeme._replace(text=number))
            behind = Place(line, column + len(number))
            return self.ends_before(Lexeme(_CLOSE, ")" * lexeme.text.count(")"), behind))
        if self.strays:
            return kind is _TAG and lexeme.first
        if kind in _WORDS and kind is not _OPEN and not self.depth:
            if self.words is not None:
                return False
            if self.result is not None:
                ends = self._ends_behind(lexeme, self.result)
                if ends is not None:
                    return ends
        elif self.words is not None:
            self._end_words(lexeme.place.column - 1)
        if self.may_hold and (self.held or kind is not _TAG):
            if self._holds(lexeme):
                return False
            is_repeated = lexeme.code is None and lexeme.text in self.names
            if kind is _TAG and self._was_prose():
                if self.is_remark:
                    return True
            elif kind is _TAG and self.is_text and lexeme.first and not is_repeated:
                self._add_remark()
                self._hold(may_hold=False)
            else:
                self._release()
        if kind in _WORDS:
            if self._ends_before_word(lexeme):
                return True
        elif kind is _TAG:
            if self._ends_before_tag(lexeme):
                begun = self.first_tag or self.has_damaged or self.result
                play = self.has_play and not (self.in_head and self.begins_with_junk)
                self.is_remark = self.has_words and not begun and not play
                return True
            self._hold(may_hold=not self.has_words and self.result is None, below_tag=True)
            is_game = lexeme.code is None and lexeme.text == "Variant" not in self.names
            if is_game and lexeme.value.strip() not in UNSAID:
                self.variant = lexeme.value
        elif kind is _RESULT:
            self.has_play = True
            if not self.depth and results.is_of(self.variant, lexeme.text):
                self.result = lexeme
        elif kind is _CLOSE:
            self.depth = max(0, self.depth - len(lexeme.text))
        self.take(lexeme)
        return False

    def _ends_before_tag(self, lexeme: Lexeme) -> bool:
        if self.result is not None:
            return True
        if not lexeme.first:
            return False
        if self.has_words and not (self.has_moves or self.first_tag or self.has_damaged):
            return True
        if lexeme.code is not None or lexeme.words:  # it is torn, perhaps no tag
            return self.has_moves and self.after_blank
        repeated = lexeme.text in self.names and (self.after_blank or self.has_words)
        return self.has_moves or repeated

    def _ends_before_word(self, lexeme: Lexeme) -> bool:
        kind, junk = lexeme.kind, lexeme.is_junk
        begins = self.after_blank and lexeme.first and not self.first_tag and not self.has_damaged
        if begins and not self.result and not self.depth and is_numbered(self.line, 1):
            played = sum(token.kind is _MOVE for token in outside(self.tokens))
            if played >= len(letters_of(self.variant)):  # neither record has tags or a result
                return True
        if kind is _OPEN:
            self.depth += len(lexeme.text)
        if self.result is not None:  # a variation after it belongs to the record
            return False
        in_text = self.has_words and not self.in_head  # a word may look like a move there
        if kind is _OPEN or not (junk or kind is _NUMBER or in_text):
            self.has_play = True
        if not self.has_words:
            self.has_words, self.begins_with_junk = True, junk
        self.has_moves = self.has_moves or not (self.in_head and (junk or kind is _NUMBER))
        return False

    def _ends_behind(self, lexeme: Lexeme, result: Lexeme) -> bool | None:
        """Return whether a word behind the result ends the record; None if it is no comment."""
        if lexeme.place.line == self.worded:
            self.words = lexeme
            return False
        from aofref.notation.records.behind import Behind, Due, behind_result  # few records need it

        due = Due(self.tokens, letters_of(self.variant), not self.names.isdisjoint(_START))
        behind = behind_result(result, lexeme, self.line, due)
        if behind is Behind.WORDS:
            self.words, self.worded = lexeme, lexeme.place.line
            return False
        if behind is Behind.PLAY:
            self.result = None
        self.leaves = behind is Behind.STRAYS
        return True if self.leaves or behind is Behind.RECORD else None

    def _end_words(self, end: int) -> None:
        """Take the words behind the result, up to a place in their line, as a comment."""
        assert self.words is not None
        place, self.words = self.words.place, None
        text = self.line[place.column - 1 : end].rstrip()
        self.take(Lexeme(_COMMENT, text, place))

    # Its tags and tokens -----------------------------------------------------------------------

    def take(self, lexeme: Lexeme) -> None:
        """Take a lexeme of the record, unless a limit has been exceeded."""
        if self.stopped:
            return
        kind, text, at, _, value, code, words, kinds = lexeme
        if code is not None:
            if kind is _BAD and self._marks_last(text):
                return
            self.fault(code, value, at, text)
        if kinds:
            starts = map(add, accumulate(map(len, words), initial=at.column), count())
            ordinals = count(len(self.tokens))
            made = zip(kinds, words, repeat(at.line), starts, ordinals, strict=False)
            self.tokens += map(_new, repeat(Token), made)
            self.last_move = len(self.tokens) - 1 if kinds[-1] is _MOVE else -1
            self.played = self.played or _MOVE in kinds
        elif kind is _TAG:
            self._take_tag(lexeme)
        elif kind is _OPEN or kind is _CLOSE:
            self._take_parentheses(kind, text, at)
        elif kind is not _MOVE or not self._marks_last(text):
            if kind is _NAG and text in LETTER_SIGNS and self.last_move < 0:
                kind = _MOVE
            self.played = self.played or kind in _PLAY
            self._add(kind, text, at)
        if len(self.tokens) > limits.TOKENS:
            text = f"a record has at most {limits.TOKENS} tokens"
            self.fault(Code.LIMIT, text, self.tokens[limits.TOKENS].place)
            del self.tokens[limits.TOKENS :]
            self.stopped = True

    def _take_tag(self, lexeme: Lexeme) -> None:
        name, value, at, torn = lexeme.text, lexeme.value, lexeme.place, lexeme.words
        self.first_tag = self.first_tag or at
        if lexeme.code is not None:
            self.damaged.add(name.lower())
            return
        is_name = not torn or re.fullmatch(r"\w+", name) is not None
        is_read = is_name and not (torn and name in _OF_TIME)
        if torn:
            why = f"{torn[0]}: " + (f"read as {excerpt(value)}" if is_read else "it is passed over")
            if name and not is_name:
                why += ": a name has letters, digits and underscores"
            self.fault(Code.BAD_TAG, why, at, is_harmless=True)
        elif self.played:
            why = f"a tag pair in the movetext: {excerpt(name)}"
            self.fault(Code.BAD_TAG, why, at, is_harmless=name.lower() not in DECIDING)
        if is_read:
            self.tags.append(Tag(name, value, at))
        self.names.add(name)

    def _take_parentheses(self, kind: Kind, text: str, at: Place) -> None:
        opened = self.opened
        if kind is _OPEN and len(opened) + len(text) > limits.DEPTH:
            self.fault(Code.LIMIT, f"variations are at most {limits.DEPTH} deep", at)
            self.stopped = True
            return
        places = [Place(at.line, at.column + behind) for behind in range(len(text))]
        for place in places:
            self._add(kind, text[0], place)
        if kind is _OPEN:
            self.played = True
            opened += places
            return
        if len(text) > len(opened):
            there = places[len(opened)]
            self.fault(Code.SYNTAX, "this closes a variation that was never opened", there)
        del opened[max(0, len(opened) - len(text)) :]

    def _add(self, kind: Kind, text: str, place: Place) -> None:
        tokens = self.tokens
        if kind is _MOVE:
            self.last_move = len(tokens)
        elif kind is not _NAG and kind is not _COMMENT:
            self.last_move = -1
        tokens.append(_new(Token, (kind, text, *place, len(tokens))))

    def _marks_last(self, text: str) -> bool:
        """Append a mark to the last move, or `ep` after a line break; return whether it is one."""
        at = self.last_move
        if at < 0 or len(self.tokens[at].text) > moves.LONGEST:
            return False
        if text[:1] == "e" and at == len(self.tokens) - 1 and re.fullmatch(moves.EP, text):
            text = f" {text}"
        elif not is_mark(text):
            return False
        self.tokens[at] = self.tokens[at]._replace(text=self.tokens[at].text + text)
        return True


def _noted(findings: list[Finding], finding: Finding) -> bool:
    """Append a finding; return False beyond the limit of findings."""
    may = len(findings) < limits.FINDINGS or finding.code is Code.LIMIT
    if may:
        findings.append(finding)
    return may


def letters_of(variant: str) -> str:
    """Return the letters of the armies of the game with a name, as in chess if there is none."""
    game = games.find(variant)
    return "WB" if game is None else "".join(army.letter for army in game.armies)


def _contradicting(record: Record) -> Record:
    """Warn of tags given twice with two values."""
    findings, values = [], dict[str, str]()
    for tag in record.tags:
        first = values.setdefault(tag.name, tag.value)
        if first != tag.value:
            text = f"{tag.name} is {excerpt(first)} above, but here {excerpt(tag.value)}"
            findings.append(fault(Code.CONTRADICTION, text, tag.place))
    return record._replace(findings=(*record.findings, *findings)) if findings else record
