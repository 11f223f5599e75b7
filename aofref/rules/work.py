"""Work: a position while a turn is played out on it; `turn` has the rules."""

from __future__ import annotations

from typing import Final

from aofref.rules.events import Attacker, End, Event, Promotion
from aofref.rules.position import NOBODY, Position
from aofref.rules.threats import attacks
from aofref.rules.watch import UNWATCHED, arrivals, renewed, watch_of


class Work:
    """A position while a turn is played out on it; the only one that changes.

    `changed` are the cells that changed since every royal piece was last looked at, `moved` the
    armies whose royal piece moved since.
    """

    def __init__(self, position: Position) -> None:
        """Take up a position."""
        self.before: Final = position
        self.game: Final = position.game
        self.board: Final = list(position.board)
        self.turn = position.turn
        self.round = position.round
        self.passed = position.passed
        self.owed = position.owed
        self.winners = position.winners
        self.royals: Final = list(position.royals)
        self.men: Final = list(position.men)
        self.watch: Final = list(position.watch)
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

    def mark(self, cell: int, owed: int | None) -> None:
        """Note what the Pawn on a cell owes; None takes its mark away."""
        if owed is None and cell not in self.owed:
            return
        if self.owed is self.before.owed:
            self.owed = dict(self.owed)
        if owed is None:
            del self.owed[cell]
        else:
            self.owed[cell] = owed

    def remove(self, armies: list[int]) -> None:
        """Take armies off the board, with their en passant rights."""
        for army in armies:
            for cell in self.men[army]:
                self.board[cell] = 0
                self.changed.append(cell)
                self.mark(cell, None)
            self.men[army] = ()
            self.royals[army] = -1
            self.watch[army] = UNWATCHED
        self.passed = tuple([right for right in self.passed if right.army not in armies])

    def look(self) -> None:
        """Look at the royal pieces again where that is called for."""
        if not self.changed:
            return
        game, board, changed = self.game, self.board, self.changed
        arrived = arrivals(game, board, changed)
        for army, royal in enumerate(self.royals):
            if royal < 0:
                continue
            if army in self.moved:
                self.watch[army] = watch_of(game, board, self.men, army, royal)
                continue
            watch = self.watch[army]
            touched = not watch.near.isdisjoint(changed)
            for _, owner, reach in arrived:
                if royal in reach and owner != army:
                    touched = True
            if touched:
                self.watch[army] = renewed(game, board, watch, army, royal, changed, arrived)
        self.changed, self.moved = [], []

    def attackers_of(self, army: int, by: int = -1) -> tuple[Attacker, ...]:
        """List the pieces that attack an army's royal piece, of the armies in the bits `by`."""
        found = ((cell, self.board[cell]) for cell, _ in attacks(self.board, self.watch[army]))
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
            tuple(self.board),
            self.turn,
            self.round,
            self.passed,
            self.owed,
            self.winners,
            tuple(self.royals),
            tuple(self.men),
            tuple(self.watch),
            self.before.ripe,
        )
        return self.frozen
