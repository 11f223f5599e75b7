"""Between: text between the tag pairs of a head, and paragraphs of prose: no part of the record.

Only the lines below show that lines are such text: until then their lexemes are held back.
"""

import re

from aofref.notation import moves
from aofref.notation.movetext import PASSES
from aofref.notation.records.model import DECISIVE
from aofref.notation.records.tokenizer import Lexeme
from aofref.notation.records.tokens import Kind
from aofref.notation.results import CASTLING
from aofref.notation.signs import DASH

_PLAUSIBLE = rf"(?:[A-Z]:)?(?:.*[a-z]{{1,2}}[0-9]|[0-9]+|--|{PASSES}|{'|'.join(moves.WITHDRAWALS)})"
LIKE_A_TAG = rf'(?i)\W*+(?:\w++\s*+"[^"]*+"?\W*+\Z|(?:{"|".join(sorted(DECISIVE))})\b)'
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
        return not line.strip() or (bool(self.lexemes) and re.match(LIKE_A_TAG, line) is not None)
