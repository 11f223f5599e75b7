"""Select: what meets every criterion, byte for byte."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

import aofref as library
from aofref.judge.collect import criteria
from aofref.judge.collect.summary import fingerprint
from aofref.judge.replay.driver import replay
from aofref.notation.records import read, split
from aofref.notation.records.splitter import text_lines
from aofref.notation.records.stream import decoded
from tests.helpers import FIXTURES, aofref, grows_evenly

V = b'[Variant "aof2"]\n'
ONE = b'[Date "2025.11.2"]\n[European "Anna"]\n[Persian "Dora"]\n' + V + b"\n1. E:Lha5-fb3 I:ea3-fa3 J:Sha1-fb1 *\n\n"  # fmt: skip
TWO = b'[Date "2026.1.3"]\n[Indian "Hanna"]\n' + V + b"\n1. E:resigns I:resigns J:resigns 0-0-0-1\n\n"  # fmt: skip
THREE = V + b"\n1. E:Kjb5-aa1 *\n\n"
FOUR = b'[Variant "hec"]\n\n1. ac1-ae1 af4-af2 1/2-1/2\n\n'
FIVE = b"[Variant chess]\n\n~~ *\n"
ALL = (ONE, TWO, THREE, FOUR, FIVE)
FIRST = (FIXTURES / "records" / "aof2-00-first.aof").read_bytes()


@pytest.mark.parametrize(
    ("args", "wanted"),
    [
        ("", "12345"),
        ("--tag Date=2026.1.3", "2"),
        ("--tag Date>2025.9.1", "12"),
        ("--tag Date>2025.9.1 --tag Date<2026", "1"),
        ("--tag Persian~DOR", "1"),
        ("--player anna", "12"),
        ("--player E=anna", "1"),
        ("--player anna --player dora", "1"),
        ("--variant aof2", "1235"),
        ("--variant HEC", "45"),
        ("--result 0-0-0-1", "2"),
        ("--result 0-0-0-1 --result 1/2-1/2", "24"),
        ("--result *", "135"),
        ("--winner P", "2"),
        ("--winner E", ""),
        ("--winner Persian", "2"),
        ("--winner PERSIAN --winner black", "2"),
        ("--winner Chrislamic", ""),
        ("--player e=anna", "1"),
        ("--player European=anna", "1"),
        ("--player indian=anna", "2"),
        ("--player x=anna", ""),
        ("--event resigns:indian", "2"),
        ("--event resigns:marxist", ""),
        ("--moved Elf", "1"),
        ("--moved elf@FB3", "1"),
        ("--moved l@fb3", "1"),
        ("--moved european:elf@fb3", "1"),
        ("--moved Indian:Elf", ""),
        ("--moved sennight --variant aof2", "1"),
        ("--position european:Lfb3", "1"),
        ("--material European:Elf=2", "123"),
        ("--material e:elf<2", "2"),
        ("--plies 3", "1"),
        ("--plies 2..", "14"),
        ("--plies 1..2", "4"),
        ("--event resigns:I", "2"),
        ("--event end", "2"),
        ("--event end:I", ""),
        ("--event end::K", ""),
        ("--event removal:E", "2"),
        ("--event removal::K", ""),
        ("--moved L", "1"),
        ("--moved I:L", ""),
        ("--moved L@fb1", ""),
        ("--position E:Lfb3", "1"),
        ("--position E:Lha5;Kjb5", "123"),
        ("--position Lfb3", "1"),
        ("--position Lfb3/I:Pfa3", "1"),
        ("--position E:Lfb3;Pfa3", ""),
        ("--position E:Nha5", ""),
        ("--position I:Lha5", ""),
        ("--position -ha5", "12"),
        ("--material E:L>1", "123"),
        ("--material E:L>2", ""),
        ("--material E:L<3", "123"),
        ("--material E:L=1", ""),
        ("--material E:K<1", "2"),
        ("--material K=4,E:L=2", "123"),
        ("--status malformed", "5"),
        ("--status illegal --status malformed", "35"),
        ("--first 2", "12"),
        ("--first 1 --plies 2", "4"),
        ("--invert --status legal", "35"),
        ("--invert --plies 2.. --variant aof2", "2345"),
    ],
)
def test_a_criterion(args: str, wanted: str) -> None:
    found = aofref("select", *args.split(), stdin=b"".join(ALL))
    assert found.stdout_bytes == b"".join(ALL[int(one) - 1] for one in wanted)
    assert found.exit_code == (0 if wanted else 1) and found.stderr == ""
    count = aofref("select", "--count", *args.split(), stdin=b"".join(ALL))
    assert count.stdout == f"{len(wanted)}\n"
    assert by_library(args, judge=False) == by_library(args) == [int(one) - 1 for one in wanted]


def by_library(args: str, *, judge: bool = True) -> list[int]:
    """Select by the library, and give the numbers of the records; of one criterion as one text."""
    words, given, first = iter(args.split()), dict[str, Any](), None
    for name in (word.removeprefix("--") for word in words):
        if name == "invert":
            given[name] = [True]
        elif name == "first":
            first = int(next(words))
        else:
            given.setdefault(name, []).append(next(words))
    given = {name: value[0] if value == value[:1] else value for name, value in given.items()}
    variant = given.get("variant", "")
    every = list(library.read(BytesIO(b"".join(ALL)), variant=variant, judge=judge))
    return [every.index(record) for record in library.select(every, first=first, **given)]


@pytest.mark.parametrize(
    ("event", "selected"),
    [
        ("checkmate", True),
        ("checkmate:I", True),
        ("checkmate:I:C", True),
        ("checkmate:J", False),
        ("check:I:C", True),
        ("promotion", True),
        ("promotion:P:EM", True),
        ("promotion::EM", True),
        ("promotion:P:Q", False),
        ("capture:J:L", True),
        ("capture::N", False),
        ("en-passant", False),
        ("resigns", True),
        ("forfeits", False),
    ],
)
def test_an_event(event: str, selected: bool) -> None:
    found = aofref("select", "--event", event, stdin=FIRST)
    assert found.stdout_bytes == (FIRST if selected else b"")


@pytest.mark.parametrize("event", criteria.EVENTS)
def test_every_kind_of_event_happens_in_some_record(event: str) -> None:
    if event == "forfeits":
        assert aofref("select", "--event", event, stdin=V + b"\nE:forfeits *\n").exit_code == 0
        return
    records = [str(FIXTURES / "records")]
    if event in ("fifty-moves", "dead-position"):
        records = ["--variant", "chess", str(FIXTURES / "chess" / "points.pgn")]
    assert aofref("select", "--first", "1", "--event", event, *records).stdout


@pytest.mark.parametrize(
    ("criterion", "text", "wanted"),
    [
        ("tag", "Date=a\nb =", ("Date", "=", "a\nb =")),
        ("tag", "Date<", ("Date", "<", "")),
        ("plies", "..", (0, None)),
        ("plies", "007", (7, 7)),
        ("plies", "3..12", (3, 12)),
        ("event", "end::K", (("", "K", "end"),)),
        ("event", "end:", (("", "", "end"),)),
        ("moved", "e:elf@FB3", (("e", "elf", "fb3"),)),
        ("position", " E:Kjb5,ja1;\tRaa12 ;/ -ab3 ", (("E", "K", "jb5"), ("E", "K", "ja1"), ("E", "R", "aa12"), ("", "-", "ab3"))),
        ("material", "E:Q=2, P<3", (("E", "Q", "=", 2), ("", "P", "<", 3))),
    ],
)  # fmt: skip
def test_what_a_criterion_says(criterion: str, text: str, wanted: Any) -> None:
    assert criteria.read(criterion, text) == wanted


ODD = [
    pytest.param(b"\xef\xbb\xbf" + ONE, id="byte order mark"),
    pytest.param(ONE.replace(b"\n", b"\r\n"), id="crlf"),
    pytest.param(ONE.replace(b"\n", b"\r\n", 2), id="mixed line ends"),
    pytest.param(ONE.replace(b"Anna", b"Ann\xe9\xff"), id="no text"),
    pytest.param(ONE.replace(b"Anna", "Ännä\u202e\x07\ufeff".encode()), id="text to make visible"),
    pytest.param(ONE.rstrip(b"\n"), id="no last line end"),
    pytest.param(V + b"\n1. E:Lha5-fb3 \t  *   \n  \n\n\n", id="blanks"),
    pytest.param(b'{"aof": 1, "tags": [["Variant", "aof2"]],\r\n "movetext": []}\r\n', id="json"),
]


@pytest.mark.parametrize("text", ODD)
def test_byte_for_byte(text: bytes) -> None:
    assert aofref("select", stdin=text).stdout_bytes == text
    assert aofref("select", "--first", "1", stdin=text + TWO).stdout_bytes.startswith(text[:40])
    after = aofref("select", stdin=TWO + text).stdout_bytes
    assert after == TWO + text


def test_records_on_one_line() -> None:
    line = "é {ü} 1. E:Lha5-fb3 * 1. E:Lkd5-hb3 {ä} * {x\n} 1. E:Lkd5-hc3 *".encode()
    found = contents(line.splitlines(keepends=True))
    assert b"".join(found) == line and len(found) == 3
    latin = "1. E:Lha5-fb3 {é} * 1. E:Lkd5-hb3 *".encode("latin-1")
    assert b"".join(contents([latin], "latin-1")) == latin


def contents(lines: list[bytes], encoding: str = "utf-8") -> list[bytes]:
    return [
        raw.content for raw in split(decoded(lines, encoding, with_content=True), encoding=encoding)
    ]


def test_many_records_on_one_line_are_cut_in_a_moment() -> None:
    def cut(count: int) -> None:
        line = b"\xef\xbb\xbf" + "1. E:Lha5-fb3 {é} * ".encode() * count + b"\r\n"
        found = contents([line])
        assert len(found) == count and b"".join(found) == line

    assert grows_evenly(cut, 10_000)


def test_records_do_not_run_together(tmp_path: Path) -> None:
    names = []
    for at, text in enumerate((V, FOUR.rstrip(b"\n"), V + b"\n1. E:Lha5-fb3", TWO)):
        path = tmp_path / f"{at}.aof"
        path.write_bytes(text)
        names.append(str(path))
    found = aofref("select", *names).stdout_bytes
    assert contents(found.splitlines(keepends=True)) == [
        V + b"\n", FOUR.rstrip(b"\n") + b"\n", V + b"\n1. E:Lha5-fb3\n\n", TWO,
    ]  # fmt: skip


def test_what_cannot_be_read_is_the_same_if_its_movetext_is() -> None:
    bad, worse = b"\n~~ {\xff} *\n\n", b"\n~~ {\xfe} *\n\n"
    pp = b'[Variant "proto-prelates"]\n'
    advised = V + b'[Rulings "check=advisory"]\n'
    for several in (
        (V + bad, V + worse, pp + bad, advised + bad, pp + worse),
        (FIVE, b"[Variant chess]\n~ *\n"),
    ):
        found = aofref("select", "--unique", stdin=b"".join(several * 2))
        assert found.stdout_bytes == b"".join(several)
        assert found.stderr.count("dropped, its moves were met before") == len(several)


def test_sixteen_bytes_a_record() -> None:
    # With 128 bits two of a million records that differ share them once in 10**26 times.
    texts = [ONE, ONE, V + b"\nE:ga4-fa4 *\n", V + b"\nE:Rfa5 *\n"]
    raws = [
        raw for text in texts for raw in split(text_lines(text.decode().splitlines(keepends=True)))
    ]
    for of in ("moves", "position"):
        marks = [fingerprint(replay(read(raw)), of) for raw in raws]
        assert {len(mark) for mark in marks} == {16}
        assert len(set(marks)) == len(set(marks[2:])) + 1


# Criteria by hand ---------------------------------------------------------------------------------


NAMED = '[Variant "aof2"]\n[European "Ann"]\n[White "Bob"]\n\n*\n'


LEFT = '[Variant "aof2"]\n\n1. E:resigns I:ea3-fa3 0-1/2-1/2-0\n'
CORNER = '[Variant "hec"]\n[Position "W:Kca1;Uaa1/B:Kdf6 W - 1"]\n\n1. Uaa1-bb2 *\n'


@pytest.mark.parametrize(
    ("text", "criterion", "held"),
    [
        (NAMED, {"player": "ann"}, True),
        (NAMED, {"player": "I=ann"}, False),
        (NAMED, {"player": "bob"}, False),  # no army of this game is White
        (NAMED.replace('[Variant "aof2"]\n', ""), {"player": "W=bob"}, True),
        (NAMED, {"player": "x"}, False),  # no player of whom nothing is said
        (LEFT, {"result": "0-1/2-1/2-0"}, True),
        (LEFT, {"result": "*"}, False),
        (CORNER, {"result": "*"}, True),
        (CORNER, {"result": "1-0"}, False),
        (LEFT, {"winner": "I"}, False),  # not alone
        (CORNER, {"winner": "W"}, False),
        (LEFT.replace("0-1/2-1/2-0", "0-1-0-0"), {"winner": "I"}, True),
        (LEFT, {"event": "resigns:E"}, True),
        (LEFT, {"event": "resigns:I"}, False),
        (LEFT, {"moved": "I:P@fa3"}, True),
        (LEFT, {"moved": "P@ea3"}, False),
        (CORNER, {"moved": "W:U@bb2"}, True),  # from the first cell of the board
    ],
)
def test_records_by_what_they_say(text: str, criterion: Any, held: bool) -> None:
    assert len([*library.select([library.loads(text)], **criterion)]) == held
