"""`play`, `explain` and `moves`: what they answer, word for word."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref.judge.replay.driver import replay
from aofref.notation.records import read, split
from tests.helpers import FIXTURES, aofref
from tests.judging import OPENING, V, lines, written


@pytest.fixture
def agreed(tmp_path: Path) -> str:
    return written(tmp_path, "agreed.aof", f"{V}{OPENING} *\n")


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


def test_explain_a_piece_not_on_turn() -> None:
    found = aofref("explain", "--variant", "aof2", "ea3-fa3")
    assert found.exit_code == 1
    # ahead along both of its ways, once and twice (RULES 6)
    assert "I:Pea3 could play: ea3-fa3 ea3-fb3 ea3-ga3 ea3-gc3\n" in found.stdout


def test_moves_from_a_piece_that_has_none() -> None:
    found = aofref("moves", "--variant", "aof2", "--from", "jb5", "--count")
    assert (found.exit_code, found.stdout) == (0, "0\n")
