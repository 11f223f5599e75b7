"""Streams: many records, in blocks of any size, several jobs, constant memory."""

from __future__ import annotations

import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref.findings import Place
from aofref.notation.records import RawRecord, read, reader, split, splitter, stream, tokenizer
from tests.helpers import FIXTURES, aofref
from tests.test_records import _lines

RECORD = (FIXTURES / "records" / "aof2-00-first.aof").read_text("utf-8")
PEAK = (
    "import resource, subprocess, sys;"
    "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
    "print(done.returncode, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
)


def peak(path: Path, *command: str) -> int:
    run = [sys.executable, "-c", PEAK, sys.executable, "-m", "aofref", *command, str(path)]
    status, size = subprocess.run(run, check=True, capture_output=True, text=True).stdout.split()
    assert status == "0"
    return int(size)


def test_memory_does_not_grow_with_the_stream(tmp_path: Path) -> None:
    one, many = tmp_path / "one.aof", tmp_path / "many.aof"
    one.write_text(RECORD, "utf-8")
    many.write_text(RECORD * 3000, "utf-8")
    for command in (("check", "--quiet"), ("convert", "--to", "coord")):
        assert peak(many, *command) < peak(one, *command) + 30


def test_jobs_give_the_same_output_in_order() -> None:
    bad = '[Variant "aof2"]\n\n1. E:Kjb5-jb4 *\n\n'
    text = (RECORD + bad) * 6
    alone = aofref("check", "--format", "json", stdin=text)
    together = aofref("check", "--format", "json", "--jobs", "3", stdin=text)
    assert (alone.stdout, alone.stderr, alone.exit_code) == (
        together.stdout,
        together.stderr,
        together.exit_code,
    )
    assert [json.loads(line)["record"] for line in alone.stdout.splitlines()] == list(range(1, 13))


# Blocks of any size, and the quick ways of splitting and reading, change nothing ------------------

RECORDS = sorted(FIXTURES.rglob("*.aof"))
WORDS = """
Nja4-ha5 A:Nja4xha5 M:CMkjng5 N1rk3 ja4-ha5=Q aa1-ab2+ J:Pja4-ha5#AB+C e4 e4ep
12. 3... 0. 12345. 1.Nja4-ha5 ep e.p. ep=Q+ 0 010203 A:010203 A:1x P -- resigns
ca4-ba4 F-ba4; @-ca1 A: AB * 1-0 1/2-1/2 0-0-1-0 1-0x ( ) (1) ((( $1 ! ?! // /
"""
PIECES = (
    *WORDS.split(),
    *([";", "{", "}", "[", "]", "%", "…", ".", ":", "x", "é", "\ufeff"]),
    *('[Variant "aof2"]', '[Result "*"]', '[Bad "', "{a comment}", "{open", "close}", '{"aof": 1'),
    *(
        "1. e4 e5 2. Nf3",
        "a4 b4 ep",
        "1. Nja4-ha5 gb2-gb3 * ",
        "A:010203 010203 0102 ",
        "A1 b2 1. c3. ",
    ),
    *(" ", "  ", "\t", "\n", "\n\n", "\r", "\x0b", "\u2028", "%", "\n%esc Nja4-ha5"),
)
TEXTS = st.lists(
    st.one_of(st.sampled_from(PIECES), st.sampled_from(" \n"), st.text(max_size=3)), max_size=40
).map("".join)
BYTES = st.lists(
    st.one_of(
        st.sampled_from([piece.encode("utf-8", "surrogateescape") for piece in PIECES]),
        st.sampled_from([b" ", b"\n", b"\r\n", b"\r", b"\n\n", b"{", b"}", b"E:Lha5-fb3\n" * 3]),
        st.sampled_from([b"{words of a comment, and more" * 2, b"of it} ", b"words, ", b"}\n"]),
        st.sampled_from([b"caf\xc3\xa9 ", b" \xe2\x80\x94\n", b"1-0 ", b"* "]),
        st.sampled_from([b"\xff", b"\xe2\x80", b"\x80" * 5, b"\xf0\x9f\x98", b"\xef\xbb\xbf"]),
        st.sampled_from([b'\n[Round "1"]\n', b"\n% aofref: a.aof:3:1: record 2\n"]),
        st.binary(max_size=3),
    ),
    max_size=40,
).map(b"".join)
NEVER = re.compile("(?!)")
SLOW = (
    (tokenizer, "_NEXT", re.compile(rf"\s*+(?:{'|'.join(tokenizer._NAMED[1:])})?")),
    (reader, "COURIER_LINES", NEVER),
    (splitter, "_INFORMATIVE", ("",)),
)


@contextmanager
def changed(*changes: tuple[Any, str, Any]) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for module, name, value in changes:
            patch.setattr(module, name, value)
        yield


def both_ways(text: str) -> Iterator[tuple[Any, Any]]:
    """Split and read a text the quick way and token by token."""
    quick = list(split(_lines(text)))
    with changed(*SLOW):
        slow = list(split(_lines(text)))
    yield quick, slow
    for raw in (*quick, RawRecord(text, Place(7, 3)), RawRecord(text, Place(1, 1))):
        fast = read(raw)
        with changed(*SLOW):
            yield fast, read(raw)


def in_blocks(data: bytes, size: int) -> list[Any]:
    with changed((stream, "BLOCK", size)):
        return [(raw, contents(raw)) for raw in stream.records(io.BytesIO(data))]


def in_lines(data: bytes) -> list[Any]:
    with changed(*SLOW):
        lines = stream.decoded(iter(io.BytesIO(data).readlines()), "utf-8")
        return [(raw, contents(raw)) for raw in split(lines)]


def contents(raw: RawRecord) -> Any:
    """Read a record: all that it and its tokens hold, without the type that keeps them."""
    record = read(raw)
    lists = (record.tokens, record.main_line, record.results, record.comments)
    every = [[(t.kind, t.text, t.place, t.ordinal) for t in tokens] for tokens in lists]
    return record._replace(tokens=()), every


@given(TEXTS)
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_alike(text: str) -> None:
    for fast, slow in both_ways(text):
        assert fast == slow


@given(BYTES, st.integers(8, 60))
@settings(max_examples=400, deadline=None)
def test_any_bytes_are_split_and_read_alike(data: bytes, size: int) -> None:
    assert in_blocks(data, size) == in_lines(data)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_and_damaged_ones_are_read_alike(path: Path) -> None:
    data = path.read_bytes()
    by_lines = in_lines(data)
    for size in (8, 31, 64, 1000):
        assert in_blocks(data, size) == by_lines
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    rng = random.Random(path.name)
    for damage in range(8):
        at = rng.randrange(len(text) + 1)
        put_in = rng.choice(PIECES) if damage else ""
        rest = text[at + rng.randrange(3) * bool(damage) :]
        for fast, slow in both_ways(text[:at] + put_in + rest):
            assert fast == slow


def test_there_are_records() -> None:
    assert RECORDS
