"""The games; each is loaded when it is first asked for.

A new game is one module here, named as the id with `_` for `-`, whose `VARIANT` it is, one beside
it, named `..._page`, whose `PAGE` holds what its page says, and one line of GAMES.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec

from aofref.variants.model import Page, Variant

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
    """Give the game of that id or alias, in any case, or None if there is none (aofref(1))."""
    lowered = name.lower()
    known = ALIASES.get(lowered, lowered)
    if known not in IDS:
        return None
    return _load(known)


def check_rulings(rulings: Iterable[str]) -> None:
    """See that each ruling is one of some game; ValueError names those that there are."""
    for ruling in rulings:
        known = {ruling for name in IDS for ruling in _load(name).rulings}
        if ruling not in known:
            raise ValueError(f"no such ruling: {ruling}; there are {', '.join(sorted(known))}")


def _load(id_: str) -> Variant:
    variant = import_module(_module(id_)).VARIANT
    assert isinstance(variant, Variant)
    return variant


def page(name: str) -> Page | None:
    """Give the sentences of the page of the game of that id; None where nobody has put them in."""
    module = f"{_module(name)}_page"
    if name not in IDS or find_spec(module) is None:
        return None
    found = import_module(module).PAGE
    assert isinstance(found, Page)
    return found


def _module(name: str) -> str:
    return f"aofref.variants.{name.replace('-', '_')}"
