"""A record is edited by values: what is added, replaced or removed, and every other character."""

from __future__ import annotations

import io
import json
import random
import textwrap
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import cast

import chess.pgn
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import aofref
from aofref import Node, Record
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Step
from aofref.notation.records import read, split
from aofref.notation.records.edited import edited
from aofref.notation.records.splitter import text_lines
from tests.helpers import FIXTURES, grows_evenly
from tests.helpers import aofref as command

HEAD = '[Variant "chess"]\n\n'
GAME = HEAD + (
    "{a game} 1. e4 {best} e5 2. Nf3\n(2. f4 {old} exf4 (2... d5 $5) 3. Nf3) Nc6!\n"
    "3. Bb5   a6 ; to the end\n"
    "4. Ba4 Nf6 *\n\n"
)
Edit = Callable[[Record], Record]


def nodes(record: Record) -> list[Node]:
    """List all plies, those of variations behind the ply that they replace."""

    def walk(line: tuple[Node, ...]) -> Iterator[Node]:
        for node in line:
            yield node
            for variation in node.variations:
                yield from walk(variation)

    return list(walk(record.mainline()))


def named(record: Record, san: str) -> Node:
    """Find the first ply that is written so."""
    return next(node for node in nodes(record) if node.text == san)


@pytest.mark.parametrize(
    ("edit", "old", "new"),
    [
        # comments
        (lambda r: r.with_comments(), "{a game} 1. e4", "1. e4"),
        (lambda r: r.with_comments("a game", "a good one"), "{a game} 1.", "{a game} {a good one} 1."),
        (lambda r: r.with_comments("said: } is fine"), "{a game} 1.", ";said: } is fine\n 1."),
        (lambda r: named(r, "e4").with_comments("bold"), "{best}", "{bold}"),
        (lambda r: named(r, "e4").with_comments(), "e4 {best} e5", "e4 e5"),
        (lambda r: named(r, "e4").with_comments("not", "best"), "{best}", "{not} {best}"),
        (lambda r: named(r, "e5").with_comments("so"), "e5 2.", "e5 {so} 2."),
        (lambda r: named(r, "Nf3").with_comments("x"), "2. Nf3\n(", "2. Nf3 {x}\n("),
        (lambda r: named(r, "f4").with_comments(), "f4 {old} exf4", "f4 exf4"),
        (lambda r: named(r, "d5").with_comments("sharp"), "d5 $5)", "d5 $5 {sharp})"),
        (lambda r: named(r, "Nc6").with_comments("at the end"), "Nc6!\n", "Nc6! {at the end}\n"),
        (lambda r: named(r, "Bb5").with_comments("x"), "Bb5   a6", "Bb5 {x}   a6"),
        (lambda r: named(r, "a6").with_comments("to the end", "x"), "end\n4.", "end\n{x}\n4."),
        (lambda r: named(r, "a6").with_comments("x"), "a6 ; to the end\n4.", "a6 {x}\n4."),
        (lambda r: named(r, "a6").with_comments(), "a6 ; to the end\n4.", "a6\n4."),
        (lambda r: named(r, "Nf6").with_comments("last"), "Nf6 *", "Nf6 {last} *"),
        (lambda r: named(r, "f4").with_opening_comments("or"), "(2. f4", "({or} 2. f4"),
        (lambda r: named(r, "Nf6").with_comments("two\nlines"), "Nf6 *", "Nf6 {two lines} *"),
        # marks
        (lambda r: named(r, "e4").with_nags("!"), "e4 {best}", "e4! {best}"),
        (lambda r: named(r, "e4").with_nags("$1", "+="), "e4 {best}", "e4 $1 += {best}"),
        (lambda r: named(r, "Nc6").with_nags(), "Nc6!", "Nc6"),
        (lambda r: named(r, "Nc6").with_nags("$1"), "Nc6!", "Nc6 $1"),
        (lambda r: named(r, "Nc6").with_nags("$14", "!"), "Nc6!", "Nc6 $14 !"),
        (lambda r: named(r, "d5").with_nags("?!"), "d5 $5", "d5?!"),
        # variations
        (lambda r: named(r, "e5").add_variation("1... c5 2. Nf3 {x}"), "e5 2.", "e5 (1... c5 2. Nf3 {x}) 2."),
        (lambda r: named(r, "Nf3").add_variation("Nc3"), "3. Nf3) Nc6", "3. Nf3) (Nc3) Nc6"),
        (lambda r: named(r, "exf4").add_variation("Bc5 (Nc6)"), "$5) 3.", "$5) (Bc5 (Nc6)) 3."),
        (lambda r: named(r, "Nf3").remove_variation(0), "\n(2. f4 {old} exf4 (2... d5 $5) 3. Nf3)", ""),
        (lambda r: named(r, "exf4").remove_variation(-1), " (2... d5 $5)", ""),
        # commands
        (lambda r: named(r, "e5").with_sent("2026-11-21"), "e5 2.", "e5 {[%sent 2026-11-21T00:00:00Z]} 2."),
        (lambda r: named(r, "e4").with_draw(offered=True), "{best}", "{best} {[%draw W]}"),
        (lambda r: named(r, "Nf6").with_lines("O-O Be7"), "Nf6 *", "Nf6 {[%if O-O Be7]} *"),
        # tags
        (lambda r: r.with_tags({"White": "Anna"}), '"chess"]\n', '"chess"]\n[White "Anna"]\n'),
        # moves
        (lambda r: r.play("O-O {safe}", "Be7!"), "Nf6 *", "Nf6 5. O-O {safe} 5... Bf8-e7! *"),
        (lambda r: r.undo(3)[0], "   a6 ; to the end\n4. Ba4 Nf6 *", " *"),
        (lambda r: r.undo(1)[0], "Ba4 Nf6", "Ba4"),
    ],
)  # fmt: skip
def test_only_what_is_edited_changes(edit: Edit, old: str, new: str) -> None:
    assert GAME.count(old) == 1
    record = aofref.loads(GAME)
    assert edit(record).text == GAME.replace(old, new)
    assert record.text == GAME


ODD = (
    *("", "\n", "*", "{only}", "% esc", "; line", GAME, HEAD, GAME.replace("\n", "\r\n")),
    *(GAME + end for end in ("\x1a", "\n\x1a\n", "\x00\x00")),
    HEAD + "1. e4 ! +\n e5 e.p. ((2. f4)) (0:05) ; x\n\ufeff*",
    "[White  A]\n {above} [Black 'x'] 1.e4{c}e5$1(1...c5)2.Nf3 1-0\n",
)


@pytest.mark.parametrize("movetext", ["1. e4 *\n", "{first} 1. e4 *\n", "; line\n1. e4\n", "*\n"])
@pytest.mark.parametrize("judge", [True, False])
def test_a_record_without_tags_begins_with_its_moves(movetext: str, judge: bool) -> None:
    for tags in ({"Round": "3"}, {"Round": "3", "Site": "Oslo"}):
        record = aofref.loads(movetext, variant="chess", judge=judge)
        tagged = record.with_tags(tags)
        done = tagged.with_tags(dict.fromkeys(tags))
        assert done.text == movetext and done == record
        for text in (tagged.text, tagged.text.replace("\n\n", "\n\n\n")):
            remove = [part for name in tags for part in ("--remove", name)]
            assert command("tag", "-", "--variant", "chess", *remove, stdin=text).stdout == movetext


@pytest.mark.parametrize("text", ODD)
def test_a_record_without_a_change_is_what_it_was(text: str) -> None:
    for raw in split(text_lines(text.splitlines(keepends=True))):
        assert edited(read(raw), []).text == raw.text


def test_a_new_tag_where_all_others_go_or_there_is_none() -> None:
    tags = {"White": None, "Event": None, "Black": "B", "Site": "C"}
    for above in ('[White "A"]\n\n', '[White "A"]\n[Event "?"]\n\n', ""):
        done = aofref.loads(f"{above}1. e4 *\n", variant="chess").with_tags(tags)
        assert done.text == '[Black "B"]\n[Site "C"]\n\n1. e4 *\n'


WIDE = HEAD + (
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3\n"
    "O-O 9. h3 Nb8 10. d4 Nbd7 *\n"
)


@pytest.mark.parametrize(
    ("san", "comment", "old", "new"),
    [
        ("Re1", "the main line", "6. Re1 b5", "6. Re1\n{the main line} b5"),
        ("e4", "a word", "1. e4 e5", "1. e4 {a word}\n e5"),
        ("c3", "a word", "c3\nO-O", "c3\n{a word}\nO-O"),
        ("c3", "a", "c3\nO-O", "c3\n{a}\nO-O"),
        ("h3", "to b4", "h3 Nb8", "h3 {to b4} Nb8"),
        ("Be7", "w " * 30 + "w", "Be7 6.", f"Be7 {{{'w ' * 11}w\n{'w ' * 18}w}} 6."),
    ],
)
def test_a_line_is_wrapped_beside_new_text_and_joined_again(
    san: str, comment: str, old: str, new: str
) -> None:
    record = aofref.loads(WIDE)
    at = nodes(record).index(named(record, san))
    done = nodes(record)[at].with_comments(comment)
    if san != "Be7":
        assert done.text == WIDE.replace(old, new)
    assert max(map(len, done.text.splitlines())) <= 79
    assert nodes(done)[at].comments == (comment,)
    assert nodes(done)[at].with_comments().text == WIDE


@pytest.mark.parametrize(
    ("movetext", "first", "second"),
    [
        ("1. e4?!\n e5 *", ["!!", "?!"], ["?!"]),
        ("1. e4!\n $14\n e5 *", ["+=", "!", "$14"], ["!", "$14"]),
        ("1. e4\n$14 e5 *", ["!!", "$14"], ["$14"]),
        ("1. e4!\n$14 e5 *", ["N", "!", "$14"], ["!", "$14"]),
        ("1. e4 e5 *", ["+=", "N"], []),
    ],
)
def test_a_line_break_beside_marks_stays(
    movetext: str, first: list[str], second: list[str]
) -> None:
    record = aofref.loads(f"{HEAD}{movetext}\n")
    done = named(record, "e4").with_nags(*first)
    assert named(done, "e4").nags == tuple(first)
    assert named(done, "e4").with_nags(*second).text == record.text


@pytest.mark.parametrize(
    ("old", "edit", "new"),
    [
        ("1. e4{c}e5 *", lambda r: named(r, "e4").with_comments(), "1. e4 e5 *"),
        ("1. e4{c}1-0", lambda r: named(r, "e4").with_comments(), "1. e4 1-0"),
        ("1. e4{c}(1. d4)e5 *", lambda r: named(r, "e4").with_comments(), "1. e4(1. d4)e5 *"),
        ("1. e4$1e5 *", lambda r: named(r, "e4").with_nags(), "1. e4 e5 *"),
        ("1. e4!e5 *", lambda r: named(r, "e4").with_nags(), "1. e4 e5 *"),
        ("1. e4(1. d4)e5 *", lambda r: named(r, "e4").remove_variation(0), "1. e4 e5 *"),
        ("1. e4{[%draw W]}e5 *", lambda r: named(r, "e4").with_draw(offered=False), "1. e4 e5 *"),
        ("1. e4 (1. d4{x}d5{y}) *", lambda r: named(r, "d4").with_comments(), "1. e4 (1. d4 d5{y}) *"),
        ("1. e4 (1. d4{x}d5{y}) *", lambda r: named(r, "d5").with_comments(), "1. e4 (1. d4{x}d5) *"),
        # what stands behind an escape line
        ("% esc\n{a} \n1. e4 *", lambda r: r.with_comments(), "% esc\n1. e4 *"),
        ("1. e4\n% esc\n{a} ", lambda r: named(r, "e4").with_comments(), "1. e4\n% esc"),
        ("1. e4!! \n% esc (\n$75 \n (1. d4) e5 *", lambda r: named(r, "e4").with_nags("!"),
         "1. e4! \n% esc (\n (1. d4) e5 *"),
        ("1. e4 (\n% esc\n{a} \t\n1. d4) e5 *", lambda r: named(r, "d4").with_opening_comments(),
         "1. e4 (\n% esc\n1. d4) e5 *"),
    ],
)  # fmt: skip
def test_what_is_beside_what_is_removed_stays_divided(old: str, edit: Edit, new: str) -> None:
    for end in ("\n", ""):
        assert edit(aofref.loads(f"{HEAD}{old}{end}")).text == f"{HEAD}{new}{end}"


def test_a_file_of_long_lines_stays_one() -> None:
    text = WIDE.replace("c3\nO-O", "c3 O-O")
    done = named(aofref.loads(text), "Bb5").with_comments("a comment of some words")
    assert done.text == text.replace("Bb5 a6", "Bb5 {a comment of some words} a6")


@pytest.mark.parametrize(
    ("edit", "error", "reason"),
    [
        (lambda r: r.with_comments("a}\nb\n\nc"), ValueError, "a comment of several lines contains a brace"),
        (lambda r: named(r, "e4").with_comments("x" * (1 << 20) + "x"), ValueError, "longer than"),
        (lambda r: named(r, "e4").with_comments(cast(str, 1)), TypeError, "a comment is text, not int"),
        (lambda r: named(r, "e4").with_nags("good"), ValueError, "'good' is not a mark, such as ! or $1"),
        (lambda r: named(r, "e4").with_nags("! e5"), ValueError, "'! e5' is not a mark"),
        (lambda r: named(r, "e4").with_opening_comments("x"), ValueError, "only the first ply of a variation"),
        (lambda r: named(r, "e4").add_variation("1. e5"), aofref.IllegalMove, "W:Pa2 has no move that leads to e5"),
        (lambda r: named(r, "e4").add_variation("1. d4 1-0"), ValueError, "a variation has moves"),
        (lambda r: named(r, "e4").add_variation("{no move}"), ValueError, "a variation has moves"),
        (lambda r: named(r, "e4").add_variation('[White "x"] d4'), ValueError, "a variation has moves"),
        (lambda r: named(r, "e4").add_variation("(1. d4)"), ValueError, "without its parentheses"),
        (lambda r: named(r, "e4").add_variation("d4) (c4"), ValueError, "closes a variation that was never opened"),
        (lambda r: named(r, "e4").add_variation("d4 {x"), ValueError, "the comment opened here is never closed"),
        (lambda r: named(r, "e4").remove_variation(0), IndexError, "the ply has only 0 variations"),
        (lambda r: named(r, "e4").remove_variation("d4"), IndexError, "no unplayed variation 'd4'"),
        (lambda r: named(r, "e4").with_sent("noon"), ValueError, "'noon' is not a time"),
        (lambda r: named(r, "Nf6").with_lines("O-O"), aofref.IllegalMove, "it must end with one of the sender"),
        (lambda r: named(r, "Nf6").with_lines("O-O-O Be7"), aofref.IllegalMove, ""),
        (lambda r: named(r, "e4").with_comments("[%draw W B]"), aofref.BadRecord, "the game is over"),
        (lambda r: r.play("O-O").with_tags({"Result": "1-0"}).play("Be7"), aofref.IllegalMove, "over"),
    ],
)  # fmt: skip
def test_a_text_that_cannot_stand_there_is_refused(
    edit: Edit, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error) as refused:
        edit(aofref.loads(GAME))
    assert reason in str(refused.value)


def test_a_record_that_cannot_be_read_is_not_edited() -> None:
    record = aofref.loads(HEAD + "1. e4 {good} e5 ) *\n")
    with pytest.raises(ValueError, match="cannot be read"):
        record.mainline()[0].with_nags("!")
    unclosed = aofref.loads(HEAD + "1. e4 (1. d4 e5 *\n").mainline()[0]
    with pytest.raises(ValueError, match="cannot be read"):
        unclosed.add_variation("1. c4")
    with pytest.raises(ValueError, match="cannot be read"):
        unclosed.remove_variation(0)


ABOVE = '{above} {it}\n[Variant "chess"]\n; a remark\n[White "Anna"]\n\n{a game} 1. e4 e5 *\n'


@pytest.mark.parametrize(
    ("texts", "old", "new"),
    [
        (("new",), ("{above} {it}", "; a remark\n", "{a game} "), ("{new}", "", "")),
        ((), ("{above} {it}\n", "; a remark\n", "{a game} "), ("", "", "")),
        (("above", "it", "y", "z", "a game"), ("; a remark", "{a g"), ("{y}", "{z} {a g")),
        (("above", "it", "a remark", "a game", "z"), ("{a game}",), ("{a game} {z}",)),
        (("above", "it", "a remark", "z"), ("{a game}",), ("{z}",)),
    ],
)
def test_tags_beside_opening_comments_stay(
    texts: tuple[str, ...], old: tuple[str, ...], new: tuple[str, ...]
) -> None:
    expected = ABOVE
    for was, will in zip(old, new, strict=True):
        expected = expected.replace(was, will)
    record = aofref.loads(ABOVE).with_comments(*texts)
    assert (record.text, record.comments) == (expected, texts)
    assert record.tags["White"] == "Anna"


def test_a_variation_without_a_legal_ply_is_removed_by_its_text() -> None:
    text = HEAD + "1. e4 (1. Qh5 {bad} d5 (1... c5))  (1. d4 Qh4) (1. Ke2 $1) e5 ({or so}) *\n"
    record = aofref.loads(text)
    first, second = record.mainline()
    assert first.unplayed_variations == ("1. Qh5 {bad} d5 (1... c5)", "1. Ke2 $1")
    assert second.unplayed_variations == ("{or so}",)
    assert first.remove_variation("1. Ke2 $1").text == text.replace(" (1. Ke2 $1)", "")
    assert second.remove_variation("{or so}").text == text.replace(" ({or so})", "")
    assert first.remove_variation(0).text == text.replace("  (1. d4 Qh4)", "")


def test_unknown_keys_of_a_record_in_json_stay() -> None:
    keys = {"id": 17, "shelf": {"a": ['x"], ["y', None]}}
    data = json.loads(aofref.loads(HEAD + "1. e4 e5 *\n").to_json())
    record = aofref.loads(json.dumps({"id": 0, **data, **keys}))
    edits = (
        record.with_tags({"White": "Anna"}),
        record.mainline()[0].with_nags("!"),
        record.play("Nf3"),
        record.undo()[0],
        aofref.loads(record.to_json()),
    )
    for done in edits:
        other = json.loads(done.text)
        assert {key: other[key] for key in keys} == keys
        assert set(other) == set(data) | set(keys)


def test_a_time_may_be_text_where_moves_are_added() -> None:
    record = aofref.loads(HEAD + "1. e4 *\n").add("e5", sent="2026-11-21T10:00:00Z").record
    assert record.mainline()[1].sent == datetime(2026, 11, 21, 10, tzinfo=UTC)
    with pytest.raises(ValueError, match="'soon' is not a time"):
        record.add("Nf3", sent="soon")


def test_the_game_of_other_records_does_not_make_a_record_another() -> None:
    text = HEAD + "1. e4 *\n"
    assert aofref.loads(text) == aofref.loads(text, variant="chess")
    bare = "1. e4 *\n"
    assert aofref.loads(bare, variant="chess") != aofref.loads(bare, variant="capablanca")


def test_a_mark_that_would_be_a_move_there_is_refused() -> None:
    record = aofref.loads(HEAD + "1. e4\n% of the publisher\n$1 e5 *\n")
    with pytest.raises(ValueError, match="it would be read otherwise"):
        record.mainline()[0].with_nags("$1", "N")


def test_a_sign_of_letters_is_no_piece_of_the_next_move() -> None:
    record = aofref.loads(HEAD + "1. e4 N {x} e5 D *\n")
    assert record.play("Nf3").text == HEAD + "1. e4 N {x} e5 D\n2. Ng1-f3 *\n"
    assert record.mainline()[0].with_comments().text == HEAD + "1. e4 N\ne5 D *\n"
    assert [node.nags for node in record.play("Nf3").mainline()] == [("N",), ("D",), ()]


def test_a_result_that_hangs_on_its_move() -> None:
    record = aofref.loads(HEAD + "1. e4 e5* \n")
    assert record.play("Nf3").text == HEAD + "1. e4 e5 2. Ng1-f3 * \n"
    assert record.with_tags({"Result": "1-0"}).text.endswith("\n\n1. e4 e5 1-0 \n")


def test_the_commands_of_a_ply() -> None:
    text = (
        HEAD
        + "1. e4 {[%sent 2026-11-20T10:00:00Z] [%eval 0.3]} e5 {[%if Nf3  Nc6]} {[%draw B]} *\n"
    )
    record = aofref.loads(text)
    first, second = record.mainline()
    assert first.sent == datetime(2026, 11, 20, 10, tzinfo=UTC) and second.sent is None
    assert (first.lines, second.lines) == ((), ("Nf3 Nc6",))
    assert (first.offers_draw, second.offers_draw) == (False, True)
    assert second.with_draw(offered=True) == record
    assert second.with_draw(offered=False).text == text.replace(" {[%draw B]}", "")
    assert first.with_sent(None).text == text.replace("[%sent 2026-11-20T10:00:00Z]", "")
    later = first.with_sent(datetime(2026, 11, 21, tzinfo=UTC))
    assert later.text == text.replace("20T10", "21T00")
    assert second.with_lines("Nf3 Nc6", "d4 exd4").text == text.replace(
        "{[%draw B]}", "{[%draw B]} {[%if d4 exd4]}"
    )
    assert second.with_lines().text == text.replace(" {[%if Nf3  Nc6]}", "")
    early = second.with_sent("2026-11-19")
    assert [finding.code for finding in early.findings] == ["time"]
    with pytest.raises(aofref.BadRecord):
        first.with_draw(offered=True).play("d4").mainline()[0].with_comments("[%draw W B]")


def test_marks_and_comments_of_played_moves_stay() -> None:
    record = aofref.new("chess").play("e4! {best by test} e5", "Nf3 $1", "Nc6?! {so?}")
    marked = [(node.text, node.nags, node.comments) for node in record.mainline()]
    assert marked == [
        ("e2-e4", ("!",), ("best by test",)),
        ("e7-e5", (), ()),
        ("Ng1-f3", ("$1",), ()),
        ("Nb8-c6", ("?!",), ("so?",)),
    ]
    assert record.text == str(record)
    draw = record.play("Bb5", "draw {I am tired}").mainline()[-1]
    assert draw.comments == ("[%draw W]", "I am tired")
    with pytest.raises(aofref.IllegalMove):
        record.play("{first}")
    with pytest.raises(aofref.IllegalMove):
        record.play("Bb5 {never closed")
    word = aofref.Word("Bb5", behind="and more")
    with pytest.raises(ValueError, match="not marks and comments: 'and more'"):
        record.add(word)


def test_a_record_in_json_is_edited_too() -> None:
    record = aofref.loads(aofref.loads(GAME).to_json())
    edits: list[Edit] = [
        lambda r: r.with_comments("new"),
        lambda r: r.mainline()[1].with_nags("$1").mainline()[1].with_comments("so", "and so"),
        lambda r: r.mainline()[1].add_variation("1... c5 {x}"),
        lambda r: r.mainline()[2].remove_variation(0),
        lambda r: r.mainline()[0].with_sent("2026-11-21"),
    ]
    for edit in edits:
        done = edit(record)
        assert done.is_json and done.status == "legal"
        assert str(done) == str(edit(aofref.loads(GAME)))
    twice = (
        '{"aof": 1, "tags": [["White", "A"], ["White", "B"], ["Variant", "chess"]], "movetext": []}'
    )
    for value, left in ((None, ["Variant"]), ("C", ["White", "Variant"])):
        done = aofref.loads(twice).with_tags({"White": value})
        assert [name for name, _ in json.loads(done.text)["tags"]] == left
    kept = json.loads(aofref.loads(twice).with_comments("c").text)["tags"]
    assert kept == json.loads(twice)["tags"]


def test_python_chess_reads_what_was_edited() -> None:
    record = aofref.loads(HEAD + "1. e4 e5 2. Nf3 Nc6 *\n")
    record = record.with_comments("a game").mainline()[2].with_comments("a plan", "another")
    record = record.mainline()[2].with_nags("$1")
    record = record.mainline()[1].add_variation("1... c5 {Sicilian} 2. Nf3 d6 (2... Nc6) 3. d4")
    game = chess.pgn.read_game(io.StringIO(record.text))
    assert game is not None and game.errors == []
    assert game.comment == "a game"
    black, sicilian = game.next().variations  # type: ignore[union-attr]
    assert black.san() == "e5" and sicilian.comment == "Sicilian"
    assert [node.san() for node in sicilian.mainline()] == ["Nf3", "d6", "d4"]
    assert sicilian.variations[0].variations[1].san() == "Nc6"
    knight = black.variations[0]
    assert (knight.nags, knight.comment.split()) == ({1}, ["a", "plan", "another"])
    assert record.mainline()[1].remove_variation(0).mainline()[2].with_nags().mainline()[
        2
    ].with_comments().with_comments().text == (HEAD + "1. e4 e5 2. Nf3 Nc6 *\n")


LINE = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O h3 Nb8 d4 Nbd7"
MOVES = LINE.split()
OTHERS = ("d4 d5", "c5", "Bc4 Nf6", "d6 d4 exd4", "d4", "Nf6")
COMMENTS = ("x", "a longer comment with words", "[%clk 0:09:58]", "(d4) $3 1. e4; 1-0", "w" * 30)


def made(chance: random.Random) -> str:
    """Write a game with comments, marks and variations in one of several layouts."""
    parts = ["{before}"] if chance.random() < 0.3 else []
    for at, san in enumerate(MOVES[: chance.randrange(len(MOVES) + 1)]):
        number = f"{at // 2 + 1}{'...' if at % 2 else '.'}"
        parts += [] if at % 2 else [number]
        parts.append(san + (chance.choice(("!", "?!")) if chance.random() < 0.2 else ""))
        parts += ["$14"] if chance.random() < 0.1 else []
        while chance.random() < 0.2:
            parts.append(f"{{{chance.choice(COMMENTS)}}}")
        if at < len(OTHERS) and chance.random() < 0.5:
            parts.append(f"({number} {OTHERS[at]}{chance.choice(('', ' {v}'))})")
            parts += ["{after}"] if chance.random() < 0.3 else []
    parts += ["*"] if chance.random() < 0.8 else []
    layout = chance.randrange(4)
    if layout == 0:
        text = textwrap.fill(" ".join(parts), 79, break_on_hyphens=False)
    elif layout == 1:
        text = " ".join(parts)
    elif layout == 2:
        text = "\n".join(parts)
    else:
        text = "".join(part + chance.choice((" ", "\n", "\n ", "\n; line\n")) for part in parts)
    return f"{HEAD}{text.rstrip()}{chance.choice(('', chr(10), chr(10) * 2))}"


def with_one_more(chance: random.Random, texts: tuple[str, ...], *more: str) -> list[str]:
    at = chance.randrange(len(texts) + 1)
    return [*texts[:at], chance.choice(more), *texts[at:]]


Values = list[tuple[object, ...]]


def values(record: Record) -> Values:
    return [
        (node.ply, node.text, node.nags, node.comments, node.opening_comments)
        for node in nodes(record)
    ]


@given(st.randoms(use_true_random=False))
def test_an_edit_is_what_it_says_and_its_inverse_restores_every_character(
    chance: random.Random,
) -> None:
    record = aofref.loads(made(chance))
    assert record.status == "legal"
    every, expected = nodes(record), values(record)
    new = (*COMMENTS, "a comment of many words " * 6 + "that ends", "two\n\nparagraphs")
    if not every or chance.random() < 0.1:
        texts = tuple(with_one_more(chance, record.comments, *new))
        done = record.with_comments(*texts)
        assert done.comments == texts
        back = done.with_comments(*record.comments)
    else:
        at = chance.randrange(len(every))
        node, wanted = every[at], list(expected[at])
        match chance.choice(["comments", "nags", "sent", "draw", "variation", "opening"]):
            case "comments":
                wanted[3] = texts = tuple(with_one_more(chance, node.comments, *new))
                done = node.with_comments(*texts)
                back = nodes(done)[at].with_comments(*node.comments)
            case "nags":
                wanted[2] = texts = tuple(with_one_more(chance, node.nags, "!!", "$3", "+=", "N"))
                done = node.with_nags(*texts)
                back = nodes(done)[at].with_nags(*node.nags)
            case "sent":
                wanted[3] = (*node.comments, "[%sent 2026-11-21T10:00:00Z]")
                done = node.with_sent("2026-11-21 10:00")
                back = nodes(done)[at].with_sent(None)
            case "draw":
                wanted[3] = (*node.comments, f"[%draw {node.army}]")
                done = node.with_draw(offered=True)
                back = nodes(done)[at].with_draw(offered=False)
            case "opening" if any(node == line[0] for one in every for line in one.variations):
                wanted[4] = texts = tuple(with_one_more(chance, node.opening_comments, *new))
                done = node.with_opening_comments(*texts)
                back = nodes(done)[at].with_opening_comments(*node.opening_comments)
            case _:
                known = {one.move for one in every if one.parent == node.parent}
                others = [move for move in node.before.legal_moves() if move not in known]
                move = chance.choice(others)
                done = node.add_variation(f"{move} {{x}}")
                added = nodes(done)[at].variations[-1]
                assert [(one.text, one.comments) for one in added] == [(str(move), ("x",))]
                place = nodes(done).index(added[0])
                expected.insert(place, values(done)[place])
                back = nodes(done)[at].remove_variation(-1)
        expected[at] = tuple(wanted)
    assert values(done) == expected
    assert back.text == record.text
    old, new_text = record.text, done.text
    ahead = next(
        (at for at, (a, b) in enumerate(zip(old, new_text, strict=False)) if a != b), len(old)
    )
    ends = zip(reversed(old[ahead:]), reversed(new_text[ahead:]), strict=False)
    behind = next((at for at, (a, b) in enumerate(ends) if a != b), len(old) - ahead)
    # a blank may have become a line break, also behind the mark of a move that is written again
    assert ahead + behind >= len(old) - 1 - len("?!")


def test_several_plies_are_edited_at_once() -> None:
    record = aofref.loads(GAME)
    first, second, knight = record.mainline()[:3]
    old = knight.variations[0][0]
    done = record.edited(
        {
            first: {"comments": ("so", "and so"), "nags": "!"},
            second: {"sent": "2026-11-21", "draw": True},
            knight: {"lines": "Nc6 Bb5", "comments": "of development"},
            old: {"opening_comments": ["or"], "comments": [], "nags": ["$5", "+="]},
        }
    )
    one_by_one = first.with_comments("so", "and so").node(1).with_nags("!")
    one_by_one = one_by_one.node(2).with_sent("2026-11-21").node(2).with_draw(offered=True)
    one_by_one = one_by_one.node(3).with_comments("of development").node(3).with_lines("Nc6 Bb5")
    one_by_one = old.in_(one_by_one).with_opening_comments("or")
    one_by_one = old.in_(one_by_one).with_comments()
    assert done == old.in_(one_by_one).with_nags("$5", "+=")
    expected = (
        "{a game} 1. e4! {so} {and so} e5 {[%sent 2026-11-21T00:00:00Z]} {[%draw B]} 2.\n"
        " Nf3 {of development} {[%if Nc6 Bb5]}\n"
        "({or} 2. f4 $5 += exf4 (2... d5 $5) 3. Nf3) Nc6!\n3. Bb5   a6 ; to the end\n"
        "4. Ba4 Nf6 *\n\n"
    )
    assert done.text.split() == (HEAD + expected).split()
    assert record.edited({}) == record
    assert record.edited({first: {}}) == record
    assert record.edited({aofref.loads(GAME).node(1): {"nags": []}}) == record


@pytest.mark.parametrize(
    ("changes", "error", "why"),
    [
        ({"comment": "x"}, ValueError, "no 'comment' to change; it has comments, opening_comments"),
        ({"lines": ["Nf3", "Ke5"]}, aofref.IllegalMove, "no move that leads to f3"),
        ({"comments": [3]}, TypeError, "a comment is text, not int"),
        ({"comments": "[%draw W B]"}, aofref.BadRecord, "the game is over"),
    ],
)
def test_what_cannot_be_edited(
    changes: aofref.NodeChanges, error: type[Exception], why: str
) -> None:
    record = aofref.loads(GAME)
    with pytest.raises(error, match=why):
        record.edited({record.node(2): {"nags": "!"}, record.node(1): changes})
    with pytest.raises(ValueError, match="ply 1, e2-e4, is of another record"):
        record.edited({record.with_comments("x").node(1): {"nags": "!"}})


def test_edits_that_decide_nothing_share_the_positions() -> None:
    record = aofref.loads(GAME)
    kept = record.with_comments("new").node(1).with_comments("x").node(2).with_nags("!")
    kept = kept.node(3).with_sent("2026-11-21").with_tags({"Event": "Simultan"})
    for before, after in zip(record.mainline(), kept.mainline(), strict=True):
        assert after._after is before._after
    whole = aofref.loads(kept.text)
    assert (kept.status, kept.end, kept.position) == (whole.status, whole.end, whole.position)
    assert "verdict" not in vars(kept)  # until its findings are asked for
    replayed = record.node(2).with_draw(offered=True)
    assert replayed.verdict.last is not record.verdict.last


def test_comments_on_every_ply_take_even_time() -> None:
    moves = [*("Nf3", "Nf6", "Ng1", "Ng8")] * 400

    def annotated(size: int, *, at_once: bool) -> str:
        record = aofref.loads(HEAD + " ".join(moves[:size]))
        assert record.plies == size
        if at_once:
            return record.edited({node: {"comments": "x"} for node in record.mainline()}).text
        for ply in range(1, size + 1):
            record = record.node(ply).with_comments("x")
        return record.text

    def replaced(size: int) -> str:
        line = "{old}".join(moves[:size]) + "{old}" * 20 * size
        record = aofref.loads(HEAD + line)
        return record.edited({node: {"comments": "x"} for node in record.mainline()}).text

    assert annotated(40, at_once=True) == annotated(40, at_once=False)
    assert grows_evenly(lambda size: annotated(size, at_once=True), 1600)
    assert grows_evenly(replaced, 1600)
    assert grows_evenly(lambda size: annotated(size, at_once=False), 800)


FAULTS = tuple(
    HEAD + text
    for text in (
        "1. e4 {[%sent 2026-11-20T10:00:00Z]} e5 {[%sent 2026-11-19T10:00:00Z]} 2. f4! {x} 1-0\n",
        "1. e4+ (12) e5 3. Nf3 {[%draw W]} Nc6 (2... d6 3. d4 (3. Bc4)) *\n",
        "1. e4 e5 2. Ke3 {[%arbiter takeback]} 2. Ke2 Ke7 {[%if Ke3 Ke6]} *\n",
        "1. e4 $1 {c} e5 (1... Ke6) 2. Bc4 (2. Ke2 (2. Qh5)) ({only}) Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n",
        "1.e4 e5 ; to the end\n% escape\n2.Nf3+ Knight b8 - c6 *",
        "1. e4 e5 2. Bc4 Nc6 B:resigns {so be it} 1-0\n",
        "1. e4 e5\n2. exd5 {bad} d5 *\n",
        "{[%sent 2026-11-20T10:00:00Z]} *\n",
    )
)
RECORDS = tuple(path.read_text("utf-8") for path in sorted((FIXTURES / "records").glob("*.aof")))
TEXTS = (
    *(*COMMENTS, "w " * 60 + "w", "Position is", '"aof": 1', "a } b", "two\n\nlines", " b ", "\ufeff"),
    *("[%draw W]", "[%sent 2026-11-21T10:00:00Z]", "[%if e5 e4]", "[%arbiter stands]"),
    *("illegal from here: x", "[%give W 3]"),
)  # fmt: skip


def edit_of(chance: random.Random, record: Record) -> Record:
    """Edit something of a record."""
    texts = chance.sample(TEXTS, chance.randrange(3))
    tag, value = chance.choice(("Event", "White", "TimeControl")), chance.choice((None, "a", 'b"c'))
    every = nodes(record)
    if not every or chance.random() < 0.2:
        return chance.choice(
            (lambda: record.with_comments(*texts), lambda: record.with_tags({tag: value}))
        )()
    if chance.random() < 0.4:
        return line_of(chance, record, chance.choice(every))
    nags = chance.sample(("!", "$1", "$14", "+=", "N", "?!"), chance.randrange(3))
    some: list[aofref.NodeChanges] = [
        {"comments": texts},
        {"nags": nags},
        {"sent": chance.choice((None, "2026-11-21", "2020-01-01T10:00:00Z"))},
        {"opening_comments": texts},
        {"comments": chance.choice(TEXTS), "nags": "$3"},
        {"draw": chance.random() < 0.5},
    ]
    plies = chance.sample(every, min(len(every), chance.choice((1, 1, 4))))
    return record.edited({ply: chance.choice(some) for ply in plies})


def line_of(chance: random.Random, record: Record, node: Node) -> Record:
    """Add a variation in place of a ply, remove one, or let it change places."""
    how = chance.choice(("add", "add", "play", "cut", "remove", "promote", "promote", "demote"))
    if how == "cut":
        return node.cut()
    if how == "promote":
        return record.promote_variation(node)
    if how == "demote":
        return record.demote_variation(node)
    if how == "remove":
        return node.remove_variation(0)
    words, position = list[str](), node.before if how == "add" else node.after
    for _ in range(chance.randrange(1, 4)):
        if not (legal := position.legal_moves()):
            break
        move = chance.choice(legal)
        if how == "play":
            words.append(f"{move.army}:{move}{chance.choice(('', '', '!', ' {a}'))}")
            position = position.push(move)
            continue
        text = position.write(move, chance.choice(("san", "san", "lan", "coord")), suffix=False)
        number = f"{position.round}." if position.turn == position.armies[0] else ""
        words.append(chance.choice(("", "", number, f"{position.round}...", "7.")))
        words.append(f"{text}{chance.choice(('', '', '', '!', '+', ' $2', ' {a}'))}")
        if chance.random() < 0.3 and len(words) > 2:
            words.append(f"({position.write(chance.choice(legal), 'lan')})")
        position = position.push(move)
    return node.play(*words) if how == "play" else node.add_variation(" ".join(words))


@settings(max_examples=35)
@given(st.randoms(use_true_random=False), st.sampled_from((*RECORDS, *FAULTS, "", "")))
def test_an_edited_record_is_what_its_text_is(chance: random.Random, text: str) -> None:
    """The verdict that is kept is that of a whole replay."""
    for record in aofref.read(io.StringIO(text or made(chance))):
        if record.status != "malformed" and chance.random() < 0.2:
            record = aofref.loads(record.to_json())
        plain = Record(record._raw, record._setting, record.source, record.number)
        for _ in range(chance.randrange(1, 6)):
            vars(plain)["_keeps"] = False, False  # it is replayed after each edit
            seed, done, refused = chance.random(), [record, plain], list[str]()
            for at, version in enumerate(done):
                try:
                    done[at] = edit_of(random.Random(seed), version)
                except (ValueError, IndexError) as problem:  # BadRecord and IllegalMove are some
                    refused.append(repr(problem))
            record, plain = done
            assert refused[:1] == refused[1:]
            assert [token[:2] for token in record._tokens.tokens] == [
                token[:2] for token in plain._tokens.tokens
            ]
        raw = record._raw.with_text(record.text)
        whole = Record(raw, record._setting, record.source, record.number)
        assert facts(record) == facts(whole)
        assert record == whole


def facts(record: Record) -> list[object]:
    """List all that a record is asked for."""
    every = nodes(record)
    return [
        *(record.status, record.findings, record.offers, record.end, record.tags, record.comments),
        *(record.start, record.position, record.report(trace=True), record.verdict.steps),
        *((step.token[:2], step.depth, _of(step)) for step in record._steps),
        *(*record.verdict[3:-1], record._judged.first, record._judged.last),
        *(record._judged.length, record._judged.claimed, record._judged.offers),
        *values(record),
        *((node.before, node.after, node.san, node.sent, node.lines) for node in every),
        *((node.index, node.variations, node.unplayed_variations) for node in every),
        *(node.parent and (node.parent.ply, node.parent.lan) for node in every),
    ]


def _of(step: Step) -> object:
    """Give what became of a step, but for what depends on places and texts."""
    return step[:7] if isinstance(step, Ply) else (step.fate, step.finding, step.notes)


def test_notes_on_every_ply_fill_their_lines() -> None:
    record = aofref.loads('[Variant "chess"]\n\n1. e4 e5 2. Nf3 {old} Nc6 3. Bb5 a6 *\n')
    changed: aofref.NodeChanges = {"nags": ["!", "$1"], "comments": "the material is even"}
    changes = dict.fromkeys(record.mainline(), changed)
    assert record.edited(changes).text == (
        '[Variant "chess"]\n\n'
        "1. e4! $1 {the material is even} e5! $1 {the material is even} 2. Nf3! $1 {the\n"
        "material is even} Nc6! $1 {the material is even} 3. Bb5! $1 {the material is\n"
        "even} a6! $1 {the material is even} *\n"
    )
