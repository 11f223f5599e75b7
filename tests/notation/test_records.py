"""Records are divided and read by one tokenizer: nothing is lost, merged or split (aofref-record(5))."""

from __future__ import annotations

import io
import json
import random
import tracemalloc
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref import loads
from aofref.findings import Code
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation.movetext import Notation
from aofref.notation.records import Kind, Record, limits, read, split
from aofref.notation.records.stream import BLOCK, decoded
from aofref.notation.records.tokenizer import lines_of
from tests.damage import mutated
from tests.helpers import FIXTURES, OURS, ROOT, aofref

V = '[Variant "aof2"]\n\n'
NEXT = '[Event "next"]\n[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n'
SETTING = Setting(variant="aof2")


def raws(text: str | bytes) -> list[Record]:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    return list(split(decoded(io.BytesIO(data), "utf-8")))


def records(text: str | bytes) -> list[Record]:
    return [read(raw) for raw in raws(text)]


def one(text: str | bytes) -> Record:
    found = records(text)
    assert len(found) == 1, found
    return found[0]


def converted(text: str, to: Notation | None = Notation.LAN) -> str:
    return "".join(rewrite(record, replay(record, SETTING), to).text for record in records(text))


def codes(record: Record) -> list[Code]:
    return [finding.code for finding in record.findings]


# One record or two ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '[Variant "aof2"]\n[White Ada]\n[Black "Bo"]\n\n1. E:Lha5-fb3 *\n',
        '[White "Ada]\n[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n',
        'White "Ada"]\n[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n',
        '[Variant "aof2"]\nWhite "Ada"]\n[Black "Bo"]\n\n1. E:Lha5-fb3 *\n',
        '[Variant "aof2"]\n[White Ada] E:Lha5-fb3 *\n',
        '[Variant "aof2"] {a comment}\n[Black "Bo"] ; another\n[White "Ada"]\n\n1. E:Lha5-fb3 *\n',
        V + "1. E:Lha5-fb3 ;N-fa4 1-0 Knight\nI:ea3-fa3 *\n",
        V + "1. E:Lha5-fb3;N-fa4 1-0 Knight\nI:ea3-fa3 *\n",
        V + "1. E:L ha5-fb3;N-fa4 1-0 Knight\nI:ea3-fa3 *\n",
        V + '1. E:Lha5-fb3 {[White "x"]\n[Black "y"]\n} *\n',
        V + "1. E:Lha5-fb3 * {over} ; so\n! 1-0-0-0\n",
    ],
)
def test_it_is_one_record(text: str) -> None:
    for around, count in ((text, 1), (f"{text}\n{NEXT}", 2), (f"{NEXT}\n{text}", 2)):
        assert len(raws(around)) == count, around


@pytest.mark.parametrize(
    "text",
    [
        f'[Variant "aof2"] E:Lha5-fb3 *\n{NEXT}',
        f"{V}1. E:Lha5-fb3!*\n{NEXT}",
        f"{V}1. E:Lha5-fb3*\n{NEXT}",
        f'{V}1. E:Lha5-fb3 {{never closed\n\n[White "A \\"t\\""]\n[Variant "aof2"]\n\n*\n',
        f'{V}1. E:Lha5-fb3 *\n[White Ada]\n[Variant "aof2"]\n\n*\n',
        f"{V}1. E:Lha5-fb3 * E:Lha5-fb3 *\n",
        f"{V}1. E:Lha5-fb3 * {NEXT}",
        f"{V}(E:Lha5-fb3\n{NEXT}",
    ],
)
def test_it_is_two_records(text: str) -> None:
    assert len(raws(text)) == 2


# What stands behind a result -------------------------------------------------------------------

CHESS = ("--variant", "chess", "--format", "json")


def judged(text: str, *args: str) -> tuple[int, list[dict[str, Any]]]:
    found = aofref("check", *(args or CHESS), stdin=text)
    return found.exit_code, [json.loads(line) for line in found.stdout.splitlines()]


@pytest.mark.parametrize(
    ("text", "plies", "column"),
    [
        ("1. e4 e5 *\n2. Nf3 Nc6 *\n", 4, 10),
        ("1. e4 e5 * 2. Nf3 Nc6 *\n", 4, 10),
        ("1. e4 e5 * Nf3 Nc6\n", 4, 10),
        ("1. e4 *\n1... e6 *\n", 2, 7),
        ("1. e4 *\n\n1... e6 *\n", 2, 7),
        ("1. e4 * e6\n", 2, 7),
        ("1. e4 {so} * $1 (1. d4) ; far\n1... e6 *\n", 2, 12),
        ("e4 e5 *\n2. Nf3 Nc6 *\n", 4, 7),
        ("5. e4 e5 *\n6. Nf3 Nc6 *\n", 4, 10),
        ("1. e4 2. e5 *\n3. Nf3 *\n", 3, 13),  # numbers of plies
        ('[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30"]\n\ne4 Kd7 *\n31. e5 *\n', 3, 8),
    ],
)
def test_behind_an_open_result_the_game_goes_on(text: str, plies: int, column: int) -> None:
    status, [record] = judged(text)
    assert (status, record["status"], record["plies"], record["end"]) == (0, "legal", plies, None)
    assert (record["warnings"][0]["code"], record["warnings"][0]["column"]) in (
        ("contradiction", column),
        ("contradiction", 1),  # the first number is no 1
    )
    comments = [word for word in ("so", "far") if word in text]
    written = aofref("convert", "--variant", "chess", "--to", "san", stdin=text).stdout
    assert written.count("*") == 1 and all(word in written for word in comments)
    assert aofref("convert", "--to", "san", stdin=written).stdout == written
    assert judged(written)[1][0]["position"] == record["position"]


def test_play_and_orders_behind_an_open_result() -> None:
    text = '[Variant "chess"]\n\n1. e4 e5 *\n2. Nf3 *\n'
    played = aofref("play", "-", "--to", "san", "Nc6", stdin=text)
    assert played.stdout == '[Variant "chess"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n'
    assert loads(text).play("Nc6").plies == 4 and aofref("show", "-", stdin=text).exit_code == 0
    assert 'id="board"' in aofref("show", "--format", "html", "-", stdin=text).stdout
    _, [record] = judged("1. e4 * resigns\n")
    assert record["end"] == {"result": "1-0", "by": "resignation", "ply": 1}
    status, [record] = judged("1. e4 *\nBlack resigns\n")
    assert (status, record["end"], record["plies"]) == (2, None, 1)  # on a line of its own


@pytest.mark.parametrize(
    ("text", "args", "result"),
    [
        ("1. e4 e5 * B:resigns\n", CHESS, "1-0"),  # out of turn
        ("1. e4 e5 * Black resigns\n", CHESS, "1-0"),
        ("1. e4 e5 * W:resigns\n", CHESS, "0-1"),
        ("1. E:Lha5-fb3 * J:resigns\n", ("--variant", "aof2", "--format", "json"), None),
    ],
)
def test_an_order_behind_an_open_result_is_of_its_game(
    text: str, args: tuple[str, ...], result: str | None
) -> None:
    status, [record] = judged(text, *args)
    assert (status, record["status"]) == (0, "legal")
    assert (record["end"] and record["end"]["result"]) == result
    assert [warning["code"] for warning in record["warnings"]] == ["contradiction"]


@pytest.mark.parametrize(
    "words", ["unfinished", "to be continued on Monday", "draw agreed", "W:adjourned"]
)
def test_words_behind_an_open_result_are_a_comment(words: str) -> None:
    text = f'[Variant "chess"]\n\n1. e4 e5 * {words}\n\n1. d4 *\n'
    status, [record, other] = judged(text)
    assert (status, record["plies"], record["warnings"], other["plies"]) == (0, 2, [], 1)
    assert record["end"] is None
    written = aofref("convert", "--to", "san", stdin=text).stdout
    assert written.startswith(f'[Variant "chess"]\n\n1. e4 e5 {{{words}}} *\n\n')
    assert judged(f"1. e4 e5 * {words} 2. Nf3\n")[0] == 2  # a torn line of moves


@pytest.mark.parametrize(
    "text",
    [
        "1. e4 e5 *\n1. d4 d5 *\n",
        "1. e4 e5 * 1. d4 d5 *\n",
        "1. e4 e5 *\nd4 d5 *\n",
        "1. e4 e5 *\n7. d4 d5 *\n",
        "1. e4 e5 1-0\nd4 d5 *\n",
        "1. e4 e5 1-0\n1. d4 d5 *\n",
        '1. e4 e5 *\n[Event "x"]\n\n2. d4 d5 *\n',
    ],
)
def test_behind_a_result_another_record_begins(text: str) -> None:
    status, records = judged(text)
    assert (status, [record["plies"] for record in records]) == (0, [2, 2])
    late = "7. d4" in text
    assert [warning["code"] for warning in records[1]["warnings"]] == ["contradiction"] * late


@pytest.mark.parametrize(
    ("behind", "comment", "by"),
    [
        (" resigns", "resigns", "resignation"),
        (" Black resigns", "Black resigns", "resignation"),
        ("\nBlack resigns", "Black resigns", "resignation"),
        (" Black  lost on time.", "Black  lost on time.", "time"),
        (" after 40 moves", "after 40 moves", "unknown"),
        ("\nwell done", "well done", "unknown"),
        (" W:draw", "W:draw", "unknown"),
    ],
)
def test_words_behind_a_result_are_a_comment(behind: str, comment: str, by: str) -> None:
    text = f'[Variant "chess"]\n\n1. e4 e5 1-0{behind}\n\n1. d4 *\n'
    status, [record, other] = judged(text)
    assert (status, record["plies"], record["warnings"], other["plies"]) == (0, 2, [], 1)
    assert record["end"] == {"result": "1-0", "by": by, "ply": 2}
    written = aofref("convert", "--to", "san", stdin=text).stdout
    assert written.startswith(f'[Variant "chess"]\n\n1. e4 e5 {{{comment}}} 1-0\n\n')
    one = loads(text.partition("\n\n1. d4")[0] + "\n")
    assert one.mainline()[-1].comments == (comment,)
    assert loads(one.to_json()).mainline()[-1].comments == (comment,)
    opened = one.undo()[0]  # the words are no moves then, either
    assert (opened.status, opened.plies, opened.mainline()[-1].comments) == ("legal", 2, (comment,))
    assert loads(str(one.mainline()[-1].with_comments("x"))).mainline()[-1].comments == ("x",)


@pytest.mark.parametrize(
    ("strays", "line", "column"),
    [
        (" 2. Nf3 Nc6\n3. Bb5 1-0", 1, 14),
        (" Nf3", 1, 14),
        (" nice Nf3", 1, 14),
        ("\n2. Nf3 Nc6 1-0", 2, 1),
        ("\n\n2. Nf3 Nc6 1-0\nmore {of\n\nit} e4", 3, 1),
        ("\n1... e6 *", 2, 1),
        ("\n\nBlack resigns", 3, 1),
        ("\n\nresigns", 3, 1),
        (" Black resigns (says he) Qh5", 1, 14),
    ],
)
@pytest.mark.parametrize("end", ['\n[Event "x"]\n\n1. d4 *\n', "\n\n1. d4 *\n"])
def test_moves_behind_the_end_of_a_game_are_of_no_record(
    strays: str, line: int, column: int, end: str
) -> None:
    text = f"1. e4 e5 1-0{strays}{end}"
    found = aofref("check", *CHESS, stdin=text)
    first, second = map(json.loads, found.stdout.splitlines())
    assert (found.exit_code, first["status"], first["plies"], second["plies"]) == (2, "legal", 2, 1)
    assert found.stderr.startswith(f"-:{line}:{column}: syntax text that is no part of a record: ")
    assert found.stderr.count("syntax") == 1


def test_a_record_with_words_that_begins_within_a_line_is_read_again_as_it_was() -> None:
    for raw in raws("1. d4 * 7. e4 e5 1-0 Black resigns {so} $1\n"):
        assert read(raw.unread()) == read(raw)


@pytest.mark.parametrize("result", ["*", "1-0"])
def test_a_comment_behind_a_result_that_is_never_closed(result: str) -> None:
    status, [record] = judged(f"1. e4 e5 {result} {{never closed")
    assert (status, record["status"]) == (2, "malformed")
    assert record["error"]["message"] == "the comment opened here is never closed"


def test_what_a_result_may_be_followed_by() -> None:
    _, [record] = judged("1. e4 e5 1-0 1-0 $1 {x} ! (1... c5) ; 2. Nf3\n")
    assert (record["status"], record["plies"], record["warnings"]) == ("legal", 2, [])


@pytest.mark.parametrize(
    ("comment", "is_play"),
    [
        ("1... e5 2. Nf3", True),
        ("1... e5", True),
        ("e5 2. Nf3 *", True),
        ("e5! Nf3 $1 +-", True),
        ("e5", False),  # one move is a remark on another
        ("5. d4 d5", False),
        ("d4 d5", False),
        ("e5 2. Nf3 is better", False),
        ("so far", False),
        ("", False),
    ],
)
@pytest.mark.parametrize("mark", [";", " ; ", "//", "! ;", " $1 {so} ;"])
def test_a_semicolon_before_moves(comment: str, is_play: bool, mark: str) -> None:
    _, [record] = judged(f"1. e4{mark}{comment}\n*\n")
    found = [(warning["code"], warning["message"]) for warning in record["warnings"]]
    sign = "//" if mark == "//" else "a semicolon"
    why = f"the moves behind {sign} are a comment: '{comment}'"
    assert (found, record["plies"]) == ([("contradiction", why)] * is_play, 1)
    assert not judged(f"1. e4 {{{comment}}}\n*\n")[1][0]["warnings"]


def test_a_semicolon_before_moves_of_four() -> None:
    _, [record] = judged(V + "1. E:ga4-fa4; I:ea3-fa3 J:ga2-fa2 *\n", "--format", "json")
    assert record["plies"] == 1 and record["warnings"][0]["code"] == "contradiction"
    game = loads(V + "1. E:ga4-fa4; I:ea3-fa3 J:ga2-fa2\n*\n")  # edited, it is judged again
    assert not game.mainline()[0].with_comments("so").findings


@pytest.mark.parametrize(
    ("text", "is_told"),
    [
        ("e4 e5\n\ne4 c5\n", True),
        ("f3 e5 g4 Qh4#\ne4 c5\n", True),
        ("e4 e5\ne4 c5\n", False),
        ("1. e4 e5\n\ne4 c5\n", False),
        ('[Event "x"]\n\ne4 e5\n\ne4 c5\n', False),
        ("e4 e5\n\nNf6 c5\n", False),
    ],
)
def test_games_without_anything_between_them(text: str, is_told: bool) -> None:
    found = aofref("check", "--quiet", "--variant", "chess", stdin=text)
    assert found.exit_code == 1 and found.stderr.count("\n") == 1
    assert (
        "another game may begin here: part it by an empty line, and 1." in found.stderr
    ) == is_told
    if is_told:
        parted = text.replace("\ne4", "\n\n1. e4")
        assert aofref("check", "--quiet", "--variant", "chess", stdin=parted).exit_code == 0


def test_a_result_behind_a_mark_is_seen() -> None:
    for text in ("E:Lha5-fb3!*", "E:Lha5-fb3*", "E:Lha5-fb3 1-0-0-0{c}", "(E:x)*"):
        found = one(V + text + "\n")
        assert found.results and not found.findings, text


# Numbers, comments, marks -----------------------------------------------------------------------


@pytest.mark.parametrize(
    "number", ["1.", "1...", "1)", "1:", "1", "(1)", "\u2026", "1\u2026", "1. ..."]
)
@pytest.mark.parametrize("blank", [" ", ""])
def test_number_styles(number: str, blank: str) -> None:
    found = one(f"{V}{number}{blank}E:Lha5-fb3 {number}{blank}I:ea3-fa3 *\n")
    assert [t.text for t in found.tokens if t.kind is Kind.MOVE] == ["E:Lha5-fb3", "I:ea3-fa3"]
    assert not found.findings
    told = aofref("check", "--format", "json", stdin=found.text)
    assert told.exit_code == 0 and json.loads(told.stdout)["plies"] == 2


@pytest.mark.parametrize("mark", [";", "//", " ;", " // ", "; "])
def test_a_comment_right_behind_a_move(mark: str) -> None:
    found = one(f"{V}E:Lha5-fb3{mark}a note\nI:ea3-fa3 *\n")
    assert [t.text for t in found.tokens] == ["E:Lha5-fb3", "a note", "I:ea3-fa3", "*"]


COMMENTS = [
    " both ends ",
    "two  blanks",
    "a\u00a0b " * 30,
    "a\u3000b " * 30,
    "\u2028 " * 40,
    "\u0085 x" * 40,
    "\f x" * 40,
    "\t tab\t" * 20,
    "x" * 58 + "  four",
    "a\n\nb",
    " \n ",
    "\n",
    "a \nb",
    "ends\r with a return",
    "word \ufeffword " * 12,
    "word \r word\r " * 12,
    '"aof": x',
    ' "aof": x',
    '\n"aof": x',
    '"aof" : x',
    "%no escape",
    "// ; $1 (x) [y]",
    'back \\ slash \\"',
    "",
    " ",
    "a } b",
    " a } b ",
    '[White "x"]',
    "x" * 78 + ' {"aof": 1',
    "w" * 78 + " \t " + '[V"' + "x" * 76 + '"] b',
    "w" * 78 + " \u3000 " + '[V"' + "x" * 76 + '"] b',
    "ends in a return\r",
    '"quoted" words',
]


@pytest.mark.parametrize("text", COMMENTS)
@pytest.mark.parametrize("to", [*OURS, None])
def test_a_comment_comes_back_character_for_character(text: str, to: Notation | None) -> None:
    for before in (
        "",
        "1. E:Lha5-fb3 ",
        "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 {as} P:jg3-jf3 {it was said} ",
    ):
        comment = f"; {text}\n" if "}" in text else f"{{{text}}}"
        source = f"{V}{before}{comment} *\n"
        assert text in [t.text for t in one(source).tokens]
        there = converted(source, to)
        assert there and converted(there, to) == there
        assert text in [t.text for t in one(there).tokens]
        assert converted(there) == converted(source)


def test_a_line_is_filled_at_single_blanks_alone() -> None:
    long = " ".join(["word"] * 40)
    text = converted(f"{V}{{{long}}} *\n")
    assert max(map(len, text.split("\n"))) <= 79
    assert [t.text for t in one(text).tokens] == [long, "*"]


@pytest.mark.parametrize("command", [
    "[%clk 0:05:00]", "[%csl Ga1,Rb2 Gc3]", "[%evp 0 1 2 3 4]", f"[%if {'Lha5-fb3 ' * 12}Lkd5-hb3]",
])  # fmt: skip
def test_a_command_in_a_comment_stays_on_its_line(command: str) -> None:
    for before in range(60, 78):
        for words in (
            "x" * before,
            f"{'x' * 20} {'y' * (before - 20)}",
            "[%sent x] " * (before // 9),
        ):
            comment = f"{words} {command} [% never closed {'z ' * 40}"
            text = converted(f"{V}{{{comment}}} *\n")
            assert command in text and [t.text for t in one(text).tokens] == [comment, "*"]
            kept = converted(f"{V}1. E:Lha5-fb3 {{{command}}} *\n")
            assert f"{{{command}}}" in kept
            lines = [line.replace(command, "") for line in text.split("\n")]
            assert max(map(len, lines)) <= 79


def test_comments_behind_the_result_come_back_before_it_in_order() -> None:
    text = converted(f"{V}1. E:Lha5-fb3 {{a}} * {{b}} ; c\n// d\n")
    assert text.endswith("1. E:Lha5-fb3 {a} {b} {c} {d} *\n\n")
    assert converted(text) == text


def test_results_inside_variations_stay_and_two_results_are_told() -> None:
    text = converted(f"{V}1. E:Lha5-fb3 (E:Lkd5-hb3 1-0-0-0) 1/2-0-1/2-0\n")
    assert text.endswith("1. E:Lha5-fb3 (1. E:Lkd5-hb3 1-0-0-0) 1/2-0-1/2-0\n\n")
    two = one(f"{V}1. E:Lha5-fb3 1-0-0-0 {{or}} *\n")
    (warning,) = replay(two).findings
    assert warning.code is Code.CONTRADICTION and warning.place == (3, 28)
    assert converted(two.text).endswith("{or} 1-0-0-0 *\n\n")
    assert converted(converted(two.text)) == converted(two.text)
    assert not one(f"{V}1. E:Lha5-fb3 *\n*\n").findings


@pytest.mark.parametrize(
    ("tags", "place"),
    [
        ('[Variant "aof2"]\n[Variant "aof6"]\n', (2, 1)),
        ('[Variant "aof2"]\n[Position "E:Kjb5/I:-/J:Kjb1/P:- E - 1"]\n[Position "nonsense"]\n', (3, 1)),
        ('[Variant "aof2"]\n[Foo "x"]\n[Foo "y"]\n', (3, 1)),
        ('[Variant "aof2"]\n[Result "0-1-0-0"]\n', (4, 1)),
    ],
)  # fmt: skip
def test_contradictions_are_told_and_kept(tags: str, place: tuple[int, int]) -> None:
    source = f"{tags}\n1-0-0-0\n"
    found = aofref("convert", stdin=source)
    assert found.exit_code == 0, found.output
    line, column = place
    assert found.stderr.startswith(f"-:{line}:{column}: warning: contradiction ")
    assert found.stderr.count("\n") == 1
    assert found.stdout == source + "\n"


def test_the_same_tag_twice_contradicts_nothing() -> None:
    assert not one('[Variant "aof2"]\n[Variant "aof2"]\n[Result "*"]\n\n1-0-0-0\n').findings


# Tags -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "value"),
    [
        (r"C:\games\new", r"C:\games\new"),
        (r"A \"t\"", 'A "t"'),
        (r"ends \\", "ends \\"),
        (r"\\\"", '\\"'),
        (r"\n", r"\n"),
        ("[x] ]", "[x] ]"),
        ("", ""),
    ],
)
def test_backslashes_in_tags(written: str, value: str) -> None:
    found = one(f'[Variant "aof2"]\n[Path "{written}"]\n\n*\n')
    assert not found.findings and found.tags[1].value == value
    for to in (*OURS, None):
        again = one(converted(found.text, to))
        assert [tag.value for tag in again.tags] == ["aof2", value]


def test_a_quoted_quotation_mark_ends_no_tag() -> None:
    assert codes(one('[Variant "aof2"]\n[Path "C:\\"]\n\n*\n')) == [Code.BAD_TAG]


# JSON -------------------------------------------------------------------------------------------


def as_json(text: str = f"{V}1. E:Lha5-fb3 {{a }} *\n") -> str:
    return converted(text, None)


def test_json_on_several_lines_and_several_objects() -> None:
    flat = as_json()
    spread = json.dumps(json.loads(flat), indent=2) + "\n"
    for text, count in (
        (spread, 1),
        (spread * 3, 3),
        (flat * 3, 3),
        (flat.strip() + " " + flat, 2),
        (flat + spread + NEXT + spread + "\n" + NEXT, 5),
        (json.dumps(json.loads(flat), indent=1, sort_keys=True), 1),
        (json.dumps(json.loads(flat), separators=(",", ":")), 1),
    ):
        found = records(text)
        assert len(found) == count and not any(record.findings for record in found), text
        assert converted(text).count("E:Lha5-fb3") == count


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('{"aof": 1, "tags": [}', (1, 21)),
        ('{\n  "aof": 1,\n  "tags": x\n}', (3, 11)),
        ('{"aof": 1, "tags": [], "movetext": []} x', (1, 40)),
        ('{"aof": 1}', (1, 1)),
        ('{"aof": 1, "tags": [], "movetext": [["open", "(("], ["close", "))"]]}', (1, 37)),
        ('{"aof": 1, "tags": [], "movetext": [["move", "a b"]]}', (1, 37)),
        ('{"tags": [], "movetext": [["nag", "!"],\n ["move", "a b"]], "aof": 1}', (2, 2)),
        ('{"aof": 1, "tags": [], "tags": [], "movetext": []}', (1, 24)),
        ('{"aof": 1, "tags": [], "movetext": [],\n "aof": 1}', (2, 2)),
        ('{"aof": 1, "tags": [], "movetext": [], "x": {"y": 1, "y": 2}}', (1, 1)),
        ('{"aof": 2, "tags": [], "movetext": []}', (1, 9)),
        ('{"aof": 1.0, "tags": [], "movetext": []}', (1, 9)),
        ('{"aof": "1", "tags": [], "movetext": []}', (1, 9)),
        ('{"aof": true, "tags": [], "movetext": []}', (1, 9)),
        ('{"tags": [], "movetext": [], "aof": -1}', (1, 37)),
        ('{"tags": [], "movetext": []}', (1, 1)),
        ('{"x": [1, {"y": "}"}], "aof": 0}', (1, 31)),
        ('{\n\n"x": 1,\n"aof": 3}', (4, 8)),
        ('{"aof": 1, "tags": [], "movetext": [["result", "*"], ["move", "E:Lha5-fb3"]]}', (1, 54)),
        ('{"aof": 1, "tags": [], "movetext": [["comment", "a } b\\r"]]}', (1, 37)),
        ('{"aof": 1, "tags": [], "movetext": [["comment", "a\\n\\n[A \\"b\\"]\\n{"]]}', (1, 37)),
        ('{"aof": 1, "tags": [', None),
        ('{\n  "aof": 1,\n  "tags": [', None),
    ],
)
def test_bad_json_is_one_finding_at_its_place(text: str, place: tuple[int, int] | None) -> None:
    found = records(f"{text}\n{NEXT}")
    assert len(found) == 2 and not found[1].findings
    assert codes(found[0]) == [Code.SYNTAX]
    if place is not None:
        assert found[0].findings[0].place == place
    told = aofref("check", stdin=text)
    assert told.exit_code == 2 and told.stderr.count("\n") == 1


def test_json_is_utf_8_whatever_the_bytes_were_and_keeps_them() -> None:
    source = b'[Variant "aof2"]\n[Site "K\xf6ln"]\n\n1. E:Lha5-fb3 {\xff\xc3\xbc} *\n\n'
    there = aofref("convert", "--to", "json", stdin=source)
    told = json.loads(there.stdout_bytes.decode("utf-8"))
    assert told["tags"][1] == ["Site", "K\ufffdln"] and told["movetext"][1][1] == "\ufffd\u00fc"
    assert aofref("convert", stdin=there.stdout_bytes).stdout_bytes == source
    assert aofref("convert", "--to", "json", stdin=there.stdout_bytes).stdout == there.stdout
    for raw in ('"x"', '[["tags", 9, "ff"]]', '[["tags", 0, "f"]]', "[[]]", '[["tags", 0, "0a"]]'):
        text = f'{{"aof": 1, "tags": [["Q", "x"]], "movetext": [], "raw": {raw}}}'
        assert codes(one(text)) == [Code.SYNTAX], raw


@pytest.mark.parametrize(
    "entries",
    [
        [["movetext", 0, b"E:ga4-fa4".hex()]],  # the move that is written is another
        [["tags", 1, b"K\xf6ln".hex()], ["movetext", 1, b"\xff".hex()]],
        [["tags", 1, b"K\xf6ln".hex()], ["tags", 1, b"K\xf6ln".hex()]],
        [["tag", 1, b"K\xf6ln".hex()]],
    ],
)
def test_raw_adds_bytes_and_contradicts_nothing(entries: list[object]) -> None:
    lists = '"tags": [["Variant", "aof2"], ["Site", "K\ufffdln"]], '
    lists += '"movetext": [["move", "E:Lha5-fb3"], ["comment", "a"]]'
    text = f'{{"aof": 1, {lists}, "raw": {json.dumps(entries)}}}\n'
    found = one(text)
    assert codes(found) == [Code.SYNTAX] and found.broken
    assert found.findings[0].place == (1, text.rindex(json.dumps(entries[-1])) + 1)
    good = text.replace(json.dumps(entries), json.dumps([["tags", 1, b"K\xf6ln".hex()]]))
    assert one(good).tags[1].value == "K\udcf6ln" and not codes(one(good))


@pytest.mark.parametrize(
    "text",
    [
        '{"tags": [["Variant", "aof2"]], "movetext": [["move", "E:ga4-fb4"]], "aof": 1}',
        '{"x": 1, "aof": 1, "tags": [["Variant", "aof2"]], "movetext": [["move", "E:ga4-fb4"]]}',
        '{\n "raw": [],\n "movetext": [["move", "E:ga4-fb4"]],\n "tags": [["Variant", "aof2"]],\n "aof": 1\n}',
        '{\n "x": {\n  "y": "}"\n },\n "tags": [["Variant", "aof2"]], "aof": 1, "movetext": [["move", "E:ga4-fb4"]]\n}',
        '{"\\u0061of": 1, "tags": [["Variant", "aof2"]], "movetext": [["move", "E:ga4-fb4"]]}',
    ],
)
def test_a_record_in_json_is_one_wherever_aof_stands(text: str) -> None:
    for around in ("", NEXT):
        found = aofref("check", "--quiet", stdin=f"{around}{text}\n{around}")
        assert (
            found.exit_code == 1 and ": missing-cell" in found.stderr
        ) or "E:ga4-fb4" in found.stderr
        assert len(records(f"{around}{text}\n{around}")) == (3 if around else 1)


@pytest.mark.parametrize(
    "text",
    [
        '{"Good", he said: "aof": 1}',
        '{"a} {"b: "aof": 1}',
        '{"x": {"aof": 1}',
        '{"x": 1}',
        '{"x": y, "aof": 1}',
        '{\n"a": \n}',
        '{\nno "aof": 1\n}',
    ],
)
def test_a_comment_is_no_record_for_its_quotation_marks(text: str) -> None:
    found = one(f"{V}{text} E:Lha5-fb3 *\n")
    assert not found.findings and [token.kind for token in found.main_line][-2:] == [
        Kind.MOVE,
        Kind.RESULT,
    ]
    for to in (*OURS, None):
        assert converted(converted(found.text, to)) == converted(found.text)


# Limits -----------------------------------------------------------------------------------------


def test_a_tag_pair_is_as_long_as_what_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its quotation marks and backslashes are written with a further sign each."""
    monkeypatch.setattr(limits, "TAG", 20)
    for text in (V + "*\n", r'[Foo "\g\g\g\g\g\g"]' + f"\n{V}*\n"):
        there = converted(text)
        assert there and converted(there) == there
    data = {"aof": 1, "tags": [["Variant", "aof2"], ["Foo", '"' * 12]], "movetext": []}
    there = converted(json.dumps(data))
    assert [tag.value for tag in one(there).tags] == ["aof2", '"' * 12]


def test_a_comment_of_a_megabyte_passes() -> None:
    long = "word " * (limits.COMMENT // 5)
    text = "".join(
        f"{word} " if number % 9 else f"{word}\n" for number, word in enumerate(long.split())
    )
    assert [t.text for t in one(f"{V}{{{text}}} *\n").tokens] == [long, "*"]


def _is_not_held(data: bytes, next_line: int) -> None:
    """Read a record that goes beyond a limit, in bounded memory, and the next one where it is."""
    tracemalloc.start()
    beyond, after = (read(raw) for raw in split(decoded(io.BytesIO(data))))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 40_000_000
    assert codes(beyond) == [Code.LIMIT] and beyond.findings[0].place == (3, 1)
    assert codes(after) == [] and after.start.line == next_line


@pytest.mark.parametrize(
    ("line", "letter"),
    [(line, "x") for line in ("{letters}", "{{{letters}}} *", '[Event "{letters}"]', "; {letters}")]
    + [("{letters}", letter) for letter in "\u00e9\u6f22\U0001f3c1"],
)
def test_a_line_that_is_too_long_is_not_held(line: str, letter: str) -> None:
    """What is held of a line is bounded, the next record is read, and lines are counted on."""
    data = (V + line.format(letters=letter * 30_000_000) + f"\n*\n\n{NEXT}").encode()
    _is_not_held(data, next_line=6)


def test_a_comment_that_is_too_long_is_not_held() -> None:
    lines = "word word\n" * 105_000 + ("word " * 20_000 + "\n") * 300
    _is_not_held((V + "{" + lines + f"}} *\n\n{NEXT}").encode(), next_line=105_305)


# Whatever happens to it -------------------------------------------------------------------------

SOURCES = sorted((FIXTURES / "records").glob("*.aof"))


@pytest.mark.parametrize("letter", ["x", "\u00e9", "\u6f22", "\U0001f3c1"])
@pytest.mark.parametrize("shift", range(4))
def test_a_line_longer_than_a_block_is_not_cut_within_a_character(letter: str, shift: int) -> None:
    line = "x" * shift + letter * (BLOCK // 2) + "\r\n"
    parts = list(decoded(io.BytesIO(line.encode() * 2), "utf-8"))
    assert [part for part, _, _ in parts] == [line.replace("\r", "")] * 2


def test_a_return_goes_with_its_line_feed_where_a_block_ends() -> None:
    line = "x" * (BLOCK - 1) + "\r\n"
    assert (
        "".join(part for part, _, _ in decoded(io.BytesIO(line.encode()), "utf-8"))
        == line[:-2] + "\n"
    )


def test_bad_bytes_at_the_end_of_a_block_are_kept() -> None:
    data = b"x" * (BLOCK - 8) + b"\x80" * 20
    parts = list(decoded(io.BytesIO(data), "utf-8"))
    assert "".join(part for part, _, _ in parts).encode("utf-8", "surrogateescape") == data
    assert [finding.place.column for _, finding, _ in parts if finding] == [BLOCK - 7]


@settings(max_examples=60)
@given(seed=st.integers(0, 10**9), which=st.integers(0, 99))
@pytest.mark.slow
def test_a_damaged_stream_loses_nothing(seed: int, which: int) -> None:
    assert len(SOURCES) > 20
    source = SOURCES[which % len(SOURCES)].read_text("utf-8")
    data = mutated(random.Random(seed), source[:3000].encode())
    lines = [line for line, _, _ in decoded(io.BytesIO(data), "utf-8")]
    found = raws(data)
    joined = "".join(raw.text for raw in found if not raw.is_within).replace("\n", "")
    assert joined.split() == "".join(lines).replace("\n", "").split()
    for raw in found:
        record = read(raw)
        last = raw.start.line + raw.text.count("\n")
        assert all(raw.start.line <= f.place.line <= last for f in record.findings)
        if raw.start.column == 1:
            again = [each.text for each in split(_lines(raw.text)) if not each.is_within]
            assert again == [raw.text], raw
        for to in (Notation.LAN, Notation.COURIER, None):
            text = rewrite(record, replay(record, SETTING), to).text
            if text:
                reread = read(raws(text.encode("utf-8", "surrogateescape"))[0])
                assert rewrite(reread, replay(reread, SETTING), to).text == text


def _lines(text: str) -> list[tuple[str, None, bytes]]:
    return [(line, None, b"") for line in lines_of(text)]


def test_every_limit_is_in_the_manual() -> None:
    page = (ROOT / "man" / "aofref-record.5").read_text("utf-8")
    section = page.partition(".Sh LIMITS")[2].partition(".Sh SEE ALSO")[0]
    names = "LINE COMMENT TAG TOKEN DEPTH TOKENS JSON NESTING FINDINGS MAIL PARTS"
    for name in names.split():
        assert f"{getattr(limits, name):,}" in section, name


def test_a_long_record_in_json_is_written_in_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between pairs a record that is longer than a line may be goes on in the next."""
    record = '[Variant "aof2"]\n[Event "x"]\n\n1. E:Lha5-fb3 {one"], ["two} {three} *\n'
    whole = aofref("convert", "--to", "json", stdin=record).stdout
    assert whole.count("\n") == 1
    monkeypatch.setattr("aofref.notation.records.limits.LINE", len(whole) - 10)
    lines = aofref("convert", "--to", "json", stdin=record).stdout.splitlines()
    pairs = len(json.loads(whole)["tags"]) + len(json.loads(whole)["movetext"])
    assert len(lines) == pairs - 1  # the first of the movetext stands behind the last tag
    assert " ".join(lines) == whole.rstrip("\n")
    assert aofref("convert", "--to", "json", stdin="\n".join(lines)).stdout.splitlines() == lines
