"""Clocks: a player's days of leave do not count; the record has them as time that is given.

The time of a turn is written once, as `[%give E 432000] for leave 2027-01-10..2027-01-14`, behind
the ply with which the turn began.  It follows from the record and the player's days alone, so that
it can be written again at any time: a move in these days, or other days, correct it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time, timedelta

from aofref import Charging, Clock, Given, Record, Turn
from aofref.club.settings import Club, Days, Player, days_in, merged, written_days
from aofref.club.store import folded
from aofref.values import Value

_SECOND, _DAY = timedelta(seconds=1), timedelta(days=1)
_LEAVE = "for leave "  # the words behind time that is given for days of leave, before these


def leave_of(gift: Given) -> str:
    """Return the days of leave for which time was given; empty if an arbiter gave it."""
    words = gift.words.split()
    return words[2] if words[:2] == _LEAVE.split() and words[2:] else ""


class Due(Value):
    """The time that an army is due for days of leave in a turn, in words and in seconds.

    `written` are the times for leave that the record has for this turn.
    """

    turn: Turn
    days: str
    seconds: int
    written: tuple[Given, ...]

    @property
    def more(self) -> int:
        """The seconds that the record lacks, or has too much if they are negative."""
        return self.seconds - sum(gift.seconds for gift in self.written)

    @property
    def stands(self) -> bool:
        """Whether the record has just this."""
        there = [(gift.seconds, leave_of(gift)) for gift in self.written]
        return there == ([(self.seconds, self.days)] if self.seconds else [])


def running(club: Club, record: Record, players: Iterable[Player], now: datetime) -> Clock | None:
    """Return the clock of a game without the player's days of leave; None if none is running."""
    found = record.clock(now, double_after=club.double_after)
    if found is None or found.left is None:
        return found
    dues = _dues(club, record, players, found.army)
    return found._replace(left=found.left + sum(due.more for due in dues))


def deadline(clock: Clock, club: Club) -> datetime | None:
    """Return when the time of the army to move will be used up; None without a time control."""
    if clock.left is None or clock.used is None or clock.since is None:
        return None
    try:
        return clock.since + timedelta(seconds=_span(club, clock.used + clock.left))
    except OverflowError:  # beyond the year 9999
        return None


def left(
    club: Club, record: Record, army: str, players: Iterable[Player], now: datetime
) -> int | None:
    """Return the seconds until the deadline of an army, if it is to move, or that it has left.

    None if they are unknown.
    """
    found = running(club, record, players, now)
    if found is None or found.army != army:
        return record.bank(army, double_after=club.double_after)
    until = deadline(found, club)
    return None if until is None else (until - now) // _SECOND


def with_bank(club: Club, record: Record, army: str, seconds: int, now: datetime) -> Record:
    """Give an army so much time that it has these seconds from now on, and its days of leave.

    Returns the same record if its time is unknown.
    """
    turn, has = record.turns[-1], record.bank(army, double_after=club.double_after)
    if has is None:
        return record
    if army == turn.army and turn.since is not None:
        has -= sum(gift.seconds for gift in _for_leave(record, army) if gift.after >= turn.first)
        seconds = _exactly(club).cost(turn.since, now + timedelta(seconds=seconds))
    return record.give_time(army, seconds - has) if seconds != has else record


def _exactly(club: Club) -> Charging:
    return Charging(exact=True, double_after=club.double_after)


def _span(club: Club, cost: int) -> int:
    """Return how many seconds have a cost."""
    single = cost if club.double_after is None else min(cost, club.double_after)
    return single + (cost - single) // 2


def with_leave(club: Club, record: Record, players: Sequence[Player]) -> Record:
    """Write the time for days of leave into the record of a game under way."""
    judged = record
    for army in record.variant.armies if record.end is None else ():
        for due in _dues(club, judged, players, army):
            record = record if due.stands else _written(record, due)
    return record


def _written(record: Record, due: Due) -> Record:
    """Write the time for days of leave in a turn in the place of what the record has for it."""
    army = due.turn.army
    old = re.compile(rf"\[%give {army} -?[0-9]+\]\s*for\s+leave\s+[0-9.,-]+")
    new = [f"[%give {army} {due.seconds}] {_LEAVE}{due.days}"] if due.seconds else []
    for after in range(due.turn.last, due.turn.first - 1, -1):
        stands = record.mainline()[after - 1] if after else record
        both = ((old.sub("", text), text) for text in stands.comments)
        texts = [text for text, was in both if text.strip() or text == was]
        texts += new if after == due.turn.last else []
        if texts != list(stands.comments):
            record = stands.with_comments(*texts)
    return record


def _for_leave(record: Record, army: str) -> list[Given]:
    """List the times that an army was given for days of leave."""
    return [gift for gift in record.given if gift.army == army and leave_of(gift)]


def _dues(club: Club, record: Record, players: Iterable[Player], army: str) -> Iterator[Due]:
    """Yield what an army is due in each turn for which the player has, or the record knows, leave.

    A turn that is over keeps the days that the record has for it.
    """
    name, more = folded(record.players.get(army, "")), 0
    own = next((player.away for player in players if folded(player.name) == name), ())
    gifts = _for_leave(record, army)
    for turn in record.turns if own or gifts else ():
        there = tuple(gift for gift in gifts if turn.first <= gift.after <= turn.last)
        if turn.army == army and turn.since is not None:
            found = _due(club, record, turn, own, there, more)
            if found is not None:
                more += found.more
                yield found


def _due(
    club: Club, record: Record, turn: Turn, own: Days, there: tuple[Given, ...], more: int
) -> Due | None:
    """Return what an army is due in a turn; None if that is unknown.

    `more` are the seconds that the record lacks for its earlier turns.
    """
    since, charging = turn.since, Charging(double_after=club.double_after)
    assert since is not None
    if turn.last < len(record.mainline()):
        noted = (span for gift in there for span in days_in(leave_of(gift)))
        spans, until = merged([*own, *noted]), turn.moved
        if until is None:
            return None
        seconds = charging.cost(since, until)
        seconds -= charging.cost(since, until - _shared(spans, since, until))
    else:
        spans, at_once = merged(own), record.clock(since, double_after=club.double_after)
        if at_once is None or at_once.left is None:
            return None
        own_time = _span(club, at_once.left + more - sum(gift.seconds for gift in there))
        if own_time < 0:  # it was used up before
            spans = []
        try:
            until = _until(since, own_time, spans)
        except OverflowError:  # beyond the year 9999
            return None
        cost = _exactly(club).cost
        seconds = cost(since, until) - cost(since, since + own_time * _SECOND)
    days = [span for span in spans if _shared([span], since, until)]
    return Due(turn, written_days(days), seconds, there)


def _start(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _end(day: date) -> datetime:
    return _start(min(day, date.max - _DAY) + _DAY)


def _shared(spans: Iterable[tuple[date, date]], begun: datetime, ended: datetime) -> timedelta:
    """Return how much of the time between two moments is within spans of days."""
    shared = (min(ended, _end(last)) - max(begun, _start(first)) for first, last in spans)
    return sum((span for span in shared if span > timedelta()), timedelta())


def _until(since: datetime, seconds: int, spans: Iterable[tuple[date, date]]) -> datetime:
    """Return when so many seconds will have passed outside of spans of days, which are in order."""
    until = since + seconds * _SECOND
    for first, last in spans:
        if _start(first) < until or _start(first) <= since:
            until += max(timedelta(), _end(last) - max(since, _start(first)))
    return until
