"""The quick reader of plain movetext and the tokenizer give the same of any text."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref.findings import Place
from aofref.notation.records import RawRecord, read, reader, split, splitter
from tests.helpers import ROOT
from tests.test_records import _lines

RECORDS = sorted((ROOT / "fixtures").rglob("*.aof"))

PIECES = (
    *[
        "Nja4-ha5",
        "A:Nja4xha5",
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


class _Slow:
    """Both readers with their quick ways closed."""

    def __enter__(self) -> None:
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(reader, "easy", lambda text, at, start, count, most: ([], at, start))
        self.patch.setattr(splitter, "_TELLING", re.compile(""))

    def __exit__(self, *_: Any) -> None:
        self.patch.undo()


def _both(text: str) -> Iterator[tuple[Any, Any]]:
    lines = _lines(text)
    quick = list(split(iter(lines)))
    with _Slow():
        slow = list(split(iter(lines)))
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


def test_there_are_records() -> None:
    assert RECORDS
