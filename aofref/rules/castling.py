"""Castling: which rights are left, whether one may be used now, and what castling does.

Marks show that a right has gone, and two positions with the same rights have the same marks.  A
companion is marked if the royal piece may still castle with another.  The royal piece is marked if
it has no right left, though a companion stands where it could castle from.
"""

from collections.abc import Mapping, Sequence
from enum import Enum, auto
from types import MappingProxyType

from aofref.boards import NO_CELL
from aofref.paths import Line
from aofref.rules.castling_tables import CompiledCastling
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NO_PROMOTION, CoreMove, CorePosition, Marks
from aofref.rules.threats import attacks, board_after
from aofref.rules.watch import lines_to


class Bar(Enum):
    """What keeps an army from castling."""

    ABSENT = auto()  # a piece does not stand on the cell where it would start
    MOVED = auto()  # the piece on the cell has moved; of a royal piece perhaps all companions have
    OCCUPIED = auto()  # the cell is to be passed or entered
    ATTACKED = auto()  # the royal piece is on the cell, or would pass it or come to it


Barred = tuple[Bar, int]
"""What keeps an army from castling, and the cell."""


def castlings_of(position: CorePosition) -> list[CoreMove]:
    """List the legal castlings of the army to move."""
    return [
        move_of(castling)
        for castling in position.game.castlings.of_army[position.turn]
        if barred(position, castling) is None
    ]


def move_of(castling: CompiledCastling) -> CoreMove:
    """Return a castling as a move."""
    royal = castling.royal
    return CoreMove(royal.origin, royal.destination, NO_PROMOTION, castling.number)


def barred(position: CorePosition, castling: CompiledCastling) -> Barred | None:
    """Return what keeps the army to move from a castling of its own; None if it is legal."""
    board, marks, royal = position.board, position.marks, castling.royal
    for path in castling.paths:
        if board[path.origin] != path.piece:
            return Bar.ABSENT, path.origin
    if castling.strange != NO_CELL:
        return Bar.MOVED, castling.strange
    for path in castling.paths:
        if path.origin in marks:
            return Bar.MOVED, path.origin
    for cell in castling.needed:
        if board[cell]:
            return Bar.OCCUPIED, cell
    if position.watches[position.turn].attackers:
        return Bar.ATTACKED, royal.origin
    for cell in (*royal.passed, royal.destination):
        if attacks_on(position, castling, cell):
            return Bar.ATTACKED, cell
    return None


def attacks_on(position: CorePosition, castling: CompiledCastling, cell: int) -> list[Line]:
    """List the attacks on the royal piece on a cell that it passes or comes to in castling.

    While it passes, its companion has not moved; when it arrives, both have.
    """
    lines = lines_to(position.game, position.cells, position.turn, cell)
    return attacks(lines, occupied_during(position, castling, cell))


def occupied_during(position: CorePosition, castling: CompiledCastling, cell: int) -> int:
    """Return the occupied cells, as bits, with the royal piece on a cell of its way."""
    royal, companion = castling.paths
    occupied = position.occupied & ~(1 << royal.origin)
    if cell == royal.destination:
        occupied = occupied & ~(1 << companion.origin) | 1 << companion.destination
    return occupied | 1 << cell


def board_during(board: bytes, castling: CompiledCastling, cell: int) -> bytes:
    """Return the board with the royal piece on a cell of its way in castling."""
    origin = castling.royal.origin
    if cell == castling.royal.destination:
        return board_castled(board, castling)
    return board if cell == origin else board_after(board, origin, cell)


def board_castled(board: bytes, castling: CompiledCastling) -> bytes:
    """Return the board after castling."""
    after = bytearray(board)
    for path in castling.paths:
        after[path.origin] = 0
    for path in castling.paths:
        after[path.destination] = path.piece
    return bytes(after)


def rights_of(
    game: CompiledVariant, board: bytes, marks: Mapping[int, int]
) -> list[CompiledCastling]:
    """List the castlings whose pieces have not moved, so that they may still be made one day."""
    return [
        castling
        for castling in at_home(game, board)
        if castling.royal.origin not in marks and castling.companion.origin not in marks
    ]


def marks_after(position: CorePosition, move: CoreMove, board: bytes, marks: Marks) -> Marks:
    """Return the marks after a move from or to a cell from which a piece castles.

    The move led to `board`; the Pawns have their marks in `marks`.
    """
    game, before, (origin, destination, _, _) = position.game, position.board, move
    touched = False
    for cell in (origin, destination):
        for piece, castling in game.castlings.touching.get(cell, ()):
            if before[cell] == piece or board[cell] == piece:  # in most cases another stands there
                touched = touched or is_at_home(castling, before) or is_at_home(castling, board)
    if not touched:
        return marks
    changed = {origin, destination}
    rights = [
        castling
        for castling in rights_of(game, before, position.marks)
        if changed.isdisjoint(castling.homes)
    ]
    return marks_of(game, board, rights, marks)


def canonical_marks(game: CompiledVariant, board: bytes, marks: Marks) -> Marks:
    """Return the marks that a position with the same rights has."""
    if not game.castling_homes:
        return marks
    return marks_of(game, board, rights_of(game, board, marks), marks)


def at_home(game: CompiledVariant, board: bytes) -> list[CompiledCastling]:
    """List the castlings whose pieces stand where they would start."""
    return [castling for castling in game.castlings.from_array if is_at_home(castling, board)]


def is_at_home(castling: CompiledCastling, board: bytes) -> bool:
    """Return whether the pieces of a castling stand where they would start."""
    royal, companion = castling.royal, castling.companion
    return board[royal.origin] == royal.piece and board[companion.origin] == companion.piece


def marks_of(
    game: CompiledVariant, board: bytes, rights: Sequence[CompiledCastling], marks: Marks
) -> Marks:
    """Return the marks that show these rights; the Pawns keep theirs of `marks`."""
    standing = at_home(game, board)
    if not standing and not marks:
        return marks
    shown = {cell: mark for cell, mark in marks.items() if game.is_pawn[board[cell]]}
    still = {castling.royal.origin for castling in rights}
    for castling in standing:
        royal = castling.royal.origin
        if castling not in rights:
            shown[castling.companion.origin if royal in still else royal] = 0
    return MappingProxyType(shown)
