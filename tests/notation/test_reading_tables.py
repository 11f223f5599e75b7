"""Records as text: what they are divided into, what is reported of them, and how they are written.

The tables are texts in `fixtures/reading`, held against aofref-record(5) by eye.
"""

from __future__ import annotations

import io
import json
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
from tests.helpers import aofref, table

NOT_UTF_8 = "not valid UTF-8; --encoding latin-1, or auto, may read it"


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


CASES = [(text, " | ".join(lines)) for _, text, lines in table("tokens")]
DIGITS, BRACKETS, LETTERS = 5000 * "1", 200_000 * "[", 70_000 * "x"
NO_RECORD = "not a JSON record as `convert --to json` writes it"

ODD = [
    ("a1-a2  e.p. b1xb2 ep\ncxd\tep", "record 1:1 | move 1:1 a1-a2 e.p. | move 1:13 b1xb2 ep | move 2:1 cxd ep"),
    ("1. a1-a2 {c} {d\ne} ; f\n// g\n//  h \r\n%i\r\n %j\n*",
     "record 1:1 | number 1:1 1. | move 1:4 a1-a2 | comment 1:10 c | comment 1:14 d e | comment 2:4 f | "
     "comment 3:1 g | comment 4:1  h | escape 5:1 i | bad 6:2 %j | result 7:1 * | "
     "syntax 6:2 unreadable text: '%j'"),
    ("  {a\n\nb}{c}d1-d2{e}",
     "record 1:1 | comment 1:3 a\n\nb | comment 3:3 c | move 3:6 d1-d2 | comment 3:11 e"),
    ('a1-a2 {never\n\n  [Event "x"] \n{}\nb1-b2 *',
     "record 1:1 | move 1:1 a1-a2 | bad 1:7 | syntax 1:7 the comment opened here is never closed | "
     "record 3:1 | tag 3:3 Event x | comment 4:1 | move 5:1 b1-b2 | result 5:7 *"),
    ('a1-a2 {closed\n\n  [Event "x"] \n\n}\nb1-b2 *',
     'record 1:1 | move 1:1 a1-a2 | comment 1:7 closed\n\n  [Event "x"] | move 6:1 b1-b2 | result 6:7 *'),
    ("a1-a2 1-0`", "record 1:1 | move 1:1 a1-a2 | bad 1:7 1-0` | syntax 1:7 unreadable text: '1-0`'"),
    ("a1-a2 1/2-1/2x", "record 1:1 | move 1:1 a1-a2 | bad 1:7 1/2-1/2x | syntax 1:7 unreadable text: '1/2-1/2x'"),
    ('a1-a2 {never\n[Event "x"]\n\n[Event "x"] y\n}\nb1-b2 *',
     'record 1:1 | move 1:1 a1-a2 | comment 1:7 never\n[Event "x"]\n\n[Event "x"] y | '
     "move 6:1 b1-b2 | result 6:7 *"),
    ("[Event x] y] z\n[Site x \t\r\n*",
     "record 1:1 | move 1:14 z | result 3:1 * | bad-tag 1:1 not a tag pair: '[Event x] y]' | "
     "bad-tag 2:1 not a tag pair: '[Site x \\t'"),
    ("a1-a2 {;} ;{ \n // {}\nb1-b2 // } *",
     "record 1:1 | move 1:1 a1-a2 | comment 1:7 ; | comment 1:11 { | comment 2:2 {} | "
     "move 3:1 b1-b2 | comment 3:7 } *"),
    ("a1-a2 \udcff *\nb1-b2 \udcfe (c1-c2 *",
     f"record 1:1 | move 1:1 a1-a2 | bad 1:7 \udcff | result 1:9 * | encoding 1:7 byte 0xff is {NOT_UTF_8} | "
     "syntax 1:7 unreadable text: '\\xff' | record 2:1 | move 2:1 b1-b2 | bad 2:7 \udcfe | open 2:9 ( | "
     f"move 2:10 c1-c2 | result 2:16 * | encoding 2:7 byte 0xfe is {NOT_UTF_8} | "
     "syntax 2:7 unreadable text: '\\xfe' | syntax 2:9 the variation opened here is never closed"),
    ('{"aof": 1, "tags": [], "movetext": [], "raw": [["movetext", 0, "ff"]]}\n'
     '{"aof": 1, "tags": [["a", "\ufffdb"]], "movetext": [["comment", "c\ufffd"]], '
     '"raw": [["tags", 0, "ff62"], ["movetext", 0, "63fe"]]}\n{"aof": 1, "tags": [], "movetext": [], "raw": 1}',
     f"record 1:1 | syntax 1:48 {NO_RECORD}: raw refers to a text that does not exist | "
     "record 2:1 | tag 2:1 a \udcffb | comment 2:1 c\udcfe | record 3:1 | "
     f"syntax 3:47 {NO_RECORD}: raw must contain only lists of a name, an index and hexadecimal digits"),
    ('{"aof": 1, "tags": [], "movetext": [["escape", "' + LETTERS + '"], ["result", "*"]]}',
     f"record 1:1 | escape 1:1 {LETTERS} | result 1:1 *"),
    ('{"aof": 1, "tags": [], "movetext": [["move", "' + LETTERS + '"]]}',
     "record 1:1 | limit 1:37 this token is longer than 65536 characters"),
    ('*\n{"aof": 1, "x": ' + DIGITS + "}",
     "record 1:1 | result 1:1 * | record 2:1 | limit 2:1 a number in this JSON is longer than aofref reads"),
    ('*\n{"aof": 1, "x": ' + BRACKETS + "}",
     "record 1:1 | result 1:1 * | record 2:1 | limit 2:1 JSON lists and objects are at most 100 deep"),
]  # fmt: skip
"""What an editor would not keep as it is, or is too long for a page."""


@pytest.mark.parametrize(("text", "wanted"), CASES + ODD, ids=range(len(CASES + ODD)))
def test_what_it_is_divided_into(text: str, wanted: str) -> None:
    assert told(text) == wanted


LIMITED = [(text, " | ".join(lines)) for _, text, lines in table("limits")]
BAD_LINES = " | ".join(
    [
        "record 1:1",
        *(f"bad {line}:1 \udcfe" for line in range(1, 6)),
        "move 6:1 a1",
        *(f"encoding {line}:1 byte 0xfe is {NOT_UTF_8}" for line in range(1, 4)),
        "encoding 3:1 and 2 more lines like it",
        *(f"syntax {line}:1 unreadable text: '\\xfe'" for line in range(1, 4)),
        "limit 3:1 and 2 more unreadable tokens",
    ]
)
LIMITED.append(("\udcfe\n" * 5 + "a1", BAD_LINES))


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


REPORTED = table("reported")


@pytest.mark.parametrize(("status", "text", "lines"), REPORTED, ids=range(len(REPORTED)))
def test_what_is_reported(status: str, text: str, lines: list[str]) -> None:
    checked = aofref("check", "--quiet", stdin=f"{text}\n")
    assert (str(checked.exit_code), checked.stdout) == (status, "")
    assert checked.stderr.splitlines() == lines


WRITTEN = table("written")


@pytest.mark.parametrize(("_", "text", "lines"), WRITTEN, ids=range(len(WRITTEN)))
def test_what_is_written_again(_: str, text: str, lines: list[str]) -> None:
    """A record is written in a fixed form, whatever notation it has been in before."""
    written = "".join(f"{line}\n" for line in lines) + "\n"
    assert aofref("convert", "--to", "lan", stdin=f"{text}\n").stdout == written
    for notation in ("san", "coord", "numeric", "courier", "json"):
        other = aofref("convert", "--to", notation, stdin=f"{text}\n").stdout
        assert aofref("convert", "--to", "lan", stdin=other).stdout == written, notation


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


PROMOTED = '[Variant "heathen-europe"]\n[Position "W:Kda6;Pbf5/B:Kdd1 W - 4"]\n\n4. {} *\n\n'
LAST_CODE = '[Variant "aof6"]\n[Position "C:PRed3;PNli1/I:Kon3/M:Kkj3/N:Kta3 C - 5"]\n\n5. {} *\n\n'
PASSED = '[Variant "aof2"]\n[Position "E:Kjb5;Pga4/I:Kdb2;Pga3/J:Kjb1/P:Kjh3 E fa3>ga3 1"]\n\n1. {} *\n\n'


@pytest.mark.parametrize(
    ("record", "written"),
    [
        (PROMOTED, "bf5-bf6=Y bf6=Y bf5bf6=Y 26526605"),
        # 12th file, 9th rank, level 1 to 11, 11, 1; the Firstlady is the last of 32 kinds.
        (LAST_CODE, "C:li1-kj1=FL+M C:kj1=FL+M C:li1kj1=FL+M C:120911110132+M"),
        (PASSED, "E:ga4xfa3ep E:gaxfa3ep E:ga4fa3 E:0701406013"),
    ],
    ids=["promotion", "last-code", "en-passant"],
)
def test_a_move_in_every_notation(record: str, written: str) -> None:
    for text in written.split():
        for notation, other in zip(
            ("lan", "san", "coord", "numeric"), written.split(), strict=True
        ):
            found = aofref("convert", "--to", notation, stdin=record.format(text))
            assert (found.stdout, found.exit_code) == (record.format(other), 0)


# Wrong input: one line with its place and code, and the next record is judged ---------------------

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
        ('[Array "no end]\n' + HEAD + "*", 2, "1:1", "bad-tag"),
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
