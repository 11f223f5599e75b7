"""Absence: the order `away` of a player, from the message to the opponents, who are told of it."""

from collections.abc import Sequence
from datetime import datetime

from aofref.club import answers, leave
from aofref.club.answers import ClubGame
from aofref.club.log import Verdict
from aofref.club.session import ClubSession
from aofref.club.settings import Player, digest
from aofref.findings import Refusal
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
        session.enter(store.players())
        player = session.same(player)
    if not text:
        lines = [leave.listed(player, today), *leave.left(orders, player, [today.year], most)]
        return Ordered(Verdict.LISTED, f"days of leave of {player.name}", lines)
    days = orders.of(player, hash_)
    if days is None:
        read = leave.read(orders, player, text, today, most)
        if isinstance(read, Refusal):
            why = read.message
            lines = [f"Your leave was not noted: {why}."]
            lines += leave.left(orders, player, [today.year], most)
            note = f"leave of {player.name}: {why}"
            return Ordered(Verdict.REFUSED, note, lines, read.code.value)
        orders.add(player, hash_, read)
        days = read
    session.enter(leave.enter(store, session.players, player, days))
    player = session.same(player)
    games = [session.club_game(id_) for id_ in session.fought_by(player)]
    for other in session.players:
        shared = [game for game in games if other in session.seats(game.replay)]
        if shared and other.id != player.id:
            lines = answers.absent(player, days)
            told = session.notice(other, lines[0], [lines, _deadlines(session, shared)])
            session.send(Verdict.ABSENT, digest("away", hash_), told)
    left = leave.left(orders, player, leave.years_of(days), most)
    lines = [answers.leave_taken(days), *left]
    note = answers.absent(player, days)[0]
    return Ordered(Verdict.AWAY, note, lines, deadlines=tuple(_deadlines(session, games)))


def _deadlines(session: ClubSession, games: Sequence[ClubGame]) -> list[str]:
    club, players, now = session.club, session.players, session.now
    opened = (game for game in games if game.replay.opened)
    return [f"[{game.id}] {answers.to_move(club, game.replay, players, now)}" for game in opened]
