"""Where a record begins: its game, its rulings, its array, its position."""

from __future__ import annotations

import pytest

from aofref.judge.analysis.versions import same_game
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation import positions
from aofref.notation.records import read
from aofref.rules import turn
from tests.helpers import game
from tests.judging import EU, KINGS, game_of, judged_as, of_text

OTHER = (
    positions.write(turn.start(game("aof2"))[0])
    .partition(" ")[0]
    .replace("Lha5,kd5", "Lka5,kd5")
    .replace("Uja5,ka5,kb5", "Uha5,ja5,kb5")
)
"""An array with a European Elf and a Unicorn in each other's places."""


@pytest.mark.parametrize(
    ("tags", "begins"),
    [
        (f'[Array "{OTHER}"]\n', f"{OTHER} E - 1"),
        (f'[Position "{KINGS} J - 4"]\n', f"{KINGS} J - 4"),
        (f'[Array "{OTHER}"]\n[Position "{KINGS} J - 4"]\n', f"{KINGS} J - 4"),
    ],
)
def test_where_a_record_begins(tags: str, begins: str) -> None:
    assert "Lka5,kd5" in OTHER and "Uha5" in OTHER
    found = game_of(tags=tags)
    assert positions.write(found.first) == begins
    assert same_game(found.game, game("aof2")) == ("Array" not in tags)


def test_what_holds_at_the_start_is_told() -> None:
    found = game_of(tags='[Position "E:Kgd3/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5 E - 1"]\n')
    assert [(ply, type(event).__name__) for ply, event in found.events()] == [(0, "Check")]


@pytest.mark.parametrize("tag", ["Array", "Position"])
def test_a_start_that_cannot_be(tag: str) -> None:
    text = f'[Event "x"]\n[Variant "aof2"]\n[Rulings "y"]\n[{tag} "E:Kzz1/I:-/J:-/P:- E - 1"]\n\n{EU} *\n'
    found = judged_as(text)
    assert [(one.code.value, one.place.line) for one in found.findings][:2] == [
        ("bad-tag", 3),
        ("bad-position", 4),
    ]
    assert (found.plies, found.status, found.claimed) == ((), "malformed", "*")
    assert found.record.raw.text == text
    assert found.game is not None and found.game.variant.id == "aof2"


def test_rulings_of_the_caller_and_of_the_record() -> None:
    text = '[Variant "aof2"]\n[Rulings "check=advisory"]\n\n*\n'
    asked = Setting(rulings=("stalemate=move", "hec-king=planar"))  # the last of another game
    found = replay(read(of_text(text)), asked)
    assert found.game is not None and not found.findings
    assert found.game.rulings == ("check=advisory", "stalemate=move")
