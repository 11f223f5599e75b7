"""Variations: judged and kept, the illegal ones too."""

from __future__ import annotations

import pytest

from tests.helpers import aofref
from tests.judging import H, V, codes, told

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
