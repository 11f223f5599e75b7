"""Settings: the contents of club.toml and players.tsv."""

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, datetime
from hashlib import blake2b
from typing import Any

from aofref.findings import START, BadFile, BadText, Code, Place, fault
from aofref.games.files.toml import Path, parse
from aofref.notation import times
from aofref.text import excerpt, folded_name
from aofref.values import Value

CLUB, PLAYERS = "club.toml", "players.tsv"
COLUMNS = ("id", "name", "address", "away", "token")  # of players.tsv; it needs the first three
_TOKEN = COLUMNS[4]
_LETTERS = "abcdefghkmnpqrstuvwxyz"  # the letters of secret words, which look different
_LONGEST = 254  # characters of an address
_ADDRESS = re.compile(r"[^\s<>()\[\]@,;:\"\\]+@[^\s<>()\[\]@,;:\"\\]+")


def bad_settings(file: str, why: str, place: Place = START, code: Code = Code.SYNTAX) -> BadFile:
    """Return the exception for settings that cannot be read."""
    return BadFile((fault(code, why, place),), file)


class Player(Value):
    """A player; `away` holds the first and the last day of each absence."""

    id: str
    name: str
    address: str
    away: tuple[tuple[date, date], ...] = ()
    token: str = ""

    def back(self, now: datetime) -> date | None:
        """Return the last day of the absence under way; None for a player who is not away."""
        return next((last for first, last in self.away if first <= now.date() <= last), None)


class Club(Value):
    """A club: its name and address, and how it is run.

    Spans are in seconds.  The `arbiter` gets a digest, at most one in the span of that name; empty
    for none.  `trust` is the machine whose `Authentication-Results` are believed.
    `daily` is the most answers in a day to a player's messages that play nothing.
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
    arbiter: str = ""
    digest: int = 86_400

    @property
    def domain(self) -> str:
        """The domain of the club's address and of its Message-IDs."""
        return self.address.partition("@")[2]


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


def digest_of(address: str) -> str:
    """Return a short name of an address, the same in any case."""
    return digest(address.casefold(), size=4)


# club.toml ----------------------------------------------------------------------------------------


def read_club(text: str) -> Club:
    """Read club.toml; raises BadFile for a fault."""
    try:
        toml = parse(text)
    except BadText as problem:
        raise BadFile(problem.findings, CLUB) from None

    def wrong(path: Path, why: str) -> BadFile:
        return bad_settings(CLUB, f"{path[-1]} {why}", toml.place(path))

    given: dict[Path, Any] = {(key,): value for key, value in toml.values.items()}
    pace = given.pop(("pace",), {})
    if not isinstance(pace, dict):
        raise wrong(("pace",), "is a table: [pace]")
    given |= {("pace", key): value for key, value in pace.items()}
    for path in given:
        if path not in _KEYS:
            raise wrong(path, "is not known here")
    fields = {}
    for path, (kind, read, what) in _KEYS.items():
        if path in given:
            value = read(given[path]) if type(given[path]) is kind else None
            if value is None:
                raise wrong(path, f"is to be {what}")
            fields[str(path[-1])] = value
    if "address" not in fields:
        raise bad_settings(CLUB, 'the club has no address: address = "club@example.org"')
    club = Club(**{"name": "The club", **fields})
    if club.arbiter.casefold() == club.address.casefold():
        raise wrong(("arbiter",), "is to have another address than the club")
    return club


def _line(text: str) -> str | None:
    return text if text.strip() and text.isprintable() else None


def _address(text: str) -> str | None:
    return text if is_address(text) else None


def _site(text: str) -> str | None:
    return text.rstrip("/") if _line(text) and re.match("https?://", text) else None


def _span(text: str) -> int | None:
    return times.span(text) or None


_KEYS: dict[Path, tuple[type, Callable[[Any], Any], str]] = {
    ("name",): (str, _line, "words on one line"),
    ("address",): (str, _address, "a mail address, in quotes"),
    ("arbiter",): (str, _address, "a mail address, in quotes"),
    ("digest",): (str, _span, 'a span such as "1d"'),
    ("site",): (str, _site, "an address that begins with https://"),
    ("token",): (bool, bool, "true or false"),
    ("trust",): (str, _line, "the name of a machine, in quotes"),
    ("remind",): (str, _span, 'a span such as "5d"'),
    ("daily",): (int, lambda number: number if number > 0 else None, "a number of messages"),
    ("pace", "control"): (str, times.read_pace, 'a time control with its units, such as "30d+3d"'),
    ("pace", "double_after"): (str, _span, 'a span such as "20d"'),
}
"""The keys of club.toml, named as the fields of Club: the type of the value, its reader (None for a
wrong value), and a description."""


# players.tsv --------------------------------------------------------------------------------------


def read_players(text: str, name: str = PLAYERS) -> tuple[Player, ...]:
    """Read a list of players, tab-separated; its first line may name the columns.

    Lines that begin with # are ignored.  Raises BadFile for a fault.
    """
    players: list[Player] = []
    seen: dict[str, str] = {}
    columns: Sequence[str] = COLUMNS
    for number, line in enumerate(_rows(text), 1):
        at = Place(number, 1)
        if line.names:
            columns = [cell.strip().casefold() for cell in line.cells]
        if not line.player:
            continue
        row = dict(zip(columns, map(str.strip, line.cells), strict=False))
        player = _player(row, name, at)
        for what, value in (("id", player.id), ("name", player.name), ("address", player.address)):
            key = f"{what} {folded_name(value)}"
            if key in seen:
                raise bad_settings(name, f"the {what} {excerpt(value)} is given twice", at)
            seen[key] = value
        players.append(player)
    return tuple(players)


class _PlayerLine(Value):
    """A line of a list of players: its cells, its end, and whether it `names` the columns."""

    cells: list[str]
    end: str
    names: bool
    player: bool


def _rows(text: str) -> Iterator[_PlayerLine]:
    begun = False
    for line in text.removeprefix("\ufeff").splitlines(keepends=True):
        bare = line.splitlines()[0]
        cells, end = bare.split("\t"), line[len(bare) :]
        full = bool(line.strip()) and not line.startswith("#")
        names = full and not begun and cells[0].strip().casefold() == "id"
        begun = begun or (full and not names)
        yield _PlayerLine(cells, end, names, full and not names)


def _player(row: dict[str, str], name: str, at: Place) -> Player:
    for column in COLUMNS[:3]:
        if not row.get(column):
            why = f"a player has {', '.join(COLUMNS[:3])}, separated by tabs: no {column} here"
            raise bad_settings(name, why, at)
    if not is_address(row["address"]):
        raise bad_settings(name, f"{excerpt(row['address'])} is not a mail address", at)
    if not row["name"].isprintable() or row["name"] == "?":
        raise bad_settings(name, f"{excerpt(row['name'])} cannot be a name in a record", at)
    try:
        away = tuple(_absence(part) for part in row.get("away", "").split(",") if part.strip())
    except ValueError:
        why = f"away is dates such as 2026-12-20..2027-01-03, not {excerpt(row['away'])}"
        raise bad_settings(name, why, at) from None
    return Player(row["id"], row["name"], row["address"], away, row.get("token", ""))


def _absence(text: str) -> tuple[date, date]:
    first, _, last = text.strip().partition("..")
    absence = date.fromisoformat(first.strip()), date.fromisoformat((last or first).strip())
    if absence[1] < absence[0]:
        raise ValueError(text)
    return absence


def with_words(players: Iterable[Player]) -> tuple[Player, ...]:
    """Return the players with a new secret word for each who has none."""
    return tuple(
        player._replace(token=player.token or "".join(secrets.choice(_LETTERS) for _ in range(8)))
        for player in players
    )


def with_players(text: str, players: Sequence[Player]) -> str:
    """Write into a list of players their secret words, and further players below its own.

    The rest of it is not changed; a column that it lacks is added if a player needs it.
    """
    rows = [_row(player) for player in players]
    columns, written, at, end = list(COLUMNS), list[str](), 0, "\n"
    for line in _rows(text or "\t".join(COLUMNS) + "\n"):
        cells, end = line.cells, line.end
        if line.names:
            columns = [cell.strip().casefold() for cell in cells]
            more = [name for name in COLUMNS if name not in columns and any(r[name] for r in rows)]
            columns, cells = [*columns, *more], [*cells, *more]
        elif line.player:
            place = columns.index(_TOKEN)
            cells = [*cells, *[""] * (place + 1 - len(cells))]
            cells[place] = players[at].token
            at += 1
        written.append("\t".join(cells) + end)
    added = ["\t".join(row.get(name, "") for name in columns) for row in rows[at:]]
    between = "" if end or not added else "\n"
    return "".join([*written, between, *(f"{row}{end or between}" for row in added)])


def _row(player: Player) -> dict[str, str]:
    away = ",".join(f"{first}..{last}" for first, last in player.away)
    cells = (player.id, player.name, player.address, away, player.token)
    return dict(zip(COLUMNS, cells, strict=True))
