"""What is read from a record in JSON is what its text reads back as, or it is refused.

Every line of JSON that the program writes is one that every reader takes.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref.findings import UNREADABLE, Code
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.notation.movetext import Notation
from aofref.notation.records import Kind, Record
from aofref.text import in_bytes, json_line
from tests.damage import unsafe
from tests.helpers import OURS, PACKAGE, aofref
from tests.notation.test_records import V, records

SETTING = Setting(variant="aof2")
BAD = UNREADABLE - {Code.ENCODING}
TAG = '[Variant "aof2"]'
PIECES = (
    *(" ", "  ", "\n", "\n\n", "\r", "\r\n", "\r\r\n", "\t", "\x0b", "\x1c", "\x85", "\u2028", "\u3000"),
    *("a", "word", "w" * 40, "w" * 78, "{", "}", "(", ")", "[", "]", '"', '"a', '": 1, "aof": 1', "\\"),
    *(TAG, f"\n{TAG}", f"\n\n{TAG}\n\n1. E:ga4-fb4 ; ", '[X"y"]', '{"aof": 1', '"aof": 1', "\ufeff", "\n\ufeff"),
    *("%", "%x", ";", "; F-ba4", ";F-ba4", "//", "*", "1-0-0-0", "1.", "E:Lha5-fb3", "ep", "$1", "!", "--"),
    *("\x00", "\x1b", "\x7f", "\x9b", "\ud800", "\udcff", "\udcc3\udcbc", "\ud83d\ude00", "\ufffd", "é"),
)  # fmt: skip
TEXTS = st.one_of(st.lists(st.sampled_from(PIECES), max_size=12).map("".join), st.text(max_size=8))
LINES = TEXTS.map(lambda text: text.replace("\n", "").rstrip("\r"))
NAGS = st.sampled_from(["!", "?", "!!", "??", "!?", "?!", "$1", "$255"])
MOVES = st.sampled_from(
    ["E:Lha5-fb3", "I:ea3-fa3", "J:Sha1-fb1", "P:jg3-jf3", "Lha5-fb3", "zz", "ep", "0", "--",
     "E:resigns", "P ca4-ba4; F-ba4", "ha5fb3", "E:ga4-fa4"]
)  # fmt: skip
RESULTS = st.sampled_from(["*", "1-0-0-0", "1/2-0-1/2-0", "1-0"])
TOKENS: st.SearchStrategy[list[Any]] = st.recursive(
    st.one_of(
        st.tuples(st.just("comment"), TEXTS).map(lambda pair: [list(pair)]),
        st.tuples(st.just("comment"), TEXTS).map(lambda pair: [list(pair)]),
        st.tuples(st.just("escape"), LINES).map(lambda pair: [list(pair)]),
        st.tuples(st.just("move"), MOVES).map(lambda pair: [list(pair)]),
        st.tuples(st.just("nag"), NAGS).map(lambda pair: [list(pair)]),
        st.tuples(st.just("number"), st.sampled_from(["1.", "1...", "(1)"])).map(lambda p: [list(p)]),
        st.tuples(st.just("result"), RESULTS).map(lambda pair: [list(pair)]),
    ),
    lambda inner: st.lists(inner, max_size=4).map(
        lambda lists: [["open", "("], *(pair for one in lists for pair in one), ["close", ")"]]
    ),
    max_leaves=8,
)  # fmt: skip
NAMES = st.sampled_from(["Event", "White", "_1", "Ä"])
FIRST = [["move", "E:Lha5-fb3"], ["move", "I:ea3-fa3"]]
RECORDS = st.builds(
    lambda tags, tokens, first: {
        "aof": 1,
        "tags": [["Variant", "aof2"], *tags],
        "movetext": [*(FIRST if first else []), *(pair for one in tokens for pair in one)],
    },
    st.lists(st.tuples(NAMES, LINES).map(list), max_size=3),
    st.lists(TOKENS, max_size=6),
    st.booleans(),
)


def of_json(data: object) -> list[Record]:
    return records(json.dumps(data) + "\n")


def unreadable(record: Record) -> bool:
    return any(finding.code in BAD for finding in record.findings)


def texts(record: Record, kind: Kind) -> list[str]:
    return [token.text for token in record.tokens if token.kind is kind]


@settings(max_examples=100)
@given(RECORDS)
def test_json_is_refused_or_comes_back_from_text(data: dict[str, Any]) -> None:
    (record,) = of_json(data)
    whole = rewrite(record, replay(record, SETTING), None).text
    if not whole:
        assert (
            unreadable(record) or rewrite(record, replay(record, SETTING), Notation.LAN).text == ""
        )
        return
    (again,) = records(in_bytes(whole))
    assert rewrite(again, replay(again, SETTING), None).text == whole
    for to in OURS:
        text = rewrite(record, replay(record, SETTING), to).text
        back = records(in_bytes(text))
        assert len(back) == 1 and not unreadable(back[0]), (text, back)
        assert [(tag.name, tag.value) for tag in back[0].tags] == [
            (tag.name, tag.value) for tag in record.tags
        ], text
        comments, found = texts(record, Kind.COMMENT), texts(back[0], Kind.COMMENT)
        if rewrite(record, replay(record, SETTING), to).findings:
            among = iter(found)  # what is illegal stands in further ones
            assert all(comment in among for comment in comments), text
        else:
            numbers = {number for number in texts(record, Kind.NUMBER) if number[0] == "("}
            kept = [[text for text in every if text not in numbers] for every in (found, comments)]
            assert kept[0] == kept[1], text  # `(1)` before no move is a remark
            for kind in (Kind.ESCAPE, Kind.NAG, Kind.OPEN, Kind.CLOSE):
                assert texts(back[0], kind) == texts(record, kind), text
        assert rewrite(back[0], replay(back[0], SETTING), to).text == text
        if to is Notation.LAN:
            assert rewrite(back[0], replay(back[0], SETTING), None).text == whole, text


# Lines of JSON ----------------------------------------------------------------------------------


@given(st.one_of(st.text(max_size=20), st.lists(st.sampled_from(PIECES), max_size=5).map("".join)))
def test_a_line_of_json_is_one_line_that_every_reader_takes(text: str) -> None:
    line = json_line({text: [text]})
    assert line.endswith("\n") and line.count("\n") == 1
    assert not unsafe(line[:-1])
    said = re.sub("[\ud800-\udfff]", "\ufffd", text)
    assert json.loads(line.encode()) == {said: [said]}


SIGNS = "\x01\x1b\x7f\x80\x9b\u202e\ufeff"


@pytest.mark.parametrize(
    "command",
    [
        *(["play", "-", move, "--format", "json"] for move in (f"Lha5{SIGNS}", f"{SIGNS}:ha5-fb3")),
        ["explain", "-", f"E:Lha5{SIGNS}", "--format", "json"],
        ["check", "--format", "json"],
        ["list", "--format", "json"],
        ["table", "--format", "json"],
        ["log", "--format", "json"],
        ["diff", "-", "{other}", "--format", "json"],
        ["show", "--format", "json"],
        ["moves", "--format", "json"],
        ["convert", "--to", "json"],
    ],
    ids=lambda command: " ".join(command[:1] + command[2:3]).encode("ascii", "ignore").decode(),
)
@pytest.mark.parametrize("sign", [SIGNS.encode(), b"\xff", b"\xed\xa0\x80"])
def test_every_line_of_json_is_json(command: list[str], sign: bytes, tmp_path: Path) -> None:
    other = tmp_path / "other.aof"
    other.write_bytes(V.encode() + b"*\n")
    name = b'[European "' + sign + b'"]\n[Event "' + sign + b'"]\n'
    stdin = name + V.encode() + b"1. E:Lha5-fb3 I:ea3-fa3 {" + sign + b"} J:zz" + sign + b" *\n"
    if command[0] in ("play", "explain", "moves"):
        stdin = name + V.encode() + b"{" + sign + b"} *\n"
    found = aofref(*(str(other) if word == "{other}" else word for word in command), stdin=stdin)
    assert found.exception is None or isinstance(found.exception, SystemExit)
    for line in filter(None, found.stdout_bytes.decode("utf-8").split("\n")):
        said = json.loads(line)
        assert not re.search("[\ud800-\udfff]", json.dumps(said, ensure_ascii=False))
        assert not unsafe(line)


def test_json_is_written_in_one_place() -> None:
    """The words that write JSON stand in `text` alone."""
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        assert ("json.dump" in text) == (path.name == "text.py" and path.parent.name == "aofref"), (
            path
        )
