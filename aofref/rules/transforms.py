"""Transforms: pieces that turn others of their army into something else by standing together."""

from __future__ import annotations

from typing import Final

from aofref.boards import NO_CELL
from aofref.rules.encoding import Encoding


class Transforms:
    """What the end of an army's own move may turn into something else (RULES 7), by army.

    `partners` are the pieces that together turn the most-bound ones into others, `aligned` the
    King, Revolutionary, Elephant and President where they align, `makers` all of these; in most
    games there are none.
    """

    def __init__(self, game: Encoding) -> None:
        together, line = game.variant.four_partners, game.variant.alignment
        partners = together.partners if together else ()
        aligned = (line.royal, line.middle, line.ally, line.into) if line else ()
        self._game: Final = game
        self.partners: Final = [_pieces(game, army, partners) for army in game.armies]
        self.aligned: Final = [_pieces(game, army, aligned) for army in game.armies]
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


def _pieces(game: Encoding, army: int, codes: tuple[str, ...]) -> tuple[int, ...]:
    return tuple([game.piece(army, game.kinds[code]) for code in codes])
