"""King attacks: what bears on one royal piece, kept from move to move (RULES 8).

The possible attackers of a royal piece are the enemy pieces with any line to it, open or not.
It is looked at again only when a move touches one of these lines, or brings another such piece.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from aofref.paths import Line
from aofref.rules.compiled_variant import CompiledVariant

ALONE: Final = tuple([bytes((piece,)) for piece in range(256)])
"""Each piece as the bytes of a board of one cell; 0 is the empty cell."""

Cells = frozenset[int]
_NOWHERE: Final[Cells] = frozenset()


class KingAttacks:
    """What bears on a royal piece; it never changes.

    `lines` are those of each possible attacker, by its cell; `armies` those that attack now, a bit
    1 << army each; `near` every cell of the lines.  While nobody attacks, a move can only expose
    the royal piece from a cell in `blockers`, where a piece stands alone in a line's way, or onto
    one in `hops`, where a hop lands if a screen comes there.
    """

    __slots__ = ("armies", "blockers", "hops", "lines", "near")

    def __init__(
        self,
        lines: MappingProxyType[int, tuple[Line, ...]],
        armies: int,
        near: Cells,
        blockers: Cells,
        hops: Cells,
    ) -> None:
        self.lines: Final = lines
        self.armies: Final = armies
        self.near: Final = near
        self.blockers: Final = blockers
        self.hops: Final = hops


UNATTACKED: Final = KingAttacks(MappingProxyType({}), 0, frozenset(), frozenset(), frozenset())
"""What bears on the royal piece of an army that is off the board: nothing."""


class AllKingAttacks:
    """What bears on the royal pieces of a position; it never changes.

    `each` has those of each army, `near` their cells together, `attacked` says whether any royal
    piece is attacked.  Most moves touch no cell that is near, and bring no other possible attacker:
    the same then holds in the next position.
    """

    __slots__ = ("attacked", "each", "near")

    def __init__(self, each: tuple[KingAttacks, ...]) -> None:
        self.each: Final = each
        self.near: Final = _NOWHERE.union(*[king_attacks.near for king_attacks in each])
        self.attacked: Final = any(king_attacks.armies for king_attacks in each)


def occupied_on(board: bytes) -> tuple[int, ...]:
    """List the cells of a board that hold a piece, in order."""
    return tuple([cell for cell in range(len(board)) if board[cell]])


def cells_of(board: bytes, piece: int) -> list[int]:
    """List the cells where a piece stands, in order: one call, where `find` is one for each."""
    cells, cell = [], -1
    for between in board.split(ALONE[piece]):
        cell += len(between) + 1
        cells.append(cell)
    cells.pop()  # the end of the board
    return cells


def look(game: CompiledVariant, board: bytes, lines: dict[int, tuple[Line, ...]]) -> KingAttacks:
    """See which of these possible attackers attack, and which one piece alone holds off."""
    army_of = game.army_of
    armies = 0
    near = set(lines)
    blockers: set[int] = set()
    hops: set[int] = set()
    for cell, ways in lines.items():
        for screen, path in ways:
            if not path and screen == cell:
                armies |= 1 << army_of[board[cell]]
                continue
            near.update(path)
            if screen != cell:
                hops.add(screen)
                hops.update(path)
            blocker = -1
            for crossed in path:
                if board[crossed]:
                    if blocker >= 0:
                        break
                    blocker = crossed
            else:
                if blocker >= 0:
                    blockers.add(blocker)
                elif board[screen]:
                    armies |= 1 << army_of[board[cell]]
    if hops:
        near |= hops
        blockers |= hops
    return KingAttacks(
        MappingProxyType(lines),
        armies,
        frozenset(near),
        frozenset(blockers) if blockers else _NOWHERE,
        frozenset(hops) if hops else _NOWHERE,
    )


def king_attacks_of(
    game: CompiledVariant,
    board: bytes,
    occupied: tuple[int, ...],
    army: int,
    royal: int,
) -> KingAttacks:
    """Find who may attack the cell `royal` of `army`; enemies stand on cells of `occupied`."""
    army_of, tables, places = game.army_of, game.lines.capture_tables, game.board.places
    at, lines = places[royal], {}
    for cell in occupied:
        piece = board[cell]
        if not piece or army_of[piece] == army:
            continue
        table = tables[piece]
        if table is None:
            table = game.lines.capturing(piece)
        if table.cover[at - places[cell]]:
            from_cell = table.lines(cell, royal)
            if from_cell:
                lines[cell] = from_cell
    return look(game, board, lines)


def all_king_attacks_of(
    game: CompiledVariant, board: bytes, royals: Sequence[int]
) -> AllKingAttacks:
    """Find what bears on every royal piece; -1 is that of an army off the board."""
    occupied = occupied_on(board)
    return AllKingAttacks(
        tuple(
            [
                king_attacks_of(game, board, occupied, army, royal) if royal >= 0 else UNATTACKED
                for army, royal in enumerate(royals)
            ]
        )
    )


def renewed(
    game: CompiledVariant,
    board: bytes,
    king_attacks: KingAttacks,
    army: int,
    royal: int,
    changed: list[int],
) -> KingAttacks:
    """Look again at a royal piece that has not moved; nothing is new if no change bears on it."""
    new: dict[int, tuple[Line, ...]] = {}
    army_of, places = game.army_of, game.board.places
    for cell in changed:
        piece = board[cell]
        if piece and army_of[piece] != army:
            table = game.lines.capturing(piece)
            if table.cover[places[royal] - places[cell]]:
                now = table.lines(cell, royal)
                if now:
                    new[cell] = now
    if not new and king_attacks.near.isdisjoint(changed):
        return king_attacks
    lines = king_attacks.lines.copy()
    for cell in changed:
        lines.pop(cell, None)
    lines.update(new)
    return look(game, board, lines)


def is_attacked(
    game: CompiledVariant, board: bytes, occupied: tuple[int, ...], army: int, royal: int
) -> bool:
    """Say whether a royal piece of `army`, just come to the cell `royal`, stands attacked there."""
    army_of, tables, places = game.army_of, game.lines.capture_tables, game.board.places
    at = places[royal]
    for cell in occupied:
        piece = board[cell]
        if not piece or army_of[piece] == army:
            continue
        table = tables[piece]
        if table is None:
            table = game.lines.capturing(piece)
        if table.cover[at - places[cell]]:
            lines = table.lines(cell, royal)
            if lines and open_line(board, lines) is not None:
                return True
    return False


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
