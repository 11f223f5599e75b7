"""Clocks: the army whose clock runs, since when, and the time used and left.

Time is charged as in correspondence chess: in whole days of 24 hours.
"""

from datetime import datetime, timedelta
from enum import Enum, auto
from math import floor

from aofref.judge.replay.comments import given, stamps
from aofref.judge.replay.ending import ending
from aofref.judge.replay.verdict import Replay
from aofref.notation import times
from aofref.notation.times import DAY, Control
from aofref.values import Value


class Charging(Value):
    """How time is charged: every second if `exact`, else only whole days.

    The time beyond `double_after` seconds counts twice; None: never.
    """

    exact: bool = False
    double_after: int | None = None

    def cost(self, begun: datetime, ended: datetime) -> int:
        """Return the cost of a move, in seconds."""
        passed = max(0, (ended - begun) // timedelta(seconds=1))
        charged = passed if self.exact else passed // DAY * DAY
        beyond = 0 if self.double_after is None else max(0, charged - self.double_after)
        return charged + beyond


class Lacking(Enum):
    """The information that a record lacks, so that its clock is unknown."""

    START = auto()  # the time at which the clocks start
    CONTROL = auto()  # a time control
    UNREAD = auto()  # a time control that parses


class Clock(Value):
    """The clock of a game under way: the army to move, and since when.

    `used` is the cost of the move under way so far, `left` the rest of the army's time, both in
    seconds; None if unknown.  `lacking` gives the reasons; a number is a ply without a stamp.
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


def clock(judged: Replay, now: datetime, charging: Charging) -> Clock | None:
    """Return the clock of a game; None if it has ended, or could not be opened.

    Moves may be sent before the start of the game; no time is charged for them.
    """
    if not judged.opened or ending(judged) is not None:
        return None
    tags = judged.record.values
    stated = tags.get("TimeControl", "")
    control = times.read_control(stated)
    start = since = times.begun(tags.get("UTCDate", ""), tags.get("UTCTime", ""))
    sent = stamps(judged)
    spent: dict[int, list[int | None]] = {}
    gaps: dict[int, Lacking | int] = {}
    begun: Lacking | int = Lacking.START  # the missing information, if `since` is unknown
    for place, (before, ply) in enumerate(judged.moves()):
        moment = sent.get(place)
        if ply.move is not None:
            cost = charging.cost(since, moment) if since and moment else None
            spent.setdefault(ply.army, []).append(cost)
            if cost is None:
                gaps.setdefault(ply.army, ply.number if since else begun)
        # A withdrawal starts another clock only if the army that withdraws has the turn.
        if ply.move is not None or before.turn == ply.army:
            since = moment if moment is None or start is None else max(moment, start)
            begun = ply.number
    army = judged.last.turn
    used = None if since is None else charging.cost(since, now)
    left = _left(control, spent.get(army, []))
    if left is not None:
        left += given(judged).get(judged.game.letters[army], 0)
    remaining = None if left is None or used is None else left - used
    lacking = dict.fromkeys([begun] if since is None else [])
    if army in gaps:
        lacking[gaps[army]] = None
    if control is None:
        unread = times.states_control(stated)
        lacking[Lacking.UNREAD if unread else Lacking.CONTROL] = None
    return Clock(army, since, used, remaining, tuple(lacking))


def _left(control: Control | None, costs: list[int | None]) -> int | None:
    """Return the rest of an army's time after moves of these costs, in whole seconds, or None."""
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
    return floor(left)
