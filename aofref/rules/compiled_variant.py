"""CompiledVariant: a variant with its rulings and array, compiled into tables of small integers.

What stands on a board is bytes, a piece for each cell, which cost nothing to copy.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from aofref.boards import NO_CELL
from aofref.rules.castling_tables import CastlingTables
from aofref.rules.encoding import Encoding
from aofref.rules.lines import LineTables
from aofref.rules.pawn_tables import PawnTables, Placement
from aofref.variants import find
from aofref.variants.model import VariantData


class Transforms:
    """What the end of an army's own move may turn into something else (RULES 7), by army.

    `partners` are the pieces that together turn the most-bound ones into others, `aligned` the
    King, Revolutionary, Elephant and President where they align, `makers` all of these; in most
    games there are none.
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
        """Say whether an army has all four Partners on the board."""
        partners = self.partners[army]
        return bool(partners) and all(piece in board for piece in partners)

    def are_aligned(self, board: bytes, army: int, royal: int) -> bool:
        """Say whether a King on `royal` stands in line with the pieces that make it a President."""
        if not self.aligned[army] or royal < 0:
            return False
        before, middle, ally, _ = self.aligned[army]
        if board[royal] == before:
            for near, far in self.in_line(royal):
                if board[near] == middle and board[far] == ally:
                    return True
        return False

    def in_line(self, cell: int) -> tuple[tuple[int, int], ...]:
        """List the cells (middle, far) in line with `cell`, both steps as RULES 3 asks."""
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
    """One game to be refereed: `variant`, which is `base` under `rulings`, from its array.

    `array` is by default the variant's own (RULES 10).  `pawns` says what cells mean to Pawns,
    `lines` where pieces go, `transforms` which of them turn others into something else.
    `castling_homes` are the cells from which pieces castle, none in most games.
    `move_texts` keeps what `notation.fast_lan` has read of moves, by their texts.
    """

    def __init__(
        self,
        variant: VariantData,
        rulings: tuple[str, ...] = (),
        placement: Placement | None = None,
    ) -> None:
        """Compile what does not depend on the cells met; rulings must be the variant's."""
        super().__init__(variant.with_rulings(rulings))
        self.base: Final = variant
        self.rulings: Final = rulings
        self.own_array: Final = placement is not None
        self.array: Final[Placement] = placement or self._read_array()
        self.pawns: Final = PawnTables(self, self.array)
        self.lines: Final = LineTables(self, self.pawns)
        self.castlings: Final = CastlingTables(self, self.array, self.lines)
        self.castling_homes: Final = self.castlings.homes
        self.transforms: Final = Transforms(self)
        self.move_texts: Final[dict[object, Any]] = {}

    @property
    def key(self) -> tuple[object, ...]:
        """What is equal for the same game under the same rulings from the same array."""
        arrays = tuple([frozenset(placed.items()) for placed in self.array])
        return self.base, frozenset(self.rulings), arrays

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickle what the tables are made of; they are compiled again."""
        placement = self.array if self.own_array else None
        return _unpickled, (self.base.id, self.base.source, self.rulings, placement)

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
        from aofref.variants.files.shelf import made

        variant: VariantData | None = made(source)
    else:
        variant = find(name)
    assert variant is not None, name
    if placement is None:
        return compile_variant(variant, rulings)
    return CompiledVariant(variant, rulings, placement)
