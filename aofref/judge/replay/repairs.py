"""Repairs: what people write otherwise than the grammar has it, token by token.

A repair takes the play so far, the line and a token of it.  It returns another token in its place,
or the reason why nobody can know what is meant; None if it does not know the token.  The first that
does counts; none needs another.  `in_words`, which needs no play, is that of a whole record.
"""

from collections.abc import Callable, Mapping, Sequence
from string import digits
from typing import TYPE_CHECKING, Final

from aofref.findings import Code, Finding, Refusal
from aofref.judge.replay.line import LineOfPlay
from aofref.notation import moves, resolve, results
from aofref.notation.records import Kind, Token
from aofref.notation.records.tokenizer import is_word
from aofref.notation.records.tokens import BARE_MARKS, number_of
from aofref.notation.signs import LETTER_SIGNS
from aofref.text import excerpt

if TYPE_CHECKING:
    from aofref.judge.replay.driver import Driver

Read = Token | Refusal | None


def noughts(play: "Driver", line: LineOfPlay, token: Token, why: Finding | None = None) -> Read:
    """Read `40. Kf1 0-0` as a result at the end of the main line, a nought for each army.

    With `[Result "0-0"]` it is one also where castling may be legal.  Where castling is refused it
    is one with that tag, or if no other result is stated and the text has no number before it,
    where this record numbers the moves of the first army.
    """
    at, tokens, armies = play.at, play.tokens, len(play.game.armies)
    if len(play.levels) > 1 or not results.is_nobodys(armies, token.text):
        return None
    if any(tokens[behind].kind not in _BEHIND_A_RESULT for behind in range(at + 1, len(tokens))):
        return None
    tag = play.record.tag("Result")
    claimed = results.normal(tag.value) if tag else results.OPEN
    is_numbered = at > 0 and tokens[at - 1].kind is Kind.NUMBER
    is_open = (
        (why is not None and claimed == results.OPEN and line.position.turn == 0)
        and not is_numbered
        and all(other.kind is not Kind.RESULT for other in tokens[at + 1 :])
        and any(other.kind is Kind.NUMBER for other in tokens[:at])
    )
    is_lost = results.is_nobodys(armies, claimed) and (why is not None or not is_numbered)
    return token._replace(kind=Kind.RESULT) if is_open or is_lost else None


def bare_number(play: "Driver", line: LineOfPlay, token: Token) -> Read:
    """Refuse `1. e4 17 e5`: digits alone are a number only where it is due.

    Behind it stands a move, a variation or the end.
    """
    if not token.text.rstrip(BARE_MARKS).isdecimal():
        return None
    number = number_of(token.text)
    assert number is not None
    numbering, round_, plies = play.numbering, line.position.round, line.number
    ahead = (play.tokens[at] for at in range(play.at + 1, len(play.tokens)))
    full = (t for t in ahead if t.kind is not Kind.NUMBER or number_of(t.text) is not None)
    behind = next((t.kind for t in full if t.kind not in _ASIDE), None)
    may_begin = number == round_ or (not plies and behind is Kind.MOVE)
    if behind in _BEHIND_A_NUMBER and (numbering.has_begun or may_begin):
        _, wrong = numbering.take(number, round_, plies, token)
        if wrong is None:
            return None
    due = numbering.due(round_, plies)
    text = f"not a move, nor the number that is due here, {due}: {excerpt(token.text)}"
    return Refusal(Code.SYNTAX, text)


def letter_sign(play: "Driver", line: LineOfPlay, token: Token) -> Read:
    """Refuse `1. e4 e5 N h6`: a sign could be the piece of the move behind it, a blank between."""
    behind = play.tokens[play.at + 1 : play.at + 2]
    if token.text not in LETTER_SIGNS or not behind or behind[0].kind is not Kind.MOVE:
        return None
    (row, column), (next_row, next_column) = token.place, behind[0].place
    if row != next_row or column == next_column:  # parted by a line's end, or in JSON
        return None
    piece, move = token.text, behind[0].text
    written = moves.parse(play.game, piece + move, line.notation)
    if written is None or isinstance(resolve.legal(line.position, written), Refusal):
        return None
    which = f"{excerpt(f'{piece} {move}')} may be the move {piece}{move}, or a sign and {move}"
    return Refusal(Code.SYNTAX, f"{which}; a novelty is $146, a diagram $220")


AHEAD: Final[Mapping[Kind, tuple[str, Callable[["Driver", LineOfPlay, Token], Read]]]] = {
    Kind.MOVE: ("0", noughts),
    Kind.NUMBER: (f"{digits}{BARE_MARKS}", bare_number),
    Kind.NAG: ("".join(LETTER_SIGNS), letter_sign),
}
"""Repairs that are tried before a token is taken, which has another meaning for the strict way.

Each is about texts that end with one of its characters.
"""


def number_of_no_cell(_: "Driver", __: LineOfPlay, token: Token, why: Finding) -> Read:
    """Read `1. e4 2024 e5` as a number: digits of a move whose cells do not exist."""
    is_number = why.code is Code.NO_SUCH_CELL and token.text.isdecimal()
    return token._replace(kind=Kind.NUMBER) if is_number else None


AFTER: Final = (noughts, number_of_no_cell)
"""Repairs that are tried where a move is refused."""


def runs_on(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token is a word right behind another, as in `a fine move!`: it is prose.

    Only the first word of prose is reported.
    """
    if not is_word(tokens[at].kind, tokens[at].text):
        return False
    before = at - 1
    while (
        before >= 0 and tokens[before].kind is Kind.NAG and tokens[before].text not in LETTER_SIGNS
    ):
        before -= 1  # an exclamation mark
    return before >= 0 and is_word(tokens[before].kind, tokens[before].text)


_ASIDE: Final = Kind.COMMENT, Kind.ESCAPE, Kind.NAG
_BEHIND_A_RESULT: Final = *_ASIDE, Kind.RESULT
_BEHIND_A_NUMBER: Final = Kind.MOVE, None, Kind.OPEN, Kind.CLOSE, Kind.RESULT
