"""Reminders: the clocks of a club's games, which remind players, and report games that are late.

A reminder that was due before a player's last one was in it, as the log has it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from aofref import Clock
from aofref.club import answers
from aofref.club.game import ClubGame
from aofref.club.log import Line, Verdict
from aofref.club.outgoing import Outgoing
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Player, digest
from aofref.club.store import pass_over
from aofref.notation.times import DAY
from aofref.text import in_one_line

_LAST_DAY = timedelta(seconds=DAY)


def checked(session: ClubSession) -> Iterator[Outcome]:
    """Check all clocks: remind players, a message each, and yield the games that are late."""
    due: dict[Player, list[ClubGame]] = {}
    for game in session.games.values():
        try:
            clock = game.clock
            if clock is None or not game.is_playable:
                continue
            if clock.late:
                yield _report_late(game, clock)
            for player in session.called([clock.player or ""]) if not clock.late else ():
                if _is_due(game, clock, player):
                    due.setdefault(player, []).append(game)
        except Exception as problem:  # it does not stop the others
            pass_over(problem)
            yield Outcome(Verdict.HELD, in_one_line(problem), game)
    for player, games in due.items():
        hash_ = digest("remind", player.id, str(int(session.now.timestamp())))
        session.send(Verdict.REMINDED, hash_, _reminder(session, player, games))


def _is_due(game: ClubGame, clock: Clock, player: Player) -> bool:
    """Whether a player, who is not away, is to be reminded of a game, and has not been."""
    session = game.session
    at = _due_at(clock.since, game.until, session.now) if session.club.remind else None
    if at is None or at > session.now or player.back(session.now) is not None:
        return False
    last = session.log.last(Verdict.REMINDED, player.id)
    return last is None or last.time < at


def _due_at(since: datetime | None, until: datetime | None, now: datetime) -> datetime | None:
    """Return the last moment so far, or the first, at which a reminder is due; None for never."""
    if since is None or until is None:
        return None
    half = since + (until - since) / 2
    last = max(half, until - _LAST_DAY)
    return last if now >= last else half


def _reminder(session: ClubSession, player: Player, games: list[ClubGame]) -> Outgoing:
    """Write to a player that it is the player's turn; one game with its board, several in short."""
    club, now = session.club, session.now
    if len(games) == 1:
        game, clock = games[0], games[0].clock
        assert clock is not None and clock.since is not None
        head = [f"It is your turn in the game [{game}] since {answers.moment(clock.since)}."]
        stand = answers.stand(club, game, game.seats, now, player)
        return session.about(player, [(game, [head, *stand])])
    title = f"It is your turn in {len(games)} games"
    short = (answers.in_short(club, game, session.players, now) for game in games)
    return session.notice(player, title, [[f"{title}."], *short, answers.several(games[0])])


def late_hash(game: ClubGame, clock: Clock) -> str:
    """Return the hash of the reports on a late game, which are made once for each deadline."""
    plies = len(game.record.mainline())
    return digest("late", game.id, str(plies), str(clock.since), str(game.until))


def _report_late(game: ClubGame, clock: Clock) -> Outcome:
    """Tell all players of a game that time is used up, once for each deadline."""
    session, hash_ = game.session, late_hash(game, clock)
    if not session.log.of(hash_):
        told, seats = answers.used_up(game), game.seats
        out = []
        for to in seats:
            standing = answers.standing(session.club, game, seats, session.now, to)
            out.append(session.about(to, [(game, [told, standing])]))
        session.give(Line(session.now, hash_, game=game.id, verdict=Verdict.LATE), out)
    return Outcome(Verdict.LATE, answers.overdue(game, clock), game, clock.army)
