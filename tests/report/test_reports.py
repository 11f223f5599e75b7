"""Reports: text and JSON tell the same, and so do `check` and `convert`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref.notation.records import read, split
from aofref.notation.records.splitter import text_lines
from tests.helpers import aofref
from tests.judging import V, told

# Reports in text and JSON --------------------------------------------------------------------------

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
        for token in read(next(split(text_lines([V, movetext])))).tokens
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


# Check and convert agree ---------------------------------------------------------------------------


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
        ('[Variant "shogi"]\n\n*', 2),
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


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("check", "E European Anna - I"),
        ("list", " Anna - "),
        ("show", "E European: Anna"),
        ("show --format html", "<b>Anna</b>"),
        ("select --output-dir", "001-Anna.aof"),
    ],
)
def test_of_a_tag_given_twice_the_first_value_counts(
    command: str, shown: str, tmp_path: Path
) -> None:
    """As aofref-record(5) says."""
    record = '[Variant "aof2"]\n[European "Anna"]\n[European "Zoe"]\n\n*\n'
    words = [*command.split(), str(tmp_path)] if "dir" in command else command.split()
    assert shown in aofref(*words, "-", stdin=record).stdout
