"""The arbiter's desk: what `play`, `explain` and `moves` answer; decisions, conditional lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import aofref
from tests.judging import HEAD, OPENING, V, written


@pytest.fixture
def agreed(tmp_path: Path) -> str:
    return written(tmp_path, "agreed.aof", f"{V}{OPENING} *\n")


@pytest.mark.parametrize(
    ("position", "move", "code", "proof"),
    [
        # a Rook's way from ka4 along row a is held by the Indian Knight on ia4
        ("E:Kjb5;Rka4/I:Kdb2;Nia4/J:Kjb1/P:Kjh3", "Rka4-ga4", "blocked",
         ["rule: RULES 4", "path: ka4 > ja4 > ia4 > ha4 > ga4", "in the way: I:Nia4"]),
        # RULES 11: the Bishop cannot go ha3-ia2-ja1, level 3 lacks ia3
        ("E:Kjb5;Bha3/I:Kdb2/J:Kke1/P:Kjh3", "Bha3-ia2", "missing-cell", ["missing cell: ia3"]),
        # the Persian Rook on gd5 sees gd3 once the Knight on gd4 leaves
        ("E:Kgd3;Ngd4/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5", "Ngd4-ge2", "in-check", ["check: P:Rgd5 through gd4"]),
        ("E:Kjb5;Pca4/I:Kdb2/J:Kjb1/P:Kjh3", "ca4-ba4", "promotion-required", ["possible: F"]),
    ],
)  # fmt: skip
def test_a_refusal_is_a_proof(position: str, move: str, code: str, proof: list[str]) -> None:
    found = aofref("explain", "--variant", "aof2", "--position", f"{position} E - 1", move)
    assert found.exit_code == 1
    assert f"refused, {code}" in found.stdout
    for line in [*proof, "page Armies of Faith 2: Later Antiquity", "legal moves of E:", "turn: E"]:
        assert line in found.stdout
    record = f'[Variant "aof2"]\n[Position "{position} E - 1"]\n\n1. E:{move} *\n'
    report = aofref("check", stdin=record)
    assert report.exit_code == 1
    for line in proof:
        assert line in report.stdout
    told = json.loads(aofref("check", "--format", "json", stdin=record).stdout)
    assert told["error"]["code"] == code and "moves" in told["error"]["proof"]


@pytest.mark.parametrize(
    ("line", "status", "code"),
    [
        ("E:Lkd5-hb3 I:fa3-ga3", 1, "wrong-turn"),  # ends with another's move
        ("E:Lkd5-kd5 P:jf3-je3", 1, "own-piece"),  # illegal at its first step
        ("E:Lkd5-hb3 P:jf3-je3", 1, "wrong-turn"),  # a reply is not spelled out
        ("E:Lkd5-hb3 (I:x)", 2, "syntax"),  # not linear
    ],
)
def test_bad_conditional_lines(agreed: str, line: str, status: int, code: str) -> None:
    found = aofref("play", agreed, "P:jg3-jf3", "--if", line)
    assert (found.exit_code, found.stdout) == (status, "")
    assert code in found.stderr


def test_wrong_turn_names_the_slip() -> None:
    left_out = HEAD + "1. E:Lha5-fb3 J:Sha1-fb1 P:jg3-jf3 E:Lkd5-hb3 *\n"
    found = aofref("check", stdin=left_out)
    assert "it is the turn of the Indian army, not of the Jewish army" in found.stderr
    assert (
        "if a move of the Indian army is missing here, 3 of the 3 moves from here on are legal"
        in found.stdout
    )
    put_in = HEAD + "1. E:Lha5-fb3 E:Lkd5-hb3 I:ea3-fa3 J:Sha1-fb1 *\n"
    found = aofref("check", stdin=put_in)
    assert "if this move is one too many, 2 of the 2 moves after it are legal" in found.stdout
    # for I the move does not fit either: Pga4 is another army's Pawn
    other = HEAD + "1. E:Lha5-fb3 *\n"
    for found in (
        aofref("check", stdin=other.replace(" *", " I:ga4-fa4 *")),
        aofref("play", "-", "--by", "E", "ga4-fa4", stdin=other),
    ):
        assert found.exit_code == 1 and "is missing here" not in found.output


@pytest.mark.parametrize("verdict", ["stands", "takeback", "forfeits"])
def test_a_game_goes_on_after_a_decision(verdict: str) -> None:
    last = "J:Sha1-fb1" if verdict != "takeback" else "I:ea3-fa3 J:Sha1-fb1"
    text = f"{HEAD}1. E:Lha5-fb3 I:da4-fa4 {{[%arbiter {verdict}]}} {last} *\n"
    converted = aofref("convert", "--as-played", stdin=text)
    assert converted.exit_code == 0 and "illegal from here" not in converted.stdout
    again = aofref("convert", "--as-played", stdin=converted.stdout)
    assert again.stdout == converted.stdout
    played = aofref("play", "--as-played", "-", "P:jg3-jf3", stdin=converted.stdout)
    assert played.exit_code == 0 and "P:jg3-jf3" in played.stdout
    assert aofref("play", "-", "P:jg3-jf3", stdin=converted.stdout).exit_code == 1


def test_moves_of_others_stay_between_those_of_an_army_that_forfeits() -> None:
    """The Indians go on for two rounds behind their illegal move; only their moves become comments."""
    text = f"""{HEAD}1. E:Lha5-fb3 I:da4-fa4 {{oops}} J:Sha1-fb1 P:jg3-jf3
2. E:Lfb3-ha5 I:ea4-fa4 $1 {{x}} J:Sfb1-ha1 P:jf3-je3
3. E:Lha5-fb3 I:fa4-ga4! *
"""
    done = aofref("decide", "-", "forfeits", stdin=text)
    assert done.exit_code == 0, done.stderr
    assert (
        done.stdout.rstrip()
        == f"""{HEAD}1. E:Lha5-fb3 I:da4-fa4 {{[%arbiter forfeits]}} {{oops}} J:Sha1-fb1 P:jg3-jf3
2. E:Lfb3-ha5 {{illegal from here: I:ea4-fa4 $1}} {{x}} J:Sfb1-ha1 P:jf3-je3
3. E:Lha5-fb3 {{illegal from here: I:fa4-ga4!}} *"""
    )
    assert aofref("check", "--as-played", "--quiet", stdin=done.stdout).exit_code == 0


# Word for word ----------------------------------------------------------------------------------


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


@pytest.mark.parametrize("words", [["--", "--"], ["0"], ["I:--"]])
def test_a_pass_can_be_given(words: list[str]) -> None:
    line = "E:Kjb5/I:Kba3/J:Kjb1/P:Kjh3;Nha1,ja4;Rca2,ca4,fb3 I - 1"  # aof2.268
    done = aofref("play", "-", *words, stdin=f'[Variant "aof2"]\n[Position "{line}"]\n\n*\n')
    assert done.exit_code == 0 and " I:-- *" in done.stdout, done.stderr


def test_a_conditional_line_at_fault_is_named_by_its_number(agreed: str) -> None:
    lines = ["--if", "E:Lkd5-hb3 I:fa3-ga3 J:ga1-fa1 P:jf3-je3", "--if", "E:Lkd5-hb3  I:fa3-zz3"]
    bad = aofref("play", agreed, "P:jg3-jf3", *lines)
    assert (bad.exit_code, bad.stdout) == (1, "")
    assert bad.stderr.startswith("--if 2:1:13: no-such-cell I:fa3-zz3: ")


def test_explain_a_piece_not_on_turn() -> None:
    found = aofref("explain", "--variant", "aof2", "ea3-fa3")
    assert found.exit_code == 1
    # ahead along both of its ways, once and twice (RULES 6)
    assert "I:Pea3 could play: ea3-fa3 ea3-fb3 ea3-ga3 ea3-gc3\n" in found.stdout


def test_moves_from_a_piece_that_has_none() -> None:
    found = aofref("moves", "--variant", "aof2", "--from", "jb5", "--count")
    assert (found.exit_code, found.stdout) == (0, "0\n")
