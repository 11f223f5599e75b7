"""Absence: the order `away` of a player, from the message to the opponents, who are told of it."""

from collections.abc import Sequence
from datetime import date, datetime

from aofref.club import answers, leave, settings
from aofref.club.answers import ClubGame
from aofref.club.session import ClubSession, Verdict
from aofref.club.settings import Player, digest
from aofref.values import Value


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
    orders, most, today, store = session.orders, session.club.leave, at.date(), session.store
    if not store.dry:  # an arbiter may have changed it since
        session.enter(settings.read_players(store.text(settings.PLAYERS)))
        player = session.same(player)
    if not text:
        lines = [leave.listed(player, today), *leave.left(orders, player, [today.year], most)]
        return Ordered(Verdict.LISTED, f"days of leave of {player.name}", lines)
    days = orders.of(player, hash_)
    if days is None:
        read = leave.read(text)
        if isinstance(read, leave.Refusal):
            return _refused(session, player, read, today)
        if (wrong := leave.refused(orders, player, read, today, most)) is not None:
            return _refused(session, player, wrong, today)
        orders.add(player, hash_, read)
        days = read
    players = leave.with_days(session.players, player, days)
    if players != session.players and not store.dry:
        leave.enter(store, session.players, players)
    session.enter(players)
    player = session.same(player)
    games = [
        session.club_game(id_, session.game(id_))
        for id_ in session.readable()
        if session.fights(session.game(id_), player)
    ]
    for other in session.players:
        shared = [game for game in games if other in session.seats(game.replay)]
        if shared and other.id != player.id:
            lines = answers.absent(player, days)
            told = session.notice(other, lines[0], [lines, _deadlines(session, shared)])
            session.send("v", digest("away", hash_), told)
    left = leave.left(orders, player, leave.years_of(days), most)
    lines = [answers.leave_taken(days), *left]
    note = answers.absent(player, days)[0]
    return Ordered(Verdict.AWAY, note, lines, deadlines=tuple(_deadlines(session, games)))


def _refused(session: ClubSession, player: Player, why: leave.Refusal, today: date) -> Ordered:
    """Refuse the order, and write how many days are left."""
    lines = [f"Your leave was not noted: {why.why}."]
    lines += leave.left(session.orders, player, [today.year], session.club.leave)
    return Ordered(Verdict.REFUSED, f"leave of {player.name}: {why.why}", lines, why.code.value)


def _deadlines(session: ClubSession, games: Sequence[ClubGame]) -> list[str]:
    club, players, now = session.club, session.players, session.now
    opened = (game for game in games if game.replay.opened)
    return [f"[{game.id}] {answers.to_move(club, game.replay, players, now)}" for game in opened]
