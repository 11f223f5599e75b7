"""The games; each is loaded when it is first used.

A new game is one module here with the constant `VARIANT`, its pieces and array in `tables.txt`, one
text in `pages`, and one line of GAMES.  The module has the id as its name, with `_` for `-`; the
text has the title of the page, without a colon.  `files` has the games from files.
"""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from aofref.findings import BadGame, Finding
from aofref.games.model import VariantData
from aofref.text import folded_name, resource_text
from aofref.values import Value, members

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from aofref.library.typed import RulingReport

GAMES = {  # the aliases of each game by its id
    "aof2": (),
    "aof6": (),
    "proto-prelates": ("pp",),
    "sd2l-cohen": ("csd2l",),
    "sd2l-sling": ("ssd2l",),
    "heathen-europe": ("hec",),
}
IDS = tuple(GAMES)
OF_FILES = {  # aliases of games from files; the last are other programs' words in the tag
    "chess": ("standard", "orthodox", "normal", "classical", "from position")
}
ALIASES = {alias: name for name, aliases in (GAMES | OF_FILES).items() for alias in aliases}


def find(name: str) -> VariantData | None:
    """Return the game of that id or alias, in any case, or None if there is none (aofref(1)).

    None, too, if its file has faults: see `faulty`.
    """
    try:
        return _sought(name)
    except BadGame:
        return None


def is_of_others(name: str) -> bool:
    """Return whether a game that other programs play, but aofref does not, is called so."""
    bare = re.sub("[^a-z0-9]", "", name.lower())
    others = resource_text(__name__, "others.txt").split()  # small letters and digits alone
    return bare.endswith("960") or bare in others or bare.removesuffix("chess") in others


def titled(text: str) -> tuple[str, ...]:
    """List the ids of the games with this title or page, in any case.

    The part of a title behind a colon or comma may be left out, as in `Armies of Faith 2`.
    """
    wanted = folded_name(text)
    games = [game for name in every() if wanted and (game := find(name)) is not None]
    return tuple(
        game.id
        for game in games
        if wanted in map(folded_name, (game.title, game.page, re.split("[:,]", game.title)[0]))
    )


def meant(name: str) -> str:
    """Return the id of the only game with that title; the name itself if it is an id or alias."""
    ids = titled(name) if find(name) is None and faulty(name) is None else ()
    return ids[0] if len(ids) == 1 else name


def faulty(name: str) -> BadGame | None:
    """Return the faults of the file of the game of that id; None without a fault, or a file."""
    try:
        _sought(name)
    except BadGame as problem:
        return problem
    return None


def _sought(name: str) -> VariantData | None:
    """Return the game of an id or alias; raises BadGame."""
    lowered = name.lower()
    known = ALIASES.get(lowered, lowered)
    if known in IDS:
        return _load(known)
    if not name:
        return None
    from aofref.games.files import shelf  # only for other games than the six

    return shelf.find(known)


def opened(path: str) -> VariantData:
    """Open the file of a game, so that `find` returns it by its id; raises BadGame."""
    from aofref.games.files import shelf

    return shelf.open_file(path, frozenset((*IDS, *ALIASES, *shelf.come_with())))


def without_files() -> "AbstractContextManager[None]":
    """Let this thread find only the games that come with aofref."""
    from aofref.games.files import shelf

    return shelf.lent({})


def every() -> tuple[str, ...]:
    """List the ids of all games: the six, then the games from files."""
    from aofref.games.files import shelf

    return (*IDS, *(name for name in shelf.ids() if name not in IDS and name not in ALIASES))


def listed() -> tuple[list[VariantData], dict[str, tuple[Finding, ...]]]:
    """List all games, and by path what is wrong with files of AOFREF_GAMES.

    A file is no game, or another has its id.
    """
    from aofref.games.files import shelf

    found, faults = list[VariantData](), dict[str, tuple[Finding, ...]]()
    for name in every():
        try:
            game = _sought(name)
        except BadGame as problem:
            faults[problem.source] = problem.findings
        else:
            found += () if game is None else (game,)
    for path, why in shelf.unread(frozenset((*IDS, *ALIASES, *shelf.come_with()))):
        faults[path] = (*faults.get(path, ()), why)
    return found, faults


def check_rulings(rulings: Iterable[str]) -> None:
    """Check that each ruling belongs to some game, and that none conflict; raises ValueError."""
    chosen = set(rulings)
    if not chosen:
        return
    games = [_load(name) for name in IDS]
    known = {ruling for game in games for ruling in game.rulings}
    for ruling in sorted(chosen.difference(known, *(game.default_rulings for game in games))):
        raise ValueError(f"no such ruling: {ruling}; there are {', '.join(sorted(known))}")
    for game in games:
        if why := game.conflicts(chosen):
            raise ValueError(why)


class RulingText(Value):
    """A ruling on a question that the pages leave open: made by `aofref.rulings`.

    `number` is that of aofref-rules(7); `games` are the games that it concerns.  `question` is
    open; `reading` is the default, with its `evidence`, `other` the alternative.  `choice` is the
    word that chooses the alternative, such as `check=advisory`, or names the tag that does, and
    `alters` the change; both are empty if it cannot be chosen.
    """

    number: str
    games: str
    question: str
    reading: str
    other: str
    evidence: str
    choice: str = ""
    alters: str = ""

    def report(self) -> "RulingReport":
        """Return it as plain data, as `aofref rulings --format json` does."""
        names = "key=number concerns=games reading evidence choice? alters?"
        return cast("RulingReport", members(self, names))

    def __str__(self) -> str:
        from textwrap import fill

        lines = [f"{self.number} ({self.games}) {self.reading}"]
        lines.append(f"    evidence: {self.evidence}")
        if self.choice:
            lines.append(f"    alternative: {self.choice}: {self.alters}")
        indents = ("    ", *(2 * ["        "]))
        return "\n".join(
            fill(line, 79, subsequent_indent=indent)
            for indent, line in zip(indents, lines, strict=False)
        )


def ruling_texts() -> tuple[RulingText, ...]:
    """Return the rulings in the order of their numbers; what is of some games begins with them."""
    return _texts("")


def rulings_of(variant: VariantData) -> tuple[RulingText, ...]:
    """Return the rulings that concern a game, as far as they do; none for a game from a file."""
    return () if variant.source else _texts(variant.id)


@cache
def _texts(game: str) -> tuple[RulingText, ...]:
    """Return the rulings as one game has them, or all of them as they are.

    A paragraph of `rulings.txt` has lines `FIELD: TEXT`, for all games that the ruling concerns,
    and `FIELD of GAMES: TEXT`; the lines of a field are its sentences, in their order.
    """
    texts = []
    for paragraph in resource_text(__name__, "rulings.txt").split("\n\n"):
        fields: dict[str, list[str]] = {}
        for line in paragraph.splitlines():
            head, _, text = line.partition(": ")
            name, _, games = head.partition(" of ")
            if not game or not games or game in games.split():
                of = "" if game or not games else f"{', '.join(games.split())}: "
                fields.setdefault(name, []).append(of + text)
        if not game or _concerns("".join(fields["games"]), game):
            texts.append(RulingText(**{name: " ".join(said) for name, said in fields.items()}))
    return tuple(texts)


def _concerns(games: str, game: str) -> bool:
    """Return whether games, as `all but sd2l` or `aof2 aof6`, include a game."""
    if games.startswith("all"):
        return game.partition("-")[0] not in games.removeprefix("all but").split()
    return game in games.split()


def _load(id_: str) -> VariantData:
    variant = import_module(f"aofref.games.{id_.replace('-', '_')}").VARIANT
    assert isinstance(variant, VariantData)
    return variant


def page(name: str) -> Mapping[str, str] | None:
    """Return the sentences of the page of the game of that id, by their keys; None without a text.

    A text in `pages` has paragraphs of two or three lines.  The first has the keys (see
    `rules.refuse`), the second the sentence, shortened with ... , the third a slip in it.
    """
    game = find(name)
    if game is None:
        return None
    if game.source:
        from aofref.games.files import shelf

        return shelf.page(game)
    paragraphs = _paragraphs(game.page)
    return {key: sentence for keys, sentence, *_ in paragraphs for key in keys.split(", ")} or None


def slips(name: str) -> dict[str, str]:
    """Return the slips in sentences of the page of a game, by the sentence."""
    game = find(name)
    if game is None or game.source:
        return {}
    return {sentence: " ".join(slip) for _, sentence, *slip in _paragraphs(game.page) if slip}


@cache
def _paragraphs(page: str) -> list[list[str]]:
    try:
        text = resource_text(__name__, f"pages/{page.replace(':', '')}.txt")
    except FileNotFoundError:
        return []
    return [paragraph.split("\n") for paragraph in text.rstrip("\n").split("\n\n")]
