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
    ends_from,
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


class Ways:
    """The ways of a piece from a cell: `every` way, and the same ways sorted by their kind.

    `leaps` and `rays` move and take alike from their first cell on; `quiet` are leaps that only
    move, `takes` leaps that only take, `doubles` double steps that only move, each the cell passed
    and its end, and `others` all other ways; with any of these the ways are `mixed`.  `shared`: two
    ways may lead to the same cell.  `steps` are the cells to which the piece goes, if they are
    empty, whatever is on other cells.
    """

    # Sorted, the ways of a position of chess are gone through in half the time.

    __slots__ = (
        *("every", "leaps", "rays", "quiet", "takes", "doubles", "others"),
        *("mixed", "shared", "steps"),
    )

    def __init__(self, every: list[Way], shared: bool) -> None:
        leaps: list[int] = []
        quiet: list[int] = []
        takes: list[int] = []
        steps: list[int] = []
        self.every: Final = every
        self.shared: Final = shared
        self.rays: Final[list[list[int]]] = []
        self.doubles: Final[list[tuple[int, int]]] = []
        self.others: Final[list[Way]] = []
        for way in every:
            if way.moves and not way.first:
                steps += way.cells if way.leaps else way.cells[:1]
            if way.double and not way.takes:
                self.doubles.append((way.cells[0], way.cells[1]))
            elif way.first or way.hops or way.double:
                self.others.append(way)
            elif way.leaps:
                (takes if not way.moves else leaps if way.takes else quiet).extend(way.cells)
            elif way.moves and way.takes:
                self.rays.append(way.cells)
            else:
                self.others.append(way)
        self.leaps: Final = leaps
        self.quiet: Final = quiet
        self.takes: Final = takes
        self.steps: Final = steps
        self.mixed: Final = bool(quiet or takes or self.doubles or self.others)


class DifferenceTable:
    """The lines of a piece, moving or capturing, from any cell to any other.

    `reachable`, by the difference of two places (`Board.places`, also negative), is 0 if the piece
    never goes from one to the other.  `known` has, by end and cell, the lines already worked out.
    """

    # The attack table of a 0x88 board, for any board: one byte excludes most pairs of cells, and no
    # list of all cells that a piece reaches is needed.  A check of 20,000 plies takes up to a sixth
    # less time, compiled up to a quarter.

    __slots__ = ("_barred", "_board", "_capturing", "_doubles", "_rays", "known", "reachable")

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
        self.known: Final[list[dict[int, tuple[Line, ...]]]] = [{} for _ in board.cells]
        reachable = bytearray(board.differences)
        for of_atom in rays:
            for difference in of_atom:
                reachable[difference] = 1
        for origin, ends in doubles.items():
            for end in ends:
                reachable[board.places[end] - board.places[origin]] = 1
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
        if len(known) >= _MOST:
            known.clear()
        known[cell] = lines
        return lines


class LineTables:
    """The cells to which each piece goes from each cell.

    `quiet`, `captures` and `ways` list all cells that a piece reaches; `moving` and `capturing`,
    which cost less, return its lines to any one cell.  `quiet_tables` and `capture_tables` are by
    piece, `rows` of ways by piece and cell.  None: not worked out yet; call the method.  `moves`
    has, by origin and destination, moves that have been made, without promotion and castling;
    `promotes` the results of `may_promote` by piece and cell; `steps`, by army, one of the `steps`
    of a piece from a cell: the piece (-1 at first), the cell and the end.
    """

    def __init__(self, game: Encoding, pawns: PawnTables) -> None:
        """Make empty rows; armies whose pieces of a type move alike share the rows of this type.

        Each army has rows of its own for Pawns, whose double steps depend on its array.
        """
        self._game: Final = game
        self._pawns: Final = pawns
        self.promotes: Final[list[dict[int, bool]]] = [{} for _ in game.kind_of]
        self._doubles: Final = pawns.doubles
        self._rays: Final[dict[tuple[int, bool], tuple[Ray, ...]]] = {}
        self._reached: Final[dict[tuple[int, int, bool], dict[int, tuple[Line, ...]]]] = {}
        self._routes: Final[dict[tuple[int, int], dict[Vector, list[Route]]]] = {}
        self._bends: Final[dict[int, frozenset[Vector]]] = {}
        self._shared_with: Final[list[int]] = []  # by piece, the first with the same rows
        self.quiet_tables: Final[list[DifferenceTable | None]] = [None] * len(game.kind_of)
        self.capture_tables: Final[list[DifferenceTable | None]] = [None] * len(game.kind_of)
        self.rows: Final[list[list[Ways | None]]] = []
        cells = len(game.board.cells)
        self.moves: Final[list[dict[int, CoreMove]]] = [{} for _ in range(cells)]
        self.steps: Final[list[tuple[int, int, int]]] = [(-1, 0, 0) for _ in game.armies]
        shared: dict[tuple[int, Forward | int], int] = {}
        for piece, kind in enumerate(game.kind_of):
            army = game.army_of[piece]
            way: Forward | int = army
            if piece and not game.is_pawn[piece]:
                way = game.variant.armies[army].forward if game.types[kind].oriented else ()
            first = shared.setdefault((kind, way), piece)
            self._shared_with.append(first)
            self.rows.append([None] * cells if first == piece else self.rows[first])

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

    def ways(self, piece: int, cell: int) -> Ways:
        """List the ways of a piece from `cell`: first to move, then to capture only."""
        known = self.rows[piece][cell]
        if known is None:
            apart, barred = self._game.type_of(piece).captures_apart, self.closed_to(piece, cell)
            ways = ways_from(self.rays(piece, False), cell, barred, moves=True, takes=not apart)
            for end, passed in self._doubles[piece].get(cell, {}).items():
                ways.append(Way([passed, end], 1, moves=True, takes=not apart, double=True))
            if apart:
                ways += ways_from(self.rays(piece, True), cell, barred, moves=False, takes=True)
            pawn = self._game.is_pawn[piece]
            ends = [
                (end, empty)
                for way in ways
                for end in way.cells[way.first :]
                for empty, goes in ((True, way.moves or pawn), (False, way.takes))
                if goes  # a capture en passant comes to an empty cell
            ]
            known = self.rows[piece][cell] = Ways(ways, len(set(ends)) < len(ends))
        return known

    def may_promote(self, piece: int, cell: int) -> bool:
        """Return whether a Pawn on `cell` has a way to a cell where it may promote."""
        may, ways = self._pawns.may_promote, self.ways(piece, cell).every
        promotes = any(may(piece, end) for way in ways for end in way.cells)
        self.promotes[piece][cell] = promotes
        return promotes

    def ends(self, piece: int, cell: int, *, capturing: bool = False) -> set[int]:
        """List the ends of the ways by which the piece moves or, if `capturing`, captures."""
        kind = self._game.type_of(piece)
        if kind.kept_out:  # a way ends before the cells that it is kept out of
            ends = set[int]()
            for way in self.ways(piece, cell).every:
                if way.takes if capturing else way.moves:
                    ends.update(way.cells[way.first + way.hops :])
            return ends
        means = self._means(piece, capturing)
        ends = ends_from(self._game.board, *means, cell, capturing=capturing)
        if not (capturing and kind.captures_apart):
            ends.update(self._doubles[piece].get(cell, ()))
        return ends
