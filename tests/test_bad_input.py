"""Wrong input gets one line with its place and code, and costs no other record (aofref(1))."""

from __future__ import annotations

import json

import pytest

from tests.helpers import aofref

GOOD = '[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n'
HEAD = '[Variant "aof2"]\n\n'


def judged(text: str | bytes) -> tuple[int, list[str], list[dict[str, object]]]:
    found = aofref("check", "--format", "json", stdin=text)
    assert found.exception is None or isinstance(found.exception, SystemExit)
    return (
        found.exit_code,
        found.stderr.splitlines(),
        [json.loads(line) for line in found.stdout.splitlines()],
    )


@pytest.mark.parametrize(
    ("bad", "status", "place", "code"),
    [
        (HEAD + "1. E:Lha5-fb3 {never closed", 2, "3:15", "syntax"),
        ('[Event "no end]\n' + HEAD + "*", 2, "1:1", "bad-tag"),
        (HEAD + "1. E:Nia4-zz9 *", 1, "3:4", "no-such-cell"),
        (HEAD + "1. E:Lha5-fb\x003 *", 2, "3:4", "syntax"),
        (HEAD + "\x00\x00 *", 2, "3:1", "syntax"),
        (HEAD + "(" * 100_000 + " *", 2, "3:1", "syntax"),
        (HEAD + ")" * 1000 + " *", 2, "3:1", "syntax"),
        (HEAD + "1. E:Lha5-fb3 0-1-0-1", 2, "3:15", "syntax"),
        (HEAD + "1. E:resigns 1-0-0-0", 1, "3:14", "false-result"),
    ],
)  # fmt: skip
def test_one_line_and_the_next_record_judged(bad: str, status: int, place: str, code: str) -> None:
    exit_code, lines, records = judged(f"{bad}\n\n{GOOD}")
    assert exit_code == status
    at_place = [line for line in lines if line.startswith(f"-:{place}: {code} ")]
    assert at_place, lines
    assert len(lines) == 1, lines
    assert [record["status"] for record in records][-1] == "legal"
    assert records[-1]["plies"] == 1


@pytest.mark.parametrize("text", ["", "\n\n  \n", "\ufeff"])
def test_an_empty_file_is_no_record(text: str) -> None:
    exit_code, lines, records = judged(text)
    assert (exit_code, records) == (2, [])
    assert lines == ["-:1:1: no-record there is no record here"]


def test_two_beats_one() -> None:
    assert judged(HEAD + "1. E:Kjb5-aa1 *\n\n" + '[Variant "x"]\n\n*\n')[0] == 2


def test_from_json_reads_json_only() -> None:
    found = aofref("convert", "--from", "json", stdin=GOOD)
    assert found.exit_code == 2 and "-:1:1: syntax" in found.stderr


def test_records_of_tags_alone_are_records() -> None:
    text = '[Event "a"]\n[Variant "hec"]\n\n[Event "b"]\n[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n'
    exit_code, _, records = judged(text)
    assert exit_code == 0
    assert [(r["variant"], r["plies"], r["line"]) for r in records] == [
        ("heathen-europe", 0, 1),
        ("aof2", 1, 4),
    ]


def test_a_byte_order_mark_may_stand_before_any_record() -> None:
    assert judged(("\ufeff" + GOOD + "\n") * 2)[0] == 0


@pytest.mark.parametrize(
    ("alone", "stands"),
    [
        (r"\ud800", b"\xed\xa0\x80"),
        (r"\udfff", b"\xed\xbf\xbf"),
        (r"\udc80", b"\x80"),
        (r"a\ud800b\udc80c", b"a\xed\xa0\x80b\x80c"),
        (r"\udcff\udbff", b"\xff\xed\xaf\xbf"),
    ],
)
@pytest.mark.parametrize("move", ["aa1-aa1", "E:Lha5-fb3"])
def test_half_a_character_in_json_is_kept(alone: str, stands: bytes, move: str) -> None:
    text = (
        f'{{"aof": 1, "tags": [["Variant", "aof2"], ["Q", "{alone}"]], '
        f'"movetext": [["move", "{move}"], ["comment", "{alone}"], ["result", "*"]]}}\n'
    )
    once = aofref("convert", "--to", "json", stdin=text)
    assert "aofref itself failed" not in once.stderr
    there = aofref("convert", stdin=text).stdout_bytes
    assert b'[Q "' + stands + b'"]' in there and b"{" + stands + b"}" in there
    assert aofref("convert", stdin=once.stdout_bytes).stdout_bytes == there
    back = aofref("convert", "--to", "json", stdin=there).stdout_bytes
    assert aofref("convert", stdin=back).stdout_bytes == there
    assert aofref("select", "--unique", stdin=text * 2).stdout == text
