"""Streams: many records, in blocks of any size, several jobs, constant memory, linear time."""

from __future__ import annotations

import gc
import io
import pickle
import random
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aofref.cli.many import Records, sourced
from aofref.findings import START
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.driver import replay
from aofref.judge.replay.opening import Setting
from aofref.library.record import Record
from aofref.notation.movetext import Notation, lan
from aofref.notation.records import Record as Text
from aofref.notation.records import read, split, stream
from aofref.notation.records.model import undecoded_places
from tests.helpers import FIXTURES, game, play_at_random, sampled
from tests.notation.test_records import V, _lines

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
    many.write_text(RECORD * 300, "utf-8")
    for command in (("check", "--quiet"), ("convert", "--to", "coord")):
        assert peak(many, *command) < peak(one, *command) + 5


# Blocks of any size change nothing, and a record is read again as the splitter read it -------------

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


def in_blocks(data: bytes, size: int) -> list[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "BLOCK", size)
        return [(raw, contents(raw)) for raw in split(stream.decoded(io.BytesIO(data)))]


def in_lines(data: bytes) -> list[Any]:
    lines = stream.decoded(iter(io.BytesIO(data).readlines()), "utf-8")
    return [(raw, contents(raw)) for raw in split(lines)]


def contents(raw: Text) -> Any:
    """Read a record: all that it and its tokens hold, without the type that keeps them."""
    record = read(raw)
    lists = (record.tokens, record.main_line, record.results, record.comments)
    every = [[(t.kind, t.text, t.place, t.ordinal) for t in tokens] for tokens in lists]
    return record._replace(tokens=()), every


@given(TEXTS)
@settings(max_examples=60)
def test_any_record_is_read_again_alike(text: str) -> None:
    for raw in split(_lines(text)):
        again: Text = pickle.loads(pickle.dumps(raw))
        assert not again.is_read
        assert contents(again)[1] == contents(raw)[1]
        assert read(again) == read(raw)


@given(BYTES, st.integers(8, 60))
@settings(max_examples=120)
def test_any_bytes_are_split_and_read_alike(data: bytes, size: int) -> None:
    assert in_blocks(data, size) == in_lines(data)


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_records_and_damaged_ones_are_read_alike(path: Path) -> None:
    data = path.read_bytes()
    by_lines = in_lines(data)
    for size in (8, 64):
        assert in_blocks(data, size) == by_lines
    text = data.decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    rng = random.Random(path.name)
    for damage in range(4):
        at = rng.randrange(len(text) + 1)
        put_in = rng.choice(PIECES) if damage else ""
        rest = text[at + rng.randrange(3) * bool(damage) :]
        for raw in split(_lines(text[:at] + put_in + rest)):
            assert read(raw.unread()) == read(raw)


# Time and memory are linear in the input, whatever its shape --------------------------------------

SIZE = 200_000
BACKSLASHES = "\\\\"
OPEN_TAG = '[a "'
SHAPES: dict[str, Callable[[int], str]] = {
    "blanks in a comment": lambda n: f"{V}{{a{' ' * n}b}} *\n",
    "words in a comment": lambda n: f"{V}{{{'a ' * (n // 2)}b}} *\n",
    "lines in a comment": lambda n: f"{V}{{{('a' + chr(10)) * (n // 2)}b}} *\n",
    "objects that are none": lambda n: V + '{"a":\n' * (n // 6),
    "an object that is none": lambda n: V + "{\n" + '"a": 1,\n' * (n // 8),
    "empty lines in a comment": lambda n: f"{V}{{{chr(10) * n}}} *\n",
    "blanks between moves": lambda n: f"{V}E:Lha5-fb3{' ' * n}*\n",
    "blanks in a courier move": lambda n: f"{V}N{' ' * n}ja4-ha5 *\n",
    "comments, then tags": lambda n: (
        "{c}\n" * (n // 20) + '[Event "abc"]\n' * (n // 20) + V + "*\n"
    ),
    "variations in variations": lambda n: f"{V}{'(' * (n // 2)}{')' * (n // 2)} *\n",
    "variations side by side": lambda n: f"{V}{'() ' * (n // 3)}*\n",
    "open variations": lambda n: f"{V}{'(' * n}*\n",
    "a word": lambda n: f"{V}{'a' * n} *\n",
    "a tag's value": lambda n: f'[Foo "{"a" * n}"]\n{V}*\n',
    "backslashes in a tag": lambda n: f'[Foo "{BACKSLASHES * (n // 2)}"]\n{V}*\n',
    "damaged tags": lambda n: f"{V}x {'[a ' * (n // 3)}*\n",
    "open tags": lambda n: f"{V}x {OPEN_TAG}{'[a ' * (n // 3)}*\n",
    "clauses": lambda n: f"{V}N ja4-ha5{';@-aa1' * (n // 6)} *\n",
    "letters and colons": lambda n: f"{V}{'A:' * (n // 2)} *\n",
    "comments never closed": lambda n: V + '{ \n\n[Foo "a"] x' * (n // 15),
    "records": lambda n: '[Variant "aof2"]\n*\n' * (n // 19),
    "JSON": lambda n: '{"aof":1,\n' * (n // 10),
}


def calls(text: str) -> int:
    """Count the functions that reading a text and writing it again calls."""
    count = 0

    def called(_frame: object, event: str, _value: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    lines = _lines(text)
    sys.setprofile(called)
    try:
        for raw in split(iter(lines)):
            record = read(raw)
            rewrite(record, replay(record, Setting("aof2")), Notation.LAN)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_text_is_twice_the_work(shape: str) -> None:
    calls(SHAPES[shape](SIZE >> 5))  # what is compiled or loaded but once is not counted
    small, large = (calls(SHAPES[shape](size)) for size in (SIZE >> 6, SIZE >> 5))
    assert large < 2.3 * small + 2_000  # the seconds are in benchmarks/shapes.py


FAULTS = {
    "an illegal move": "1. e5 ",
    "unreadable text": "1. ?? ",
    "a word": "1. hello ",
    "a number": "1. e4 17 ",
    "another game's result": "1. e4 0.7-0.3 ",
    "a variation": "1. e4 (1. e5 ",
    "a draw": "1. e4 { [%draw W] } e5 { [%draw B] } ",
    "a parenthesis": "1. e4 ) ",
}
TOKENS = (
    *("e4", "e4 +", "N e4", "O-O", "--", "0", "ep", "B:resigns", "hello", "zz&", "Nf3=", "e40-1"),
    *("1.", "7", "2024", "(2)", "2)", "...", "$1", "N", "+", "*", "1-0", "0-0", "0-0-0"),
    *("(", ")", "( e4 )", "(0:05)", "{a}", "{a} +", "{[%draw W]}", "{[%if e4 e5]}"),
    *("e5 {[%illegal stands]}", ";x\n", "\n%x\n", '\n[x "y"]', "\n\nsome words here\n\n"),
)


def seconds(fault: str, token: str, count: int) -> float:
    """Measure the CPU seconds of a check, a list of the moves and a conversion."""
    text = f'[Variant "chess"]\n[Result "0-0"]\n\n{FAULTS.get(fault, "")}{token * count}\n'
    gc.disable()  # else one collection of all that other tests have left takes longer than the work
    try:
        begun = time.process_time()
        for raw in split(iter(_lines(text))):
            record = Record(raw, Setting())
            for node in record.mainline() if record.is_opened else ():
                assert node.comments is not None and node.variations is not None
            given = read(raw)
            rewrite(given, replay(given, Setting()), Notation.LAN)
        return time.process_time() - begun
    finally:
        gc.enable()


@pytest.mark.parametrize("token", TOKENS)
@pytest.mark.slow
def test_time_is_linear_in_what_stands_behind_a_fault(token: str, effort: int) -> None:
    """A token behind one of the faults, with --long behind all, on one line or on a line each."""
    first = TOKENS.index(token)
    for number, fault in enumerate(("", *FAULTS)):
        if effort > 1 or (number + first) % 9 == 0:
            line = token + " \n"[(number + first) // 9 % 2]
            few = min(seconds(fault, line, 500) for _ in range(2))
            assert seconds(fault, line, 2000) < 9 * few + 0.05, fault


@pytest.mark.parametrize("token", ["+ ", "{a} + "])
def test_time_behind_an_illegal_move(token: str) -> None:
    """Twenty times the time of a linear reader; the sum of the places before would be a hundred."""
    assert seconds("an illegal move", token, 10_000) < 20 * seconds("", "$1 ", 10_000) + 1


def test_time_is_linear_in_bytes_that_were_not_decoded() -> None:
    def took(count: int) -> float:
        begun = time.process_time()
        assert len(undecoded_places("\udcffa\n" * count, START)) == count
        return time.process_time() - begun

    assert took(100_000) < 30 * min(took(10_000) for _ in range(3)) + 0.05


def test_text_costs_few_bytes_a_byte() -> None:
    moves = "".join(
        f"{position.game.letters[position.turn]}:{lan(position, move)} "
        for position, move in play_at_random(game("aof2"), 1, 60)
    )
    for text in (f'[Foo "{"a" * SIZE}"]\n{V}*\n', f"{V}{{{'a ' * SIZE}}} *\n", V + moves * 200):
        lines = _lines(text)
        tracemalloc.start()
        record = [read(raw) for raw in split(iter(lines))]
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < 40 * len(text), record[0].tags[:1]


@pytest.mark.parametrize("line", sampled(["a\n", "\n", "ab \n", "é\n"], "a\n", "\n"))
def test_a_comment_of_short_lines_costs_few_bytes_a_byte(line: str, tmp_path: Path) -> None:
    """Read from a file, and written again: short lines cost what long ones do."""
    path = tmp_path / "long.aof"
    comment = line * (SIZE // 2 // len(line)) + "b"
    path.write_text(f"{V}1. E:Lha5-fb3 {{{comment}}} *\n", "utf-8")
    size = path.stat().st_size
    for with_content in (False, True):
        tracemalloc.start()
        found = list(sourced(Records((str(path),), with_content=with_content)))
        assert isinstance(found[0], Record)
        record = found[0]._tokens
        text = found[0].write("lan")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(found) == 1 and text and peak < 15 * size + 1_300_000  # of lines that wait
        assert record.tokens[2].text == (
            comment.replace("\n", " ") if line[-2:-1].isalpha() else comment
        )


def test_a_stream_is_split_one_record_at_a_time() -> None:
    read_so_far = 0

    def stream() -> object:
        nonlocal read_so_far
        for line in _lines(f"{V}1. E:Lha5-fb3 *\n\n" * 100):
            read_so_far += 1
            yield line

    records = split(stream())  # type: ignore[arg-type]
    next(records)
    assert read_so_far < 10
    assert sum(1 for _ in records) == 99
