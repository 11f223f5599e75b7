"""Tables: a variant with its rulings and array, compiled into tables of small integers.

A piece is an integer from 1 to 255 that stands for an army and a type; 0 is an empty cell.  What
stands on a board is bytes, a piece for each cell, which cost nothing to copy.  Tables of lines are
filled for the pieces and cells that are met.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from aofref.boards import NO_CELL
from aofref.geometry import Forward
from aofref.paths import Reach, Walk, Ways, reach, walks, ways
from aofref.pieces import Piece
from aofref.variants.model import Variant

Row = list[Reach | None]
Steps = tuple[tuple[int, ...], tuple[tuple[int, int], ...], tuple[int, ...]]
"""Of a Pawn on a cell: the ends of its steps, (passed, end) of its double steps, its captures."""
PLAIN: Final = 0
PAWN: Final = 1
OTHER: Final = 2
"""How a type's moves are generated: by its Ways, by its Steps, or line by line."""
MOST_PIECES: Final = 255
Placement = tuple[Mapping[int, int], ...]
"""For each army in order of play, the type index on each of its cells."""


class Tables:
    """One game to be refereed: `variant` under `rulings`, from the array `placement`.

    Its indices: armies in order of play, types in the order of `variant.pieces`, cells as on the
    board.  `placement` defaults to the variant's own array (RULES 10).  `pawn_cells` are each
    army's array cells of Pawns, `array_types` its types but King and Pawn, `partners` and
    `aligned` its pieces that make others of pieces when they come together, `makers` all of these.
    `number` has the cells by name, `written` the codes of pieces, but none for a Pawn's.
    `keeps_marks` says that Pawns that have moved may be marked, whatever they owe.
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
        count, kinds = len(self.types), tuple(variant.pieces.items())
        assert len(self.armies) * count <= MOST_PIECES, "more pieces than a byte can tell apart"
        self.army_of = [-1, *(army for army in self.armies for _ in self.types)]
        self.kind_of = [-1, *(kind for _ in self.armies for kind in range(count))]
        self.number = dict(self.board.number)
        self.written = ["", *("" if t.pawn else c for _ in self.armies for c, t in kinds)]
        self.is_pawn = [False, *(t.pawn for _ in self.armies for t in self.types)]
        self.is_royal = [False, *(t.royal for _ in self.armies for t in self.types)]
        self.manner = [OTHER, *(_manner(t) for _ in self.armies for t in self.types)]
        self.pawn_kind = next(kind for kind, piece in enumerate(self.types) if piece.pawn)
        self.array: Placement = placement or self._read_array()
        self.pawn_cells = tuple(
            frozenset(cell for cell, kind in array.items() if kind == self.pawn_kind)
            for array in self.array
        )
        self.array_types = tuple(self._capturable(array) for array in self.array)
        self.ending = variant.ending
        self.partners = [self._all_partners(army) for army in self.armies]
        self.aligned = [self._aligned(army) for army in self.armies]
        self.makers = [self.partners[army].union(self.aligned[army]) for army in self.armies]
        self.keeps_marks = variant.pawns.first_move
        self.check_binds = variant.check_binds
        self._share_rows()
        self.promotion_cells: list[frozenset[int] | None] = [None for _ in self.armies]
        self._walks: dict[tuple[int, bool], tuple[Walk, ...]] = {}
        self._alignments: dict[int, tuple[tuple[int, int], ...]] = {}
        self.doubles = self._find_doubles()
        self._must_promote: tuple[frozenset[int], ...] | None = None

    def _capturable(self, array: Mapping[int, int]) -> tuple[int, ...]:
        """List the types of an array, King and Pawn apart."""
        return tuple(
            kind
            for kind in sorted(set(array.values()))
            if not (self.types[kind].royal or self.types[kind].pawn)
        )

    def _all_partners(self, army: int) -> frozenset[int]:
        """Give an army's pieces that together turn its most-bound ones into others, or none."""
        rule = self.variant.four_partners
        codes = rule.partners if rule else ()
        return frozenset(self.piece(army, self.kinds[code]) for code in codes)

    def _aligned(self, army: int) -> tuple[int, ...]:
        """Give an army's King, Revolutionary, Elephant and President where they align, or none."""
        rule = self.variant.alignment
        codes = (rule.royal, rule.middle, rule.ally, rule.into) if rule else ()
        return tuple(self.piece(army, self.kinds[code]) for code in codes)

    def _share_rows(self) -> None:
        """Give every piece its rows; armies share those of a type that goes the same way in both.

        Pawns have rows of their own army: double steps are from its array.
        """
        self._like: list[int] = []
        self.quiet: list[Row] = []
        self.takes: list[Row] = []
        self.ways: list[list[Ways | None]] = []
        self.steps: list[list[Steps | None]] = []
        cells = len(self.board.cells)
        shared: dict[tuple[int, Forward | int], int] = {}
        for piece, kind in enumerate(self.kind_of):
            army = self.army_of[piece]
            way: Forward | int = army
            if piece and not self.is_pawn[piece]:
                forward = self.variant.armies[army].forward
                way = forward if self.types[kind].oriented else ()
            same = shared.setdefault((kind, way), piece)
            self._like.append(same)
            self.quiet.append([None] * cells if same == piece else self.quiet[same])
            self.takes.append([None] * cells if same == piece else self.takes[same])
            self.ways.append([None] * cells if same == piece else self.ways[same])
            self.steps.append([None] * cells if self.is_pawn[piece] else [])

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
            if self.is_pawn[piece]:
                for end, passed in self.doubles[self.army_of[piece]].get(cell, {}).items():
                    lines[end] = ((cell, (passed,)),)
            self.quiet[piece][cell] = lines
        return lines

    def take_lines(self, piece: int, cell: int) -> Reach:
        """Give what the piece captures on from `cell`; the quiet lines themselves if the same."""
        lines = self.takes[piece][cell]
        if lines is None:
            if self.type_of(piece).captures_apart:
                lines = self._compile(piece, cell, capturing=True)
            else:
                lines = self.quiet_lines(piece, cell)
            self.takes[piece][cell] = lines
        return lines

    def _compile(self, piece: int, cell: int, *, capturing: bool) -> Reach:
        found = reach(self.walks(piece, capturing), cell, capturing=capturing)
        barred = self.board.regions.get(self.type_of(piece).kept_out)
        return (
            {end: lines for end, lines in found.items() if end not in barred} if barred else found
        )

    def walks(self, piece: int, capturing: bool) -> tuple[Walk, ...]:
        """List the walks of a piece when it moves, or when it captures."""
        piece = self._like[piece]
        found = self._walks.get((piece, capturing))
        if found is None:
            kind = self.type_of(piece)
            atoms = kind.captures if capturing and kind.captures is not None else kind.atoms
            forward = self.variant.armies[self.army_of[piece]].forward
            found = self._walks[piece, capturing] = walks(self.board, atoms, forward)
        return found

    def ways_of(self, piece: int, cell: int) -> Ways:
        """Lay out what a PLAIN piece reaches from `cell`."""
        found = self.ways[piece][cell]
        if found is None:
            found = self.ways[piece][cell] = ways(self.walks(piece, False), cell)
        return found

    def steps_of(self, piece: int, cell: int) -> Steps:
        """Lay out what a Pawn reaches from `cell`."""
        found = self.steps[piece][cell]
        if found is None:
            doubles = self.doubles[self.army_of[piece]].get(cell, {})
            ahead = tuple(end for end in self.quiet_lines(piece, cell) if end not in doubles)
            twice = tuple((passed, end) for end, passed in doubles.items())
            found = (ahead, twice, tuple(self.take_lines(piece, cell)))
            self.steps[piece][cell] = found
        return found

    # Pawns (RULES 6, 7) -------------------------------------------------------------------------

    def _find_doubles(self) -> tuple[dict[int, dict[int, int]], ...]:
        """Find for each army and origin the ends of its double steps and the cell passed."""
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

    @property
    def must_promote(self) -> tuple[frozenset[int], ...]:
        """Give each army's cells where its Pawns have no step ahead inside the region they need."""
        if self._must_promote is None:
            self._must_promote = self._find_must_promote()
        return self._must_promote

    def _find_must_promote(self) -> tuple[frozenset[int], ...]:
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

    def marked_zero(self, army: int, cell: int) -> bool:
        """Say whether a Pawn that comes to `cell` is told apart there from one that never moved."""
        return self.keeps_marks and cell in self.pawn_cells[army]

    def owed_at_start(self, cell: int) -> int:
        """Give the moves that a Pawn starting on `cell` owes before it may promote."""
        if self.variant.pawns.owed is None:
            return 0
        could_double, other = self.variant.pawns.owed
        on = self.board.regions[self.variant.pawns.doubles_on]
        return could_double if cell in on else other

    # Whole armies -------------------------------------------------------------------------------

    def alignments(self, cell: int) -> tuple[tuple[int, int], ...]:
        """List the cells (middle, far) in line with `cell`, both steps as RULES 3 asks."""
        found = self._alignments.get(cell)
        rule, board = self.variant.alignment, self.board
        assert rule is not None, "a game without alignments"
        if found is None:
            pairs = []
            for vector in board.lattice.vectors(rule.radials, ()):
                middle = board.next_cell(cell, vector)
                far = NO_CELL if middle == NO_CELL else board.next_cell(middle, vector)
                if far != NO_CELL:
                    pairs.append((middle, far))
            found = self._alignments[cell] = tuple(pairs)
        return found


def _manner(kind: Piece) -> int:
    """Say how the moves of a type are generated."""
    if kind.pawn:
        return PAWN
    return OTHER if kind.kept_out or kind.captures_apart else PLAIN


@lru_cache(maxsize=32)
def tables_of(variant: Variant, rulings: tuple[str, ...] = ()) -> Tables:
    """Give the game of a variant's own array under `rulings`, compiled once."""
    return Tables(variant, rulings)
