"""What every game owes: a new one is told what it lacks, by name."""

from __future__ import annotations

import pytest

from aofref import variants
from tests.helpers import FIXTURES

OWED = {
    "a diagram of every piece": "pieces/{}.txt",
    "perft counts": "perft/{}.txt",
    "adjudication cases": "cases/{}.txt",
    "a record": "records/{}-*.aof",
    "the JSON report of a record": "records/{}-*.json",
}


@pytest.mark.parametrize("name", variants.IDS)
@pytest.mark.parametrize("what", OWED)
def test_game_has(name: str, what: str) -> None:
    pattern = OWED[what].format(name)
    assert list(FIXTURES.glob(pattern)), f"{name} lacks {what}: fixtures/{pattern}"


def test_every_game_can_be_found() -> None:
    for name, aliases in variants.GAMES.items():
        for called in (name, name.upper(), *aliases):
            found = variants.find(called)
            assert found is not None and found.id == name
    assert len(variants.ALIASES) == sum(map(len, variants.GAMES.values()))
    assert variants.find("model") is None and variants.find("") is None


@pytest.mark.parametrize("name", variants.IDS)
def test_game_has_the_sentences_of_its_page(name: str) -> None:
    game, page = variants.find(name), variants.page(name)
    assert game is not None
    assert page is not None, f"{name} lacks what its page says: a text in pages"
    lacking = {piece.name for piece in game.pieces.values()} - page.keys()
    assert not lacking, f"{name} lacks the sentences of its page on {lacking}"


def test_what_is_no_game_has_no_page() -> None:
    assert variants.page("model") is None and variants.page("star-of-david") is None
