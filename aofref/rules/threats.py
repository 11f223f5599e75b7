"""Threats: which pieces could capture a royal piece now, or would after a move (RULES 8)."""

from __future__ import annotations

from collections.abc import Sequence

from aofref.paths import Line, open_line
from aofref.rules.position import ALONE, CoreMove, CorePosition, lines_to


def attacks(lines: Sequence[Line], occupied: int) -> list[Line]:
    """List an open line of each attacking piece; an empty cell attacks nothing."""
    attacking: dict[int, Line] = {}
    for line in lines:
        cell, between, screens = line
        if (
            (occupied & between).bit_count() == screens
            and occupied >> cell & 1
            and cell not in attacking
        ):
            attacking[cell] = line
    return list(attacking.values())


def attackers_of_cell(position: CorePosition, cell: int, armies: Sequence[int]) -> list[int]:
    """List the cells of the pieces of armies that attack a cell, as `attackers_by_cell` does."""
    pieces = [piece for army in armies for piece in position.game.pieces[army]]
    lines = lines_to(position.game, pieces, position.cells, cell)
    return [line[0] for line in attacks(lines, position.occupied)]


def attacks_now(position: CorePosition, army: int) -> list[Line]:
    """List an open line of each piece that attacks an army's royal piece."""
    return attacks(position.watches[army].lines, position.occupied)


def board_after(
    board: bytes, origin: int, destination: int, taken: tuple[int, ...] = (), arrives: int = 0
) -> bytes:
    """Return the board right after a move, before any promotion or removal.

    `taken` are the cells of Pawns that the move takes en passant.  `arrives` is the piece in its
    state after the move; 0: as it was.
    """
    after = bytearray(board)
    after[destination] = arrives or after[origin]
    after[origin] = 0
    for cell in taken:
        after[cell] = 0
    return bytes(after)


def occupied_after(
    position: CorePosition, origin: int, destination: int, taken: tuple[int, ...]
) -> int:
    """Return the occupied cells, as bits, right after a move."""
    occupied = position.occupied & ~(1 << origin) | 1 << destination
    for cell in taken:
        occupied ^= 1 << cell
    return occupied


def with_piece(board: bytes, cell: int, piece: int) -> bytes:
    """Return the board with a piece, or 0 for none, on `cell`."""
    return board[:cell] + ALONE[piece] + board[cell + 1 :]


def exposure(position: CorePosition, move: CoreMove, taken: tuple[int, ...]) -> list[Line]:
    """List the attacks on the moving army's royal piece right after a move, before any removal."""
    army = position.turn
    origin, destination, _, _ = move
    lines: Sequence[Line] = position.watches[army].lines
    if origin == position.royals[army]:
        enemies = position.game.enemy_pieces[army]
        lines = lines_to(position.game, enemies, position.cells, destination)
    occupied = occupied_after(position, origin, destination, taken)
    return attacks([line for line in lines if line[0] != destination], occupied)


def exposes(
    position: CorePosition, origin: int, destination: int, taken: tuple[int, ...] = ()
) -> bool:
    """Return whether a move leaves the moving army's royal piece in check."""
    watch = position.watches[position.turn]
    if not (origin in watch.exposed or destination in watch.exposed or taken):
        return False
    if origin == watch.royal:
        return not safe_for_royal(position, [destination])
    if watch.attackers and not (taken or watch.near & (1 << origin | 1 << destination)):
        return True
    occupied = occupied_after(position, origin, destination, taken)
    for cell, between, screens in watch.lines:  # an attacker may have been taken by the move
        if (
            (occupied & between).bit_count() == screens
            and cell != destination
            and cell not in taken
        ):
            return True
    return False


def safe_for_royal(position: CorePosition, ends: list[int]) -> list[int]:
    """List the destinations where the royal piece of the army to move is not in check."""
    army, game, cells = position.turn, position.game, position.cells
    enemies = game.enemy_pieces[army]
    occupied = position.occupied & ~(1 << position.royals[army])  # no line needs where it goes
    safe: list[int] = []
    for end in ends:
        if open_line(lines_to(game, enemies, cells, end), occupied) is None:
            safe.append(end)
    return safe
