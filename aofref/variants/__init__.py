"""The games; each is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from aofref.variants.model import Variant

IDS = ("aof2", "aof6", "proto-prelates", "sd2l-cohen", "sd2l-sling", "heathen-europe")
ALIASES = {
    "pp": "proto-prelates",
    "hec": "heathen-europe",
    "csd2l": "sd2l-cohen",
    "ssd2l": "sd2l-sling",
}


def find(name: str) -> Variant | None:
    """Give the game of that id or alias, in any case, or None if there is none (CONTRACT 1)."""
    lowered = name.lower()
    known = ALIASES.get(lowered, lowered)
    if known not in IDS:
        return None
    game = import_module(f"aofref.variants.{known.replace('-', '_')}").GAME
    assert isinstance(game, Variant)
    return game
