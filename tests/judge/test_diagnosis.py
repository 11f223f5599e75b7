"""Diagnosis: slips of turn, versions compared, threats, outcomes, the moves to choose from."""

from __future__ import annotations

import pytest

from aofref.judge.analysis.diagnosis import proved, slips_in
from aofref.judge.analysis.versions import compare, differences
from aofref.judge.replay.comments import followed_lines
from aofref.judge.replay.driver import replay
from aofref.judge.replay.ending import outcomes
from aofref.judge.replay.opening import Setting
from aofref.notation.records import read
from tests.helpers import aofref, game, given
from tests.judging import EU, IN, JE, PE, game_of, of_text

# Choices -------------------------------------------------------------------------------------------


def test_moves_are_marked_that_give_check() -> None:
    # from two cells beside it a Rook attacks the lone King on aa1, which may take it there
    line = "W:Kdf6;Rbb1/B:Kaa1 W - 1"
    args = ("moves", "--variant", "hec", "--position", line, "--from", "bb1", "--marks")
    told = aofref(*args).stdout.split()
    assert {move for move in told if not move[-1].isdigit()} == {"Rbb1-ab1+", "Rbb1-ba1+"}


# The desk ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ([EU, JE, PE, "E:zz1-zz1"], [("I", 2, 3), ("", 0, 2)]),  # of three moves two fit behind I's
        ([EU, JE], [("I", 1, 1)]),
        ([EU, EU, IN], [("I", 0, 2), ("", 1, 1)]),
        ([EU, EU, IN, JE], [("I", 0, 3), ("", 2, 2)]),
        (
            [EU, EU, f"({IN})", "{x}", IN, "I:ea4-fa4"],
            [("I", 0, 3), ("", 1, 2)],
        ),  # these are no moves
        ([EU, "I:ga4-fa4"], [("I", 0, 1)]),  # another army's Pawn
        ([EU, "I:ea3-ea3"], []),
        ([EU, "I:zz"], []),
        ([EU, "I:resigns", "J:resigns", "P:resigns", "E:ga4-fa4"], []),
        ([EU, IN], []),
    ],
)
def test_slips_of_turn(moves: list[str], found: list[tuple[str, int, int]]) -> None:
    judged = game_of(*moves)
    assert [tuple(slip) for slip in slips_in(judged)] == found
    refused = judged.refused
    assert (proved(judged) is None) == (refused is None or refused.code.value == "syntax")


@pytest.mark.parametrize(
    ("moves", "found"),
    [
        ([EU, f"{{[%if {IN} {JE}]}}"], [(0, None, 1)]),
        ([EU, f"{{[%if {IN} {JE}]}}", IN], [(1, None, 2)]),
        ([EU, f"{{[%if {IN} {JE}]}}", IN, JE, PE], [(2, None, 3)]),
        ([EU, f"{{[%if {IN} {JE}]}}", "I:ea2-fa2", JE], [(0, 2, 2)]),
        ([EU, f"{{[%if {IN} {JE}]}}", IN, "J:resigns"], [(1, 2, 3)]),  # withdrawals are no plies
        ([EU, "J:resigns", f"{{[%if {IN} {PE}]}}", IN, PE], []),  # of one who has left
        ([f"{{[%if {EU} {IN}]}}", EU, "I:ea2-fa2"], [(1, 2, 2)]),
        ([EU, f"{{[%if {IN} J:zz1-zz1]}}", IN], []),  # cannot be played
        ([EU, f"{{[%if {IN} {JE}] [%if I:ea2-fa2 {JE}]}}", IN], [(1, None, 2), (0, 2, 2)]),
    ],
)
def test_conditional_lines_are_followed(
    moves: list[str], found: list[tuple[int, int | None, int]]
) -> None:
    record = game_of(*moves)
    told = followed_lines(record)
    assert [tuple(course)[1:4] for course in told] == found
    assert not told or [course.line for course in told] == list(record.lines)


def test_a_conditional_line_of_a_king_on_the_first_cell() -> None:
    place = '[Position "E:Kba2;Pga4/I:-/J:Kjb1/P:Kjh3 E - 1"]\n'
    assert len(followed_lines(game_of("E:ga4-fa4 {[%if J:Kjb1-ja1]}", tags=place))) == 1


def test_of_a_record_without_a_game_there_is_nothing_to_say() -> None:
    found = replay(read(of_text('[Variant "shogi"]\n\n1. e4 {[%if e5]} *\n')))
    assert (proved(found), slips_in(found), outcomes(found)) == (None, (), {})
    assert followed_lines(found) == [] and found.refused is None
    (nameless,) = replay(read(of_text("1. e4 *\n"))).findings
    assert nameless.message == "the record names no variant"


@pytest.mark.parametrize(
    ("one", "other", "shared", "agree", "alike"),
    [
        ([EU, IN], [EU, IN], 2, True, False),
        ([EU, IN], [EU, IN, JE, PE], 2, True, False),
        ([], [EU], 0, True, False),
        ([EU, IN], [EU, "I:ea2-fa2"], 1, False, False),
        ([EU, "I:zz1-zz2"], [EU, "I:zz1-zz2"], 1, False, True),
        ([EU, "I:zz1-zz2"], [EU], 1, False, False),
        ([EU], [EU, "I:zz1-zz2"], 1, False, False),
        ([EU, "I:zz1-zz2"], [EU, "I:zz1-zz3"], 1, False, False),
        ([EU, "I:zz1-zz2"], [EU, "I:ea3-ea3"], 1, False, False),
        ([EU, "I:resigns"], [EU, "J:resigns"], 1, False, False),
        ([EU, "I:resigns"], [EU, "I:forfeits"], 1, False, False),
        ([EU, "I:resigns", JE], [EU, "I:resigns", JE, PE], 2, True, False),
    ],
)
def test_versions_of_a_game(
    one: list[str], other: list[str], shared: int, agree: bool, alike: bool
) -> None:
    for first, second in ((one, other), (other, one)):
        found = compare(game_of(*first), game_of(*second))
        assert (found.shared, found.agree, found.refused_alike) == (shared, agree, alike)


def test_what_each_version_has_next() -> None:
    found = compare(game_of(EU, IN, "J:resigns", PE), game_of(EU, "I:ea2-fa2", JE))
    first, second = found.versions
    assert (first.more, first.rest, second.more, second.rest) == (2, 1, 2, 0)
    assert [version.next and version.next.lan for version in found.versions] == [
        "I:ea3-fa3",
        "I:ea2-fa2",
    ]


def test_a_move_that_stands_is_not_the_same_as_a_legal_one() -> None:
    # the arbiter lets a Pawn's step stand that was written as a capture en passant
    stands = replay(
        read(of_text(f'[Variant "aof2"]\n\n{EU} {IN}ep {{[%arbiter stands]}} *\n')),
        Setting(as_played=True),
    )
    assert stands.opened and stands.length == 2
    assert compare(stands, stands).shared == 2
    assert compare(stands, game_of(EU, IN)).shared == 1


def test_cells_that_differ() -> None:
    hec = game("hec")
    one, other = (
        given(hec, f"W:Kca1;Pac1{owes},{cell},dc1^6/B:Kdf6 W - 1")
        for owes, cell in (("^6", "bc1^6"), ("^5", "bc2^5"))
    )
    names = [name for name, *_ in differences(one, other)]
    assert sorted(names) == ["ac1", "bc1", "bc2"]
    assert hec.key == game("hec").key != game("hec", "hec-king=planar").key
    assert hec.key != game("aof2").key
