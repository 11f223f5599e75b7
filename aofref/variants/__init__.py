"""The games; each is loaded when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from aofref.variants.model import Variant

IDS = ("aof2", "aof6", "proto-prelates", "sd2l-cohen", "sd2l-sling", "heathen-europe")
ALIASES = {"pp": "proto-prelates", "hec": "heathen-europe"}


def find(name: str) -> Variant | None:
    """Give the game of that id or alias, or None if there is none (CONTRACT 1)."""
    known = ALIASES.get(name, name)
    if known not in IDS:
        return None
    game = import_module(f"aofref.variants.{known.replace('-', '_')}").GAME
    assert isinstance(game, Variant)
    return game
