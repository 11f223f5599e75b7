"""What tests of pictures and pages need: records made by random play, and their views."""

from __future__ import annotations

from functools import lru_cache

from aofref.judge.analysis.game_view import GameView, game_view
from aofref.notation import moves
from aofref.notation.records import ParsedRecord, read, split
from tests.helpers import game, play_at_random


@lru_cache(maxsize=16)
def random_record(name: str, plies: int, seed: int = 1) -> str:
    of = game(name)
    lines = [f'[Event "{name} at random"]', f'[Variant "{name}"]', ""]
    for position, move in play_at_random(of, seed, plies):
        army = "" if of.two_players else f"{of.letters[position.turn]}:"
        lines.append(army + moves.lan(position, move))
    return "\n".join(lines) + "\n"


def record(text: str) -> ParsedRecord:
    return read(next(split((line, None) for line in text.splitlines(keepends=True))))


def view_of(text: str) -> GameView:
    found = game_view(record(text))
    assert found is not None
    return found
