"""Shelf: games from files, those that come with aofref and those of AOFREF_GAMES, read when asked.

A game is known by its id.  What a caller has opened himself (`open_file`) is known by it, too, for
as long as the program runs.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple

from aofref.variants.files.game_file import MOST_BYTES, Fault, GameFile
from aofref.variants.files.loader import load
from aofref.variants.files.toml import NotToml
from aofref.variants.model import VariantData

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes a while to load
_ID = re.compile("[a-z0-9-]{1,40}")
_opened: dict[str, VariantData] = {}


class FaultyFile(NamedTuple):
    """A file that is no game; `faults` says why.  `text` is what it holds, if it can be read."""

    path: str
    faults: tuple[Fault, ...]
    text: str = ""


class Loan(NamedTuple):
    """The games that one process knows, for another: texts of the opened ones, and AOFREF_GAMES.

    `files` has the paths of the games of AOFREF_GAMES by id, `texts` what is in the files.
    """

    opened: tuple[str, ...]
    files: dict[str, str]
    texts: dict[str, str | Fault]


class _Lent(NamedTuple):
    """The games that were lent, those of the opened texts by id."""

    opened: dict[str, VariantData]
    files: dict[str, str]
    texts: dict[str, str | Fault]


_lent: ContextVar[_Lent | None] = ContextVar("lent", default=None)


def find(name: str) -> VariantData | FaultyFile | None:
    """Find the game of an id: opened, one that comes with aofref, or one of AOFREF_GAMES."""
    lent = _lent.get()
    known = _opened if lent is None else lent.opened
    if name in known:
        return known[name]
    path = _path(name, lent) if _ID.fullmatch(name) else None
    return _read(path, name) if path else None


def _path(name: str, lent: _Lent | None) -> str | None:
    folders = (_HERE, *_folders()) if lent is None else (_HERE,)
    paths = (f"{folder}/{name}.toml" for folder in folders)
    found = next((path for path in paths if os.path.lexists(path)), None)
    return found or (lent.files.get(name) if lent else None)


def open_file(path: str, taken: frozenset[str]) -> VariantData | FaultyFile:
    """Read a file, whose game is then known by its id; `taken` are the ids of other games."""
    stem = os.path.basename(path).removesuffix(".toml")  # noqa: PTH119
    game = _read(path, stem, taken)
    if isinstance(game, VariantData):
        _opened[game.id] = game
    return game


def loan() -> Loan:
    """Gather the games that are known here, for `lent` in another process."""
    files: dict[str, str] = {}
    for folder in _folders():
        files = dict(_listed(folder)) | files
    return Loan(
        tuple(game.source for game in _opened.values()),
        files,
        {path: _text(path) for path in files.values()},
    )


@contextmanager
def lent(games: Loan) -> Iterator[None]:
    """Let this thread know these games besides those that come with aofref, and no others."""
    opened = {game.id: game for game in map(made, games.opened)}
    before = _lent.set(_Lent(opened, games.files, games.texts))
    try:
        yield
    finally:
        _lent.reset(before)


def ids() -> tuple[str, ...]:
    """List the ids of the games that there are, opened ones apart, in the order of the search."""
    lent = _lent.get()
    folders = (_HERE, *_folders()) if lent is None else (_HERE,)
    listed = [stem for folder in folders for stem, _ in _listed(folder)]
    return tuple(dict.fromkeys((*listed, *(lent.files if lent else ()))))


def come_with() -> tuple[str, ...]:
    """List the ids of the games from files that come with aofref."""
    return tuple(stem for stem, _ in _listed(_HERE))


def unread(taken: frozenset[str]) -> Iterator[tuple[str, str]]:
    """Name the files in AOFREF_GAMES that are not read, each with the file that has its id.

    The second is empty where the id is one of `taken`, those of games that come with aofref.
    """
    first: dict[str, str] = {}
    for folder in _folders():
        for stem, path in _listed(folder):
            if stem in taken or stem in first:
                yield path, first.get(stem, "")
            first.setdefault(stem, path)


def page(game: VariantData) -> dict[str, str]:
    """Quote what the file of a game says of its pieces, by their names."""
    phrases = GameFile(game.source).data["pieces"].items()
    return {game.pieces[code].name: " ".join(text.split()) for code, text in phrases}


def _folders() -> list[str]:
    return [folder for folder in os.environ.get("AOFREF_GAMES", "").split(":") if folder]


def _listed(folder: str) -> list[tuple[str, str]]:
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208
    except OSError:
        return []
    stems = [name.removesuffix(".toml") for name in names if name.endswith(".toml")]
    return [(stem, f"{folder}/{stem}.toml") for stem in stems if _ID.fullmatch(stem)]


def _read(path: str, stem: str, taken: frozenset[str] = frozenset()) -> VariantData | FaultyFile:
    lent = _lent.get()
    text = lent.texts[path] if lent and path in lent.texts else _text(path)
    if isinstance(text, Fault):
        return FaultyFile(path, (text,))
    game, faults = _made(text), _of_id(text, stem, taken)
    if not isinstance(game, VariantData):
        faults += game
    elif not faults:
        return game
    return FaultyFile(path, tuple(sorted(faults)), text)


@lru_cache(maxsize=64)  # each record asks; to read the file's TOML again is half of a short one
def _of_id(text: str, stem: str, taken: frozenset[str]) -> tuple[Fault, ...]:
    """Say what is wrong with an id as such: it is another game's, or not the file's name."""
    try:
        file = GameFile(text)
    except NotToml:
        return ()
    id_ = file.data.get("id")
    if not isinstance(id_, str) or (id_ == stem and id_ not in taken):
        return ()
    what = f"the id {id_[:60]!r} is another game's"
    if id_ not in taken:
        what = f"the id is {id_[:60]!r}, but the file is called {stem[:60]!r}"
    file.fault(what, "id", index=0)
    return file.faults


def _text(path: str) -> str | Fault:
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or problem
        return Fault(1, 1, f"this cannot be read: {why}")
    if not stat.S_ISREG(os.fstat(opened).st_mode):
        os.close(opened)
        return Fault(1, 1, "this is not a plain file")
    with open(opened, "rb", closefd=True) as stream:  # noqa: PTH123
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        return Fault(1, 1, f"a game has at most {MOST_BYTES} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        before = problem.object[: problem.start].decode()
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        return Fault(line, column, "this is not UTF-8")


_made = lru_cache(maxsize=64)(load)  # the game of a text is one and the same each time


def made(text: str) -> VariantData:
    """Make the game of a text that is one again."""
    game = _made(text)
    assert isinstance(game, VariantData)
    return game
