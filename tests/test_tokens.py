"""What a text is divided into, token by token, every place held against aofref-record(5) by eye; and how it is laid out."""

from __future__ import annotations

import io

import pytest

from aofref.findings import Place
from aofref.notation.records import (
    Item,
    Kind,
    Record,
    limits,
    read,
    split,
    write_json,
    write_lines,
    write_paragraph,
    write_tags,
)
from aofref.notation.records.stream import decoded

NOT_UTF_8 = "not valid UTF-8; --encoding latin-1, or auto, may read it"


def told(text: str | bytes) -> list[str]:
    """Say of every record where it begins, its tag pairs, its tokens and what is wrong."""
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogateescape")
    return [
        line for raw in split(decoded(io.BytesIO(data), "utf-8")) for line in _record(read(raw))
    ]


def _record(record: Record) -> list[str]:
    lines = [f"record {_at(record.raw.start)}"]
    lines += [f"tag {_at(tag.place)} {tag.name} {tag.value}" for tag in record.tags]
    for number, token in enumerate(record.tokens):
        assert token.ordinal == number
        lines.append(f"{token.kind.name.lower()} {_at(token.place)} {token.text}")
    for each in record.findings:
        lines.append(f"{each.code.value} {_at(each.place)} {each.refusal.known['reason']}")
    return lines


def _at(place: Place) -> str:
    return f"{place.line}:{place.column}"


CASES: list[tuple[str, list[str]]] = [
    (
        "1. E:Ka1-a2 12... b1-b2! *",
        [
            "record 1:1 | number 1:1 1. | move 1:4 E:Ka1-a2 | number 1:13 12... | move 1:19 b1-b2",
            "nag 1:24 ! | result 1:26 *",
        ],
    ),
    (
        "(1) a1-a2 1)b1-b2 3 c1-c2 … d1-d2 1-0",
        [
            "record 1:1 | number 1:1 (1) | move 1:5 a1-a2 | number 1:11 1) | move 1:13 b1-b2",
            "number 1:19 3 | move 1:21 c1-c2 | number 1:27 … | move 1:29 d1-d2 | result 1:35 1-0",
        ],
    ),
    (
        "12345 a1-a2 1234:",
        [
            "record 1:1 | bad 1:1 12345 | move 1:7 a1-a2 | number 1:13 1234:",
            "syntax 1:1 unreadable text: '12345'",
        ],
    ),
    (
        "a1-a2?! b1-b2 ?? c1-c2$14$3 1/2-1/2",
        [
            "record 1:1 | move 1:1 a1-a2 | nag 1:6 ?! | move 1:9 b1-b2 | nag 1:15 ??",
            "move 1:18 c1-c2 | nag 1:23 $14 | nag 1:26 $3 | result 1:29 1/2-1/2",
        ],
    ),
    (
        "1/3-1/3-1/3-0 1/3-1/3-1/3-0 1-0",
        [
            "record 1:1 | result 1:1 1/3-1/3-1/3-0 | result 1:15 1/3-1/3-1/3-0 | result 1:29 1-0",
            "contradiction 1:29 the result is '1/3-1/3-1/3-0' above, but here '1-0'",
        ],
    ),
    (
        "a1-a2  e.p. b1xb2 ep\ncxd\tep",
        ["record 1:1 | move 1:1 a1-a2 e.p. | move 1:13 b1xb2 ep | move 2:1 cxd ep"],
    ),
    (
        "a1-a2\n  ep b1-b2\n\nep (ep)",
        [
            "record 1:1 | move 1:1 a1-a2 ep | move 2:6 b1-b2 ep | open 4:4 ( | move 4:5 ep",
            "close 4:7 )",
        ],
    ),
    (
        "1. a1-a2 {c} {d\ne} ; f\n// g\n//  h \r\n%i\r\n %j\n*",
        [
            "record 1:1 | number 1:1 1. | move 1:4 a1-a2 | comment 1:10 c | comment 1:14 d e",
            "comment 2:4 f | comment 3:1 g | comment 4:1  h  | escape 5:1 i | bad 6:2 %j",
            "result 7:1 * | syntax 6:2 unreadable text: '%j'",
        ],
    ),
    (
        "  {a\n\nb}{c}d1-d2{e}",
        ["record 1:1 | comment 1:3 a\n\nb | comment 3:3 c | move 3:6 d1-d2 | comment 3:11 e"],
    ),
    (
        "a1-a2 {never\nclosed",
        [
            "record 1:1 | move 1:1 a1-a2 | bad 1:7 ",
            "syntax 1:7 the comment opened here is never closed",
        ],
    ),
    (
        'a1-a2 {never\n\n[Event "x"]\n\nb1-b2 *',
        [
            "record 1:1 | move 1:1 a1-a2 | bad 1:7 ",
            "syntax 1:7 the comment opened here is never closed",
            "record 3:1 | tag 3:1 Event x | move 5:1 b1-b2 | result 5:7 *",
        ],
    ),
    (
        'a1-a2 {never\n\n  [Event "x"] \n}\nb1-b2 *',
        [
            "record 1:1 | move 1:1 a1-a2 | bad 1:7 ",
            "syntax 1:7 the comment opened here is never closed",
            "record 3:1 | tag 3:3 Event x | bad 4:1 } | move 5:1 b1-b2 | result 5:7 *",
            "syntax 4:1 unreadable text: '}'",
        ],
    ),
    (
        'a1-a2 {never\n[Event "x"]\n\n[Event "x"] y\n}\nb1-b2 *',
        [
            "record 1:1 | move 1:1 a1-a2",
            'comment 1:7 never\n[Event "x"]\n\n[Event "x"] y\n',
            "move 6:1 b1-b2 | result 6:7 *",
        ],
    ),
    (
        "(a1-a2 ((b1-b2)) c1-c2)) *",
        [
            "record 1:1 | open 1:1 ( | move 1:2 a1-a2 | open 1:8 ( | open 1:9 ( | move 1:10 b1-b2",
            "close 1:15 ) | close 1:16 ) | move 1:18 c1-c2 | close 1:23 ) | close 1:24 )",
            "result 1:26 * | syntax 1:24 this closes a variation that was never opened",
        ],
    ),
    (
        "((a1-a2 ) *",
        [
            "record 1:1 | open 1:1 ( | open 1:2 ( | move 1:3 a1-a2 | close 1:9 ) | result 1:11 *",
            "syntax 1:1 the variation opened here is never closed",
        ],
    ),
    (
        "(1)(a1-a2 (2) b1-b2)",
        [
            "record 1:1 | number 1:1 (1) | open 1:4 ( | move 1:5 a1-a2 | number 1:11 (2)",
            "move 1:15 b1-b2 | close 1:20 )",
        ],
    ),
    (
        "~~ a1-a2 ~ *",
        [
            "record 1:1 | bad 1:1 ~~ | move 1:4 a1-a2 | bad 1:10 ~ | result 1:12 *",
            "syntax 1:1 unreadable text: '~~' | syntax 1:10 unreadable text: '~'",
        ],
    ),
    (
        '[Event "a"] [Site "b"]\n  [Round "c"  ]\n[ Date "d"]\n\na1-a2 *\n',
        [
            "record 1:1 | tag 1:1 Event a | tag 1:13 Site b | tag 2:3 Round c | tag 3:1 Date d",
            "move 5:1 a1-a2 | result 5:7 *",
        ],
    ),
    (
        '[Event a]\n[Site "b" c] d\n\na1-a2 [x y] *',
        [
            "record 1:1 | move 2:14 d | move 4:1 a1-a2 | move 4:10 y | bad 4:11 ] | result 4:13 *",
            "bad-tag 1:1 not a tag pair: '[Event a]' | bad-tag 2:1 not a tag pair: '[Site \"b\" c]'",
            "bad-tag 4:7 not a tag pair: '[x' | syntax 4:11 unreadable text: ']'",
        ],
    ),
    (
        "[Event x] y] z\n[Site x \t\r\n*",
        [
            "record 1:1 | move 1:14 z | result 3:1 * | bad-tag 1:1 not a tag pair: '[Event x] y]'",
            "bad-tag 2:1 not a tag pair: '[Site x \\t'",
        ],
    ),
    (
        '[Event "\\"a\\\\"]\n[Site "b\n"]\n*',
        [
            "record 1:1",
            'tag 1:1 Event "a\\ | bad 3:1 "]',
            "result 4:1 * | bad-tag 2:1 not a tag pair: '[Site \"b'",
            "syntax 3:1 unreadable text: '\"]'",
        ],
    ),
    (
        'a1-a2 [Event "x"] b1-b2 *\n',
        [
            "record 1:1 | tag 1:7 Event x | move 1:1 a1-a2 | move 1:19 b1-b2 | result 1:25 *",
            "bad-tag 1:7 a tag pair in the movetext: 'Event'",
        ],
    ),
    (
        'a1-a2 *\n[Event "x"]\n\nb1-b2 * c1-c2 *\n',
        [
            "record 1:1 | move 1:1 a1-a2 | result 1:7 *",
            "record 2:1 | tag 2:1 Event x | move 4:1 b1-b2 | result 4:7 *",
            "record 4:9 | move 4:9 c1-c2 | result 4:15 *",
        ],
    ),
    (
        'a1-a2 * [Event "x"] b1-b2',
        [
            "record 1:1 | move 1:1 a1-a2 | result 1:7 *",
            "record 1:9 | tag 1:9 Event x | move 1:21 b1-b2",
        ],
    ),
    (
        "a1-a2 (b1-b2 1-0) c1-c2 *  d1-d2",
        [
            "record 1:1 | move 1:1 a1-a2 | open 1:7 ( | move 1:8 b1-b2 | result 1:14 1-0",
            "close 1:17 ) | move 1:19 c1-c2 | result 1:25 *",
            "record 1:28 | move 1:28 d1-d2",
        ],
    ),
    (
        "a1-a2 ((b1-b2 1-0)) * (c1-c2",
        [
            "record 1:1 | move 1:1 a1-a2 | open 1:7 ( | open 1:8 ( | move 1:9 b1-b2",
            "result 1:15 1-0 | close 1:18 ) | close 1:19 ) | result 1:21 *",
            "record 1:23 | open 1:23 ( | move 1:24 c1-c2",
            "syntax 1:23 the variation opened here is never closed",
        ],
    ),
    (
        "a1-a2 (b1-b2)) 1-0 ~\n\n~ c1-c2",
        [
            "record 1:1 | move 1:1 a1-a2 | open 1:7 ( | move 1:8 b1-b2 | close 1:13 )",
            "close 1:14 ) | result 1:16 1-0 | bad 1:20 ~",
            "syntax 1:14 this closes a variation that was never opened",
            "syntax 1:20 unreadable text: '~'",
            "record 3:1 | bad 3:1 ~ | move 3:3 c1-c2 | syntax 3:1 unreadable text: '~'",
        ],
    ),
    ("\n\n  a1-a2\n\n\n", ["record 3:1 | move 3:3 a1-a2"]),
    (
        '[Event "x"]\n[Event "y"]\n\na1-a2\n',
        [
            "record 1:1 | tag 1:1 Event x | tag 2:1 Event y | move 4:1 a1-a2",
            "contradiction 2:1 Event is 'x' above, but here 'y'",
        ],
    ),
    (
        '[Event "x"]\n\n[Event "x"]\n\na1-a2\n',
        ["record 1:1 | tag 1:1 Event x", "record 3:1 | tag 3:1 Event x | move 5:1 a1-a2"],
    ),
    (
        '[Event "x"]\n~\n[Event "x"]\n\na1-a2\n',
        [
            "record 1:1 | tag 1:1 Event x | bad 2:1 ~ | syntax 2:1 unreadable text: '~'",
            "record 3:1 | tag 3:1 Event x | move 5:1 a1-a2",
        ],
    ),
    (
        '[Event "x"]\nfoo\n[Site "y"]\na1-a2\n[Date "z"]',
        [
            "record 1:1 | tag 1:1 Event x | tag 3:1 Site y | move 2:1 foo | move 4:1 a1-a2",
            "bad-tag 3:1 a tag pair in the movetext: 'Site'",
            "record 5:1 | tag 5:1 Date z",
        ],
    ),
    (
        '[Event "x"]\n(\n[Site "y"]\n',
        [
            "record 1:1 | tag 1:1 Event x | open 2:1 (",
            "syntax 2:1 the variation opened here is never closed",
            "record 3:1 | tag 3:1 Site y",
        ],
    ),
    (
        '[Event "x"]\n1.\n[Site "y"]\n\n2.\n[Site "z"]',
        [
            "record 1:1 | tag 1:1 Event x | tag 3:1 Site y | number 2:1 1. | number 5:1 2.",
            "record 6:1 | tag 6:1 Site z",
        ],
    ),
    (
        "a1-a2 * {tail} ; more\n\n{last}\nzz\n\nzz",
        [
            "record 1:1 | move 1:1 a1-a2 | result 1:7 * | comment 1:9 tail | comment 1:16 more",
            "comment 3:1 last | move 4:1 zz",
            "record 6:1 | move 6:1 zz",
        ],
    ),
    (
        'junk words\n[Event "x"]\n\na1-a2 *',
        [
            "record 1:1 | tag 2:1 Event x | move 1:1 junk | move 1:6 words | move 4:1 a1-a2",
            "result 4:7 * | bad-tag 2:1 a tag pair in the movetext: 'Event'",
        ],
    ),
    (
        "a1-a2\n\n[Event x]\n\nb1-b2 *",
        [
            "record 1:1 | move 1:1 a1-a2",
            "record 3:1 | move 5:1 b1-b2 | result 5:7 * | bad-tag 3:1 not a tag pair: '[Event x]'",
        ],
    ),
    (
        "a1-a2\n[Event x]\n\nb1-b2 *",
        [
            "record 1:1 | move 1:1 a1-a2 | move 4:1 b1-b2 | result 4:7 *",
            "bad-tag 2:1 not a tag pair: '[Event x]'",
        ],
    ),
    (
        "a1-a2 *\nresigns E:resigns\n\n",
        [
            "record 1:1 | move 1:1 a1-a2 | result 1:7 *",
            "record 2:1 | move 2:1 resigns | move 2:9 E:resigns",
        ],
    ),
    (
        "a1-a2 {;} ;{ \n // {}\nb1-b2 // } *",
        [
            "record 1:1 | move 1:1 a1-a2 | comment 1:7 ; | comment 1:11 {  | comment 2:2 {}",
            "move 3:1 b1-b2 | comment 3:7 } *",
        ],
    ),
    (
        " ! a1-a2 $a $12a 1-0-0-0-0",
        [
            "record 1:1 | nag 1:2 ! | move 1:4 a1-a2 | bad 1:10 $a | nag 1:13 $12 | move 1:16 a",
            "number 1:18 1 | bad 1:19 -0-0-0-0 | syntax 1:10 unreadable text: '$a'",
            "syntax 1:19 unreadable text: '-0-0-0-0'",
        ],
    ),
    (
        "a1-a2 \udcff *\nb1-b2 \udcfe (c1-c2 *",
        [
            "record 1:1 | move 1:1 a1-a2 | bad 1:7 \udcff | result 1:9 *",
            f"encoding 1:7 byte 0xff is {NOT_UTF_8}",
            "syntax 1:7 unreadable text: '\\xff'",
            "record 2:1 | move 2:1 b1-b2 | bad 2:7 \udcfe | open 2:9 ( | move 2:10 c1-c2",
            "result 2:16 *",
            f"encoding 2:7 byte 0xfe is {NOT_UTF_8}",
            "syntax 2:7 unreadable text: '\\xfe'",
            "syntax 2:9 the variation opened here is never closed",
        ],
    ),
    (
        '{"aof": 1, "tags": [["Event", "x"]], "movetext": [["move", "a1-a2"], ["comment", "a\\nb"], ["result", "*"]]}\n',
        ["record 1:1 | tag 1:1 Event x | move 1:1 a1-a2 | comment 1:1 a b | result 1:1 *"],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": []}  {"aof": 1, "tags": [}',
        ["record 1:1", "record 1:41 | syntax 1:61 not valid JSON: Expecting value"],
    ),
    (
        '*\n{\n"aof": 1, "tags": [["A", "b"]],\n"movetext": [[]]}\n[Event "x"]\n*',
        [
            "record 1:1 | result 1:1 *",
            "record 2:1",
            "syntax 4:14 not a JSON record as `convert --to json` writes it: movetext must contain only pairs of strings",
            "record 5:1 | tag 5:1 Event x | result 6:1 *",
        ],
    ),
    (
        '{"aof": 1, "tags": [\n[Event "x"]\n*',
        [
            "record 1:1 | syntax 2:1 not valid JSON: Expecting value",
            "record 2:1 | tag 2:1 Event x | result 3:1 *",
        ],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [["move", "{\\""]]} {"aof": 1,\n "tags": [], "movetext": [["escape", "a"], ["escape", "b\\n"]]}',
        [
            "record 1:1",
            "syntax 1:37 not a JSON record as `convert --to json` writes it: the movetext has a token of kind move that is not one",
            "record 1:55",
            "syntax 2:44 not a JSON record as `convert --to json` writes it: the movetext has a token of kind escape that is not one",
        ],
    ),
    (
        '{"aof": 1, "tags": [["a b", ""]], "movetext": []}\n\n{"aof": 1, "tags": [["a", "b\\nc"]], "movetext": []}',
        [
            "record 1:1",
            "syntax 1:21 not a JSON record as `convert --to json` writes it: a tag has a name of letters and digits, and a value on one line",
            "record 3:1",
            "syntax 3:21 not a JSON record as `convert --to json` writes it: a tag has a name of letters and digits, and a value on one line",
        ],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [["tag", "x"]]}\n{"aof": 1, "tags": [], "movetext": [["line_comment", "a\\r\\nb } c"], ["number", "1."], ["nag", "!"]]}',
        [
            "record 1:1",
            "syntax 1:37 not a JSON record as `convert --to json` writes it: the movetext has tokens of an unknown kind",
            "record 2:1 | comment 2:1 a b } c | number 2:1 1. | nag 2:1 !",
        ],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [["comment", "a\\n\\nb } c"]]}\n{"aof": 1, "tags": [], "movetext": [["open", "("]]}\n{"aof": 1, "tags": [], "movetext": [["close", ")"], ["open", "("]]}\n{"aof": 1, "tags": [], "movetext": [["open", "("], ["close", ")"]]}',
        [
            "record 1:1",
            "syntax 1:37 not a JSON record as `convert --to json` writes it: a comment of several lines contains a brace",
            "record 2:1",
            "syntax 2:37 not a JSON record as `convert --to json` writes it: a variation is not opened and closed in pairs",
            "record 3:1",
            "syntax 3:37 not a JSON record as `convert --to json` writes it: a variation is not opened and closed in pairs",
            "record 4:1 | open 4:1 ( | close 4:1 )",
        ],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [], "raw": [["movetext", 0, "ff"]]}\n{"aof": 1, "tags": [["a", "\ufffdb"]], "movetext": [["comment", "c\ufffd"]], "raw": [["tags", 0, "ff62"], ["movetext", 0, "63fe"]]}\n{"aof": 1, "tags": [], "movetext": [], "raw": 1}',
        [
            "record 1:1",
            "syntax 1:48 not a JSON record as `convert --to json` writes it: raw refers to a text that does not exist",
            "record 2:1 | tag 2:1 a \udcffb | comment 2:1 c\udcfe",
            "record 3:1",
            "syntax 3:47 not a JSON record as `convert --to json` writes it: raw must contain only lists of a name, an index and hexadecimal digits",
        ],
    ),
    (
        "a1-a2 ((b1-b2) c1-c2 1-0) *",
        [
            "record 1:1 | move 1:1 a1-a2 | open 1:7 ( | open 1:8 ( | move 1:9 b1-b2 | close 1:14 )",
            "move 1:16 c1-c2 | result 1:22 1-0 | close 1:25 ) | result 1:27 *",
        ],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": []} {"aof": 1,\n "tags": x}',
        ["record 1:1", "record 1:40 | syntax 2:10 not valid JSON: Expecting value"],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [["move", "a1-a2"], ["open", "("]]}',
        [
            "record 1:1",
            "syntax 1:56 not a JSON record as `convert --to json` writes it: a variation is not opened and closed in pairs",
        ],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [["escape", "' + 70_000 * "x" + '"], ["result", "*"]]}',
        ["record 1:1", "escape 1:1 " + 70_000 * "x", "result 1:1 *"],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [["move", "' + 70_000 * "x" + '"]]}',
        ["record 1:1 | limit 1:37 this token is longer than 65536 characters"],
    ),
    (
        '{"aof": 1, "tags": 1, "movetext": []}',
        [
            "record 1:1",
            "syntax 1:20 not a JSON record as `convert --to json` writes it: it has no list tags",
        ],
    ),
    (
        '*\n{"aof": 1, "x": ' + 5000 * "1" + "}",
        [
            "record 1:1 | result 1:1 *",
            "record 2:1 | limit 2:1 a number in this JSON is longer than aofref reads",
        ],
    ),
    (
        '*\n{"aof": 1, "x": ' + 200_000 * "[" + "}",
        [
            "record 1:1 | result 1:1 *",
            "record 2:1 | limit 2:1 JSON lists and objects are at most 100 deep",
        ],
    ),
]


@pytest.mark.parametrize(("text", "lines"), CASES, ids=range(len(CASES)))
def test_what_it_is_divided_into(text: str, lines: list[str]) -> None:
    assert " | ".join(told(text)) == " | ".join(lines)


LIMITED: list[tuple[str, list[str]]] = [
    (
        '[Event "x"]\n[Event "123456789"]\n[Event "1234567890"] [Site "12345678901"]\n\n*',
        [
            "record 1:1 | tag 1:1 Event x | tag 2:1 Event 123456789 | result 5:1 *",
            "limit 3:1 this tag pair is longer than 19 characters",
            "limit 3:22 this tag pair is longer than 19 characters",
            "contradiction 2:1 Event is 'x' above, but here '123456789'",
        ],
    ),
    (
        "{1234567} {12345678} ;1234567\n;12345678\n%1234567\n%12345678\n{123\n567}{123\n5678}",
        [
            "record 1:1 | comment 1:1 1234567 | bad 1:11  | comment 1:22 1234567 | bad 2:1 ",
            "escape 3:1 1234567 | bad 4:1  | comment 5:1 123 567 | bad 6:5 ",
            "limit 1:11 this comment is longer than 7 characters",
            "limit 2:1 this comment is longer than 7 characters",
            "limit 4:1 this comment is longer than 7 characters",
            "limit 6:5 this comment is longer than 7 characters",
        ],
    ),
    (
        "a12345 a123456 a1\n    ep 123456. ~~~~~~~ b1 c1 d1",
        [
            "record 1:1 | move 1:1 a12345 | bad 1:8  | move 1:16 a1 ep | bad 2:8  | bad 2:16 ",
            "move 2:24 b1 | move 2:27 c1 | move 2:30 d1",
            "limit 1:8 this token is longer than 6 characters",
            "limit 2:8 this token is longer than 6 characters",
            "limit 2:16 this token is longer than 6 characters",
        ],
    ),
    (
        "1. a1 b1 2. c1 d1 3. e1 f1 4. g1 h1 5. i1 j1 *",
        [
            "record 1:1 | number 1:1 1. | move 1:4 a1 | move 1:7 b1 | number 1:10 2. | move 1:13 c1",
            "move 1:16 d1 | number 1:19 3. | move 1:22 e1 | move 1:25 f1 | number 1:28 4.",
            "move 1:31 g1 | move 1:34 h1 | limit 1:37 a record has at most 12 tokens",
        ],
    ),
    (
        "((a1))(((b1))) *",
        [
            "record 1:1 | open 1:1 ( | open 1:2 ( | move 1:3 a1 | close 1:5 ) | close 1:6 )",
            "limit 1:7 variations are at most 2 deep",
        ],
    ),
    ("(((a1", ["record 1:1 | limit 1:1 variations are at most 2 deep"]),
    (
        "*\n" + 60 * "x" + "\n" + 61 * "x" + "\na1",
        [
            "record 1:1 | result 1:1 * | bad 2:1  | bad 3:1 ",
            "limit 2:1 this token is longer than 6 characters",
            "limit 3:1 this line is longer than 61 characters",
            "record 4:1 | move 4:1 a1",
        ],
    ),
    (
        "~1 ~2 ~3 ~4 ~5",
        [
            "record 1:1 | bad 1:1 ~1 | bad 1:4 ~2 | bad 1:7 ~3 | bad 1:10 ~4 | bad 1:13 ~5",
            "syntax 1:1 unreadable text: '~1' | syntax 1:4 unreadable text: '~2'",
            "syntax 1:7 unreadable text: '~3' | limit 1:7 and 2 more unreadable tokens",
        ],
    ),
    (
        "\udcff\n\udcff\n\udcff\n\udcff\n\udcff\na1",
        [
            "record 1:1",
            *(f"bad {line}:1 \udcff" for line in range(1, 6)),
            "move 6:1 a1",
            *(f"encoding {line}:1 byte 0xff is {NOT_UTF_8}" for line in range(1, 4)),
            "encoding 3:1 and 2 more lines like it",
            *(f"syntax {line}:1 unreadable text: '\\xff'" for line in range(1, 4)),
            "limit 3:1 and 2 more unreadable tokens",
        ],
    ),
    (
        '{"aof": 1, "tags": [], "movetext": [["move", "a12345"], ["number", "1."]]}',
        ["record 1:1 | limit 1:1 this JSON record is longer than 60 characters"],
    ),
    (
        '{"aof":1,"tags":[["A","123456789abcd"]],"movetext":[]}',
        ["record 1:1 | tag 1:1 A 123456789abcd"],
    ),
    (
        '{"aof":1,"tags":[["A","123456789abcde"]],"movetext":[]}',
        ["record 1:1 | limit 1:18 this tag pair is longer than 19 characters"],
    ),
    (
        '{"aof":1,"tags":[],"movetext":[["comment","1234567"]]}',
        ["record 1:1 | comment 1:1 1234567"],
    ),
    (
        '{"aof":1,"tags":[],"movetext":[["comment","12345678"]]}',
        ["record 1:1 | limit 1:32 this comment is longer than 7 characters"],
    ),
    (
        '{"aof":1,"tags":[],"movetext":[["move","a123456"]]}',
        ["record 1:1 | limit 1:32 this token is longer than 6 characters"],
    ),
]


@pytest.mark.parametrize(("text", "lines"), LIMITED, ids=range(len(LIMITED)))
def test_what_is_beyond_a_limit(
    text: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every limit a small one, and a text up to it and one beyond."""
    small = {"LINE": 61, "COMMENT": 7, "TAG": 19, "TOKEN": 6, "DEPTH": 2, "TOKENS": 12}
    for name, most in {**small, "JSON": 60, "FINDINGS": 3}.items():
        monkeypatch.setattr(limits, name, most)
    assert " | ".join(told(text)) == " | ".join(lines)


M, N, C, E, G, B, X, R = (
    *(Kind.MOVE, Kind.NUMBER, Kind.COMMENT, Kind.ESCAPE, Kind.NAG),
    *(Kind.OPEN, Kind.CLOSE, Kind.RESULT),
)
W76 = 76 * "w"

LAID_OUT: list[tuple[list[Item], str, str]] = [
    ([], "\n\n", "\n\n"),
    (
        [Item(M, "a1-a2", "1."), Item(M, "b1-b2"), Item(M, "c1-c2", "2."), Item(R, "*")],
        "1. a1-a2 b1-b2 2. c1-c2 *\n\n",
        "a1-a2\nb1-b2\nc1-c2\n*\n\n",
    ),
    (
        [Item(M, "a1-a2"), Item(G, "!"), Item(G, "$3"), Item(G, "?"), Item(R, "1-0")],
        "a1-a2! $3 ? 1-0\n\n",
        "a1-a2 ! $3 ?\n1-0\n\n",
    ),
    (
        [Item(M, "a1-a2"), Item(B, "("), Item(M, "b1-b2", "1..."), Item(X, ")"), Item(M, "c1-c2")],
        "a1-a2 (1... b1-b2) c1-c2\n\n",
        "a1-a2\n(\nb1-b2\n)\nc1-c2\n\n",
    ),
    (
        [Item(B, "("), Item(B, "("), Item(N, "7."), Item(X, ")"), Item(X, ")"), Item(G, "!!")],
        "((7. )) !!\n\n",
        "(\n(\n7.\n)\n) !!\n\n",
    ),
    (
        [Item(M, "a1-a2"), Item(C, "one two"), Item(C, ""), Item(C, "} x"), Item(C, " } y")],
        "a1-a2 {one two} {} ;} x\n;  } y\n\n",
        "a1-a2\n// one two\n//\n// } x\n//  } y\n\n",
    ),
    (
        [Item(B, "("), Item(C, "}"), Item(M, "a1-a2"), Item(B, "("), Item(C, "in"), Item(X, ")")],
        "( ;}\na1-a2 ({in})\n\n",
        "(\n// }\na1-a2\n(\n// in\n)\n\n",
    ),
    (
        [Item(M, "a1-a2"), Item(E, "so"), Item(G, "!"), Item(E, ""), Item(R, "*")],
        "a1-a2\n%so\n!\n%\n*\n\n",
        "a1-a2\n%so\n!\n%\n*\n\n",
    ),
    (
        [Item(M, "a1b1;c1d1", "3."), Item(M, "e1-e2"), Item(C, "x"), Item(G, "!")],
        "3. a1b1;c1d1\ne1-e2 {x} !\n\n",
        "a1b1;c1d1\ne1-e2\n// x\n!\n\n",
    ),
    (
        [Item(C, '"aof": 1'), Item(M, "a1-a2"), Item(C, '"aof": 1\n'), Item(C, ' "aof":2')],
        ' {"aof": 1} a1-a2 {"aof": 1\n} { "aof":2}\n\n',
        '// "aof": 1\na1-a2\n {"aof": 1\n}\n//  "aof":2\n\n',
    ),
    ([Item(M, W76), Item(M, "bb")], f"{W76} bb\n\n", f"{W76}\nbb\n\n"),
    ([Item(M, W76), Item(M, "bbb")], f"{W76}\nbbb\n\n", f"{W76}\nbbb\n\n"),
    ([Item(M, W76), Item(G, "!!")], f"{W76}!!\n\n", f"{W76} !!\n\n"),
    ([Item(M, W76), Item(G, "?!"), Item(R, "*")], f"{W76}?!\n*\n\n", f"{W76} ?!\n*\n\n"),
    ([Item(M, W76), Item(C, "w ww  w")], f"{W76} {{w\nww  w}}\n\n", f"{W76}\n// w ww  w\n\n"),
    ([Item(M, W76), Item(C, "  w ww")], f"{W76}\n{{  w ww}}\n\n", f"{W76}\n//   w ww\n\n"),
    (
        [Item(M, W76), Item(C, "\nw ww"), Item(M, 73 * "a"), Item(M, "b")],
        f"{W76} {{\nw ww}} {73 * 'a'}\nb\n\n",
        f"{W76}\n{{\nw ww}}\n{73 * 'a'}\nb\n\n",
    ),
    (
        [Item(M, 66 * "w"), Item(C, "one two three f")],
        f"{66 * 'w'} {{one two\nthree f}}\n\n",
        f"{66 * 'w'}\n// one two three f\n\n",
    ),
    (
        [Item(M, 72 * "w"), Item(C, '"aof": 1'), Item(M, 66 * "a"), Item(M, "b")],
        f'{72 * "w"}\n {{"aof": 1}} {66 * "a"}\nb\n\n',
        f'{72 * "w"}\n// "aof": 1\n{66 * "a"}\nb\n\n',
    ),
]


@pytest.mark.parametrize(("items", "filled", "a_line_each"), LAID_OUT, ids=range(len(LAID_OUT)))
def test_how_it_is_laid_out(items: list[Item], filled: str, a_line_each: str) -> None:
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
