"""Fans: the moves of each piece from each cell, sorted for generation."""

from __future__ import annotations

from typing import Final

from aofref.geometry import Forward
from aofref.paths import Mover, Way, bits
from aofref.rules.encoding import STEPPED, CoreMove, Encoding
from aofref.rules.pawn_tables import PawnTables

_NO_MOVE: Final = CoreMove(-1, -1)
LeapCase = tuple[int, int, bool, bool]
"""The end of a leap, the cell that it passes, or its end again, and whether it moves and takes."""


def _rank(leap: LeapCase) -> tuple[bool, bool, bool]:
    """Put what moves and takes before moves, captures and double steps, in this order."""
    end, over, goes, takes = leap
    return over != end, not goes, not takes


class Fan:
    """The moves of a piece from a cell, sorted by how they depend on other cells.

    `every` are its ways.  `steps` are the cells, as bits, to which it goes, if they are empty,
    whatever is on other cells.  `leaps` are its leaps and a Pawn's double steps, each with its
    move, `rays` the cells of the rays that move and take alike from their first cell on, and
    `others` all other ways.  `moves` has the move to each end.  `shared`: two ways may lead to the
    same cell.  `promotes`: a Pawn has a way to a cell where it may promote.  A `plain` fan is
    neither, and has no other ways.
    """

    __slots__ = (
        *("every", "leaps", "moves", "others", "plain", "promotes", "rays", "shared"),
        "steps",
    )

    def __init__(
        self,
        every: list[Way],
        moves: list[CoreMove],
        *,
        shared: bool,
        promotes: bool,
    ) -> None:
        """Sort the ways."""
        steps = 0
        self.every: Final = every
        self.moves: Final = moves
        self.shared: Final = shared
        self.promotes: Final = promotes
        self.rays: Final[list[list[int]]] = []
        self.others: Final[list[Way]] = []
        leaps: list[LeapCase] = []
        for way in every:
            if way.moves and not way.first:
                steps |= bits(way.cells if way.leaps else way.cells[:1])
            if way.double and not way.takes:
                leaps.append((way.cells[1], way.cells[0], True, False))
            elif way.first or way.hops or way.double or (way.moves != way.takes and not way.leaps):
                self.others.append(way)
            elif way.leaps:
                leaps += [(end, end, way.moves, way.takes) for end in way.cells]
            else:
                self.rays.append(way.cells)
        self.steps: Final = steps
        self.plain: Final = not (self.others or shared or promotes)
        leaps.sort(key=_rank)
        self.leaps: Final = [(moves[leap[0]], *leap) for leap in leaps]


class Fans:
    """The fans of the pieces of a game; pieces that move alike share them.

    `movers` are the pieces of the game, by number.  `known` has the fans by piece and cell; None:
    not worked out yet; call `of`.
    """

    def __init__(self, game: Encoding, pawns: PawnTables) -> None:
        """Make empty rows; each army has rows of its own for Pawns, which start on its array."""
        self._game: Final = game
        self._pawns: Final = pawns
        self.movers: Final[list[Mover]] = []
        self.known: Final[list[list[Fan | None]]] = []
        cells = len(game.board.cells)
        self._moves: Final[list[list[CoreMove]]] = [[] for _ in range(cells)]
        shared: dict[tuple[int, Forward | int, bool], int] = {}
        for piece, kind in enumerate(game.kind_of):
            army, type_ = game.army_of[piece], game.type_of(piece)
            forward = game.variant.armies[army].forward
            way: Forward | int = forward if type_.oriented else ()
            whose, stepped = (
                army if type_.pawn or not piece else way,
                game.state_of[piece] == STEPPED,
            )
            first = shared.setdefault((kind, whose, stepped), piece)
            if first == piece:
                self.movers.append(Mover(game.board, type_, forward, pawns.doubling[piece]))
                self.known.append([None] * cells)
            else:
                self.movers.append(self.movers[first])
                self.known.append(self.known[first])

    def of(self, piece: int, cell: int) -> Fan:
        """Return the moves of a piece from `cell`, sorted."""
        known = self.known[piece][cell]
        if known is None:
            every, moves, pawns = self.movers[piece].ways(cell), self._moves[cell], self._pawns
            pawn = self._game.is_pawn[piece]
            if not moves:
                moves += [_NO_MOVE] * len(self._moves)
            ends = [
                (end, empty)
                for way in every
                for end in way.cells[way.first :]
                for empty, goes in ((True, way.moves or pawn), (False, way.takes))
                if goes  # a capture en passant comes to an empty cell
            ]
            for end, _ in ends:
                if moves[end] is _NO_MOVE:
                    moves[end] = CoreMove(cell, end)
            known = self.known[piece][cell] = Fan(
                every,
                moves,
                shared=len(set(ends)) < len(ends),
                promotes=pawn and any(pawns.may_promote(piece, end) for end, _ in ends),
            )
        return known
