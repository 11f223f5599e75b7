"""Between: text between the tag pairs of a head, which is no part of the record.

Only the tag pair below shows that lines are such text: until then their lexemes are held back.
"""

import re

from aofref.notation import moves
from aofref.notation.movetext import PASSES
from aofref.notation.records.model import DECISIVE
from aofref.notation.records.tokenizer import Lexeme
from aofref.notation.records.tokens import Kind

_PLAUSIBLE = rf"(?:[A-Z]:)?(?:.*[a-z]{{1,2}}[0-9]|[0-9]+|--|{PASSES}|{'|'.join(moves.WITHDRAWALS)})"
_LIKE_A_TAG = rf'(?i)\W*+(?:\w++\s*+"[^"]*+"?\W*+\Z|(?:{"|".join(sorted(DECISIVE))})\b)'
"""A line that may be a tag pair whose brackets or quotation marks are damaged."""


def is_junk(lexeme: Lexeme) -> bool:
    """Return whether a lexeme is a word that does not look like a move."""
    kind = lexeme.kind
    if kind is not Kind.MOVE:
        return kind is Kind.BAD
    return not lexeme.kinds and re.match(_PLAUSIBLE, lexeme.text) is None


class HeldText:
    """The lexemes held back, from the first word of a line below a tag pair.

    It is `active` below a tag pair, up to an empty line or to movetext.  Text between tag pairs
    begins with a word that is not a move, perhaps behind numbers, and contains no result.
    """

    def __init__(self) -> None:
        self.active = False
        self.lexemes: list[Lexeme] = []
        self._is_sure = False

    def holds(self, lexeme: Lexeme) -> bool:
        """Hold a lexeme back if it may belong to text between tag pairs; return whether it may."""
        kind = lexeme.kind
        if kind is Kind.TAG or kind is Kind.RESULT:
            return False
        if not self._is_sure and kind is not Kind.COMMENT and kind is not Kind.ESCAPE:
            self._is_sure = is_junk(lexeme)
            if not self._is_sure and kind is not Kind.NUMBER:
                return False
            if not self.lexemes and not lexeme.first:
                return False
        elif not self.lexemes:
            return False
        self.lexemes.append(lexeme)
        return True

    def ends_at(self, lexeme: Lexeme) -> bool:
        """Return whether a lexeme is the tag pair below the held text."""
        return lexeme.kind is Kind.TAG and lexeme.first and self._is_sure

    def released(self) -> list[Lexeme]:
        """Return the held lexemes, and hold none until the next tag pair."""
        held, self.lexemes = self.lexemes, []
        self.active = self._is_sure = False
        return held

    def is_refuted(self, line: str) -> bool:
        """Return whether a line is not such text: it is empty, or may be a damaged tag pair."""
        return not line.strip() or (bool(self.lexemes) and re.match(_LIKE_A_TAG, line) is not None)
