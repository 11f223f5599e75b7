"""Clocks: reminders to players, and games whose time is used up, for the arbiter."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from aofref.club import answers
from aofref.club.desk import Desk, Outcome, Verdict
from aofref.club.settings import Player, digest
from aofref.club.store import of_the_disk
from aofref.judge.analysis.clock import Clock, clock
from aofref.judge.replay.verdict import Replay
from aofref.text import in_one_line

_REMINDS = "w"


def watched(desk: Desk) -> Iterator[Outcome]:
    """Remind who has not moved for long, and report each game that is late.

    A game of which the program fails keeps nobody from the others.
    """
    desk.look_again()
    for id_ in desk.paths:
        try:
            late = _watched(desk, id_)
        except Exception as problem:
            if isinstance(problem, OSError) and of_the_disk(problem):
                raise
            late = Outcome("", Verdict.HELD, desk.id_of(id_), note=in_one_line(problem))
        if late is not None:
            yield late


def _watched(desk: Desk, id_: str) -> Outcome | None:
    """Look at the clock of a game; a player who is away is left in peace until he is back."""
    found = desk.game(id_)
    running = clock(found, desk.now, answers.charging(desk.club))
    if running is None or not isinstance(found, Replay):
        return None
    letter = found.game.letters[running.army]
    player = next((p for p in desk.seats(found) if letter in desk.armies(found, p)), None)
    if player is not None and player.back(desk.now) is not None:
        return None
    if player is not None:
        _remind(desk, id_, found, running, player)
    return _late(desk, id_, found, running) if running.late else None


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
    desk.send(_REMINDS, hash_, desk.about(game, player, parts))


def _late(desk: Desk, id_: str, found: Replay, running: Clock) -> Outcome:
    """Lay a game whose time is used up before the arbiter, once for each move."""
    game = desk.named(id_, found)
    lines = answers.overdue(game, running)
    name = digest("late", game.id, str(len(found.plies)))
    arbiter = Player("", desk.club.name, desk.club.address)
    message = desk.message(f"{name}-late", desk.about(game, arbiter, [lines]))
    desk.store.hold(f"{name}-late", message)
    letter = found.game.letters[running.army]
    return Outcome("", Verdict.LATE, game.id, letter, note=lines[0])
