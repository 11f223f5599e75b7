"""The data of the games, against the manual's page, and against the referee written from RULES alone."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest

from tests.helpers import ROOT, aofref, game
from tests.referees import second_referee
from tests.report.test_movement import plain

PAGE = (ROOT / "man" / "aofref-rules.7").read_text("utf-8")


GAMES = [
    ("aof2", "Armies of Faith 2: Later Antiquity", "European Indian Jewish Persian",
     "check=advisory stalemate=move"),
    ("aof6", "Armies of Faith 6: After Empire", "Chrislamic Indoisraeli Marxist NewAge",
     "check=advisory stalemate=move aof6-order=reverse aof6-double=any aof6-survivor=alone"),
    ("proto-prelates", "Proto Prelates", "European Indian Jewish Persian",
     "check=advisory stalemate=move pp-elephant=free pp-elephant=direct"),
    ("sd2l-cohen", "Star of David 2 Level Hex Chess, Cohen form", "White Black", ""),
    ("sd2l-sling", "Star of David 2 Level Hex Chess, Sling form", "White Black", ""),
    ("heathen-europe", "Heathen Europe Chess", "White Black", "hec-king=planar"),
]  # fmt: skip
"""Games with their titles and armies in aofref-rules(7) and aofref-record(5), in the order of play,
and the alternatives of docs/library.md."""
TITLES = {name: title for name, title, *_ in GAMES}
FORM = {"sd2l-cohen": "The Cohen form adds", "sd2l-sling": "the Sling form"}


@cache
def told(name: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(aofref("rules", name, "--format", "json").stdout)
    return result


@cache
def second(name: str) -> Any:
    return second_referee.Game(name)


@pytest.mark.parametrize("name", TITLES)
def test_the_pieces_are_those_of_the_page(name: str) -> None:
    title = TITLES[name].partition(",")[0].removesuffix(" Hex Chess").upper()
    section = plain(PAGE.split(f".Sh {title}\n")[1].split("\n.Sh ")[0])
    pieces = section[section.index("Pieces") :]
    if name in FORM:
        both, forms = pieces.split("The Cohen form")
        pieces = both + ("The Cohen form" + forms).split(FORM[name])[1]
    listed = re.findall(r"\b([A-Z]{1,2}) ([A-Z][a-z]+)[,.]?", pieces)
    listed = listed[:-1] if name == "sd2l-cohen" else listed  # what the other form adds
    assert {(each["kind"], each["name"]) for each in told(name)["pieces"]} == set(listed)
    assert f"{len(told(name)['cells'])} " in section


@pytest.mark.parametrize(("name", "title", "armies", "alternatives"), GAMES)
def test_titles_and_armies_are_those_of_the_contract(
    name: str, title: str, armies: str, alternatives: str
) -> None:
    assert told(name)["title"] == title
    assert told(name)["page"] == title.partition(", ")[0]
    assert " ".join(told(name)["army-names"].values()) == armies
    assert "".join(told(name)["army-names"]) == second_referee.ORDER[name]
    assert " ".join(game(name).variant.rulings) == alternatives


@pytest.mark.parametrize("name", TITLES)
def test_the_array_is_the_second_referees(name: str) -> None:
    other = second(name)
    assert told(name)["position"] == other.line(other.start())
    assert set(told(name)["cells"]) == set(other.cell)
    assert {each["kind"] for each in told(name)["pieces"]} == set(other.pieces)


@pytest.mark.parametrize("name", TITLES)
def test_pawns_go_where_the_second_referees_go(name: str) -> None:
    assert {army.letter: set(army.forward) for army in game(name).variant.armies} == {
        letter: set(ways) for letter, ways in second(name).forward.items()
    }


@pytest.mark.parametrize("name", TITLES)
def test_royal_pieces_and_pawns(name: str) -> None:
    kinds = dict(zip(game(name).codes, game(name).types, strict=True))
    royal = {code for code, kind in kinds.items() if kind.royal}
    assert royal == set(kinds) & {"K", "EM", "PR"}
    assert {code for code, kind in kinds.items() if kind.pawn} == set(kinds) & {"P", "PN"}
