"""What is read at once as a legal move is what the long way finds, and nothing else is."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from aofref import games
from aofref.findings import START, Refusal
from aofref.judge.replay.line import step
from aofref.judge.replay.reading import read_typed
from aofref.notation import moves
from aofref.notation.fast_lan import read_fast
from aofref.notation.records import split, tokenizer
from aofref.notation.typed import Typed
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.generate import en_passant_captures, legal_moves, origins
from aofref.rules.position import NO_PROMOTION, PASS, CorePosition
from aofref.rules.refuse import refusal
from tests.helpers import FIXTURES, played
from tests.notation.test_records import _lines

DAMAGE = ("x", "-", ":", "A:", "P", "K", "=Q", "+", "#", "ep", " ", "1", "a")


def agrees(position: CorePosition, text: str) -> bool:
    """Hold both ways against each other, and typing; say whether the quick one found a move."""
    quick = read_fast(position, text)
    if quick is None:
        return False
    written = moves.parse(position.game, text)
    assert written is not None and not written.action
    move, lan, marks = quick
    meant = moves.resolve(position, written)
    assert not isinstance(meant, Refusal) and meant == move, text
    assert refusal(position, move) is None, text
    assert (lan, marks) == (moves.lan(position, move), written.suffix), text
    assert read_typed(position, text) == Typed(text), text
    assert not moves.warnings(position, move, written._replace(suffix=""), ""), text
    return True


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", games.IDS)
def test_plain_moves_are_what_the_long_way_finds(name: str) -> None:
    variant = games.find(name)
    assert variant is not None
    game, rng = compile_variant(variant), random.Random(name)
    for _ in range(3):
        position, _events = turn.start(game)
        for _ply in range(60):
            legal = legal_moves(position)
            if not legal:
                break
            letter = game.letters[position.turn]
            for move in rng.sample(legal, min(4, len(legal))):
                text = moves.lan(position, move)
                easy = move.origin >= 0 and move.promotion == NO_PROMOTION
                assert agrees(position, text) == (easy and not en_passant_captures(position, move))
                assert agrees(position, f"{letter}:{text}") == agrees(position, text)
                at = rng.randrange(len(text) + 1)
                agrees(position, text[:at] + rng.choice(DAMAGE) + text[at + rng.randrange(2) :])
            for _pair in range(4):
                start, end = rng.sample(game.board.names, 2)
                agrees(position, f"{rng.choice(('', *game.codes))}{start}{rng.choice('-x')}{end}")
            position, _events = turn.apply(position, rng.choice(legal))


RECORDS = sorted((FIXTURES / "records").glob("*.aof"))[::3]


@pytest.mark.unmeasured
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_every_notation_is_read_as_the_long_way_reads_it(path: Path) -> None:
    """At every twelfth ply of a whole game: its moves, and where each piece could come from."""
    raw = next(split(iter(_lines(path.read_text("utf-8")))))
    record, rng = played(raw), random.Random(path.stem)
    position, game = record.first, record.game
    plain = game.plain
    for number, ply in enumerate(record.plies):
        if number % 12 == 0 and ply.move not in (None, PASS):
            starts: dict[tuple[int, int, int], list[int]] = {}
            for move in legal_moves(position):
                if move != PASS:
                    key = (plain[position.board[move.origin]], move.destination, move.promotion)
                    starts.setdefault(key, []).append(move.origin)
            own = {plain[position.board[cell]] for cell in position.cells_of(position.turn)}
            for piece in own:
                for end in range(len(game.board.names)):
                    for promotion in (NO_PROMOTION, 1):
                        key = (piece, end, promotion)
                        assert origins(position, *key) == sorted(starts.get(key, ()))
            for move in (ply.move, rng.choice(legal_moves(position))):
                if move == PASS:
                    continue
                easy = move.promotion == NO_PROMOTION and not position.passed
                for notation in moves.Notation:
                    text = moves.write(position, move, notation)
                    assert agrees(position, text) or not easy, text
                    assert agrees(position, f"Z:{text}") is False
                    at = rng.randrange(len(text) + 1)
                    agrees(position, text[:at] + rng.choice(DAMAGE) + text[at:])
                    agrees(position, text[:at] + text[at + 1 :])
        position = step(position, ply)


def test_texts_that_are_kept_are_short_and_few() -> None:
    variant = games.find("aof2")
    assert variant is not None
    game = CompiledVariant(variant)
    position, _events = turn.start(game)
    long = f"Lha5-fb3{'A' * 60}"
    assert read_fast(position, long) is None and long not in game.move_texts
    names = game.board.names[:100]
    texts = [f"{start}-{end}" for start in names for end in names]
    for text in texts:
        read_fast(position, text)
    assert 0 < len(game.move_texts) < len(texts)
    assert read_fast(position, "Lha5-fb3") is not None and "Lha5-fb3" in game.move_texts


WORDS = """Nja4-ha5 Nf3 e4 E: O-O 0-0 O-O-O+ --+J 1-0 0-1 1/2-1/2 0-0-0-1 * ! ?! $1 ( ) (12) (0:05) { } ; // [ 1. 1... 12
... e.p. ep -- - + # =Q (=Q) resigns null N P b4 / 112233 0 0.5 O – ½ : a @ , ±"""
PIECES = [*WORDS.split(), " ", " ", "\t", "\u200b", "\x1a", "\xa0"]


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
    assert found == {*tokenizer.SIMPLE.groupindex}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_usual_records_need_no_pattern_but_that_of_simple_tokens(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tokenizer, "ANY", "(")  # which cannot be compiled
    assert [*tokenizer.lexemes(path.read_text("utf-8"), START)]
