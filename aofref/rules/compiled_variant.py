"""CompiledVariant: a variant with its rulings and array, compiled into tables of small integers.

What stands on a board is bytes, a piece for each cell, which cost nothing to copy.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from aofref.rules.encoding import Encoding
from aofref.rules.lines import LineTables
from aofref.rules.pawn_tables import PawnTables, Placement
from aofref.rules.transforms import Transforms
from aofref.variants import find
from aofref.variants.model import Variant


class CompiledVariant(Encoding):
    """One game to be refereed: `variant`, which is `base` under `rulings`, from its array.

    `array` is by default the variant's own (RULES 10).  `pawns` says what cells mean to Pawns,
    `lines` where pieces go, `transforms` which of them turn others into something else.
    `move_texts` keeps what `notation.fast_lan` has read of moves, by their texts.
    """

    def __init__(
        self, variant: Variant, rulings: tuple[str, ...] = (), placement: Placement | None = None
    ) -> None:
        """Compile what does not depend on the cells met; rulings must be the variant's."""
        super().__init__(variant.under(rulings))
        self.base: Final = variant
        self.rulings: Final = rulings
        self.own_array: Final = placement is not None
        self.array: Final[Placement] = placement or self._read_array()
        self.pawns: Final = PawnTables(self, self.array)
        self.lines: Final = LineTables(self, self.pawns)
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
def compile_variant(variant: Variant, rulings: tuple[str, ...] = ()) -> CompiledVariant:
    """Compile the game of a variant's own array under `rulings`, once."""
    return CompiledVariant(variant, rulings)


def _unpickled(
    name: str, source: str, rulings: tuple[str, ...], placement: Placement | None
) -> CompiledVariant:
    if source:
        from aofref.variants.files.shelf import made

        variant: Variant | None = made(source)
    else:
        variant = find(name)
    assert variant is not None, name
    if placement is None:
        return compile_variant(variant, rulings)
    return CompiledVariant(variant, rulings, placement)
