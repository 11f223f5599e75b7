"""Clocks: the army whose clock runs, since when, and the time used and left.

Time is charged as in correspondence chess: in whole days of 24 hours.
"""

from datetime import datetime, timedelta
from math import floor
from typing import TYPE_CHECKING, cast

from aofref.judge.collect.summary import UNNAMED, players
from aofref.judge.replay.comments import given, stamps
from aofref.judge.replay.ending import ending
from aofref.judge.replay.verdict import Replay
from aofref.notation import times
from aofref.notation.times import DAY
from aofref.rules.position import NOBODY
from aofref.text import on_one_line
from aofref.values import Value, members

if TYPE_CHECKING:
    from aofref.library.typed import ClockReport


class Charging(Value):
    """How time is charged, as by `Record.clock`: every second if `exact`, else only whole days.

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


START = "the start of the clocks is unknown: no valid tag UTCDate"
CONTROL = "the time of the armies is unknown: no tag TimeControl"
UNREAD = "the tag TimeControl is not understood"
UNSTAMPED = "ply {} has no stamp [%sent TIME]"


class Clock(Value):
    """The clock of a game under way: made by `Record.clock`.

    `army` is the letter of the army to move, `name` its name, `player` its player, None if unknown.
    `since` is when its clock began to run, in UTC; `used` is the cost of the move under way so far,
    `left` the rest of the army's time, both in seconds; None if unknown.  `lacking` has the
    reasons, what the record lacks.  `source`, `number` and `variant`, the id of the game, are those
    of the record.
    """

    army: str
    since: datetime | None
    used: int | None
    left: int | None
    lacking: tuple[str, ...] = ()
    name: str = ""
    player: str | None = None
    variant: str = ""
    source: str = "-"
    number: int = 1

    @property
    def late(self) -> bool:
        """Whether the time is used up."""
        return self.left is not None and self.left < 0

    def report(self) -> "ClockReport":
        """Return it as plain data, as `aofref clock --format json` does."""
        names = "source record=number variant army player since used left late"
        since = None if self.since is None else times.write_moment(self.since)
        return cast("ClockReport", members(self, names) | {"since": since})

    def __str__(self) -> str:
        who = f"{self.army} {self.name}" + (f" ({self.player})" if self.player else "")
        since = "?" if self.since is None else times.write_moment(self.since)
        left = f"{'late by' if self.late else 'left'} {times.in_days(self.left)}"
        where = f"{self.source}, record {self.number} ({self.variant})"
        shown = f"{where}: {who} to move since {since}, used {times.in_days(self.used)}, {left}"
        return on_one_line(": ".join(filter(None, (shown, "; ".join(self.lacking)))))


class Turn(Value):
    """A turn on the clock: one of `Record.turns`.

    `army` is the letter of its army, `since` when its clock began to run, `moved` when it moved;
    None where that is unknown.  It began behind the `first` plies of the record, withdrawals
    included, and its move is or will be behind the `last`.  Nobody has moved in the turn under way.
    """

    army: str
    since: datetime | None
    moved: datetime | None
    first: int
    last: int

    def cost(self, charging: Charging) -> int | None:
        """Return the cost of its move, in seconds; None if it is unknown."""
        return charging.cost(self.since, self.moved) if self.since and self.moved else None


def turns(judged: Replay) -> list[Turn]:
    """List the turns of a game that was opened, the one under way last, if there is one.

    Moves may be sent before the start of the game; no time is charged for them.
    """
    tags, sent, letters = judged.record.values, stamps(judged), judged.game.letters
    start = since = times.begun(tags.get("UTCDate", ""), tags.get("UTCTime", ""))
    found, first = list[Turn](), 0
    for place, (before, ply) in enumerate(judged.moves()):
        moment = sent.get(place)
        if ply.move is not None:
            found.append(Turn(letters[ply.army], since, moment, first, place))
        # A withdrawal starts another clock only if the army that withdraws has the turn.
        if ply.move is not None or before.turn == ply.army:
            since = moment if moment is None or start is None else max(moment, start)
            first = place + 1
    if judged.last.turn != NOBODY:
        found.append(Turn(letters[judged.last.turn], since, None, first, len(judged.plies)))
    return found


def clock(judged: Replay, now: datetime, charging: Charging) -> Clock | None:
    """Return the clock of a game; None if it has ended, or could not be opened."""
    if not judged.opened or ending(judged) is not None:
        return None
    *moved, running = turns(judged)
    since, index = running.since, judged.game.letters.index(running.army)
    army = judged.game.variant.armies[index]
    used = None if since is None else charging.cost(since, now)
    left = bank(judged, army.letter, charging)
    remaining = None if left is None or used is None else left - used
    lacking = dict.fromkeys([_begun(judged, running)] if since is None else [])
    mine = (turn for turn in moved if turn.army == running.army)
    if (gap := next((turn for turn in mine if turn.cost(charging) is None), None)) is not None:
        lacking[_unstamped(judged, gap.last) if gap.since else _begun(judged, gap)] = None
    stated = judged.record.values.get("TimeControl", "")
    if times.read_control(stated) is None:
        lacking[UNREAD if times.states_control(stated) else CONTROL] = None
    player = dict(players(judged))[army.letter]
    known, variant = None if player == UNNAMED else player, judged.game.variant.id
    done = (used, remaining, tuple(lacking))
    return Clock(army.letter, since, *done, army.name, known, variant)


def bank(judged: Replay, army: str, charging: Charging) -> int | None:
    """Return an army's time after its moves, in seconds, with what it was given; None if unknown.

    The time of a move under way is not taken from it.
    """
    control = times.read_control(judged.record.values.get("TimeControl", ""))
    moved = (turn for turn in turns(judged) if turn.last < len(judged.plies))
    costs = [turn.cost(charging) for turn in moved if turn.army == army]
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
    return floor(left) + sum(gift.seconds for gift in given(judged) if gift.army == army)


def _begun(judged: Replay, turn: Turn) -> str:
    """Return why it is unknown when a turn began: the ply before has no stamp, or there is none."""
    return _unstamped(judged, turn.first - 1) if turn.first else START


def _unstamped(judged: Replay, place: int) -> str:
    return UNSTAMPED.format(judged.plies[place].number)
