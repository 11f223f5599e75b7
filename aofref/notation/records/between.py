"""Between: words of prose, and lines that may be damaged tag pairs."""

import re
from string import digits

from aofref.notation import moves, movetext
from aofref.notation.moves import PASSES
from aofref.notation.records.model import DECISIVE
from aofref.notation.records.tokenizer import Lexeme
from aofref.notation.records.tokens import Kind
from aofref.notation.results import CASTLING
from aofref.notation.signs import DASH

_PLAUSIBLE = (
    rf"(?:[A-Z]:)?(?:.*[a-z]{{1,2}}[0-9]|[0-9]+|--|{PASSES}|{'|'.join(movetext.WITHDRAWALS)})"
)
LIKE_A_TAG = rf'(?i)\W*+(?:\w++\s*+"[^"]*+"?\W*+\Z|(?:{"|".join(sorted(DECISIVE))})\b)'
"""A line that may be a tag pair whose brackets or quotation marks are damaged."""
_ORDERS = "|".join((*movetext.WITHDRAWALS, "draw", moves.EP))
_NO_WORD = rf"(?:[A-Z]:)?(?:{CASTLING}|[Oo]{{2,3}}|{DASH}{{2}}|{PASSES}|{_ORDERS})\W*\Z"


def is_junk(lexeme: Lexeme) -> bool:
    """Return whether a lexeme is a word that does not look like a move."""
    kind = lexeme.kind
    if kind is not Kind.MOVE:
        return kind is Kind.BAD
    return not lexeme.kinds and re.match(_PLAUSIBLE, lexeme.text) is None


def is_word(kind: Kind, text: str) -> bool:
    """Return whether a token is a word of prose: it has no digit, and is no move or order."""
    if (kind is not Kind.MOVE and kind is not Kind.BAD) or text[-1:] in digits:  # "" is, too
        return False
    return re.search("[0-9]", text) is None and re.match(_NO_WORD, text) is None
