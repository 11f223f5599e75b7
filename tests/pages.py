"""What tests of pictures and pages need: records made by random play."""

from __future__ import annotations

from functools import lru_cache

from aofref.notation import moves
from tests.helpers import game, play_at_random


@lru_cache(maxsize=16)
def random_record(name: str, plies: int, seed: int = 1) -> str:
    of = game(name)
    lines = [f'[Event "{name} at random"]', f'[Variant "{name}"]', ""]
    for position, move in play_at_random(of, seed, plies):
        army = "" if of.two_players else f"{of.letters[position.turn]}:"
        lines.append(army + moves.lan(position, move))
    return "\n".join(lines) + "\n"
