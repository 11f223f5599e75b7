"""LineTables: where each piece goes from each cell, found for the pieces and cells that are met."""

from __future__ import annotations

from typing import Final

from aofref.atoms import Atoms, Hop
from aofref.geometry import Forward
from aofref.paths import Reach, Walk, Ways, leads, reach, walks, ways
from aofref.pieces import Piece
from aofref.rules.differences import DifferenceTable
from aofref.rules.encoding import Encoding
from aofref.rules.pawn_tables import PawnTables

Steps = tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[int, ...]]
"""Of a Pawn on a cell: the ends of its steps, (passed, end) of its double steps, its captures."""
PLAIN: Final = 0
PAWN: Final = 1
HOPS: Final = 2
OTHER: Final = 3
"""How a type's moves are generated: by its Ways, by its Steps, by Ways to hop on, or by lines."""


class LineTables:
    """Where each piece goes from each cell; `manner` says how its moves are generated.

    `quiet`, `captures`, `ways` and `steps` list all that a piece reaches; what leads it to one cell
    is asked of `moving` and `capturing`, which cost less.  A row goes by piece, then by cell, and
    holds None for what is not yet found: whoever reads one in a hurry asks the method of its name
    then.
    """

    def __init__(self, game: Encoding, pawns: PawnTables) -> None:
        """Lay out empty rows; armies share those of a type that goes the same way in both.

        Pawns have rows of their own army: double steps are from its array.
        """
        self._game: Final = game
        self._doubles: Final = pawns.doubles
        self._walks: Final[dict[tuple[int, bool], tuple[Walk, ...]]] = {}
        self._like: Final[list[int]] = []
        self.manner: Final = [OTHER, *(_manner(t) for _ in game.armies for t in game.types)]
        self._quiet: Final[dict[tuple[int, int], Reach]] = {}
        self._captures: Final[dict[tuple[int, int], Reach]] = {}
        self.quiet_tables: Final[list[DifferenceTable | None]] = [None] * len(game.kind_of)
        self.capture_tables: Final[list[DifferenceTable | None]] = [None] * len(game.kind_of)
        self.ways_rows: Final[list[list[Ways | None]]] = []
        self.steps_rows: Final[list[list[Steps | None]]] = []
        cells = len(game.board.cells)
        shared: dict[tuple[int, Forward | int], int] = {}
        for piece, kind in enumerate(game.kind_of):
            army = game.army_of[piece]
            way: Forward | int = army
            if piece and not game.is_pawn[piece]:
                way = game.variant.armies[army].forward if game.types[kind].oriented else ()
            like = shared.setdefault((kind, way), piece)
            own = like == piece
            self._like.append(like)
            self.ways_rows.append([None] * cells if own else self.ways_rows[like])
            self.steps_rows.append([None] * cells if game.is_pawn[piece] else [])

    def moving(self, piece: int) -> DifferenceTable:
        """Give what leads a piece to empty cells, double steps included."""
        found = self.quiet_tables[piece]
        if found is None:
            like = self._like[piece]
            found = self.moving(like) if like != piece else self._differences(piece, False)
            self.quiet_tables[piece] = found
        return found

    def capturing(self, piece: int) -> DifferenceTable:
        """Give what leads a piece to captures; the same if it captures as it moves."""
        found = self.capture_tables[piece]
        if found is None:
            like = self._like[piece]
            if like != piece:
                found = self.capturing(like)
            elif self._game.type_of(piece).captures_apart:
                found = self._differences(piece, True)
            else:
                found = self.moving(piece)
            self.capture_tables[piece] = found
        return found

    def _differences(self, piece: int, capturing: bool) -> DifferenceTable:
        game = self._game
        taken = leads(game.board, *self._means(piece, capturing), capturing=capturing)
        doubles = {} if capturing else self._doubles[piece]
        return DifferenceTable(game.board, taken, capturing, self._barred(piece), doubles)

    def quiet(self, piece: int, cell: int) -> Reach:
        """Give what the piece reaches from `cell` without capturing, double steps included."""
        key = self._like[piece], cell
        found = self._quiet.get(key)
        if found is None:
            found = self._compile(piece, cell, capturing=False)
            for end, passed in self._doubles[piece].get(cell, {}).items():
                found[end] = ((cell, (passed,)),)
            self._quiet[key] = found
        return found

    def captures(self, piece: int, cell: int) -> Reach:
        """Give what the piece captures on from `cell`; the quiet lines themselves if the same."""
        if not self._game.type_of(piece).captures_apart:
            return self.quiet(piece, cell)
        key = self._like[piece], cell
        found = self._captures.get(key)
        if found is None:
            found = self._captures[key] = self._compile(piece, cell, capturing=True)
        return found

    def _compile(self, piece: int, cell: int, *, capturing: bool) -> Reach:
        found = reach(self.walks(piece, capturing), cell, capturing=capturing)
        barred = self._barred(piece)
        return (
            {end: lines for end, lines in found.items() if end not in barred} if barred else found
        )

    def _barred(self, piece: int) -> frozenset[int]:
        """Give the cells that a piece may not enter."""
        kept_out = self._game.type_of(piece).kept_out
        return self._game.board.regions[kept_out] if kept_out else frozenset()

    def _means(self, piece: int, capturing: bool) -> tuple[Atoms, Forward]:
        """Give what a piece moves or captures by, and where its army goes."""
        kind = self._game.type_of(piece)
        atoms = kind.captures if capturing and kind.captures is not None else kind.atoms
        return atoms, self._game.variant.armies[self._game.army_of[piece]].forward

    def walks(self, piece: int, capturing: bool) -> tuple[Walk, ...]:
        """List the walks of a piece when it moves, or when it captures."""
        game, piece = self._game, self._like[piece]
        found = self._walks.get((piece, capturing))
        if found is None:
            atoms, forward = self._means(piece, capturing)
            found = self._walks[piece, capturing] = walks(game.board, atoms, forward)
        return found

    def ways(self, piece: int, cell: int) -> Ways:
        """Lay out what a piece reaches from `cell` if it is PLAIN, or the rays of one that HOPS."""
        found = self.ways_rows[piece][cell]
        if found is None:
            found = self.ways_rows[piece][cell] = ways(self.walks(piece, False), cell)
        return found

    def steps(self, piece: int, cell: int) -> Steps:
        """Lay out what a Pawn reaches from `cell`."""
        found = self.steps_rows[piece][cell]
        if found is None:
            doubles = self._doubles[piece].get(cell, {})
            ahead = tuple(end for end in self.quiet(piece, cell) if end not in doubles)
            twice = tuple((passed, end) for end, passed in doubles.items())
            found = (ahead, twice, tuple(self.captures(piece, cell)))
            self.steps_rows[piece][cell] = found
        return found


def _manner(kind: Piece) -> int:
    """Say how the moves of a type are generated."""
    if kind.pawn:
        return PAWN
    if kind.kept_out or not kind.captures_apart:
        return OTHER if kind.kept_out else PLAIN
    far = [isinstance(atom, Hop) and atom.most != 1 for atom in kind.atoms]
    return HOPS if kind.captures is None and all(far) else OTHER
