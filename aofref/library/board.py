"""Board: a position that moves change in place, for programs that search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aofref.findings import Piece
from aofref.library import names
from aofref.library.standing import Standing
from aofref.library.values import Move, Moves, move_of
from aofref.notation import positions
from aofref.rules import turn
from aofref.rules.events import Event
from aofref.rules.moves import attackers_by_cell, attackers_of_cell, legal_moves
from aofref.rules.position import CorePosition
from aofref.rules.refuse import piece_on, pieces_of
from aofref.rules.turn import Turn

if TYPE_CHECKING:
    from aofref.library.position import Position

SINGLE = 8
"""How many questions on attacks look at one cell alone, until the board changes."""
_State = tuple[CorePosition, Turn | None, tuple[Event, ...], Move]
"""A position of the line, the turn that led there if it is not started yet, events, a move."""


class Board(Standing):
    """A position that moves change in place, and their line: made by `Position.board`.

    It is the only value of the library that changes; threads must not share one.  `len` counts the
    moves that have been made.  A position is judged only when something is read that depends on it.
    Two boards are equal if their positions are.
    """

    __slots__ = ("_asked", "_at", "_attacks", "_events", "_first", "_key", "_line", "_turn")

    def __init__(self, first: Position) -> None:
        self._first = first
        self._at = first._core
        self._turn: Turn | None = None  # the turn that has led to `_at` and is not started yet
        self._events = first._happened
        self._line: list[_State] = []
        self._key: str | None = None  # kept until the next push or pop, as are the attacks
        self._attacks: list[list[int]] | None = None
        self._asked = 0  # how many questions on attacks looked at one cell

    # The line ----------------------------------------------------------------------------------

    def push(self, move: str | Move) -> None:
        """Make a move: a Move, or a text in any notation; raises IllegalMove.

        A withdrawal is no move of a board: `Position.push` has it.
        """
        taken, core = self._taken(move), self._at
        if not isinstance(move, Move) or move._position is not core:
            move = move_of(core, taken)
        self._line.append((core, self._turn, self._events, move))
        self._turn = now = turn.moved(core, taken)
        self._at, self._events = now.position, ()
        self._key = self._attacks = None
        self._asked = 0
        if not core.game.two_players:  # armies may leave the board as the turn starts
            self._at = self._core

    def pop(self) -> Move:
        """Take back the last move, and return it; IndexError if there is none."""
        made = self.peek()
        self._at, self._turn, self._events, _ = self._line.pop()
        self._key = self._attacks = None
        self._asked = 0
        return made

    def peek(self) -> Move:
        """Return the last move; IndexError if there is none."""
        if not self._line:
            raise IndexError("no move has been made")
        return self._line[-1][3]

    def copy(self) -> Board:
        """Return another board with the same line, which is made again there."""
        return _made_again(self._first, self.line)

    __copy__ = copy

    def __reduce__(self) -> tuple[object, tuple[Position, tuple[Move, ...]]]:
        """Pickle where its line began, and the moves of it."""
        return _made_again, (self._first, self.line)

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that have been made, in order."""
        return tuple([made for _, _, _, made in self._line])

    def __len__(self) -> int:
        """Count the moves that have been made."""
        return len(self._line)

    def __bool__(self) -> bool:
        """Return True, also where no move has been made."""
        return True

    def _standing(self) -> CorePosition:
        return self._at

    def _refreshed(self) -> CorePosition:
        if self._turn is not None:
            self._turn.refresh()
        return self._at

    @property
    def _core(self) -> CorePosition:
        if self._turn is not None:
            self._at, self._events = turn.started(self._turn, self._line[-1][0])
            self._turn = None
        return self._at

    # What a search reads -----------------------------------------------------------------------

    def legal_moves(self) -> Sequence[Move]:
        """Return the legal moves, in no order; none once the game is over.

        Each Move is made when it is read.  A `list` of them can be shuffled and sorted in place.
        """
        core = self._refreshed()
        return Moves(core, legal_moves(core))

    @property
    def key(self) -> str:
        """The key of the position, as `Position.key`; kept until the board changes."""
        if self._key is None:
            core = self._at
            self._key = positions.key(self._refreshed() if core.passed else core)
        return self._key

    @property
    def hash(self) -> int:
        """The hash of `key`, another one in each run; boards themselves have none."""
        return hash(self.key)

    def pieces(self) -> tuple[Piece, ...]:
        """List every piece, in no order."""
        core = self._at
        return tuple([piece for army in core.game.armies for piece in pieces_of(core, army)])

    def attackers(self, cell: str) -> tuple[Piece, ...]:
        """List the pieces of all armies that attack a cell, by army in order of play.

        A piece attacks a cell if it could capture there, were it its turn and an enemy there: of an
        occupied cell the attackers of its own army guard it.  Checks on its own royal piece and
        captures en passant do not matter.  UnknownName if the board has no such cell.

        `Position.attackers` has how they attack.
        """
        core = self._at
        return tuple([piece_on(core, at) for at in self._attacking(cell, core.game.armies)])

    def _attacking(self, cell: str, armies: Sequence[int]) -> list[int]:
        """List the cells of the pieces that attack a cell, at least those of some armies.

        The first questions look at the one cell; where more are asked, one looks at all cells.
        """
        number = names.cell(self._at.game, cell)
        if self._attacks is None:
            self._asked += 1
            if self._asked <= SINGLE:
                return attackers_of_cell(self._at, number, armies)
            self._attacks = attackers_by_cell(self._at)
        return self._attacks[number]

    def position(self) -> Position:
        """Return it as a value, which never changes."""
        core, last = self._core, self._first._last
        happened = self._events
        if self._line:
            last, happened = self.peek(), happened + turn.repeated(core)
        return self._first._of_this_game(core, happened, last)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._core == other._core

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __repr__(self) -> str:
        return f"<aofref.Board {self}>"


def _made_again(first: Position, line: tuple[Move, ...]) -> Board:
    board = Board(first)
    for move in line:
        board.push(move)
    return board
