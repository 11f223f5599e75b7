"""The games; each is loaded when it is first asked for.

A new game is one module here, named as the id with `_` for `-`, whose `VARIANT` it is, one beside
it, named `..._page`, whose `PAGE` holds what its page says, and one line of GAMES.  `files` has the
games that are files.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from aofref.variants.model import Page, Variant

if TYPE_CHECKING:
    from aofref.variants.files import shelf

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
    """Give the game of that id or alias, in any case, or None if there is none (aofref(1)).

    A game from a file whose file is faulty is none; `faulty` says what is wrong with it.
    """
    lowered = name.lower()
    known = ALIASES.get(lowered, lowered)
    if known in IDS:
        return _load(known)
    if not name:
        return None
    from aofref.variants.files import shelf  # only where a game is none of the six

    try:
        return shelf.find(known)
    except shelf.BadGame:
        return None


def opened(path: str) -> Variant | shelf.BadGame:
    """Open the file of a game, which is known by its id from then on; or say what is wrong."""
    from aofref.variants.files import shelf

    taken = frozenset((*IDS, *ALIASES, *shelf.come_with()))
    try:
        return shelf.open_file(path, taken)
    except shelf.BadGame as problem:
        return problem


def faulty(name: str) -> shelf.BadGame | None:
    """Say what is wrong with the file of the game of that id; None if nothing is."""
    if not name or name.lower() in {*IDS, *ALIASES}:
        return None
    from aofref.variants.files import shelf

    try:
        shelf.find(name.lower())
    except shelf.BadGame as problem:
        return problem
    return None


def every() -> tuple[str, ...]:
    """List the ids of the games that are found: the six, then those from files."""
    from aofref.variants.files import shelf

    return (*IDS, *(name for name in shelf.ids() if name not in IDS and name not in ALIASES))


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
    if name not in IDS:
        from aofref.variants.files import shelf

        game = find(name)
        return shelf.page(game) if game is not None else None
    module = f"{_module(name)}_page"
    if find_spec(module) is None:
        return None
    found = import_module(module).PAGE
    assert isinstance(found, Page)
    return found


def _module(name: str) -> str:
    return f"aofref.variants.{name.replace('-', '_')}"
