"""The arbiter's post: what players write to the arbiter is held, whatever becomes of their orders."""

from __future__ import annotations

import re

import pytest

from aofref.club.inbox import for_arbiter
from tests.helpers import aofref, grows_evenly

ARBITER = 'arbiter = "arbiter@example.org"\n'
TOKENS = "anna\tAnna\tanna@example.net\t\tdrum\nbela\tBela\tbela@example.net\t\tbass\n"
WHY = "and may concern the arbiter"
TOO = "The arbiter gets your message, too."
PASSED = "Your message was passed on to the arbiter."
MOVE = "Lha5-fb3"


POST = [
    "I protest against my opponent. Arbiter, please look at it.",
    "Dear referee,\n\nwhat now?",
    "A question for the TD: what now?",
    "This is a _protest_!",
    "I have a complaint.",
    "I want to complain",
    "I dispute that.",
    "I object.",
    "I claim a draw by repetition.",
    "I claim the win: he has lost on time.",
    "His flag has fallen.",
    "He has overstepped the time limit.",
    "Please change my address to anna@example.com",
    "My e-mail is anna@example.com from now on.",
    "I have a new e-mail.",
    "I have changed my\nemail, sorry",
    "That was illegal.",
    "He is cheating!",
    "May I take back my last move?",
    "I must withdraw from the club, sorry.",
]


def test_the_words_of_the_manual() -> None:
    """Each word that the manual lists is heard, in any case and beside any sign."""
    text = " ".join(aofref("man", "club").stdout.split())
    words = re.split("[,;] ", text.partition("by these words: ")[2].partition(". ")[0])
    assert len(words) > 25
    for word in words:
        for form in (word, f"*{word}*", f"_{word}_", f"({word}!)", f"I {word}\u2019d."):
            assert for_arbiter(form) == form


@pytest.mark.parametrize(
    "part", ["take ", "take a ", "new  ", "on \t", "claims", "my e-", "take  \t   "]
)
def test_its_time_grows_evenly(part: str) -> None:
    assert grows_evenly(lambda size: for_arbiter(part * size), 100_000)
