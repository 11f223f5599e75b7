"""Watch: what bears on one royal piece, kept from move to move (RULES 8).

A royal piece is *watched* by the enemy pieces that have any line to it, open or not.  It is looked
at again only when a move touches one of these lines, or brings another piece that has one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from aofref.paths import Line, Reach
from aofref.rules.tables import Tables

Watchers = Mapping[int, tuple[Line, ...]]
"""Enemy pieces, by cell, with their lines to a royal piece."""

Men = Sequence[tuple[int, ...]]
"""The cells of each army's pieces."""


class Watch:
    """What bears on a royal piece; it never changes.

    `lines` are the watchers; `armies` those that attack now, a bit 1 << army each; `near` every
    cell of the lines.  While nobody attacks, a move can only expose the royal piece from a cell in
    `shields`, where a piece stands alone in a line's way, or onto one in `hops`, where a hop lands
    if a screen comes there.
    """

    def __init__(
        self, lines: Watchers, armies: int, near: set[int], shields: set[int], hops: set[int]
    ) -> None:
        """Hold what `look` found."""
        self.lines: Final = lines
        self.armies: Final = armies
        self.near: Final = near
        self.shields: Final = shields
        self.hops: Final = hops


UNWATCHED = Watch({}, 0, set(), set(), set())
"""The watch of an army that is off the board."""


class Watches:
    """What bears on the royal pieces of a position; it never changes.

    `each` is the watch of each army, `near` their cells together, `attacked` says whether any royal
    piece is attacked.  Most moves touch no cell that is near, and bring no other watcher: the same
    watches then hold in the next position.
    """

    def __init__(self, each: tuple[Watch, ...]) -> None:
        """Sum up the watch of each army."""
        near: set[int] = set()
        attacked = False
        for watch in each:
            near |= watch.near
            attacked = attacked or watch.armies != 0
        self.each: Final = each
        self.near: Final = near
        self.attacked: Final = attacked


def look(game: Tables, board: bytes, lines: Watchers) -> Watch:
    """See on the board which watchers attack, and which are held off by one piece only."""
    army_of = game.army_of
    armies = 0
    near = set(lines)
    shields: set[int] = set()
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
            shield = -1
            for crossed in path:
                if board[crossed]:
                    if shield >= 0:
                        break
                    shield = crossed
            else:
                if shield >= 0:
                    shields.add(shield)
                elif board[screen]:
                    armies |= 1 << army_of[board[cell]]
    if hops:
        near |= hops
        shields |= hops
    return Watch(lines, armies, near, shields, hops)


def watch_of(
    game: Tables,
    board: bytes,
    men: Men,
    army: int,
    royal: int,
) -> Watch:
    """Find the watchers of the cell `royal`, which `army` owns, among the `men` of the others."""
    takes = game.takes
    lines = {}
    for enemy, cells in enumerate(men):
        if enemy == army:
            continue
        for cell in cells:
            piece = board[cell]
            reach = takes[piece][cell]
            if reach is None:
                reach = game.take_lines(piece, cell)
            if royal in reach:
                lines[cell] = reach[royal]
    return look(game, board, lines)


Arrival = tuple[int, int, Reach]
"""A cell that has changed, the army of the piece that stands there now, and what it captures on."""


def arrivals(game: Tables, board: bytes, changed: list[int]) -> list[Arrival]:
    """List the cells among `changed` that hold a piece."""
    found = []
    for cell in changed:
        piece = board[cell]
        if piece:
            reach = game.takes[piece][cell]
            if reach is None:
                reach = game.take_lines(piece, cell)
            found.append((cell, game.army_of[piece], reach))
    return found


def renewed(
    game: Tables,
    board: bytes,
    watch: Watch,
    army: int,
    royal: int,
    changed: list[int],
    arrived: list[Arrival],
) -> Watch:
    """Look again at a royal piece that has not moved, with the watchers that there are now."""
    lines = dict(watch.lines)
    for cell in changed:
        lines.pop(cell, None)
    for cell, owner, reach in arrived:
        if owner != army and royal in reach:
            lines[cell] = reach[royal]
    return look(game, board, lines)


def is_attacked(
    game: Tables,
    board: bytes,
    men: Men,
    army: int,
    royal: int,
) -> bool:
    """Say whether a royal piece of `army`, just come to the cell `royal`, stands attacked there."""
    takes = game.takes
    for enemy, cells in enumerate(men):
        if enemy == army:
            continue
        for cell in cells:
            piece = board[cell]
            reach = takes[piece][cell]
            if reach is None:
                reach = game.take_lines(piece, cell)
            if royal in reach and cell != royal and open_line(board, reach[royal]) is not None:
                return True
    return False


def open_line(board: bytes, lines: tuple[Line, ...]) -> Line | None:
    """Give the first line that is open on `board`, or None."""
    for line in lines:
        screen, path = line
        if board[screen]:
            for cell in path:
                if board[cell]:
                    break
            else:
                return line
    return None
