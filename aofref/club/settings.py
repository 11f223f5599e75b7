"""Settings: what club.toml and players.tsv say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime
from hashlib import blake2b
from typing import Any, NamedTuple

from aofref.findings import Code, Place
from aofref.notation import times
from aofref.text import excerpt, folded_name

CLUB, PLAYERS = "club.toml", "players.tsv"
COLUMNS = ("id", "name", "address", "away", "token")
"""The columns of players.tsv; the first three must be there."""
_ADDRESS = re.compile(r"[^\s<>()\[\]@,;:\"\\]+@[^\s<>()\[\]@,;:\"\\]+")
_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


class Unset(ValueError):
    """Settings that cannot be read: the file, the place in it, and why."""

    def __init__(
        self, file: str, why: str, line: int = 1, column: int = 1, code: Code = Code.SYNTAX
    ) -> None:
        super().__init__(why)
        self.file, self.place, self.code = file, Place(line, column), code


class Player(NamedTuple):
    """A player; `away` holds the first and the last day of each absence."""

    id: str
    name: str
    address: str
    away: tuple[tuple[date, date], ...] = ()
    token: str = ""

    def back(self, now: datetime) -> date | None:
        """Give the last day of the absence under way; None for a player who is there."""
        return next((last for first, last in self.away if first <= now.date() <= last), None)


class Club(NamedTuple):
    """A club: its name and address, and how it is run.

    Spans are in seconds.  `trust` is the machine whose `Authentication-Results` are believed.
    `daily` bounds the answers that one player gets in 24 hours to messages that play nothing.
    """

    name: str
    address: str
    control: str = ""
    double_after: int | None = None
    site: str = ""
    token: bool = False
    trust: str = ""
    remind: int | None = None
    daily: int = 100

    @property
    def domain(self) -> str:
        """Give the domain of the club's address, in which its messages have their names."""
        return self.address.partition("@")[2]


def is_address(text: str) -> bool:
    """Say whether a text is a plain address of mail."""
    return text.isascii() and _ADDRESS.fullmatch(text) is not None


def digest(*parts: str | bytes, size: int = 8) -> str:
    """Give a short name for what has these parts, in hexadecimal."""
    made = blake2b(digest_size=size)
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        made.update(b"%d:" % len(data) + data)
    return made.hexdigest()


def digest_of(address: str) -> str:
    """Give a short name for an address, in any case."""
    return digest(address.casefold(), size=4)


# club.toml ----------------------------------------------------------------------------------------


def read_club(text: str) -> Club:
    """Read club.toml; Unset says what is wrong with it."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        why = str(problem)
        at = _PLACE.search(why)
        place = (int(at[1]), int(at[2])) if at else (1, 1)
        raise Unset(CLUB, _PLACE.sub("", why).strip(), *place) from None
    pace = given.pop("pace", {})
    if not isinstance(pace, dict):
        raise _wrong(text, "pace", "is a table: [pace]")
    known: dict[str, Any] = {**given, **{f"pace.{name}": value for name, value in pace.items()}}
    for name in known:
        if name not in _KEYS:
            raise _wrong(text, name.rpartition(".")[2], "is not known here")
    found = {}
    for name, (kind, read, what) in _KEYS.items():
        if name in known:
            field = name.rpartition(".")[2]
            value = read(known[name]) if type(known[name]) is kind else None
            if value is None:
                raise _wrong(text, field, f"is to be {what}")
            found[field] = value
    if "address" not in found:
        raise Unset(CLUB, 'the club has no address: address = "club@example.org"')
    return Club(**{"name": "The club", **found})


def _wrong(text: str, key: str, why: str) -> Unset:
    lines = text.split("\n")
    begins = re.compile(rf"\s*\[?\s*{re.escape(key)}\b")
    line = next((number for number, line in enumerate(lines, 1) if begins.match(line)), 1)
    return Unset(CLUB, f"{key} {why}", line)


def _line(text: str) -> str | None:
    return text if text.strip() and text.isprintable() else None


def _mail(text: str) -> str | None:
    return text if is_address(text) else None


def _site(text: str) -> str | None:
    return text.rstrip("/") if _line(text) and re.match("https?://", text) else None


def _span(text: str) -> int | None:
    return times.span(text) or None


_KEYS: dict[str, tuple[type, Callable[[Any], Any], str]] = {
    "name": (str, _line, "words on one line"),
    "address": (str, _mail, "a mail address, in quotes"),
    "site": (str, _site, "an address that begins with https://"),
    "token": (bool, bool, "true or false"),
    "trust": (str, _line, "the name of a machine, in quotes"),
    "remind": (str, _span, 'a span such as "5d"'),
    "daily": (int, lambda number: number if number > 0 else None, "a number of messages"),
    "pace.control": (str, times.in_seconds, 'a time control such as "30d+3d"'),
    "pace.double_after": (str, _span, 'a span such as "20d"'),
}
"""The keys of club.toml, named as the fields of Club: the type of the value, what reads it (None
for a wrong one), and what it should be."""


# players.tsv --------------------------------------------------------------------------------------


def read_players(text: str, name: str = PLAYERS) -> tuple[Player, ...]:
    """Read a list of players, tab-separated; its first line may name the columns.

    A line that begins with # is passed over.  Unset says what is wrong.
    """
    columns: Sequence[str] = COLUMNS
    found: list[Player] = []
    seen: dict[str, str] = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not line.strip() or line.startswith("#"):
            continue
        if not found and cells[0].casefold() == "id":
            columns = [cell.casefold() for cell in cells]
            continue
        row = dict(zip(columns, cells, strict=False))
        player = _player(row, name, number)
        for what, value in (("id", player.id), ("name", player.name), ("address", player.address)):
            key = f"{what} {folded_name(value)}"
            if key in seen:
                raise Unset(name, f"the {what} {excerpt(value)} is given twice", number)
            seen[key] = value
        found.append(player)
    return tuple(found)


def _player(row: dict[str, str], name: str, number: int) -> Player:
    for column in COLUMNS[:3]:
        if not row.get(column):
            why = f"a player has {', '.join(COLUMNS[:3])}, separated by tabs: no {column} here"
            raise Unset(name, why, number)
    if not is_address(row["address"]):
        raise Unset(name, f"{excerpt(row['address'])} is not a mail address", number)
    if not row["name"].isprintable() or row["name"] == "?":
        raise Unset(name, f"{excerpt(row['name'])} cannot be a name in a record", number)
    try:
        away = tuple(_absence(part) for part in row.get("away", "").split(",") if part.strip())
    except ValueError:
        why = f"away is dates such as 2026-12-20..2027-01-03, not {excerpt(row['away'])}"
        raise Unset(name, why, number) from None
    return Player(row["id"], row["name"], row["address"], away, row.get("token", ""))


def _absence(text: str) -> tuple[date, date]:
    first, _, last = text.strip().partition("..")
    found = date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip())
    if found[1] < found[0]:
        raise ValueError(text)
    return found


def write_players(players: Iterable[Player]) -> str:
    """Write a list of players, with the names of its columns."""
    lines = ["\t".join(COLUMNS)]
    for player in players:
        away = ",".join(f"{first}..{last}" for first, last in player.away)
        lines.append("\t".join((player.id, player.name, player.address, away, player.token)))
    return "\n".join(lines) + "\n"
