"""Words: texts in place of a move, by which a player resigns, offers or accepts a draw, or passes.

Only a whole text matches, so that `I will never resign` and a word inside a sentence do not.
"""

import re
from collections.abc import Callable, Iterable
from typing import Final

from aofref.notation.movetext import PASS_TEXT, Action

MOST_WORDS: Final = 8  # the most words of a move: `7. ... White: knight ab2 takes bb4`
# A draw, offered or accepted, and one that is only accepted; other actions are as in a record.
DRAW: Final = "draw"
CONSENT: Final = "draw accepted"
_LONGEST = 80
_GOES = "(?:(?:i|we) (?:(?:hereby|must|have to) )?)?"
_YES = "(?:(?:yes|ok(?:ay)?),? )?"
_A_DRAW = "(?:you )?(?:(?:a|the|your) )?draw(?: offer)?"
_OWN: Final[dict[str, str]] = {  # patterns in the first person, or without a subject
    Action.RESIGNS: rf"{_GOES}resign(?: (?:the|this) game| here| now)?|i resigned|resigns|resigned",
    DRAW: (
        rf"draw|\(=\)|{_GOES}(?:offer|propose|suggest) {_A_DRAW}"
        r"|(?:a )?draw(?: is)? (?:offer|offered|proposed)|(?:how|what) about a draw"
    ),
    CONSENT: (
        rf"{_YES}{_GOES}(?:accept|agree to) {_A_DRAW}|(?:a )?draw(?: is)? (?:accepted|agreed)"
        "|draw offer accepted|agreed,? (?:a )?draw"
    ),
    PASS_TEXT: f"{_GOES}pass|passes",
}
_OF_AN_ARMY: Final[dict[str, str]] = {  # patterns behind the name of an army
    Action.RESIGNS: "(?:resigns|has resigned)",
    DRAW: rf"(?:offers|proposes) {_A_DRAW}",
    CONSENT: rf"(?:accepts|agrees to) {_A_DRAW}",
    PASS_TEXT: "passes",
}
_AGREES: Final = rf"{_GOES}(?:accept|agree)(?: (?:it|(?:to )?(?:the|your) offer))?"
_OFFERED: Final = rf"{_YES}{_AGREES}|agreed|accepted"  # consent, where a draw is offered
_OF_AN_ARMY_OFFERED: Final = "accepts|agrees"

_PARTS: Final = ("resign", "draw", "pass", "(=)", "accept", "agree")  # every match has one of them
_LIKE: Final[dict[str, str]] = {  # advice, and the texts for which it is given
    "to resign, write resign": (
        rf"{_GOES}(?:give up|surrender|concede|capitulate|quit|lose)(?: (?:the|this) game)?"
        "|(?:you|white|black) wins?|you won|i(?: have|'ve)? lost|(?:king )?topples"
    ),
    "a draw is declined by a move": (
        "no,? (?:thanks|thank you)|no|no draw|no,? i (?:decline|refuse|play on)"
        f"|{_GOES}(?:decline|refuse|reject)(?: {_A_DRAW}|(?: (?:it|the|your))?(?: offer)?)"
    ),
    "to offer or accept a draw, write draw": (
        rf"yes|yes,? (?:please|of course)|{_OFFERED}|ok(?:ay)?|deal|=|remis"
        "|(?:1/2|\u00bd|0[.,]5)(?: ?[-:\u2013] ?(?:1/2|\u00bd|0[.,]5))?"
    ),
    'a conditional line is given by --if "LINE"': "if",
    "to pass, write pass": f"{_GOES}skip(?: (?:the|this|my) (?:move|turn))?|null move|no move",
}


def advice(text: str) -> str:
    """Return which word to write, for a text that may mean one; else ""."""
    return _meant(_LIKE.items(), _plain(text).casefold()) if len(text) <= _LONGEST else ""


def consents(words: Iterable[str]) -> bool:
    """Return whether a draw is accepted among these actions: that comes before a move with it."""
    return any(word.endswith(CONSENT) for word in words)


def worded(armies: Callable[[str], str], text: str, *, offered: bool = False) -> str:
    """Return the action of a text in words: `resigns`, `draw`, `draw accepted` or `--`; else "".

    A named army comes first, as in `E:resigns`.  `armies` returns the letters of all armies with a
    name.  Where a draw is `offered`, `I accept` and `agreed` accept it.
    """
    if len(text) > _LONGEST:
        return ""
    plain = _plain(text)
    text = plain.casefold()
    if not any(part in text for part in _PARTS):
        return ""
    own, of_an_army = [*_OWN.items()], [*_OF_AN_ARMY.items()]
    if offered:
        own.append((CONSENT, _OFFERED))
        of_an_army.append((CONSENT, _OF_AN_ARMY_OFFERED))
    name, colon, rest = plain.partition(":")
    if colon:
        letters = armies(name) or (name.upper() if len(name) == 1 else "")
        text = rest.strip().casefold()
        meant = _meant(own, text) or _meant(of_an_army, text)
        return f"{letters}:{meant}" if letters and meant else ""
    if found := _meant(own, text):
        return found
    for word, pattern in of_an_army:
        match = re.fullmatch(f"(.+?),? (?:{pattern})", plain, re.IGNORECASE)
        letters = armies(match[1]) if match is not None else ""
        if letters and plain[:2].casefold() != "i ":  # the player, or the army I
            return f"{letters}:{word}"
    return ""


def _plain(text: str) -> str:
    """Strip blanks, quotes and stops, and join words by single blanks."""
    return " ".join(text.replace("\u2019", "'").split()).strip("\"'").rstrip(" .!?\u2026")


def _meant(words: Iterable[tuple[str, str]], text: str) -> str:
    return next((word for word, pattern in words if re.fullmatch(pattern, text)), "")
