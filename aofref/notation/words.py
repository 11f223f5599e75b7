"""Words: what a player writes in the place of a move, to resign, to offer a draw or to pass.

Only a text that says nothing else is read, so that `I will never resign` and a word inside a
sentence are not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import Final

from aofref.notation.movetext import PASS_TEXT, Action
from aofref.variants.model import Variant

DRAW: Final = "draw"
"""What a draw, offered or accepted, is written as; the others are written as in a record."""
_LONGEST = 80
_WORDS = 6
"""As many words as such a text has."""
_GOES = "(?:(?:i|we) (?:(?:hereby|must|have to) )?)?"
_A_DRAW = "(?:you )?(?:(?:a|the|your) )?draw(?: offer)?"
_OWN: Final[dict[str, str]] = {
    Action.RESIGNS: rf"{_GOES}resign(?: (?:the|this) game| here| now)?|i resigned|resigns|resigned",
    DRAW: (
        rf"draw|\(=\)|{_GOES}(?:offer|propose|suggest|accept|agree to) {_A_DRAW}"
        r"|(?:a )?draw(?: is)? (?:offer|offered|proposed|accepted|agreed)|draw offer accepted"
        "|(?:how|what) about a draw|agreed,? (?:a )?draw"
    ),
    PASS_TEXT: f"{_GOES}pass|passes",
}
"""What a player says of himself, in small letters."""
_OF_AN_ARMY: Final[dict[str, str]] = {
    Action.RESIGNS: "(?:resigns|has resigned)",
    DRAW: rf"(?:offers|proposes|accepts|agrees to) {_A_DRAW}",
    PASS_TEXT: "passes",
}
"""What is said of an army behind its name."""


def worded(variant: Variant, text: str) -> str:
    """Give what a text in words means: `resigns`, `draw` or `--`; else nothing.

    An army that it names stands before that, as in `E:resigns`.
    """
    if len(text) > _LONGEST:
        return ""
    plain = " ".join(text.replace("\u2019", "'").split()).strip("\"'").rstrip(" .!?\u2026")
    text = plain.casefold()
    name, colon, rest = plain.partition(":")
    if colon:
        army = variant.army_named(name)
        letter = army.letter if army is not None else name.upper() if len(name) == 1 else ""
        text = rest.strip().casefold()
        meant = _meant(_OWN, text) or _meant(_OF_AN_ARMY, text)
        return f"{letter}:{meant}" if letter and meant else ""
    if found := _meant(_OWN, text):
        return found
    for word, pattern in _OF_AN_ARMY.items():
        match = re.fullmatch(f"(.+?),? {pattern}", plain, re.IGNORECASE)
        army = variant.army_named(match[1]) if match is not None else None
        if army is not None and plain[:2].casefold() != "i ":  # the player, or the army I
            return f"{army.letter}:{word}"
    return ""


def gathered(variant: Variant, texts: Sequence[str]) -> list[tuple[int, str]]:
    """Put together what is given word by word, as `I resign`, and take apart a move and a draw.

    Each text has the number that it had.
    """
    found: list[tuple[int, str]] = []
    at = 0
    while at < len(texts):
        ends = range(min(len(texts), at + _WORDS), at + 1, -1)
        end = next((e for e in ends if worded(variant, " ".join(texts[at:e]))), at + 1)
        found += [(at + 1, text) for text in _apart(variant, " ".join(texts[at:end]))]
        at = end
    return found


def _apart(variant: Variant, text: str) -> Sequence[str]:
    """Give a move and the draw behind it, or a text that is not both as it is."""
    if not worded(variant, text):
        for gap in islice(re.finditer(r"[\s,;]+", text), _WORDS):
            rest = text[gap.end() :]
            if worded(variant, rest).endswith(DRAW):
                return text[: gap.start()], rest
    return (text,)


def _meant(words: dict[str, str], text: str) -> str:
    return next((word for word, pattern in words.items() if re.fullmatch(pattern, text)), "")
