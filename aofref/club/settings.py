"""Settings: the contents of club.toml and players.tsv."""

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from hashlib import blake2b
from importlib.util import find_spec
from itertools import product
from typing import Any

from aofref.findings import START, BadFile, BadText, Code, Place, fault
from aofref.games.files.toml import Path, parse
from aofref.notation import times
from aofref.text import excerpt, folded_name, install, resource_rows
from aofref.values import Value

CLUB, PLAYERS = "club.toml", "players.tsv"
_NEEDED = ("id", "name", "address")  # columns of players.tsv
_MARK = "\ufeff"  # with which some programs begin a text
_LETTERS = "abcdefghkmnpqrstuvwxyz"  # the letters of secret words, which look different
_LONGEST = 254  # characters of an address
_ADDRESS = re.compile(r"[^\s<>()\[\]@,;:\"\\]+@[^\s<>()\[\]@,;:\"\\]+")


def bad_settings(file: str, why: str, place: Place = START, code: Code = Code.SYNTAX) -> BadFile:
    """Return the exception for settings that cannot be read."""
    return BadFile((fault(code, why, place),), file)


Days = tuple[tuple[date, date], ...]
"""Spans of days: the first and the last of each."""


class Player(Value):
    """A player: its fields are the columns of players.tsv; `away` are the days of absence."""

    id: str
    name: str
    address: str
    away: Days = ()
    token: str = ""

    @property
    def word_hash(self) -> str:
        """The hash of the message that tells the player the secret word."""
        return digest("word", self.id, self.address.casefold(), self.token)

    def back(self, now: datetime) -> date | None:
        """Return the last day of the absence under way; None for a player who is not away."""
        return next((last for first, last in self.away if first <= now.date() <= last), None)


class Club(Value):
    """A club: its name and address, and how it is run.

    Spans are in seconds.  The `arbiter` gets a digest, at most one in the span of that name; empty
    for none.  With `dkim` a message must have a signature of its sender's domain, with `token` the
    sender's secret word; with both, either.  `leave` is the most days of leave that a player orders
    in a year.  With `remind` players are reminded at half of the time and as its last day begins.
    Without `echo` they get no mail of a move of their own.
    """

    name: str
    address: str
    control: str = ""
    double_after: int | None = None
    site: str = ""
    token: bool = False
    dkim: bool = False
    echo: bool = True
    remind: bool = True
    leave: int = 30
    arbiter: str = ""
    digest: int = times.DAY


def is_address(text: str) -> bool:
    """Whether a text is a plain mail address, of the length that RFC 5321 allows."""
    plain = text.isascii() and text.isprintable() and len(text) <= _LONGEST
    return plain and _ADDRESS.fullmatch(text) is not None


def digest(*parts: str | bytes, size: int = 8) -> str:
    """Return a short hexadecimal name of these parts."""
    made = blake2b(digest_size=size)
    for part in parts:
        data = part.encode("utf-8", "surrogateescape") if isinstance(part, str) else part
        made.update(b"%d:" % len(data) + data)
    return made.hexdigest()


def has_word(subject: str, word: str) -> bool:
    """Whether a Subject has a player's secret word, in any case."""
    whole = rf"(?<![\w-]){re.escape(folded_name(word))}(?![\w-])"
    return bool(word) and re.search(whole, folded_name(subject)) is not None


# club.toml ----------------------------------------------------------------------------------------


def read_club(text: str, file: str = CLUB) -> Club:
    """Read club.toml; raises BadFile for a fault."""
    try:
        toml = parse(text.removeprefix(_MARK))
    except BadText as problem:
        raise BadFile(problem.findings, file) from None

    def wrong(path: Path, why: str) -> BadFile:
        return bad_settings(file, f"{path[-1]} {why}", toml.place(path))

    pace = toml.values.get("pace")
    table = pace if isinstance(pace, dict) else {}
    top = {(key,): value for key, value in toml.values.items() if value is not table}
    fields = dict[str, Any]()
    for path, value in (top | {("pace", key): value for key, value in table.items()}).items():
        kind, why = KEYS.get(path, ("none", "is not known here"))
        type_, read = _READERS[kind]
        fields[path[-1]] = found = read(value) if isinstance(value, type_) else None
        if found is None:
            raise wrong(path, why)
    if "address" not in fields:
        raise bad_settings(file, 'the club has no address: address = "club@example.org"')
    club = Club(**{"name": "The club", **fields})
    if club.dkim and not all(map(find_spec, ("dkim", "nacl"))):
        raise wrong(("dkim",), f"needs dkimpy[ed25519], which is not installed: {install('mail')}")
    if club.arbiter.casefold() == club.address.casefold():
        raise wrong(("arbiter",), "is to have another address than the club")
    return club


def _line(text: str) -> str | None:
    return text if text.strip() and text.isprintable() else None


def _whole_days(given: object) -> int | None:
    """Read a span of whole days, or `false` as 0."""
    span = 0 if given is False else times.span(given) if isinstance(given, str) else None
    return None if span is None or span % times.DAY else span // times.DAY


_READERS: dict[str, tuple[type, Callable[[Any], Any]]] = {
    "line": (str, _line),
    "address": (str, lambda text: text if is_address(text) else None),
    "site": (str, lambda text: _line(text.rstrip("/")) if re.match("https?://", text) else None),
    "switch": (bool, bool),
    "span": (str, lambda text: times.span(text) or None),
    "days": (object, _whole_days),
    "pace": (str, times.read_pace),
    "none": (object, lambda _: None),
}
"""The types of values, and their readers, which return None for a wrong value."""
KEYS: dict[Path, tuple[str, str]] = {
    tuple(key.split(".")): (kind, why) for key, kind, why in resource_rows(__name__, "settings.tsv")
}
"""The keys of club.toml, named as the fields of Club; the kind of value; what is said of others."""


# players.tsv --------------------------------------------------------------------------------------


def read_players(text: str, file: str = PLAYERS, club: Club | None = None) -> tuple[Player, ...]:
    """Read a list of players, with tabs between their fields, in this order.

    A line that names the fields, and lines that begin with #, are ignored.  Raises BadFile for a
    fault; also for a secret word that is in the Subjects of all players of a `club`, where it
    proves nothing.
    """
    rows = [(number, row) for number, (_, row) in enumerate(_rows(text), 1) if row]
    told = ["Re: move", club.name, *(row["name"] for _, row in rows)] if club and club.token else []
    players, seen, said = list[Player](), set[tuple[str, str]](), " | ".join(told)
    for number, row in rows:
        id_, name, address, away, token = row.values()
        named, days = [(what, folded_name(row[what])) for what in _NEEDED], days_of(away)
        lacking = next((what for what, folded in named if not folded), "")
        twice = next((what for what in named if what in seen), ("", ""))[0]
        is_said = has_word(said, token)
        everywhere = "in the club's own Subjects, as the names of the club and the players do"
        faults = {
            f"a player has {', '.join(_NEEDED)}, separated by tabs: no {lacking} here": lacking,
            f"{excerpt(address)} is not a mail address": not is_address(address),
            f"{excerpt(name)} cannot be a name in a record": not name.isprintable() or name == "?",
            f"away is dates such as 2026-12-20..2027-01-03, not {excerpt(away)}": days is None,
            f"the secret word {excerpt(token)} stands {everywhere}: give another": is_said,
            f"the {twice} {excerpt(row.get(twice, ''))} is given twice": twice,
        }
        if wrong := [why for why, is_so in faults.items() if is_so]:
            raise bad_settings(file, wrong[0], Place(number, 1))
        seen.update(named)
        players.append(Player(id_, name, address, days or (), token))
    return tuple(players)


def _rows(text: str) -> Iterator[tuple[list[str], dict[str, str]]]:
    """Yield the cells of each line of a list, and the fields of its player; none if it has none.

    The fields stand first, in their order; a line that begins with `id`, before the first player,
    names the columns.
    """
    columns, begun = [*Player._fields], False
    for line in text.removeprefix(_MARK).splitlines():
        cells = [*map(str.strip, line.split("\t"))]
        if not line.strip() or line.startswith("#"):
            yield [line], {}
            continue
        if is_head := not begun and cells[0].casefold() == "id":
            columns = [cell.casefold() for cell in cells]
        begun = begun or not is_head
        named = dict(zip(columns, cells, strict=False))
        fields = {name: name if is_head else named.pop(name, "") for name in Player._fields}
        others = [cell for name, cell in named.items() if name not in fields]
        yield [*fields.values(), *others, *cells[len(columns) :]], {} if is_head else fields


def days_of(text: str) -> Days | None:
    """Read days such as `2026-12-20..2027-01-03, 2027-02-01`; None for others."""
    parts = filter(None, map(str.strip, text.split(",")))
    spans = (part.partition("..") for part in parts)
    ends = ((first.strip(), (last or first).strip()) for first, _, last in spans)
    try:
        days = [(date.fromisoformat(first), date.fromisoformat(last)) for first, last in ends]
    except ValueError:
        return None
    return tuple(days) if all(first <= last for first, last in days) else None


def merged(days: Iterable[tuple[date, date]]) -> list[tuple[date, date]]:
    """Sort spans of days, and join those that overlap or touch."""
    joined: list[tuple[date, date]] = []
    for first, last in sorted(days):
        if joined and first.toordinal() <= joined[-1][1].toordinal() + 1:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined


def shared(some: Iterable[tuple[date, date]], others: Days) -> list[tuple[date, date]]:
    """List the days that are in spans of both."""
    pairs = product(merged(some), merged(others))
    both = ((max(one[0], two[0]), min(one[1], two[1])) for one, two in pairs)
    return [(first, last) for first, last in both if first <= last]


def written_days(days: Iterable[tuple[date, date]]) -> str:
    """Write days as `days_of` reads them."""
    return ",".join(str(first) if first == last else f"{first}..{last}" for first, last in days)


def with_words(players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players with a new secret word for each who has none."""
    return tuple(
        player._replace(token=player.token or "".join(secrets.choice(_LETTERS) for _ in range(8)))
        for player in players
    )


def with_players(text: str, players: Sequence[Player]) -> str:
    """Write players into a list, further ones below, if any of them has changed.

    Remarks, and what stands behind the columns of the club, stay.
    """
    if read_players(text) == tuple(players):
        return text
    rows = iter([[*one[:3], written_days(one.away), one.token] for one in players])
    written = list[str]()
    for cells, found in _rows(text or "\t".join(Player._fields)):
        if found:
            cells[: len(Player._fields)] = next(rows)
        written.append("\t".join(cells))
    mark, end = _MARK * text.startswith(_MARK), "\r\n" if "\r\n" in text else "\n"
    return mark + "".join(f"{line}{end}" for line in [*written, *map("\t".join, rows)])
