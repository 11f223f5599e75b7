"""`tag`: tags and results that are set, corrected and removed; and an arbiter's words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref.judge.edit.amend import tagged
from aofref.notation.records import read
from tests.helpers import aofref
from tests.judging import of_text

TEXT = """[Event "x"]
[White "Anna"]
[Annotator "me"]
[Variant "sd2l-cohen"]

1. bg3-bg4   {so} bj7-bj6 ; here
*
"""


@pytest.mark.parametrize(
    ("args", "before", "after"),
    [
        (['White=B "o" \\'], '"Anna"', r'"B \"o\" \\"'),
        (["White="], '"Anna"', '""'),
        (["Round=2", "Site=a=b"], 'cohen"]\n', 'cohen"]\n[Round "2"]\n[Site "a=b"]\n'),
        (["--pace", "10/50d"], 'cohen"]\n', 'cohen"]\n[TimeControl "10/4320000"]\n'),
        (["Variant=CSD2L"], "sd2l-cohen", "CSD2L"),
        (["--remove", "Event", "--remove", "White"], '[Event "x"]\n[White "Anna"]\n', ""),
        (["Result=1-0"], 'cohen"]\n\n1. bg3-bg4   {so} bj7-bj6 ; here\n*',
         'cohen"]\n[Result "1-0"]\n\n1. bg3-bg4   {so} bj7-bj6 ; here\n1-0'),
    ],
)  # fmt: skip
def test_nothing_else_changes(args: list[str], before: str, after: str) -> None:
    found = aofref("tag", "-", *args, stdin=TEXT)
    assert (found.exit_code, found.stderr) == (0, "")
    assert found.stdout == TEXT.replace(before, after)


@pytest.mark.parametrize(
    ("text", "changes", "after"),
    [
        ("1. bg3-bg4 *\n", {"Variant": "csd2l"}, '[Variant "csd2l"]\n\n1. bg3-bg4 *\n'),
        ('[A "1"] [B "2"] 1. bg3-bg4 *\n', {"A": None}, ' [B "2"] 1. bg3-bg4 *\n'),
        ('[A "1"] [B "2"] 1. bg3-bg4 *\n', {"C": "3"}, '[A "1"] [B "2"]\n[C "3"] 1. bg3-bg4 *\n'),
        ('[A "1"]\n[B "2"]\n[A "3"]\n\n*\n', {"A": "4"}, '[A "4"]\n[B "2"]\n\n*\n'),
        ('[A "1"]\n\n*\n', {"A": None, "B": "2"}, '[B "2"]\n\n*\n'),
        ('[A "1"]\n', {"Result": "1-0"}, '[A "1"]\n[Result "1-0"]\n\n1-0\n'),
        ('[A "1"]\n\n1. a', {"Result": "1-0"}, '[A "1"]\n[Result "1-0"]\n\n1. a\n1-0\n'),
        ("1. a (1. b 0-1) * 0-1\n", {"Result": "1-0"}, '[Result "1-0"]\n\n1. a (1. b 0-1) 1-0 1-0\n'),
        ('[Termination "Abandoned"]\n[A "1"]\n\n1. a 1-0\n', {"Result": "*"},
         '[A "1"]\n[Result "*"]\n\n1. a *\n'),
        ('[Termination "Abandoned"]\n\n1. a 1-0\n', {"Result": "*", "Termination": "unterminated"},
         '[Termination "unterminated"]\n[Result "*"]\n\n1. a *\n'),
        ('[Termination "unterminated"]\n\n1. a *\n', {"Result": "*"},
         '[Termination "unterminated"]\n[Result "*"]\n\n1. a *\n'),
        ('{x}\n[A "1"]\n; y\n[B "2"]\n\n1. a *\n', {"C": "3"}, '{x}\n[A "1"]\n; y\n[B "2"]\n[C "3"]\n\n1. a *\n'),
        ('[A "1"]\n\n1. a [B "2"] *\n', {"C": "3"}, '[A "1"]\n[C "3"]\n\n1. a [B "2"] *\n'),
    ],
)  # fmt: skip
def test_where_a_tag_is_written(text: str, changes: dict[str, str | None], after: str) -> None:
    assert tagged(read(of_text(text)), changes).text == after


def test_a_record_in_json_stays_one() -> None:
    text = aofref("convert", "--to", "json", stdin=TEXT).stdout
    found = aofref("tag", "-", "Result=1-0", "White=Bo", "--remove", "Event", stdin=text)
    data = json.loads(found.stdout)
    assert dict(data["tags"]) == {
        "White": "Bo", "Annotator": "me", "Variant": "sd2l-cohen", "Result": "1-0"
    }  # fmt: skip
    assert data["movetext"][-1] == ["result", "1-0"]
    bare = '{"aof": 1, "tags": [["Variant", "csd2l"]], "movetext": []}\n'
    assert '"movetext": [["result", "0-1"]]' in aofref("tag", "-", "Result=0-1", stdin=bare).stdout
    assert aofref("tag", "-", "Event=x", stdin='{"aof": 2}\n').exit_code == 2


def test_in_place(tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_text(TEXT)
    found = aofref("tag", "--in-place", str(path), "Result=1/2-1/2", "Termination=adjudication")
    assert (found.exit_code, found.output) == (0, "")
    end = json.loads(aofref("check", "--format", "json", str(path)).stdout)["end"]
    assert end == {"result": "1/2-1/2", "by": "adjudication", "ply": 2}
    assert aofref("tag", "--in-place", str(path), "Result=*").exit_code == 0
    assert '[Result "*"]' in path.read_text() and path.read_text().endswith("\n*\n")


@pytest.mark.parametrize(
    ("moves", "args", "status", "said"),
    [
        ("B:resigns 1-0", ["Result=*"], 1,
         "false-result the record claims *, but the moves give 1-0 (RULES 8)"),
        ("B:resigns *", ["Result=1-0"], 0, ""),
        ("*", ["Result=1-0-0-0"], 2, "not a result for 2 armies"),
        ("1-0-0-0", ["Result=1-0-0-0"], 2, "not a result"),
        ("*", ["Position=x"], 2, "bad-position"),
        ("*", ["Variant=aof2"], 1, "no-such-cell"),  # written: its moves are another game's
        ("bj7-zz1 *", ["Event=y"], 0, ""),  # illegal, but not judged for this tag
        ("bj7-zz1 *", ["Event=y", "Termination=normal"], 1, "no-such-cell"),  # written, though illegal
        ("nix *", ["Event=y"], 0, ""),
        ("nix *", ["TimeControl=60"], 2, "not a move"),  # written, though unreadable
        ("*", [], 2, "give a NAME=VALUE"),
        ("*", ["Event"], 2, "is not NAME=VALUE"),
        ("*", ["Event=a\nb"], 2, "is not NAME=VALUE"),
        ("*", ["Event=a", "Event=b"], 2, "is given twice"),
        ("*", ["TimeControl=-", "--pace", "1d"], 2, "is given twice"),
        ("*", ["--pace", "soon"], 2, "is not a pace"),
        ("*", ["Event=a", "--remove", "Event"], 2, "set and removed"),
    ],
)  # fmt: skip
def test_what_is_refused(moves: str, args: list[str], status: int, said: str) -> None:
    text = f'[Variant "sd2l-cohen"]\n\n1. bg3-bg4 {moves}\n'
    found = aofref("tag", "-", *args, stdin=text)
    assert found.exit_code == status and said in found.stderr
    written = not status or said in ("no-such-cell", "not a move")
    assert bool(found.stdout) == written


def test_a_result_needs_a_game() -> None:
    found = aofref("tag", "-", "Result=1-0", stdin="1. bg3-bg4 *\n")
    assert (found.exit_code, found.stdout) == (2, "") and "names no variant" in found.stderr


@pytest.mark.parametrize("pace", ["30", "30x", "30+3d", "30d+3", "10/50", "40/2h:30"])
def test_a_pace_has_units(pace: str) -> None:
    for args in (["new", "csd2l"], ["tag", "-"]):
        found = aofref(*args, "--pace", pace, stdin='[Variant "sd2l-cohen"]\n\n*\n')
        assert (found.exit_code, found.stdout) == (2, "")
        why = f"{pace!r} is not a pace with its units, such as 10/50d or 30d+3d"
        assert found.stderr.endswith(f"{why}\n")


@pytest.mark.parametrize(
    ("pace", "tag"),
    [("30s", "30"), ("2592000+259200", "2592000+259200"), ("30d+3d", "2592000+259200"),
     ("10/30d", "10/2592000"), ("0+3d", "0+259200")],
)  # fmt: skip
def test_a_pace_in_seconds_says_so_or_is_long(pace: str, tag: str) -> None:
    assert f'[TimeControl "{tag}"]\n' in aofref("new", "csd2l", "--pace", pace).stdout


def test_an_arbiter_gives_his_name_and_reason() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:da3-fa3 *\n'
    for args, words in (
        (["--by-arbiter", "Eva  Lang"], " by Eva Lang"),
        (["--reason", "a slip"], " a slip"),
        (["--by-arbiter", "E", "--reason", "a\nslip"], " by E: a slip"),
        (["--by-arbiter", "E", "--now", "2026-11-22T11:00:00+01:00"], " by E at 2026-11-22T10:00:00Z"),
    ):  # fmt: skip
        found = aofref("decide", "-", "takeback", *args, stdin=text)
        assert found.stdout == text.replace("fa3 *", f"fa3 {{[%arbiter takeback]{words}}} *")
        assert aofref("check", "--as-played", "--quiet", stdin=found.stdout).exit_code == 0
    for wrong in (["--reason", "a}b"], ["--by-arbiter", "[%if x]"], ["--now", "today"]):
        assert aofref("decide", "-", "takeback", *wrong, stdin=text).exit_code == 2
