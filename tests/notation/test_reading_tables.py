"""Records as text: what they are divided into, what is reported of them, and how they are written.

The tables are texts in `fixtures/reading`, held against aofref-record(5) by eye.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from aofref.findings import Place
from aofref.notation.records import (
    Kind,
    Record,
    Token,
    limits,
    read,
    split,
    write_lines,
    write_paragraph,
    write_tags,
)
from aofref.notation.records.json import write_json
from aofref.notation.records.stream import decoded
from tests.helpers import aofref, table, unhidden


def told(text: str | bytes) -> str:
    """Say of every record where it begins, its tag pairs, its tokens and what is wrong."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    raws = split(decoded(io.BytesIO(data), "utf-8"))
    return " | ".join(line.rstrip() for raw in raws for line in _record(read(raw)))


def _record(record: Record) -> list[str]:
    lines = [f"record {_at(record.start)}"]
    lines += [f"tag {_at(tag.place)} {tag.name} {tag.value}" for tag in record.tags]
    for number, token in enumerate(record.tokens):
        assert token.ordinal == number
        lines.append(f"{token.kind.name.lower()} {_at(token.place)} {token.text}")
    for each in record.findings:
        lines.append(f"{each.code.value} {_at(each.place)} {each.refusal.reason}")
    return lines


def _at(place: Place) -> str:
    return f"{place.line}:{place.column}"


CASES = [(unhidden(text), unhidden(" | ".join(lines))) for _, text, lines in table("tokens")]
DIGITS, BRACKETS, LETTERS = 5000 * "1", 200_000 * "[", 70_000 * "x"

ODD = [
    ('{"aof": 1, "tags": [], "movetext": [["escape", "' + LETTERS + '"], ["result", "*"]]}',
     f"record 1:1 | escape 1:1 {LETTERS} | result 1:1 *"),
    ('{"aof": 1, "tags": [], "movetext": [["move", "' + LETTERS + '"]]}',
     "record 1:1 | limit 1:37 this token is longer than 65536 characters"),
    ('*\n{"aof": 1, "x": ' + DIGITS + "}",
     "record 1:1 | result 1:1 * | record 2:1 | limit 2:1 a number in this JSON is longer than aofref reads"),
    ('*\n{"aof": 1, "x": ' + BRACKETS + "}",
     "record 1:1 | result 1:1 * | record 2:1 | limit 2:1 JSON lists and objects are at most 100 deep"),
]  # fmt: skip
"""What is too long for a page."""


@pytest.mark.parametrize(("text", "wanted"), CASES + ODD, ids=range(len(CASES + ODD)))
def test_what_it_is_divided_into(text: str, wanted: str) -> None:
    assert told(text) == wanted


LIMITED = [(unhidden(text), unhidden(" | ".join(lines))) for _, text, lines in table("limits")]


@pytest.mark.parametrize(("text", "wanted"), LIMITED, ids=range(len(LIMITED)))
def test_what_is_beyond_a_limit(text: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every limit a small one, and a text up to it and one beyond."""
    small = {"LINE": 61, "COMMENT": 7, "TAG": 19, "TOKEN": 6, "DEPTH": 2, "TOKENS": 12}
    for name, most in {**small, "JSON": 60, "FINDINGS": 3}.items():
        monkeypatch.setattr(limits, name, most)
    assert told(text) == wanted


JSON = '{"aof": 1, "tags": [["Variant", "aof2"]], "movetext": '


@pytest.mark.parametrize(
    ("name", "most", "movetext", "limit"),
    [
        ("NESTING", 3, '[["result", "*"]]', ""),
        ("NESTING", 2, '[["result", "*"]]', "1:1: limit JSON lists and objects are at most 2 deep"),
        ("JSON", 74, '[["result", "*"]]', ""),
        ("TOKENS", 1, '[["result", "*"]]', ""),
        ("TOKENS", 1, '[["result", "*"], ["result", "*"]]', "1:73: limit a record has at most 1 tokens"),
        ("TOKEN", 1, '[["result", "*"]]', ""),
        ("COMMENT", 3, '[["comment", "abc"]]', ""),
        ("TAG", 19, '[["result", "*"]]', ""),
        ("DEPTH", 1, '[["open", "("], ["close", ")"]]', ""),
        ("DEPTH", 1, '[["open", "("], ["open", "("], ["close", ")"], ["close", ")"]]',
         "1:71: limit variations are at most 1 deep"),
    ],
)  # fmt: skip
def test_what_is_reported_of_json_beyond_a_limit(
    name: str, most: int, movetext: str, limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, name, most)
    checked = aofref("check", "--quiet", stdin=f"{JSON}{movetext}}}\n")
    assert checked.stderr == (f"-:{limit}\n" if limit else "")
    assert checked.exit_code == (2 if limit else 0)


@pytest.mark.parametrize(
    ("name", "most", "to", "why"),
    [
        ("TOKENS", 5, "lan", ""),  # with the number that is written before the first move
        ("TOKENS", 4, "lan", "have more than 4 tokens"),
        ("JSON", 143, "json", ""),
        ("JSON", 142, "json", "be longer than 142 characters"),
        ("COMMENT", 10, "lan", ""),
        ("COMMENT", 9, "lan", "have a comment longer than 9 characters"),
    ],
)
def test_what_would_be_beyond_a_limit_is_not_written(
    name: str, most: int, to: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, name, most)
    text = '[Variant "aof2"]\n\nE:Lha5-fb3 {abcdef} I:ea3-fa3 *\n'
    found = aofref("convert", "--to", to, stdin=text)
    assert (found.exit_code, found.stdout == "") == ((2, True) if why else (0, False))
    told = found.stderr.partition("\n")[0]
    assert told == (why and f"-:1:1: limit rewritten, this record would {why}")


def test_what_is_illegal_is_no_comment_beyond_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COMMENT", 30)
    found = aofref("convert", stdin='[Variant "aof2"]\n\nE:ga4-fb4 I:ea3-fa3 J:Sha1-fb1 *\n')
    assert (found.exit_code, found.stdout) == (2, "")
    assert "this record would have a comment longer than 30 characters" in found.stderr


M, N, C, E, G, B, X, R = (
    *(Kind.MOVE, Kind.NUMBER, Kind.COMMENT, Kind.ESCAPE, Kind.NAG),
    *(Kind.OPEN, Kind.CLOSE, Kind.RESULT),
)
W76 = 76 * "w"

LAID_OUT: list[tuple[list[Token], str, str]] = [
    ([], "\n\n", "\n\n"),
    ([Token(N, "1."), Token(M, "a1-a2"), Token(M, "b1-b2"), Token(N, "2."), Token(M, "c1-c2"), Token(R, "*")],
     "1. a1-a2 b1-b2 2. c1-c2 *\n\n", "1.\na1-a2\nb1-b2\n2.\nc1-c2\n*\n\n"),
    ([Token(M, "a1-a2"), Token(G, "!"), Token(G, "$3"), Token(G, "?"), Token(R, "1-0")],
     "a1-a2! $3 ? 1-0\n\n", "a1-a2 ! $3 ?\n1-0\n\n"),
    ([Token(M, "a1-a2"), Token(B, "("), Token(N, "1..."), Token(M, "b1-b2"), Token(X, ")"), Token(M, "c1-c2")],
     "a1-a2 (1... b1-b2) c1-c2\n\n", "a1-a2\n(\n1...\nb1-b2\n)\nc1-c2\n\n"),
    ([Token(B, "("), Token(B, "("), Token(N, "7."), Token(X, ")"), Token(X, ")"), Token(G, "!!")],
     "((7. )) !!\n\n", "(\n(\n7.\n)\n) !!\n\n"),
    ([Token(M, "a1-a2"), Token(C, "one two"), Token(C, ""), Token(C, "} x"), Token(C, " } y")],
     "a1-a2 {one two} {} ;} x\n;  } y\n\n", "a1-a2\n// one two\n//\n// } x\n//  } y\n\n"),
    ([Token(B, "("), Token(C, "}"), Token(M, "a1-a2"), Token(B, "("), Token(C, "in"), Token(X, ")")],
     "( ;}\na1-a2 ({in})\n\n", "(\n// }\na1-a2\n(\n// in\n)\n\n"),
    ([Token(M, "a1-a2"), Token(E, "so"), Token(G, "!"), Token(E, ""), Token(R, "*")],
     "a1-a2\n%so\n!\n%\n*\n\n", "a1-a2\n%so\n!\n%\n*\n\n"),
    ([Token(N, "3."), Token(M, "a1b1;c1d1"), Token(M, "e1-e2"), Token(C, "x"), Token(G, "!")],
     "3. a1b1;c1d1\ne1-e2 {x} !\n\n", "3.\na1b1;c1d1\ne1-e2\n// x\n!\n\n"),
    ([Token(C, '"aof": 1'), Token(M, "a1-a2"), Token(C, '"aof": 1\n'), Token(C, ' "aof":2')],
     ' {"aof": 1} a1-a2 {"aof": 1\n} { "aof":2}\n\n',
     '// "aof": 1\na1-a2\n {"aof": 1\n}\n//  "aof":2\n\n'),
    ([Token(M, W76), Token(M, "bb")], f"{W76} bb\n\n", f"{W76}\nbb\n\n"),
    ([Token(M, W76), Token(M, "bbb")], f"{W76}\nbbb\n\n", f"{W76}\nbbb\n\n"),
    ([Token(M, W76), Token(G, "!!")], f"{W76}!!\n\n", f"{W76} !!\n\n"),
    ([Token(M, W76), Token(G, "?!"), Token(R, "*")], f"{W76}?!\n*\n\n", f"{W76} ?!\n*\n\n"),
    ([Token(M, W76), Token(C, "w ww  w")], f"{W76} {{w\nww  w}}\n\n", f"{W76}\n// w ww  w\n\n"),
    ([Token(M, W76), Token(C, "  w ww")], f"{W76}\n{{  w ww}}\n\n", f"{W76}\n//   w ww\n\n"),
    ([Token(M, W76), Token(C, "\nw ww"), Token(M, 73 * "a"), Token(M, "b")],
     f"{W76} {{\nw ww}} {73 * 'a'}\nb\n\n", f"{W76}\n{{\nw ww}}\n{73 * 'a'}\nb\n\n"),
    ([Token(M, 66 * "w"), Token(C, "one two three f")], f"{66 * 'w'} {{one two\nthree f}}\n\n",
     f"{66 * 'w'}\n// one two three f\n\n"),
    ([Token(M, 72 * "w"), Token(C, '"aof": 1'), Token(M, 66 * "a"), Token(M, "b")],
     f'{72 * "w"}\n {{"aof": 1}} {66 * "a"}\nb\n\n', f'{72 * "w"}\n// "aof": 1\n{66 * "a"}\nb\n\n'),
]  # fmt: skip


@pytest.mark.parametrize(("items", "filled", "a_line_each"), LAID_OUT, ids=range(len(LAID_OUT)))
def test_how_it_is_laid_out(items: list[Token], filled: str, a_line_each: str) -> None:
    assert write_paragraph(items) == filled
    assert write_lines(items) == a_line_each


def test_tag_pairs_are_quoted() -> None:
    assert write_tags([("A", 'b "c" \\d'), ("E", "")]) == '[A "b \\"c\\" \\\\d"]\n[E ""]\n\n'
    assert write_tags([]) == "\n"


def test_a_record_in_json() -> None:
    tags = [("Event", 'K\u00f6ln "x"'), ("Site", "\udcff")]
    movetext = [(Kind.MOVE, "a1-a2"), (Kind.COMMENT, "b\nc\udcfe\u202e"), (Kind.RESULT, "*")]
    assert write_json(tags, movetext) == (
        '{"aof": 1, "tags": [["Event", "K\u00f6ln \\"x\\""], ["Site", "\ufffd"]], '
        '"movetext": [["move", "a1-a2"], ["comment", "b\\nc\ufffd\\u202e"], ["result", "*"]], '
        '"raw": [["tags", 1, "ff"], ["movetext", 1, "620a63fee280ae"]]}\n'
    )
    assert write_json([], []) == '{"aof": 1, "tags": [], "movetext": []}\n'


# Wrong input: one line with its place and code, and the next record is judged ---------------------


@pytest.mark.parametrize("text", ["", "\n\n  \n", "\ufeff"])
def test_an_empty_standard_input_is_no_fault_but_an_empty_file_is(
    text: str, tmp_path: Path
) -> None:
    nothing, none = tmp_path / "nothing.aof", "1:1: no-record there is no record here\n"
    nothing.write_text(text)
    many = [["check"], ["check", "--format", "json"], ["check", "--format", "short"]]
    many += [["convert", "--to", "san"], ["convert", "--to", "json"], ["stats"]]
    many += [["list", "--format", form] for form in ("text", "tsv", "json")]
    many += [["table", "--format", form] for form in ("text", "tsv", "json", "html")]
    many += [["table", "--cross"], ["check", "--jobs", "2"], ["select"]]
    for args in many:
        for stdin in ([], ["-"]):
            found = aofref(*args, *stdin, stdin=text)
            status = 1 if args == ["select"] else 0
            assert (found.exit_code, found.stdout, found.stderr) == (status, "", ""), args
        found = aofref(*args, str(nothing))
        assert (found.exit_code, found.stdout) == (2, ""), args
        assert found.stderr == f"{nothing}:{none}"
    needing = [
        ["show", "-"],
        ["moves", "-"],
        ["perft", "--depth", "1", "-"],
        ["explain", "-", "e4"],
    ]
    needing += [["log"], ["clock"], ["play", "-", "e4"], ["undo", "-"]]
    for args in needing:
        found = aofref(*args, stdin=text)
        assert (found.exit_code, found.stdout, found.stderr) == (2, "", f"-:{none}"), args


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


def test_a_hundred_thousand_variations_are_one_line() -> None:
    text = f'[Variant "aof2"]\n\n{"(" * 100_000} *\n\n[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n'
    found = aofref("check", "--format", "short", stdin=text)
    (line, counted), (_, last) = found.stderr.splitlines(), found.stdout.splitlines()
    assert found.exit_code == 2 and line.startswith("-:3:1: syntax ")
    assert (counted, last) == (
        "aofref: 2 records: 1 legal, 1 malformed",
        "-:5: legal, 1 ply, I to move",
    )
