"""CompiledVariant: a variant with its rulings and array, compiled into tables of small integers.

A board is bytes, with a piece for each cell, so that positions can share it.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple, assert_never

from aofref.atoms import Leap
from aofref.boards import NO_CELL
from aofref.findings import Side
from aofref.games import find
from aofref.games.model import (
    MOST_PIECES,
    ToArrayPiece,
    ToLevelPiece,
    ToPartner,
    VariantData,
    Walk,
    companions,
    folded_castling,
)
from aofref.geometry import Forward, Vector
from aofref.paths import Mover, Ray, Ways, rays
from aofref.pieces import Piece
from aofref.text import on_one_line
from aofref.values import Value

NO_PROMOTION: Final = -1
NO_CASTLING: Final = -1
FOE: Final = 1
OWN: Final = 2
PLAIN: Final = 0
"""The state of most pieces.  A positive state is the number of moves that a Pawn owes."""
STEPPED: Final = -1
"""The state of a Pawn that has moved to another Pawn's cell, where it has no double step."""
MAY_CASTLE: Final = -2
"""The state of a piece that its royal piece may castle with: neither has moved."""


class CoreMove(NamedTuple):
    """A move as it takes place: cells by index, the type promoted to, the number of a castling.

    A castling has the cells of the royal piece.
    """

    origin: int
    destination: int
    promotion: int = NO_PROMOTION
    castling: int = NO_CASTLING


PASS: Final = CoreMove(-1, -1)
BothSides = tuple[tuple[int, ...], tuple[int, ...]]
"""The pieces of an army, and those of all others."""
Placement = tuple[Mapping[int, int], ...]
"""For each army in order of play, the type index on each of its cells."""


class CompiledVariant:
    """A game to be refereed: `variant`, which is `base` under `rulings`, from its array.

    `array` is by default the variant's own (RULES 10).  The numbers are of armies in order of play,
    types as listed, cells as on the board.  A piece is an integer from 1 to 255: its army, its type
    and its state.  0 is an empty cell, so that bytes hold a board.  The pieces whose state is PLAIN
    come first, then those `in_a_state`.  `sides` are the armies as sentences name them.
    `pawn_kind` is the Pawn whose code is left out of moves, -1 in a game without Pawns.  `codes`
    and `types` are by type, and `kinds` has the types by their codes.

    By piece are `army_of` (-1 for no army), `kind_of`, `state_of`, `is_pawn`, `is_royal`, `signs`
    (the code that moves are written with, empty for the Pawn), `plain` (the piece in the state
    PLAIN; it translates a board), `alike` (the pieces of its army and type in all states), `named`
    (the letter of its army, the code and the name of its type; nothing for no piece), and `movers`,
    as they go on the board.  By army, `others` lists the other armies in order of play after it,
    `pieces` and `enemy_pieces` its pieces and the pieces of the others, `tried` its pieces in the
    order in which a safe move is looked for, and `as_written` its plain pieces in the order of a
    position line; `sides_to` translates a board to 0 for an empty cell, FOE and OWN.

    `pawns` and `castlings` are the tables of Pawns and of castlings.  `partners` are by army the
    pieces that together turn the most-bound pieces into others (RULES 7), and `radials` the steps
    of an alignment by their `Board.difference`; a game `transforms` pieces if it has either.
    `moves_from` has by origin the moves of known ways, by their ends.  `parsed_texts` has what
    `notation.moves` has parsed.
    `draws_due` are the halfmoves at which `rules.turn` may report a draw: 0 is a capture or a move
    of a Pawn.  With one of the pieces `lively` on the board, Pawns first, no position is dead.
    """

    def __init__(
        self,
        variant: VariantData,
        rulings: tuple[str, ...] = (),
        placement: Placement | None = None,
    ) -> None:
        """Compile the tables that need no cell; `rulings` must be rulings of the variant."""
        self.base: Final = variant
        self.variant: Final = variant.with_rulings(rulings)
        variant = self.variant
        self.rulings: Final = rulings
        self.board: Final = variant.board
        self.letters: Final = tuple(army.letter for army in variant.armies)
        self.armies: Final = range(len(self.letters))
        self.two_players: Final = len(self.letters) == 2
        called = "{}" if self.two_players else "the {} army"
        self.sides: Final = tuple(
            [Side(army.letter, called.format(on_one_line(army.called))) for army in variant.armies]
        )
        self.codes: Final = tuple(variant.pieces)
        self.types: Final[tuple[Piece, ...]] = tuple(variant.pieces.values())
        self.kinds: Final = {code: kind for kind, code in enumerate(self.codes)}
        pawns = [kind for kind, type_ in enumerate(self.types) if type_.pawn]
        self.pawn_kind: Final = pawns[0] if pawns else -1
        count = len(self.types)
        ids = [(army, kind, PLAIN) for army in self.armies for kind in range(count)]
        rule = variant.pawns
        owed = range(1, max(rule.owed) + 1) if rule.owed else ()
        states = [STEPPED] * rule.first_move + [*owed]
        ids += [(army, kind, each) for army in self.armies for kind in pawns for each in states]
        ids += [
            (army, self.kinds[code], MAY_CASTLE)
            for army, letter in enumerate(self.letters)
            for code in companions(variant.castlings.get(letter, ()))
        ]
        assert len(ids) <= MOST_PIECES, "more pieces than a byte can tell apart"
        self._numbers: Final = {each: piece for piece, each in enumerate(ids, 1)}
        self.in_a_state: Final = range(len(self.letters) * count + 1, len(ids) + 1)
        self.army_of: Final = [-1, *(army for army, _, _ in ids)]
        self.kind_of: Final = [-1, *(kind for _, kind, _ in ids)]
        self.state_of: Final = [PLAIN, *(state for _, _, state in ids)]
        self.is_pawn: Final = [False, *(self.types[kind].pawn for _, kind, _ in ids)]
        self.is_royal: Final = [False, *(self.types[kind].royal for _, kind, _ in ids)]
        plain = [0, *(self.piece(army, kind) for army, kind, _ in ids)]
        self.plain: Final = bytes(plain).ljust(256)
        self.alike: Final = [
            tuple([piece for piece, of in enumerate(plain) if of == own]) for own in plain
        ]
        royal = [type_.royal for type_ in self.types]
        written = sorted(range(count), key=lambda kind: (not royal[kind], self.codes[kind]))
        self.signs: Final = tuple(
            "" if kind == self.pawn_kind else self.codes[kind] for kind in self.kind_of
        )
        named = [(self.letters[of], self.codes[kind], self.types[kind].name) for of, kind, _ in ids]
        self.named: Final = [("", "", ""), *named]
        self.others: Final = [
            (*self.armies[army + 1 :], *self.armies[:army]) for army in self.armies
        ]
        self.check_binds: Final = variant.check_binds
        self.pieces: Final = [
            [piece for piece, own in enumerate(self.army_of) if own == army] for army in self.armies
        ]
        # Pawns come first, and pieces that stand at home to castle last: see `has_safe_move`.
        last = [state == MAY_CASTLE for state in self.state_of]
        self.tried: Final = [
            sorted(own, key=lambda piece: (not self.is_pawn[piece], last[piece], -piece))
            for own in self.pieces
        ]
        self.enemy_pieces: Final = [
            [piece for other in self.armies if other != army for piece in self.pieces[other]]
            for army in self.armies
        ]
        self.sides_to: Final = [
            bytes([0, *[OWN if of == army else FOE for of in self.army_of[1:]]]).ljust(256)
            for army in self.armies
        ]
        self._by_code: Final[list[dict[str, BothSides]]] = [{} for _ in self.armies]
        self.as_written: Final = [
            tuple([self.piece(army, kind) for kind in written]) for army in self.armies
        ]
        self.own_array: Final = placement is not None
        self.array: Final[Placement] = placement or self._read_array()
        self.pawns: Final = PawnTables(self, self.array)
        self.movers: Final = self._movers()
        self._promoting: Final[list[dict[int, bool]]] = [{} for _ in self.kind_of]
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
        together, line = variant.four_partners, variant.alignment
        partners = [self.kinds[code] for code in together.partners] if together else []
        self.partners: Final = [
            [self.piece(army, kind) for kind in partners] for army in self.armies
        ]
        self.transforms: Final = bool(together or line)
        vectors = self.board.lattice.vectors(line.radials, ()) if line else ()
        self.radials: Final = {self.board.difference(vector): vector for vector in vectors}
        self.parsed_texts: Final[dict[object, Any]] = {}

    def piece(self, army: int, kind: int) -> int:
        """Return the integer of an army's piece of a type, in the state PLAIN."""
        return 1 + army * len(self.types) + kind

    def by_code(self, army: int) -> dict[str, BothSides]:
        """Return by the code of their type the pieces of an army, and those of all others."""
        known = self._by_code[army]
        for code, kind in () if known else self.kinds.items():
            others = [self.alike[self.piece(other, kind)] for other in self.others[army]]
            known[code] = self.alike[self.piece(army, kind)], tuple(chain(*others))
        return known

    def in_state(self, piece: int, state: int) -> int:
        """Return the piece in a state; KeyError if it is never in that state."""
        return self._numbers[self.army_of[piece], self.kind_of[piece], state]

    def code(self, piece: int) -> str:
        """Return the code of a piece, such as `N`."""
        return self.codes[self.kind_of[piece]]

    @property
    def pawn_code(self) -> str:
        """The code that is left out of moves."""
        return self.codes[self.pawn_kind] if self.pawn_kind >= 0 else "P"

    def type_of(self, piece: int) -> Piece:
        """Return the type of a piece."""
        return self.types[self.kind_of[piece]]

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
        return known

    def promotes(self, piece: int, cell: int) -> bool:
        """Return whether a Pawn may or must promote by some move from a cell."""
        known = self._promoting[piece].get(cell)
        if known is None:
            ends = self.ways(piece, cell).ends
            known = not all(self.pawns.stays(piece, cell, end) for end in ends)
            self._promoting[piece][cell] = known
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
        number, kinds = self.board.number, self.kinds
        arrays = map(self.variant.array.__getitem__, self.letters)
        return tuple(
            [{number[cell]: kinds[code] for cell, code in array.items()} for array in arrays]
        )


class PawnTables:
    """The double steps and promotions of Pawns by cell.

    By army, `of_army` are its Pawns, `starts` the array cells of Pawns, `array_types` the types in
    the array but King and Pawn, and `choices` the types of a promotion to a listed type.  By piece,
    `doubles` are the double steps: by origin, each end with the cell passed; `doubling` are their
    rays, none for a Pawn that has STEPPED.  `owing`: a Pawn that owes moves promotes only where it
    must.  `return_never`: no Pawn can come back to a cell that it has left.
    """

    def __init__(self, game: CompiledVariant, array: Placement) -> None:
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
        self._owed: Final = game.variant.pawns.owed
        self._first_only: Final = game.variant.pawns.first_move
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
        rows: list[list[tuple[bool, bool] | None]]
        rows = [[None] * cells if pawn else [] for pawn in game.is_pawn]
        self._promoting: Final = rows  # by Pawn and cell, whether it must promote, and may or must

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
            doubling.append(Ray(board, (vector, vector), 2, starts=some))
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
        return (self._promoting[piece][cell] or self._learn(piece, cell))[0]

    def may_promote(self, piece: int, cell: int) -> bool:
        """Return whether a Pawn may or must promote on `cell`."""
        return (self._promoting[piece][cell] or self._learn(piece, cell))[1]

    def _learn(self, piece: int, cell: int) -> tuple[bool, bool]:
        game, army, rule = self._game, self._game.army_of[piece], self._game.variant.promotion
        must = not self.ahead(piece, cell)
        match rule:
            case ToPartner():
                own, kinds = self.of_army[army], game.kind_of
                others = [pawn for pawn in own if kinds[pawn] != kinds[piece]]
                may = must or not all(self.ahead(pawn, cell) for pawn in others)
            case ToArrayPiece():
                zone = rule.zones.get(game.letters[army])
                in_zone = zone is not None and cell in game.board.regions[zone]
                must, may = must or (rule.forced and in_zone), must or in_zone
            case ToLevelPiece():
                may = True
            case _:
                assert_never(rule)
        known = self._promoting[piece][cell] = must, may
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

    def some_promote(self, army: int, cell: int) -> bool:
        """Return whether a Pawn of `army`, whatever it owes, may or must promote on `cell`."""
        return any(self.may_promote(pawn, cell) for pawn in self.of_army[army])

    def stays(self, piece: int, origin: int, destination: int) -> bool:
        """Return whether a Pawn may not promote by a move, as where it owes more moves."""
        if self.owing and self.owed_after(piece, origin, destination):
            return not self.must(piece, destination)
        return not self.may_promote(piece, destination)

    def after(self, piece: int, origin: int, destination: int) -> int:
        """Return what a Pawn is after its move, if it does not promote."""
        game, plain = self._game, self._game.plain[piece]
        if self._owed is not None:
            owed = self.owed_after(piece, origin, destination)
            return game.in_state(piece, owed) if owed else plain
        return self.stepped(plain, destination)

    def stepped(self, piece: int, cell: int) -> int:
        """Return what a Pawn is that has moved to `cell`, in a game whose Pawns owe no moves."""
        if self._first_only and cell in self.starts[self._game.army_of[piece]]:
            return self._game.in_state(piece, STEPPED)
        return piece

    def owed_after(self, piece: int, origin: int, destination: int) -> int:
        """Return how many moves a Pawn owes after a move; a double step counts two."""
        steps = 2 if destination in self.doubles[piece].get(origin, ()) else 1
        return max(0, self._game.state_of[piece] - steps)

    def owed_at_start(self, cell: int) -> int:
        """Return how many moves a Pawn starting on `cell` owes before it may promote."""
        if self._owed is None:
            return 0
        could_double, other = self._owed
        doubles_on = self._game.variant.pawns.doubles_on
        return could_double if cell in self._game.board.regions[doubles_on] else other


def _by_origin(doubling: tuple[Ray, ...]) -> dict[int, dict[int, int]]:
    """List double steps by origin: each end with the cell passed."""
    doubles: dict[int, dict[int, int]] = {}
    for ray in doubling:
        for start in ray.starts or ():
            if len(cells := ray.cells(start)) == 2:
                passed, end = cells
                doubles.setdefault(start, {})[end] = passed
    return doubles


class CastlingWalk(Value):
    """The walk of one piece in castling: its cells in order; `passed` are those between."""

    piece: int
    origin: int
    passed: tuple[int, ...]
    destination: int


class CompiledCastling(Value):
    """A castling of an army, the one of that `number` in the game, with the text of its `walks`.

    `needed` are the cells that must be empty.  `strange` is a cell from which a piece of it goes,
    but where the array has another piece or none; NO_CELL if there is no such cell.  `by_cells`
    is true if no other move leads from one to the other cell of the royal piece.
    """

    number: int
    army: int
    name: str
    walks: str
    royal: CastlingWalk
    companion: CastlingWalk
    needed: tuple[int, ...]
    strange: int
    by_cells: bool
    move: CoreMove

    @property
    def paths(self) -> tuple[CastlingWalk, CastlingWalk]:
        """The walks of both pieces, the royal one first."""
        return self.royal, self.companion


class CastlingTables:
    """The castlings of a game: `every` by number, `of_army` by army.

    `from_array` are the castlings whose pieces the array has where they start.  `homes` are all
    cells from which pieces castle, and `pieces` these pieces; both are empty in a game without
    castling.  `castlers` are by army its pieces in the state MAY_CASTLE.  `names` has the names by
    `folded_castling`, `named` the castlings by army and folded name, and `between` those by
    the cells between which their royal piece goes.
    """

    def __init__(self, game: CompiledVariant, array: Placement, movers: list[Mover]) -> None:
        every: list[CompiledCastling] = []
        for army, letter in enumerate(game.letters):
            listed = game.variant.castlings.get(letter, ())
            between = [(each.royal.origin, each.royal.destination) for each in listed]
            for each, cells in zip(listed, between, strict=True):
                royal, companion = _walk(game, army, each.royal), _walk(game, army, each.companion)
                homes = {path.origin for path in (royal, companion)}
                entered = [*royal.passed, royal.destination, *companion.passed]
                needed = [*entered, companion.destination]
                strange = [
                    path.origin
                    for path in (royal, companion)
                    if array[army].get(path.origin) != game.kind_of[path.piece]
                ]
                goes = movers[royal.piece]
                ways = goes.moving, goes.taking
                apart = not any(way.to(royal.origin, royal.destination) for way in ways)
                every.append(
                    CompiledCastling(
                        len(every),
                        army,
                        each.name,
                        str(each),
                        royal,
                        companion,
                        tuple(dict.fromkeys(cell for cell in needed if cell not in homes)),
                        strange[0] if strange else NO_CELL,
                        apart and between.count(cells) == 1,
                        CoreMove(royal.origin, royal.destination, castling=len(every)),
                    )
                )
        self.every: Final = tuple(every)
        self.of_army: Final = tuple(
            [tuple([each for each in every if each.army == army]) for army in game.armies]
        )
        self.from_array: Final = tuple([each for each in every if each.strange == NO_CELL])
        self.castlers: Final = tuple(
            [
                tuple([piece for piece in game.pieces[army] if game.state_of[piece] == MAY_CASTLE])
                for army in game.armies
            ]
        )
        self._game: Final = game
        paths = [path for each in every for path in each.paths]
        self.homes: Final = frozenset([path.origin for path in paths])
        self.pieces: Final = frozenset([path.piece for path in paths])
        self.names: Final = {folded_castling(each.name): each.name for each in every}
        self.named: Final = {(each.army, folded_castling(each.name)): each for each in every}
        self.between: Final[dict[tuple[int, int], list[CompiledCastling]]] = {}
        for castling in every:
            self.between.setdefault(castling.move[:2], []).append(castling)

    def at_home(self, board: bytes) -> list[CompiledCastling]:
        """List the castlings whose pieces stand where they would start."""
        plain, found = self._game.plain, list[CompiledCastling]()
        for each in self.from_array:
            royal, companion = each.paths
            if (
                board[royal.origin] == royal.piece
                and plain[board[companion.origin]] == companion.piece
            ):
                found.append(each)
        return found

    def with_rights(self, board: bytes, moved: Container[int] = ()) -> bytes:
        """Return the board on which pieces at home may castle, but for those on the cells `moved`.

        `board` has none that may castle.
        """
        castling = bytearray(board)
        for each in self.at_home(board):
            if each.royal.origin not in moved and each.companion.origin not in moved:
                self.allow(castling, each)
        return bytes(castling)

    def allow(self, board: bytearray | list[int], castling: CompiledCastling) -> None:
        """Have the pieces of a castling, at home on a board, stand there as not moved yet."""
        companion = castling.companion
        board[companion.origin] = self._game.in_state(companion.piece, MAY_CASTLE)

    def walks(self, move: CoreMove) -> tuple[tuple[int, int], ...]:
        """Return the origin and destination of each piece that a move moves, the royal one first.

        A move that is no castling has one such walk, a pass none.
        """
        if move.castling >= 0:
            paths = self.every[move.castling].paths
            return tuple([(path.origin, path.destination) for path in paths])
        return () if move.origin < 0 else ((move.origin, move.destination),)


def _walk(game: CompiledVariant, army: int, walk: Walk) -> CastlingWalk:
    board = game.board
    piece = game.piece(army, game.kinds[walk.code])
    origin, destination = board.number[walk.origin], board.number[walk.destination]
    passed = board.between(origin, destination)
    assert passed is not None, "a walk that is not straight"
    return CastlingWalk(piece, origin, passed, destination)


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
