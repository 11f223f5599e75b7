"""Shelf: games from files that come with aofref, or lie in the folders of AOFREF_GAMES, by id.

A file is read when its game is looked up.  A game that a caller has opened (`open_file`) is found
by its id, too, until the program ends.
"""

import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

from aofref.findings import (
    START,
    BadGame,
    BadText,
    Code,
    Finding,
    bad_text,
    fault,
    place_at,
)
from aofref.games.files.game_file import MOST_BYTES, opened
from aofref.games.files.loader import load
from aofref.games.model import VariantData

_HERE = os.path.dirname(__file__)  # noqa: PTH120 - pathlib takes a while to load
_ID = re.compile("[a-z0-9-]{1,40}")
_opened: dict[str, VariantData] = {}


Loan = dict[str, tuple[str, str | BadText]]
"""The games of one process, for another: by id the path of a file, empty for an opened game, and
its text."""

_lent: ContextVar[Loan | None] = ContextVar("lent", default=None)


def find(name: str) -> VariantData | None:
    """Return the game of an id: opened, of aofref, or of AOFREF_GAMES; raises BadGame."""
    lent = _lent.get()
    if lent is None and name in _opened:
        return _opened[name]
    if not _ID.fullmatch(name):
        return None
    paths = (f"{folder}/{name}.toml" for folder in _folders())
    path = next((path for path in paths if os.path.lexists(path)), None)
    if path is not None:
        return _read(path, text_of(path), name)
    return _read(*lent[name], name) if lent and name in lent else None


def open_file(path: str, taken: frozenset[str]) -> VariantData:
    """Read a file, whose game `find` then returns; `taken` are the ids of other games.

    Raises BadGame.
    """
    stem = os.path.basename(path).removesuffix(".toml")  # noqa: PTH119
    game = _opened[stem] = _read(path, text_of(path), stem, taken)
    return game


def loan() -> Loan:
    """Return the games of this process, for `lent` in another."""
    files = {stem: path for folder in reversed(_folders()[1:]) for stem, path in _listed(folder)}
    read = {stem: (path, text_of(path)) for stem, path in files.items()}
    return read | {game.id: ("", game.source) for game in _opened.values()}


@contextmanager
def lent(games: Loan) -> Iterator[None]:
    """Let this thread find only these games and the games that come with aofref."""
    before = _lent.set(games)
    try:
        yield
    finally:
        _lent.reset(before)


def ids() -> tuple[str, ...]:
    """List the ids of the games, without opened ones, in the order of the search."""
    listed = [stem for folder in _folders() for stem, _ in _listed(folder)]
    lent = [id_ for id_, (path, _) in (_lent.get() or {}).items() if path]
    return tuple(dict.fromkeys((*listed, *lent)))


def come_with() -> tuple[str, ...]:
    """List the ids of the games from files that come with aofref."""
    return tuple(stem for stem, _ in _listed(_HERE))


def unread(taken: frozenset[str]) -> Iterator[tuple[str, Finding]]:
    """Yield the files in AOFREF_GAMES that are never read, each with the reason.

    `taken` are the ids of the games that come with aofref.  Where another file of AOFREF_GAMES has
    the id, the reason is a warning.
    """
    first: dict[str, str] = {}
    for folder in _folders()[1:]:
        for stem, path in _listed(folder):
            if stem in taken:
                yield path, fault(Code.BAD_GAME, "a game of aofref has this id", START)
            elif stem in first:
                text = f"{first[stem]} has the same id, and is read instead"
                yield path, fault(Code.BAD_GAME, text, START, harmless=True)
            first.setdefault(stem, path)


def page(game: VariantData) -> dict[str, str]:
    """Return the phrases of the pieces in the file of a game, by the names of the pieces.

    The castlings of an army are `castling.LETTER`.
    """
    phrases = _phrases(game.source).items()
    castlings = {
        f"castling.{letter}": ", ".join(f"{each.name}: {each}" for each in own)
        for letter, own in game.castlings.items()
    }
    return {game.pieces[code].name: " ".join(text.split()) for code, text in phrases} | castlings


@lru_cache(maxsize=64)
def _phrases(text: str) -> dict[str, str]:
    phrases: dict[str, str] = opened(text)["pieces"].data
    return phrases


def _folders() -> list[str]:
    """List the folder of aofref, and those of AOFREF_GAMES, for which a loan stands."""
    own = os.environ.get("AOFREF_GAMES", "") if _lent.get() is None else ""
    return [_HERE, *filter(None, own.split(":"))]


def _listed(folder: str) -> list[tuple[str, str]]:
    try:
        names = os.listdir(folder)  # noqa: PTH208
    except OSError:
        return []
    stems = sorted([name.removesuffix(".toml") for name in names if name.endswith(".toml")])
    return [(stem, f"{folder}/{stem}.toml") for stem in stems if _ID.fullmatch(stem)]


def _read(
    path: str, text: str | BadText, stem: str, taken: frozenset[str] = frozenset()
) -> VariantData:
    made = _made(text) if isinstance(text, str) else text
    if isinstance(made, VariantData) and made.id == stem and stem not in taken:
        return made
    faults = () if isinstance(made, VariantData) else made.findings
    faults += _of_id(text, stem, taken) if isinstance(text, str) else ()
    raise BadGame(tuple(sorted(faults, key=lambda fault: fault.place)), path)


def _of_id(text: str, stem: str, taken: frozenset[str]) -> tuple[Finding, ...]:
    """Return the fault of an id that is another game's, or not the file's name."""
    try:
        key = opened(text)["id"]
    except BadText:
        return ()
    id_ = key.data
    if not isinstance(id_, str) or (id_ == stem and id_ not in taken):
        return ()
    what = f"the id {id_[:60]!r} is another game's"
    if id_ not in taken:
        what = f"the id is {id_[:60]!r}, but the file is called {stem[:60]!r}"
    key.fault(what, 0)
    return key.faults


def text_of(path: str) -> str | BadText:
    """Read a file, or return the reason why it cannot be read as text."""
    try:
        now = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return _text_of(path)
    return _text_of(path, now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns)


@lru_cache(maxsize=64)
def _text_of(path: str, *_now: int) -> str | BadText:
    """Read a file that is now as `os.stat` found it: once, unless it changes."""
    place = START
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            os.close(handle)
            return bad_text("this is not a plain file", START, Code.BAD_GAME)
        with open(handle, "rb") as stream:  # noqa: PTH123
            data = stream.read(MOST_BYTES + 1)
        if len(data) <= MOST_BYTES:
            return data.decode("utf-8-sig")
        why = f"a game has at most {MOST_BYTES} bytes"
    except UnicodeDecodeError as problem:
        before = problem.object[: problem.start].decode()
        why, place = "this is not UTF-8", place_at(before, len(before))
    except (OSError, ValueError) as problem:
        why = f"this cannot be read: {getattr(problem, 'strerror', None) or problem}"
    return bad_text(why, place, Code.BAD_GAME)


@lru_cache(maxsize=64)
def _made(text: str) -> VariantData | BadText:
    """Return the game of a text, one and the same each time, or its faults."""
    try:
        return load(text)
    except BadText as problem:
        return problem


def made(text: str) -> VariantData:
    """Return the game of a text that is known to have no faults."""
    game = _made(text)
    assert isinstance(game, VariantData)
    return game
