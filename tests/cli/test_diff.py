"""`diff`: two versions of a game, and claimed positions."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.helpers import FIXTURES, aofref
from tests.judging import KINGS, OPENING, V, written
from tests.report.test_schemas import validator


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
    assert data["comparison"] == ("differ" if said else "agree") and data["different-cells"] == []
    assert (data["both-results"]["a"] != data["both-results"]["b"]) == bool(said)


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
    assert data["comparison"] == "agree"
    assert data["different-tags"] == [
        {"name": "White", "a": "Anna", "b": "Ann"},
        {"name": "Round", "a": "1", "b": None},
        {"name": "Event", "a": None, "b": "1"},
    ]


def test_diff_counts_as_check_does(tmp_path: Path) -> None:
    one = written(tmp_path, "a\x9b.aof", f"{V}1. E:resigns I:ea3-fa3 J:Sha1-fb1 *\n")
    two = written(tmp_path, "b.aof", f"{V}1. E:resigns I:ea3-fa3 J:Sha1-gc1 *\n")
    assert aofref("diff", one, two).stdout.startswith("the records agree in 1 ply and differ")
    assert json.loads(aofref("diff", "--format", "json", one, two).stdout)["a"] == one


def test_diff_of_takebacks(agreed: str, tmp_path: Path) -> None:
    back = "1. E:Lha5-fb3 I:da4-fa4 {[%arbiter takeback]} I:ea3-fa3 J:Sha1-fb1"
    taken = written(tmp_path, "taken.aof", f"{V}{back} *\n")
    found = aofref("diff", "--as-played", agreed, taken)
    assert (found.exit_code, found.stdout) == (0, "the records agree in all 3 plies\n")


START = '[Variant "aof2"]\n[Position "E:Kjb5;Lha5/I:Kdb2;Pda4,ea4/J:Kjb1/P:Kjh3 E - 1"]\n\n1. E:Lha5-fb3'
NO_WAY = "I:Pda4 cannot go ea4 fa4: ea4 is occupied by I:Pea4 (RULES 6)"
NO_CELL = "I:ea4-fa9: no-such-cell: the board has no cell fa9 (RULES 2)"
FILES = {
    "a": f"{START} I:da4-fa4 {{[%arbiter stands]}} *\n",
    "b": f"{START} I:da4-fa4 {{[%arbiter forfeits]}} *\n",
    "c": f"{START} I:da4-fa4 *\n",
    "d": f"{START} *\n",
    "e": '[Variant "aof2"]\n[Site "??"]\n[Position '
    '"E:Kjb5;Lha5/I:Kdb2;Pga3/J:Kjb1;Pea4/P:Kjh3 J fa3>ga3 2"]\n\n*\n',
    "f": f"{START} I:resigns *\n",
    "g": f"{START} I:ea4-fa4 *\n",
    "h": f"{START} I:ea4-fa9 *\n",
}
ALIKE = "the records agree in all 1 ply, and in the next, which is illegal\n"
PART = "the records agree in 1 ply and differ in the next:\n"


@pytest.mark.parametrize(
    ("args", "lines", "known"),
    [
        ("c c", f"{ALIKE}c:4:15: I:da4-fa4: blocked: {NO_WAY}\nc:4:15: I:da4-fa4: blocked: {NO_WAY}\n",
         {"comparison": "refused-alike"}),
        ("h h", f"{ALIKE}h:4:15: {NO_CELL}\nh:4:15: {NO_CELL}\n", {"comparison": "refused-alike"}),
        ("d f",
         "the records agree in all 1 ply; f has a withdrawal more\nf:4:15: I:resigns: legal\n",
         {"comparison": "agree", "shared-plies": 1}),
        ("d c",
         f"{PART}d: ends here\nc:4:15: I:da4-fa4: blocked: {NO_WAY}\n"
         "their last positions are the same\n",
         {"comparison": "differ", "shared-plies": 1}),
        ("g f",
         f"{PART}g:4:15: I:ea4-fa4: legal\nf:4:15: I:resigns: legal\ntheir last positions differ in:\n"
         "  da4: I:P in g, nothing in f\n  db2: I:K in g, nothing in f\n  fa4: I:P in g, nothing in f\n",
         {"comparison": "differ"}),
        ("g h",
         f"{PART}g:4:15: I:ea4-fa4: legal\nh:4:15: {NO_CELL}\ntheir last positions differ in:\n"
         "  ea4: nothing in g, I:P in h\n  fa4: I:P in g, nothing in h\n  turn: J in g, I in h\n",
         {"comparison": "differ"}),
        ("--as-played b f",
         f"{PART}b:4:15: I:da4-fa4: blocked, forfeits: {NO_WAY}\nf:4:15: I:resigns: legal\n"
         "their last positions are the same\n",
         {"comparison": "differ"}),
        (
            "--as-played a b",
            f"{PART}a:4:15: I:da4-fa4: blocked, stands: {NO_WAY}\n"
            f"b:4:15: I:da4-fa4: blocked, forfeits: {NO_WAY}\n"
            "their last positions differ in:\n  db2: I:K in a, nothing in b\n"
            "  ea4: I:P in a, nothing in b\n  fa4: I:P in a, nothing in b\n"
            "  en passant: ea4>fa4 in a, - in b\n",
            {
                "comparison": "differ",
                "shared-plies": 1,
                "versions": [
                    {
                        "next": {"line": 4, "column": 15, "move": "I:da4-fa4", "legal": False,
                                 "code": "blocked", "message": NO_WAY, "decision": decision},
                        "plies": plies,
                        "withdrawals": 1 - plies,
                    }
                    for decision, plies in (("stands", 1), ("forfeits", 0))
                ],
            },
        ),
        (
            "d e",
            "the records start from different positions:\n"
            "  da4: I:P in d, nothing in e\n  ea4: I:P in d, J:P in e\n  ga3: nothing in d, I:P in e\n"
            "  turn: E in d, J in e\n  en passant: - in d, fa3>ga3 in e\n  round: 1 in d, 2 in e\n",
            {"comparison": "different-starts", "shared-plies": None, "versions": []},
        ),
        (
            "--ply 0 a --position E:Kjb5/I:Kdb2;Pea4/J:Kjb1/P:Kjh3;Rda4\nI\n-\n3",
            "da4: I:P, claimed P:R\nha5: E:L, claimed nothing\nturn: E, claimed I\nround: 1, claimed 3\n",
            {
                "comparison": "differ", "a": "a", "b": None, "variant": "aof2", "rulings": [],
                "position": "E:Kjb5;Lha5/I:Kdb2;Pda4,ea4/J:Kjb1/P:Kjh3 E - 1",
                "claimed-position": "E:Kjb5/I:Kdb2;Pea4/J:Kjb1/P:Kjh3;Rda4 I - 3",
            },
        ),
    ],
)  # fmt: skip
def test_what_is_reported_of_two_versions(
    args: str, lines: str, known: dict[str, object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        written(tmp_path, name, text)
    plain, found = (aofref("diff", *form, *args.split(" ")) for form in ([], ["--format", "json"]))
    assert (plain.exit_code, plain.stdout) == (known["comparison"] != "agree", lines)
    assert (found.exit_code, found.stderr) == (plain.exit_code, plain.stderr)
    data = json.loads(found.stdout)
    validator("diff").validate(data)
    assert {key: data[key] for key in known} == known
    for version in data.get("versions", []):
        assert version["next"] is None or f":4:15: {version['next']['move']}: " in lines
    # what differs is in the lines, too
    of = re.findall(r"^ *(.+): (\S+)(?: in .)?, (?:claimed )?(\S+)(?: in .)?$", lines, re.MULTILINE)
    cells = [(one["cell"], one["a"], one["b"]) for one in data["different-cells"]]
    fields = [(one["field"].replace("-", " "), one["a"], one["b"]) for one in data["fields"]]
    assert cells + fields == [
        tuple({"nothing": None}.get(text, text) for text in one) for one in of
    ]


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


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["-"], "give either B or --position"),
        (["-", "-", "--position", "x"], "give either B or --position"),
        (["-", "-", "--ply", "1"], "--ply needs --position, and no B"),
        (["-", "--position", "-"], "A and --position cannot both be standard input"),
    ],
)
def test_what_cannot_be_compared(args: list[str], why: str) -> None:
    found = aofref("diff", *args, stdin='[Variant "aof2"]\n\n*\n')
    assert (found.exit_code, found.stdout) == (2, "") and why in found.stderr


def test_records_of_two_games_are_not_compared() -> None:
    other = str(FIXTURES / "records" / "aof2-00-first.aof")
    found = aofref("diff", "-", other, stdin='[Variant "hec"]\n\n*\n')
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.startswith(f"{other}:1:1: bad-position ")
    assert "are not of the same game" in found.stderr
