"""What is said, by the points of issue 8, "Wrong words"; each failed before it was mended."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aofref import variants
from aofref.findings import Code
from aofref.judge.opening import Setting
from aofref.judge.replay import replay
from aofref.judge.rewrite import rewrite
from aofref.notation.records import read, split
from aofref.report import pages, quotes
from tests.helpers import FIXTURES, ROOT, aofref, game

V = '[Variant "aof2"]\n\n'
H = '[Variant "hec"]\n\n'
OPENING = "1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1"
KINGS = "E:Kjb5/I:Kdb2/J:Kjb1/P:Kjh3"


@pytest.fixture
def agreed(tmp_path: Path) -> str:
    return written(tmp_path, "agreed.aof", f"{V}{OPENING} *\n")


def written(folder: Path, name: str, text: str) -> str:
    path = folder / name
    path.write_text(text, "utf-8")
    return str(path)


def told(text: str, *args: str) -> dict:  # type: ignore[type-arg]
    found = aofref("check", "--format", "json", *args, stdin=text)
    return json.loads(found.stdout)  # type: ignore[no-any-return]


def codes(text: str, *args: str) -> list[str]:
    return [warning["code"] for warning in told(text, *args)["warnings"]]


# 7, 8, 12: play, explain, moves ------------------------------------------------------------------


def test_play_warns_of_what_its_moves_claim(agreed: str) -> None:
    found = aofref("play", agreed, "P:jg3-jf3+I")
    assert found.exit_code == 0 and found.stdout.endswith("J:Sha1-fb1 P:jg3-jf3 *\n\n")
    assert found.stderr.startswith("argument:1:1: warning: false-check P:jg3-jf3+I: ")
    assert "false-check" in aofref("play", agreed, "P:jg3-jf3#").stderr
    assert "argument:1:1: warning: false-capture" in aofref("play", agreed, "P:jg3xjf3").stderr
    second = aofref("play", agreed, "P:jg3-jf3", "E:Lkd5-hb3#I").stderr
    assert second.startswith("argument 2:1:1: warning: false-check ")
    line = aofref("play", agreed, "P:jg3-jf3", "--if", "E:Lkd5xhb3").stderr
    assert line.startswith("--if:1:1: warning: false-capture ")


def test_explain_warns_of_what_the_move_claims() -> None:
    found = aofref("explain", "--variant", "aof2", "Lha5xfb3")
    assert found.exit_code == 0
    assert "  warning: false-capture E:Lha5 captures nothing on fb3\n" in found.stdout


def test_every_conditional_line_is_kept_in_its_order(agreed: str) -> None:
    one = "E:Lkd5-hb3 I:fa3-ga3 J:ga1-fa1 P:jf3-je3"
    two = "E:Lkd5-hc3 I:fa3-ga3 J:ga1-fa1 P:jf3-je3"
    found = aofref("play", agreed, "P:jg3-jf3", "--if", one, "--if", two)
    assert found.exit_code == 0
    text = " ".join(found.stdout.split())
    assert f"P:jg3-jf3 {{[%if {one}]}} {{[%if {two}]}} *" in text
    bad = aofref("play", agreed, "P:jg3-jf3", "--if", one, "--if", "E:Lkd5-hb3  I:fa3-zz3")
    assert (bad.exit_code, bad.stdout) == (1, "")
    assert bad.stderr.startswith("--if 2:1:13: no-such-cell I:fa3-zz3: ")


@pytest.mark.parametrize("rest", [[], ["--"], ["--foo"]])
def test_play_without_a_move_is_a_usage_error(agreed: str, rest: list[str]) -> None:
    found = aofref("play", agreed, *rest)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "Usage: " in found.stderr


@pytest.mark.parametrize("rest", [["--", "--"], ["0"], ["I:--"]])
def test_a_pass_can_be_given(tmp_path: Path, rest: list[str]) -> None:
    told = json.loads(
        (FIXTURES / "records" / "aof2-07-pass.json").read_text("utf-8").splitlines()[0]
    )
    event = next(event for event in told["events"] if event["type"] == "pass")
    record = next(split((line, None) for line in lines("aof2-07-pass.aof")))
    found = replay(read(record))
    before = [ply.lan for ply in found.plies[: event["ply"] - 1]]
    assert event["army"] == "I" and found.plies[event["ply"] - 1].lan == "--"
    tags = "".join(
        f'[{tag.name} "{tag.value}"]\n' for tag in read(record).tags if tag.name != "Result"
    )
    path = written(tmp_path, "before.aof", f"{tags}\n{' '.join(before)} *\n")
    done = aofref("play", path, *rest)
    assert done.exit_code == 0 and "I:--" in done.stdout, done.stderr


def lines(name: str) -> list[str]:
    return (FIXTURES / "records" / name).read_text("utf-8").splitlines(keepends=True)


@pytest.mark.parametrize("move", ["Lkd5-hb3", "E:Lkd5-hb3"])
def test_a_piece_not_on_turn_says_what_it_could_do(agreed: str, move: str) -> None:
    found = aofref("play", agreed, move)
    assert found.exit_code == 1
    could = "  were it the turn of E, E:Lkd5 could play: Lkd5-hb3 Lkd5-hc3 Lkd5-ie3 Lkd5-jf3\n"
    assert could in found.stderr and "legal moves of" not in found.stderr


def test_explain_a_piece_not_on_turn() -> None:
    found = aofref("explain", "--variant", "aof2", "ea3-fa3")
    assert found.exit_code == 1
    # ahead along both of its ways, once and twice (RULES 6)
    assert "I:Pea3 could play: ea3-fa3 ea3-fb3 ea3-ga3 ea3-gc3\n" in found.stdout


@pytest.mark.parametrize(
    ("cell", "status", "begins"),
    [
        ("ea3", 1, "--from:1:1: wrong-army I:Pea3 is not of army E"),
        ("fb3", 1, "--from:1:1: empty-cell nothing stands on fb3"),
        ("zz3", 2, "Usage: "),
    ],
)
def test_moves_from_a_cell_without_a_piece_to_move(cell: str, status: int, begins: str) -> None:
    found = aofref("moves", "--variant", "aof2", "--from", cell)
    assert (found.exit_code, found.stdout) == (status, "")
    assert found.stderr.startswith(begins)
    assert aofref("moves", "--variant", "aof2", "--count", "--from", cell).stdout == ""


def test_moves_from_a_piece_that_has_none() -> None:
    found = aofref("moves", "--variant", "aof2", "--from", "jb5", "--count")
    assert (found.exit_code, found.stdout) == (0, "0\n")


# 9: diff -----------------------------------------------------------------------------------------


def test_a_version_merely_shorter(agreed: str, tmp_path: Path) -> None:
    longer = written(tmp_path, "b.aof", f"{V}{OPENING} P:jg3-jf3 2. E:Lkd5-hb3 I:resigns *\n")
    found = aofref("diff", agreed, longer)
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == (
        "the records agree in all 3 plies; B goes on for 2 and a withdrawal\n"
        f"{longer}:3:36: P:jg3-jf3: legal\n"
    )
    assert "A goes on for 2" in aofref("diff", longer, agreed).stdout
    assert aofref("diff", agreed, agreed).stdout == "the records agree in all 3 plies\n"


def test_diff_counts_as_check_does(tmp_path: Path) -> None:
    one = written(tmp_path, "a.aof", f"{V}1. E:resigns I:ea3-fa3 J:Sha1-fb1 *\n")
    two = written(tmp_path, "b.aof", f"{V}1. E:resigns I:ea3-fa3 J:Sha1-gc1 *\n")
    assert aofref("diff", one, two).stdout.startswith("the records agree in 1 ply and differ")


def test_diff_prints_the_cells_that_differ(agreed: str, tmp_path: Path) -> None:
    other = written(tmp_path, "b.aof", f"{V}{OPENING.replace('fb1', 'gc1')} *\n")
    found = aofref("diff", agreed, other)
    assert found.exit_code == 1
    assert found.stdout.endswith(
        "at their ends they differ in:\n"
        f"  fb1: J:S in {agreed}, nothing in {other}\n"
        f"  gc1: nothing in {agreed}, J:S in {other}\n"
    )


def test_diff_of_takebacks_and_of_moves_that_stand(agreed: str, tmp_path: Path) -> None:
    back = "1. E:Lha5-fb3 I:da4-fa4 {[%arbiter takeback]} I:ea3-fa3 J:Sha1-fb1"
    taken = written(tmp_path, "taken.aof", f"{V}{back} *\n")
    found = aofref("diff", "--as-played", agreed, taken)
    assert (found.exit_code, found.stdout) == (0, "the records agree in all 3 plies\n")
    stands = "1. E:Lha5-fb3 I:da4-fa4 {[%arbiter stands]} J:Sha1-fb1"
    stood = written(tmp_path, "stood.aof", f"{V}{stands} *\n")
    found = aofref("diff", "--as-played", agreed, stood)
    assert found.exit_code == 1 and "agree in 1 ply and differ" in found.stdout
    assert f"{stood}:3:15: I:da4-fa4: blocked, stands: I:Pda4 cannot go" in found.stdout


def test_both_versions_end_in_the_same_illegal_move(tmp_path: Path) -> None:
    bad = written(tmp_path, "bad.aof", f"{V}1. E:Lha5-fb3 I:da3-zz3 *\n")
    found = aofref("diff", bad, bad)
    assert found.exit_code == 1
    assert found.stdout.startswith(
        "the records agree in all 1 ply, and in the next, which is illegal"
    )


@pytest.mark.parametrize(
    "args",
    [
        ("diff", "A", "A", "--ply", "2"),
        ("rules", "aof2", "--from", "jb4"),
        ("rules", "aof2", "--army", "E"),
        ("rules", "aof2", "P", "--army", "E"),
        ("threats", "A", "--position", f"{KINGS} E - 1", "--variant", "aof2"),
        ("threats", "--ply", "2", "--position", f"{KINGS} E - 1", "--variant", "aof2"),
    ],
)
def test_options_that_mean_nothing_together(agreed: str, args: tuple[str, ...]) -> None:
    found = aofref(*(agreed if arg == "A" else arg for arg in args))
    assert (found.exit_code, found.stdout) == (2, "") and "Usage: " in found.stderr


# 10: conditional lines ---------------------------------------------------------------------------


def played(tmp_path: Path, text: str, *moves: str) -> list[str]:
    """Play moves, a run each, and list what each run says of conditional lines."""
    path, said = written(tmp_path, "mail.aof", text), []
    for move in moves:
        found = aofref("play", "--as-played", path, move)
        assert found.exit_code == 0, found.stderr
        said.append(found.stderr)
        Path(path).write_text(found.stdout)
    return said


def test_a_line_followed_after_a_takeback_and_reported_once(tmp_path: Path) -> None:
    back = "1. E:Lha5-fb3 I:da4-fa4 {[%arbiter takeback]} I:ea3-fa3"
    line = "{[%if J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3 I:fa3-ga3]}"
    said = played(
        tmp_path, f"{V}{back} {line} J:Sha1-fb1 *\n", "P:jg3-jf3", "E:Lkd5-hb3", "I:fa3-ga3", "J:ga1-fa1"
    )  # fmt: skip
    assert "applies; next is E:Lkd5-hb3" in said[0] and "after ply 2" in said[0]
    assert "applies; next is I:fa3-ga3" in said[1]
    assert "played to its end" in said[2] and said[2].count("\n") == 1
    assert said[3] == ""


def test_a_line_departed_from_is_reported_once(tmp_path: Path) -> None:
    text = f"{V}1. E:Lha5-fb3 {{[%if I:ea3-fa3 J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3]}} I:ea4-fa4 *\n"
    assert played(tmp_path, text, "J:Sha1-fb1", "P:jg3-jf3") == ["", ""]


def test_no_line_of_a_player_who_has_left(tmp_path: Path) -> None:
    line = "{[%if I:ea3-fa3 J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3]}"
    said = played(tmp_path, f"{V}1. E:Lha5-fb3 {line} I:ea3-fa3 E:resigns *\n", "J:Sha1-fb1")
    assert said == [""]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("I:da3-fa3", "blocked"),
        ("I:ea3-fa3 P:jg3-jf3", "wrong-turn"),
        ("nix", "syntax"),
        ("I:ea3-fa3 (J:Sha1-fb1)", "moves alone"),
        ("", "no move"),
    ],
)
def test_a_line_that_cannot_be_played_is_a_warning(line: str, why: str) -> None:
    text = f"{V}1. E:Lha5-fb3 {{[%if {line}]}} I:ea3-fa3 *\n"
    found = aofref("check", "--quiet", stdin=text)
    assert found.exit_code == 0
    assert found.stderr.startswith("-:3:15: warning: conditional ") and why in found.stderr
    assert aofref("check", "--quiet", "--strict", stdin=text).exit_code == 1
    assert codes(text.replace("]}", "}")) == ["conditional"]


def test_a_line_that_can_be_played_is_none() -> None:
    line = "{[%if I:ea3-fa3 J:Sha1-fb1]}"
    assert codes(f"{V}1. E:Lha5-fb3 {line} (E:Lkd5-hb3 {line}) I:ea3-fa3 *\n") == []


# 11: text and JSON -------------------------------------------------------------------------------

RECORDS = [
    "1. E:Lha5-fb3 J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3 *",
    "1. E:Lha5-fb3 (E:Kjb5-jb4) J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3 1-0-0-0",
    "1. E:Lha5-fb3 E:Lkd5-hb3 I:ea3-fa3 (I:ea3-zz3 {x}) J:Sha1-fb1 *",
    "1. E:Lha5+ E:Lha5xfb3+I I:ea3-fa3 nix *",
    "1. E:Lha5-fb3 I:da4-fa4 {[%arbiter stands]} {[%if nix]} J:Sha1-fb1# 0-1-0-0",
    "1. E:resigns I:resigns J:resigns 1-0-0-0",
]


@pytest.mark.parametrize("args", [[], ["--as-played"]])
@pytest.mark.parametrize("movetext", RECORDS)
def test_the_same_verdict_as_text_and_as_json(movetext: str, args: list[str]) -> None:
    tags = [["Variant", "aof2"], ["Result", "*"]]
    tokens = [
        [token.kind.name.lower(), token.text]
        for token in read(next(split([(V, None), (movetext, None)]))).tokens
    ]
    as_json = json.dumps({"aof": 1, "tags": tags, "movetext": tokens})
    text = f'[Variant "aof2"]\n[Result "*"]\n\n{movetext}\n'
    one, other = told(text, *args), told(as_json, *args)

    def bare(value: object) -> object:
        if isinstance(value, dict):
            return {k: bare(v) for k, v in value.items() if k not in ("line", "column")}
        return [bare(v) for v in value] if isinstance(value, list) else value

    assert bare(one) == bare(other)
    reports = [aofref("check", *args, stdin=said).stdout for said in (text, as_json)]
    assert reports[0] == reports[1]


# 13: rules ---------------------------------------------------------------------------------------


def test_a_pawn_on_an_array_cell_is_of_its_army() -> None:
    # the Persian Pawn's ways are (0,-1) and (-1,-1), its captures those and a level (RULES 6)
    found = aofref("rules", "aof2", "P", "--from", "jg3").stdout
    assert "  P:Pjg3 on an empty board:\n  x he3 if3 je3 jf3\n" in found
    assert "  + only to capture: if2 if4 jf2 jf4\n" in found
    assert aofref("rules", "aof2", "P", "--from", "jg3", "--army", "E").stdout != found


@pytest.mark.parametrize("piece", ["P", "O"])
def test_where_armies_differ_the_army_must_be_said(piece: str) -> None:
    found = aofref("rules", "aof2", piece, "--from", "fd3")
    assert (found.exit_code, found.stdout) == (2, "") and "--army" in found.stderr
    assert aofref("rules", "aof2", piece, "--from", "fd3", "--army", "I").exit_code == 0
    assert aofref("rules", "aof2", "N", "--from", "fd3").exit_code == 0


# 16: pages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", variants.IDS)
def test_the_page_has_its_title_and_every_piece_its_sentence(name: str) -> None:
    variant = game(name).variant
    assert ".txt" not in variant.page and variant.page[0].isupper()
    quoted = pages._PIECES[name]
    assert {piece.name for piece in variant.pieces.values()} <= set(quoted)
    for sentences in quoted.values():
        assert all(said.endswith(".") and len(said) < 400 for said in sentences)


def test_a_proof_quotes_the_page() -> None:
    args = ("--variant", "aof2", "--position", "E:Kjb5;Bha3/I:Kdb2/J:Kke1/P:Kjh3 E - 1")
    found = aofref("explain", *args, "Bha3-ia2")
    assert "  rule: RULES 3; page Armies of Faith 2: Later Antiquity\n" in found.stdout
    assert (
        '  the page: "Only the vertical block swept out by each step need be complete,'
        in found.stdout
    )
    text = f'[Variant "aof2"]\n[Position "{args[3]}"]\n\n1. E:Bha3-ia2 *\n'
    proof = told(text)["error"]["proof"]
    assert proof["page"] == "Armies of Faith 2: Later Antiquity"
    assert proof["sentence"] == quotes.AOF2["Bishop"][1]
    assert ".txt" not in aofref("rules", "aof2").stdout


# 17, variations: convert -------------------------------------------------------------------------

VARIATIONS = f"{V}1. E:Lha5-fb3 (E:Lkd5-hb3 I:da3-fa3 {{n}} J:Sha1-fb1 (J:Sha1-gc1)) I:ea3-fa3 *\n"


def test_an_illegal_move_in_a_variation_is_a_warning_everywhere() -> None:
    for command in (["check", "--quiet"], ["convert"], ["show"]):
        found = aofref(*command, stdin=VARIATIONS)
        assert found.exit_code == 0
        assert found.stderr == (
            "-:3:27: warning: variation I:da3-fa3: in a variation: blocked, I:Pda3 cannot go "
            "ea3 fa3: ea3 is occupied by I:Pea3 (RULES 6)\n"
        )
    assert aofref("check", "--quiet", "--strict", stdin=VARIATIONS).exit_code == 1
    assert "\nwarning: variation at ply 2: I:da3-fa3: " in aofref("check", stdin=VARIATIONS).stdout
    assert codes(VARIATIONS) == ["variation"] and told(VARIATIONS)["status"] == "legal"


@pytest.mark.parametrize("to", ["lan", "san", "coord", "numeric", "courier", "json"])
def test_convert_reads_what_it_wrote(to: str) -> None:
    there = aofref("convert", "--to", to, stdin=VARIATIONS)
    assert there.exit_code == 0
    back = aofref("convert", "--from", to, stdin=there.stdout)
    assert (back.exit_code, back.stderr) == (0, "")
    assert "{illegal from here: I:da3-fa3} {n}" in " ".join(back.stdout.split())
    assert "{J:Sha1-fb1 ( J:Sha1-gc1 )}) I:ea3-fa3 *" in " ".join(back.stdout.split())
    assert aofref("convert", "--from", to, "--to", to, stdin=there.stdout).stdout == there.stdout


def test_a_variation_takes_the_place_of_the_move_before_it() -> None:
    right = f"{V}1. E:Lha5-fb3 I:ea3-fa3 (I:ea4-fa4 J:Sha1-fb1 (J:Sha1-gc1)) J:Sha1-fb1 *\n"
    assert codes(right) == []
    after_decision = (
        f"{V}1. E:Lha5-fb3 I:da4-fa4 {{[%arbiter takeback]}} (I:ea3-fa3) I:ea4-fa4 (I:ea3-fa3) *\n"
    )
    assert codes(after_decision, "--as-played") == []


def test_conditional_lines_are_written_in_the_notation() -> None:
    text = f"{V}1. E:Lha5-fb3 {{so [%if I:ea3-fa3 J:Sha1-fb1] !}} I:ea3-fa3 {{[%if nix]}} *\n"
    numeric = aofref("convert", "--to", "numeric", stdin=text).stdout
    assert "{so [%if I:0501306013 J:0801106021] !}" in numeric and "{[%if nix]}" in numeric
    assert "{so [%if I:fa3 J:Sfb1] !}" in aofref("convert", "--to", "san", stdin=text).stdout
    courier = aofref("convert", "--to", "courier", stdin=text).stdout
    assert "// so [%if I:ea3-fa3 J:Sha1-fb1] !\n" in courier  # its moves have blanks in them
    for there in (numeric, courier):
        assert "[%if I:ea3-fa3 J:Sha1-fb1]" in aofref("convert", stdin=there).stdout


def test_decisions_and_lines_are_heeded_through_courier() -> None:
    text = f"{V}1. E:Lha5-fb3 I:da4-fa4 {{[%arbiter stands]}} J:Sha1-fb1 {{[%if P:zz]}} *\n"
    courier = aofref("convert", "--as-played", "--to", "courier", stdin=text).stdout
    assert "\nI:P da4-fa4\n" in courier
    found = told(courier, "--as-played")
    assert (found["status"], found["plies"]) == ("legal", 3)
    assert [warning["code"] for warning in found["warnings"]] == ["conditional"]


@pytest.mark.parametrize(("to", "text"), [("lan", "Ndb2-df2"), ("numeric", "422462"), ("san", "Ndb2df2"), ("coord", "db2df2")])  # fmt: skip
def test_a_move_that_stood_keeps_its_round(to: str, text: str) -> None:
    moves = "1. ac1-ae1 af4-af2 2. ca3-ca5 ad6-ab6 3. Ndb2-df2 {[%arbiter stands]} 3... cf4-cf2"
    done = aofref("convert", "--as-played", "--to", to, stdin=f"{H}{moves} *\n")
    assert f"3. {text} {{[%arbiter stands]}} 3..." in " ".join(done.stdout.split())
    again = aofref("convert", "--as-played", "--from", to, stdin=done.stdout)
    assert " ".join(again.stdout.split()).endswith(f"{moves} *")


@pytest.mark.parametrize("verdict", ["takeback", "forfeits"])
@pytest.mark.parametrize(
    ("tried", "text"),
    [("E:Rka4-ga4", "E:1101407014"), ("E:Kjb5-zz2", "E:Kjb5-zz2")],  # zz2 has no digits
)
def test_a_move_that_did_not_stand_keeps_its_round(verdict: str, tried: str, text: str) -> None:
    source = f"{V}1. {tried} {{[%arbiter {verdict}]}} *\n"
    done = aofref("convert", "--as-played", "--to", "numeric", stdin=source)
    assert done.exit_code == 0
    assert done.stdout == f"{V}1. {text} {{[%arbiter {verdict}]}} *\n\n"
    again = aofref(
        "convert", "--as-played", "--from", "numeric", "--to", "numeric", stdin=done.stdout
    )
    assert again.stdout == done.stdout


def test_a_move_that_stands_out_of_turn_is_where_it_was() -> None:
    text = f"{V}1. E:Lha5-fb3 J:Sha1-fb1 {{[%arbiter stands]}} P:jg3-jf3 E:Lkd5-hb3 *\n"
    whole = told(text, "--as-played")
    assert (whole["status"], whole["plies"]) == ("legal", 4)
    shown = [
        aofref("show", "--as-played", "--format", "position", *args, stdin=text).stdout
        for args in ([], ["--ply", "4"])
    ]
    assert shown[0] == shown[1] == f"{whole['position']}\n"


def test_a_result_in_a_variation_and_a_second_result_are_kept() -> None:
    text = f"{V}1. E:Lha5-fb3 (E:Lkd5-hb3 1-0-0-0) I:ea3-fa3 1/2-1/2-0-0 {{c}} * {{d}}\n"
    found = aofref("convert", stdin=text)
    flat = " ".join(found.stdout.split())
    assert flat.endswith("(1. E:Lkd5-hb3 1-0-0-0) I:ea3-fa3 {c} {d} 1/2-1/2-0-0 *")
    assert aofref("convert", stdin=found.stdout).stdout == found.stdout


# status: check and convert agree (issue 9) --------------------------------------------------------


@pytest.mark.parametrize(
    ("record", "status"),
    [
        (f"{V}1. E:Lha5-fb3 *", 0),
        (f"{V}1. E:resigns I:resigns J:resigns 1-0-0-0", 1),
        ('[Variant "aof2"]\n[Result "foo"]\n\n1. E:Lha5-fb3 *', 2),
        (f"{V}1. E:Kjb5-aa1 foo *", 2),
        (f"{V}1. E:Kjb5-aa1 *", 1),
        (f"{V}1. E:Lha5-fb3 (E:Kjb5-aa1) *", 0),
        (f"{V}1. E:Lha5-fb3 (foo) *", 2),
        (f"{V}1. E:Lha5xfb3 *", 0),
        (f"{V}1. E:Lha5-fb3 ( *", 2),
        ('[Variant "chess"]\n\n*', 2),
    ],
)
def test_check_and_convert_agree(record: str, status: int) -> None:
    found = [aofref(command, stdin=f"{record}\n") for command in ("check", "convert")]
    assert [one.exit_code for one in found] == [status, status]
    told = [
        [line for line in one.stderr.splitlines() if line.startswith("-:") and "lines" not in line]
        for one in found
    ]
    assert told[0] == told[1]


def test_a_claim_is_not_held_against_a_record_that_could_not_be_read() -> None:
    found = aofref("check", "--quiet", stdin=f"{V}1. E:resigns I:resigns ~~ J:resigns 0-0-0-1\n")
    assert found.exit_code == 2 and "false-result" not in found.stderr


# 18, 19 and the system ---------------------------------------------------------------------------


@pytest.mark.parametrize("form", ["svg", "html"])
def test_two_drawings_are_not_one_document(tmp_path: Path, form: str) -> None:
    two = f"{V}1. E:Lha5-fb3 *\n\n" + '[Variant "hec"]\n[White "Ada L."]\n[Black "Bé/b"]\n\n*\n'
    found = aofref("show", "--format", form, stdin=two)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "--game N" in found.stderr and "--output-dir DIR" in found.stderr
    second = aofref("show", "--format", form, "--game", "2", stdin=two)
    assert second.exit_code == 0 and second.stdout.count("</title>\n") == 1
    missing = aofref("show", "--format", form, "--game", "3", stdin=two)
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert missing.stderr == "-:1:1: no-record there is no record 3, but 2\n"
    folder = tmp_path / "out"
    done = aofref("show", "--format", form, "--output-dir", str(folder), stdin=two)
    names = [f"001.{form}", f"002-Ada-L-Bé-b.{form}"]
    assert done.exit_code == 0 and sorted(path.name for path in folder.iterdir()) == names
    assert done.stdout.splitlines() == [str(folder / name) for name in names]
    assert (folder / names[1]).read_text("utf-8") == second.stdout


def test_show_one_game_as_text() -> None:
    two = f"{V}1. E:Lha5-fb3 *\n\n{V}1. E:Lha5-fb3 I:ea3-fa3 *\n"
    assert "\nAfter ply 2, " in aofref("show", "--game", "2", stdin=two).stdout


MANY = f"{V}1. E:Lha5-fb3 *\n\n" * 400


@pytest.mark.skipif(not hasattr(os, "fork"), reason="pipes are not closed that way here")
@pytest.mark.parametrize(
    "args", [["check"], ["check", "--jobs", "2"], ["convert"], ["show"], ["check", "--help"], ["rules", "aof2"]]
)  # fmt: skip
def test_a_closed_pipe_ends_the_run_as_it_ends_cat(args: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, "many.aof", MANY)
    files = [path] if args[0] != "rules" and "--help" not in args else []
    reader, writer = os.pipe()
    run = [sys.executable, "-m", "aofref", *args, *files]
    process = subprocess.Popen(run, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    if files:
        os.read(reader, 1)
    os.close(reader)
    _, said = process.communicate(timeout=60)
    assert said == b""
    assert process.returncode == -13  # the shell says 141


def test_a_pipe_that_is_read_to_its_end() -> None:
    command = f"{sys.executable} -m aofref variants | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.startswith("aof2 ") and done.stdout.splitlines()[1] in ("0", "141")
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("args", [["variants"], ["--help"], ["check", "--help"], ["--version"]])
def test_a_full_disk_is_one_line(args: list[str]) -> None:
    with Path("/dev/full").open("w") as full:
        run = [sys.executable, "-m", "aofref", *args]
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "aofref: No space left on device\n")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="this system has no /proc")
def test_a_read_error_costs_no_other_file(tmp_path: Path) -> None:
    good = written(tmp_path, "good.aof", f"{V}1. E:Lha5-fb3 *\n")
    found = aofref("check", "--format", "json", "/proc/self/mem", good)
    assert found.exit_code == 2
    assert found.stderr.startswith("/proc/self/mem:1:1: cannot-open ")
    assert json.loads(found.stdout)["plies"] == 1


def test_no_message_of_the_command_line_spells_a_code_out() -> None:
    for path in sorted((ROOT / "aofref" / "cli").glob("*.py")):
        text = path.read_text("utf-8")
        for code in Code:
            if "-" in code.value and code.value != "no-record":
                assert f"{code.value} " not in text and f"{code.value}:" not in text, path


def test_conversion_listens_to_the_one_driver() -> None:
    raw = next(split([(V, None), ("1. E:Lha5-fb3 (E:Kjb5-jb4) I:ea3-zz3 *\n", None)]))
    done, found = rewrite(read(raw), Setting(), None), replay(read(raw))
    assert done.findings == found.findings
    assert [finding.token for finding in found.findings] == [3, 5]


def test_no_control_character_reaches_a_report(agreed: str, tmp_path: Path) -> None:
    bad = written(tmp_path, "bad.aof", f"{V}1. E:Kjb5\033c-aa1 *\n")
    for found in (aofref("check", bad), aofref("diff", agreed, bad)):
        assert "\033" not in found.output and "\\x1b" in found.output
    titled = f'[Event "a\033[31mb"]\n{V}*\n'
    assert "\033" not in aofref("show", "--format", "html", stdin=titled).stdout
