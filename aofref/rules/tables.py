"""Tables: a variant with its rulings and array, compiled into tables of small integers.

A piece is an integer above 0 that stands for an army and a type; 0 is an empty cell.  Tables of
lines are filled for the pieces and cells that are met.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from aofref.boards import NO_CELL
from aofref.paths import Reach, Walk, reach, walks
from aofref.pieces import Piece
from aofref.variants.model import Variant

Table = list[list[Reach | None]]
Placement = tuple[Mapping[int, int], ...]
"""For each army in order of play, the type index on each of its cells."""


class Tables:
    """One game to be refereed: `variant` under `rulings`, from the array `placement`.

    Its indices: armies in order of play, types in the order of `variant.pieces`, cells as on the
    board.  `placement` defaults to the variant's own array (RULES 10).
    """

    def __init__(
        self, variant: Variant, rulings: tuple[str, ...] = (), placement: Placement | None = None
    ) -> None:
        """Compile what does not depend on the cells met; rulings must be the variant's."""
        self.variant = variant = variant.under(rulings)
        self.board = variant.board
        self.rulings = rulings
        self.own_array = placement is not None
        self.codes = tuple(variant.pieces)
        self.types: tuple[Piece, ...] = tuple(variant.pieces.values())
        self.kinds = {code: kind for kind, code in enumerate(self.codes)}
        self.letters = tuple(army.letter for army in variant.armies)
        self.armies = range(len(self.letters))
        self.two_players = len(self.armies) == 2
        count = len(self.types)
        self.army_of = [-1, *(army for army in self.armies for _ in self.types)]
        self.kind_of = [-1, *(kind for _ in self.armies for kind in range(count))]
        self.is_pawn = [False, *(t.pawn for _ in self.armies for t in self.types)]
        self.is_royal = [False, *(t.royal for _ in self.armies for t in self.types)]
        self.array: Placement = placement or self._read_array()
        pieces, cells = len(self.army_of), len(self.board.cells)
        self.quiet: Table = [[None] * cells for _ in range(pieces)]
        self.takes: Table = [[None] * cells for _ in range(pieces)]
        self._walks: dict[tuple[int, bool], tuple[Walk, ...]] = {}
        self._alignments: dict[int, tuple[tuple[int, int], ...]] = {}

    def piece(self, army: int, kind: int) -> int:
        """Give the integer of an army's piece of a type."""
        return 1 + army * len(self.types) + kind

    def code(self, piece: int) -> str:
        """Give the code of a piece, such as `N`."""
        return self.codes[self.kind_of[piece]]

    def type_of(self, piece: int) -> Piece:
        """Give the type of a piece."""
        return self.types[self.kind_of[piece]]

    def _read_array(self) -> Placement:
        arrays = []
        for letter in self.letters:
            groups = (
                group.split() for group in self.variant.array[letter].split(";") if group.strip()
            )
            arrays.append(
                {
                    self.board.number[cell]: self.kinds[code]
                    for code, *cells in groups
                    for cell in cells
                }
            )
        return tuple(arrays)

    # Lines --------------------------------------------------------------------------------------

    def quiet_lines(self, piece: int, cell: int) -> Reach:
        """Give what the piece reaches from `cell` without capturing, double steps included."""
        lines = self.quiet[piece][cell]
        if lines is None:
            lines = self._compile(piece, cell, capturing=False)
            for end, passed in self.doubles[self.army_of[piece]].get(cell, {}).items():
                if self.is_pawn[piece]:
                    lines[end] = ((cell, (passed,)),)
            self.quiet[piece][cell] = lines
        return lines

    def take_lines(self, piece: int, cell: int) -> Reach:
        """Give what the piece captures on from `cell`; the quiet lines themselves if the same."""
        lines = self.takes[piece][cell]
        if lines is None:
            if piece in self._captures_apart:
                lines = self._compile(piece, cell, capturing=True)
            else:
                lines = self.quiet_lines(piece, cell)
            self.takes[piece][cell] = lines
        return lines

    def _compile(self, piece: int, cell: int, *, capturing: bool) -> Reach:
        found = reach(self.board, self.walks(piece, capturing), cell, capturing=capturing)
        barred = self.board.regions.get(self.type_of(piece).kept_out, ())
        return (
            {end: lines for end, lines in found.items() if end not in barred} if barred else found
        )

    def walks(self, piece: int, capturing: bool) -> tuple[Walk, ...]:
        """List the walks of a piece when it moves, or when it captures."""
        found = self._walks.get((piece, capturing))
        if found is None:
            kind = self.type_of(piece)
            atoms = kind.captures if capturing and kind.captures is not None else kind.atoms
            forward = self.variant.armies[self.army_of[piece]].forward
            found = self._walks[piece, capturing] = walks(self.board, atoms, forward)
        return found

    @cached_property
    def _captures_apart(self) -> frozenset[int]:
        """Give the pieces that capture otherwise than they move."""
        return frozenset(
            self.piece(army, kind)
            for kind, piece in enumerate(self.types)
            if piece.captures_apart
            for army in self.armies
        )

    # Pawns (RULES 6, 7) -------------------------------------------------------------------------

    @cached_property
    def pawn_kind(self) -> int:
        """Give the index of the Pawn type."""
        return next(kind for kind, piece in enumerate(self.types) if piece.pawn)

    @cached_property
    def pawn_cells(self) -> tuple[frozenset[int], ...]:
        """Give each army's array cells of Pawns."""
        return tuple(
            frozenset(cell for cell, kind in array.items() if kind == self.pawn_kind)
            for array in self.array
        )

    @cached_property
    def doubles(self) -> tuple[dict[int, dict[int, int]], ...]:
        """Give for each army and origin the ends of its double steps and the cell passed."""
        rule, board = self.variant.pawns, self.board
        result = []
        for army, own in zip(self.variant.armies, self.pawn_cells, strict=True):
            found: dict[int, dict[int, int]] = {}
            result.append(found)
            if army.letter not in rule.doubles:
                continue
            starts = own & board.regions[rule.doubles_on] if rule.doubles_on else own
            for start in starts:
                for vector in army.forward:
                    passed = self.board.next_cell(start, vector)
                    if passed == NO_CELL or (rule.over_array and passed not in own):
                        continue
                    end = self.board.next_cell(passed, vector)
                    if end != NO_CELL:
                        found.setdefault(start, {})[end] = passed
        return tuple(result)

    @cached_property
    def must_promote(self) -> tuple[frozenset[int], ...]:
        """Give each army's cells where its Pawns have no step ahead inside the region they need."""
        inside = self.board.regions.get(self.variant.inside)
        result = []
        for army in self.variant.armies:
            stuck = set()
            for cell in range(len(self.board.cells)):
                ahead = {self.board.next_cell(cell, vector) for vector in army.forward} - {NO_CELL}
                if not (ahead if inside is None else ahead & inside):
                    stuck.add(cell)
            result.append(frozenset(stuck))
        return tuple(result)

    @cached_property
    def array_types(self) -> tuple[tuple[int, ...], ...]:
        """Give the types of each army's array, King and Pawn apart."""
        return tuple(
            tuple(
                kind
                for kind in sorted(set(array.values()))
                if not (self.types[kind].royal or self.types[kind].pawn)
            )
            for array in self.array
        )

    def marked_zero(self, army: int, cell: int) -> bool:
        """Say whether a Pawn that comes to `cell` is told apart there from one that never moved."""
        return self.variant.pawns.first_move and cell in self.pawn_cells[army]

    def owed_at_start(self, cell: int) -> int:
        """Give the moves that a Pawn starting on `cell` owes before it may promote."""
        if self.variant.pawns.owed is None:
            return 0
        could_double, other = self.variant.pawns.owed
        on = self.board.regions[self.variant.pawns.doubles_on]
        return could_double if cell in on else other

    # Whole armies -------------------------------------------------------------------------------

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """Give the type indices that together turn the most-bound pieces into others."""
        rule = self.variant.four_partners
        return tuple(self.kinds[code] for code in rule.partners) if rule else ()

    def alignments(self, cell: int) -> tuple[tuple[int, int], ...]:
        """List the cells (middle, far) in line with `cell`, both steps as RULES 3 asks."""
        found = self._alignments.get(cell)
        rule, board = self.variant.alignment, self.board
        if found is None:
            pairs = []
            for vector in board.lattice.vectors(rule.radials, ()) if rule else ():
                middle = board.next_cell(cell, vector)
                far = NO_CELL if middle == NO_CELL else board.next_cell(middle, vector)
                if far != NO_CELL:
                    pairs.append((middle, far))
            found = self._alignments[cell] = tuple(pairs)
        return found


@lru_cache(maxsize=32)
def tables_of(variant: Variant, rulings: tuple[str, ...] = ()) -> Tables:
    """Give the game of a variant's own array under `rulings`, compiled once."""
    return Tables(variant, rulings)
