"""Criteria: which records `select` selects."""

from __future__ import annotations

import pytest

from aofref.judge.collect.criteria import (
    Ended,
    Happened,
    Inward,
    Moved,
    PlayedBy,
    WonBy,
    fits,
    meets,
)
from aofref.notation.records import read
from tests.helpers import played
from tests.judging import of_text

NAMED = '[Variant "aof2"]\n[European "Ann"]\n[White "Bob"]\n\n*\n'


@pytest.mark.parametrize(
    ("text", "wanted", "held"),
    [
        (NAMED, PlayedBy("ann"), True),
        (NAMED, PlayedBy("ann", "I"), False),
        (NAMED, PlayedBy("bob"), False),  # no army of this game is White
        (NAMED.replace('[Variant "aof2"]\n', ""), PlayedBy("bob", "W"), True),
        (NAMED, PlayedBy("x"), False),  # no player of whom nothing is said
    ],
)
def test_records_by_player(text: str, wanted: PlayedBy, held: bool) -> None:
    assert fits(read(of_text(text)), wanted) == held


LEFT = '[Variant "aof2"]\n\n1. E:resigns I:ea3-fa3 0-1/2-1/2-0\n'
CORNER = '[Variant "hec"]\n[Position "W:Kca1;Uaa1/B:Kdf6 W - 1"]\n\n1. Uaa1-bb2 *\n'


@pytest.mark.parametrize(
    ("text", "wanted", "held"),
    [
        (LEFT, Ended("0-1/2-1/2-0"), True),
        (LEFT, Ended("*"), False),
        (CORNER, Ended("*"), True),
        (CORNER, Ended("1-0"), False),
        (LEFT, WonBy("I"), False),  # not alone
        (CORNER, WonBy("W"), False),
        (LEFT.replace("0-1/2-1/2-0", "0-1-0-0"), WonBy("I"), True),
        (LEFT, Happened("resigns", "E"), True),
        (LEFT, Happened("resigns", "I"), False),
        (LEFT, Moved("P", "fa3", "I"), True),
        (LEFT, Moved("P", "ea3"), False),
        (CORNER, Moved("U", "bb2", "W"), True),  # from the first cell of the board
    ],
)
def test_records_by_what_was_played(text: str, wanted: Inward, held: bool) -> None:
    assert meets(played(of_text(text)), wanted) == held
