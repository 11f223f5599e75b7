"""Between: text between the tag pairs of a head, paragraphs of prose, and what follows a result.

Only the lines below show that lines are text between tag pairs or prose: until then their lexemes
are held back.
"""

import re
from enum import Enum, auto

from aofref.notation import moves
from aofref.notation.movetext import PASSES
from aofref.notation.records.due import Due
from aofref.notation.records.model import DECISIVE
from aofref.notation.records.tokenizer import Lexeme, lexemes
from aofref.notation.records.tokens import Kind, number_of
from aofref.notation.results import CASTLING, OPEN
from aofref.notation.signs import DASH

_PLAUSIBLE = rf"(?:[A-Z]:)?(?:.*[a-z]{{1,2}}[0-9]|[0-9]+|--|{PASSES}|{'|'.join(moves.WITHDRAWALS)})"
_LIKE_A_TAG = rf'(?i)\W*+(?:\w++\s*+"[^"]*+"?\W*+\Z|(?:{"|".join(sorted(DECISIVE))})\b)'
"""A line that may be a tag pair whose brackets or quotation marks are damaged."""


_WORDS = Kind.MOVE, Kind.BAD, Kind.NUMBER, Kind.RESULT
_IN_PROSE = 3  # words in a row that no line of moves has
_ORDERS = "|".join((*moves.WITHDRAWALS, "draw", moves.EP))
_NO_WORD = rf"(?:[A-Z]:)?(?:{CASTLING}|[Oo]{{2,3}}|{DASH}{{2}}|{PASSES}|{_ORDERS})\W*\Z"


def is_junk(lexeme: Lexeme) -> bool:
    """Return whether a lexeme is a word that does not look like a move."""
    kind = lexeme.kind
    if kind is not Kind.MOVE:
        return kind is Kind.BAD
    return not lexeme.kinds and re.match(_PLAUSIBLE, lexeme.text) is None


def is_word(kind: Kind, text: str) -> bool:
    """Return whether a token is a word of prose: it has no digit, and is no move or order."""
    if (kind is not Kind.MOVE and kind is not Kind.BAD) or not text:
        return False
    return re.search("[0-9]", text) is None and re.match(_NO_WORD, text) is None


class Behind(Enum):
    """What a word behind a result is."""

    PLAY = auto()  # that goes on
    WORDS = auto()  # on how the game ended
    STRAYS = auto()  # moves or orders of no record
    RECORD = auto()  # the beginning of the next one
    FAULT = auto()  # a word that is reported in this record


_BEGINS = r"\(?[0-9]++[.):]{0,2}\Z"
"""A number that may begin a record; one with more dots is of an army that moves later."""
_ORDER = rf"(?:[A-Z]:)?(?:{'|'.join(moves.WITHDRAWALS)}|draw)\W*\Z"


def behind_result(result: Lexeme, lexeme: Lexeme, line: str, due: Due) -> Behind:
    """Return what a word or number behind a result is, given its line.

    Behind `*` the play goes on with a number that is due, or on the same line with a move of the
    army to move.  Behind other results moves there are strays, while words and orders alone there,
    or on the line below, say how the game ended.
    """
    is_open, below = result.text == OPEN, lexeme.place.line - result.place.line
    text = lexeme.words[0] if lexeme.kinds else lexeme.text
    if lexeme.kind is Kind.NUMBER or lexeme.kinds[:1] == [Kind.NUMBER]:
        number, may_begin = number_of(text), re.match(_BEGINS, text) is not None
        if may_begin and number == 1:
            return Behind.RECORD
        if not may_begin or number is None or due.number(number):
            return Behind.PLAY if is_open else Behind.STRAYS
        if is_open or below:
            return Behind.RECORD
    elif is_open and not below:
        if is_junk(lexeme):
            return Behind.FAULT
        return Behind.PLAY if due.army(text) else Behind.RECORD
    elif not lexeme.first and is_junk(lexeme) and below:
        return Behind.FAULT
    rest = line[lexeme.place.column - 1 :]
    played = [one for one in lexemes(rest, lexeme.place) if not is_junk(one)]
    orders = [one for one in played if re.match(_ORDER, one.text) is not None]
    if any(one.kind is Kind.MOVE and one not in orders for one in played):
        return Behind.RECORD if below else Behind.STRAYS
    if not is_open and below <= lexeme.first and re.match(_LIKE_A_TAG, rest) is None:
        return Behind.WORDS
    return Behind.STRAYS if orders else Behind.RECORD


class HeldText:
    """The lexemes held back, from the first word of a line on, which may be no part of a record.

    It is `active` below a tag pair (`in_head`), up to an empty line or to movetext, and from the
    start of any other paragraph on.  Text between tag pairs begins with a word that is not a move,
    perhaps behind numbers, and contains no result.  A paragraph `is_prose` if it has three words of
    prose in a row; no line of it begins with the number of a move.
    """

    def __init__(self) -> None:
        self.active = True
        self.in_head = False
        self.is_prose = False
        self.lexemes: list[Lexeme] = []
        self._is_sure = False
        self._in_a_row = 0
        self._begins = True  # a line of a paragraph

    def begin(self, *, in_head: bool) -> None:
        """Begin to hold text: below a tag pair, or a paragraph."""
        self.released()
        self.active, self.in_head = True, in_head

    def holds(self, lexeme: Lexeme) -> bool:
        """Hold a lexeme back if it may belong to no movetext; return whether it may."""
        if lexeme.kind is Kind.TAG or not (self._may_hold if self.in_head else self._goes_on)(
            lexeme
        ):
            return False
        if is_word(lexeme.kind, lexeme.text):
            self._in_a_row += re.search(r"\w", lexeme.text) is not None
            self.is_prose = self.is_prose or self._in_a_row == _IN_PROSE
        elif lexeme.kind in _WORDS:
            self._in_a_row = 0
        self.lexemes.append(lexeme)
        return True

    def _may_hold(self, lexeme: Lexeme) -> bool:
        """Return whether a lexeme may belong to text between tag pairs."""
        kind = lexeme.kind
        if kind is Kind.RESULT:
            return False
        if not self._is_sure and kind is not Kind.COMMENT and kind is not Kind.ESCAPE:
            self._is_sure = is_junk(lexeme)
            if not self._is_sure and kind is not Kind.NUMBER:
                return False
            return bool(self.lexemes) or lexeme.first
        return bool(self.lexemes)

    def _goes_on(self, lexeme: Lexeme) -> bool:
        """Return whether a lexeme may belong to a paragraph of prose."""
        kind = lexeme.kind
        self._begins = self._begins or lexeme.first
        begins, self._begins = self._begins, self._begins and kind not in _WORDS
        if begins and (kind is Kind.NUMBER or lexeme.kinds[:1] == [Kind.NUMBER]):
            return False
        if kind is Kind.RESULT and not (self._in_a_row or self.is_prose):
            return False
        return bool(self.lexemes) or kind in _WORDS

    def ends_at(self, lexeme: Lexeme) -> bool:
        """Return whether a lexeme is the tag pair below text between tag pairs."""
        return self.in_head and lexeme.kind is Kind.TAG and lexeme.first and self._is_sure

    def released(self) -> list[Lexeme]:
        """Return the held lexemes, and hold none until the next tag pair or paragraph."""
        held, self.lexemes = self.lexemes, []
        self.active = self._is_sure = self.is_prose = False
        self._in_a_row, self._begins = 0, True
        return held

    def is_refuted(self, line: str) -> bool:
        """Return whether a line is not such text: it is empty, or may be a damaged tag pair."""
        return not line.strip() or (bool(self.lexemes) and re.match(_LIKE_A_TAG, line) is not None)
