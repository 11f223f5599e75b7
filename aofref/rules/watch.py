"""Watch: the pieces that attack a royal piece, or may after the next move (RULES 8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from aofref.paths import Line
from aofref.rules.compiled_variant import CompiledVariant

if TYPE_CHECKING:
    from mypy_extensions import i64

Cells = tuple[int, ...]
LinesOf = tuple[int, tuple[Line, ...]]
"""A cell, and the lines that lead from the piece there to the royal piece, open or not."""


class Watch:
    """The possible attackers of a royal piece: the enemy pieces with any line to it.

    The royal piece stands on the cell `royal` (-1: it is removed).
    `lines` has their cells and lines, `attackers` the armies that attack now, a bit 1 << army each.
    A move changes neither if it creates no new possible attacker and changes no cell of `watched`,
    the royal piece's own among them.
    Only a move from or to a cell where `exposed` is not 0, or a capture en passant, may leave the
    royal piece attacked.  These cells are all while somebody attacks, else its own cell, the cell
    of a piece that alone blocks a line, and, if a line is `hopped`, the cells where a hop needs its
    screen or no other piece.  The Watch of an army without a royal piece has no lines.
    """

    __slots__ = ("attackers", "exposed", "hopped", "lines", "royal", "watched")

    def __init__(
        self,
        royal: int,
        lines: tuple[LinesOf, ...],
        attackers: int,
        watched: frozenset[int],
        exposed: bytes,
        hopped: bool,
    ) -> None:
        self.royal: Final = royal
        self.lines: Final = lines
        self.attackers: Final = attackers
        self.watched: Final = watched
        self.exposed: Final = exposed
        self.hopped: Final = hopped


def lines_to(game: CompiledVariant, cells: Sequence[Cells], army: int, royal: int) -> list[LinesOf]:
    """List the lines of the enemies of an army to a cell, open or not.

    `cells` has the cells of each piece.
    """
    tables, places = game.lines, game.board.places
    found: list[LinesOf] = []
    at, cell = places[royal], 0
    for piece in game.enemy_pieces[army]:
        standing = cells[piece]
        if standing:
            table = tables.capture_tables[piece] or tables.capturing(piece)
            reachable = table.reachable
            for cell in standing:
                if reachable[at - places[cell]]:
                    lines = table.known[royal].get(cell) or table.lines(cell, royal)
                    if lines:
                        found.append((cell, lines))
    return found


def watch_of(
    game: CompiledVariant, board: bytes, cells: list[Cells], army: int, royal: int
) -> Watch:
    """Find the possible attackers of an army's royal piece; its cell is -1 once it is removed."""
    found = lines_to(game, cells, army, royal) if royal >= 0 else []
    return _watch(game, board, found, royal)


def watch_after(
    game: CompiledVariant, board: bytes, before: Watch, changed: Sequence[int], army: int
) -> Watch:
    """Update the possible attackers after cells have changed, except the royal piece's own.

    Only pieces on these cells are added; possible attackers `before` stay on all other cells.
    """
    found = [known for known in before.lines if known[0] not in changed]
    for cell in changed:
        piece = board[cell]
        if piece and game.army_of[piece] != army:
            lines = game.lines.capturing(piece).lines(cell, before.royal)
            if lines:
                found.append((cell, lines))
    return _watch(game, board, found, before.royal)


def _watch(game: CompiledVariant, board: bytes, found: list[LinesOf], royal: int) -> Watch:
    """Make the Watch of a royal piece, on the cell `royal`, to which these lines lead."""
    watched: list[int] = []
    exposed: list[int] = []
    attackers, hopped = 0, False
    crossed: i64
    for cell, lines in found:
        watched.append(cell)
        for screen, path in lines:
            if screen != cell:
                hopped = True
                watched.append(screen)
                exposed.append(screen)
                exposed.extend(path)
            blockers, blocker = 0, cell
            for crossed in path:
                watched.append(crossed)
                if board[crossed]:
                    blockers += 1
                    blocker = crossed
            if blockers == 1:
                exposed.append(blocker)
            elif not blockers and board[screen]:
                attackers |= 1 << game.army_of[board[cell]]
    by_cell = bytearray(b"\1" * len(board) if attackers else len(board))
    if royal >= 0:
        by_cell[royal] = 1
        watched.append(royal)
    for cell in exposed:
        by_cell[cell] = 1
    return Watch(royal, tuple(found), attackers, frozenset(watched), bytes(by_cell), hopped)


def watches_of(
    game: CompiledVariant, board: bytes, cells: list[Cells], royals: Sequence[int]
) -> tuple[Watch, ...]:
    """Find the possible attackers of every royal piece."""
    return tuple([watch_of(game, board, cells, army, royal) for army, royal in enumerate(royals)])


def open_line(board: bytes, lines: tuple[Line, ...]) -> Line | None:
    """Return the first line that is open on `board`, or None."""
    for line in lines:
        screen, path = line
        if board[screen]:
            for cell in path:
                if board[cell]:
                    break
            else:
                return line
    return None
