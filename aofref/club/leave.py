"""Leave: the order `away`, by which players write their absence into players.tsv, within a quota.

The file `leave.tsv` lists what players have ordered: the quota does not count what an arbiter
writes.  An order is noted there first, by the hash of its message, so that an interrupted run can
be finished; then it is written into players.tsv, where an arbiter can change it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import pairwise

from aofref.club import settings
from aofref.club.settings import Days, Player, days_in, days_of, shared, written_days
from aofref.club.store import Store
from aofref.findings import START, BadFile, Code, Finding, Place, Refusal, fault
from aofref.library.writing import Changed
from aofref.text import excerpt

ORDERS = "leave.tsv"
_HEAD = "id\taway\tmessage\n"
_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:\.\.\d{4}-\d\d-\d\d)?", re.ASCII)


def _read(text: str) -> Days:
    """Read the days of an order: ISO dates, and spans of them; raises ValueError for others."""
    parts = [re.sub(r"\s*(?:\.\.+|\u2026)\s*", "..", part.strip()) for part in text.split(",")]
    if wrong := [part for part in parts if not _FORM.fullmatch(part)]:
        raise ValueError(wrong[0])
    try:
        return tuple(sorted(days_of(",".join(parts))))
    except ValueError:
        raise ValueError(text) from None


class Orders:
    """What players have ordered: the spans of each order, by the player's id and the message.

    `begun`: there have been orders, so that the file is there.  With a `fault` of the file all days
    of a player's absence count as ordered; what it has stays, below it what is ordered now.
    """

    def __init__(self, store: Store, *, begun: bool) -> None:
        self.store, self._data = store, b""
        self._orders: dict[tuple[str, str], Days] = {}
        self.fault: Finding | None = None
        path = store.folder / ORDERS
        try:
            self._data = store.data(path)
        except OSError as problem:
            self.fault = fault(Code.CANNOT_OPEN, problem.strerror or str(problem), START)
        else:
            if begun or path.exists():
                self._read()

    def _read(self) -> None:
        lines = self._data.decode(errors="replace").removeprefix("\ufeff").splitlines()
        try:
            settings.decoded(self._data, ORDERS)
        except BadFile as problem:
            self.fault = problem.findings[0]
        if not lines or f"{lines[0].rstrip()}\n" != _HEAD:
            why = f"this is to begin with {', '.join(_HEAD.split())}, separated by tabs"
            self.fault = self.fault or fault(Code.SYNTAX, why, START)
        for number, line in enumerate(lines, 1):
            if number > 1 and (not line.strip() or line.startswith("#")):
                continue
            cells = [cell.strip() for cell in line.split("\t")]
            days = days_in(cells[1]) if len(cells) == 3 and all(cells) else ()
            if days and (cells[0], cells[2]) not in self._orders:
                self._orders[cells[0], cells[2]] = days
            elif number > 1:
                why = f"this is no order of leave, or the same again: {excerpt(line)}"
                self.fault = self.fault or fault(Code.SYNTAX, why, Place(number, 1))

    def of(self, player: Player, message: str) -> Days | None:
        """Return the days that a message ordered; None if it has ordered none."""
        return self._orders.get((player.id, message))

    def add(self, player: Player, message: str, days: Days) -> None:
        """Note the order of a message."""
        self._orders[player.id, message] = days
        end = b"" if self._data.endswith(b"\n") or not self._data else b"\n"
        head = "" if self._data or self.fault is not None else _HEAD  # a fault stays one
        row = f"{head}{player.id}\t{written_days(days)}\t{message}\n"
        self._data += end + row.encode()
        self.store.write(self.store.folder / ORDERS, self._data)

    def used(self, player: Player, year: int) -> int:
        """Count the days of a year that a player has ordered, and that an arbiter has left."""
        if self.fault is not None:
            return count_in(year, player.away)
        orders = [days for (id_, _), days in self._orders.items() if id_ == player.id]
        return count_in(year, shared([span for days in orders for span in days], player.away))


def count_in(year: int, days: Iterable[tuple[date, date]]) -> int:
    """Count the days that are in a year."""
    whole = ((date(year, 1, 1), date(year, 12, 31)),)
    return sum((last - first).days + 1 for first, last in shared(days, whole))


def read(orders: Orders, player: Player, text: str, today: date, most: int) -> Days | Refusal:
    """Read the days of a player's order, in order; or return why they are refused.

    A player orders at most so many in a year.
    """
    try:
        days = _read(text)
    except ValueError as wrong:
        why = f"days are written as 2027-01-10..2027-01-20, not as {excerpt(str(wrong))}"
        return Refusal(Code.SYNTAX, why)
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
    return days


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


def enter(store: Store, known: Sequence[Player], player: Player, days: Days) -> Sequence[Player]:
    """Add days to a player's in players.tsv, unless some of them are there; return the players.

    Raises Changed if the list has not the known players.
    """
    new = tuple(
        one._replace(away=tuple(sorted((*one.away, *days))))
        if one.id == player.id and not shared(days, one.away)
        else one
        for one in known
    )
    if new != known and not store.dry:
        text = store.text(settings.PLAYERS)
        if settings.read_players(text) != known:
            raise Changed
        store.enter(text, new)
    return new
