"""The games; each is loaded when it is first asked for.

A new game is one module here, named as the id with `_` for `-`, whose `VARIANT` it is, and one
line of GAMES.
"""

from __future__ import annotations

from importlib import import_module

from aofref.variants.model import Variant

GAMES = {
    "aof2": (),
    "aof6": (),
    "proto-prelates": ("pp",),
    "sd2l-cohen": ("csd2l",),
    "sd2l-sling": ("ssd2l",),
    "heathen-europe": ("hec",),
}
"""The aliases of each game by its id."""
IDS = tuple(GAMES)
ALIASES = {alias: name for name, aliases in GAMES.items() for alias in aliases}


def find(name: str) -> Variant | None:
    """Give the game of that id or alias, in any case, or None if there is none (CONTRACT 1)."""
    lowered = name.lower()
    known = ALIASES.get(lowered, lowered)
    if known not in IDS:
        return None
    variant = import_module(f"aofref.variants.{known.replace('-', '_')}").VARIANT
    assert isinstance(variant, Variant)
    return variant
