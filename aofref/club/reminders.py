"""Reminders: the clocks of a club's games, which remind players, and report games that are late.

What has been sent is known from the outgoing messages: a reminder that was due before a player's
last one was in it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from aofref import Clock
from aofref.club import answers, clocks
from aofref.club.answers import ClubGame
from aofref.club.faults import is_playable
from aofref.club.log import Line, Verdict
from aofref.club.outgoing import Outgoing
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Player, digest
from aofref.club.store import pass_over
from aofref.notation.times import DAY
from aofref.text import in_one_line
from aofref.values import Value

_LAST_DAY = timedelta(seconds=DAY)


class Ticking(Value):
    """A game, its clock, the player to move (None: one who is not in the list), the deadline."""

    game: ClubGame
    clock: Clock
    player: Player | None
    until: datetime | None


def ticking(session: ClubSession, id_: str) -> Ticking | None:
    """Return the clock of a game; None if none runs."""
    record = session.record(id_)
    running = clocks.running(session.club, record, session.players, session.now)
    if running is None:
        return None
    player = next(iter(session.called([running.player or ""])), None)
    until = clocks.deadline(running, session.club)
    return Ticking(session.club_game(id_), running, player, until)


def checked(session: ClubSession) -> Iterator[Outcome]:
    """Check all clocks: remind players, a message each, and yield the games that are late."""
    due: dict[Player, list[Ticking]] = {}
    for id_ in session.paths:
        try:
            running = ticking(session, id_)
            if running is None or not is_playable(session, id_):
                continue
            if running.clock.late:
                yield _report_late(session, running)
            elif running.player is not None and _is_due(session, running, running.player):
                due.setdefault(running.player, []).append(running)
        except Exception as problem:  # it does not stop the others
            pass_over(problem)
            yield Outcome(Verdict.HELD, in_one_line(problem), session.id_of(id_))
    for player, games in due.items():
        hash_ = digest("remind", player.id, str(int(session.now.timestamp())))
        session.send(Verdict.REMINDED, hash_, _reminder(session, player, games))


def _is_due(session: ClubSession, running: Ticking, player: Player) -> bool:
    """Whether a player, who is not away, is to be reminded of a game, and has not been."""
    at = _due_at(session, running)
    here = player.back(session.now) is None
    if at is None or at > session.now or not here:
        return False
    last = session.log.last(Verdict.REMINDED, player.id)
    return last is None or last.time < at


def _due_at(session: ClubSession, running: Ticking) -> datetime | None:
    """Return the last moment so far, or the first, at which a reminder is due; None for never."""
    since, until = running.clock.since, running.until
    if since is None or until is None or not session.club.remind:
        return None
    half = since + (until - since) / 2
    last = max(half, until - _LAST_DAY)
    return last if session.now >= last else half


def _reminder(session: ClubSession, player: Player, games: list[Ticking]) -> Outgoing:
    """Write to a player that it is the player's turn; one game with its board, several in short."""
    club, now = session.club, session.now
    if len(games) == 1:
        game, since = games[0].game, games[0].clock.since
        assert since is not None
        head = [f"It is your turn in the game [{game.id}] since {answers.moment(since)}."]
        stand = answers.stand(club, game, session.seats(game.record), now, player)
        return session.about(player, [(game, [head, *stand])])
    title = f"It is your turn in {len(games)} games"
    short = (answers.in_short(club, each.game, session.players, now) for each in games)
    return session.notice(player, title, [[f"{title}."], *short, answers.several(games[0].game)])


def late_hash(running: Ticking) -> str:
    """Return the hash of the reports on a late game, which are made once for each deadline."""
    game, since = running.game, running.clock.since
    return digest("late", game.id, str(len(game.record.mainline())), str(since), str(running.until))


def _report_late(session: ClubSession, running: Ticking) -> Outcome:
    """Tell all players of a game that time is used up, once for each deadline."""
    game, clock, club, now = running.game, running.clock, session.club, session.now
    seats, hash_ = session.seats(game.record), late_hash(running)
    if not session.log.of(hash_):
        line = Line(session.now, hash_, game=game.id, verdict=Verdict.LATE)
        told = answers.used_up(game)
        parts = ((told, answers.standing(club, game, seats, now, player)) for player in seats)
        out = [session.about(to, [(game, each)]) for to, each in zip(seats, parts, strict=True)]
        session.give(line, out)
    note = answers.overdue(game, clock)
    return Outcome(Verdict.LATE, note, game.id, clock.army)
