"""Absence: the order `away`, by which players write days of leave into players.tsv, within a quota.

The line of its message in the log has the days first, so that an interrupted run can be finished;
then they are written into players.tsv, where an arbiter can change them.
"""

import re
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from itertools import pairwise

from aofref.club.answers import date_in_words, in_words, say
from aofref.club.log import Line, Verdict
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Days, Player, days_of, digest, shared, written_days
from aofref.findings import Code, Refusal
from aofref.text import excerpt

_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:\.\.\d{4}-\d\d-\d\d)?", re.ASCII)
_UNTIL = re.compile(r"\s*(?:\.\.+|\u2026)\s*|\s+(?:to|-|\u2013)\s+", re.IGNORECASE)
_NONE = "none"
"""The order that takes days of leave back; in a note of the log the days stand behind it."""


def order(session: ClubSession, player: Player, text: str, hash_: str, at: datetime) -> Outcome:
    """Judge the order of a message, which came at a moment, and tell the others of its days.

    `text` is what stands behind it.  Only this run knows the days, until `write` has them written.
    Can be repeated: nobody is told twice.  Raises BadFile if players.tsv has a fault.
    """
    today = at.date()
    session.reread()
    player = next((one for one in session.players if one.id == player.id), player)
    back = text.casefold() == _NONE

    def told(days: Days = (), why: str = "") -> str:
        counted = () if why else days
        every = [(year, _used(session, player, year, counted)) for year in _years_of(days, today)]
        away, most = [span for span in player.away if span[1] >= today], session.club.leave
        facts = {"why": why, "ordered": counted, "back": back, "away": away, "most": most}
        return say("leave", years=every[:2] if why else every, **facts)

    if not text:
        return Outcome(Verdict.LISTED, f"days of leave of {player.name}", private=[told()])
    noted = next(filter(None, map(_noted, session.log.of(hash_))), ())
    read, why = (noted, None) if noted else _ordered(session, player, text, today)
    if why is not None:
        note, code = f"leave of {player.name}: {why.message}", why.code.value
        return Outcome(Verdict.REFUSED, note, code=code, private=[told(read, why.message)])
    player = player._replace(away=_away(player, read, today if back else None))
    session.enter([player if one.id == player.id else one for one in session.players])
    games = session.fought_by(player.name)
    head = say("absent", name=player.name, days=read, back=back)
    title, _, _ = head.partition("\n")
    for other in session.players:
        both = [game for game in games if other in game.players]
        if both and other.id != player.id:
            out = session.notice(other, title.rstrip("."), [head, say("deadlines", games=both)])
            session.send(Verdict.ABSENT, digest("away", hash_), out)
    private = [told(read), say("deadlines", games=games)]
    days = f"{_NONE} " * back + written_days(read)
    return Outcome(Verdict.AWAY, title, private=private, logged=days)


def write(session: ClubSession, line: Line) -> None:
    """Write the days that a line of the log has, if any, into players.tsv, unless they are there.

    Raises Unread if somebody changes players.tsv again and again, and BadFile if it has a fault.
    """
    days, none = _noted(line), line.time.date() if line.note.startswith(_NONE) else None
    if days and line.player in [player.id for player in session.players]:
        session.rewrite(line.player, lambda player: {"away": _away(player, days, none)})


def _noted(line: Line) -> Days:
    """Return the days of leave that a line of the log orders, or takes back."""
    return days_of(line.note.removeprefix(_NONE)) or ()


def _away(player: Player, days: Days, none: date | None) -> Days:
    """Return the absences of a player with more days, or without all behind the day `none`."""
    if none is not None:
        return tuple((first, min(last, none)) for first, last in player.away if first <= none)
    return player.away if shared(days, player.away) else tuple(sorted((*player.away, *days)))


def _ordered(
    session: ClubSession, player: Player, text: str, today: date
) -> tuple[Days, Refusal | None]:
    """Read the days that a player orders, at most so many in a year, or takes back; and why not."""
    if text.casefold() == _NONE:
        days = tuple(shared(player.away, ((today + timedelta(days=1), date.max),)))
        return days, None if days else Refusal(Code.CONTRADICTION, say("no-leave"))
    parts = [_UNTIL.sub("..", part.strip()) for part in text.split(",")]
    wrong = [part for part in parts if not _FORM.fullmatch(part)]
    days = () if wrong else tuple(sorted(days_of(",".join(parts)) or ()))
    if not days:
        return (), Refusal(Code.SYNTAX, say("no-days", text=excerpt((wrong or [text])[0])))
    if days[0][0] < today:
        return days, Refusal(Code.SYNTAX, f"{date_in_words(days[0][0])} is past")
    if any(before[1] >= behind[0] for before, behind in pairwise(days)):
        return days, Refusal(Code.CONTRADICTION, "these days overlap")
    if twice := shared(days, player.away):
        return days, Refusal(Code.CONTRADICTION, f"you are away {in_words(twice[:1])} already")
    for year in _years_of(days, today):
        count = _count(year, days)
        if _used(session, player, year) + count > session.club.leave:
            return days, Refusal(Code.LIMIT, f"these are {count} days in {year}")
    return days, None


def _used(session: ClubSession, player: Player, year: int, now: Days = ()) -> int:
    """Count the days of a year that a player has ordered, and orders now, and that are in the list.

    What an arbiter has written there does not count, unless the log cannot be read.
    """
    lines = (li for li in session.log.of_player(player.id) if li.file or li.verdict == Verdict.AWAY)
    ordered = [*now, *(span for line in lines for span in (days_of(line.note) or ()))]
    spans = shared(ordered, player.away) if session.log.fault is None else player.away
    return _count(year, spans)


def _count(year: int, days: Iterable[tuple[date, date]]) -> int:
    """Count the days that are in a year."""
    whole = ((date(year, 1, 1), date(year, 12, 31)),)
    return sum((last - first).days + 1 for first, last in shared(days, whole))


def _years_of(days: Days, today: date) -> list[int]:
    """List the years in which days are, in order; without days this year."""
    every = {year for first, last in days for year in range(first.year, last.year + 1)}
    return sorted(every) or [today.year]
