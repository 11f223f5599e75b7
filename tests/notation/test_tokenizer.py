"""Tokens: the pattern of most records' tokens finds what the pattern of all tokens finds."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from aofref.findings import START
from aofref.notation.records import tokenizer
from tests.helpers import FIXTURES

RECORDS = sorted((FIXTURES / "records").glob("*.aof"))[::3]
WORDS = """Nja4-ha5 Nf3 e4 E: O-O 0-0 O-O-O+ --+J 1-0 0-1 1/2-1/2 0-0-0-1 * ! ?! $1 ( ) (12) (0:05) { } ; // [ 1. 1... 12
... e.p. ep -- - + # =Q (=Q) resigns null N P b4 / 112233 0 0.5 O – ½ : a @ , ±"""
COURIER = ["P b7-b8; Q-b8", "P b7-b8; Q-c8", "; @-b7"]
PIECES = [*WORDS.split(), *COURIER, " ", " ", "\t", "\u200b", "\x1a", "\xa0"]


@pytest.mark.parametrize("seed", range(4))
def test_a_simple_token_is_the_next_token_of_any_line(seed: int) -> None:
    """The pattern of most records' tokens finds what the pattern of all tokens finds, or nothing."""
    rng, every, found = random.Random(seed), re.compile(tokenizer.ANY), set()
    texts = [path.read_text("utf-8") for path in RECORDS]
    lines = [line for text in texts for line in text.splitlines(keepends=True)]
    for number in range(5_000):
        line = "".join(rng.choices(PIECES, k=rng.randint(1, 6))) + rng.choice(("", "\n"))
        line = rng.choice(lines) if number % 3 == 0 else line
        at = rng.choice((0, rng.randrange(len(line))))
        if line[at] == "\n" or (simple := tokenizer.SIMPLE.match(line, at)) is None:
            continue
        name, wanted = simple.lastgroup or "", every.match(line, at)
        assert wanted is not None
        if name == "end":
            assert wanted.lastgroup in (None, "end"), (line, at)
        else:
            assert wanted.lastgroup is not None
            there = ("move" if name == "word" else name, simple.span(name))
            assert (wanted.lastgroup, wanted.span(wanted.lastgroup or "")) == there, (line, at)
        found.add(name)
    assert found == tokenizer.SIMPLE.groupindex.keys() - {"at"}  # a part of a word


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_usual_records_need_no_pattern_but_that_of_simple_tokens(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokenizer, "ANY", "(")  # which cannot be compiled
    assert [*tokenizer.lexemes(path.read_text("utf-8"), START)]
