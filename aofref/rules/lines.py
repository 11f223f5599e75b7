"""LineTables: the cells to which each piece goes from each cell, worked out when first needed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from typing import Final

from aofref.atoms import Atoms, Bend
from aofref.boards import Board
from aofref.geometry import Forward, Vector
from aofref.paths import (
    Line,
    Ray,
    RaysByDifference,
    Route,
    Way,
    destinations_on,
    ends_by_cell,
    lines_between,
    rays,
    rays_by_difference,
    routes_from,
    ways_from,
)
from aofref.pieces import KeptOut
from aofref.rules.encoding import CoreMove, Encoding
from aofref.rules.pawn_tables import PawnTables

_NONE: Final = frozenset[int]()
_FEW: Final = 64  # the most pieces on a cell whose routes are kept: all of an army, while they move
_MOST: Final = 1 << 7  # the most cells that are kept with their lines to a cell
_NO_MOVE: Final = CoreMove(-1, -1)


Leap = tuple[int, int, bool, bool]
"""The end of a leap, the cell that it passes, or its end again, and whether it moves and takes."""


def _rank(leap: Leap) -> tuple[bool, bool, bool]:
    """Put what moves and takes before moves, captures and double steps, in this order."""
    end, over, goes, takes = leap
    return over != end, not goes, not takes


class Fan:
    """The moves of a piece from a cell, sorted by how they depend on other cells.

    `every` are its ways.  `steps` are the cells to which it goes, if they are empty, whatever is on
    other cells.  `leaps` are its leaps and a Pawn's double steps, each with its move, `rays` the
    cells of the rays that move and take alike from their first cell on, and `others` all other
    ways.  `moves` has the move to each end.  `shared`: two ways may lead to the same cell.
    `promotes`: a Pawn has a way to a cell where it may promote.  A `plain` fan is neither, and has
    no other ways.
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
        marked: bool,
    ) -> None:
        """Sort the ways; `marked`: a mark may keep a Pawn from its double steps."""
        steps: list[int] = []
        self.every: Final = every
        self.steps: Final = steps
        self.moves: Final = moves
        self.shared: Final = shared
        self.promotes: Final = promotes
        self.rays: Final[list[list[int]]] = []
        self.others: Final[list[Way]] = []
        leaps: list[Leap] = []
        for way in every:
            if way.moves and not way.first:
                steps += way.cells if way.leaps else way.cells[:1]
            if way.double and not way.takes and not marked:
                leaps.append((way.cells[1], way.cells[0], True, False))
            elif way.first or way.hops or way.double or (way.moves != way.takes and not way.leaps):
                self.others.append(way)
            elif way.leaps:
                leaps += [(end, end, way.moves, way.takes) for end in way.cells]
            else:
                self.rays.append(way.cells)
        self.plain: Final = not (self.others or shared or promotes)
        leaps.sort(key=_rank)
        self.leaps: Final = [(moves[leap[0]], *leap) for leap in leaps]


class DifferenceTable:
    """The lines of a piece, moving or capturing, from any cell to any other.

    `reachable`, by the difference of two places (`Board.places`, also negative), is 0 if the piece
    never goes from one to the other.  `known` has, by end and cell, the lines already worked out.
    """

    # The attack table of a 0x88 board, for any board: one byte excludes most pairs of cells, and no
    # list of all cells that a piece reaches is needed.  A check of 20,000 plies takes up to a sixth
    # less time, compiled up to a quarter.

    __slots__ = (
        *("_barred", "_board", "_capturing", "_doubles", "_rays"),
        *("known", "reachable"),
    )

    def __init__(
        self,
        board: Board,
        rays: list[RaysByDifference],
        capturing: bool,
        barred: Mapping[int, frozenset[int]],
        doubles: Mapping[int, Mapping[int, int]],
    ) -> None:
        """Mark the differences that are reachable.

        `barred`, by origin, are the cells that the piece may not enter.  `doubles` are a Pawn's
        double steps: by origin, each end with the cell passed.
        """
        self._board: Final = board
        self._rays: Final = rays
        self._capturing: Final = capturing
        self._barred: Final = barred
        self._doubles: Final = doubles
        self.known: Final[list[dict[int, tuple[Line, ...]]]] = [{}] * len(board.cells)
        differences = set(chain.from_iterable(rays))
        for origin, ends in doubles.items():
            differences.update([board.places[end] - board.places[origin] for end in ends])
        reachable = bytearray(board.differences)
        for difference in differences:
            reachable[difference] = 1
        self.reachable: Final = bytes(reachable)

    def lines(self, cell: int, end: int) -> tuple[Line, ...]:
        """List the lines from `cell` to `end`, open or not; no line leads from a cell to itself."""
        known = self.known[end]
        if cell in known:
            return known[cell]
        difference = self._board.places[end] - self._board.places[cell]
        if not self.reachable[difference] or end in self._barred.get(cell, _NONE):
            return ()
        ends = self._doubles.get(cell)
        if ends is not None and end in ends:
            lines: tuple[Line, ...] = ((cell, (ends[end],)),)
        else:
            lines = lines_between(self._rays, difference, cell, capturing=self._capturing)
        if not known or len(known) >= _MOST:  # all cells have the same empty one at first
            known = self.known[end] = {}
        known[cell] = lines
        return lines


class LineTables:
    """The cells to which each piece goes from each cell.

    `quiet`, `captures` and `fan` list all cells that a piece reaches; `moving` and `capturing`,
    which cost less, return its lines to any one cell.  `quiet_tables` and `capture_tables` are by
    piece, `fans` by piece and cell.  None: not worked out yet; call the method.
    """

    def __init__(self, game: Encoding, pawns: PawnTables) -> None:
        """Make empty rows; armies whose pieces of a type move alike share the rows of this type.

        Each army has rows of its own for Pawns, whose double steps depend on its array.
        """
        self._game: Final = game
        self._pawns: Final = pawns
        self._doubles: Final = pawns.doubles
        self._rays: Final[dict[tuple[int, bool], tuple[Ray, ...]]] = {}
        self._reached: Final[dict[tuple[int, int, bool], dict[int, tuple[Line, ...]]]] = {}
        self._ends: Final[dict[tuple[int, bool], list[list[set[int]]]]] = {}
        self._routes: Final[dict[tuple[int, int], dict[Vector, list[Route]]]] = {}
        self._bends: Final[dict[int, frozenset[Vector]]] = {}
        self._shared_with: Final[list[int]] = []  # by piece, the first with the same rows
        self.quiet_tables: Final[list[DifferenceTable | None]] = [None] * len(game.kind_of)
        self.capture_tables: Final[list[DifferenceTable | None]] = [None] * len(game.kind_of)
        cells = len(game.board.cells)
        self.fans: Final[list[list[Fan | None]]] = []
        self._moves: Final[list[list[CoreMove]]] = [[] for _ in range(cells)]
        oriented = [type_.oriented for type_ in game.types]
        shared: dict[tuple[int, Forward | int], int] = {}
        for piece, kind in enumerate(game.kind_of):
            army = game.army_of[piece]
            way: Forward | int = army
            if piece and not game.is_pawn[piece]:
                way = game.variant.armies[army].forward if oriented[kind] else ()
            first = shared.setdefault((kind, way), piece)
            self._shared_with.append(first)
            self.fans.append([None] * cells if first == piece else self.fans[first])

    def moving(self, piece: int) -> DifferenceTable:
        """Return the lines of a piece to empty cells, double steps included."""
        table = self.quiet_tables[piece]
        if table is None:
            first = self._shared_with[piece]
            table = self.moving(first) if first != piece else self._table(piece, False)
            self.quiet_tables[piece] = table
        return table

    def capturing(self, piece: int) -> DifferenceTable:
        """Return the lines of a piece to captures, which may be its lines to empty cells."""
        table = self.capture_tables[piece]
        if table is None:
            first = self._shared_with[piece]
            if first != piece:
                table = self.capturing(first)
            elif self._game.type_of(piece).captures_apart:
                table = self._table(piece, True)
            else:
                table = self.moving(piece)
            self.capture_tables[piece] = table
        return table

    def _table(self, piece: int, capturing: bool) -> DifferenceTable:
        board = self._game.board
        by_atom = rays_by_difference(board, *self._means(piece, capturing), capturing=capturing)
        doubles = {} if capturing else self._doubles[piece]
        return DifferenceTable(board, by_atom, capturing, self._barred(piece), doubles)

    def quiet(self, piece: int, cell: int) -> dict[int, tuple[Line, ...]]:
        """List the cells that the piece reaches from `cell` without capturing, with their lines.

        Double steps are included.
        """
        return self._reaches(self._shared_with[piece], cell, False)

    def captures(self, piece: int, cell: int) -> dict[int, tuple[Line, ...]]:
        """List the cells on which the piece may capture from `cell`, with their lines."""
        capturing = self._game.type_of(piece).captures_apart
        return self._reaches(self._shared_with[piece], cell, capturing)

    def _reaches(self, piece: int, cell: int, capturing: bool) -> dict[int, tuple[Line, ...]]:
        reached = self._reached.get((piece, cell, capturing))
        if reached is None:
            table = self.capturing(piece) if capturing else self.moving(piece)
            ends = destinations_on(self.rays(piece, capturing), cell, capturing=capturing)
            if not capturing:
                ends.update(dict.fromkeys(self._doubles[piece].get(cell, ())))
            reached = {end: lines for end in ends if (lines := table.lines(cell, end))}
            self._reached[piece, cell, capturing] = reached
        return reached

    def _barred(self, piece: int) -> dict[int, frozenset[int]]:
        """List by origin the cells that a piece may not enter."""
        if not self._game.type_of(piece).kept_out:
            return {}
        return {cell: self.closed_to(piece, cell) for cell in range(len(self._game.board.cells))}

    def kept_out(self, piece: int, cell: int) -> list[KeptOut]:
        """List the regions that a piece may not enter from `cell`."""
        level = self._game.board.levels[cell]
        return [each for each in self._game.type_of(piece).kept_out if each.level in ("", level)]

    def closed_to(self, piece: int, cell: int) -> frozenset[int]:
        """List the cells that a piece may not enter from `cell`."""
        if not self._game.type_of(piece).kept_out:
            return _NONE
        regions = self._game.board.regions
        return _NONE.union(*[regions[each.region] for each in self.kept_out(piece, cell)])

    def _means(self, piece: int, capturing: bool) -> tuple[Atoms, Forward]:
        """Return the atoms by which a piece moves or captures, and the forward of its army."""
        kind = self._game.type_of(piece)
        atoms = kind.captures if capturing and kind.captures is not None else kind.atoms
        return atoms, self._game.variant.armies[self._game.army_of[piece]].forward

    def rays(self, piece: int, capturing: bool) -> tuple[Ray, ...]:
        """List the rays along which a piece moves or, if `capturing`, captures."""
        key = self._shared_with[piece], capturing
        known = self._rays.get(key)
        if known is None:
            known = self._rays[key] = rays(self._game.board, *self._means(piece, capturing))
        return known

    def bends(self, piece: int) -> frozenset[Vector]:
        """List the vectors from a piece to the cells where it turns, and does not stop."""
        piece = self._shared_with[piece]
        known = self._bends.get(piece)
        if known is None:
            atoms, forward = self._means(piece, False)
            vectors = [
                self._game.board.lattice.vectors(atom.directions, forward)
                for atom in atoms
                if isinstance(atom, Bend)
            ]
            known = self._bends[piece] = frozenset(chain.from_iterable(vectors))
        return known

    def routes(self, piece: int, cell: int) -> dict[Vector, list[Route]]:
        """List the routes of a piece from `cell` by their ends, as if every cell existed."""
        key = self._shared_with[piece], cell
        known = self._routes.get(key)
        if known is None:
            if len(self._routes) >= _FEW:
                self._routes.clear()
            known = routes_from(self._game.board, self.every_ray(piece), cell)
            self._routes[key] = known
        return known

    def every_ray(self, piece: int) -> tuple[Ray, ...]:
        """List the rays along which a piece moves and captures."""
        apart = self._game.type_of(piece).captures is not None
        return self.rays(piece, False) + (self.rays(piece, True) if apart else ())

    def ways(self, piece: int, cell: int) -> list[Way]:
        """List the ways of a piece from `cell`: first to move, then to capture only."""
        apart, barred = self._game.type_of(piece).captures_apart, self.closed_to(piece, cell)
        ways = ways_from(self.rays(piece, False), cell, barred, moves=True, takes=not apart)
        for end, passed in self._doubles[piece].get(cell, {}).items():
            ways.append(Way([passed, end], 1, moves=True, takes=not apart, double=True))
        if apart:
            ways += ways_from(self.rays(piece, True), cell, barred, moves=False, takes=True)
        return ways

    def fan(self, piece: int, cell: int) -> Fan:
        """Return the moves of a piece from `cell`, sorted."""
        known = self.fans[piece][cell]
        if known is None:
            every, moves, pawns = self.ways(piece, cell), self._moves[cell], self._pawns
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
            known = Fan(
                every,
                moves,
                shared=len(set(ends)) < len(ends),
                promotes=pawn and any(pawns.may_promote(piece, end) for end, _ in ends),
                marked=pawns.keeps_marks,
            )
            self.fans[piece][cell] = known
        return known

    def ends(self, piece: int, cell: int, *, capturing: bool = False) -> set[int]:
        """List the ends of the ways by which the piece moves or, if `capturing`, captures."""
        kind = self._game.type_of(piece)
        if kind.kept_out:  # a way ends before the cells that it is kept out of
            ends = set[int]()
            for way in self.ways(piece, cell):
                if way.takes if capturing else way.moves:
                    ends.update(way.cells[way.first + way.hops :])
            return ends
        key = self._shared_with[piece], capturing
        by_atom = self._ends.get(key)
        if by_atom is None:
            means = self._means(piece, capturing)
            by_atom = ends_by_cell(self._game.board, *means, capturing=capturing)
            self._ends[key] = by_atom
        ends = set[int]().union(*[of_atom[cell] for of_atom in by_atom])
        if not (capturing and kind.captures_apart):
            ends.update(self._doubles[piece].get(cell, ()))
        return ends
