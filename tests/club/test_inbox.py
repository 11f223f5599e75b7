"""What is read of a message: its parts, and what is for the arbiter."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from aofref import new
from aofref.club.inbox import Verb, for_arbiter, parts_of
from aofref.club.settings import has_word
from aofref.notation import mail
from tests.helpers import PACKAGE, aofref, grows_evenly


def test_no_word_proves_nothing() -> None:
    """A player may be added to the list while a run goes on, and has no word then."""
    assert not has_word("Re: [hec-1] a move", "")


def test_every_text_is_used() -> None:
    """A text of answers.txt is written by the club, and what it writes is there."""
    texts = (PACKAGE / "club" / "answers.txt").read_text("utf-8")
    names = set(re.findall(r"^# (\S+)$", texts, re.MULTILINE))
    sources = "".join(path.read_text("utf-8") for path in (PACKAGE / "club").glob("*.py"))
    said = set(re.findall(r'"([a-z]+(?:-[a-z]+)*)"', sources))
    of_orders = re.findall(r'say\(f"([a-z]+)-\{verb\}"', sources)
    said |= {f"{head}-{verb}" for head in of_orders for verb in Verb}
    said |= {f"do-{kind}" for kind in ("held", "late", "fault")}
    called = set(re.findall(r"(?:say\(\s*|\{% include )[\"']([a-z-]+)[\"']", sources + texts))
    assert called <= names <= said | called and len(names) > 50


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
def test_the_arbiters_words_cost_little(part: str) -> None:
    assert grows_evenly(lambda size: for_arbiter(part * size), 100_000)


@pytest.mark.parametrize("unit", ["[g-1] ", "g-1: ", "[g-1]\n", "[", "[g-1]", "[x]\n", "a:"])
def test_many_parts_cost_little(unit: str) -> None:
    game: Any = SimpleNamespace(record=new("aof2"))

    def parted(size: int) -> None:
        raw = f"From: a@b\n\n{unit * (size // len(unit))}\n".encode()
        parts_of("", mail.read(raw).lines, dict.fromkeys(("g-1", "g-2"), game))

    assert grows_evenly(parted, 8000)
