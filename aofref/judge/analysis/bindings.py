"""Bindings: the cells that a piece can ever come to from each other, on an empty board."""

from __future__ import annotations

from collections import Counter

from aofref.rules.compiled_variant import CompiledVariant


def classes(game: CompiledVariant, army: int, kind: int) -> tuple[int, ...]:
    """List for each cell the number of its binding, the largest 0; -1 where the piece has no way.

    Two cells share a binding if moves lead from one to the other, in either direction, through any
    others.
    """
    piece, count = game.piece(army, kind), len(game.board.cells)
    root = list(range(count))

    def find(cell: int) -> int:
        while root[cell] != cell:
            root[cell] = root[root[cell]]
            cell = root[cell]
        return cell

    linked = set()
    for cell in range(count):
        for end in game.lines.quiet(piece, cell):
            linked |= {cell, end}
            root[find(cell)] = find(end)
    sizes = Counter(find(cell) for cell in sorted(linked))
    order = {cell: n for n, (cell, _) in enumerate(sizes.most_common())}
    return tuple(order[find(cell)] if cell in linked else -1 for cell in range(count))
