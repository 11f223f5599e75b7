"""Draws: offers and consent by `play`, for two and four armies, and how a game ends by them."""

from __future__ import annotations

import pytest

import aofref as library
from tests.helpers import aofref

TWO = '[Variant "sd2l-cohen"]\n\nbg3-bg4 *\n'
FOUR = '[Variant "aof2"]\n[Result "*"]\n\n1. E:Lha5-fb3 *\n'


def movetext(text: str, *words: str) -> str:
    found = aofref("play", "-", *words, stdin=text)
    assert found.exit_code == 0, found.stderr
    return " ".join(found.stdout.split("\n\n")[1].split())


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["draw", "--by", "E"], "1. E:Lha5-fb3 {[%draw E]} *"),
        (["draw", "--by", "european"], "1. E:Lha5-fb3 {[%draw E]} *"),
        (["DRAW"], "1. E:Lha5-fb3 {[%draw I]} *"),  # like a move, of the army to move
        (["j:Draw"], "1. E:Lha5-fb3 {[%draw J]} *"),
        (["I:ea3-fa3", "draw"], "1. E:Lha5-fb3 I:ea3-fa3 {[%draw I]} *"),
        (["draw", "ea3-fa3", "--by", "I"], "1. E:Lha5-fb3 I:ea3-fa3 {[%draw I]} *"),
        (["I:ea3-fa3", "P:draw"], "1. E:Lha5-fb3 I:ea3-fa3 {[%draw P]} *"),
        (["draw", "I:ea3-fa3", "Sha1-fb1"], "1. E:Lha5-fb3 I:ea3-fa3 {[%draw I]} J:Sha1-fb1 *"),
    ],
)
def test_an_offer_stands_behind_the_move_that_it_came_with(words: list[str], written: str) -> None:
    assert movetext(FOUR, *words) == written


def test_two_agree() -> None:
    offered = aofref("play", "-", "draw", "--by", "W", stdin=TWO)
    assert offered.stderr == "-: draw offered by White; B Black is to move\n"
    agreed = aofref("play", "-", "draw", "--by", "Black", stdin=offered.stdout)
    assert agreed.stdout.endswith("\n1. bg3-bg4 {[%draw W]} {[%draw B]} 1/2-1/2\n\n")
    assert agreed.stderr == "-: the game is over: 1/2-1/2, by agreement\n"
    over = aofref("play", "-", "bj7-bj6", stdin=agreed.stdout)
    assert (over.exit_code, over.stdout) == (1, "")
    assert over.stderr == "-:1:1: game-over the game is over: 1/2-1/2, by agreement\n"


def test_an_offer_lapses_with_the_move_of_another() -> None:
    text = f"{TWO[:-2]}{{[%draw W]}} bj7-bj6 *\n"
    agreed = aofref("play", "-", "draw", "--by", "B", stdin=text)
    assert agreed.stdout.endswith("bj7-bj6 {[%draw B]} *\n\n")  # it has lapsed: this is a new one
    assert movetext(TWO, "draw", "--by", "W") == "1. bg3-bg4 {[%draw W]} *"
    # An army that agrees may move on.
    assert movetext(TWO, "W:draw", "bj7-bj6", "draw").endswith("bj7-bj6 {[%draw B]} *")
    assert movetext(TWO, "B:draw", "bj7-bj6", "W:draw").endswith("{[%draw W]} 1/2-1/2")


def test_four_agree_or_leave() -> None:
    words = ["E:draw", "J:draw", "P:draw"]
    assert movetext(FOUR, *words, "I:draw").endswith("1/4-1/4-1/4-1/4")
    assert movetext(FOUR, *words, "I:resigns").endswith("I:resigns 1/3-0-1/3-1/3")
    tagged = aofref("play", "-", *words, "I:resigns", stdin=FOUR)
    assert '[Result "1/3-0-1/3-1/3"]' in tagged.stdout
    assert (
        tagged.stderr == "-: played I:resigns; the game is over: 1/3-0-1/3-1/3, draw by agreement\n"
    )
    assert aofref("check", "--quiet", "--strict", stdin=tagged.stdout).exit_code == 0


@pytest.mark.parametrize(
    ("text", "words", "status", "said"),
    [
        (FOUR, ["draw", "--by", "E", "I:ea3-fa3"], 1, "wrong-turn"),
        (FOUR, ["E:draw", "--by", "I"], 1,
         "E:draw: a draw offered by the European army, not by the Indian army"),
        (FOUR, ["X:draw"], 1, "wrong-army"),
        (FOUR.replace("*\n", "P:resigns *\n"), ["P:draw"], 1, "wrong-army"),
        (FOUR.replace("*\n", "{[%draw E]} *\n"), ["E:draw"], 1, "already stands: [%draw E]"),
        (FOUR, ["draw", "--if", "I:ea3-fa3"], 2, "--if goes with a move"),
        (TWO.replace("*\n", "W:resigns *\n"), ["B:draw"], 1, "game-over"),
    ],
)  # fmt: skip
def test_no_offer(text: str, words: list[str], status: int, said: str) -> None:
    found = aofref("play", "-", *words, stdin=text)
    assert (found.exit_code, found.stdout) == (status, "") and said in found.stderr


def test_the_library_offers_and_agrees() -> None:
    offered = library.loads(TWO).play("W:draw")
    assert (
        offered.end is None
        and offered.offers == ("W",)
        and offered.mainline()[0].comments == ("[%draw W]",)
    )
    agreed = offered.play("bj7-bj6", "draw").play("W:draw")
    assert library.loads("nothing").offers == ()
    assert agreed.end == library.End("1/2-1/2", "agreement", 2, armies=("W", "B"))
    with pytest.raises(library.IllegalMove, match="the game is over"):
        agreed.play("bg4-bg5")
    assert str(agreed).endswith("{[%draw B]} {[%draw W]} 1/2-1/2\n\n")
    with pytest.raises(library.IllegalMove, match="has no army X"):
        offered.play("X:draw")


# Taken back ---------------------------------------------------------------------------------------

STEPS = [
    ("1. bg3-bg4 bj7-bj6 {[%draw B]} {so} {[%draw W]} 1/2-1/2", ""),
    ("1. bg3-bg4 bj7-bj6 {[%draw B]} {so} *", "White's offer of a draw"),
    ("1. bg3-bg4 bj7-bj6 {so} *", "Black's offer of a draw"),
    ("1. bg3-bg4 *", "bj7-bj6"),
    ("*", "bg3-bg4"),
]


def test_undo_takes_an_offer_back_by_itself_and_says_so() -> None:
    text = f'[Result "1/2-1/2"]\n[Variant "sd2l-cohen"]\n\n{STEPS[0][0]}\n'
    said: list[str] = []
    for count, (movetext, word) in enumerate(STEPS[1:], 1):
        said.append(word)
        found = aofref("undo", "-", str(count), stdin=text)
        assert found.exit_code == 0
        rest = ["a comment"] if count > 2 else []
        words = ", ".join(["the result 1/2-1/2", *said, *rest])
        assert found.stderr == f"aofref: taken back: {words}\n"
        assert found.stdout.split("\n\n") == [
            '[Result "*"]\n[Variant "sd2l-cohen"]', movetext, ""
        ]  # fmt: skip
    beyond = aofref("undo", "-", "5", stdin=text)
    assert (beyond.exit_code, beyond.stdout) == (1, "")
    assert beyond.stderr == "aofref: -: only 4 steps can be taken back\n"
    assert aofref("undo", "-", "0", stdin=text).exit_code == 2


@pytest.mark.parametrize(
    ("before", "after", "word"),
    [
        ("1. bg3-bg4 1-0 {so}", "1. bg3-bg4 {so} *", "the result 1-0"),
        ("1. bg3-bg4 1-0 0-1", "1. bg3-bg4 *", "the result 0-1"),
        ("1. bg3-bg4 {[%draw W]} 1-0", "1. bg3-bg4 {[%draw W]} *", "the result 1-0"),
        ("1. bg3-bg4 {[%draw W B]} *", "1. bg3-bg4 {[%draw W]} *", "the result 1/2-1/2, Black's offer of a draw"),
        ("1. bg3-bg4 {we [%draw W X] hm} *", "1. bg3-bg4 {we [%draw X] hm} *", "White's offer of a draw"),
        ("1. bg3-bg4 {[%draw W]} B:resigns 1-0", "1. bg3-bg4 {[%draw W]} *", "the result 1-0, B:resigns"),
        ("1. bg3-bg4 {a} bj7-bj6 {b [%sent 2026-01-01T00:00:00Z]} {[%sent 2026-01-01T00:00:00Z]} {c} {[%if bg4-bg5 ag5-ag4]} *", "1. bg3-bg4 {a} *", "bj7-bj6, 2 comments, a conditional line"),
        ("1. bg3-bg4 (1. ae3-ae4 {[%draw W]}) *", "*", "bg3-bg4, a variation"),
        ("1. bg3-bg4 (1. ae3-ae4 (1. ae4-ae5)) (1. ae4-ae5) *", "*", "bg3-bg4, 2 variations"),
        ("1. bg3-bg4 bj7-zz9 {[%draw W]} 1-0", "1. bg3-bg4 *", "the result 1-0, B:bj7-zz9 (illegal)"),
        ("1. bg3-bg4 bj7-zz9 1-0", "1. bg3-bg4 *", "the result 1-0, B:bj7-zz9 (illegal)"),
    ],
)  # fmt: skip
def test_undo_takes_one_step(before: str, after: str, word: str) -> None:
    head = '[Variant "sd2l-cohen"]\n\n'
    found = aofref("undo", "-", stdin=f"{head}{before}\n")
    assert (found.exit_code, found.stdout) == (0, f"{head}{after}\n\n")
    assert found.stderr == f"aofref: taken back: {word}\n"


@pytest.mark.parametrize(
    ("how", "result", "word"),
    [
        ("abandoned", "*", "that the game was abandoned"),
        ("time forfeit", "1-0", "the result 1-0"),
        ("normal", "1/2-1/2", "the result 1/2-1/2"),
    ],
)
def test_an_end_that_is_taken_back_leaves_no_word_of_it(how: str, result: str, word: str) -> None:
    head = '[Variant "sd2l-cohen"]\n'
    text = f'{head}[Termination "{how}"]\n\n1. bg3-bg4 {result}\n'
    found = aofref("undo", "-", stdin=text)
    assert (found.stdout, found.stderr) == (
        f"{head}\n1. bg3-bg4 *\n\n",
        f"aofref: taken back: {word}\n",
    )
    going_on = text.replace(how, "unterminated").replace(result, "*")
    assert "unterminated" in aofref("undo", "-", stdin=going_on).stdout


def test_how_it_ended_goes_with_the_move_that_ended_it() -> None:
    text = '[Variant "sd2l-cohen"]\n[Termination "normal"]\n\n1. bg3-bg4 B:resigns 1-0\n'
    found = aofref("undo", "-", stdin=text)
    assert found.stdout == '[Variant "sd2l-cohen"]\n\n1. bg3-bg4 *\n\n'
    words = "the result 1-0, B:resigns, the tag Termination"
    assert found.stderr == f"aofref: taken back: {words}\n"


def test_who_leaves_after_the_others_agreed_comes_back() -> None:
    words = ["E:draw", "J:draw", "P:draw", "I:resigns"]
    ended = aofref("play", "-", *words, stdin=FOUR).stdout
    found = aofref("undo", "-", stdin=ended)
    assert found.stderr == "aofref: taken back: the result 1/3-0-1/3-1/3, I:resigns\n"
    assert found.stdout == aofref("play", "-", *words[:3], stdin=FOUR).stdout


def test_a_false_result_is_taken_back_first() -> None:
    text = FOUR.replace("*\n", "I:resigns 0-1-0-0\n")
    found = aofref("undo", "-", stdin=text)
    assert found.stdout.endswith("I:resigns *\n\n")
    assert found.stderr == "aofref: taken back: the result 0-1-0-0\n"


def test_a_draw_that_all_have_agreed_to_ends_the_record() -> None:
    """By the words on draws in aofref(1): the record ends, whatever stands behind."""
    drawn = f"{TWO[:-2]}{{[%draw W]}} {{[%draw B]}} "
    over = library.loads(f"{drawn}Nag6-be6 2. ae3-ae4 *\n")
    assert (over.status, over.plies, over.end) == (
        "illegal",
        1,
        ("1/2-1/2", "agreement", 1, False, "", ("W", "B")),
    )
    assert [finding.code for finding in over.findings] == ["game-over"]
    left = library.loads(f"{drawn}W:resigns *\n")
    assert (left.status, left.end) == ("illegal", over.end)
    won = library.loads(f"{drawn}1-0\n")
    assert (won.status, won.end) == ("legal", over.end)
    assert [finding.code for finding in won.findings] == ["contradiction"]
    assert library.loads(f"{drawn}1/2-1/2\n").findings == ()
    kept = library.loads(f"{TWO[:-2]}{{illegal from here: bj7-bj5 [%draw W] [%draw B]}} 1-0\n")
    assert kept.end is not None and kept.end.result == "1-0"  # what stands there is void
    offers = "{illegal from here: ea3-fa4} E:resigns {[%draw I J]} {[%draw P]}"  # void no more
    four = library.loads(f"{FOUR[:-2]}{offers} I:ea3-fa3 *\n")
    assert four.end == ("0-1/3-1/3-1/3", "agreement", 1, False, "", ("E", "I", "J", "P"))
    assert [finding.code for finding in four.findings] == ["game-over"]
    tagged = aofref("tag", "-", "Result=0-1", stdin=f"{drawn}*\n")
    why = "all have agreed to a draw, 1/2-1/2: undo takes that back"
    assert (tagged.exit_code, tagged.stderr) == (1, f"-:1:1: false-result {why}\n")
    assert aofref("tag", "-", "Result=*", stdin=f"{drawn}*\n").exit_code == 1
    undone = aofref("undo", "-", stdin=f"{drawn}Nag6-be6 *\n")
    assert undone.stderr.startswith("aofref: taken back: B:Nag6-be6 (illegal)\n")
