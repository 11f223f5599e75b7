"""Signs: forms in movetext of PGN's NAGs, of checks, and of blanks.

A sign is a word by itself, or the end of a word without another meaning.
"""

import re
from typing import Final

UNSEEN: Final = "\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
"""Invisible characters, such as a byte order mark, for a character class."""
ENDING: Final = f"\x00\x1a\xff{chr(0xDCFF)}"  # mypyc cannot write the last in a literal
"""Characters that fill a file behind its text, as Ctrl-Z of DOS and the byte 0xFF, likewise."""
BLANK: Final = rf"\s{UNSEEN}"
DASHES: Final = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
DASH: Final = f"[{DASHES}]"
"""A hyphen, dashes and the minus sign."""

SECONDS: Final = 10
"""The most digits of a number of seconds: three centuries."""
UNSAID: Final = frozenset(("", "?", "-"))
"""Values of tags that stand for none."""
LETTER_SIGNS: Final = frozenset(("N", "TN", "RR", "D"))
"""A novelty, a remark and a diagram; they are signs behind a move only."""
SINGLE_SIGNS: Final = (
    "\u00b1\u2213\u221e\u2a71\u2a72"  # who stands better, or unclear
    "\u203c\u2047\u2048\u2049\u25a1\u2191\u2192\u21c6\u2295\u2a00\u2a01"
    "\u2299\u21c4\u25b3\u2313\u229e\u21bb\u27ea\u27eb"
)
"""Signs that end the word before them, for a character class."""
EVALUATION: Final = (
    rf"[{SINGLE_SIGNS}]|\+(?:/?=|/{DASH}|{DASH}{{1,2}})|=(?:/?\+|/&)?|{DASH}(?:/?\+|>)|<=>"
)
"""The pattern of a sign for a NAG without letters."""

_CHECK: Final = r"(?:dis(?:c(?:overed)?)?|dbl|dble|double|ch|check)\.?"
_MATE: Final = r"(?:check)?mate\.?"
MARK: Final = r"#[A-Z]*(?:\+[A-Z]*)?|\+[+A-Z]*|[\u2020\u2021]{1,2}|\u2260"
"""The pattern of a mark of check or mate without small letters, separate from its move."""
_A_MARK: Final = rf"{MARK}|(?i:{_CHECK}|{_MATE})"  # compiled when first used: few records have one
_MARKED: Final = rf"(.*?[0-9A-Za-z).]) ?((?:(?:{_A_MARK}) ?)+)"
_MARK_STARTS: Final = "#+\u2020\u2021\u2260cdmCDM"


def is_mark(text: str) -> bool:
    """Return whether a word marks the move before it as check or mate."""
    return text[:1] in _MARK_STARTS and re.fullmatch(_A_MARK, text) is not None


def marks_parted(text: str) -> tuple[str, str]:
    """Split the marks, in any form, from a move: return the move and its suffix.

    A double check, and a check that was written as a mate of old may be, is a check.
    """
    match = re.fullmatch(_MARKED, text)
    if match is None:
        return text, ""
    marks = match[2]
    mated = "".join(re.findall("#([A-Z]*)", marks))
    checked = "".join(re.findall(r"\+([A-Z]*)", marks))
    mate = "#" in marks or "\u2260" in marks or "mate" in marks.lower()
    check = "+" in marks or not mate
    return match[1], (f"#{mated}" if mate else "") + (f"+{checked}" if check else "")
