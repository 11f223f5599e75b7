"""Position: the pieces on their cells, the turn, the rights (aofref-record(5))."""

from collections.abc import Iterable, Sequence
from itertools import chain, compress
from typing import Final, NamedTuple

from aofref.paths import Line, bits, cells_in
from aofref.rules.compiled_variant import NO_CASTLING as NO_CASTLING
from aofref.rules.compiled_variant import NO_PROMOTION as NO_PROMOTION
from aofref.rules.compiled_variant import PASS as PASS
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.compiled_variant import CoreMove as CoreMove

NOBODY: Final = -1
Cells = tuple[int, ...]


class Passed(NamedTuple):
    """An en passant right: the army that double-stepped, the cell passed, its Pawn's cell."""

    army: int
    cell: int
    pawn: int


ALONE: Final = tuple([bytes((piece,)) for piece in range(256)])
"""Each piece as the board of one cell; 0 is an empty cell."""
NO_COUNTS: Final[dict[bytes, int]] = {}


class Watch:
    """What bears on a royal piece now, or may after the next move (RULES 8).

    `lines` are those of all enemies to it, on the cell `royal`, which is -1 once it is gone.
    `attackers` are the armies that attack now, a bit 1 << army each.  A move changes neither if it
    brings no new line, and changes no cell of `near` (bits), the royal piece's own among them.
    Only a move from or to an `exposed` cell, or a capture en passant, may leave the royal piece
    attacked: all cells while somebody attacks, else its own, the cell of a piece without which a
    line is open, and the cells where a hop lacks a screen.  `hops`: there is a line with a screen.
    """

    __slots__ = ("attackers", "exposed", "hops", "lines", "near", "royal")

    def __init__(
        self, game: CompiledVariant, board: bytes, occupied: int, lines: list[Line], royal: int
    ) -> None:
        exposed: list[int] = [royal]
        near, attackers, hops = 1 << royal if royal >= 0 else 0, 0, False
        for cell, between, screens in lines:
            near |= between | 1 << cell
            held = occupied & between
            count = held.bit_count()
            if screens:
                hops = True
            if count == screens:
                attackers |= 1 << game.army_of[board[cell]]
            elif count == 1:
                exposed.append(held.bit_length() - 1)
            elif count < screens + 2:  # a hop has no screen, or two
                exposed += cells_in(held or between)
        self.royal: Final = royal
        self.lines: Final = tuple(lines)
        self.attackers: Final = attackers
        self.near: Final = near
        self.exposed: Final[Sequence[int]] = range(len(board)) if attackers else tuple(exposed)
        self.hops: Final = hops


def lines_to(
    game: CompiledVariant, pieces: Sequence[int], cells: Sequence[Cells], end: int
) -> list[Line]:
    """List the lines of pieces, by number, to a cell, open or not; none to -1.

    `cells` has the cells of each piece.
    """
    found: list[Line] = []
    if end < 0:
        return found
    movers, places = game.movers, game.board.places
    at = places[end]
    for piece in pieces:
        standing = cells[piece]
        if standing:
            taking = movers[piece].taking
            reach = taking.reach or taking.learn()
            for cell in standing:
                if reach[at - places[cell]]:
                    found += taking.to(cell, end)
    return found


class CorePosition:
    """A position: the contents of a position line, and fields that follow from them.

    `board` holds a piece for each cell, and at most one royal piece for each army.  `turn` is the
    army to move, or NOBODY if the game is over; `winners` share it then.  `passed` are the en
    passant rights.  `halfmoves` have been made since the last capture or move of a Pawn, as far as
    is known: a position line does not have them.  `past` are marks of the positions before it
    in its line, in order; `past_counts` has how often each one stood before these.  Both go back
    to the last move after which what stood before cannot recur (`rules.turn`).

    By army, `royals` are the cells of the royal pieces (-1 once removed), and `watches` what bears
    on them; `near` and `attackers` are those of all watches.  By piece, `cells` are the cells where
    it stands, in no order.  `occupied` are the cells of all pieces, as bits.

    Only `rules.turn` changes a position, before it returns it.  Positions are equal if their
    position lines, games, rulings and arrays are; halfmoves and pasts are not compared.
    """

    __slots__ = (
        *("game", "board", "turn", "round", "passed", "halfmoves", "past", "past_counts"),
        *("royals", "cells", "occupied", "watches", "near", "attackers", "winners", "_lines_to"),
    )

    past: tuple[bytes, ...]
    past_counts: dict[bytes, int]
    winners: tuple[int, ...] | None
    royals: tuple[int, ...]
    cells: list[Cells]
    occupied: int
    watches: tuple[Watch, ...]
    near: int
    attackers: int

    def __init__(
        self,
        game: CompiledVariant,
        board: bytes,
        turn: int,
        round: int = 1,
        passed: tuple[Passed, ...] = (),
        halfmoves: int = 0,
        like: "CorePosition | None" = None,
    ) -> None:
        """Make a position as it stands: its turn is not started.

        The fields that follow are those of the position `like`, if it is given: a board like its.
        """
        self.game: Final = game
        self.board = board
        self.turn = turn
        self.round = round
        self.passed = passed
        self.halfmoves = halfmoves
        self._lines_to: dict[int, list[Line]] | None = None
        if like is not None:
            self.royals, self.cells, self.occupied = like.royals, like.cells.copy(), like.occupied
            self.watches, self.near, self.attackers = like.watches, like.near, like.attackers
            self.winners = like.winners
            self.past, self.past_counts = like.past, like.past_counts
        else:
            self.past, self.past_counts, self.winners = (), NO_COUNTS, None
            cells: list[Cells] = [()] * len(game.army_of)
            for cell in compress(range(len(board)), board):
                cells[board[cell]] += (cell,)
            self.cells, self.occupied = cells, bits(compress(range(len(board)), board))
            royal = [[cells[one] for one in own if game.is_royal[one]] for own in game.pieces]
            self.royals = tuple([max(chain(*standing), default=-1) for standing in royal])
            found = [
                Watch(game, board, self.occupied, lines_to(game, enemies, cells, at), at)
                for enemies, at in zip(game.enemy_pieces, self.royals, strict=True)
            ]
            self.watch(tuple(found))

    def watch(self, watches: tuple[Watch, ...]) -> None:
        """Take the watches of the board as it is now."""
        self.watches, self.near, self.attackers = watches, 0, 0
        for watch in watches:
            self.near |= watch.near
            self.attackers |= watch.attackers

    def enemy_lines(self, cell: int) -> list[Line]:
        """List the lines of the enemies of the army to move to a cell, open or not, once."""
        known = self._lines_to = self._lines_to or {}
        if cell not in known:
            known[cell] = lines_to(self.game, self.game.enemy_pieces[self.turn], self.cells, cell)
        return known[cell]

    def cells_of(self, army: int) -> list[int]:
        """List the cells of an army's pieces, royal included, in order."""
        pieces = self.game.pieces[army]
        return sorted([cell for piece in pieces for cell in self.cells[piece]])

    def cells_like(self, piece: int) -> Cells:
        """List the cells of the pieces of the army and type of `piece`, in all states."""
        found: Cells = ()
        for own in self.game.alike[piece]:
            found += self.cells[own]
        return found

    @property
    def living(self) -> list[int]:
        """List the armies still on the board, in order of play."""
        return [army for army, royal in enumerate(self.royals) if royal >= 0]

    @property
    def checks(self) -> tuple[int, ...]:
        """For each army, the armies that attack its royal piece, as bits 1 << army."""
        return tuple([watch.attackers for watch in self.watches])

    def worth(self, army: int, values: Iterable[tuple[str, float]]) -> float:
        """Add up the values of an army's pieces, by their codes, less the values of all others.

        KeyError for a code that the game does not have.
        """
        pieces, cells, worth = self.game.by_code(army), self.cells, 0.0
        for code, value in values:
            own, others = pieces[code]
            more = 0
            for piece in own:
                more += len(cells[piece])
            for piece in others:
                more -= len(cells[piece])
            worth += value * more
        return worth

    def with_turn(self, army: int) -> "CorePosition":
        """Return a copy of the position, with an army to move."""
        return CorePosition(
            self.game, self.board, army, self.round, self.passed, self.halfmoves, self
        )

    def __eq__(self, other: object) -> bool:
        """Compare the game and the fields of a position line."""
        if not isinstance(other, CorePosition):
            return NotImplemented
        return (
            self.board == other.board
            and self.turn == other.turn
            and self.round == other.round
            and self.passed == other.passed
            and self.winners == other.winners
            and (self.game is other.game or self.game.key == other.game.key)
        )

    def __hash__(self) -> int:
        return hash((self.board, self.turn, self.round, self.passed, self.winners))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickle what the other fields follow from, and what does not follow from it."""
        own = self.game, self.board, self.turn, self.round, self.passed, self.halfmoves
        return _unpickled, (own, (self.past, self.past_counts), self.winners)

    def __repr__(self) -> str:
        pieces = {
            self.game.board.names[cell]: self.game.letters[army] + self.game.code(self.board[cell])
            for army in self.game.armies
            for cell in self.cells_of(army)
        }
        return f"Position({pieces}, turn={self.turn}, round={self.round}, passed={self.passed})"


def _unpickled(
    own: tuple[CompiledVariant, bytes, int, int, tuple[Passed, ...], int],
    past: tuple[tuple[bytes, ...], dict[bytes, int]],
    winners: tuple[int, ...] | None,
) -> CorePosition:
    position = CorePosition(*own)
    (position.past, position.past_counts), position.winners = past, winners
    return position
