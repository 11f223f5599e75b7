"""Clocks: whose time runs, since when, what the move under way has cost, and what is left.

Time is charged as in correspondence chess: whole days of 24 hours that have begun and ended.
"""

from datetime import datetime, timedelta
from enum import Enum, auto
from itertools import islice
from typing import NamedTuple

from aofref.judge.collect.summary import with_positions
from aofref.judge.replay.comments import stamps
from aofref.judge.replay.ending import ending
from aofref.judge.replay.verdict import Judged, Unopened
from aofref.notation import times
from aofref.notation.times import DAY, Control


class Charging(NamedTuple):
    """How time is charged: all of it if `exact`, else whole days; beyond `double_after` twice.

    `double_after` is in seconds; None: never.
    """

    exact: bool = False
    double_after: int | None = None

    def cost(self, begun: datetime, ended: datetime) -> int:
        """Return what a move costs, in seconds."""
        passed = max(0, (ended - begun) // timedelta(seconds=1))
        charged = passed if self.exact else passed // DAY * DAY
        beyond = 0 if self.double_after is None else max(0, charged - self.double_after)
        return charged + beyond


class Lacking(Enum):
    """What a record does not say, so that its clock is not known."""

    START = auto()  # when the clocks start
    CONTROL = auto()  # how much time there is
    UNREAD = auto()  # how much time there is, in a way that is understood


class Clock(NamedTuple):
    """The clock of a game under way: the army to move, and since when.

    `used` is what the move under way has cost so far, `left` what remains of the army's time, in
    seconds; None where the record does not say.  `lacking` is why: a number is that of a ply
    without a stamp.
    """

    army: int
    since: datetime | None
    used: int | None
    left: int | None
    lacking: tuple[Lacking | int, ...] = ()

    @property
    def late(self) -> bool:
        """Whether the time is used up."""
        return self.left is not None and self.left < 0


def clock(judged: Judged, now: datetime, charging: Charging) -> Clock | None:
    """Return the clock of a game; None if it has ended, or could not be opened.

    No time before the start of the game is charged, though moves may be sent then.
    """
    if isinstance(judged, Unopened) or ending(judged) is not None:
        return None
    tags = judged.record.values
    stated = tags.get("TimeControl", "")
    control = times.read_control(stated)
    start = since = times.begun(tags.get("UTCDate", ""), tags.get("UTCTime", ""))
    sent = stamps(judged)
    spent: dict[int, list[int | None]] = {}
    gaps: dict[int, Lacking | int] = {}
    begun: Lacking | int = Lacking.START  # what is lacking, if `since` is not known
    for place, ply in enumerate(judged.plies):
        moment = sent.get(place)
        if ply.move is not None:
            cost = charging.cost(since, moment) if since and moment else None
            spent.setdefault(ply.army, []).append(cost)
            if cost is None:
                gaps.setdefault(ply.army, ply.number if since else begun)
        # Another's clock starts where the army that withdraws has the turn.
        if (
            ply.move is not None
            or next(islice(with_positions(judged), place, None))[0].turn == ply.army
        ):
            since = moment if moment is None or start is None else max(moment, start)
            begun = ply.number
    army = judged.last.turn
    used = None if since is None else charging.cost(since, now)
    left = _left(control, spent.get(army, []))
    remaining = None if left is None or used is None else left - used
    lacking = dict.fromkeys([begun] if since is None else [])
    if army in gaps:
        lacking[gaps[army]] = None
    if control is None:
        unread = times.states_control(stated)
        lacking[Lacking.UNREAD if unread else Lacking.CONTROL] = None
    return Clock(army, since, used, remaining, tuple(lacking))


def _left(control: Control | None, costs: list[int | None]) -> int | None:
    """Count what is left of an army's time after moves of these costs; None if it is not known."""
    if control is None or None in costs:
        return None
    left, period, made = control[0].seconds, 0, 0
    for cost in costs:
        moves, _, increment = control[period]
        left += increment - (cost or 0)
        made += 1
        if moves and made == moves:
            made, period = 0, min(period + 1, len(control) - 1)
            left += control[period].seconds
    return left
