"""Ending: how a game ended, be it by its moves or by what people agreed on or decided."""

from enum import StrEnum
from typing import NamedTuple

from aofref.judge.replay.offers import all_agreed
from aofref.judge.replay.verdict import Judged, Status, Unopened
from aofref.notation import results
from aofref.rules.events import Reason
from aofref.rules.position import NOBODY


class By(StrEnum):
    """What ended a game."""

    MOVES = "moves"
    RESIGNATION = "resignation"
    AGREEMENT = "agreement"
    ADJUDICATION = "adjudication"
    TIME = "time"
    RULES = "rules"
    ABANDONED = "abandoned"


_TERMINATIONS = {
    "adjudication": By.ADJUDICATION,
    "time forfeit": By.TIME,
    "rules infraction": By.RULES,
    "abandoned": By.ABANDONED,
}
"""What PGN's words of the tag Termination mean; any other, `normal` too, is an agreement."""


class End(NamedTuple):
    """How a game ended.

    `result` is as records write it, `by` one of `moves`, `resignation`, `agreement`,
    `adjudication`, `time`, `rules` and `abandoned`, `ply` the number of plies until then.
    `forfeited` says that the withdrawal which ended it was no player's own.
    """

    result: str
    by: str
    ply: int
    forfeited: bool = False


def ending(found: Judged) -> End | None:
    """Say how the game of a record ended; None while it goes on, or if it could not be opened.

    What the moves fixed stands whatever the tags say.  A result that is only stated counts where
    the record is legal, and so does a draw that all have agreed to; a game that is abandoned has
    ended without one, too.
    """
    if isinstance(found, Unopened):
        return None
    if found.last.winners is not None or (found.last.turn == NOBODY and found.plies):
        last = found.plies[-1] if found.plies else None
        if last is None or last.move is not None:
            return End(found.result, By.MOVES, found.length)
        return End(found.result, By.RESIGNATION, found.length, last.lan == Reason.FORFEITS)
    tag = found.record.tag("Termination")
    by = _TERMINATIONS.get(" ".join(tag.value.lower().split())) if tag else None
    claimed = found.claimed if found.status is Status.LEGAL else results.OPEN
    if claimed == results.OPEN and found.last.turn == NOBODY:  # over as given
        return End(results.OPEN, by or By.MOVES, found.length)
    if claimed == results.OPEN and found.status is Status.LEGAL and all_agreed(found):
        shared = results.write(len(found.game.armies), tuple(found.last.living))
        return End(shared, By.AGREEMENT, found.length)
    if claimed == results.OPEN and by is not By.ABANDONED:
        return None
    return End(claimed, by or By.AGREEMENT, found.length)
