"""MutablePosition: a position while a turn is played out on it; `turn` has the rules."""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

from aofref.rules.events import Attacker, End, Event, Promotion
from aofref.rules.king_attacks import (
    UNATTACKED,
    AllKingAttacks,
    bears,
    king_attacks_of,
    renewed,
    touches,
)
from aofref.rules.make_move import moved
from aofref.rules.position import NOBODY, Lasting, Position
from aofref.rules.threats import attacks, with_moved, with_piece


class MutablePosition:
    """A position while a turn is played out on it; the only one that changes.

    `changed` are the cells that changed since every royal piece was last looked at, `moved` the
    armies whose royal piece moved since.
    """

    def __init__(self, position: Position) -> None:
        """Take up a position."""
        self.before: Final = position
        self.game: Final = position.game
        self.board = position.board
        self.turn = position.turn
        self.round = position.round
        self.passed = position.passed
        self.owed = position.owed
        self.winners = position.winners
        self.royals: Final = list(position.royals)
        self.piece_cells: Final = list(position.piece_cells)
        self.all_king_attacks = position.all_king_attacks
        self.changed: list[int] = []
        self.moved: list[int] = []
        self.events: list[Event] = []
        self.frozen: Position | None = None

    def living(self) -> list[int]:
        """List the armies still on the board, in order of play."""
        return [army for army, royal in enumerate(self.royals) if royal >= 0]

    def move(self, army: int, origin: int, destination: int) -> None:
        """Move a piece, and take what stands where it comes to."""
        if self.board[destination]:
            self._lift(destination)
        self.board = with_moved(self.board, origin, destination)
        self.piece_cells[army] = moved(self.piece_cells[army], origin, destination)
        self.changed.append(origin)
        self.changed.append(destination)
        if self.royals[army] == origin:
            self.royals[army] = destination
            self.moved.append(army)

    def take(self, cell: int) -> None:
        """Take the piece on a cell off the board."""
        self._lift(cell)
        self.board = with_piece(self.board, cell, 0)
        self.changed.append(cell)

    def _lift(self, cell: int) -> None:
        """Let an army no longer have the piece on a cell."""
        army = self.game.army_of[self.board[cell]]
        self.piece_cells[army] = tuple([own for own in self.piece_cells[army] if own != cell])

    def become(self, cell: int, kind: int) -> None:
        """Turn the piece on a cell into another type of its army."""
        piece = self.board[cell]
        army = self.game.army_of[piece]
        self.events.append(Promotion(army, cell, self.game.kind_of[piece], kind))
        self.board = with_piece(self.board, cell, self.game.piece(army, kind))
        self.changed.append(cell)

    def unmark(self, cell: int) -> None:
        """Take away what mark the Pawn on a cell has."""
        if cell in self.owed:
            left = {marked: owed for marked, owed in self.owed.items() if marked != cell}
            self.owed = MappingProxyType(left)

    def remove(self, armies: list[int]) -> None:
        """Take armies off the board, with their en passant rights."""
        board = bytearray(self.board)
        for army in armies:
            for cell in self.piece_cells[army]:
                board[cell] = 0
                self.changed.append(cell)
                self.unmark(cell)
            self.moved.append(army)
            self.piece_cells[army] = ()
            self.royals[army] = -1
        self.board = bytes(board)
        self.passed = tuple([right for right in self.passed if right.army not in armies])

    def look(self) -> None:
        """Look again at each royal piece that a change bears on."""
        if not self.changed:
            return
        game, board, changed = self.game, self.board, self.changed
        each, again = list(self.all_king_attacks.each), False
        for army, royal in enumerate(self.royals):
            king_attacks = each[army]
            if royal < 0:
                king_attacks = UNATTACKED
            elif army in self.moved:
                king_attacks = king_attacks_of(game, board, self.piece_cells, army, royal)
            elif touches(king_attacks.near, changed) or bears(game, board, army, royal, changed):
                king_attacks = renewed(game, board, king_attacks, army, royal, changed)
            if king_attacks is not each[army]:
                each[army], again = king_attacks, True
        if again:
            self.all_king_attacks = AllKingAttacks(tuple(each))
        self.changed, self.moved = [], []

    def attackers_of(self, army: int, by: int = -1) -> tuple[Attacker, ...]:
        """List the pieces that attack an army's royal piece, of the armies in the bits `by`."""
        found = (
            (cell, self.board[cell])
            for cell, _ in attacks(self.board, self.all_king_attacks.each[army])
        )
        return tuple(
            sorted(attacker for attacker in found if by >> self.game.army_of[attacker[1]] & 1)
        )

    def end(self, winners: tuple[int, ...]) -> None:
        """End the game, which these armies share."""
        self.winners = winners
        self.turn = NOBODY
        self.frozen = None
        self.events.append(End(winners))

    def freeze(self) -> Position:
        """Make the position of it; nothing but the end of the game may change after that."""
        if self.frozen is not None:
            return self.frozen
        self.look()
        before = self.before
        lasting, royals = before.lasting, tuple(self.royals)
        if royals != before.royals or self.all_king_attacks is not before.all_king_attacks:
            lasting = Lasting(royals, self.all_king_attacks, before.ripe)
        self.frozen = Position(
            self.game,
            self.board,
            self.turn,
            self.round,
            self.passed,
            self.owed,
            tuple(self.piece_cells),
            lasting,
            self.winners,
        )
        return self.frozen
