"""Lenient: a move as people type it, made readable; a text that is readable stays as it is.

For moves by themselves, as in a mail or on a command line; a record is read as it stands.
"""

from __future__ import annotations

import re

from aofref.boards import Naming
from aofref.notation import moves
from aofref.notation.movetext import SIGN
from aofref.notation.words import DRAW, worded
from aofref.rules.compiled_variant import CompiledVariant

_UNSEEN = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_ROUND = re.compile(r"\(?[0-9]{1,4}(?:\)[.:]?|[.:\u2026]+|(?=\s))\s*(?=\S)")
_TRAILING = re.compile(r"[\s!?.,;]+\Z")
_ARMY = re.compile(r"([A-Za-z])\s*:\s*")
_APART = re.compile(rf"(?<=[A-Za-z0-9])\s+({SIGN}|X)\s*|(?<=[0-9])({SIGN}|X)\s+")
_CAPITALS = re.compile(r"[A-Z]{2}[0-9]{1,2}")
_BIG_FILE = re.compile(r"[A-Z](?=[0-9])")
_BIG_X = re.compile(r"(?<=[0-9])X(?=[A-Za-z])")
_PROMOTION = re.compile(r"\s*=\s*([A-Za-z]{1,2})(?=[^A-Za-z]|\Z)")


def leniently(game: CompiledVariant, text: str) -> str:
    """Give a text that is no move as the move it becomes without slips of the pen, if it does.

    These are blanks of any kind around the sign and behind the army, a round number before the
    move, marks and stops behind it, an army in small letters, cells in capitals; and words for a
    withdrawal or a pass.  A text that can be read, and one that cannot be mended, come back as they
    are.
    """
    if len(text) > 2 * moves.LONGEST or moves.parse(game, text) is not None:
        return text
    plain = " ".join(_UNSEEN.sub("", text).split())
    words = worded(game.variant, plain)
    if words and not words.endswith(DRAW):
        return words
    for candidate in _mended(game, plain):
        if moves.parse(game, candidate) is not None:
            return candidate
    return text


def _mended(game: CompiledVariant, plain: str) -> list[str]:
    """List the readings to try, the one that changes least first."""
    bare = _TRAILING.sub("", _ROUND.sub("", plain, count=1) if _ROUND.match(plain) else plain)
    army, rest = _army(game, bare)
    spaced = _APART.sub(lambda found: (found[1] or found[2]).replace("X", "x"), rest)
    capitals = _BIG_FILE if game.board.naming is Naming.FILE_RANK else _CAPITALS
    lowered = capitals.sub(lambda found: found.group().lower(), _BIG_X.sub("x", spaced))
    joined = _PROMOTION.sub(lambda found: f"={found[1].upper()}", lowered)
    return [bare, army + rest, army + spaced, army + lowered, army + joined]


def _army(game: CompiledVariant, text: str) -> tuple[str, str]:
    """Divide a move from its army, which may be in small letters and apart."""
    match = _ARMY.match(text)
    if match is None or match[1].upper() not in game.letters:
        return "", text
    return f"{match[1].upper()}:", text[match.end() :]
