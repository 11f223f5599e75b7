"""Absence: the order `away`, by which players write days of leave into players.tsv, within a quota.

The line of its message in the log has the days first, so that an interrupted run can be finished;
then they are written into players.tsv, where an arbiter can change them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import pairwise

from aofref.club import answers
from aofref.club.game import ClubGame
from aofref.club.log import Line, Verdict
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import (
    PLAYERS,
    Days,
    Player,
    days_in,
    days_of,
    digest,
    shared,
    written_days,
)
from aofref.club.store import Unread
from aofref.findings import Code, Refusal
from aofref.text import excerpt

_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:\.\.\d{4}-\d\d-\d\d)?", re.ASCII)
_UNTIL = re.compile(r"\s*(?:\.\.+|\u2026)\s*|\s+(?:to|-|\u2013)\s+", re.IGNORECASE)
_NONE = "none"
"""The order that takes days of leave back; in a note of the log the days stand behind it."""


def order(
    session: ClubSession, player: Player, text: str, hash_: str, at: datetime
) -> tuple[Outcome, str]:
    """Judge the order of a message, which came at a moment, and tell the others of its days.

    Returns the outcome, and the days as the line of the log is to have them.

    `text` is what stands behind it.  Only this run knows the days, until `write` has them written.
    Can be repeated: nobody is told twice.  Raises BadFile if players.tsv has a fault.
    """
    today = at.date()
    if not session.store.dry:  # an arbiter may have changed it since
        session.enter(session.store.players())
        player = session.of_id(player.id)
    if not text:
        lines = [_listed(player, today), *_left(session, player, [today.year])]
        return Outcome(Verdict.LISTED, f"days of leave of {player.name}", private=[lines]), ""
    taking_back = text.casefold() == _NONE
    days = next((days for line in session.log.of(hash_) if (days := _noted(line))), ())
    if not days:
        read = _future(player, today) if taking_back else _ordered(session, player, text, today)
        if isinstance(read, Refusal):
            lines = [f"Your leave was not noted: {read.message}."]
            lines += _left(session, player, [today.year])
            note = f"leave of {player.name}: {read.message}"
            code = read.code.value
            return Outcome(Verdict.REFUSED, note, code=code, private=[lines]), ""
        days = read
    player = player._replace(away=_away(player, days, today if taking_back else None))
    session.enter([player if one.id == player.id else one for one in session.players])
    games = session.fought_by(player.name)
    head = answers.not_absent(player, days) if taking_back else answers.absent(player, days)
    for other in session.players:
        both = [game for game in games if other in game.players]
        if both and other.id != player.id:
            told = session.notice(other, head[0], [head, _deadlines(both)])
            session.send(Verdict.ABSENT, digest("away", hash_), told)
    mine = _listed(player, today) if taking_back else answers.leave_taken(days)
    lines = [mine, *_left(session, player, _years_of(days), days)]
    private = [lines, _deadlines(games)]
    note = f"{_NONE} " * taking_back + written_days(days)
    return Outcome(Verdict.AWAY, head[0], private=private), note


def write(session: ClubSession, line: Line) -> None:
    """Write the days that a line of the log has, if any, into players.tsv, unless they are there.

    Raises Unread if somebody changes players.tsv again and again, and BadFile if it has a fault.
    """

    def change() -> bool:
        if not session.store.dry:
            session.enter(session.store.players())
        for player in session.players:
            if player.id == line.player:
                session.rewrite(player, away=_away(player, days, none))
        return True

    days, none = _noted(line), line.time.date() if line.note.startswith(_NONE) else None
    if days and session.tried(change) is None:
        raise Unread(f"{PLAYERS} is changed again and again: the order of leave waits")


def _noted(line: Line) -> Days:
    """Return the days of leave that a line of the log orders, or takes back."""
    return days_in(line.note.removeprefix(_NONE))


def _away(player: Player, days: Days, none: date | None) -> Days:
    """Return the absences of a player with more days, or without all behind the day `none`."""
    if none is not None:
        return tuple((first, min(last, none)) for first, last in player.away if first <= none)
    return player.away if shared(days, player.away) else tuple(sorted((*player.away, *days)))


def _deadlines(games: Sequence[ClubGame]) -> list[str]:
    opened = (game for game in games if game.is_playable)
    return [f"[{game}] {answers.to_move(game)[0]}" for game in opened]


# Days ---------------------------------------------------------------------------------------------


def _read(text: str) -> Days:
    """Read the days of an order: ISO dates, and spans of them; raises ValueError for others."""
    parts = [_UNTIL.sub("..", part.strip()) for part in text.split(",")]
    if wrong := [part for part in parts if not _FORM.fullmatch(part)]:
        raise ValueError(wrong[0])
    try:
        return tuple(sorted(days_of(",".join(parts))))
    except ValueError:
        raise ValueError(text) from None


def _ordered(session: ClubSession, player: Player, text: str, today: date) -> Days | Refusal:
    """Read the days that a player orders, at most so many in a year; or return why not."""
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
    for year in sorted(_years_of(days)):
        count = _count(year, days)
        if _used(session, player, year) + count > session.club.leave:
            return Refusal(Code.LIMIT, f"these are {count} days in {year}")
    return days


def _future(player: Player, today: date) -> Days | Refusal:
    """List the days of leave that have not begun."""
    every = (
        (max(first, date.fromordinal(today.toordinal() + 1)), last) for first, last in player.away
    )
    days = tuple((first, last) for first, last in every if first <= last)
    return days or Refusal(Code.CONTRADICTION, "you have no days of leave that have not begun")


def _used(session: ClubSession, player: Player, year: int, now: Days = ()) -> int:
    """Count the days of a year that a player has ordered, and orders now, and that are in the list.

    What an arbiter has written there does not count, unless the log cannot be read.
    """
    lines = (li for li in session.log.of_player(player.id) if li.file or li.verdict == Verdict.AWAY)
    ordered = [*now, *(span for line in lines for span in days_in(line.note))]
    spans = shared(ordered, player.away) if session.log.fault is None else player.away
    return _count(year, spans)


def _count(year: int, days: Iterable[tuple[date, date]]) -> int:
    """Count the days that are in a year."""
    whole = ((date(year, 1, 1), date(year, 12, 31)),)
    return sum((last - first).days + 1 for first, last in shared(days, whole))


def _years_of(days: Days) -> set[int]:
    return {year for first, last in days for year in range(first.year, last.year + 1)}


def _left(
    session: ClubSession, player: Player, years: Iterable[int], now: Days = ()
) -> Iterator[str]:
    """Write how many days a player may still order in each year, beside those ordered now."""
    most = session.club.leave
    for year in sorted({*years}):
        used = _used(session, player, year, now)
        rest = max(0, most - used)
        yield f"Of {most} days of leave in {year} you have ordered {used}: {rest} are left."


def _listed(player: Player, today: date) -> str:
    """List the days on which a player is away, from today on."""
    days = written_days(span for span in player.away if span[1] >= today)
    return f"You are away: {days.replace(',', ', ')}." if days else "You have no days of leave."
