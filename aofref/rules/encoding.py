"""Encoding: the armies, types and pieces of a game as small integers."""

from itertools import chain
from typing import Final, NamedTuple

from aofref.findings import Side
from aofref.games.model import MOST_PIECES, VariantData, companions
from aofref.pieces import Piece
from aofref.text import on_one_line

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


class Encoding:
    """The numbers of a game: armies in order of play, types as listed, cells as on the board.

    A piece is an integer from 1 to 255: its army, its type and its state.  0 is an empty cell, so
    that bytes hold a board.  The pieces whose state is PLAIN come first, then those `in_a_state`.
    `sides` are the armies as sentences name them.  `pawn_kind` is the Pawn whose code is left out
    of moves, -1 in a game without Pawns.  `codes` and `types` are by type, and `kinds` has the
    types by their codes.

    By piece are `army_of` (-1 for no army), `kind_of`, `state_of`, `is_pawn`, `is_royal`, `signs`
    (the code that moves are written with, empty for the Pawn), `plain` (the piece in the state
    PLAIN; it translates a board), `alike` (the pieces of its army and type in all states), and
    `named` (the letter of its army, the code and the name of its type; nothing for no piece).  By
    army, `others` lists the other armies in order of play after it, `pieces` and `enemy_pieces` its
    pieces and the pieces of the others, and `as_written` its plain pieces in the order of a
    position line; `sides_to` translates a board to 0 for an empty cell, FOE and OWN.
    """

    def __init__(self, variant: VariantData) -> None:
        self.variant: Final = variant
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
        states = pawn_states(variant)
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
        every = [(self.letters[army], kind) for army, kind, _ in ids]
        named = [(letter, self.codes[kind], self.types[kind].name) for letter, kind in every]
        self.named: Final = [("", "", ""), *named]
        self.others: Final = [
            (*self.armies[army + 1 :], *self.armies[:army]) for army in self.armies
        ]
        self.check_binds: Final = variant.check_binds
        self.pieces: Final = [
            [piece for piece, own in enumerate(self.army_of) if own == army] for army in self.armies
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

    def piece(self, army: int, kind: int) -> int:
        """Return the integer of an army's piece of a type, in the state PLAIN."""
        return 1 + army * len(self.types) + kind

    def by_code(self, army: int) -> dict[str, BothSides]:
        """Return by the code of their type the pieces of an army, and those of all others."""
        known = self._by_code[army]
        if not known:
            for code, kind in self.kinds.items():
                others = [self.alike[self.piece(other, kind)] for other in self.others[army]]
                known = {**known, code: (self.alike[self.piece(army, kind)], tuple(chain(*others)))}
            self._by_code[army] = known
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


def pawn_states(variant: VariantData) -> list[int]:
    """List the states of a variant's Pawns besides PLAIN."""
    rule = variant.pawns
    owed = list(range(1, max(rule.owed) + 1)) if rule.owed else []
    return [STEPPED] * rule.first_move + owed
