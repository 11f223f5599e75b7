"""Absence: the order `away`, by which players write days of leave into players.tsv, within a quota.

An order is a line of the log first, by the hash of its message, so that an interrupted run can be
finished; then it is written into players.tsv, where an arbiter can change it; then the answers are.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from itertools import pairwise

from aofref.club import answers
from aofref.club.answers import ClubGame
from aofref.club.faults import is_playable
from aofref.club.log import Line, Verdict
from aofref.club.session import ClubSession
from aofref.club.settings import Days, Player, days_in, days_of, digest, shared, written_days
from aofref.club.store import folded
from aofref.findings import Code, Refusal
from aofref.text import excerpt
from aofref.values import Value

_FORM = re.compile(r"\d{4}-\d\d-\d\d(?:\.\.\d{4}-\d\d-\d\d)?", re.ASCII)
_UNTIL = re.compile(r"\s*(?:\.\.+|\u2026)\s*|\s+(?:to|-|\u2013)\s+", re.IGNORECASE)
_NONE = "none"
"""The order that takes days of leave back; in a note of the log the days stand behind it."""


class Ordered(Value):
    """What became of the order, in a sentence, and the lines of the answer and of its games."""

    verdict: Verdict
    note: str
    lines: list[str]
    code: str = ""
    deadlines: tuple[str, ...] = ()


def order(session: ClubSession, player: Player, text: str, hash_: str, at: datetime) -> Ordered:
    """Carry out the order of a message, which came at a moment; `text` is what stands behind it.

    Can be repeated: what has been done is not done again.  Raises Changed if somebody changes
    players.tsv at this moment, and BadFile if it has a fault.
    """
    today = at.date()
    if not session.store.dry:  # an arbiter may have changed it since
        session.enter(session.store.players())
        player = session.same(player)
    if not text:
        lines = [_listed(player, today), *_left(session, player, [today.year])]
        return Ordered(Verdict.LISTED, f"days of leave of {player.name}", lines)
    taking_back = text.casefold() == _NONE
    begun = tuple((first, min(last, today)) for first, last in player.away if first <= today)
    noted = (line.note for line in session.log.of(hash_) if line.verdict == Verdict.AWAY)
    days = next((days for note in noted if (days := days_in(note.removeprefix(_NONE)))), ())
    if not days:
        read = _future(player, today) if taking_back else _ordered(session, player, text, today)
        if isinstance(read, Refusal):
            lines = [f"Your leave was not noted: {read.message}."]
            lines += _left(session, player, [today.year])
            note = f"leave of {player.name}: {read.message}"
            return Ordered(Verdict.REFUSED, note, lines, read.code.value)
        days, words = read, f"{_NONE} " if taking_back else ""
        note = words + written_days(days)
        session.log.add(Line(at, hash_, player=player.id, verdict=Verdict.AWAY, note=note))
    if taking_back:
        player = session.rewrite(player, away=begun)
    elif not shared(days, player.away):
        player = session.rewrite(player, away=tuple(sorted((*player.away, *days))))
    games = [session.club_game(id_) for id_ in session.fought_by(player.name)]
    head = answers.not_absent(player, days) if taking_back else answers.absent(player, days)
    for other in session.players:
        both = [game for game in games if other in session.seats(game.record)]
        if both and other.id != player.id:
            told = session.notice(other, head[0], [head, _deadlines(session, both)])
            session.send(Verdict.ABSENT, digest("away", hash_), told)
    mine = _listed(player, today) if taking_back else answers.leave_taken(days)
    lines = [mine, *_left(session, player, _years_of(days))]
    return Ordered(Verdict.AWAY, head[0], lines, deadlines=tuple(_deadlines(session, games)))


def _deadlines(session: ClubSession, games: Sequence[ClubGame]) -> list[str]:
    club, players, now = session.club, session.players, session.now
    opened = (game for game in games if is_playable(session, folded(game.id)))
    return [f"[{game.id}] {answers.to_move(club, game.record, players, now)[0]}" for game in opened]


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


def _used(session: ClubSession, player: Player, year: int) -> int:
    """Count the days of a year that a player has ordered, and that are still in the list.

    What an arbiter has written there does not count, unless the log cannot be read.
    """
    lines = (line for line in session.log.of_player(player.id) if line.verdict == Verdict.AWAY)
    ordered = [span for line in lines for span in days_in(line.note)]
    spans = shared(ordered, player.away) if session.log.fault is None else player.away
    return _count(year, spans)


def _count(year: int, days: Iterable[tuple[date, date]]) -> int:
    """Count the days that are in a year."""
    whole = ((date(year, 1, 1), date(year, 12, 31)),)
    return sum((last - first).days + 1 for first, last in shared(days, whole))


def _years_of(days: Days) -> set[int]:
    return {year for first, last in days for year in range(first.year, last.year + 1)}


def _left(session: ClubSession, player: Player, years: Iterable[int]) -> Iterator[str]:
    """Write how many days a player may still order in each year."""
    most = session.club.leave
    for year in sorted({*years}):
        used = _used(session, player, year)
        rest = max(0, most - used)
        yield f"Of {most} days of leave in {year} you have ordered {used}: {rest} are left."


def _listed(player: Player, today: date) -> str:
    """List the days on which a player is away, from today on."""
    days = written_days(span for span in player.away if span[1] >= today)
    return f"You are away: {days.replace(',', ', ')}." if days else "You have no days of leave."
