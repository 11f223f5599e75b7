"""The quick ways of splitting and reading, and the tokenizer, give the same of any text."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref.findings import Place
from aofref.notation.records import (
    RawRecord,
    Tokens,
    lines,
    read,
    reader,
    split,
    splitter,
    stream,
    tokenizer,
)
from tests.helpers import ROOT
from tests.test_records import _lines

RECORDS = sorted((ROOT / "fixtures").rglob("*.aof"))

PIECES = (
    *[
        "Nja4-ha5",
        "A:Nja4xha5",
        "M:CMkjng5",
        "N1rk3",
        "ja4-ha5=Q",
        "aa1-ab2+",
        "J:Pja4-ha5#AB+C",
        "12.",
        "3...",
        "0.",
        "12345.",
        "1.Nja4-ha5",
        "e4",
    ],
    *[
        "e4ep",
        "ep",
        "e.p.",
        "ep=Q+",
        "0",
        "010203",
        "A:010203",
        "A:1x",
        "P",
        "ca4-ba4",
        "F-ba4;",
        "@-ca1",
        "A:",
        "AB",
        "--",
        "resigns",
    ],
    *[
        "*",
        "1-0",
        "1/2-1/2",
        "0-0-1-0",
        "1-0x",
        "(",
        ")",
        "(1)",
        "(((",
        "$1",
        "!",
        "?!",
        "//",
        "/",
        ";",
        "{",
        "}",
        "[",
        "]",
        "%",
        "…",
        ".",
        ":",
        "x",
        "é",
        "\ufeff",
    ],
    *('[Variant "aof2"]', '[Result "*"]', '[Bad "', "{a comment}", "{open", "close}", '{"aof": 1'),
    *(" ", "  ", "\t", "\n", "\n\n", "\r", "\x0b", "\u2028", "%", "\n%esc Nja4-ha5"),
)
TEXTS = st.lists(
    st.one_of(st.sampled_from(PIECES), st.sampled_from(" \n"), st.text(max_size=3)), max_size=40
).map("".join)


BYTES = st.lists(
    st.one_of(
        st.sampled_from([piece.encode("utf-8", "surrogateescape") for piece in PIECES]),
        st.sampled_from([b" ", b"\n", b"\r\n", b"\r", b"\n\n", b"{", b"}", b"E:Lha5-fb3\n" * 3]),
        st.sampled_from(
            [
                b"{words of a comment, and more" * 2,
                b"of it} ",
                b"words, ",
                b"caf\xc3\xa9 ",
                b" \xe2\x80\x94\n",
                b"}\n",
            ]
        ),
        st.sampled_from([b"\xff", b"\xe2\x80", b"\x80" * 5, b"\xf0\x9f\x98", b"\xef\xbb\xbf"]),
        st.sampled_from([b'\n[Round "1"]\n', b"\n% aofref: a.aof:3:1: record 2\n", b"1-0 ", b"* "]),
        st.binary(max_size=3),
    ),
    max_size=40,
).map(b"".join)


class _Slow:
    """Splitter and reader with their quick ways closed."""

    def __enter__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(reader, "easy", lambda text, at, start, tokens, most: (at, start))
        self.patch.setattr(reader, "head", lambda text, at, line, tags: (at, line))
        self.patch.setattr(splitter, "TAG_LINE", re.compile("(?!)"))
        self.patch.setattr(splitter, "MOVES", re.compile("(?!)"))
        self.patch.setattr(lines, "_TELLING", re.compile(""))
        self.patch.setattr(lines, "_IN_COMMENT", (len(lines._MARKS) - 1,) * 3)
        self.patch.setattr(lines, "_MARKS", "\n" * len(lines._MARKS))

    def __exit__(self, *_: Any) -> None:
        self.patch.undo()


class _Small:
    """What is long for the quick ways, made short: blocks, lines in parts, comments."""

    def __init__(self, size: int) -> None:
        self.size = size

    def __enter__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(stream, "BLOCK", self.size)
        self.patch.setattr(lines, "_LONG", self.size // 4)
        self.patch.setattr(tokenizer, "_LONG", self.size // 4)

    def __exit__(self, *_: Any) -> None:
        self.patch.undo()


def _both(text: str) -> Iterator[tuple[Any, Any]]:
    cut = _lines(text)
    quick = list(split(iter(cut)))
    with _Slow():
        slow = list(split(iter(cut)))
    yield quick, slow
    for raw in (*quick, RawRecord(text, Place(7, 3)), RawRecord(text, Place(1, 1))):
        fast = read(raw)
        with _Slow():
            yield fast, read(raw)


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_alike(text: str) -> None:
    for fast, slow in _both(text):
        assert fast == slow


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_and_damaged_ones_are_read_alike(path: Any) -> None:
    text = path.read_text("utf-8", "surrogateescape").replace("\r\n", "\n")
    rng = random.Random(path.name)
    for damage in range(8):
        at = rng.randrange(len(text) + 1)
        put_in = rng.choice(PIECES) if damage else ""
        for fast, slow in _both(text[:at] + put_in + text[at + rng.randrange(3) * bool(damage) :]):
            assert fast == slow


@given(BYTES, st.integers(8, 60))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_split_and_read_alike(data: bytes, size: int) -> None:
    with _Slow():
        slow = [(raw, _told(raw)) for raw in split(_lines_of(data))]
    with _Small(size):
        assert [(raw, _told(raw)) for raw in stream.records(io.BytesIO(data))] == slow


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_are_split_and_read_alike_in_blocks_of_any_size(path: Any) -> None:
    data = path.read_bytes()
    with _Slow():
        slow = [(raw, _told(raw)) for raw in split(_lines_of(data))]
    for size in (8, 31, 64, 1000):
        with _Small(size):
            assert [(raw, _told(raw)) for raw in stream.records(io.BytesIO(data))] == slow


def _lines_of(data: bytes) -> Iterator[lines.DecodedLine]:
    return stream.decoded(iter(io.BytesIO(data).readlines()), "utf-8")


WORDS = ("a", "illegal", "wo", "[%if")


def _told(raw: RawRecord) -> Any:
    """Read a record, and give all that its tokens say of themselves."""
    record = read(raw)
    for begin in WORDS:
        for word in WORDS:
            for at, token in enumerate(record.tokens):
                tokens = record.tokens
                heard = tokens.brief(at, begin, word) if isinstance(tokens, Tokens) else token
                matters = token.text.startswith(begin) or word in token.text
                assert heard == token or (heard.text == "" and not matters)
    lists = (record.tokens, record.main_line, record.results, record.comments)
    every = [[(t.kind, t.text, t.place, t.ordinal) for t in tokens] for tokens in lists]
    return record._replace(tokens=()), every


def test_there_are_records() -> None:
    assert RECORDS
