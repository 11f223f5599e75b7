"""Time and memory are linear in the input, whatever its shape (issue "Nothing is lost")."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from aofref.cli.batch.sources import Sources, sourced
from aofref.judge.edit.rewrite import rewrite
from aofref.judge.replay.opening import Setting
from aofref.library.record import Record
from aofref.notation.moves import Notation, lan
from aofref.notation.records import read, split
from tests.helpers import game, play_at_random
from tests.test_records import V, _lines

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
            rewrite(read(raw), Setting("aof2"), Notation.LAN)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_the_text_is_twice_the_work(shape: str) -> None:
    small, large = (calls(SHAPES[shape](size)) for size in (SIZE >> 4, SIZE >> 3))
    assert large < 2.3 * small + 2_000  # the seconds are in benchmarks/shapes.py


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


@pytest.mark.parametrize("line", ["a\n", "\n", "ab \n", "é\n"])
def test_a_comment_of_short_lines_costs_few_bytes_a_byte(line: str, tmp_path: Path) -> None:
    """Read from a file, and written again: short lines cost what long ones do."""
    path = tmp_path / "long.aof"
    comment = line * (SIZE // len(line)) + "b"
    path.write_text(f"{V}1. E:Lha5-fb3 {{{comment}}} *\n", "utf-8")
    size = path.stat().st_size
    for with_content in (False, True):
        tracemalloc.start()
        found = list(sourced(Sources((str(path),), with_content=with_content)))
        assert isinstance(found[0], Record)
        record = found[0].written
        text = found[0].write("lan")
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(found) == 1 and text and peak < 15 * size + 500_000
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
