"""Results: each army's share of the game, in order of play (aofref-record(5))."""

import re
from typing import Final

from aofref import games
from aofref.notation.signs import DASH, UNSAID

OPEN: Final = "*"
WHOLE: Final = 12  # a whole game, in the unit of shares
_SHARES: Final = {"1": 12, "0": 0, "1/2": 6, "1/3": 4, "2/3": 8, "1/4": 3, "3/4": 9}
_FRACTIONS: Final = {
    "\u00bd": "1/2",
    "\u2153": "1/3",
    "\u2154": "2/3",
    "\u00bc": "1/4",
    "\u00be": "3/4",
}
FRACTIONS: Final = "".join(_FRACTIONS)
"""Shares that are one character, for a character class."""
CASTLING: Final = rf"[0Oo](?:{DASH}[0Oo]){{1,2}}(?!{DASH})"
"""The pattern of castling, which would be a result without any share."""
_SHARE: Final = r"[01](?:/[234])?|[23]/[34]"
FORM: Final = rf"\*|(?!{CASTLING})(?:{_SHARE})(?:-(?:{_SHARE})){{1,3}}"
"""The pattern of a result of some game, in the form that records have."""
_SPELT_SHARE: Final = rf"0[.,]5|[01O](?:/[234])?|[23]/[34]|[{FRACTIONS}]"
_BETWEEN: Final = rf"[ \t]*{DASH}[ \t]*"
SPELT: Final = (
    rf"(?!{CASTLING})(?:(?:{_SPELT_SHARE})(?:{_BETWEEN}(?:{_SPELT_SHARE})){{1,3}}"
    r"|(?:[01]|1/2):(?:[01]|1/2)|1/2|\u00bd)"
)
"""The pattern of a result in other forms: another dash, blanks or a colon between shares, a letter
for a nought, a half as one character or a decimal, or one half for a draw."""


def read(armies: int, text: str) -> tuple[int, ...] | None:
    """Return each army's share in twelfths, all 0 for `*`; None if the text is not a result."""
    if text == OPEN:
        return (0,) * armies
    parts = text.split("-")
    if len(parts) != armies or not _SHARES.keys() >= set(parts):
        return None
    if any("/" in part and int(part[2:]) > armies for part in parts):
        return None  # thirds need three armies, quarters four
    shares = tuple(_SHARES[part] for part in parts)
    return shares if sum(shares) == WHOLE else None


def normal(text: str) -> str:
    """Return a result in the form that records have; any other text unchanged."""
    if text == OPEN or ("-" in text and _SHARES.keys() >= set(text.split("-"))):
        return text  # as most records have it: no pattern is needed
    text = text.strip()
    if text in UNSAID:
        return OPEN
    if re.fullmatch(FORM, text) is not None or re.fullmatch(SPELT, text) is None:
        return text
    parts = re.split(rf"{_BETWEEN}|:", text.replace("O", "0"))
    shares = ["1/2" if part[1:] in (".5", ",5") else _FRACTIONS.get(part, part) for part in parts]
    return "-".join(shares * 2 if len(shares) == 1 else shares)


NOBODYS: Final = rf"0(?:{_BETWEEN}0){{1,3}}|0:0"
"""The pattern of a result by which every army has lost."""


def is_nobodys(armies: int, text: str) -> bool:
    """Return whether a text states that each army has lost, as `0-0` does of a double forfeit."""
    text = text.strip()
    return text.count("0") == armies and re.fullmatch(NOBODYS, text) is not None


def is_of(variant: str, text: str) -> bool:
    """Return whether a text is a result of the game with that name; without one, of some game."""
    game = games.find(variant)
    return read(text.count("-") + 1 if game is None else len(game.armies), text) is not None
