"""Position: who stands where, whose turn it is, what is owed (CONTRACT 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from aofref.rules.tables import Tables
from aofref.rules.watch import Watches

NOBODY: Final = -1
NO_PROMOTION: Final = -1


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


class Setup(NamedTuple):
    """What a position line or an array says, nothing of it played yet.

    `board` has at most one royal piece for each army; `turn` is NOBODY for a game that is over.
    """

    game: Tables
    board: bytes
    turn: int
    round: int
    passed: tuple[Passed, ...]
    owed: Mapping[int, int]


class Position:
    """A position: `board` holds a piece for each cell, `turn` the army to move or NOBODY.

    `passed` are the en passant rights that stand, `owed` the marks of Pawns by cell,
    `winners` the armies that share the game once it is over.  The rest is derived: `royals` each
    army's royal cell (-1 once removed), `men` the cells of its pieces, royal included, `watches`
    what bears on the royal pieces (`watch` by army), and `ripe` whether play began with pieces that
    any move of their army turns into others.  A position never changes.

    A Pawn's mark is how many moves it owes before it may promote (heathen-europe), or 0 where it
    has moved and stands on an array cell of a Pawn of its army, with no double step left (aof6).
    """

    def __init__(
        self,
        game: Tables,
        board: bytes,
        turn: int,
        round_: int,
        passed: tuple[Passed, ...],
        owed: dict[int, int],
        winners: tuple[int, ...] | None,
        royals: tuple[int, ...],
        men: tuple[tuple[int, ...], ...],
        watches: Watches,
        ripe: bool,
    ) -> None:
        """Hold what is given; `rules.turn` makes the positions."""
        self.game: Final = game
        self.board: Final = board
        self.turn: Final = turn
        self.round: Final = round_
        self.passed: Final = passed
        self.owed: Final = owed
        self.winners: Final = winners
        self.royals: Final = royals
        self.men: Final = men
        self.watches: Final = watches
        self.watch: Final = watches.each
        self.ripe: Final = ripe

    @property
    def living(self) -> list[int]:
        """List the armies still on the board, in order of play."""
        return [army for army, royal in enumerate(self.royals) if royal >= 0]

    @property
    def checks(self) -> tuple[int, ...]:
        """Give for each army the armies that attack its royal piece, as bits 1 << army."""
        return tuple([watch.armies for watch in self.watch])

    def with_turn(self, army: int) -> Position:
        """Give the same position with another army to move."""
        return Position(
            self.game,
            self.board,
            army,
            self.round,
            self.passed,
            self.owed,
            self.winners,
            self.royals,
            self.men,
            self.watches,
            self.ripe,
        )

    def __eq__(self, other: object) -> bool:
        """Compare what a position line tells; the derived fields follow from it."""
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self.board == other.board
            and self.turn == other.turn
            and self.round == other.round
            and self.passed == other.passed
            and self.owed == other.owed
            and self.winners == other.winners
        )

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        pieces = {
            self.game.board.names[cell]: self.game.letters[army] + self.game.code(self.board[cell])
            for army, cells in enumerate(self.men)
            for cell in cells
        }
        return f"Position({pieces}, turn={self.turn}, round={self.round}, passed={self.passed})"
