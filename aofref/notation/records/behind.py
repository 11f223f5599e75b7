"""Behind: what stands behind a result: play that goes on, words on the end, or another record."""

import re
from collections.abc import Sequence
from enum import Enum, auto
from typing import NamedTuple

from aofref.notation import movetext
from aofref.notation.records.tokenizer import LIKE_A_TAG, Lexeme, lexemes
from aofref.notation.records.tokens import Kind, Token, number_of, outside
from aofref.notation.results import OPEN


class Due(NamedTuple):
    """What may be due behind the tokens of a record, as far as no rules are needed to know.

    `letters` are those of its armies.  `is_set_up`: it begins with any position, and so with any
    number and army.
    """

    tokens: Sequence[Token]
    letters: str
    is_set_up: bool

    def number(self, number: int) -> bool:
        """Return whether a move may have a number.

        With two armies every move may have a number of its own, unless two moves stand behind one;
        with more a round is shorter once armies have left.
        """
        last, since, most = -1 if self.is_set_up else 1, 0, 0
        for token in outside(self.tokens):
            if token.kind is Kind.MOVE:
                since += 1
                most = max(most, since)
            elif token.kind is Kind.NUMBER and (read := number_of(token.text)) is not None:
                last, since = read, 0
        count = len(self.letters)
        rounds = since // count
        return last < 0 or rounds <= number - last <= (since if count > 2 or most < 2 else rounds)

    def army(self, text: str) -> bool:
        """Return whether a move, given by its text, may be of the army to move."""
        letters = self.letters
        if text[1:2] != ":" or text[0] not in letters:
            return True
        played = [token.text for token in outside(self.tokens) if token.kind is Kind.MOVE]
        last, count = played[-1] if played else "", len(letters)
        if last[1:2] == ":" and last[0] in letters:
            at = letters.index(last[0])
        elif self.is_set_up:
            return True
        else:
            at = len(played) - 1
        if len(played) > count > 2:  # armies may have left
            return text[0] != letters[at % count]
        return text[0] == letters[(at + 1) % count]


class Behind(Enum):
    """What a word behind a result is."""

    PLAY = auto()  # that goes on
    WORDS = auto()  # on how the game ended
    STRAYS = auto()  # moves or orders of no record
    RECORD = auto()  # the beginning of the next one
    FAULT = auto()  # a word that is reported in this record


_BEGINS = r"\(?[0-9]++[.):]{0,2}\Z"
"""A number that may begin a record; one with more dots is of an army that moves later."""
_DRAW = r"(?:[A-Z]:)?draw\W*\Z"
_ORDER = rf"(?:[A-Z]:)?(?:{'|'.join(movetext.WITHDRAWALS)})\W*\Z|{_DRAW}"


def behind_result(result: Lexeme, lexeme: Lexeme, line: str, due: Due) -> Behind:
    """Return what a word or number behind a result is, given its line.

    Behind `*` the play goes on with a number that is due, or on the same line with a move of the
    army to move or an order; words alone there are a comment.  Behind other results moves there are
    strays, while words and orders alone there, or on the line below, say how the game ended.
    """
    if lexeme.kind is Kind.BAD and lexeme.value:  # a comment that is never closed, or too long
        return Behind.FAULT
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
    elif is_open and not below and re.match(_DRAW, text) is None and not lexeme.is_junk:
        is_due = due.army(text) or re.match(_ORDER, text) is not None  # these come out of turn, too
        return Behind.PLAY if is_due else Behind.RECORD
    elif not lexeme.first and lexeme.is_junk and below:
        return Behind.FAULT
    rest = line[lexeme.place.column - 1 :]
    played = [one for one in lexemes(rest, lexeme.place) if not one.is_junk]
    orders = [one for one in played if re.match(_ORDER, one.text) is not None]
    if any(one.kind is Kind.MOVE and one not in orders for one in played):
        return Behind.RECORD if below else Behind.FAULT if is_open else Behind.STRAYS
    if is_open and not below:
        is_draw = all(re.match(_DRAW, one.text) is not None for one in orders)
        return Behind.WORDS if is_draw else Behind.FAULT
    if not is_open and below <= lexeme.first and re.match(LIKE_A_TAG, rest) is None:
        return Behind.WORDS
    return Behind.STRAYS if orders else Behind.RECORD
