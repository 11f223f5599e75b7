"""Pieces in words: one text, in the program as on its page."""

from __future__ import annotations

import re

import pytest

from aofref import variants
from aofref.report.movement import GROUPS, SENTENCES, words
from tests.helpers import ROOT, aofref, game


def plain(text: str) -> str:
    """Undo the macros of a page: names stand as words, references in parentheses."""
    text = re.sub(r"^\.Pq (.*?)(?: ([.;]))?$", r"(\1)\2", text, flags=re.MULTILINE)
    text = re.sub(r"^\.(?:Bl|El|Pp).*$", "", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"^\.(?:Sy|Em) ", "", text, flags=re.MULTILINE).split())


def page() -> str:
    text = (ROOT / "man" / "aofref-rules.7").read_text("utf-8")
    return text[text.index(".Sh PIECES") : text.index(".Sh PROMOTION")]


@pytest.mark.parametrize("name", SENTENCES)
def test_the_words_are_those_of_the_page(name: str) -> None:
    assert SENTENCES[name] in plain(page().replace(f".It Sy {name}\n", ""))


def test_groups_are_those_of_the_page() -> None:
    for group, (intro, pieces) in GROUPS.items():
        if group == "Pawns":
            continue
        part = page().split(f".Ss {group}\n")[1].split("\n.Ss ")[0]
        assert intro in plain(part)
        assert all(f"Sy {name}\n" in part for name in pieces)


@pytest.mark.parametrize("name", variants.IDS)
def test_every_piece_has_words(name: str) -> None:
    for kind in game(name).types:
        assert next(iter(words(kind)))[0] == kind.name


def test_a_compound_tells_its_parts() -> None:
    found = aofref("rules", "aof6", "CA" if "CA" in game("aof6").kinds else game("aof6").codes[4])
    assert found.exit_code == 0
    told = [name for name, _ in words(game("aof2").types[game("aof2").kinds["Y"]])]
    assert told == ["Gryphon", "Bent riders"]
