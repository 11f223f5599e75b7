"""How a game ended: by its moves, a withdrawal, what the tags say, or a draw that all agreed to."""

from __future__ import annotations

import pytest

from aofref.findings import Place
from aofref.judge.replay.driver import replay
from aofref.judge.replay.ending import End, ending
from aofref.judge.replay.offers import agreed
from aofref.judge.replay.verdict import Replay
from aofref.notation.records import RawRecord, read
from tests.helpers import played


def ended(variant: str, moves: str, **tags: str) -> tuple[str, str, int] | None:
    lines = "".join(f'[{name} "{value}"]\n' for name, value in {"Variant": variant, **tags}.items())
    found = ending(replay(read(RawRecord(f"{lines}\n{moves}\n", Place(1, 1)))))
    assert found is None or isinstance(found, End)
    return None if found is None else (found.result, found.by.value, found.ply)


@pytest.mark.parametrize(
    ("moves", "tags", "end"),
    [
        ("bg3-bg4 *", {}, None),
        ("bg3-bg4 1-0", {}, ("1-0", "agreement", 1)),
        ("bg3-bg4 1/2-1/2", {}, ("1/2-1/2", "agreement", 1)),
        ("bg3-bg4 1-0", {"Termination": "normal"}, ("1-0", "agreement", 1)),
        ("bg3-bg4 1-0", {"Termination": "Adjudication"}, ("1-0", "adjudication", 1)),
        ("bg3-bg4 0-1", {"Termination": "time forfeit"}, ("0-1", "time", 1)),
        ("bg3-bg4 0-1", {"Termination": "TIME  FORFEIT"}, ("0-1", "time", 1)),
        ("bg3-bg4 0-1", {"Termination": "rules infraction"}, ("0-1", "rules", 1)),
        ("bg3-bg4 *", {"Termination": "abandoned"}, ("*", "abandoned", 1)),
        ("bg3-bg4 *", {"Termination": "unterminated"}, None),
        ("bg3-bg4 *", {"Termination": "adjudication"}, None),
        ("bg3-bg4 *", {"Result": "1-0"}, ("1-0", "agreement", 1)),
        ("bg3-bg4 B:resigns 1-0", {"Termination": "time forfeit"}, ("1-0", "resignation", 1)),
        ("bg3-bg4 B:forfeits *", {}, ("1-0", "resignation", 1)),
        ("bg3-zz9 1-0", {}, None),  # an illegal record claims nothing
    ],
)
def test_endings_of_two(moves: str, tags: dict[str, str], end: tuple[str, str, int] | None) -> None:
    assert ended("sd2l-cohen", moves, **tags) == end


def test_moves_end_a_game_whatever_the_tag_says() -> None:
    # Fool's play by hand would be long: the second referee's records end by mate.
    from tests.helpers import FIXTURES

    by = set()
    for path in sorted((FIXTURES / "records").glob("sd2l-*.aof")):
        text = path.read_text("utf-8")
        found = replay(read(RawRecord(text, Place(1, 1))))
        end = ending(found)
        if isinstance(found, Replay) and found.plies and found.last.winners is not None:
            assert end is not None and end.result == found.result
            assert end.by == ("resignation" if found.plies[-1].move is None else "moves")
            by.add(end.by.value)
    assert "moves" in by


def test_the_last_of_four_wins_by_resignation() -> None:
    moves = "E:resigns I:resigns J:forfeits *"
    assert ended("aof2", moves) == ("0-0-0-1", "resignation", 0)
    assert ended("aof2", "E:resigns I:resigns *") is None


def offers(variant: str, moves: str) -> str:
    found = played(RawRecord(f'[Variant "{variant}"]\n\n{moves} *\n', Place(1, 1)))
    return "".join(found.game.letters[army] for army in agreed(found))


@pytest.mark.parametrize(
    ("moves", "standing"),
    [
        ("bg3-bg4 {[%draw W]}", "W"),
        ("bg3-bg4 {[%draw W]} ag6-ag5", ""),  # Black moves on
        ("bg3-bg4 {[%draw W]} ag6-ag5 {[%draw B]}", "B"),
        ("bg3-bg4 {[%draw B]} ag6-ag5", "B"),  # Black offered, and then moved
        ("bg3-bg4 {[%draw B]} ag6-ag5 ag2-ag3", ""),
        ("bg3-bg4 {[%draw W B]}", "WB"),
        ("bg3-bg4 {text [%draw W] more} {[%draw B]}", "WB"),
        ("bg3-bg4 (1. ag2-ag3 {[%draw W]})", ""),  # in a variation is none
        ("{[%draw W]}", "W"),
        ("bg3-bg4 {[%draw X]} {[%draw]} {[%drawn W]}", ""),
    ],
)
def test_offers_stand_until_somebody_else_moves(moves: str, standing: str) -> None:
    assert offers("sd2l-cohen", moves) == standing


def test_a_draw_needs_every_army_on_the_board() -> None:
    one = "E:Lha5-fb3 {[%draw E J P]}"
    assert offers("aof2", one) == "EJP"
    assert ended("aof2", f"{one} *") is None
    assert ended("aof2", f"{one} {{[%draw I]}} *") == (
        "1/4-1/4-1/4-1/4",
        "agreement",
        1,
    )
    # I, who had not agreed, leaves: the others have.
    assert ended("aof2", f"{one} I:resigns *") == ("1/3-0-1/3-1/3", "agreement", 1)
    assert ended("sd2l-cohen", "bg3-bg4 {[%draw W B]} *") == ("1/2-1/2", "agreement", 1)
