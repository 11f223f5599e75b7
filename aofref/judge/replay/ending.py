"""Ending: how a game ended, be it by its moves or by what people agreed on or decided."""

from enum import StrEnum
from typing import NamedTuple

from aofref.judge.replay.offers import all_agreed
from aofref.judge.replay.verdict import Judged, Replay, Status, Unopened
from aofref.notation import results
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
    """How a game ended: its result, what ended it, and the number of legal plies until then."""

    result: str
    by: By
    ply: int


def ending(found: Judged) -> End | None:
    """Say how the game of a record ended; None while it goes on, or if it could not be opened.

    What the moves fixed stands whatever the tags say.  A result that is only stated counts where
    the record is legal, and so does a draw that all have agreed to; a game that is abandoned has
    ended without one, too.
    """
    if isinstance(found, Unopened):
        return None
    if found.last.winners is not None or (found.last.turn == NOBODY and found.plies):
        return End(found.result, _by_play(found), found.length)
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


def _by_play(found: Replay) -> By:
    """Say whether a move or a withdrawal ended a game that its play has ended."""
    withdrawn = bool(found.plies) and found.plies[-1].move is None
    return By.RESIGNATION if withdrawn else By.MOVES
