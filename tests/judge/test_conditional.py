"""Conditional lines, variations, and the results that a record states."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref.judge.replay.driver import replay
from aofref.notation.records import read
from tests.helpers import aofref
from tests.judging import H, V, codes, faults, judged_as, of_text, told
from tests.judging import played_on as played_asked

SEVERAL = (
    '[Variant "aof2"]\n\n1. E:Lha5-fb3+I {[%if I:ea3-fa3 J:zz1-fb1] [%if x} I:ea3-fa3 '
    "(1... I:fa3-fa3) 1... J:resigns 0-0-1-0\n"
)
"""A false check, a line that goes wrong at its second move, one not closed; a false result."""


def test_a_conditional_line_tells_the_ply_that_goes_wrong() -> None:
    told = json.loads(aofref("check", "--format", "json", stdin=SEVERAL).stdout)
    assert (told["error"]["code"], told["error"]["ply"]) == ("false-result", 2)
    (false,) = [one for one in told["warnings"] if one["code"] == "false-check"]
    assert (false["ply"], false["army"], false["move"]) == (1, "E", "Lha5-fb3+I")
    (where,) = [one for one in told["warnings"] if "no-such-cell" in one["message"]]
    assert (where["ply"], where["army"], where["move"]) == (3, "J", "zz1-fb1")


def test_what_is_wrong_is_shown_where_it_stands() -> None:
    found = replay(read(of_text(SEVERAL)))
    texts = {token.ordinal: token.text for token in found.record.tokens}
    told = {texts[finding.token]: finding.code.value for finding in found.findings}
    assert told == {
        "E:Lha5-fb3+I": "false-check",
        "[%if I:ea3-fa3 J:zz1-fb1] [%if x": "conditional",
        "I:fa3-fa3": "variation",
        "0-0-1-0": "false-result",
    }
    text = '[Variant "aof2"]\n[Result "1-0-0-0"]\n\n1. E:resigns I:ea3-fa3\n'
    tagged = judged_as(text)
    assert not faults(tagged)
    assert [one.place.line for one in tagged.findings] == [2]


# Conditional lines on the command line -------------------------------------------------------------


def test_a_line_followed_after_a_takeback_and_reported_once(tmp_path: Path) -> None:
    back = "1. E:Lha5-fb3 I:da4-fa4 {[%arbiter takeback]} I:ea3-fa3"
    line = "{[%if J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3 I:fa3-ga3]}"
    said = played_asked(
        tmp_path, f"{V}{back} {line} J:Sha1-fb1 *\n", "P:jg3-jf3", "E:Lkd5-hb3", "J:ga1-fa1"
    )  # fmt: skip
    assert "applies; next is E:Lkd5-hb3" in said[0] and "after ply 2" in said[0]
    assert "played to its end" in said[1] and said[1].count("\n") == 1  # and I's move is played
    assert said[2] == ""


def test_a_line_departed_from_is_reported_once(tmp_path: Path) -> None:
    text = f"{V}1. E:Lha5-fb3 {{[%if I:ea3-fa3 J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3]}} I:ea4-fa4 *\n"
    assert played_asked(tmp_path, text, "J:Sha1-fb1", "P:jg3-jf3") == ["", ""]


def test_no_line_of_a_player_who_has_left(tmp_path: Path) -> None:
    line = "{[%if I:ea3-fa3 J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3]}"
    said = played_asked(tmp_path, f"{V}1. E:Lha5-fb3 {line} I:ea3-fa3 E:resigns *\n", "J:Sha1-fb1")
    assert said == [""]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("I:da3-fa3", "blocked"),
        ("I:ea3-fa3 P:jg3-jf3", "wrong-turn"),
        ("nix", "syntax"),
        ("I:ea3-fa3 (J:Sha1-fb1)", "only moves"),
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


# Lines that are played -----------------------------------------------------------------------------

TWO = '[Variant "sd2l-cohen"]\n\n1. bg3-bg4 {} *\n'


def answered(lines: str, *words: str, text: str = TWO) -> tuple[str, str]:
    """Play words on a record with conditional lines: what was added, what is said of the lines."""
    record = text.replace("{}", lines)
    found = aofref("play", "-", *words, stdin=record)
    assert found.exit_code == 0, found.stderr
    *said, _ = found.stderr.splitlines(keepends=True)
    before, now = (
        " ".join(text.split("\n\n")[1].replace("1... ", "").replace("2... ", "").split())
        for text in (record, found.stdout)
    )
    before = before.removesuffix("*")
    assert now.startswith(before), (now, before)
    return now.removeprefix(before), "".join(said)


def test_the_answers_of_a_line_are_played_as_far_as_it_reaches() -> None:
    line = "{[%if bj7-bj6 bf3-bf4 bf6-bf5 bh3-bh4]}"
    added, said = answered(line, "bj7-bj6")
    assert added == "bj7-bj6 2. bf3-bf4 {[%conditional 1]} *"
    assert said.endswith("applies; next is bf6-bf5\n")
    added, said = answered(line, "bj7-bj6", "bf3-bf4", "bf6-bf5")
    assert added == "bj7-bj6 2. bf3-bf4 bf6-bf5 3. bh3-bh4 {[%conditional 1]} *"
    assert said.endswith("played to its end\n")


def test_lines_of_both_players_answer_each_other() -> None:
    mine = "bf3-bf4 bf6-bf5"
    added, _ = answered("{[%if bj7-bj6 bf3-bf4]}", "bj7-bj6", "--if", mine)
    assert added == (
        f"bj7-bj6 {{[%if {mine}]}} 2. bf3-bf4 {{[%conditional 1]}} bf6-bf5 {{[%conditional 2]}} *"
    )
    bare, said = answered("{[%if bj7-bj6 bf3-bf4]}", "bj7-bj6", "--no-if")
    assert bare == "bj7-bj6 *" and said.endswith("applies; next is bf3-bf4\n")


@pytest.mark.parametrize(
    ("lines", "words", "added"),
    [
        # Two lines given at once that differ, and a later one that is the player's last word.
        ("{[%if bj7-bj6 bf3-bf4] [%if bj7-bj6 bh3-bh4]}", ["bj7-bj6"], "bj7-bj6 *"),
        ("{[%if bj7-bj6 bf3-bf4] [%if bj7-bj6 bf3-bf4]}", ["bj7-bj6"],
         "bj7-bj6 2. bf3-bf4 {[%conditional 1]} *"),
        ("{[%if bj7-bj6 bf3-bf4 bf6-bf5 bh3-bh4]} bj7-bj6 2. bf3-bf4 {[%if bf6-bf5 bd4-bd5]}", ["bf6-bf5"],
         "bf6-bf5 3. bd4-bd5 {[%conditional 3]} *"),
        # Another move, a line in a variation, one that cannot be played, a draw, a withdrawal.
        ("{[%if bj7-bj6 bf3-bf4]}", ["bf6-bf5"], "bf6-bf5 *"),
        ("(1. bf3-bf4 {[%if bj7-bj6 bg3-bg4]})", ["bj7-bj6"], "bj7-bj6 *"),
        ("{[%if bj7-bj6 bf3-bf9]}", ["bj7-bj6"], "bj7-bj6 *"),
        ("{[%if bj7-bj6 bf3-bf4]}", ["bj7-bj6", "draw"], "bj7-bj6 {[%draw B]} *"),
        ("{[%if bj7-bj6 bf3-bf4]}", ["bj7-bj6", "--result", "1/2-1/2"], "bj7-bj6 1/2-1/2"),
        ("{[%if bj7-bj6 bf3-bf4]}", ["B:resigns"], "B:resigns 1-0"),
        # An answer that ends the game.
        ("{[%if bj7-bj6 W:resigns]}", ["bj7-bj6"], "bj7-bj6 W:resigns {[%conditional 1]} 0-1"),
    ],
)  # fmt: skip
def test_which_line_is_played(lines: str, words: list[str], added: str) -> None:
    assert answered(lines, *words)[0] == added


def test_a_line_may_be_written_as_people_type() -> None:
    added, said = answered("", "bj7-bj6", "--if", "w:BF3-BF4 resign")
    assert added == "bj7-bj6 {[%if W:bf3-bf4 B:resigns]} *".replace("W:", "")
    assert said.endswith("applies; next is W:bf3-bf4\n")


def test_a_line_before_the_first_move_is_of_whom_it_ends_with() -> None:
    text = '[Variant "sd2l-cohen"]\n\n{[%if bg3-bg4 bj7-bj6]} *\n'
    assert answered("", "bg3-bg4", text=text)[0] == "1. bg3-bg4 bj7-bj6 {[%conditional 0]} *"


def test_who_leaves_his_own_line_is_told_which() -> None:
    said = answered("{[%if bj7-bj6 bf3-bf4]} bj7-bj6", "bh3-bh4")[1]
    assert said == (
        "conditional line after ply 1 (bj7-bj6 bf3-bf4): "
        "stops applying at ply 3, where White leaves its own line\n"
    )
    assert answered("{[%if bj7-bj6 bf3-bf4]}", "bf6-bf5")[1].endswith("stops applying at ply 2\n")


# Variations: judged and kept, the illegal ones too ------------------------------------------------

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
