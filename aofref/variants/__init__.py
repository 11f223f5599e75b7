"""The games; each is loaded when it is first asked for.

A new game is one module here, named as the id with `_` for `-`, whose `VARIANT` it is, a text in
`pages` with what its page says, named as the page without its colon, and one line of GAMES.
`files` has the games that are files.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from aofref.text import own_text
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
    found = _sought(name)
    return found if isinstance(found, Variant) else None


def faulty(name: str) -> shelf.BadGame | None:
    """Say what is wrong with the file of the game of that id; None if nothing is."""
    found = _sought(name)
    return None if isinstance(found, Variant) else found


def _sought(name: str) -> Variant | shelf.BadGame | None:
    lowered = name.lower()
    known = ALIASES.get(lowered, lowered)
    if known in IDS:
        return _load(known)
    if not name:
        return None
    from aofref.variants.files import shelf  # only where a game is none of the six

    try:
        return shelf.find(known)
    except shelf.BadGame as problem:
        return problem


def opened(path: str) -> Variant | shelf.BadGame:
    """Open the file of a game, which is known by its id from then on; or say what is wrong."""
    from aofref.variants.files import shelf

    taken = frozenset((*IDS, *ALIASES, *shelf.come_with()))
    try:
        return shelf.open_file(path, taken)
    except shelf.BadGame as problem:
        return problem


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
    variant = import_module(f"aofref.variants.{id_.replace('-', '_')}").VARIANT
    assert isinstance(variant, Variant)
    return variant


def page(name: str) -> Page | None:
    """Give the sentences of the page of the game of that id; None where nobody has put them in.

    A text in `pages` is paragraphs: the name of a piece, or words of `Page.rules`, then a sentence
    a line.
    """
    game = find(name)
    if game is None:
        return None
    if game.source:
        from aofref.variants.files import shelf

        return shelf.page(game)
    try:
        text = own_text(__name__, f"pages/{game.page.replace(':', '')}.txt")
    except FileNotFoundError:
        return None
    pieces, rules = dict[str, tuple[str, ...]](), dict[str, str]()
    for paragraph in text.rstrip("\n").split("\n\n"):
        names, *sentences = paragraph.split("\n")
        if names[0].isupper():
            pieces[names] = tuple(sentences)
        else:
            rules |= dict.fromkeys(names.split(), sentences[0])
    return Page(pieces, rules)
