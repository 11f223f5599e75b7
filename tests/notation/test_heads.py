"""Heads: records of which only the tags are read begin and end as those that are read whole."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from pathlib import Path

import chess.pgn
import pytest

from aofref.notation.records import Record, read, split
from aofref.notation.records.stream import decoded
from tests.damage import WORDS, corpus, mutated
from tests.helpers import FIXTURES

LICHESS = """[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[White "alice"]
[Black "Bob \\"B\\" Berg"]
[Result "1-0"]
[WhiteElo "1800"]

1. e4 { [%eval 0.17] [%clk 0:03:00] } 1... c5 { [%eval 0.3] } 2. O-O?! O-O-O 3. Nf3 e5-e6 1-0

"""
CHESSBASE = """[Event "Wijk"]
[White "A, B"]
[Black "C, D"]
[Result "1/2-1/2"]
[ECO "C42"]

1. e4 e5 2. Nf3 $1 {[%csl Ge4] a comment
[%cal Ge2e4] goes on} (2. f4 exf4 (2... d5 $5) 3. Bc4) 2... Nf6 3. Nxe5
d6 1/2-1/2

"""
FORFEIT = '[Event "?"]\n[Result "1-0"]\n\n{nobody came} *\n\n'
NO_MOVES = '[Event "?"]\n[Result "*"]\n\n*\n\n'
TWIC = '[Event "x"]\n[Result "0-1"]\n\n1.e4 e5 2.Nf3 Nc6 3.Bb5 a6 0-1\n\n\n'
OWN = '[Variant "aof2"]\n[European "Anna"]\n\n1. E:Lha5-fb3 I:ie4-ge4\n2. -- J:ib4-gb4 *\n'
FOUR = '[Variant "aof2"]\n[Result "1-0-0-0"]\n\n1. E:Lha5-fb3 I:resigns 1-0-0-0\n\n'
TAGS_ONLY = '[Event "a"]\n[White "w"]\n'
WIKI = '[Event "x"]\n\n{A game} 1. e4 e5 ({or} 1... c5 2. d4) 2. Ke2 Ke7 {end} *\n\n'
OLD = '[Event "x"]\r\n[Result "1-0"]\r\n\r\n1. e4 e5 2. d4 exd4\r\n3. c3 1-0\r\n\r\n'
LINES = '[Event "x"]\n\n1. e4 e5 ; the best, says Berg {1972}\n2. Nf3 ; to the end\nNc6 1-0\n\n'
SHAPES = (LICHESS, CHESSBASE, NO_MOVES, TWIC, OWN, FOUR, TAGS_ONLY, WIKI, OLD, FORFEIT, LINES)
"""How sites and programs write games."""
TRAPS = (
    '{a comment\n\n[Event "b"]\n\n1. e4} *', "{1-0} e4 1-0\n1. d4", "1-0 1. e4", "\n\n1. e4 *",
    "% 1-0\n", "\n% aofref: a.pgn:3:1: record 2\n", "; { \n", "some words of prose here\n",
    "\n\nsome words of prose here\n\n", '{"aof": 1}\n', '{ "a": 1}', "1. e4 e5\n\n1. d4 d5",
    '[Event "late"]\n', '[Event "a"] [White "b"]\n', "[%clk 1]\n", "[Event unquoted]\n", "½-½ 1. e4",
    "O-1", "1:0", "0.5-0.5", "1 - 0", "0-0-0-1", "O-O-O-O", "e4-0", "e41-0", "(1. e4 1-0) e5", "2)",
    "1/2", "\x1a", "\n\x1a\n", "\n \n", "\r", "{", "}", "//", "\x85", "\n[", "\n%", "\n{", '\n{\n"aof"',
    "*", "\n\ufeff", "\ufeff\n", "\n\ufeff\r\n", "1-0\n", "//*", ";", "{only}\n\n", "{a} {b}", "1.\n", "0", "7 ", "$1",
    "; F-b4 1-0\n", "; 1-0", "; F-b4 *", ";N-a1 O-1\n", "; x {\n", "; @-a1 1/2\n", "; F-b4 \u00bd-\u00bd",
    '[Event "x"]\n\n', '[Variant "hec"]\n', "0-0 - 1", "-0", "1-", "\udcff",
)  # fmt: skip


def compared(data: bytes) -> int:
    """Compare the records of a stream, read whole and by their heads; count those of heads alone."""
    whole = list(split(decoded(io.BytesIO(data), with_content=True)))
    heads = list(split(decoded(io.BytesIO(data), with_content=True), heads=True))
    alone = [raw for raw in heads if raw.pairs is not None]
    for raw in alone:
        assert not raw.is_read and dict(raw.pairs or ()) == read(raw).values
    assert [_of(raw) for raw in heads] == [_of(raw) for raw in whole]
    return len(alone)


def _of(raw: Record) -> object:
    """Give all that is compared of a record: what stands in it, and where."""
    record = read(raw)
    place = raw.start, raw.origin, raw.is_remark, raw.is_within
    tokens = record.tags, record.tokens, record.place, record.broken, record.damaged
    return raw.text, raw.content, place, raw.bad, record.findings, tokens


@pytest.mark.parametrize("shape", SHAPES)
def test_of_an_exported_game_only_the_tags_are_read(shape: str) -> None:
    assert compared(shape.encode()) == 1
    assert compared((shape * 3).encode()) == (3 if shape != TAGS_ONLY else 0)
    (raw,) = split(decoded(io.BytesIO(shape.encode())), heads=True)
    headers = chess.pgn.read_headers(io.StringIO(shape.replace("\r", "")))
    assert headers is not None and raw.pairs is not None
    theirs = {name: value.replace('\\"', '"') for name, value in headers.items()}
    assert dict(raw.pairs).items() <= theirs.items()


def _mixed(rng: random.Random) -> Iterator[str]:
    """Give texts of several records, with what may end one between them or within."""
    while True:
        text = ""
        for _ in range(rng.randrange(1, 5)):
            shape = rng.choice(SHAPES)
            for _ in range(rng.choice((0, 0, 1, 2))):
                at = rng.randrange(len(shape) + 1)
                at = rng.choice((at, shape.rfind("\n", 0, at) + 1))
                trap = rng.choice(TRAPS if rng.random() < 0.7 else WORDS)
                shape = shape[:at] + trap + shape[at:]
            text += shape + rng.choice(("", "", "\n"))
        yield text


def test_records_end_where_the_full_reader_ends_them(rounds: int = 200) -> None:
    rng, alone = random.Random(59), 0
    for text, _ in zip(_mixed(rng), range(rounds), strict=False):
        alone += compared(text.encode("utf-8", "surrogateescape"))
    assert alone > rounds // 4


def test_damaged_records_end_where_the_full_reader_ends_them(rounds: int = 100) -> None:
    rng, every = random.Random(60), [*corpus(), *SHAPES]
    for _ in range(rounds):
        text = "".join(rng.choices(every, k=3))
        compared(mutated(rng, text.encode()))


@pytest.mark.parametrize("path", sorted((FIXTURES / "records").glob("*.aof")), ids=lambda p: p.stem)
def test_the_fixtures_have_the_same_heads(path: Path) -> None:
    compared(path.read_bytes() * 2)
