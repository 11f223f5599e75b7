"""What every game and every code owes: a new one is told what it lacks, by name."""

from __future__ import annotations

import pytest

from aofref import games
from aofref.findings import Code, Refusal, Severity
from tests.helpers import FIXTURES, ROOT

OWED = {
    "a diagram of every piece": "pieces/{}.txt",
    "perft counts": "perft/{}.txt",
    "adjudication cases": "cases/{}.txt",
    "a record": "records/{}-*.aof",
    "the JSON report of a record": "records/{}-*.json",
}


@pytest.mark.parametrize("name", games.IDS)
@pytest.mark.parametrize("what", OWED)
def test_game_has(name: str, what: str) -> None:
    pattern = OWED[what].format(name)
    assert list(FIXTURES.glob(pattern)), f"{name} lacks {what}: fixtures/{pattern}"


def test_every_game_can_be_found() -> None:
    named = games.GAMES | games.OF_FILES
    for name, aliases in named.items():
        for called in (name, name.upper(), *aliases):
            found = games.find(called)
            assert found is not None and found.id == name
    assert len(games.ALIASES) == sum(map(len, named.values()))
    assert games.find("model") is None and games.find("") is None


@pytest.mark.parametrize("name", games.IDS)
def test_game_has_the_sentences_of_its_page(name: str) -> None:
    game, page = games.find(name), games.page(name)
    assert game is not None
    assert page is not None, f"{name} lacks what its page says: a text in pages"
    lacking = {piece.name for piece in game.pieces.values()} - page.keys()
    assert not lacking, f"{name} lacks the sentences of its page on {lacking}"


def test_what_is_no_game_has_no_page() -> None:
    assert games.page("model") is None and games.page("star-of-david") is None


# Codes --------------------------------------------------------------------------------------------

MET = "".join(
    path.read_text("utf-8")
    for folder in ("cases", "cli")
    for path in sorted((FIXTURES / folder).glob("*.txt"))
)
PAGE = (ROOT / "man" / "aofref-codes.7").read_text("utf-8")


@pytest.mark.parametrize("code", Code)
def test_a_sentence_is_made_of_facts(code: Code) -> None:
    reason = "{reason}" in code.sentence or not code.sentence
    said = Refusal(code, "because" if reason else "").message
    assert said and "{" not in said


@pytest.mark.parametrize("code", Code)
def test_a_code_has_all_that_it_owes(code: Code) -> None:
    assert f".It Li {code.value}\n" in PAGE, f"man/aofref-codes.7 has no entry for {code.value}"
    if code is not Code.LIMIT:  # its fixtures would be as long as the limits; see test_records
        assert f" {code.value} " in MET or f" {code.value}\n" in MET, f"no fixture of {code.value}"


def test_only_illegal_moves_may_stand() -> None:
    assert all(code.severity is Severity.ILLEGAL for code in Code if code.may_stand)
