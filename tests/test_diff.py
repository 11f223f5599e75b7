"""`diff`: two versions of a game, and claimed positions."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.helpers import aofref
from tests.judging import KINGS, OPENING, V, written


@pytest.fixture
def agreed(tmp_path: Path) -> str:
    return written(tmp_path, "agreed.aof", f"{V}{OPENING} *\n")


def test_a_version_merely_shorter(agreed: str, tmp_path: Path) -> None:
    longer = written(tmp_path, "b.aof", f"{V}{OPENING} P:jg3-jf3 2. E:Lkd5-hb3 I:resigns *\n")
    found = aofref("diff", agreed, longer)
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == (
        f"the records agree in all 3 plies; {longer} has 2 plies and a withdrawal more\n"
        f"{longer}:3:36: P:jg3-jf3: legal\n"
    )
    assert f"{longer} has 2 plies and a withdrawal more" in aofref("diff", longer, agreed).stdout
    assert aofref("diff", agreed, agreed).stdout == "the records agree in all 3 plies\n"


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ("1-0", "0-1", "1-0 in {a}, 0-1 in {b}"),
        ("1-0", "*", "1-0 in {a}, * in {b}"),
        ("*", "B:resigns *", "* in {a}, 1-0 in {b}"),
        ("{[%draw W B]} *", "1-0", "1/2-1/2 in {a}, 1-0 in {b}"),
        ("{[%draw W B]} *", "1/2-1/2", ""),
        ("B:resigns *", "B:resigns 1-0", ""),
    ],
)
def test_results_that_differ(tmp_path: Path, a: str, b: str, said: str) -> None:
    head = '[Variant "sd2l-cohen"]\n\n1. bg3-bg4'
    one = written(tmp_path, "a.aof", f"{head} {a}\n")
    two = written(tmp_path, "b.aof", f"{head} {b}\n")
    found = aofref("diff", one, two)
    assert found.exit_code == (1 if said else 0)
    assert ("the results differ: " in found.stdout) == bool(said)
    assert said.format(a=one, b=two) in found.stdout
    data = json.loads(aofref("diff", "--format", "json", one, two).stdout)
    assert data["outcome"] == ("differ" if said else "agree") and data["cells"] == []
    assert (data["results"]["a"] != data["results"]["b"]) == bool(said)


def test_tags_that_differ_are_listed(tmp_path: Path) -> None:
    head = '[Variant "sd2l-cohen"]\n[White "Anna"]\n[Round "1"]\n\n1. bg3-bg4 *\n'
    one = written(tmp_path, "a.aof", head)
    other = head.replace("sd2l-cohen", "CSD2L").replace("Anna", "Ann").replace("Round", "Event")
    two = written(tmp_path, "b.aof", other)
    found = aofref("diff", one, two)
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == (
        "the records agree in all 1 ply\ntags that differ:\n"
        f'  White: "Anna" in {one}, "Ann" in {two}\n'
        f'  Round: "1" in {one}, nothing in {two}\n'
        f'  Event: nothing in {one}, "1" in {two}\n'
    )
    data = json.loads(aofref("diff", "--format", "json", one, two).stdout)
    assert data["outcome"] == "agree"
    assert data["tags"] == [
        {"name": "White", "a": "Anna", "b": "Ann"},
        {"name": "Round", "a": "1", "b": None},
        {"name": "Event", "a": None, "b": "1"},
    ]


def test_diff_counts_as_check_does(tmp_path: Path) -> None:
    one = written(tmp_path, "a.aof", f"{V}1. E:resigns I:ea3-fa3 J:Sha1-fb1 *\n")
    two = written(tmp_path, "b.aof", f"{V}1. E:resigns I:ea3-fa3 J:Sha1-gc1 *\n")
    assert aofref("diff", one, two).stdout.startswith("the records agree in 1 ply and differ")


def test_diff_prints_the_cells_that_differ(agreed: str, tmp_path: Path) -> None:
    other = written(tmp_path, "b.aof", f"{V}{OPENING.replace('fb1', 'gc1')} *\n")
    found = aofref("diff", agreed, other)
    assert found.exit_code == 1
    assert found.stdout.endswith(
        "their last positions differ in:\n"
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
        ("threats", "A", "--position", f"{KINGS} E - 1", "--variant", "aof2"),
        ("threats", "--ply", "2", "--position", f"{KINGS} E - 1", "--variant", "aof2"),
    ],
)
def test_options_that_mean_nothing_together(agreed: str, args: tuple[str, ...]) -> None:
    found = aofref(*(agreed if arg == "A" else arg for arg in args))
    assert (found.exit_code, found.stdout) == (2, "") and "Usage: " in found.stderr
