"""What is read at once as a read_fast legal move is what the long way finds, and nothing else is."""

from __future__ import annotations

import random

import pytest

from aofref import variants
from aofref.findings import Refusal
from aofref.notation import moves
from aofref.notation.fast_lan import read_fast
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.generate import en_passant_captures, legal_moves
from aofref.rules.position import NO_PROMOTION, Position
from aofref.rules.refuse import refusal

DAMAGE = ("x", "-", ":", "A:", "P", "K", "=Q", "+", "#", "ep", " ", "1", "a")


def agrees(position: Position, text: str) -> bool:
    """Hold both ways against each other; say whether the quick one found a move."""
    found = read_fast(position, text)
    if found is None:
        return False
    said = moves.parse(position.game, text)
    assert said is not None and not said.action
    move, lan, marks = found
    meant = moves.resolve(position, said)
    assert not isinstance(meant, Refusal) and meant == move, text
    assert refusal(position, move) is None, text
    assert (lan, marks) == (moves.lan(position, move), said.suffix), text
    assert not moves.warnings(position, move, said._replace(suffix=""), ""), text
    return True


@pytest.mark.parametrize("name", variants.IDS)
def test_plain_moves_are_what_the_long_way_finds(name: str) -> None:
    variant = variants.find(name)
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
                one, other = rng.sample(game.board.names, 2)
                agrees(position, f"{rng.choice(('', *game.codes))}{one}{rng.choice('-x')}{other}")
            position, _events = turn.after(position, rng.choice(legal))


def test_texts_that_are_kept_are_short_and_few() -> None:
    variant = variants.find("aof2")
    assert variant is not None
    game = CompiledVariant(variant)
    position, _events = turn.start(game)
    long = f"Lha5-fb3{'A' * 60}"
    assert read_fast(position, long) is None and long not in game.said
    texts = [f"{one}-{other}" for one in game.board.names[:100] for other in game.board.names[:100]]
    for text in texts:
        read_fast(position, text)
    assert 0 < len(game.said) < len(texts)
    assert read_fast(position, "Lha5-fb3") is not None and "Lha5-fb3" in game.said
