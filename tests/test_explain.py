"""`play`, `explain` and `moves`: what they answer, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers import aofref
from tests.judging import OPENING, V, written


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
