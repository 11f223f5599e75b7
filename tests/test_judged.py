"""What is said of a record that was judged: amended, put as a case, explained, listed, looked at."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction

import pytest

from aofref.cli.referee import own, questions
from aofref.judge.amend import decided, undone
from aofref.judge.bindings import classes
from aofref.judge.cases.alone import Alone, distance
from aofref.judge.cases.checks import find, judge
from aofref.judge.cases.question import Answer, Question, answer
from aofref.judge.choices import divide
from aofref.judge.criteria import Ended, Happened, Inward, Moved, PlayedBy, WonBy, fits, meets
from aofref.judge.desk import compare, completed, courses, differing_cells, judgement, same_game
from aofref.judge.film import Film, Mark, film
from aofref.judge.letter import letter
from aofref.judge.line import Ply, step
from aofref.judge.nearest import suggestions
from aofref.judge.opening import Setting
from aofref.judge.proof import Proof, explain, movable, proof_of
from aofref.judge.reading import no_move, sent
from aofref.judge.replay import Step, position_at, replay, unjudged
from aofref.judge.rewrite import rewrite
from aofref.judge.scene import bare, range_of, scene
from aofref.judge.sight import material, sight, sights
from aofref.judge.summary import Statistics, Table, captured, course, facts, in_san, summary
from aofref.judge.threats import dangers, outcomes
from aofref.judge.verdict import Judged, Replay
from aofref.notation import cases as case_file
from aofref.notation import positions
from aofref.notation.moves import Notation, lan
from aofref.notation.records import RawRecord, read, split
from aofref.report.messages import sentence
from aofref.rules import turn
from aofref.rules.events import Repetition
from aofref.rules.generate import destinations
from aofref.rules.position import PASS, Move
from tests.helpers import aofref, game, given, play_at_random, played

HEAD = '[Variant "aof2"]\n[Result "*"]\n\n'
KINGS = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3"

EU, IN, JE, PE = "E:Lha5-fb3", "I:ea3-fa3", "J:Sha1-fb1", "P:jg3-jf3"
"""A legal first round."""


# Amended ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["1. ", ""])
def test_undo_takes_back_an_illegal_first_move(number: str) -> None:
    found = aofref("undo", "-", stdin=HEAD + f"{number}E:ga4-aa1 *\n")
    assert (found.exit_code, found.stdout) == (0, HEAD + "*\n\n")


def test_play_behind_the_last_ply_takes_nothing_back() -> None:
    text = HEAD + "1. E:Lha5-fb3 I:ea3-fa3 *\n"
    found = aofref("play", "-", "J:Sha1-fb1", "--ply", "2", stdin=text)
    assert found.stdout == HEAD + "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 *\n\n"


@pytest.mark.parametrize("tag", ["", '[Result "*"]\n'])
def test_a_false_agreement_beside_a_warning(tag: str) -> None:
    text = f'[Variant "aof2"]\n{tag}\n1. E:Lha5-fb3+I I:resigns *\n'
    found = aofref("play", "-", "--result", "0-1-0-0", stdin=text)
    assert (found.exit_code, found.stdout) == (1, "") and "false-result" in found.stderr


def test_a_decision_at_the_end_of_the_text() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:da4-fa4'
    found = aofref("decide", "-", "takeback", stdin=text + "\n\n")
    assert found.stdout == text + " {[%arbiter takeback]}\n"


def test_a_decision_in_the_second_record_of_a_line() -> None:
    lines = ['[Variant "aof2"] * [Variant "aof2"] 1. E:Lha5-fb3', "I:da4-fa4 J:Sha1-fb1 *"]
    for text in (" ".join(lines) + "\n", "\n".join(lines) + "\n"):
        _, second = split((line, None) for line in text.splitlines(keepends=True))
        told = decided(played(second), "takeback").text
        assert told == text[19:].replace("J:", "{[%arbiter takeback]} J:")


def test_moves_taken_back_one_after_the_other() -> None:
    raw = "1. E:Lha5-fb3 {a} I:ea3-fa3 J:Sha1-fb1 *\n"
    (whole,) = split([('[Variant "aof2"]\n', None), (raw, None)])
    found = replay(read(whole))
    for left in (2, 1, 0):
        assert isinstance(found, Replay)
        shorter = undone(found, 1)
        assert shorter is not None
        found = replay(shorter)
        assert found.length == left


# Bindings ---------------------------------------------------------------------------------------


def test_bindings_of_pieces() -> None:
    hec = game("heathen-europe")  # RULES 11: Unicorns have 36 cells each of four
    found = classes(hec, 0, hec.kinds["U"])
    assert sorted(found) == [n for n in range(4) for _ in range(36)]
    aof2 = game("aof2")  # an Elephant cannot go from or to ba3: levels 1 and 5 lack the Subcamp
    assert classes(aof2, 1, aof2.kinds["E"])[aof2.board.number["ba3"]] == -1


# Cases ------------------------------------------------------------------------------------------


def case(*lines: str, of: str = "aof2") -> case_file.Case:
    (found,) = case_file.read("\n".join([f"case {of}.001 x", *lines]))
    return found


ROOK = "position E:Kjb5;Rka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
PAWN = "position E:Kjb5;Pga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
GONE = "0 removal E resigns, 0 removal I resigns"


@pytest.mark.parametrize(
    ("of", "lines", "wrong"),
    [
        ("aof2", ["moves E:Lha5-aa1"], "the position or its moves are refused: no-such-cell"),
        (
            "aof2",
            [ROOK, "legal Rka4-ja4 Rka4-aa1 Kjb5-jb5"],
            "Rka4-aa1 is refused: no-such-cell; Kjb5-jb5 is refused: own-piece",
        ),
        ("aof2", [ROOK, "illegal Rka4-ja4 blocked"], "Rka4-ja4 is legal"),
        ("aof2", [ROOK, "illegal Rka4-aa1 blocked"], "Rka4-aa1 is no-such-cell, not blocked"),
        ("aof2", [ROOK, "illegal Rka4-aa1 no-such-cell zz8 zz9"], "Rka4-aa1: zz8, zz9 not in: "),
        ("aof2", [ROOK, "event 1 pass I"], "no event 1 pass I; there are none"),
        (
            "aof2",
            ["moves E:resigns I:resigns", "event 1 pass I"],
            f"no event 1 pass I; there are {GONE}",
        ),
        ("aof2", ["moves E:resigns I:resigns", "no-event 0 removal"], f"event {GONE}"),
        ("aof2", [ROOK, "turn I"], "turn E, not I"),
        ("aof2", [ROOK, "after x"], f"after {ROOK.removeprefix('position ')}"),
        ("aof2", [PAWN, "reaches ga4 = fa4 hb4 ha5"], "reaches ga4: not ha5 hb4, but gb4"),
        ("aof2", [PAWN, "reaches-also ga4 = fa4 ha5"], "reaches-also ga4: not ha5"),
        ("aof2", [PAWN, "reaches-not ga4 = gb4 fa4 ha5"], "reaches-not ga4: but fa4 gb4"),
        ("aof2", [PAWN, "span P E ga4 = ha5"], "span P E ga4: not ha5, but fa4 gb4"),
        ("aof2", ["count 27"], "28 legal moves, not 27"),  # RULES 10
        ("heathen-europe", ["bound U W ba1 = 35"], "U W ba1 = 35: 36"),  # RULES 11
    ],
    ids=lambda given: given[-1].replace(" ", "-") if isinstance(given, list) else None,
)
def test_what_a_case_finds_wrong(of: str, lines: list[str], wrong: str) -> None:
    (found,) = own([case(*lines, of=of)])
    [told] = found.wrong
    assert told.startswith(wrong) if wrong.endswith(" ") else told == wrong


def test_a_case_without_a_position_that_can_be_read_is_a_bug() -> None:
    with pytest.raises(ValueError, match="this cannot be read"):
        questions(case("position x", "count 3"))


OWN_TYPES = "RNFTYOEGASLUCMB"
"""The types of aof2 but King, Emperor and Pawn (RULES 5)."""


@pytest.mark.parametrize(
    ("position", "line", "asked"),
    [
        # the Indian Pawn's double step from da4 to fa4 passed ea4, where a Jewish one may take it
        (
            "E:Kjb5/I:Kdb2;Pfa4/J:Kjb1;Pfa3/P:Kjh3 J ea4>fa4 1",
            "reaches-also fa3 = ea4 fa4 fb4",
            ["fa3-ea4", "fa3xea4ep", "fa3xfa4", "fa3-fb4"],
        ),
        # ba4 has no cell ahead of it, so that the European Pawn promotes there, or by a capture
        (
            "E:Kjb5;Pca4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1",
            "reaches-also ca4 = ba4 ba3",
            [f"ca4-ba{n}{into}" for n in "43" for into in ["", *(f"={c}" for c in OWN_TYPES)]],
        ),
        # nowhere else, and not where the Pawn never comes
        ("E:Kjb5;Pca4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "reaches-also ca4 = zz1", ["ca4-zz1"]),
        ("E:Kjb5;Pga4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "reaches-also ga4 = ba4", ["ga4-ba4"]),
        # a game that is over has no moves, illegal ones neither
        ("E:Kjb5/I:-/J:-/P:- - - 1", "count 0", ["--"]),
        ("E:-/I:-/J:-/P:Kjh3 - - 1", "count 0", ["--"]),
    ],
)
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
    of, number = classes(hec, 0, hec.kinds["U"]), hec.board.number
    found = questions(case("bound U W ba1 = 36", of="heathen-europe"))
    told = [question.moves[0][1:].split("-") for question in found if question.moves]
    ends = [(number[one], number[other]) for one, other in told]
    beyond = [(one, other) for one, other in ends if of[one] != of[other]]
    assert len(beyond) == 108  # every cell has one of the 36 beside it
    assert {distance(hec, one, other) for one, other in beyond} == {1}


def test_a_span_asks_whether_its_position_is_accepted() -> None:
    lone = case("span N E ga4 = ja3")
    asked = [question for question in questions(lone) if not question.moves]
    assert len(asked) == 2  # the game's start, and the Knight with two Kings

    def nothing(question: Question) -> Answer:
        return Answer(0, "bad-position", None, "no", (), "", "")

    found = judge(lone, find(lone), nothing)
    assert found.case is lone
    assert found.wrong[1] == f"{asked[1].position} is refused: bad-position: no"


def test_the_record_of_a_question() -> None:
    rulings = ("aof6-double=any", "check=advisory")
    asked = Question("aof6", rulings, "", "", ("C:resigns", "I:resigns"))
    head = '[Variant "aof6"]\n[Rulings "aof6-double=any check=advisory"]\n\n'
    assert asked.text == head + "C:resigns I:resigns *\n\n"


def test_an_answer_is_read() -> None:
    check = {"ply": 1, "type": "check", "army": "J", "by": ["E", "P"]}
    gone = {"ply": 2, "type": "removal", "army": "I", "reason": "no-queen"}
    error = {"ply": 3, "line": 4, "move": "Rka4-ka5", "code": "blocked", "message": "no way"}
    told = {"plies": 2, "error": error, "events": [check, gone], "turn": "E", "position": "x"}
    lines = ("1 check J by E", "1 check J by P", "2 removal I no-queen")
    assert answer(told) == Answer(2, "blocked", 3, "3 4 blocked no way", lines, "E", "x")
    assert answer({**told, "error": None}) == Answer(2, "", None, "", lines, "E", "x")


# A piece alone ----------------------------------------------------------------------------------


def test_a_piece_alone_and_two_kings_far_off() -> None:
    aof2 = game("aof2")
    number = aof2.board.number
    jb5, ba3, kj3 = number["jb5"], number["ba3"], number["kj3"]
    # j is 10, b is 2, a is 1, k is 11
    assert (distance(aof2, jb5, ba3), distance(aof2, ba3, kj3)) == (8, 9)
    for code, mine, cell in (("N", "E", "ga4"), ("S", "P", "ba3"), ("R", "J", "kj3")):
        asked = Alone(aof2, Question("aof2"), code, mine).placed(number[cell], set()).position
        placed, mover = asked.split()[:2]
        assert mover == mine
        armies = {army[0]: army[2:] for army in placed.split("/")}
        other = aof2.letters[(aof2.letters.index(mine) + 1) % 4]
        assert {army for army, men in armies.items() if men != "-"} == {mine, other}
        own_king, man = armies[mine].split(";")
        assert man == f"{code}{cell}"
        one, two = number[own_king[1:]], number[armies[other][1:]]
        assert distance(aof2, one, two) > 2
        assert distance(aof2, two, number[cell]) >= 5


# Results and conditional lines ------------------------------------------------------------------

SEVERAL = (
    '[Variant "aof2"]\n\n1. E:Lha5-fb3+I {[%if I:ea3-fa3 J:zz1-fb1] [%if x} I:ea3-fa3 '
    "(1... I:fa3-fa3) 2. J:resigns 0-0-1-0\n"
)
"""A false check, a line that goes wrong at its second move, one not closed; a false result."""
GIVEN = '[Variant "aof2"]\n[Position "E:Kba2/I:-/J:Kjb1/P:Kjh3 E - 1"]\n\n'
"""The European King stands on the first cell of the board."""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[Variant "aof2"]\n[Result "1-0"]\n\n1. E:Lha5-fb3 1-0\n',
            [
                "2:1: syntax this is no result of 4 armies: '1-0'",
                "4:15: syntax this is no result of 4 armies: '1-0'",
            ],
        ),
        (
            '[Variant "aof2"]\n\n1. E:resigns I:resigns 1/2-1/2-0-0\n',
            [
                "3:24: false-result 1/2-1/2-0-0: the record claims 1/2-1/2-0-0, "
                "but E and I are no longer on the board (RULES 8)"
            ],
        ),
        (
            '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:resigns J:resigns P:resigns 0-1-0-0\n',
            [
                "3:45: false-result 0-1-0-0: the record claims 0-1-0-0, "
                "but the play gives 1-0-0-0 (RULES 8)"
            ],
        ),
        (
            f"{GIVEN}1/2-1/2-0-0\n",
            [
                "4:1: false-result 1/2-1/2-0-0: the record claims 1/2-1/2-0-0, "
                "but I is no longer on the board (RULES 8)"
            ],
        ),
        (f"{GIVEN}1/2-0-1/2-0\n", []),  # an agreement
        (
            '[Variant "aof2"]\n\n1. E:zz1-ga4 I:ea3-fa3 zz *\n',
            [
                "3:4: no-such-cell E:zz1-ga4: the board has no cell zz1 (RULES 2)",
                "3:24: syntax this is no move: 'zz'",
            ],
        ),
        (
            f'[Variant "aof2"]\n\n1. {EU} (1. E:zz1-ga4) *\n',
            [
                "3:19: warning: variation E:zz1-ga4: in a variation: no-such-cell, "
                "the board has no cell zz1 (RULES 2)"
            ],
        ),
        (
            '[Variant "sd2l-cohen"]\n[Rulings "x"]\n\n*\n',
            ["2:1: bad-tag sd2l-cohen has no ruling 'x'; it has none"],
        ),
        # a result is not held against a play that was not judged to its end
        (
            '[Variant "aof2"]\n\n1. E:resigns I:zz1-ga4 1-0-0-0\n',
            ["3:14: no-such-cell I:zz1-ga4: the board has no cell zz1 (RULES 2)"],
        ),
        (
            '[Variant "aof2"]\n\n1. E:resigns & 1-0-0-0\n',
            ["3:14: syntax this cannot be read: '&'"],
        ),
        (
            '[Variant "aof2"]\n[Rulings "check=advisory, x"]\n\n1. E:zz1-ga4 *\n',
            [
                "2:1: bad-tag aof2 has no ruling 'x'; it has check=advisory stalemate=move",
                "4:4: no-such-cell E:zz1-ga4: the board has no cell zz1 (RULES 2)",
            ],
        ),
        (
            '[Variant "heathen"]\n\n1. E:zz1-zz2 *\n',
            ["1:1: unknown-variant no such variant 'heathen': heathen-europe?"],
        ),
        (
            '[Event "x"]\n[Variant "zzz"]\n\n1. e4 *\n',
            ["2:1: unknown-variant no such variant: 'zzz'"],
        ),
        ("\n\n1. E:zz1-zz2 *\n", ["3:1: unknown-variant the record names no variant"]),
        (
            '[Variant "aof2"]\n\n1. E:Lha5-fb3 {[%if ]} {[%if I:ea3-fa3} {[%if (I:ea3-fa3)]} *\n',
            [
                "3:15: warning: conditional in a conditional line: there is no move in it",
                "3:24: warning: conditional in a conditional line: it is not closed by a bracket",
                "3:41: warning: conditional in a conditional line: it is moves alone, "
                "without variations or comments, not ' (I:ea3-fa3)'",
            ],
        ),
    ],
)
def test_faults_are_told_with_their_places(text: str, told: list[str]) -> None:
    found = aofref("check", "--quiet", stdin=text)
    assert found.stderr.splitlines() == [f"-:{line}" for line in told]


def test_a_conditional_line_tells_the_ply_that_goes_wrong() -> None:
    told = json.loads(aofref("check", "--format", "json", stdin=SEVERAL).stdout)
    assert (told["error"]["code"], told["error"]["ply"]) == ("false-result", 2)
    (false,) = [one for one in told["warnings"] if one["code"] == "false-check"]
    assert (false["ply"], false["army"], false["move"]) == (1, "E", "Lha5-fb3+I")
    (where,) = [one for one in told["warnings"] if "no-such-cell" in one["message"]]
    assert (where["ply"], where["army"], where["move"]) == (3, "J", "zz1-fb1")


def of_text(text: str) -> RawRecord:
    (raw,) = split((line, None) for line in text.splitlines(keepends=True))
    return raw


def test_what_is_wrong_is_shown_where_it_stands() -> None:
    found = filmed(SEVERAL)
    texts = [item.text for item in found.items]
    told = {texts[item]: finding.code.value for item, finding in found.findings.items()}
    assert told == {
        "E:Lha5-fb3+I": "false-check",
        "[%if I:ea3-fa3 J:zz1-fb1] [%if x": "conditional",
        "I:fa3-fa3": "variation",
        "0-0-1-0": "false-result",
    }
    tagged = film(read(of_text('[Variant "aof2"]\n[Result "1-0-0-0"]\n\n1. E:resigns I:ea3-fa3\n')))
    assert tagged is not None and not tagged.findings
    assert [one.place.line for one in tagged.judged.replay.findings] == [2]


# Choices ----------------------------------------------------------------------------------------


def test_moves_are_marked_that_give_check() -> None:
    # from two cells beside it a Rook attacks the lone King on aa1, which may take it there
    line = "W:Kdf6;Rbb1/B:Kaa1 W - 1"
    args = ("moves", "--variant", "hec", "--position", line, "--from", "bb1", "--marks")
    told = aofref(*args).stdout.split()
    assert {move for move in told if not move[-1].isdigit()} == {"Rbb1-ab1+", "Rbb1-ba1+"}


def test_perft_is_divided_by_move() -> None:
    found = divide(turn.start(game("sd2l-cohen"))[0], 2)
    assert (len(found), sum(count for _, count in found)) == (24, 575)  # RULES 10


# Criteria ---------------------------------------------------------------------------------------

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


# The desk ---------------------------------------------------------------------------------------


def game_of(*moves: str, variant: str = "aof2", tags: str = "") -> Replay:
    return played(of_text(f'[Variant "{variant}"]\n{tags}\n{" ".join(moves)} *\n'))


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
    told = judgement(game_of(*moves))
    assert [tuple(slip) for slip in told.slips] == found
    refused = told.replay.refused
    assert (told.proof is None) == (refused is None or refused.code.value == "syntax")


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
    told = courses(record)
    assert [tuple(course)[1:] for course in told] == found
    assert not told or [course.line for course in told] == list(record.lines)


def test_a_conditional_line_of_a_king_on_the_first_cell() -> None:
    place = '[Position "E:Kba2;Pga4/I:-/J:Kjb1/P:Kjh3 E - 1"]\n'
    assert len(courses(game_of("E:ga4-fa4 {[%if J:Kjb1-ja1]}", tags=place))) == 1


def test_of_a_record_without_a_game_there_is_nothing_to_say() -> None:
    found = replay(read(of_text('[Variant "chess"]\n\n1. e4 {[%if e5]} *\n')))
    assert completed(found) is found and courses(found) == [] and found.refused is None
    (nameless,) = replay(read(of_text("1. e4 *\n"))).findings
    assert sentence(nameless.refusal) == "the record names no variant"


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
    assert [isinstance(one.next, Ply) and one.next.lan for one in found.versions] == [
        "ea3-fa3",
        "ea2-fa2",
    ]


def test_a_move_that_stands_is_not_the_same_as_a_legal_one() -> None:
    # the arbiter lets a Pawn's step stand that was written as a capture en passant
    stands = replay(
        read(of_text(f'[Variant "aof2"]\n\n{EU} {IN}ep {{[%arbiter stands]}} *\n')),
        Setting(as_played=True),
    )
    assert isinstance(stands, Replay) and stands.length == 2
    assert compare(stands, stands).shared == 2
    assert compare(stands, game_of(EU, IN)).shared == 1


def test_cells_that_differ() -> None:
    hec = game("hec")
    one, other = (
        given(hec, f"W:Kca1;Pac1{owes},{cell},dc1^6/B:Kdf6 W - 1")
        for owes, cell in (("^6", "bc1^6"), ("^5", "bc2^5"))
    )
    names = [hec.board.names[cell] for cell in differing_cells(one, other)]
    assert sorted(names) == ["ac1", "bc1", "bc2"]
    assert same_game(hec, game("hec")) and not same_game(hec, game("hec", "hec-king=planar"))
    assert not same_game(hec, game("aof2"))


# Film -------------------------------------------------------------------------------------------


def filmed(text: str, setting: Setting | None = None) -> Film:
    found = film(read(of_text(text)), setting)
    assert found is not None
    return found


BRANCHED = f"""[Variant "aof2"]

% kept
1. {EU} $1 {{c}} (E:Lkd5-hb3 (E:ga4-fa4 I:ea2-fa2) I:da4-da4 {IN}) (E:hb5-gb5) {IN} (I:ea2-fa2) {JE} J:zz1-zz2
{PE} (P:zz) *
"""


def test_what_is_written_is_filmed_in_its_order() -> None:
    found = filmed(BRANCHED)
    told = [(item.mark.name, item.text, item.frame) for item in found.items]
    assert told == [
        ("MOVE", EU, 1),
        ("NAG", "$1", -1),
        ("COMMENT", "c", -1),
        ("OPEN", "(", -1),
        ("MOVE", "E:Lkd5-hb3", 2),
        ("OPEN", "(", -1),
        ("MOVE", "E:ga4-fa4", 3),
        ("MOVE", "I:ea2-fa2", 4),
        ("CLOSE", ")", -1),
        ("REFUSED", "I:da4-da4", -1),
        ("BEHIND", IN, -1),
        ("CLOSE", ")", -1),
        ("OPEN", "(", -1),
        ("MOVE", "E:hb5-gb5", 5),
        ("CLOSE", ")", -1),
        ("MOVE", IN, 6),
        ("OPEN", "(", -1),
        ("MOVE", "I:ea2-fa2", 7),
        ("CLOSE", ")", -1),
        ("MOVE", JE, 8),
        ("REFUSED", "J:zz1-zz2", -1),
        ("BEHIND", PE, -1),
        ("OPEN", "(", -1),
        ("BEHIND", "P:zz", -1),
        ("CLOSE", ")", -1),
        ("RESULT", "*", -1),
    ]
    assert [frame.parent for frame in found.frames] == [-1, 0, 0, 0, 3, 0, 1, 1, 6]
    assert found.main == [0, 1, 6, 8]
    assert [frame.ply.lan if frame.ply else "" for frame in found.frames] == [
        *("", "Lha5-fb3", "Lkd5-hb3", "ga4-fa4", "ea2-fa2", "hb5-gb5", "ea3-fa3", "ea2-fa2"),
        "Sha1-fb1",
    ]
    number = game("aof2").board.number
    assert found.frames[6].scene.last == (number["ea3"], number["fa3"])


def test_a_variation_before_the_first_move() -> None:
    found = filmed(f'[Variant "aof2"]\n\n(E:ga4-fa4 {IN}) (E:hb5-gb5) {EU} *\n')
    assert [frame.parent for frame in found.frames] == [-1, 0, 1, 0, 0]
    assert found.main == [0, 4] and found.frames[0].scene == scene(found.judged.replay.first)


def test_a_conditional_line_before_the_first_move() -> None:
    found = filmed(f'[Variant "aof2"]\n\n{{[%if {EU}]}} {EU} *\n')
    assert [item.mark.name for item in found.items] == ["COMMENT", "MOVE", "RESULT"]


def test_a_decision_counts_only_where_it_is_asked_for() -> None:
    found = game_of(EU, "I:da4-fa4", TAKEN, IN)
    assert (found.length, found.decisions, found.status) == (1, (), "illegal")


def test_a_first_word_that_is_wrong() -> None:
    found = filmed('[Variant "aof2"]\n\nE:zz1-zz2 *\n')
    assert [finding.code.value for finding in found.findings.values()] == ["no-such-cell"]
    assert found.items[next(iter(found.findings))].text == "E:zz1-zz2"


def test_decisions_are_filmed() -> None:
    bad, takeback = "I:da4-fa4", "{[%arbiter takeback]}"
    text = f'[Variant "aof2"]\n\n1. {EU} {bad} {takeback} ({IN}) {IN} J:ka1-ka1 {{[%arbiter forfeits]}} {PE}\n'
    found = filmed(text, Setting(as_played=True))
    told = [(item.mark.name, item.frame) for item in found.items if item.mark is not Mark.COMMENT]
    assert told == [
        *(("MOVE", 1), ("TAKEN_BACK", -1), ("OPEN", -1), ("MOVE", 2), ("CLOSE", -1)),
        *(("MOVE", 3), ("MOVE", 4), ("MOVE", 5)),
    ]
    assert [frame.parent for frame in found.frames] == [-1, 0, 1, 1, 3, 4]
    assert [type(event).__name__ for event in found.frames[4].events] == ["Removal"]
    wrong = {found.items[item].text for item in found.findings}
    assert wrong == {bad, "J:ka1-ka1"}


def test_what_cannot_be_read_is_filmed_up_to_there() -> None:
    found = filmed(f'[Variant "aof2"]\n\n1. {EU} ) {IN} ( {JE} *\n')
    told = [(item.mark.name, item.frame) for item in found.items]
    assert told[:3] == [("MOVE", 1), ("CLOSE", -1), ("BEHIND", -1)]
    assert found.main == [0, 1]
    junk = filmed(f'[Variant "aof2"]\n\n1. {EU} }} {IN} *\n')
    texts = [(item.mark.name, item.text) for item in junk.items]
    assert texts == [("MOVE", EU), ("BEHIND", "}"), ("BEHIND", IN), ("RESULT", "*")]
    nothing = film(read(of_text('[Variant "chess"]\n\n1. e4 *\n')))
    assert nothing is None


PINNED = "E:Kgd3;Ngd4/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5 E - 1"
"""The Rook sees the King once the Knight has left their column."""
EN_PASSANT = "E:Kjb5/I:Kdb2;Pda4/J:Kjb1;Pfa3/P:Kjh3 I - 1"


@pytest.mark.parametrize("rest", ["", "*", "{c}"])
def test_a_record_without_moves_has_one_frame(rest: str) -> None:
    position = PINNED.replace(";Ngd4", "")
    found = filmed(f'[Variant "aof2"]\n[Position "{position}"]\n\n{rest}\n')
    assert len(found.frames) == 1 and found.main == [0]
    assert [type(event).__name__ for event in found.frames[0].events] == ["Check"]


def test_moves_that_would_expose_the_king_are_told() -> None:
    start, moved = filmed(f'[Variant "aof2"]\n[Position "{PINNED}"]\n\n1. E:Kgd3-gc3 *\n').frames
    number = game("aof2").board.number
    gd4 = number["gd4"]
    assert start.exposing == {gd4: start.reach[gd4]} and start.reach[gd4]
    # two columns and a level from the Knight is a neighbour of the Indian King
    assert moved.exposing == {number["db2"]: (number["eb3"],)}
    over = filmed('[Variant "aof2"]\n\n1. E:resigns I:resigns J:resigns *\n')
    assert over.frames[-1].exposing == {} and over.frames[0].exposing == {}
    # RULES 8: an army that is not in check, and has no move that keeps it so, passes
    passing = "E:Kba2/I:-/J:Kjb1/P:Kjh3;Rca4,cb4,da3 E - 1"
    (frame,) = filmed(f'[Variant "aof2"]\n[Position "{passing}"]\n\n*\n').frames
    ends = sorted(number[cell] for cell in ("ba3", "ca2", "ca3", "cb2", "cb3"))
    assert frame.exposing == {number["ba2"]: tuple(ends)}


def tracks() -> Iterator[str]:
    """Give records: random games, with a screen for Slings, en passant, armies that leave."""
    for name, plies in (("aof2", 5), ("sd2l-sling", 12), ("hec", 10)):
        played = play_at_random(game(name), 3, plies)
        texts = [lan(position, move) for position, move in played]
        yield f'[Variant "{name}"]\n\n{" ".join(texts)} *\n'
    moves = "I:da4-fa4 J:Kjb1-ja1 P:resigns E:Kjb5-ja5 I:Kdb2-da2 J:Kja1-jb1"
    yield f'[Variant "aof2"]\n[Position "{EN_PASSANT}"]\n\n{moves} *\n'
    yield f'[Variant "aof2"]\n[Position "{EN_PASSANT}"]\n\nI:da4-fa4 J:fa3xea4ep *\n'
    taken = "E:Kjb5;Pga4/I:Kdb2;Nfa5/J:Kjb1/P:Kjh3 E - 1"  # a Pawn never looks back
    yield f'[Variant "aof2"]\n[Position "{taken}"]\n\nE:ga4xfa5 *\n'


@pytest.mark.parametrize("text", list(tracks()), ids=lambda text: text[10:14] + str(len(text)))
def test_what_pieces_reach_is_told_where_it_changes(text: str) -> None:
    found = filmed(text)
    position, known = found.judged.replay.first, dict(found.frames[0].reach)
    for number, frame in enumerate(found.frames):
        if frame.ply is not None:
            assert frame.parent == number - 1
            position = step(position, frame.ply)
            gone = {cell for cell in known if not position.board[cell]}
            known = {cell: ends for cell, ends in known.items() if cell not in gone}
            for cell, ends in frame.reach.items():
                assert known.get(cell) != ends
            known.update(frame.reach)
        held = [cell for cell, piece in enumerate(position.board) if piece]
        assert known == {cell: tuple(sorted(set(destinations(position, cell)))) for cell in held}


# Letters ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (b"\nE:Lha5-fb3\n", (1, "E:Lha5-fb3")),
        (b"\nHello,\nE:Lha5-fb3\nE:ha5fb3\n", (2, "E:Lha5-fb3")),  # one move said twice
        (b"\nE:resigns\nE:resigns\n", (1, "E:resigns")),
        (b"\nHello\n", "no line of this message is a move"),
        (
            b"\nE:Lha5-fb3\nE:Lkd5-hb3\nE:Lha5-fb3\n",
            "more than one could be the move: line 1 'E:Lha5-fb3', line 2 'E:Lkd5-hb3'",
        ),
        (
            b"\nE:ga4-zz1\nE:ha4-zz1\n",
            "more than one could be the move: line 1 'E:ga4-zz1', line 2 'E:ha4-zz1'",
        ),
        (
            b"\nE:resigns\nE:forfeits\n",
            "more than one could be the move: line 1 'E:resigns', line 2 'E:forfeits'",
        ),
        (
            b"\nE:ga4-fa4\nE:ga5-fa5\nE:ha4-ga4\nE:ha4-ha3\nE:ha4-zz1\nE:zz1-ha4\n",
            "more than one could be the move: line 1 'E:ga4-fa4', line 2 'E:ga5-fa5', "
            "line 3 'E:ha4-ga4', line 4 'E:ha4-ha3', line 5 'E:ha4-zz1'",
        ),
    ],
)
def test_the_move_of_a_letter(message: bytes, said: tuple[int, str] | str) -> None:
    found = letter(turn.start(game("aof2"))[0], message)
    if isinstance(said, str):
        assert found.said is None and found.why is not None
        assert sentence(found.why) == said
        assert found.why.code.value == ("syntax" if said.startswith("no") else "ambiguous")
    else:
        assert found.why is None and found.said == said


def test_a_letter_that_is_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aofref.notation.records.limits.MAIL", 10)
    found = letter(turn.start(game("aof2"))[0], b"E:Lha5-fb3\n")
    assert found.said is None and found.why is not None
    assert (found.why.code.value, sentence(found.why)) == (
        "limit",
        "a message has at most 10 bytes",
    )


def test_a_letter_that_the_package_email_fails_at(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(message: bytes) -> str:
        raise AttributeError("this  head\n" + "is wrong " * 20)

    monkeypatch.setattr("aofref.notation.mail.body", fails)
    found = letter(turn.start(game("aof2"))[0], b"")
    assert found.why is not None and found.why.code.value == "syntax"
    told = ("this head " + "is wrong " * 20)[:100]
    assert sentence(found.why) == f"this message cannot be read: {told}"


# Nearest ----------------------------------------------------------------------------------------

ROOKS = "E:Kgb5;Rga4,ha5,ka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
PAWNS = "E:Kgb5;Pec5,fd5,ga4,hb4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"


@pytest.mark.parametrize(
    ("line", "written", "near"),
    [
        (ROOKS, "Rha4", ("Rga4-ha4", "Rha5-ha4", "Rka4-ha4")),
        (ROOKS, "E:Rha4", ("E:Rga4-ha4", "E:Rha5-ha4", "E:Rka4-ha4")),
        (ROOKS, "R4ha4", ("Rga4-ha4", "Rka4-ha4")),
        (PAWNS, "gb4", ("ga4-gb4", "hb4-gb4")),  # the King goes there too
        (PAWNS, "ed5=Y", ("ec5-ed5=Y", "fd5-ed5=Y")),
        (ROOKS, "Nha5-ha4", ("Rha5-ha4",)),  # wrong-piece: what goes to that cell
        (ROOKS, "E:Nha5-ha4", ("E:Rha5-ha4",)),
        (ROOKS, "X:Rha5-ha4", ("E:Rha5-ha4",)),  # no such army
        (ROOKS, "I:Rha5-ha4", ()),  # wrong-turn
        # wrong-army: of an army that there is
        ("E:Kgb5;Pga4/I:Kdb2;Pea4/J:Kjb1/P:Kjh3 E - 1", "ea4-fa4", ()),
        (PAWNS, "ga4fa9", ("ga4-fa4",)),  # five letters of six are right
        (PAWNS, "E:ga4fa9", ("E:ga4-fa4",)),
        (PAWNS, "ga4-fa", ("ga4-fa4",)),  # syntax
        (PAWNS, "ga4-fz9", ()),  # too much is wrong
        (ROOKS, "Rga4-gb5", ()),  # own-piece
        ("E:Kgb5/I:-/J:-/P:- - - 1", "Kgb5-gb9", ()),
    ],
)
def test_moves_that_may_have_been_meant(line: str, written: str, near: tuple[str, ...]) -> None:
    position = given(game("aof2"), line)
    found = explain(position, written)
    why = found.refusal if found is not None else no_move(position, written)
    assert why is not None and suggestions(position, written, why) == near


def test_at_most_three_moves_that_may_have_been_meant() -> None:
    position = given(game("aof2"), PAWNS)
    found = explain(position, "Kgb5-zz4")
    assert found is not None and found.refusal is not None
    near = suggestions(position, "Kgb5-zz4", found.refusal)
    assert len(near) == 3 and all(re.fullmatch("Kgb5-[a-k]{2}4", move) for move in near)


@pytest.mark.parametrize(
    ("text", "move", "told"),
    [
        ("e: LHA5-fb3!", "E:Lha5-fb3", ""),
        ("hello", "hello", "this is no move: 'hello'"),
    ],
)
def test_a_move_as_it_was_sent(text: str, move: str, told: str) -> None:
    found = sent(turn.start(game("aof2"))[0], text)
    assert (found.text, found.move) == (text, move)
    assert (found.why is None) == (not told)
    assert found.why is None or sentence(found.why).startswith(told)


# Proofs -----------------------------------------------------------------------------------------

FD5 = ("fd5-ed5=T", "fd5-ed5=Y", "fd5-fe5=T", "fd5-fe5=Y")
"""Both cells ahead of this Pawn of PAWNS are at the edge (RULES 7)."""
KBA2 = ("Kba2-ba3", "Kba2-ca2", "Kba2-ca3", "Kba2-cb2", "Kba2-cb3")
PROMOTES = "E:Kjb5;Pca4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"


MATES = "E:Kgd3/I:-/J:Kjb1/P:Kjh3;Rgd5 J - 1"
"""The Persian Rook takes the European King at the start of its turn, whatever the other does."""


def explained(line: str, written: str, of: str = "aof2") -> Proof:
    found = explain(given(game(of), line), written)
    assert found is not None
    return found


def test_a_legal_move_is_explained() -> None:
    found = explained(PROMOTES, "ca4-ba4=F")
    number = game("aof2").board.number
    assert (found.refusal, found.written, found.on_turn) == (None, "ca4-ba4=F", True)
    assert found.move is not None and found.move.destination == number["ba4"]
    assert found.piece == number["ca4"] and found.path == ("ca4", "ba4")
    assert found.own == ("ca4-ba4=F", "ca4-cb4=F")  # an Indian array cell each: its Partner
    assert [type(event).__name__ for event in found.events] == ["Promotion"]
    assert found.warnings == () and found.position == given(game("aof2"), PROMOTES)
    assert explained(MATES, "Kjb1-ja1#E").warnings == ()
    for written, warned in (("ca4xba4=F", "false-capture"), ("ca4-ba4=F+I", "false-check")):
        assert [why.code.value for why in explained(PROMOTES, written).warnings] == [warned]


@pytest.mark.parametrize(
    ("line", "written", "code", "piece", "own", "on_turn"),
    [
        (PROMOTES, "ca4-ba4=Y", "bad-promotion", "ca4", ("ca4-ba4=F", "ca4-cb4=F"), True),
        (PAWNS.replace(" E ", " I "), "fd5-ed5=Y", "wrong-army", "fd5", FD5, False),
        (PAWNS.replace(" E ", " I "), "E:fd5-ed5=Y", "wrong-turn", "fd5", FD5, False),
        (PINNED, "Nge2", "in-check", "gd4", (), True),
        ("E:Kba2/I:-/J:Kjb1/P:Kjh3 E - 1", "Kba2-ea2", "unreachable", "ba2", KBA2, True),
        (PAWNS, "I:ga4", "wrong-turn", "", (), True),  # which Pawn is not said
        (PAWNS, "Kaa1-gb4", "no-such-cell", "", (), True),
        (PAWNS, "Kja1-jb1", "empty-cell", "", (), True),
        ("E:Kgb5;Pga4/I:-/J:-/P:- - - 1", "ga4-fa4", "game-over", "ga4", (), True),
    ],
)
def test_a_refusal_names_the_piece(
    line: str, written: str, code: str, piece: str, own: tuple[str, ...], on_turn: bool
) -> None:
    found = explained(line, written)
    assert found.refusal is not None and found.refusal.code.value == code
    assert found.piece == game("aof2").board.number.get(piece, -1)
    assert found.own == own
    assert (found.on_turn, found.path, found.events) == (on_turn, (), ())
    assert (found.written, found.position) == (written, given(game("aof2"), line))


@pytest.mark.parametrize(
    ("of", "line", "written", "path"),
    [
        # RULES 11: the Gryphon from jb4 to gb5
        ("aof2", "E:Kka4;Yjb4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", "Yjb4-gb5", "jb4 ib5 hb5 gb5"),
        ("aof2", "E:Kjb5/I:Kdb2;Pfa4/J:Kjb1;Pfa3/P:Kjh3 J ea4>fa4 1", "fa3xea4ep", "fa3 ea4"),
        # a double step passes the cell between
        ("aof2", "E:Kjb5/I:Kdb2;Pda3/J:Kjb1/P:Kjh3 I - 9", "da3-fc3", "da3 eb3 fc3"),
        ("aof2", "E:Kba2/I:-/J:Kjb1/P:Kjh3;Rca4,cb4,da3 E - 1", "--", ""),
        # a Sling captures over one piece: (0,-2), (1,-1), (2,0)
        ("sd2l-sling", "W:Kbg1;Pbh4;SLbg2/B:Kbg7;Rbi6 W - 1", "SLbg2xbi6", "bg2 bh4 bi6"),
    ],
)
def test_the_way_of_a_move(of: str, line: str, written: str, path: str) -> None:
    assert explained(line, written, of).path == tuple(path.split())


@pytest.mark.parametrize("written", ["E:resigns", "forfeits", "x", ""])
def test_what_is_no_move_is_not_explained(written: str) -> None:
    assert explain(given(game("aof2"), PROMOTES), written) is None


@pytest.mark.parametrize("written", ["zz", "J:zz1-ga4"])
def test_a_refusal_that_names_no_piece(written: str) -> None:
    start = turn.start(game("aof2"))[0]
    found = explain(start, written) or proof_of(start, written, no_move(start, written))
    assert found.refusal is not None and (found.piece, found.own) == (-1, ())


@pytest.mark.parametrize(
    ("line", "cell", "code", "told"),
    [
        (PROMOTES, "ca4", None, ""),
        (PROMOTES, "zz1", "no-such-cell", "the board has no cell zz1 (RULES 2)"),
        (PROMOTES, "ca3", "empty-cell", "nothing stands on ca3"),
        (PROMOTES, "db2", "wrong-army", "I:Kdb2 is not of army E, whose turn it is (RULES 8)"),
        ("E:Kgb5;Pga4/I:-/J:-/P:- - - 1", "ga4", "game-over", "the game is over (RULES 8)"),
        (
            "E:Kgb5;Pga4/I:-/J:-/P:- - - 1",
            "zz1",
            "no-such-cell",
            "the board has no cell zz1 (RULES 2)",
        ),
    ],
)
def test_what_may_move_from_a_cell(line: str, cell: str, code: str | None, told: str) -> None:
    found = movable(given(game("aof2"), line), cell)
    assert (found and found.code.value) == code
    assert found is None or sentence(found) == told


# What is to be seen -----------------------------------------------------------------------------

GUARDED = "E:Kjb5;Pja4;Ria4/I:EMdb2/J:Kjb1;Rga4/P:Kjh3 E - 1"
"""The Jewish Rook looks along row a at the European one, which its King guards."""


def cells(*names: str, of: str = "aof2") -> tuple[int, ...]:
    return tuple(sorted(game(of).board.number[name] for name in names))


@pytest.mark.parametrize(
    ("cell", "piece", "attackers", "guards"),
    [
        ("ia4", "E:R", ["J:Rga4"], ["E:Kjb5"]),
        ("ha4", "", ["E:Ria4", "J:Rga4"], []),
        ("ga4", "J:R", ["E:Ria4"], []),
        ("ia5", "", ["E:Kjb5", "E:Pja4", "E:Ria4"], []),  # a Pawn by its way of capturing
        ("fa1", "", [], []),
    ],
)
def test_who_attacks_and_guards_a_cell(
    cell: str, piece: str, attackers: list[str], guards: list[str]
) -> None:
    found = sight(given(game("aof2"), GUARDED), game("aof2").board.number[cell])
    assert found.cell == cell
    assert (f"{found.piece.army}:{found.piece.code}" if found.piece else "") == piece
    for told, wanted in ((found.attackers, attackers), (found.guards, guards)):
        names = [f"{one.piece.army}:{one.piece.code}{one.piece.cell}" for one in told]
        assert sorted(names) == wanted


def test_pieces_are_looked_at_in_order() -> None:
    found = sights(given(game("aof2"), GUARDED))
    assert [one.cell for one in found] == ["ia4", "ja4", "jb5", "db2", "ga4", "jb1", "jh3"]


def test_what_an_army_has_lost_and_gained() -> None:
    european, indian, *_ = material(given(game("aof2"), GUARDED))
    assert (european.army, indian.army) == ("E", "I")
    assert european.pieces == (("K", 1), ("R", 1), ("P", 1))
    # RULES 10: of K Y R3 N4 U3 L2 P16
    lost = {"Y": 1, "R": 2, "N": 4, "U": 3, "L": 2, "P": 15}
    assert dict(european.lost) == lost and european.gained == ()
    assert indian.pieces == indian.gained == (("EM", 1),)
    codes = [game("aof2").codes.index(code) for code, _ in european.lost]
    assert codes == sorted(codes)


def test_a_position_as_it_is_drawn() -> None:
    hec = game("hec")
    found = scene(given(hec, "W:Kca1;Pac1^6,bd2/B:Kdf6;Rcf1 W - 7"))
    men = {hec.board.names[cell]: man for cell, man in enumerate(found.men) if man is not None}
    assert {cell: (man.army, man.code, man.owes) for cell, man in men.items()} == {
        "ca1": (0, "K", -1),
        "ac1": (0, "P", 6),
        "bd2": (0, "P", -1),
        "df6": (1, "K", -1),
        "cf1": (1, "R", -1),
    }
    assert (men["ca1"].name, men["cf1"].name) == ("King", "Rook")
    assert (found.turn, found.round, found.living, found.last) == (0, 7, (0, 1), None)
    ((royal, attackers),) = found.checks  # the Rook looks along rank 1 of level c
    assert ((royal,), attackers) == (cells("ca1", of="hec"), cells("cf1", of="hec"))
    assert scene(given(game("aof2"), GUARDED), PASS).last is None
    plain = bare(given(hec, "W:Kca1;Pac1^6,bd2/B:Kdf6;Rcf1 W - 7"))
    assert plain == found._replace(checks=(), last=None) and plain.game is hec
    assert scene(given(game("aof2"), GUARDED), Move(3, 5)).last == (3, 5)


@pytest.mark.parametrize(
    ("line", "origin", "moves", "captures", "exposing", "blockers", "on_turn"),
    [
        # the way ahead to fa4 is held, that to gb4 is free, fa5 is the only capture
        (
            *("E:Kjb5;Pga4/I:Kdb2;Nfa5;Pfa4/J:Kjb1/P:Kjh3 E - 1", "ga4"),
            *(["gb4"], ["fa5"], [], ["fa4"], True),
        ),
        (
            *("E:Kjb5;Pga4/I:Kdb2;Nfa5;Pfa4/J:Kjb1/P:Kjh3 J - 1", "ga4"),
            *(["gb4"], ["fa5"], [], ["fa4"], False),
        ),
        (
            *("E:Kjb5/I:Kdb2;Pfa4/J:Kjb1;Pfa3/P:Kjh3 J ea4>fa4 1", "fa3"),
            *(["ea3", "fb3"], ["ea4"], [], [], True),
        ),
        (
            *("E:Kba2;Nca2,cb3/I:-/J:Kjb1/P:Kjh3;Rca4,da3 E - 1", "ba2"),
            *(["cb2"], [], ["ba3", "ca3"], ["ca2", "cb3"], True),
        ),
    ],
)
def test_what_a_piece_may_do(
    line: str,
    origin: str,
    moves: list[str],
    captures: list[str],
    exposing: list[str],
    blockers: list[str],
    on_turn: bool,
) -> None:
    (cell,) = cells(origin)
    found = range_of(given(game("aof2"), line), cell)
    told = [cells(*names) for names in (moves, captures, exposing, blockers)]
    assert [found.moves, found.captures, found.exposing, found.blockers] == told
    assert (found.origin, found.on_turn) == (cell, on_turn)


def test_what_stands_in_the_ways_of_a_rook() -> None:
    # its own Pawn, an enemy before cells that it cannot come to, and one at a way's end
    line = "E:Kjb5;Nia4;Pha4;Rga4/I:Kdb2;Pda4,ea4,ga5/J:Kjb1/P:Kjh3 E - 1"
    found = range_of(given(game("aof2"), line), *cells("ga4"))
    assert found.blockers == cells("ha4", "ea4")
    assert set(found.captures) == set(cells("ea4", "ga5"))


# Threats and outcomes ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("E:Kgd3/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5 E - 1", [["E", "I", "J"], [], [], []]),
        ("E:Kgd3/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5 I - 1", [["I", "J"], [], [], []]),
        ("E:Kgd3/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5 J - 1", [["J"], [], [], []]),
        ("E:Kgd3/I:-/J:Kjb1/P:Kjh3;Rgd5 E - 1", [["E", "J"], [], []]),
        ("E:Kgd3/I:Kdb2/J:Kjb1;Rgd1/P:Kjh3;Rgd5 E - 1", [["E", "I"], [], [], []]),
    ],
)
def test_who_moves_before_a_blow_falls(line: str, told: list[list[str]]) -> None:
    found = dangers(given(game("aof2"), line))
    assert [list(one.waits) for one in found] == told
    assert (found[0].royal, found[0].army) == ("Kgd3", "E")
    by = {f"{one.piece.army}{one.piece.cell}" for one in found[0].attackers}
    assert by == ({"Pgd5", "Jgd1"} if "Rgd1" in line else {"Pgd5"})


@pytest.mark.parametrize(
    ("line", "moves", "told"),
    [
        ("", [EU, "J:resigns"], ["playing", "playing", "resigns 1", "playing"]),
        (
            "E:Kjb5/I:-/J:Kjb1/P:Kjh3 E - 1",
            ["J:resigns", "E:forfeits"],
            ["forfeits 0", "absent", "resigns 0", "won 0"],
        ),
        # the Persian Rook takes the European King at the start of its turn
        (
            "E:Kgd3/I:-/J:Kjb1/P:Kjh3;Rgd5 J - 1",
            ["J:Kjb1-ja1"],
            ["mated P 1", "absent", "playing", "playing"],
        ),
        ("E:Kba2/I:-/J:-/P:- - - 1", [], ["won", "absent", "absent", "absent"]),
        (
            "E:Kgd3/I:-/J:-/P:Kjh3;Rgd5 P - 1",
            [],
            ["mated P 0", "absent", "absent", "won 0"],
        ),
    ],
)
def test_what_became_of_the_armies(line: str, moves: list[str], told: list[str]) -> None:
    tags = f'[Position "{line}"]\n' if line else ""
    found = outcomes(game_of(*moves, tags=tags))
    assert list(found) == ["E", "I", "J", "P"]
    wanted = [re.fullmatch(r"(\w+) ?([A-Z]?) ?([0-9]?)", one) for one in told]
    assert [tuple(one) for one in found.values()] == [
        (one[1], one[2], int(one[3]) if one[3] else None) for one in wanted if one
    ]


# Lists and points -------------------------------------------------------------------------------

TABLED = """[Variant "aof2"]
[European " Ann "]
[European "Zoe"]
[Indian "Bob"]
[Jewish ""]
[Persian "Ann"]
"""


def judged_as(text: str) -> Judged:
    return replay(read(of_text(text)))


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            f"{TABLED}\n{EU} {IN} *\n",
            ("aof2", "E:Ann I:Bob J:? P:Ann", 2, "J", "*", "legal"),
        ),
        (
            f"{TABLED}\n{EU} 1/2-0-0-1/2\n",
            ("aof2", "E:Ann I:Bob J:? P:Ann", 1, "-", "1/2-0-0-1/2", "legal"),
        ),
        (
            f"{TABLED}\n{EU} I:zz1-zz2 1/2-0-0-1/2\n",  # what an illegal record states is not heeded
            ("aof2", "E:Ann I:Bob J:? P:Ann", 1, "I", "*", "illegal"),
        ),
        (
            f"{TABLED}\n{EU} I:resigns J:resigns E:resigns\n",
            ("aof2", "E:Ann I:Bob J:? P:Ann", 1, "-", "0-0-0-1", "legal"),
        ),
        (
            f"{TABLED}\n{EU} I:resigns J:resigns E:resigns 0-1-0-0\n",
            ("aof2", "E:Ann I:Bob J:? P:Ann", 1, "-", "0-0-0-1", "illegal"),
        ),
        (
            f"{TABLED.replace('aof2', 'chess')}\n1. e4 1-0\n",
            ("", "E:Ann I:Bob P:Ann", 0, "?", "*", "malformed"),
        ),
        (
            '[Variant "aof2"]\n[Position "E:Kba2/I:-/J:-/P:- - - 1"]\n\n*\n',
            ("aof2", "E:? I:? J:? P:?", 0, "-", "1-0-0-0", "legal"),
        ),
    ],
)
def test_a_record_in_a_list(text: str, told: tuple[str, str, int, str, str, str]) -> None:
    found = summary(judged_as(f"\n\n{text}"), 7, "g.aof")
    assert (found.source, found.number, found.line) == ("g.aof", 7, 3)
    names = " ".join(f"{army}:{name.strip()}" for army, name in found.players)
    assert (found.variant, names, found.plies, found.turn, found.result, found.status) == told
    assert found.variant == "" or found.players[0][1] in ("Ann", "?")


def test_points() -> None:
    table = Table()
    for end in ("1/2-0-0-1/2", "0-1-0-0", "1/3-1/3-1/3-0", "*"):
        table.add(summary(judged_as(f"{TABLED}\n{EU} {end}\n"), 1, "-"))
    for _ in range(2):
        table.add(summary(judged_as(f"{TABLED}\n{EU} I:zz1-zz2 *\n"), 1, "-"))
    assert table.left_out == {"illegal": 2}
    # Ann has two armies: a whole game, nothing, a third
    told = [
        (name, (one.games, one.points, one.wins, one.shared, one.open))
        for name, one in table.ranking()
    ]
    third = Fraction(1, 3)
    assert told == [
        ("Ann", (3, 1 + third, 1, 1, 1)),
        ("Bob", (3, 1 + third, 1, 1, 1)),
        ("?", (3, third, 0, 1, 1)),
    ]
    # three have as many points, from 3, 4 and 5 games
    table.add(summary(judged_as('[Variant "hec"]\n[White "Zed"]\n\n1-0\n'), 1, "-"))
    table.add(summary(judged_as('[Variant "hec"]\n[White "Ann"]\n\n0-1\n'), 1, "-"))
    assert [name for name, _ in table.ranking()] == ["Bob", "Ann", "?", "Zed"]


def test_equals_are_ranked_by_name() -> None:
    table = Table()
    for names, ends in ((["Zed", "b", "c", "d"], ["1/2-0-1/2-0", "1/2-0-1/2-0", "*", "*"]),
                        (["Ann", "e", "f", "g"], ["1-0-0-0", "0-1-0-0", "*", "*"])):  # fmt: skip
        tags = zip(("European", "Indian", "Jewish", "Persian"), names, strict=True)
        head = "".join(f'[{tag} "{name}"]\n' for tag, name in tags)
        for end in ends:
            table.add(summary(judged_as(f'{head}[Variant "aof2"]\n\n{EU} {end}\n'), 1, "-"))
    assert [name for name, _ in table.ranking()] == ["Ann", "Zed", "c", "e", "b", "d", "f", "g"]
    scores = [table.scores[name] for name in ("Zed", "Ann", "b")]
    assert [one.points for one in scores] == [1, 1, 0]
    told = [(one.games, one.wins, one.shared, one.open) for one in scores]
    assert told == [(2, 0, 2, 2), (2, 1, 0, 2), (2, 0, 0, 2)]


PLAYED = (
    '[Variant "aof2"]\n[Position "E:Kjb5;Pca4/I:Kdb2;Pda4/J:Kjb1;Nga1;Pfa3/P:Kjh3 I - 1"]\n\n'
    "1. I:da4-fa4 J:fa3xea4ep P:resigns 2. E:ca4-ba4=F I:Kdb2-da2 J:Nga1-ha3 *\n"
)


def test_what_a_record_adds_to_the_statistics() -> None:
    found = played(of_text(PLAYED))
    assert list(course(judged_as('[Variant "chess"]\n\n1. e4 *\n'))) == []
    of = facts(found, 3, "-")
    assert of.summary.number == 3 and of.summary.source == "-"
    assert (of.promotions, of.taken, of.mates, of.opening) == (("E:F",), ("I:P",), (), "")
    assert [name for before, ply in course(found) for name in captured(before, ply)] == ["I:P"]
    mated = "E:Kgd3/I:-/J:Kjb1;Nia2/P:Kjh3;Rgd5 J - 1"
    takes = facts(game_of("J:Nia2-ga1", tags=f'[Position "{mated}"]\n'), 1, "-")
    assert (takes.mates, takes.taken) == (("P",), ())
    first = facts(game_of(EU, "I:resigns", JE, PE, "E:Lkd5-hb3"), 1, "-")
    assert first.opening == "Lha5-fb3 Sha1-fb1 jg3-jf3"
    nothing = facts(judged_as('[Variant "chess"]\n\n1. e4 *\n'), 1, "-")
    assert nothing[1:] == ((), (), (), "") and nothing.summary.status == "malformed"
    knight = "E:Kjb5;Rca2/I:Kdb4;Nba2/J:Kjb1/P:Kjh3 E - 1"  # on the first cell of the board
    took = facts(game_of("E:Rca2xba2", tags=f'[Position "{knight}"]\n'), 1, "-")
    assert took.taken == ("I:N",)
    none = Statistics()
    none.add(nothing)
    assert (none.games, none.plies, none.longest) == (1, 0, 0)


def test_statistics_add_up() -> None:
    total = Statistics()
    for text in (PLAYED, f'[Variant "aof2"]\n\n{EU} *\n', '[Variant "aof2"]\n\n1-0-0-0\n'):
        total.add(facts(judged_as(text), 1, "-"))
    assert (total.games, total.plies, total.longest) == (3, 6, 5)
    assert total.status == {"legal": 3} and total.results == {"*": 2, "1-0-0-0": 1}
    assert total.promotions == {"E:F": 1} and total.taken == {"I:P": 1} and not total.mates
    assert total.openings == {"Lha5-fb3": 1}
    mated = "E:Kgd3/I:-/J:Kjb1;Nia2/P:Kjh3;Rgd5 J - 1"
    total.add(facts(game_of("J:Nia2-ga1", tags=f'[Position "{mated}"]\n'), 1, "-"))
    total.add(facts(game_of(EU), 2, "-"))
    assert total.mates == {"P": 1} and total.openings == {"Lha5-fb3": 2}


def test_a_game_in_short_notation() -> None:
    text = f'[Variant "aof2"]\n\n{EU} I:da4-fa4 {{[%arbiter stands]}} J:resigns {PE} E:Lkd5-hb3 *\n'
    found = replay(read(of_text(text)), Setting(as_played=True))
    assert in_san(found) == ("Lfb3", "da4-fa4", "resigns", "jgjf3", "Lhb3")


# Play -------------------------------------------------------------------------------------------


def numbers(plies: tuple[Ply, ...]) -> list[tuple[int, int, int, str, str]]:
    return [(one.number, one.round, one.army, one.lan, one.suffix) for one in plies]


ROUND = [
    (1, 1, 0, "Lha5-fb3", ""),
    (1, 1, 1, "resigns", ""),
    (2, 1, 2, "Sha1-fb1", ""),
    (3, 1, 3, "jg3-jf3", ""),
    (4, 2, 0, "Lkd5-hb3", ""),
]


@pytest.mark.parametrize(
    "moves",
    [
        [EU, "I:resigns", JE, PE, "E:Lkd5-hb3"],
        ["Lfb3", "I:resigns", "Sfb1", "jgjf3", "Lhb3"],
        ["ha5fb3", "resigns", "(I:zz)", "J:ha1fb1", "jg3jf3", "(P:jg4-jf4)", "E:kd5hb3"],
    ],
)
def test_plies_of_a_record(moves: list[str]) -> None:
    found = game_of(*moves)
    assert numbers(found.plies) == ROUND and found.length == 4
    assert [one.token.text for one in found.plies] == [move for move in moves if move[0] != "("]
    assert [(ply, type(event).__name__) for ply, event in found.events()] == [(1, "Removal")]
    assert found.refused is None and found.last.turn == 2


@pytest.mark.parametrize(
    ("moves", "code", "army", "move"),
    [
        (["E:resigns", "I:resigns", "J:resigns", "P:resigns"], "game-over", "", "P:resigns"),
        (["I:resigns", "I:resigns"], "wrong-army", "E", "I:resigns"),
        (["X:resigns"], "wrong-army", "E", "X:resigns"),
    ],
)
def test_who_cannot_withdraw(moves: list[str], code: str, army: str, move: str) -> None:
    why = game_of(*moves).refused
    assert why is not None and (why.code.value, why.army, why.move) == (code, army, move)
    assert why.place.line == 3 and why.ply == 1 and why.token == len(moves) - 1


def test_checks_of_two_players_are_told() -> None:
    line = "W:Kdf6;Rbb1/B:Kaa1 W - 1"
    found = game_of("Rbb1-ab1", variant="hec", tags=f'[Position "{line}"]\n')
    assert [(ply, type(event).__name__) for ply, event in found.events()] == [(1, "Check")]
    assert found.plies[0].suffix == "+"


SHUFFLE = "W:Kca1{}/B:Kdf6{} W - 1"
STEPS = ["Kca1-cb1", "Kdf6-de6", "Kcb1-ca1", "Kde6-df6"]
BLACK_PAWN = "W:Kbg1;Pbg2/B:Kbg7;Pag4 W - 1"
"""It can take the Pawn that steps from bg2 to bg4 en passant, on bg3."""
PINNED_PAWN = "W:Kbg1;Pbg2;Rag1/B:Kag7;Pag4 W - 1"
WITHOUT = "W:Kbg1;Pbg2/B:Kbg7 W - 1"
AROUND = ["Kbg7-bg6", "Kbg1-bg2", "Kbg6-bg7", "Kbg2-bg1"]


@pytest.mark.parametrize(
    ("of", "line", "moves", "times"),
    [
        # the start stands again after plies 4, 8, 12; what follows it after 5, 9, 13
        ("hec", SHUFFLE.format("", ""), STEPS * 3, [(8, 3), (9, 3), (10, 3), (11, 3), (12, 4)]),
        # what has been taken never stands again: the count begins anew with ply 1
        (
            *("hec", SHUFFLE.format("", ";Rcb1")),
            *(["Kca1xcb1", "Kdf6-de6", "Kcb1-ca1", "Kde6-df6", *STEPS, *STEPS],
              [(9, 3), (10, 3), (11, 3), (12, 3)]),
        ),
        # with the right to take en passant it is another position than without
        ("sd2l-cohen", BLACK_PAWN, ["bg2-bg4", *AROUND * 3], [(10, 3), (11, 3), (12, 3), (13, 3)]),
        # but not where nobody can use the right
        *(
            ("sd2l-cohen", line, ["bg2-bg4", *moves * 3], [(n, 3) for n in range(9, 13)] + [(13, 4)])
            for line, moves in (
                (WITHOUT, AROUND),
                (PINNED_PAWN, [move.replace("bg7", "ag7").replace("bg6", "ag6") for move in AROUND]),
            )
        ),
        ("aof2", "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 1", ["E:Kjb5-ja5 I:Kdb2-da2 J:Kjb1-ja1 P:Kjh3-jh4 "
         "E:Kja5-jb5 I:Kda2-db2 J:Kja1-jb1 P:Kjh4-jh3"] * 3, []),
    ],
)  # fmt: skip
def test_repetitions(of: str, line: str, moves: list[str], times: list[tuple[int, int]]) -> None:
    found = game_of(*moves, variant=of, tags=f'[Position "{line}"]\n')
    assert found.refused is None
    told = [(ply, event.times) for ply, event in found.events() if isinstance(event, Repetition)]
    assert told == times


def test_a_variation_counts_no_repetitions() -> None:
    text = f"1. {STEPS[0]} (1. {' '.join(STEPS * 3)}) *"
    found = filmed(f'[Variant "hec"]\n[Position "{SHUFFLE.format("", "")}"]\n\n{text}\n')
    assert len(found.frames) == 14 and not any(frame.events for frame in found.frames)


@pytest.mark.parametrize("marked", ["", "#E"])
def test_who_is_mated_is_marked(marked: str) -> None:
    found = game_of(f"J:Kjb1-ja1{marked}", tags=f'[Position "{MATES}"]\n')
    assert [one.suffix for one in found.plies] == ["#E"] and not found.findings
    short = game_of(f"Kja1{marked}", tags=f'[Position "{MATES}"]\n')
    assert [one.suffix for one in short.plies] == ["#E"] and not short.findings


@pytest.mark.parametrize(
    ("notation", "moves", "fits"),
    [
        (Notation.NUMERIC, ["E:0801506023"], True),
        (Notation.NUMERIC, [EU], False),
        (Notation.NUMERIC, ["E:0801506023", "(", "E:Lkd5-hb3", ")"], False),
        (Notation.NUMERIC, ["E:0801506023", "(", "E:1104508023", ")"], True),
        (Notation.COORD, ["E:ha5fb3"], True),
        (Notation.COORD, [EU], False),
        (Notation.LAN, [EU, "(", "E:Lkd5-hb3", ")"], True),
        (Notation.LAN, ["Lfb3"], False),
        (Notation.SAN, ["Lfb3"], True),
        (None, ["Lfb3", "I:0501306013", "ha1fb1"], True),
    ],
)
def test_a_notation_that_is_asked_for(
    notation: Notation | None, moves: list[str], fits: bool
) -> None:
    text = f'[Variant "aof2"]\n\n{" ".join(moves)} *\n'
    found = replay(read(of_text(text)), Setting(notation=notation))
    assert [finding.code.value for finding in found.findings] == ([] if fits else ["syntax"])


STANDS = "{[%arbiter stands]}"


@pytest.mark.parametrize(
    ("of", "line", "moves", "told"),
    [
        ("aof2", "", [EU, JE, STANDS, PE], [(0, EU, ""), (2, JE, "wrong-turn"), (3, PE, "")]),
        (
            *("aof2", "", [EU, "ga4-fa4", STANDS, IN]),
            [(0, EU, ""), (0, "E:ga4-fa4", "wrong-army"), (1, IN, "")],
        ),
        ("aof2", "", [EU, "I:--", STANDS, JE], [(0, EU, "")]),  # names no piece
        (
            *("aof2", "", [EU, "J:--", STANDS, PE]),
            [(0, EU, ""), (2, "J:--", "wrong-turn"), (3, PE, "")],
        ),
        ("aof2", "", [EU, "I:Kdb2-da2", STANDS, JE], [(0, EU, "")]),  # on a piece of its own
        ("aof2", "", [EU, "I:Kzz1-da2", STANDS, JE], [(0, EU, "")]),
        ("aof2", "", [EU, "J:Sha1-zz9", STANDS, PE], [(0, EU, "")]),
        ("aof2", "", [EU, "I:P ea3-fa3; @-ga3", STANDS, JE],
         [(0, EU, ""), (1, IN, "no-capture"), (2, JE, "")]),
        ("aof2", "", [EU, "I:Kda5-da2", STANDS, JE], [(0, EU, "")]),
        ("aof2", "", [EU, "I:Rda2-jb1", STANDS], [(0, EU, "")]),  # a King is never taken
        ("aof2", "", [EU, "I:Rda2-ga3", "$1", "$2", STANDS, JE],
         [(0, EU, ""), (1, "I:Rda2-ga3", "unreachable"), (2, JE, "")]),
        ("aof2", "", [EU, "I:Rda2-ga3", "(I:ea3-fa3)", STANDS, JE], [(0, EU, "")]),
        ("aof2", "", [EU, "I:Rda2-ga3", "{no}", STANDS, JE], [(0, EU, "")]),
        ("aof2", "", [EU, "I:Rda2-ga3"], [(0, EU, "")]),
        ("aof2", "", [EU, "I:Rda2-ga3", "{[%arbiter   forfeits ]}", JE],
         [(0, EU, ""), (1, "I:forfeits", "unreachable"), (2, JE, "")]),
        ("aof2", "", [EU, "I:zz", "{[%arbiter takeback]}", IN], [(0, EU, ""), (1, IN, "")]),
        # what leaves a King in check is no position of two
        ("hec", "W:Kca1;Rcb1/B:Kdf6;Rcf1 W - 1", ["Rcb1-cb2", STANDS, "Kdf6-df5"], []),
        ("hec", "W:Kca1;Rcb1/B:Kdf6 W - 1", ["Rcb1-cc2", STANDS, "Kdf6-df5"],
         [(0, "W:Rcb1-cc2", "unreachable"), (1, "B:Kdf6-df5", "")]),
        ("aof2", "E:Kjb5/I:-/J:-/P:- - - 1", ["E:Kjb5-ja5", "{[%arbiter forfeits]}"], []),
    ],
)  # fmt: skip
def test_what_an_arbiter_can_let_stand(
    of: str, line: str, moves: list[str], told: list[tuple[int, str, str]]
) -> None:
    place = f'[Position "{line}"]\n' if line else ""
    text = f'[Variant "{of}"]\n{place}\n{" ".join(moves)} *\n'
    found = replay(read(of_text(text)), Setting(as_played=True))
    letters = game(of).letters
    assert [
        (one.army, f"{letters[one.army]}:{one.lan}", one.stood.code.value if one.stood else "")
        for one in found.plies
    ] == told
    assert {one.token.text for one in found.plies} <= {*moves}
    assert not isinstance(found, Replay) or len(found.decisions) == sum(
        bool(code) for *_, code in told
    ) + ("takeback" in text)


def test_a_move_out_of_turn_that_stands_bears_its_round() -> None:
    text = f'[Variant "aof2"]\n\n{EU} {IN} {JE} {PE} I:ea2-fa2 {STANDS} J:ga1-fa1 *\n'
    found = replay(read(of_text(text)), Setting(as_played=True))
    assert isinstance(found, Replay)
    assert [one.verdict for one in found.decisions] == ["stands"]
    marked = replay(read(of_text(text.replace(STANDS, f"$1 {STANDS}"))), Setting(as_played=True))
    assert len(marked.plies) == 6
    assert [one.round for one in found.plies] == [1, 1, 1, 1, 2, 2]
    ((events, finding),) = [(one.events, one.stood) for one in found.plies if one.stood]
    assert events == () and finding is not None
    assert (finding.ply, finding.army, finding.move) == (5, "E", "I:ea2-fa2")


@pytest.mark.parametrize(
    ("text", "army", "move"),
    [
        ("E:zz1-zz2", "E", "zz1-zz2"),
        ("zz1-zz2", "E", "zz1-zz2"),
        ("I:zz1-zz2", "E", "I:zz1-zz2"),
    ],
)
def test_a_finding_names_its_army_once(text: str, army: str, move: str) -> None:
    found = game_of(text).refused
    assert found is not None and (found.army, found.move, found.ply) == (army, move, 1)
    over = game_of("E:resigns", "I:resigns", "J:resigns", text).refused
    assert over is not None and (over.army, over.code.value) == ("", "game-over")


def test_the_position_at_a_ply() -> None:
    found = game_of(EU, IN, "J:resigns", PE)
    told = [position_at(found, number) for number in range(4)]
    assert told[0] == found.first and told[3] == found.last
    assert [position.turn for position in told] == [0, 1, 3, 0]
    assert [position.royals[2] < 0 for position in told] == [False, False, True, True]


def test_what_is_foreseen_behind_an_illegal_move_is_void() -> None:
    kept = "{illegal from here: I:zz1-zz2}"
    line = f"{{[%if {IN} {JE}]}}"
    assert len(game_of(EU, line, kept, line).lines) == 1
    assert len(game_of(EU, kept, IN, f"{{[%if {JE}]}}").lines) == 1
    assert len(game_of(EU, kept, f"(E:Lkd5-hb3 {line})", line).lines) == 0
    assert len(game_of(EU, f"(E:Lkd5-hb3 {kept})", line).lines) == 1
    assert len(game_of(EU, f"(E:Lkd5-hb3 {line})").lines) == 0  # of a variation
    assert len(game_of(EU, "I:zz1-zz2", line).lines) == 0  # behind what is refused
    assert len(game_of(EU, f"\n%[%if {IN}]\n").lines) == 0  # in no comment
    assert len(game_of(EU, line, IN, f"{{[%if {JE}]}}").lines) == 2
    told: list[Step] = []
    replay(read(of_text(f'[Variant "aof2"]\n\n{EU} {line} *\n')), None, told.append)
    assert [one.fate.name for one in told] == ["PLAYED", "NO_MOVE", "NO_MOVE"]


@pytest.mark.parametrize(
    ("problem", "code"),
    [
        (ValueError("so\nit is"), "syntax"),
        (RecursionError("so it is"), "limit"),
        (MemoryError("so it is"), "limit"),
        (OverflowError("so it is"), "limit"),
    ],
)
def test_a_record_that_the_program_fails_at(problem: Exception, code: str) -> None:
    found = unjudged(of_text("\n\n1. E:Lha5-fb3 *\n"), problem)
    (finding,) = found.findings
    assert (finding.code.value, finding.place.line) == (code, 3)
    told = sentence(finding.refusal)
    assert told.startswith("a fault of aofref at this record: ") and told.endswith("so it is")
    assert (found.status, found.game, found.length, found.result) == ("malformed", None, 0, "*")
    assert replay(found.record) == found
    record = found.record
    assert (record.tags, record.tokens, record.start) == ((), (), record.raw.start)
    assert record.raw.text == "1. E:Lha5-fb3 *\n"


def test_a_listener_is_told_every_token() -> None:
    told: list[Step] = []
    raw = of_text(
        f'[Variant "aof2"]\n\n1. {EU} ({{x}} E:zz1-zz2 E:ga4) {IN} J:zz1-zz2 {{y}} P:z *\n'
    )
    replay(read(raw), None, told.append)
    assert [one.fate.name for one in told if one.token.kind.name == "MOVE"] == [
        *("PLAYED", "REFUSED", "BEHIND", "PLAYED", "REFUSED", "BEHIND"),
    ]
    assert [one.token.ordinal for one in told] == list(range(len(read(raw).tokens)))
    others = {one.fate.name for one in told if one.token.kind.name != "MOVE"}
    assert others == {"NO_MOVE"}
    before = {one.token.text: one.before for one in told}
    assert before["x"] == before[EU] and before["y"] is None and before["P:z"] is None
    turns = [
        position and position.turn for position in (before[EU], before[IN], before["J:zz1-zz2"])
    ]
    assert turns == [0, 1, 2]


# Written again ----------------------------------------------------------------------------------

LIKED = """[Event "x"]
[Variant "AOF2"]
[Event "y"]
[Rulings "check=advisory"]

1. Lfb3 {a} (1. ga4fa4 $1 I:zz1-zz2 {b} ea3-fa3 (x) ; c
) I:ea3-fa3 Sfb1 jgjf3 2. E:Kjb5-jb5 $2 {d} I:ea2-fa2 (Z) *
"""
LIKED_HEAD = """[Event "x"]
[Variant "aof2"]
[Event "y"]
[Rulings "check=advisory"]

"""
TWO = (
    '[Variant "hec"]\n[Position "W:Kca1;Pac1^6/B:Kdf6 W - 1"]\n\n1. Kcb1 (1. Kcb2 Kde6) Kdf5 '
    "2. ac1-ad1 {x} Kdf6 3. Kca1 $1 Kde6 1-0 {z}\n"
)
TWO_HEAD = '[Variant "heathen-europe"]\n[Position "W:Kca1;Pac1^6/B:Kdf6 W - 1"]\n\n'
TAKEN = "{[%arbiter takeback]}"
DECIDED = (
    f'[Variant "aof2"]\n\n1. {EU} I:da4-fa4+E {TAKEN} zz {TAKEN} J:zz1-zz2 {TAKEN} {IN} '
    f"{JE} P:kg3-jf4 {STANDS} E:Lkd5-gb5+P {{[%arbiter forfeits]}} I:ea2-fa2 *\n"
)
FORESEEN = (
    f'[Variant "aof2"]\n\n{EU} {{[%if {IN} {JE}] [%if I:ea2fa2 J:zz1-zz2] [%if I:ea2fa2]}} '
    "I:resigns {z} J:resigns *\n"
)


@pytest.mark.parametrize(
    ("text", "to", "head", "told", "plies"),
    [
        (
            *(LIKED, Notation.LAN, LIKED_HEAD),
            "1. E:Lha5-fb3 {a} (1. E:ga4-fa4 $1 {illegal from here: I:zz1-zz2} {b} {ea3-fa3 "
            "( x )} {c}) I:ea3-fa3 J:Sha1-fb1 P:jg3-jf3 {illegal from here: E:Kjb5-jb5 $2} {d} "
            "{I:ea2-fa2 ( Z )} *",
            4,
        ),
        (
            *(LIKED, Notation.SAN, LIKED_HEAD),
            "1. E:Lfb3 {a} (1. E:fa4 $1 {illegal from here: I:zz1-zz2} {b} {ea3-fa3 ( x )} {c}) "
            "I:fa3 J:Sfb1 P:jgjf3 {illegal from here: E:Kjb5-jb5 $2} {d} {I:ea2-fa2 ( Z )} *",
            4,
        ),
        (
            *(LIKED, Notation.COURIER, LIKED_HEAD),
            "E:L ha5-fb3 // a ( E:P ga4-fa4 $1 // illegal from here: I:zz1-zz2 // b "
            "// ea3-fa3 ( x ) // c ) I:P ea3-fa3 J:S ha1-fb1 P:P jg3-jf3 "
            "// illegal from here: E:Kjb5-jb5 $2 // d // I:ea2-fa2 ( Z ) *",
            4,
        ),
        # with two players a number comes again behind what interrupts
        (
            *(TWO, Notation.LAN, TWO_HEAD),
            "1. Kca1-cb1 (1. Kca1-cb2 Kdf6-de6) 1... Kdf6-df5 2. ac1-ad1 {x} 2... Kdf5-df6 "
            "3. Kcb1-ca1 $1 Kdf6-de6 {z} 1-0",
            6,
        ),
        (
            *(TWO, Notation.SAN, TWO_HEAD),
            "1. Kcb1 (1. Kcb2 Kde6) 1... Kdf5 2. ad1 {x} 2... Kdf6 3. Kca1 $1 Kde6 {z} 1-0",
            6,
        ),
        # where it stands: with the whole of its origin
        (
            *(DECIDED, Notation.SAN, '[Variant "aof2"]\n\n'),
            f"1. E:Lfb3 I:da4fa4+E {TAKEN} zz {TAKEN} J:zz1-zz2 {TAKEN} I:fa3 J:Sfb1 P:kg3jf4 "
            f"{STANDS} 2. E:Lkd5gb5+P {{[%arbiter forfeits]}} I:fa2 *",
            6,
        ),
        (
            *(DECIDED, Notation.LAN, '[Variant "aof2"]\n\n'),
            f"1. {EU} I:da4-fa4+E {TAKEN} zz {TAKEN} J:zz1-zz2 {TAKEN} {IN} {JE} P:kg3-jf4 "
            f"{STANDS} 2. E:Lkd5-gb5+P {{[%arbiter forfeits]}} I:ea2-fa2 *",
            6,
        ),
        (
            *(FORESEEN, Notation.SAN, '[Variant "aof2"]\n\n'),
            "1. E:Lfb3 {[%if I:fa3 J:Sfb1] [%if I:ea2fa2 J:zz1-zz2] [%if I:fa2]} I:resigns {z} "
            "J:resigns *",
            3,
        ),
        (
            *(FORESEEN, Notation.COURIER, '[Variant "aof2"]\n\n'),
            f"E:L ha5-fb3 // [%if {IN} {JE}] [%if I:ea2fa2 J:zz1-zz2] [%if I:ea2-fa2] I:resigns "
            "// z J:resigns *",
            3,
        ),
        (
            f'[Variant "aof2"]\n\n1. {EU} I:zz1-zz2 {{d}} (E:ga4-fa4 ((x) *)) $1 2. {{e}} {{f}} *\n',
            *(Notation.LAN, '[Variant "aof2"]\n\n'),
            f"1. {EU} {{illegal from here: I:zz1-zz2}} {{d}} {{( E:ga4-fa4 ( ( x ) * ) ) $1 2.}} "
            "{e} {f} *",
            1,
        ),
        (
            f'[Variant "aof2"]\n\n{EU} I:Gba3-fa3 {STANDS} *\n',
            *(Notation.SAN, '[Variant "aof2"]\n\n'),
            f"1. E:Lfb3 I:Gba3fa3 {STANDS} *",
            2,
        ),
        (
            f'[Variant "aof2"]\n\n{EU} J:-- {STANDS} *\n',
            *(Notation.SAN, '[Variant "aof2"]\n\n'),
            f"1. E:Lfb3 J:-- {STANDS} *",
            2,
        ),
        (  # from the first cell of the board
            f"{GIVEN}E:Kba2-ea2 {STANDS} *\n",
            *(Notation.SAN, GIVEN),
            f"1. E:Kba2ea2 {STANDS} *",
            1,
        ),
        (  # with two players nothing names the army of a move that was tried
            f"{TWO_HEAD}Kca1-df4 {TAKEN} Kcb1 {STANDS} Kde6 *\n",
            *(Notation.LAN, TWO_HEAD),
            f"1. Kca1-df4 {TAKEN} 1. Kca1-cb1 {STANDS} 1... Kdf6-de6 *",
            2,
        ),
        (  # a withdrawal bears no number
            f'[Variant "aof2"]\n\n{EU} {IN} {JE} {PE} E:resigns I:ea2-fa2 *\n',
            *(Notation.LAN, '[Variant "aof2"]\n\n'),
            f"1. {EU} {IN} {JE} {PE} E:resigns 2. I:ea2-fa2 *",
            6,
        ),
        ('[Variant "aof2"]\n\n1. E:Lha5-fb3 zz *\n', Notation.LAN, "", "", 1),
        ('[Variant "aof2"]\n\n1. E:Lha5-fb3 ) *\n', Notation.LAN, "", "", 1),
        ('[Variant "chess"]\n\n1. e4 *\n', Notation.LAN, "", "", 0),
    ],
)
def test_a_record_written_again(text: str, to: Notation, head: str, told: str, plies: int) -> None:
    found = rewrite(read(of_text(text)), Setting(as_played=True), to)
    assert found.text.startswith(head)
    assert found.text[len(head) :].split() == told.split()
    assert found.plies == plies


STARTED = """[Result "1-0-0-0"]
[Variant "aof2"]
[Position "P:Kjh3/J:Kjb1/I:Kdb2/E:Kjb5 E - 3"]
[Position "x"]
[Variant "AOF2"]
[Rulings "check=advisory"]
[Rulings "y"]

"""
PUT = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3 E - 3"


@pytest.mark.parametrize(
    ("text", "setting", "to", "told"),
    [
        (
            *(STARTED, Setting(), Notation.LAN),
            STARTED.replace("P:Kjh3/J:Kjb1/I:Kdb2/E:Kjb5 E - 3", PUT) + "1-0-0-0\n\n",
        ),
        (
            *(STARTED, Setting(rulings=("stalemate=move",)), Notation.LAN),
            STARTED.replace("P:Kjh3/J:Kjb1/I:Kdb2/E:Kjb5 E - 3", PUT).replace(
                "=advisory", "=advisory stalemate=move"
            )
            + "1-0-0-0\n\n",
        ),
        (
            f"1. {EU} 1-0-0-0 1-0-0-0 0-1-0-0\n",
            *(Setting("aof2", ("check=advisory",)), Notation.LAN),
            f'[Variant "aof2"]\n[Rulings "check=advisory"]\n\n1. {EU} 1-0-0-0 0-1-0-0\n\n',
        ),
        (
            f'[Event "x"]\n\n1. {EU} (1. E:Lkd5-hb3 *)\n%so\n',
            *(Setting("aof2"), Notation.LAN),
            f'[Event "x"]\n[Variant "aof2"]\n\n1. {EU} (1. E:Lkd5-hb3 *)\n%so\n*\n\n',
        ),
        (
            '[Result "*"]\n[Variant "pp"]\n\n{a} ($1 zz) {b}\n',
            *(Setting(), Notation.LAN),
            '[Result "*"]\n[Variant "proto-prelates"]\n\n{a} ($1 {illegal from here: zz}) {b} *\n\n',
        ),
        (
            '[Result "*"]\n[Variant "pp"]\n\n{a} (E:zz1-zz2 zz {b\n} x (y) ) $1 {c}\n',
            *(Setting(), Notation.COORD),
            '[Result "*"]\n[Variant "proto-prelates"]\n\n{a} ({illegal from here: E:zz1-zz2 zz} {b\n} '
            "{x ( y )}) $1 {c} *\n\n",
        ),
        (
            '[Variant "aof2"]\n[Result "1-0-0-0"]\n\n{a}\n',
            *(Setting(), None),
            '{"aof": 1, "tags": [["Variant", "aof2"], ["Result", "1-0-0-0"]], "movetext": '
            '[["comment", "a"], ["result", "1-0-0-0"]]}\n',
        ),
        ('[Variant "chess"]\n\n1. e4 *\n', Setting(), Notation.LAN, ""),
        (f'[Variant "aof2"]\n\n{EU} & *\n', Setting(), Notation.LAN, ""),
        (
            f'[Variant "aof2"]\n\n{EU} $1 {{a}} (E:zz1-zz2) *\n',
            *(Setting(), None),
            '{"aof": 1, "tags": [["Variant", "aof2"]], "movetext": [["move", "E:Lha5-fb3"], '
            '["nag", "$1"], ["comment", "a"], ["open", "("], '
            '["comment", "illegal from here: E:zz1-zz2"], ["close", ")"], ["result", "*"]]}\n',
        ),
    ],
)
def test_tags_and_results_written_again(
    text: str, setting: Setting, to: Notation | None, told: str
) -> None:
    record = read(of_text(text))
    found = rewrite(record, setting, to)
    assert found.text == told
    judged = replay(record, setting)
    assert (found.findings, found.plies) == (judged.findings, len(judged.plies))


# Where a record begins --------------------------------------------------------------------------

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


STANDING = "E:Kjb5;Rka4,ga4/I:Kdb2;Neb3/J:Kjb1/P:Kjh3 E - 1"


@pytest.mark.parametrize(
    ("move", "status"),
    [
        ("Rka4-ga4", 1),  # onto a piece of its own army
        ("Rka4xdb2", 1),  # onto a King: no King is ever taken (RULES 8)
        ("Rka4xeb3", 0),
        ("Rka4-eb4", 0),
    ],
)
def test_what_an_arbiter_lets_stand_can_be_carried_out(move: str, status: int) -> None:
    text = f'[Variant "aof2"]\n[Position "{STANDING}"]\n\n1. E:{move} {{[%arbiter stands]}} *\n'
    assert aofref("check", "--as-played", "--quiet", stdin=text).exit_code == status


def test_the_same_moves_under_other_rulings_are_no_copy() -> None:
    usual = '[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n\n'
    other = '[Variant "aof2"]\n[Rulings "check=advisory"]\n\n1. E:Lha5-fb3 *\n\n'
    assert aofref("select", "--unique", "-", stdin=usual + other + usual).stdout == usual + other
