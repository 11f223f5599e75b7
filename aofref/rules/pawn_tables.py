"""PawnTables: what the cells of a board mean to the Pawns of each army (RULES 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from aofref.boards import NO_CELL
from aofref.rules.encoding import Encoding
from aofref.variants.model import ToArrayPiece, ToLevelPiece, ToPartner

Placement = tuple[Mapping[int, int], ...]
"""For each army in order of play, the type index on each of its cells."""


class PawnTables:
    """What depends on where a Pawn stands, by army.

    `starts` are the array cells of Pawns, `array_types` the types in the array but King and Pawn,
    `doubles` the double steps: by origin, each end with the cell passed.  `keeps_marks` says that
    Pawns that have moved may be marked, whatever they owe.
    """

    def __init__(self, game: Encoding, array: Placement) -> None:
        """Find the double steps; where Pawns promote is found when it is asked for."""
        self._game: Final = game
        self.keeps_marks: Final = game.variant.pawns.first_move
        self.starts: Final = tuple(
            frozenset(cell for cell, kind in placed.items() if kind == game.pawn_kind)
            for placed in array
        )
        self.array_types: Final = tuple(
            tuple(
                kind
                for kind in sorted(set(placed.values()))
                if not (game.types[kind].royal or game.types[kind].pawn)
            )
            for placed in array
        )
        self.doubles: Final = tuple([self._doubles(army) for army in game.armies])
        self._must_promote: tuple[frozenset[int], ...] | None = None
        self._may_promote: list[frozenset[int] | None] = [None for _ in game.armies]

    def _doubles(self, army: int) -> dict[int, dict[int, int]]:
        """Find an army's double steps: by origin, each end with the cell passed."""
        rule, board, own = self._game.variant.pawns, self._game.board, self.starts[army]
        found: dict[int, dict[int, int]] = {}
        if self._game.letters[army] not in rule.doubles:
            return found
        for start in own & board.regions[rule.doubles_on] if rule.doubles_on else own:
            for vector in self._game.variant.armies[army].forward:
                passed = board.next_cell(start, vector)
                if passed == NO_CELL or (rule.over_array and passed not in own):
                    continue
                end = board.next_cell(passed, vector)
                if end != NO_CELL:
                    found.setdefault(start, {})[end] = passed
        return found

    @property
    def must_promote(self) -> tuple[frozenset[int], ...]:
        """Give each army's cells where its Pawns have no step ahead inside the region they need."""
        if self._must_promote is None:
            self._must_promote = tuple([self._stuck(army) for army in self._game.armies])
        return self._must_promote

    def _stuck(self, army: int) -> frozenset[int]:
        """List the cells from which no step ahead of an army stays inside the region it needs."""
        board, forward = self._game.board, self._game.variant.armies[army].forward
        inside = board.regions.get(self._game.variant.inside)
        stuck = set()
        for cell in range(len(board.cells)):
            ahead = {board.next_cell(cell, vector) for vector in forward} - {NO_CELL}
            if not (ahead if inside is None else ahead & inside):
                stuck.add(cell)
        return frozenset(stuck)

    def promotion_cells(self, army: int) -> frozenset[int]:
        """Give the cells where a Pawn of `army` may or must become another piece."""
        cells = self._may_promote[army]
        if cells is None:
            rule, cells = self._game.variant.promotion, self.must_promote[army]
            match rule:
                case ToPartner():
                    pass
                case ToArrayPiece():
                    zone = rule.zones.get(self._game.letters[army])
                    cells |= self._game.board.regions[zone] if zone is not None else frozenset()
                case ToLevelPiece():
                    cells = frozenset(range(len(self._game.board.cells)))
                case _:
                    assert_never(rule)
            self._may_promote[army] = cells
        return cells

    def is_marked(self, army: int, cell: int) -> bool:
        """Say whether a Pawn that comes to `cell` needs a mark to show that it has moved."""
        return self.keeps_marks and cell in self.starts[army]

    def owed_at_start(self, cell: int) -> int:
        """Give the moves that a Pawn starting on `cell` owes before it may promote."""
        rule = self._game.variant.pawns
        if rule.owed is None:
            return 0
        could_double, other = rule.owed
        return could_double if cell in self._game.board.regions[rule.doubles_on] else other
