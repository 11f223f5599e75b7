"""What a case asks of a referee, and what is said of wrong answers, word for word."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from aofref.cli.commands.cases import Own, own_results
from aofref.judge.cases import (
    Alone,
    Answer,
    Question,
    Referee,
    Replays,
    answer,
    distances,
    find,
    judge,
    questions,
    refused,
)
from aofref.notation import positions
from aofref.notation.cases import Case, read
from aofref.rules.parts import bindings
from tests.helpers import game

ROOK = "E:Kjb5;Pgd4;Rgd3/I:Kdb2;Pid3/J:Kjb1;Phe3/P:Kjh3 E - 1"
"""Of case aof2.026, whose Rook may go to hd3 id3 he3 ge3 gf3 fd3 ed3 fc3 eb3 da3 gc3 gb3 ga3 gd1 gd2."""
SIX = "fd3 gc3 gd1 gd2 ge3 hd3"
REST = "da3 eb3 ed3 fc3 ga3 gb3 gf3 he3 id3"
MATED = "E:Kjb5;Rhb2/I:Kdb2;Ngd3/J:Kjb1/P:Kjh3 E - 1"
"""Of case aof2.131: a checkmate, and a King that becomes an Emperor."""


def case(lines: str, position: str = ROOK, moves: str = "", name: str = "aof2") -> Case:
    head = f"case {name}.001 Of ours\npage silent\nrule RULES 4\nposition {position}\n"
    [found] = read(head + (f"moves {moves}\n" if moves else "") + lines)
    return found


def told(of: Case, alter: Callable[[Question, Answer], Answer] | None = None) -> tuple[str, ...]:
    """Give what is wrong with aofref's own answers, altered."""
    own = Own(Replays())
    answers = {asked: own[asked] for asked in questions(find(of))}
    if alter:
        answers = {asked: alter(asked, said) for asked, said in answers.items()}
    (own_result,) = own_results([of])
    assert alter or judge(of, find(of), Referee(answers)) == own_result
    return judge(of, find(of), Referee(answers)).wrong


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("legal Rgd3xid3 Rgd3-jd3 Rgd3-hd3 Rgd3-gd4", "Rgd3-jd3 is refused: blocked; Rgd3-gd4 is refused: own-piece"),
        ("legal Rgd3-hd3", ""),
        ("illegal Rgd3-hd3 blocked", "Rgd3-hd3 is legal"),
        ("illegal Rgd3-jd3 own-piece", "Rgd3-jd3 is blocked, not own-piece"),
        ("illegal Rgd3-jd3 blocked id3", ""),
        (f"reaches gd3 = {SIX} {REST}", ""),
        (f"reaches gd3 = {SIX}", f"reaches gd3: but {REST}"),
        (f"reaches gd3 = {SIX} {REST} kd3 gd4", "reaches gd3: not gd4 kd3"),
        (f"reaches gd3 = {SIX} kd3", f"reaches gd3: not kd3, but {REST}"),
        ("reaches gd3 = -", f"reaches gd3: but {' '.join(sorted(f'{SIX} {REST}'.split()))}"),
        ("reaches-also gd3 = hd3 id3", ""),
        ("reaches-also gd3 = hd3 kd3 zz9 gd4", "reaches-also gd3: not gd4 kd3 zz9"),
        ("reaches-not gd3 = kd3 zz9", ""),
        ("reaches-not gd3 = kd3 hd3 id3", "reaches-not gd3: but hd3 id3"),
        ("span R E ka4 = ba4 ca4 da4 ea4 fa4 ga4 ha4 ia4 ja4 kb4 kc4 kd4 ke4 kf4 kg4 kh4 ki4 kj4 ka5", ""),
        ("span R E ka4 = ba4 ca4 da4 ea4 fa4 ga4 ha4 ia4 kb4 kc4 kd4 ke4 kf4 kg4 kh4 ki4 kj4 ka5", "span R E ka4: but ja4"),
        ("span-also R E ha1 = ha2 ha5 gd1 gd2", "span-also R E ha1: not gd1 gd2"),
        ("span-not R E ha1 = ha2 ha5 gd2", "span-not R E ha1: but ha2 ha5"),
        ("span-not K I eb1 = da2 db2", ""),
        ("bound F I db3 = 245", ""),
        ("bound F I db3 = 244", "F I db3 = 244: 245"),
        ("event 1 move", "no event 1 move; there are none"),
        ("no-event 1 capture", ""),
        ("turn E", ""),
        ("turn I", "turn E, not I"),
        (f"after {ROOK}", ""),
        ("after nothing", f"after {ROOK}"),
    ],
)  # fmt: skip
def test_a_wrong_line(line: str, wrong: str) -> None:
    assert told(case(line)) == ((wrong,) if wrong else ())


@pytest.mark.parametrize(
    ("name", "line", "wrong"),
    [
        ("aof2", "count 27", "28 legal moves, not 27"),  # RULES 10
        ("heathen-europe", "bound U W ba1 = 35", "U W ba1 = 35: 36"),  # RULES 11
    ],
)
def test_a_wrong_count(name: str, line: str, wrong: str) -> None:
    assert told(case(line, "", name=name)) == (wrong,)


def test_facts_that_are_missing() -> None:
    [wrong] = told(case("illegal Rgd3-jd3 blocked QQ id3 ZZ"))
    # Of ply 1, at line 4, column 1 of the record: two tags and an empty line stand above its move.
    assert wrong.startswith("Rgd3-jd3: QQ, ZZ not in: 1 4 1 E ")


def test_events_that_are_missing_or_there() -> None:
    first, second = "event 0 checkmate I by E", "event 0 promotion E jb5 K EM"
    assert told(case(f"{first}\n{second}", MATED)) == ()
    assert told(case("event 1 checkmate I by E", MATED)) == (
        "no event 1 checkmate I by E; there are 0 checkmate I by E, 0 promotion E jb5 K EM",
    )
    assert told(case("no-event 0", MATED)) == (f"{first}, {second[6:]}",)
    assert told(case("no-event 0 promotion", MATED)) == (second,)
    assert told(case("no-event 0 promot\nno-event 0 check\nno-event 1", MATED)) == ()


def test_moves_that_are_refused() -> None:
    refusal = "the position or its moves are refused"
    assert told(case("turn E", moves="E:Rgd3-jd3"))[0] == f"{refusal}: blocked"
    assert told(case("turn E", moves="E:Rgd3-jd3 I:Kdb2-db3"))[0] == (
        f"{refusal}: blocked before the last move"
    )
    with pytest.raises(ValueError, match=r"^unreadable text"):
        told(case("turn E", position="nonsense"))


def test_every_way_of_writing_a_move_is_asked() -> None:
    """A Pawn's promotions, where it may come to the cell, and its capture en passant."""

    def asked(line: str, position: str, moves: str) -> list[str]:
        found = case(line, position, moves, "heathen-europe")
        return [each.moves[-1] for each in questions(find(found))]

    five = "ac1-ae1 Kdf6-df5 ae1-ae2 Kdf5-df6 ae2-ae3 Kdf6-df5 ae3-ae4 Kdf5-df6"
    assert asked("reaches-also ae4 = zz9 ae5 aa1", "W:Kca1;Pac1^6/B:Kdf6 W - 1", five) == [
        *("Kdf5-df6", "ae4-aa1", "ae4-ae5", "ae4-ae5=R", "ae4-ae5=N"),
        *("ae4-ae5=L", "ae4-ae5=Y", "ae4-ae5=U", "ae4-zz9"),
    ]
    double = "W:Kca1;Pbb6^2,cb5^3,db6^2/B:Kcf6;Pcd6^6 B - 1"
    assert asked("reaches-not bb6 = cc6 cb6 cb5 cd6", double, "cd6-cb6") == [
        *("cd6-cb6", "bb6-cb5", "bb6xcb6", "bb6-cc6", "bb6xcc6ep"),
        *[f"bb6-cc6={code}" for code in "RNLYU"],
        *[f"bb6xcc6ep={code}" for code in "RNLYU"],
        "bb6-cd6",
    ]


def answered(**parts: object) -> Answer:
    whole = {"plies": 0, "events": [], "error": None, "turn": "E", "position": "p", **parts}
    found = answer(whole)
    assert found is not None
    return found


def test_how_an_answer_is_read() -> None:
    assert answered() == Answer(0, "", None, "", (), "E", "p")
    error = {"code": "blocked", "ply": 3, "move": "E:x", "by": ["I", "J"], "cell": "ka4"}
    assert answered(plies=2, error=error) == Answer(
        2, "blocked", 3, "blocked 3 ['I', 'J'] ka4", (), "E", "p"
    )
    assert answered(error={"code": "limit", "ply": "3"}).ply is None
    events = [
        {"type": "check", "ply": 4, "army": "E", "by": ["I", "J"], "to": "a", "from": "b"},
        {"type": "end", "ply": 5, "result": "1-0", "reason": "mate", "count": 0, "more": 1},
        {"type": "gone", "ply": 5, "army": "E", "cell": "c", "captured": "P", "by": "I"},
    ]
    assert answered(events=events).events == (
        "4 check E b a by I",
        "4 check E b a by J",
        "5 end mate 0 1-0",
        "5 gone E c P by I",
    )
    assert answered(turn=None, position=3)[-2:] == ("None", "3")
    bare: dict[str, object] = {"plies": 0, "events": []}
    assert answer(bare) == Answer(0, "", None, "", (), "None", "None")
    others: list[object] = [
        {"plies": 0},
        {"events": []},
        {**bare, "error": []},
        {**bare, "events": [{}, 1]},
    ]
    assert [answer(other) for other in others] == [None] * 4


def test_how_a_question_is_written() -> None:
    whole = Question("aof2", ("a=b", "c=d"), "R", "p q", ("E:x", "I:resigns", "J:forfeits"))
    assert whole.text == (
        '[Variant "aof2"]\n[Rulings "a=b c=d"]\n[Array "R"]\n[Position "p q"]\n\n'
        "E:x I:resigns J:forfeits *\n\n"
    )
    assert (
        whole.plies == 1 and whole.then("E:y").moves[-1] == "E:y" and whole.then("E:y").plies == 2
    )
    assert Question("aof6").text == '[Variant "aof6"]\n\n*\n\n'
    assert whole.raw.text == whole.text and whole.raw.start == (1, 1)


@pytest.mark.parametrize(
    ("moves", "said", "found"),
    [
        (2, (2, "", None), ""),
        (2, (1, "", None), "only 1 plies"),
        (2, (3, "", None), "only 3 plies"),
        (2, (1, "bad-tag", None), "bad-tag"),
        (2, (0, "bad-tag", None), "bad-tag before the last move"),
        (2, (2, "bad-tag", None), "bad-tag before the last move"),
        (2, (0, "blocked", 2), "blocked"),
        (2, (1, "blocked", 1), "blocked before the last move"),
        (2, (1, "blocked", 3), "blocked before the last move"),
        (0, (0, "bad-tag", None), "bad-tag: words"),
        (0, (0, "blocked", None), "blocked before the last move"),
        (0, (0, "bad-tag", 0), "bad-tag"),
    ],
)
def test_what_refuses_the_last_move(
    moves: int, said: tuple[int, str, int | None], found: str
) -> None:
    asked = Question("aof2", moves=("E:ga4-fa4",) * moves)
    assert refused(asked, Answer(*said[:2], said[2], "words", (), "", "")) == found


def test_a_referee_that_refuses_what_a_span_stands_on() -> None:
    def refuses(asked: Question, said: Answer) -> Answer:
        return said if asked.moves or asked.position == ROOK else said._replace(code="bad-position")

    [wrong] = told(case("span R E ha1 = ha2"), refuses)
    assert wrong.startswith("E:K") and wrong.endswith(" E - 1 is refused: bad-position: ")
    assert "Rha1" in wrong
    count = told(case("bound F I db3 = 245"), refuses)
    assert count == ()


# What a case asks ----------------------------------------------------------------------------------

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
    told = [question.moves[0] for question in questions(find(case(line, position)))[1:]]
    assert sorted(told) == sorted(asked)


def test_a_count_asks_illegal_moves_too() -> None:
    found = {question.moves[:1] for question in questions(find(case("count 28", "")))}
    # the Rook's way is blocked by its own Pawns; the King's neighbour is one
    assert {("Rka4-ga4",), ("Kjb5-ib5",), ("--",)} <= found


def test_a_bound_names_its_piece_in_every_move() -> None:
    found = questions(find(case("bound U W ba1 = 36", "", name="heathen-europe")))
    told = [question.moves[0] for question in found if question.moves]
    assert len(told) == 143 and all(move.startswith("U") for move in told)


def test_a_bound_asks_the_other_cells_from_the_nearest() -> None:
    hec = game("heathen-europe")
    of, number = bindings(hec, 0, hec.kinds["U"]), hec.board.number
    found = questions(find(case("bound U W ba1 = 36", "", name="heathen-europe")))
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
