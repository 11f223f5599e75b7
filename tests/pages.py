"""What tests of pictures and pages need: records made by random play, and what stands where."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from aofref.notation import movetext
from tests.helpers import game, play_at_random


@lru_cache(maxsize=16)
def random_record(name: str, plies: int, seed: int = 1) -> str:
    of = game(name)
    lines = [f'[Event "{name} at random"]', f'[Variant "{name}"]', ""]
    for position, move in play_at_random(of, seed, plies):
        army = "" if of.two_players else f"{of.letters[position.turn]}:"
        lines.append(army + movetext.lan(position, move))
    return "\n".join(lines) + "\n"


def standing(line: str) -> Iterator[tuple[str, str, str, str]]:
    """Read off a position line what stands where: army, code, cell, and what it owes."""
    for army in line.split()[0].split("/"):
        letter, _, groups = army.partition(":")
        for group in groups.split(";") if groups != "-" else ():
            code = "".join(sign for sign in group if sign.isupper())
            for at in group[len(code) :].split(","):
                cell, _, owes = at.partition("^")
                yield letter, code, cell, owes
