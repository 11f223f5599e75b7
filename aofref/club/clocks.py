"""Clocks: the clock of a game of a club, which leaves out its players' days of leave.

A record has these days as time that is given: once for a turn, as `[%give E 432000] for leave
2027-01-10..2027-01-14`, behind the ply with which it began.  It follows from the record and the
player's days alone, so that it can be written again at any time: a move in these days, or other
days, correct it.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta

from aofref import Charging, Given, Record, Turn
from aofref.club import journal
from aofref.club.settings import Club, Days, Player, days_of, merged, written_days
from aofref.club.store import folded

_SECOND, _DAY = timedelta(seconds=1), timedelta(days=1)


def leave_of(gift: Given) -> str:
    """Return the days of leave for which time was given; empty if an arbiter gave it."""
    found = re.match(r"\s*for\s+leave\s+(\S+)", gift.words)
    return found[1] if found else ""


def with_bank(club: Club, record: Record, army: str, seconds: int, now: datetime) -> Record:
    """Give an army so much time that it has these seconds from now on, and its days of leave.

    Returns the same record if its time is unknown.
    """
    turn, has = record.turns[-1], record.bank(army, double_after=club.double_after)
    if has is None:
        return record
    if army == turn.army and turn.since is not None:
        in_turn = (gift for gift in record.given if gift.after >= turn.first)
        has -= sum(gift.seconds for gift in in_turn if gift.army == army and leave_of(gift))
        charging = Charging(exact=True, double_after=club.double_after)
        seconds = charging.cost(turn.since, now + seconds * _SECOND)
    most = 9_999_999_999  # seconds: ten digits, which are given at once
    while seconds != has:
        more = max(-most, min(most, seconds - has))
        record, has = record.give_time(army, more), has + more
    return record


def with_leave(club: Club, record: Record, players: Iterable[Player]) -> Record:
    """Return the record of a game that is played on, with the time for its players' leave."""
    if not journal.is_sound(record) or record.end is not None:
        return record
    away = {folded(player.name): player.away for player in players if player.away}
    gifts = [gift for gift in record.given if leave_of(gift)]
    for turn in record.turns if away or gifts else ():
        own = away.get(folded(record.players.get(turn.army, "")), ())
        due = (gift for gift in gifts if gift.army == turn.army)
        there = [gift for gift in due if turn.first <= gift.after <= turn.last]
        if own or there:
            record = _with_leave_of(turn, club, record, own, there)
    return record


def _with_leave_of(
    turn: Turn, club: Club, record: Record, own: Days, there: Sequence[Given]
) -> Record:
    """Write what an army is due in a turn for days of leave in place of what is there for it.

    A turn that is over keeps the days that the record has for it.
    """
    since, until, is_over = turn.since, turn.moved, turn.last < len(record.mainline())
    if since is None or (is_over and until is None):
        return record
    spans = merged([*own, *(span for gift in there for span in (days_of(leave_of(gift)) or ()))])
    charging = Charging(exact=not is_over, double_after=club.double_after)
    if until is not None:
        without = until - _shared(spans, since, until)
    else:
        late = late_from(club, record, sum(gift.seconds for gift in there))
        if late is None:
            return record
        spans, until, without = merged(own), late, late
        try:
            for first, last in spans if without > since else ():  # else it was used up before
                if _start(first) < until:
                    until += max(timedelta(), _end(last) - max(since, _start(first)))
        except OverflowError:  # beyond the year 9999
            return record
    seconds = charging.cost(since, until) - charging.cost(since, without)
    days = written_days(span for span in spans if _shared([span], since, until))
    due = [(seconds, days)] if seconds else []
    if [(gift.seconds, leave_of(gift)) for gift in there] == due:
        return record
    old = re.compile(rf"\[%give {turn.army} -?[0-9]+\]\s*for\s+leave\s+[0-9.,-]+")
    for after in range(turn.last, turn.first - 1, -1):
        stands = record.mainline()[after - 1] if after else record
        both = ((old.sub("", text), text) for text in stands.comments)
        texts = [text for text, was in both if text.strip() or text == was]
        if after == turn.last:
            texts += [f"[%give {turn.army} {seconds}] for leave {days}" for seconds, days in due]
        if texts != list(stands.comments):
            record = stands.with_comments(*texts)
    return record


def late_from(club: Club, record: Record, leave: int = 0) -> datetime | None:
    """Return the moment from which the army to move is late, without seconds of `leave`.

    As only whole days are charged, that is when the first day is over that its bank lacks.  None if
    it is unknown.
    """
    if not record.is_opened or record.end is not None:
        return None
    (*_, turn), double_after = record.turns, club.double_after
    bank = record.bank(turn.army, double_after=double_after)
    if turn.since is None or bank is None:
        return None
    single = bank - leave if double_after is None else min(bank - leave, double_after)
    with suppress(OverflowError):  # beyond the year 9999
        days = (single + (bank - leave - single) // 2) * _SECOND // _DAY + 1
        return turn.since + days * _DAY
    return None


def _start(day: date) -> datetime:
    return datetime.combine(day, time(), UTC)


def _end(day: date) -> datetime:
    return _start(min(day, date.max - _DAY) + _DAY)


def _shared(spans: Iterable[tuple[date, date]], begun: datetime, ended: datetime) -> timedelta:
    """Return how much of the time between two moments is within spans of days."""
    shared = (min(ended, _end(last)) - max(begun, _start(first)) for first, last in spans)
    return sum((span for span in shared if span > timedelta()), timedelta())
