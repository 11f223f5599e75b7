"""Sentences of the games' pages, where a refusal quotes them."""

from __future__ import annotations

import pytest

from aofref import variants
from aofref.findings import Code, Refusal
from aofref.report.text import pages
from tests.asked import told
from tests.helpers import aofref, game


@pytest.mark.parametrize("name", variants.IDS)
def test_the_page_has_its_title_and_every_piece_its_sentence(name: str) -> None:
    variant = game(name).variant
    assert ".txt" not in variant.page and variant.page[0].isupper()
    page = variants.page(name)
    assert page is not None
    assert {piece.name for piece in variant.pieces.values()} <= set(page.pieces)
    for sentences in page.pieces.values():
        assert all(said.endswith(".") and len(said) < 400 for said in sentences)


def test_a_proof_quotes_the_page() -> None:
    args = ("--variant", "aof2", "--position", "E:Kjb5;Bha3/I:Kdb2/J:Kke1/P:Kjh3 E - 1")
    found = aofref("explain", *args, "Bha3-ia2")
    assert "  rule: RULES 3; page Armies of Faith 2: Later Antiquity\n" in found.stdout
    assert (
        '  the page: "Only the vertical block swept out by each step need be complete,'
        in found.stdout
    )
    text = f'[Variant "aof2"]\n[Position "{args[3]}"]\n\n1. E:Bha3-ia2 *\n'
    proof = told(text)["error"]["proof"]
    assert proof["page"] == "Armies of Faith 2: Later Antiquity"
    page = variants.page("aof2")
    assert page is not None and proof["sentence"] == page.pieces["Bishop"][1]
    assert ".txt" not in aofref("rules", "aof2").stdout


def test_a_game_without_its_page_quotes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aofref.variants.page", lambda name: None)
    of = game("aof2")
    assert pages.page_sentence(of.variant, Refusal(Code.BLOCKED)) == ""
