"""Board: a position that moves change in place, for programs that search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from aofref.findings import Piece
from aofref.library.names import army as army_named
from aofref.library.names import cell as cell_named
from aofref.library.names import kind as kind_named
from aofref.library.values import Move, Moves, mapped, move_of, whole
from aofref.notation import moves, positions
from aofref.rules import turn
from aofref.rules.events import Event
from aofref.rules.moves import attackers_by_cell, attackers_of_cell, legal_moves
from aofref.rules.position import NOBODY, CorePosition
from aofref.rules.refuse import piece_on, pieces_of
from aofref.rules.turn import Turn

if TYPE_CHECKING:
    from aofref.library.position import Position

SINGLE = 8
"""How many questions on attacks look at one cell alone, until the board changes."""
_State = tuple[CorePosition, Turn | None, tuple[Event, ...], Move]
"""A position of the line, the turn that led there if it is not started yet, events, a move."""


class Board:
    """A position that moves change in place, and their line: made by `Position.board`.

    It is the only value of the library that changes; threads must not share one.  `len` counts the
    moves that have been made.  A position is judged only when something is read that depends on it.
    Two boards are equal if their positions are.
    """

    __slots__ = ("_asked", "_attacks", "_core", "_events", "_first", "_key", "_line", "_turn")

    def __init__(self, first: Position) -> None:
        self._first = first
        self._core = first._core
        self._turn: Turn | None = None  # the turn that has led to `_core` and is not started yet
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
        made = self._meant(move)
        core = self._core
        self._line.append((core, self._turn, self._events, made))
        self._turn = now = turn.moved(core, made._taken)
        self._core, self._events = now.position, ()
        self._key = self._attacks = None
        self._asked = 0
        if not core.game.two_players:  # armies may leave the board as the turn starts
            self._started()

    def pop(self) -> Move:
        """Take back the last move, and return it; IndexError if there is none."""
        if not self._line:
            raise IndexError("no move has been made")
        self._core, self._turn, self._events, made = self._line.pop()
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

    def _meant(self, move: str | Move) -> Move:
        """Read a legal move; raises IllegalMove."""
        if isinstance(move, str):
            if (meant := moves.read_legal(self._refreshed(), move)) is not None:
                return move_of(self._core, meant)
        elif isinstance(move, Move):
            if move._position is self._core:  # whose watches have been refreshed to find it
                return move
            if move._position == self._refreshed():
                return move
        return move_of(self._core, self.position()._taken(move))

    def _refreshed(self) -> CorePosition:
        """Return the position with its watches; of two players it may be over."""
        if self._turn is not None:
            self._turn.refresh()
        return self._core

    def _started(self) -> CorePosition:
        """Return the position with its turn started."""
        if self._turn is not None:
            self._core, self._events = turn.started(self._turn, self._line[-1][0])
            self._turn = None
        return self._core

    # What a search reads -----------------------------------------------------------------------

    def legal_moves(self) -> Sequence[Move]:
        """Return the legal moves, in no order; none once the game is over.

        Each Move is made when it is read.  A `list` of them can be shuffled and sorted in place.
        """
        core = self._refreshed()
        return Moves(core, legal_moves(core))

    def legal(self, move: str | Move) -> bool:
        """Return whether a move is legal, as `Position.legal` does."""
        return self.position().legal(move)

    @property
    def turn(self) -> str | None:
        """The letter of the army to move; None once the game is over."""
        core = self._started()
        return None if core.turn == NOBODY else core.game.letters[core.turn]

    @property
    def end(self) -> str | None:
        """The result that ended the game, such as `1-0`; None while it goes on."""
        return None if self._started().turn != NOBODY else self.position().end

    @property
    def key(self) -> str:
        """The key of the position, as `Position.key`; kept until the board changes."""
        if self._key is None:
            core = self._core
            self._key = positions.key(self._refreshed() if core.passed else core)
        return self._key

    @property
    def hash(self) -> int:
        """The hash of `key`, another one in each run; boards themselves have none."""
        return hash(self.key)

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the last move, and of the start of this turn, as of a Position."""
        core = self._started()
        return self._events + turn.repeated(core) if self._line else self._events

    def is_check(self) -> bool:
        """Return whether the army to move is in check or checkmated."""
        core = self._refreshed()
        if core.game.two_players:
            return any(watch.attackers for watch in core.watches)
        return core.turn != NOBODY and bool(core.watches[core.turn].attackers)

    def is_repetition(self, count: int = 3) -> bool:
        """Return whether the position has stood `count` times, now included.

        Positions are counted from the first one of the line, or of its record.  Rights to capture
        en passant that have no use do not matter.
        """
        return turn.times_stood(self._started()) >= whole("a number of times", count)

    def gives_check(self, move: str | Move) -> bool:
        """Return whether another army is in check from the army of a legal move right after it.

        Raises IllegalMove.
        """
        taken, army = self._meant(move)._taken, self._core.turn
        now = turn.moved(self._core, taken)
        now.refresh()
        watches = enumerate(now.position.watches)
        return any(other != army and watch.attackers >> army & 1 for other, watch in watches)

    def san(self, move: str | Move) -> str:
        """Write a legal move in short notation, as `Position.write`; raises IllegalMove."""
        return self.position().write(move, "san")

    def piece_at(self, cell: str) -> Piece | None:
        """Return the piece on a cell, or None; UnknownName if the board has no such cell."""
        core = self._core
        number = cell_named(core.game, cell)
        return piece_on(core, number) if core.board[number] else None

    def pieces(self) -> tuple[Piece, ...]:
        """List every piece, in no order."""
        core = self._core
        return tuple([piece for army in core.game.armies for piece in pieces_of(core, army)])

    def attackers(self, cell: str) -> tuple[Piece, ...]:
        """List the pieces of all armies that attack a cell, by army in order of play.

        A piece attacks a cell if it could capture there, were it its turn and an enemy there: of an
        occupied cell the attackers of its own army guard it.  Checks on its own royal piece and
        captures en passant do not matter.  UnknownName if the board has no such cell.

        `Position.attackers` has how they attack.
        """
        core = self._core
        return tuple([piece_on(core, at) for at in self._attacking(cell, core.game.armies)])

    def is_attacked(self, cell: str, by: str) -> bool:
        """Return whether an army, by its letter or name, attacks a cell, as `attackers` says.

        UnknownName if there is no such cell or army.
        """
        game, board = self._core.game, self._core.board
        army = army_named(game, by)
        found = self._attacking(cell, (army,))
        return army in [game.army_of[board[at]] for at in found]

    def _attacking(self, cell: str, armies: Sequence[int]) -> list[int]:
        """List the cells of the pieces that attack a cell, at least those of some armies.

        The first questions look at the one cell; where more are asked, one looks at all cells.
        """
        number = cell_named(self._core.game, cell)
        if self._attacks is None:
            self._asked += 1
            if self._asked <= SINGLE:
                return attackers_of_cell(self._core, number, armies)
            self._attacks = attackers_by_cell(self._core)
        return self._attacks[number]

    def worth(self, values: Mapping[str, float], army: str) -> float:
        """Add up the values of the pieces of an army, less the values of all other pieces.

        `values` are by the code of the piece; pieces without a value count nothing.  UnknownName
        for a piece or an army that the game does not have.
        """
        game = self._core.game
        side = game.letters.index(army) if army in game.letters else army_named(game, army)
        try:
            return self._core.worth(side, values.items())
        except AttributeError:  # asked for afterwards: a search calls this for every leaf
            mapped("values", values)
            raise
        except KeyError:  # names of pieces are not always codes
            pass
        codes = [game.codes[kind_named(game, name)] for name in values]
        return self._core.worth(side, zip(codes, values.values(), strict=True))

    def fen(self) -> str:
        """Write the position as FEN, as `Position.fen` does."""
        return self.position().fen()

    def position(self) -> Position:
        """Return the position as a value, which never changes."""
        last = self.peek() if self._line else self._first._last
        return self._first._of_this_game(self._started(), self.events, last)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._started() == other._started()

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _repr_svg_(self) -> str:
        """Draw it in a notebook."""
        return self.position().svg()

    def __str__(self) -> str:
        """Write the position line, as `str` of a Position does."""
        return str(self.position())

    def __repr__(self) -> str:
        return f"<aofref.Board {self}>"


def _made_again(first: Position, line: tuple[Move, ...]) -> Board:
    """Make a board with a line."""
    board = Board(first)
    for move in line:
        board.push(move)
    return board
