"""Absence: the order `away`, by which players write days of leave into players.tsv, within a quota.

The others are told first, then the log notes the days, then they are written into players.tsv,
where an arbiter can change them; an interrupted run begins again, and does what is left.
"""

import re
from contextlib import suppress
from datetime import date, datetime, timedelta
from itertools import pairwise

from aofref.club.answers import date_in_words, say
from aofref.club.log import Line, Verdict
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Days, Player, days_of, digest, merged, shared, written_days
from aofref.findings import Code, Refusal
from aofref.text import excerpt

_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:\.\.\d{4}-\d\d-\d\d)?", re.ASCII)
_UNTIL = re.compile(r"\s*(?:\.\.+|\u2026)\s*|\s+(?:to|-|\u2013)\s+", re.IGNORECASE)


def order(session: ClubSession, player: Player, text: str, hash_: str, at: datetime) -> Outcome:
    """Carry out the order of a message, which came at a moment; `text` is what stands behind it.

    Can be repeated: nobody is told twice, and days that are in the list already are no fault.
    Raises BadFile if players.tsv has a fault, and Changed if it is changed meanwhile.
    """
    today, most = at.date(), session.club.leave
    last = today if text.casefold() == "none" else None  # the last day of leave that stays
    back = last is not None
    session.reread()
    player = next((one for one in session.players if one.id == player.id), player)
    read = () if back or not text else _read(text, today)
    days, why = ((), read) if isinstance(read, Refusal) else (read, None)
    new = player._replace(away=_away(player, days, last))
    years = sorted({year for first, end in days for year in range(first.year, end.year + 1)})
    counts = ((_used(session, new, year, days), year) for year in years if new != player)
    if over := next((each for each in counts if each[0] > most), None):
        would, years = "you would have ordered {} days in {}".format(*over), [over[1]]
        why = Refusal(Code.LIMIT, would)
    has, ordered = (new, days) if why is None else (player, ())
    used = [(year, _used(session, has, year, ordered)) for year in years or [today.year]]
    away = [span for span in has.away if span[1] >= today]
    facts = {"ordered": ordered, "back": back, "years": used, "away": away, "most": most}
    answer, note = say("leave", why=why and why.message, **facts), f"leave of {player.name}"
    if why is not None:
        note, code = f"{note}: {why.message}", why.code.value
        return Outcome(Verdict.REFUSED, note, code=code, private=[answer])
    if not text:
        return Outcome(Verdict.LISTED, f"days of {note}", private=[answer])
    session.enter([new if one.id == player.id else one for one in session.players])
    games, mark = session.fought_by(player.name), digest("away", hash_)
    if new != player:
        gone = shared(player.away, ((today + timedelta(days=1), date.max),))
        head = say("absent", name=player.name, days=gone if back else days, back=back)
        note = head.partition("\n")[0]
        for other in session.players:
            both = [game for game in games if other in game.players]
            if both and other.id != player.id:
                out = session.notice(other, note.rstrip("."), [head, say("deadlines", games=both)])
                session.send(Verdict.ABSENT, mark, out)
    if days and not session.has_told(player.id, mark):
        session.log.add(Line(at, mark, "", player.id, "", Verdict.AWAY, note=written_days(days)))
    with suppress(ValueError):  # somebody has taken the player out of the list
        session.rewrite(player.id, lambda one: {"away": _away(one, days, last)})
    return Outcome(Verdict.AWAY, note, private=[answer, say("deadlines", games=games)])


def _away(player: Player, days: Days, last: date | None) -> Days:
    """Return the absences of a player with more days, or without all behind the day `last`."""
    if last is not None:
        return tuple((first, min(end, last)) for first, end in player.away if first <= last)
    there, every = shared(days, player.away), sorted((*player.away, *days))
    return player.away if there == merged(days) else tuple(merged(every) if there else every)


def _read(text: str, today: date) -> Days | Refusal:
    """Read the days that a player orders, or return why they are none."""
    parts = [_UNTIL.sub("..", part.strip()) for part in text.split(",")]
    wrong = [part for part in parts if not _FORM.fullmatch(part)]
    days = () if wrong else tuple(sorted(days_of(",".join(parts)) or ()))
    if not days:
        return Refusal(Code.SYNTAX, say("no-days", text=excerpt((wrong or [text])[0])))
    if days[0][0] < today:
        return Refusal(Code.SYNTAX, f"{date_in_words(days[0][0])} is past")
    if any(before[1] >= behind[0] for before, behind in pairwise(days)):
        return Refusal(Code.CONTRADICTION, "these days overlap")
    return days


def _used(session: ClubSession, player: Player, year: int, now: Days) -> int:
    """Count the days of a year that a player has ordered, and orders now, and that are in the list.

    What an arbiter has written there does not count.
    """
    lines = (li for li in session.log.of_player(player.id) if li.file or li.verdict == Verdict.AWAY)
    ordered = [*now, *(span for line in lines for span in (days_of(line.note) or ()))]
    whole = ((date(year, 1, 1), date(year, 12, 31)),)
    days = shared(shared(ordered, player.away), whole)
    return sum((last - first).days + 1 for first, last in days)
