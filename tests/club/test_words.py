"""What people write besides moves: claims, takebacks, a declined draw, words after the end."""

from __future__ import annotations

import re
from pathlib import Path

from aofref.club.inbox import has_word

ARBITER = 'arbiter = "arbiter@example.org"\nsite = "https://club.example.org"\n'
TIMED = {"UTCDate": "2026.11.21", "TimeControl": "864000"}
TO_AND_FRO = "1. Ndb2-cb4 Nde5-cc5 2. Ncb4-db2 Ncc5-de5"


# The arbiter's post -------------------------------------------------------------------------------


NO_ADDRESSES = ("bela@example.net", "anna@@example", "a,b@example.net")
FOR_ARBITER = ("arbiter may I resign later?", "Arbiter: please\n\nlook at it")


def test_no_word_proves_nothing() -> None:
    """A player may be added to the list while a run goes on, and has no word then."""
    assert not has_word("Re: [hec-1] a move", "")


# Draws, claims in moves, the end ------------------------------------------------------------------


WORDS = ("Thanks for the game!", "Well done. I liked Nde5-cc5.", "Shall we play again?")


# Leave --------------------------------------------------------------------------------------------

DAYS = "2026-12-20..2026-12-24"


# What is written ----------------------------------------------------------------------------------


def test_every_text_is_used() -> None:
    """A text of answers.txt is written by the club, and what it writes is there."""
    root = Path(__file__).parents[2] / "aofref" / "club"
    texts = (root / "answers.txt").read_text("utf-8")
    names = set(re.findall(r"^# (\S+)$", texts, re.MULTILINE))
    sources = "".join(path.read_text("utf-8") for path in root.glob("*.py"))
    said = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', sources))
    called = set(re.findall(r"(?:say\(\s*|\{% include )[\"']([a-z-]+)[\"']", sources + texts))
    assert called <= names <= said | called and len(names) > 50
