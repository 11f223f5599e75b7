"""PawnTables: what the cells of a board mean to the Pawns of each army (RULES 6 and 7)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from aofref.atoms import Leap
from aofref.games.model import ToArrayPiece, ToLevelPiece, ToPartner
from aofref.geometry import Vector
from aofref.paths import Ray, rays
from aofref.rules.encoding import STEPPED, Encoding

Placement = tuple[Mapping[int, int], ...]
"""For each army in order of play, the type index on each of its cells."""


class PawnTables:
    """The double steps and promotions of Pawns by cell.

    By army, `of_army` are its Pawns, `starts` the array cells of Pawns, `array_types` the types in
    the array but King and Pawn, and `choices` the types of a promotion to a listed type.  By piece,
    `doubles` are the double steps: by origin, each end with the cell passed; `doubling` are their
    rays, none for a Pawn that has STEPPED.  `owing`: a Pawn that owes moves promotes only where it
    must.  `return_never`: no Pawn can come back to a cell that it has left.
    """

    def __init__(self, game: Encoding, array: Placement) -> None:
        """Work out the double steps; promotions are worked out when first needed."""
        self._game: Final = game
        self.owing: Final = isinstance(game.variant.promotion, ToLevelPiece)
        self.starts: Final = tuple(
            frozenset(cell for cell, kind in placed.items() if game.types[kind].pawn)
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
        rule = game.variant.promotion
        listed = (
            tuple(game.kinds[code] for code in rule.to) if isinstance(rule, ToArrayPiece) else ()
        )
        self.choices: Final = tuple(listed or kinds for kinds in self.array_types)
        taken = [self._doubling(piece) if pawn else () for piece, pawn in enumerate(game.is_pawn)]
        self.doubles: Final = tuple([_by_origin(rays) for rays in taken])
        states = zip(taken, game.state_of, strict=True)
        self.doubling: Final = tuple([() if of == STEPPED else rays for rays, of in states])
        self.of_army: Final = [
            [piece for piece in game.pieces[army] if game.is_pawn[piece]] for army in game.armies
        ]
        self.return_never: Final = all(
            self._goes_ahead(piece) for own in self.of_army for piece in own
        )
        cells = len(game.board.cells)
        rows: list[list[bool | None]] = [[None] * cells if pawn else [] for pawn in game.is_pawn]
        self._must: Final = rows
        self._may: Final = [row.copy() for row in rows]

    def _doubling(self, piece: int) -> tuple[Ray, ...]:
        """List the rays of a Pawn's double steps."""
        army = self._game.army_of[piece]
        rule, board, own = self._game.variant.pawns, self._game.board, self.starts[army]
        letter, doubling = self._game.letters[army], list[Ray]()
        if letter not in rule.doubles:
            return ()
        starts = own & board.regions[rule.doubles_on] if rule.doubles_on else own
        if letter in rule.doubles_from:
            starts = board.regions[rule.doubles_from[letter]]
        for vector in self.steps(piece):
            some = starts
            if rule.over_array:
                some = frozenset([at for at in starts if board.next_cell(at, vector) in own])
            doubling.append(Ray(board, (vector,), (vector, 1), starts=some))
        return tuple(doubling)

    def _goes_ahead(self, piece: int) -> bool:
        """Return whether each step of a Pawn, also in captures, leads some way forward."""
        game, type_ = self._game, self._game.type_of(piece)
        forward = game.variant.armies[game.army_of[piece]].forward
        x, y, z = [sum(axis) for axis in zip(*forward, strict=True)]
        every = rays(game.board, type_.atoms + (type_.captures or ()), forward)
        steps = {vector for ray in every for vector in ray.vectors}
        return all(a * x + b * y + c * z > 0 for a, b, c in steps)

    def must(self, piece: int, cell: int) -> bool:
        """Return whether a Pawn must promote on `cell`.

        It must if no cell ahead is inside its region, or if promotion is forced in the cell's zone.
        """
        known = self._must[piece][cell]
        if known is None:
            game, army = self._game, self._game.army_of[piece]
            rule = game.variant.promotion
            known = not self.ahead(piece, cell)
            if isinstance(rule, ToArrayPiece) and rule.forced:
                known = known or cell in self._zone(army)
            self._must[piece][cell] = known
        return known

    def ahead(self, piece: int, cell: int) -> list[int]:
        """List the cells ahead of a Pawn and inside its region, occupied or not (R-25)."""
        game = self._game
        forward = game.variant.armies[game.army_of[piece]].forward
        inside = game.board.regions.get(game.variant.inside)
        ways = rays(game.board, game.type_of(piece).atoms, forward)
        ahead = [end for ray in ways for end in ray.cells(cell)[ray.first_stop - 1 :]]
        return [end for end in ahead if inside is None or end in inside]

    def steps(self, piece: int) -> list[Vector]:
        """List the plain steps of a Pawn; two of them make a double step."""
        game = self._game
        forward = game.variant.armies[game.army_of[piece]].forward
        return [
            vector
            for atom in game.type_of(piece).atoms
            if isinstance(atom, Leap)
            for vector in game.board.lattice.vectors(atom.directions, forward)
        ]

    def _zone(self, army: int) -> frozenset[int]:
        """Return the cells of an army's promotion zone, if the game has one."""
        rule = self._game.variant.promotion
        zones = rule.zones if isinstance(rule, ToArrayPiece) else {}
        zone = zones.get(self._game.letters[army])
        return self._game.board.regions[zone] if zone is not None else frozenset()

    def promotion_cells(self, army: int) -> frozenset[int]:
        """Return the cells where a Pawn of `army` may or must promote."""
        pawns, every = self.of_army[army], range(len(self._game.board.cells))
        return frozenset(
            [cell for cell in every if any(self.may_promote(pawn, cell) for pawn in pawns)]
        )

    def may_promote(self, piece: int, cell: int) -> bool:
        """Return whether a Pawn may or must promote on `cell`."""
        known = self._may[piece][cell]
        if known is None:
            army, rule = self._game.army_of[piece], self._game.variant.promotion
            match rule:
                case ToPartner():
                    known = any(self.must(pawn, cell) for pawn in self.of_army[army])
                case ToArrayPiece():
                    known = self.must(piece, cell) or cell in self._zone(army)
                case ToLevelPiece():
                    known = True
                case _:
                    assert_never(rule)
            self._may[piece][cell] = known
        return known

    def after(self, piece: int, origin: int, destination: int) -> int:
        """Return what a Pawn is after its move, if it does not promote."""
        game, plain = self._game, self._game.plain[piece]
        if game.variant.pawns.owed is not None:
            owed = self.owed_after(piece, origin, destination)
            return game.in_state(piece, owed) if owed else plain
        return self.stepped(plain, destination)

    def stepped(self, piece: int, cell: int) -> int:
        """Return what a Pawn is that has moved to `cell`, in a game whose Pawns owe no moves."""
        first_only = self._game.variant.pawns.first_move
        if first_only and cell in self.starts[self._game.army_of[piece]]:
            return self._game.in_state(piece, STEPPED)
        return piece

    def owed_after(self, piece: int, origin: int, destination: int) -> int:
        """Return how many moves a Pawn owes after a move; a double step counts two."""
        steps = 2 if destination in self.doubles[piece].get(origin, ()) else 1
        return max(0, self._game.state_of[piece] - steps)

    def owed_at_start(self, cell: int) -> int:
        """Return how many moves a Pawn starting on `cell` owes before it may promote."""
        rule = self._game.variant.pawns
        if rule.owed is None:
            return 0
        could_double, other = rule.owed
        return could_double if cell in self._game.board.regions[rule.doubles_on] else other


def _by_origin(doubling: tuple[Ray, ...]) -> dict[int, dict[int, int]]:
    """List double steps by origin: each end with the cell passed."""
    doubles: dict[int, dict[int, int]] = {}
    for ray in doubling:
        for start in ray.starts or ():
            if len(cells := ray.cells(start)) == 2:
                passed, end = cells
                doubles.setdefault(start, {})[end] = passed
    return doubles
