"""Position: who stands where, whose turn it is, what is owed (CONTRACT 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from aofref.paths import Line
from aofref.rules.tables import Tables

NOBODY = -1
NO_PROMOTION = -1

Watch = Mapping[int, tuple[Line, ...]]
"""Enemy pieces, by cell, with a line to a royal piece, open or not."""


class Move(NamedTuple):
    """A move as it takes place: cells by index, and the type promoted to, if any."""

    origin: int
    destination: int
    promotion: int = NO_PROMOTION


PASS = Move(-1, -1)


class Passed(NamedTuple):
    """An en passant right: the army that double-stepped, the cell passed, its Pawn's cell."""

    army: int
    cell: int
    pawn: int


@dataclass(frozen=True, slots=True)
class Position:
    """A position: `board` holds a piece for each cell, `turn` the army to move or NOBODY.

    `passed` are the en passant rights that stand, `owed` the marks of Pawns by cell,
    `winners` the armies that share the game once it is over.  The rest is derived: `royals` each
    army's royal cell (-1 once removed), `watch` and `checks` (a bit an attacking army) as `rules`
    keep them.

    A Pawn's mark is how many moves it owes before it may promote (heathen-europe), or 0 where it
    has moved and stands on an array cell of a Pawn of its army, with no double step left (aof6).
    """

    game: Tables = field(compare=False, repr=False)
    board: tuple[int, ...]
    turn: int
    round: int
    passed: tuple[Passed, ...]
    owed: Mapping[int, int]
    winners: tuple[int, ...] | None
    royals: tuple[int, ...] = field(compare=False)
    watch: tuple[Watch, ...] = field(compare=False, repr=False)
    checks: tuple[int, ...] = field(compare=False)

    @property
    def living(self) -> list[int]:
        """List the armies still on the board, in order of play."""
        return [army for army in self.game.armies if self.royals[army] >= 0]
