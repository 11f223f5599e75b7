"""Clocks: reminders to players, and games whose time is used up, for the arbiter."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from aofref.club import answers
from aofref.club.desk import Desk, Outcome, Verdict
from aofref.club.settings import Player, digest
from aofref.judge.analysis.clock import Clock, clock
from aofref.judge.replay.verdict import Replay

_REMINDS = "w"


def watched(desk: Desk) -> Iterator[Outcome]:
    """Remind who has not moved for long, and report each game that is late.

    A player who is away is left in peace until he is back.
    """
    for id_ in desk.paths:
        found = desk.game(id_)
        running = clock(found, desk.now, answers.charging(desk.club))
        if running is None or not isinstance(found, Replay):
            continue
        letter = found.game.letters[running.army]
        player = next((p for p in desk.seats(found) if letter in desk.armies(found, p)), None)
        if player is not None and player.back(desk.now) is not None:
            continue
        if player is not None:
            _remind(desk, id_, found, running, player)
        if running.late:
            yield _late(desk, id_, found, running)


def _remind(desk: Desk, id_: str, found: Replay, running: Clock, player: Player) -> None:
    """Write to a player once for every span that has gone by."""
    if desk.club.remind is None or running.since is None:
        return
    spans = (desk.now - running.since) // timedelta(seconds=desk.club.remind)
    if spans < 1:
        return
    game = desk.named(id_, found)
    hash_ = digest("remind", game.id, str(len(found.plies)), str(spans))
    parts = (
        answers.reminder(game, running),
        answers.drawn(found),
        answers.standing(desk.club, game, desk.seats(found), desk.now),
        [answers.how(found)],
    )
    desk.send(_REMINDS, hash_, game, player, parts)


def _late(desk: Desk, id_: str, found: Replay, running: Clock) -> Outcome:
    """Lay a game whose time is used up before the arbiter, once for each move."""
    game = desk.named(id_, found)
    lines = answers.overdue(game, running)
    name = digest("late", game.id, str(len(found.plies)))
    arbiter = Player("", desk.club.name, desk.club.address)
    message = desk.message(f"{name}-late", game, arbiter, [lines])
    desk.store.hold(f"{name}-late", message)
    letter = found.game.letters[running.army]
    return Outcome("", Verdict.LATE, game.id, letter, note=lines[0])
