"""Reminders: the clocks of a club's games, which remind players, and report games that are late.

A reminder that was due before a player's last one was in it, as the log has it.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta

from aofref import Clock
from aofref.club import answers, clocks
from aofref.club.answers import say
from aofref.club.game import ClubGame
from aofref.club.log import Line, Verdict
from aofref.club.outgoing import Outgoing
from aofref.club.session import ClubSession, Outcome
from aofref.club.settings import Player, digest
from aofref.club.store import pass_over
from aofref.notation.times import DAY, write_span
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
            elif here := [player for player in game.players if _is_due(game, clock, player)]:
                due.setdefault(here[0], []).append(game)
        except Exception as problem:  # it does not stop the others
            pass_over(problem)
            yield Outcome(Verdict.HELD, in_one_line(problem), game)
    for player, games in due.items():
        hash_ = digest("remind", player.id, str(int(session.now.timestamp())))
        session.send(Verdict.REMINDED, hash_, _reminder(session, player, games))


def _is_due(game: ClubGame, clock: Clock, player: Player) -> bool:
    """Whether a player, who is not away, is to be reminded of a game, and has not been."""
    if not answers.is_turn(game.record, player) or player.back(game.now) is not None:
        return False
    at = _due_at(game, clock)
    last = game.session.log.last(Verdict.REMINDED, player.id)
    return at is not None and at <= game.now and (last is None or last.time < at)


def _due_at(game: ClubGame, clock: Clock) -> datetime | None:
    """Return the last moment so far, or the first, at which a reminder is due; None for never."""
    until = clocks.deadline(game.club, clock)
    if clock.since is None or until is None or not game.club.remind:
        return None
    half = clock.since + (until - clock.since) / 2
    last = max(half, until - _LAST_DAY)
    return last if game.now >= last else half


def _reminder(session: ClubSession, player: Player, games: list[ClubGame]) -> Outgoing:
    """Write to a player that it is the player's turn; one game with its board, several in short."""
    if len(games) == 1:
        clock = games[0].clock
        assert clock is not None and clock.since is not None
        head = say("your-turn", id=games[0].id, since=clock.since)
        return session.about(player, [(games[0], [head, *answers.stand(games[0], player)])])
    head, short = say("your-turns", count=len(games)), map(answers.in_short, games)
    return session.notice(player, head[0].rstrip("."), [head, *short, answers.several(games[0])])


def is_late(game: ClubGame) -> bool:
    """Whether the time of the army to move is used up."""
    clock = game.clock
    return clock is not None and clock.late


def late_hash(game: ClubGame) -> str:
    """Return the hash of the reports on a late game, which are made once for each deadline."""
    clock, plies = game.clock, str(len(game.record.mainline()))
    until = clocks.deadline(game.club, clock)
    return digest("late", game.id, plies, str(clock and clock.since), str(until))


def _report_late(game: ClubGame, clock: Clock) -> Outcome:
    """Tell all players of a game that time is used up, once for each deadline."""
    session, hash_ = game.session, late_hash(game)
    who = answers.name_of(game.record, clock.army)
    if not session.log.of(hash_):
        line = Line(session.now, hash_, game=game.id, verdict=Verdict.LATE)
        told = say("used-up", who=who)
        parts = [(to, [told, answers.standing(game, to)]) for to in game.players]
        session.give(line, [session.about(to, [(game, each)]) for to, each in parts])
    span = write_span(max(1, -(clock.left or 0) // DAY) * DAY)
    (note,) = say("overdue", id=game.id, who=who, span=span)
    return Outcome(Verdict.LATE, note, game, clock.army)
