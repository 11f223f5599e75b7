"""Work: a position while a turn is played out on it; `turn` has the rules."""

from __future__ import annotations

from typing import Final

from aofref.rules.events import Attacker, End, Event, Promotion
from aofref.rules.position import NOBODY, Position
from aofref.rules.threats import attacks
from aofref.rules.watch import UNWATCHED, Watches, arrivals, renewed, watch_of


class Work:
    """A position while a turn is played out on it; the only one that changes.

    `changed` are the cells that changed since every royal piece was last looked at, `moved` the
    armies whose royal piece moved since.
    """

    def __init__(self, position: Position) -> None:
        """Take up a position."""
        self.before: Final = position
        self.game: Final = position.game
        self.board: Final = bytearray(position.board)
        self.turn = position.turn
        self.round = position.round
        self.passed = position.passed
        self.owed = position.owed
        self.winners = position.winners
        self.royals: Final = list(position.royals)
        self.men: Final = list(position.men)
        self.watches = position.watches
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
            self.take(destination)
        piece = self.board[origin]
        self.board[origin] = 0
        self.board[destination] = piece
        men = list(self.men[army])
        men[men.index(origin)] = destination
        self.men[army] = tuple(men)
        self.changed.append(origin)
        self.changed.append(destination)
        if self.royals[army] == origin:
            self.royals[army] = destination
            self.moved.append(army)

    def take(self, cell: int) -> None:
        """Take the piece on a cell off the board."""
        army = self.game.army_of[self.board[cell]]
        men = list(self.men[army])
        men.remove(cell)
        self.men[army] = tuple(men)
        self.board[cell] = 0
        self.changed.append(cell)

    def become(self, cell: int, kind: int) -> None:
        """Turn the piece on a cell into another type of its army."""
        piece = self.board[cell]
        army = self.game.army_of[piece]
        self.events.append(Promotion(army, cell, self.game.kind_of[piece], kind))
        self.board[cell] = self.game.piece(army, kind)
        self.changed.append(cell)

    def unmark(self, cell: int) -> None:
        """Take away what mark the Pawn on a cell has."""
        if cell in self.owed:
            self.owed = {marked: owed for marked, owed in self.owed.items() if marked != cell}

    def remove(self, armies: list[int]) -> None:
        """Take armies off the board, with their en passant rights."""
        for army in armies:
            for cell in self.men[army]:
                self.board[cell] = 0
                self.changed.append(cell)
                self.unmark(cell)
            self.moved.append(army)
            self.men[army] = ()
            self.royals[army] = -1
        self.passed = tuple([right for right in self.passed if right.army not in armies])

    def look(self) -> None:
        """Look at the royal pieces again where that is called for."""
        if self.changed:
            if self.moved or self._is_touched():
                self._look_again()
            self.changed, self.moved = [], []

    def _is_touched(self) -> bool:
        """Say whether a change bears on a royal piece: where it is, or by what comes there."""
        if not self.watches.near.isdisjoint(self.changed):
            return True
        board, takes, royals = self.board, self.game.takes, self.royals
        for cell in self.changed:
            piece = board[cell]
            if piece:
                reach = takes[piece][cell]
                if reach is None:
                    reach = self.game.take_lines(piece, cell)
                for royal in royals:
                    if royal in reach:
                        return True
        return False

    def _look_again(self) -> None:
        """Look at each royal piece that a change bears on."""
        game, board, changed = self.game, bytes(self.board), self.changed
        arrived = arrivals(game, board, changed)
        each = list(self.watches.each)
        for army, royal in enumerate(self.royals):
            if royal < 0:
                each[army] = UNWATCHED
                continue
            if army in self.moved:
                each[army] = watch_of(game, board, self.men, army, royal)
                continue
            watch = each[army]
            touched = not watch.near.isdisjoint(changed)
            for _, owner, reach in arrived:
                if royal in reach and owner != army:
                    touched = True
            if touched:
                each[army] = renewed(game, board, watch, army, royal, changed, arrived)
        self.watches = Watches(tuple(each))

    def attackers_of(self, army: int, by: int = -1) -> tuple[Attacker, ...]:
        """List the pieces that attack an army's royal piece, of the armies in the bits `by`."""
        found = (
            (cell, self.board[cell])
            for cell, _ in attacks(bytes(self.board), self.watches.each[army])
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
        self.frozen = Position(
            self.game,
            bytes(self.board),
            self.turn,
            self.round,
            self.passed,
            self.owed,
            self.winners,
            tuple(self.royals),
            tuple(self.men),
            self.watches,
            self.before.ripe,
        )
        return self.frozen
