"""Leave: the order `away`, by which players write their absence into players.tsv, within a quota.

The file `leave.tsv` lists what players have ordered: the quota does not count what an arbiter
writes.  An order is noted there first, by the hash of its message, so that an interrupted run can
be finished; then it is written into players.tsv, where an arbiter can change it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise

from aofref.club import settings
from aofref.club.settings import Days, Player, days_of, shared, written_days
from aofref.club.store import Store
from aofref.findings import Code
from aofref.library.writing import Changed
from aofref.text import excerpt
from aofref.values import Value

ORDERS = "leave.tsv"
_HEAD = "id\taway\tmessage\n"
_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:\.\.\d{4}-\d\d-\d\d)?", re.ASCII)


class Refusal(Value):
    """Why days of leave are refused."""

    code: Code
    why: str


def read(text: str) -> Days | Refusal:
    """Read the days of an order: ISO dates, and spans of them, in order."""
    parts = [re.sub(r"\s*(?:\.\.+|\u2026)\s*", "..", part.strip()) for part in text.split(",")]
    try:
        wrong = next((part for part in parts if not _FORM.fullmatch(part)), None)
        days = () if wrong is not None else tuple(sorted(days_of(",".join(parts))))
    except ValueError:
        wrong = text
    if wrong is not None:
        why = f"days are written as 2027-01-10..2027-01-20, not as {excerpt(wrong)}"
        return Refusal(Code.SYNTAX, why)
    return days


class Orders:
    """What players have ordered: the spans of each order, by the player's id and the message."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._seen = store.data(store.folder / ORDERS)
        rows = (line.split("\t") for line in self._seen.decode(errors="replace").splitlines()[1:])
        self._orders = {(row[0], row[2]): _days(row[1]) for row in rows if len(row) == 3}

    def of(self, player: Player, message: str) -> Days | None:
        """Return the days that a message ordered; None if it has ordered none."""
        return self._orders.get((player.id, message))

    def add(self, player: Player, message: str, days: Days) -> None:
        """Note the order of a message."""
        self._orders[player.id, message] = days
        rows = "".join(
            f"{id_}\t{written_days(days)}\t{hash_}\n" for (id_, hash_), days in self._orders.items()
        )
        new = f"{_HEAD}{rows}".encode()
        self.store.write(self.store.folder / ORDERS, new)

    def used(self, player: Player, year: int) -> int:
        """Count the days of a year that a player has ordered, and that an arbiter has left."""
        orders = [days for (id_, _), days in self._orders.items() if id_ == player.id]
        return count_in(year, shared([span for days in orders for span in days], player.away))


def count_in(year: int, days: Iterable[tuple[date, date]]) -> int:
    """Count the days that are in a year."""
    whole = ((date(year, 1, 1), date(year, 12, 31)),)
    return sum((last - first).days + 1 for first, last in shared(days, whole))


def refused(orders: Orders, player: Player, days: Days, today: date, most: int) -> Refusal | None:
    """Return why a player cannot order these days, at most so many in a year; else None."""
    if days[0][0] < today:
        return Refusal(Code.SYNTAX, f"{days[0][0]} is past")
    if any(before[1] >= behind[0] for before, behind in pairwise(days)):
        return Refusal(Code.CONTRADICTION, "these days overlap")
    if twice := shared(days, player.away):
        return Refusal(Code.CONTRADICTION, f"you are away {written_days(twice[:1])} already")
    for year in sorted(years_of(days)):
        count = count_in(year, days)
        if orders.used(player, year) + count > most:
            return Refusal(Code.LIMIT, f"these are {count} days in {year}")
    return None


def left(orders: Orders, player: Player, years: Iterable[int], most: int) -> Iterator[str]:
    """Write how many days a player may still order in each year."""
    for year in sorted({*years}):
        used = orders.used(player, year)
        rest = max(0, most - used)
        yield f"Of {most} days of leave in {year} you have ordered {used}: {rest} are left."


def years_of(days: Days) -> set[int]:
    """Return the years of days."""
    return {year for first, last in days for year in range(first.year, last.year + 1)}


def listed(player: Player, today: date) -> str:
    """List the days on which a player is away, from today on."""
    days = written_days(span for span in player.away if span[1] >= today)
    return f"You are away: {days.replace(',', ', ')}." if days else "You have no days of leave."


def with_days(players: Sequence[Player], player: Player, days: Days) -> tuple[Player, ...]:
    """Add days to a player's, unless some of them are there."""
    return tuple(_with(one, days) if one.id == player.id else one for one in players)


def enter(store: Store, known: Sequence[Player], new: Sequence[Player]) -> None:
    """Write the days of players into players.tsv; raises Changed if it has not the known ones."""
    text = store.text(settings.PLAYERS)
    if settings.read_players(text) != known:
        raise Changed
    changed = settings.with_players(text, new)
    store.write(store.folder / settings.PLAYERS, changed.encode(), text.encode())


def _with(player: Player, days: Days) -> Player:
    if shared(days, player.away):
        return player
    return player._replace(away=tuple(sorted((*player.away, *days))))


def _days(text: str) -> Days:
    with suppress(ValueError):
        return days_of(text)
    return ()
