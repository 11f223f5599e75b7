"""Castling: which rights are left, whether one may be used now, and what castling does.

As long as a royal piece may castle with another, this stands at home in the state MAY_CASTLE.
"""

from enum import Enum, auto

from aofref.boards import NO_CELL
from aofref.paths import Line
from aofref.rules.compiled_variant import MAY_CASTLE, CompiledCastling, CompiledVariant
from aofref.rules.position import NO_PROMOTION, CoreMove, CorePosition, lines_to
from aofref.rules.threats import attacks, board_after


class Bar(Enum):
    """What keeps an army from castling."""

    ABSENT = auto()  # a piece does not stand on the cell where it would start
    MOVED = auto()  # the piece on the cell has moved; of a royal piece perhaps all companions have
    OCCUPIED = auto()  # the cell is to be passed or entered
    ATTACKED = auto()  # the royal piece is on the cell, or would pass it or come to it


def castlings_of(position: CorePosition) -> list[CoreMove]:
    """List the legal castlings of the army to move."""
    if position.royals[position.turn] not in position.game.castlings.homes:
        return []
    return [
        move_of(castling)
        for castling in position.game.castlings.of_army[position.turn]
        if barred(position, castling) is None
    ]


def move_of(castling: CompiledCastling) -> CoreMove:
    """Return a castling as a move."""
    royal = castling.royal
    return CoreMove(royal.origin, royal.destination, NO_PROMOTION, castling.number)


def barred(position: CorePosition, castling: CompiledCastling) -> tuple[Bar, int] | None:
    """Return what keeps the army to move from a castling of its own, and the cell; or None."""
    game, board, (royal, companion) = position.game, position.board, castling.paths
    for path in castling.paths:
        if game.plain[board[path.origin]] != path.piece:
            return Bar.ABSENT, path.origin
    if castling.strange != NO_CELL:
        return Bar.MOVED, castling.strange
    if game.state_of[board[companion.origin]] != MAY_CASTLE:
        castlers = game.castlings.castlers[castling.army]
        others = [piece for piece in castlers if position.cells[piece]]
        return Bar.MOVED, (companion if others else royal).origin
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
    enemies = position.game.enemy_pieces[position.turn]
    lines = lines_to(position.game, enemies, position.cells, cell)
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


def rights_of(game: CompiledVariant, board: bytes) -> list[CompiledCastling]:
    """List the castlings whose pieces have not moved, so that they may still be made one day."""
    return [
        castling
        for castling in game.castlings.from_array
        if game.state_of[board[castling.companion.origin]] == MAY_CASTLE
    ]


def moved_at_home(game: CompiledVariant, board: bytes) -> list[int]:
    """List the cells of pieces that stand where they would castle from, and have moved.

    A companion has moved if the royal piece may still castle with another; else the royal piece.
    """
    at_home = game.castlings.at_home(board)
    if not at_home:
        return []
    may = {castling.number for castling in rights_of(game, board)}
    still = {game.castlings.every[number].army for number in may}
    return [
        (castling.companion if castling.army in still else castling.royal).origin
        for castling in at_home
        if castling.number not in may
    ]
