"""Cases as they are checked: what a case asks of a referee, and a piece alone on a board."""

from __future__ import annotations

import pytest

from aofref.cli.batch.case_runner import own_results, questions
from aofref.judge.cases.checks import Alone, distances
from aofref.judge.cases.question import Question, Replays
from aofref.notation import cases as case_file
from aofref.notation import positions
from aofref.rules.parts import bindings
from tests.helpers import game

# Cases ---------------------------------------------------------------------------------------------


def case(*lines: str, of: str = "aof2") -> case_file.Case:
    (found,) = case_file.read("\n".join([f"case {of}.001 x", *lines]))
    return found


@pytest.mark.parametrize(
    ("of", "line", "wrong"),
    [
        ("aof2", "count 27", "28 legal moves, not 27"),  # RULES 10
        ("heathen-europe", "bound U W ba1 = 35", "U W ba1 = 35: 36"),  # RULES 11
    ],
)
def test_what_a_case_finds_wrong(of: str, line: str, wrong: str) -> None:
    (found,) = own_results([case(line, of=of)])
    assert found.wrong == (wrong,)


OWN_TYPES = "RNFTYOEGASLUCMB"
"""The types of aof2 but King, Emperor and Pawn (RULES 5)."""


@pytest.mark.parametrize(
    ("position", "line", "asked"),
    [
        # the Indian Pawn's double step from da4 to fa4 passed ea4, where a Jewish one may take it
        ("E:Kjb5/I:Kdb2;Pfa4/J:Kjb1;Pfa3/P:Kjh3 J ea4>fa4 1", "reaches-also fa3 = ea4 fa4 fb4", ["fa3-ea4", "fa3xea4ep", "fa3xfa4", "fa3-fb4"]),
        # ba4 has no cell ahead of it, so that the European Pawn promotes there, or by a capture
        ("E:Kjb5;Pca4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "reaches-also ca4 = ba4 ba3",
         [f"ca4-ba{n}{into}" for n in "43" for into in ["", *(f"={c}" for c in OWN_TYPES)]]),
        # nowhere else, and not where the Pawn never comes
        ("E:Kjb5;Pca4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "reaches-also ca4 = zz1", ["ca4-zz1"]),
        ("E:Kjb5;Pga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "reaches-also ga4 = ba4", ["ga4-ba4"]),
        # a game that is over has no moves, illegal ones neither
        ("E:Kjb5/I:-/J:-/P:- - - 1", "count 0", ["--"]),
        ("E:-/I:-/J:-/P:Kjh3 - - 1", "count 0", ["--"]),
    ],
)  # fmt: skip
def test_what_a_case_asks(position: str, line: str, asked: list[str]) -> None:
    told = [question.moves[0] for question in questions(case(f"position {position}", line))[1:]]
    assert sorted(told) == sorted(asked)


def test_a_count_asks_illegal_moves_too() -> None:
    found = {question.moves[:1] for question in questions(case("count 28"))}
    # the Rook's way is blocked by its own Pawns; the King's neighbour is one
    assert {("Rka4-ga4",), ("Kjb5-ib5",), ("--",)} <= found


def test_a_bound_names_its_piece_in_every_move() -> None:
    found = questions(case("bound U W ba1 = 36", of="heathen-europe"))
    told = [question.moves[0] for question in found if question.moves]
    assert len(told) == 143 and all(move.startswith("U") for move in told)


def test_a_bound_asks_the_other_cells_from_the_nearest() -> None:
    hec = game("heathen-europe")
    of, number = bindings(hec, 0, hec.kinds["U"]), hec.board.number
    found = questions(case("bound U W ba1 = 36", of="heathen-europe"))
    told = [question.moves[0][1:].split("-") for question in found if question.moves]
    ends = [(number[one], number[other]) for one, other in told]
    beyond = [(one, other) for one, other in ends if of[one] != of[other]]
    assert len(beyond) == 108  # every cell has one of the 36 beside it
    assert {distances(hec, one)[other] for one, other in beyond} == {1}


# A piece alone -------------------------------------------------------------------------------------


def test_a_piece_alone_and_two_kings_far_off() -> None:
    aof2 = game("aof2")
    number = aof2.board.number
    jb5, ba3, kj3 = number["jb5"], number["ba3"], number["kj3"]
    # j is 10, b is 2, a is 1, k is 11
    assert (distances(aof2, jb5)[ba3], distances(aof2, ba3)[kj3]) == (8, 9)
    for code, mine, cell in (("N", "E", "ga4"), ("S", "P", "ba3"), ("R", "J", "kj3")):
        alone = Alone(aof2, Question("aof2"), Replays(), f"{code} {mine}")
        asked, at = alone.placed(number[cell], set())
        placed, mover = asked.position.split()[:2]
        assert positions.write(at) == asked.position
        assert mover == mine
        armies = {army[0]: army[2:] for army in placed.split("/")}
        other = aof2.letters[(aof2.letters.index(mine) + 1) % 4]
        assert {army for army, men in armies.items() if men != "-"} == {mine, other}
        own_king, man = armies[mine].split(";")
        assert man == f"{code}{cell}"
        one, two = number[own_king[1:]], number[armies[other][1:]]
        assert distances(aof2, one)[two] > 2
        assert distances(aof2, two)[number[cell]] >= 5


# Placing -------------------------------------------------------------------------------------------


def test_a_piece_that_leaves_no_cell_to_a_king_is_placed_nowhere() -> None:
    of = game("aof2")
    every = set(range(len(of.board.cells)))
    with pytest.raises(ValueError, match="no room for Kings beside Rka4"):
        Alone(of, Question("aof2"), Replays(), "R E").placed(of.board.number["ka4"], every)
