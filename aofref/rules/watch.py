"""Watch: what bears on a royal piece now, or may after the next move (RULES 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from aofref.paths import Line, cells_in
from aofref.rules.compiled_variant import CompiledVariant

Cells = tuple[int, ...]


class Watch:
    """The lines of all enemies to a royal piece on the cell `royal`, which is -1 once it is gone.

    `attackers` are the armies that attack now, a bit 1 << army each.  A move changes neither if it
    brings no new line, and changes no cell of `near` (bits), the royal piece's own among them.
    Only a move from or to an `exposed` cell, or a capture en passant, may leave the royal piece
    attacked: all cells while somebody attacks, else its own, the cell of a piece without which a
    line is open, and the cells where a hop lacks a screen.  `hops`: there is a line with a screen.
    """

    __slots__ = ("attackers", "exposed", "hops", "lines", "near", "royal")

    def __init__(
        self,
        royal: int,
        lines: tuple[Line, ...],
        attackers: int,
        near: int,
        exposed: Sequence[int],
        hops: bool,
    ) -> None:
        self.royal: Final = royal
        self.lines: Final = lines
        self.attackers: Final = attackers
        self.near: Final = near
        self.exposed: Final = exposed
        self.hops: Final = hops


def lines_to(
    game: CompiledVariant, pieces: Sequence[int], cells: Sequence[Cells], end: int
) -> list[Line]:
    """List the lines of pieces, by number, to a cell, open or not.

    `cells` has the cells of each piece.
    """
    movers, places = game.movers, game.board.places
    found: list[Line] = []
    at = places[end]
    for piece in pieces:
        standing = cells[piece]
        if standing:
            taking = movers[piece].taking
            reach = taking.reach or taking.learn()
            for cell in standing:
                if reach[at - places[cell]]:
                    found += taking.to(cell, end)
    return found


def watch_of(
    game: CompiledVariant, board: bytes, occupied: int, cells: list[Cells], army: int, royal: int
) -> Watch:
    """Look at what bears on an army's royal piece; its cell is -1 once it is gone."""
    found = lines_to(game, game.enemy_pieces[army], cells, royal) if royal >= 0 else []
    return _watch(game, board, occupied, found, royal)


def watch_after(
    game: CompiledVariant,
    board: bytes,
    occupied: int,
    before: Watch,
    changed: Sequence[int],
    army: int,
) -> Watch:
    """Look again at a royal piece that has not moved, after cells have changed.

    Only pieces on these cells are new; all other lines of `before` stay.
    """
    found = [line for line in before.lines if line[0] not in changed]
    for cell in changed:
        piece = board[cell]
        if piece and game.army_of[piece] != army:
            found += game.movers[piece].taking.to(cell, before.royal)
    return _watch(game, board, occupied, found, before.royal)


def _watch(
    game: CompiledVariant, board: bytes, occupied: int, found: list[Line], royal: int
) -> Watch:
    """Make the Watch of a royal piece, on the cell `royal`, to which these lines lead."""
    exposed: list[int] = [royal]
    near, attackers, hops = 1 << royal if royal >= 0 else 0, 0, False
    for cell, between, screens in found:
        near |= between | 1 << cell
        held = occupied & between
        count = held.bit_count()
        if screens:
            hops = True
        if count == screens:
            attackers |= 1 << game.army_of[board[cell]]
        elif count == 1:
            exposed.append(held.bit_length() - 1)
        elif count < screens + 2:  # a hop has no screen, or two
            exposed += cells_in(held or between)
    anywhere: Sequence[int] = range(len(board)) if attackers else tuple(exposed)
    return Watch(royal, tuple(found), attackers, near, anywhere, hops)
