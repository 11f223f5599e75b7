"""The club: messages over 100 games of four players, from their arrival to the last answer."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from pathlib import Path

from aofref.club import run
from aofref.club.session import ClubSession
from aofref.club.store import Store
from aofref.notation import movetext
from benchmarks.measure import Row, nothing
from tests.clubs import NAMES, NOW, AClub
from tests.helpers import game, play_at_random

_NAMES = list(NAMES.values())


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """Handle ten messages a game, and twice as many; `quick` takes few games, one message each."""
    games, mails = (10, 10) if quick else (100, 1000)
    for name, ours, goal in (
        (
            "`club`, 1,000 mails over 100 games: seconds by the clock",
            partial(seconds, folder / "club", games, mails, time.perf_counter),
            20,
        ),
        ("`club`, twice the mails: times the CPU time", partial(growth, folder, games, mails), 2.4),
    ):
        yield Row(name, "", ours, nothing, goal, "amount")


def growth(folder: Path, games: int, mails: int) -> float:
    """Measure how much more time twice as many messages take, without the time of the disk.

    Each is measured twice, and its least time counts.
    """
    rounds = [
        [seconds(folder / "club", games, n, _user) for n in (mails, 2 * mails)] for _ in range(2)
    ]
    return min(twice for _, twice in rounds) / min(once for once, _ in rounds)


def _user() -> float:
    return os.times().user


def seconds(folder: Path, games: int, mails: int, clock: Callable[[], float]) -> float:
    """Deliver messages to a new club, and measure the time until all are handled."""
    shutil.rmtree(folder, ignore_errors=True)
    delivered(folder, games, mails)
    start = clock()
    store = Store(folder)
    with store.locked():
        session = ClubSession(store, datetime.fromisoformat(NOW))
        verdicts = {outcome.verdict for outcome in run.processed(session, reminding=True)}
    assert verdicts == {"played"}, verdicts
    return clock() - start


def delivered(folder: Path, games: int, mails: int) -> AClub:
    """Make a club with so many games and as many messages for each, a move in each message."""
    club = AClub(folder)
    of, plies = game("aof2"), mails // games
    played = [play_at_random(of, number, plies) for number in range(games)]
    for number in range(games):
        club.game(f"g-{number}")
    for ply in range(plies):
        for number in range(games):
            before, move = played[number][ply]
            text = f"Hello,\n\n{movetext.lan(before, move)}\n\nSee you\n"
            club.mail(_NAMES[before.turn], f"[g-{number}]", text)
    return club
