"""CompiledVariant: a variant with its rulings and array, compiled into tables of small integers.

A board is bytes, with a piece for each cell, so that positions can share it.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from aofref.boards import NO_CELL
from aofref.games import find
from aofref.games.model import VariantData
from aofref.geometry import Forward
from aofref.paths import Mover, Ways
from aofref.rules.castling_tables import CastlingTables
from aofref.rules.encoding import PASS, STEPPED, CoreMove, Encoding
from aofref.rules.pawn_tables import PawnTables, Placement


class Transforms:
    """The pieces that change at the end of their army's own move (RULES 7), by army.

    `partners` are the pieces that together turn the most-bound pieces into others.  `aligned` are
    the King, Revolutionary, Elephant and President of an alignment.  `makers` are all of these.
    Most games have none.
    """

    def __init__(self, game: Encoding) -> None:
        def pieces(army: int, codes: tuple[str, ...]) -> tuple[int, ...]:
            return tuple([game.piece(army, game.kinds[code]) for code in codes])

        together, line = game.variant.four_partners, game.variant.alignment
        partners = together.partners if together else ()
        aligned = (line.royal, line.middle, line.ally, line.into) if line else ()
        self._game: Final = game
        self.partners: Final = [pieces(army, partners) for army in game.armies]
        self.aligned: Final = [pieces(army, aligned) for army in game.armies]
        self.makers: Final = [
            frozenset(self.partners[army] + self.aligned[army]) for army in game.armies
        ]
        self._in_line: Final[dict[int, tuple[tuple[int, int], ...]]] = {}

    def are_together(self, board: bytes, army: int) -> bool:
        """Return whether an army has all four Partners on the board."""
        partners = self.partners[army]
        return bool(partners) and all(piece in board for piece in partners)

    def are_aligned(self, board: bytes, army: int, royal: int) -> bool:
        """Return whether a King on `royal` is aligned with the pieces that make it a President."""
        if not self.aligned[army] or royal < 0:
            return False
        before, middle, ally, _ = self.aligned[army]
        if board[royal] == before:
            for near, far in self.in_line(royal):
                if board[near] == middle and board[far] == ally:
                    return True
        return False

    def in_line(self, cell: int) -> tuple[tuple[int, int], ...]:
        """List the cells (middle, far) in line with `cell`: two equal radial steps (RULES 3)."""
        known = self._in_line.get(cell)
        if known is None:
            rule, board = self._game.variant.alignment, self._game.board
            assert rule is not None, "a game without alignments"
            pairs = []
            for vector in board.lattice.vectors(rule.radials, ()):
                middle = board.next_cell(cell, vector)
                far = NO_CELL if middle == NO_CELL else board.next_cell(middle, vector)
                if far != NO_CELL:
                    pairs.append((middle, far))
            known = self._in_line[cell] = tuple(pairs)
        return known


class CompiledVariant(Encoding):
    """A game to be refereed: `variant`, which is `base` under `rulings`, from its array.

    `array` is by default the variant's own (RULES 10).  `pawns` and `transforms` are the tables
    of Pawns, and of the pieces that change others.  `movers` are the pieces by number, as they go
    on the board; `moves_from` has by origin the moves of known ways, by their ends, and
    `promoting` by army the origins of those where a Pawn may promote.  `parsed_texts` has what
    `notation.moves` has parsed.  `draws_due` are the halfmoves at which `rules.draws` may report a
    draw: 0 is a capture or a move of a Pawn.  With one of the pieces `lively` on the board, Pawns
    first, no position is dead.
    """

    def __init__(
        self,
        variant: VariantData,
        rulings: tuple[str, ...] = (),
        placement: Placement | None = None,
    ) -> None:
        """Compile the tables that need no cell; `rulings` must be rulings of the variant."""
        super().__init__(variant.with_rulings(rulings))
        self.base: Final = variant
        self.rulings: Final = rulings
        self.own_array: Final = placement is not None
        self.array: Final[Placement] = placement or self._read_array()
        self.pawns: Final = PawnTables(self, self.array)
        self.movers: Final = self._movers()
        self.promoting: Final[list[set[int]]] = [set() for _ in self.armies]
        self.moves_from: Final[list[list[CoreMove]]] = [[] for _ in self.board.cells]
        self.castlings: Final = CastlingTables(self, self.array, self.movers)
        reports_draws = self.variant.fifty_moves or self.variant.dead
        self.draws_due: Final = (0, 100, 150) if reports_draws else ()
        lively = [
            piece
            for piece in range(1, len(self.kind_of))
            if not self.is_royal[piece] and self.code(piece) not in self.variant.dead
        ]
        self.lively: Final = tuple(sorted(lively, key=lambda piece: not self.is_pawn[piece]))
        self.transforms: Final = Transforms(self)
        self.parsed_texts: Final[dict[object, Any]] = {}

    @property
    def key(self) -> tuple[object, ...]:
        """A key that is equal for the same game under the same rulings from the same array."""
        arrays = tuple([frozenset(placed.items()) for placed in self.array])
        return self.base, frozenset(self.rulings), arrays

    def result(self, winners: tuple[int, ...] | None) -> str:
        """Write the result of a game that `winners` share equally; `*` for None."""
        if not winners:
            return "*"
        share = "1" if len(winners) == 1 else f"1/{len(winners)}"
        return "-".join([share if army in winners else "0" for army in self.armies])

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickle the game, its rulings and its array; the tables are compiled again."""
        placement = self.array if self.own_array else None
        return _unpickled, (self.base.id, self.base.source, self.rulings, placement)

    def ways(self, piece: int, cell: int) -> Ways:
        """Return how a piece goes from a cell."""
        known = self.movers[piece].ways[cell]
        if known is None:
            known = self.movers[piece].ways[cell] = Ways(self.movers[piece], cell)
            moves = self.moves_from[cell]
            if not moves:
                moves += [PASS] * len(self.board.cells)
            for end in known.ends:
                if moves[end] is PASS:
                    moves[end] = CoreMove(cell, end)
                if self.is_pawn[piece] and self.pawns.may_promote(piece, end):
                    self.promoting[self.army_of[piece]].add(cell)
        return known

    def _movers(self) -> list[Mover]:
        """Return the pieces by number; those that move alike are one."""
        movers, shared = list[Mover](), dict[tuple[int, Forward | int, bool], Mover]()
        for piece, kind in enumerate(self.kind_of):
            army, type_ = self.army_of[piece], self.type_of(piece)
            forward = self.variant.armies[army].forward
            way: Forward | int = forward if type_.oriented else ()
            whose = army if type_.pawn or not piece else way
            key = kind, whose, self.state_of[piece] == STEPPED
            if key not in shared:
                shared[key] = Mover(self.board, type_, forward, self.pawns.doubling[piece])
            movers.append(shared[key])
        return movers

    def _read_array(self) -> Placement:
        number = self.board.number
        arrays = []
        for letter in self.letters:
            groups = [group.split() for group in self.variant.array[letter].split(";")]
            arrays.append(
                {
                    number[cell]: self.kinds[code]
                    for code, *cells in filter(None, groups)
                    for cell in cells
                }
            )
        return tuple(arrays)


@lru_cache(maxsize=32)
def compile_variant(variant: VariantData, rulings: tuple[str, ...] = ()) -> CompiledVariant:
    """Compile the game of a variant's own array under `rulings`, once."""
    return CompiledVariant(variant, rulings)


def _unpickled(
    name: str, source: str, rulings: tuple[str, ...], placement: Placement | None
) -> CompiledVariant:
    if source:
        from aofref.games.files.shelf import made

        variant: VariantData | None = made(source)
    else:
        variant = find(name)
    assert variant is not None, name
    if placement is None:
        return compile_variant(variant, rulings)
    return CompiledVariant(variant, rulings, placement)
