"""Attackers: which pieces attack a cell and which guard it; what every army has left."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from aofref.findings import Attack, Piece
from aofref.frozen import FrozenMapping
from aofref.rules.king_attacks import open_line
from aofref.rules.position import Position
from aofref.rules.refuse import piece_on, threats_of
from aofref.rules.threats import LineOfAttack


class Attackers(NamedTuple):
    """A cell, who attacks it and who guards it: made by `Position.attackers`.

    `cell` is its name, `piece` what stands there, or None.  `attackers` could capture on the cell
    if it were their turn; `guards` are pieces of the same army as the piece there that could
    recapture.  For an empty cell, every piece that could capture there is an attacker.  Pins and
    captures en passant are not considered.
    """

    cell: str
    piece: Piece | None
    attackers: tuple[Attack, ...]
    guards: tuple[Attack, ...]

    def report(self) -> dict[str, Any]:
        """Return it as plain data, as `aofref threats --on CELL --format json` does."""
        return {
            "cell": self.cell,
            "piece": str(self.piece) if self.piece else None,
            "attackers": [attack.report() for attack in self.attackers],
            "guards": [attack.report() for attack in self.guards],
        }

    def __str__(self) -> str:
        name = str(self.piece or f"{self.cell}, empty")
        if not self.attackers and not self.guards:
            neither = "neither attacked nor guarded" if self.piece else "not attacked"
            return f"{name}: {neither}"
        attacked = f"attacked by {len(self.attackers)}" if self.attackers else "not attacked"
        guarded = f", guarded by {len(self.guards)}" if self.piece else ""
        by = [f"  by {attack}" for attack in self.attackers]
        guards = [f"  guarded by {attack}" for attack in self.guards]
        return "\n".join([f"{name}: {attacked}{guarded}", *by, *guards])


def attackers_of(position: Position, cell: int) -> Attackers:
    """Say who attacks and who guards a cell."""
    game, board = position.game, position.board
    found: list[LineOfAttack] = []
    for origin, piece in enumerate(board):
        if piece and origin != cell:
            lines = game.lines.capturing(piece).lines(origin, cell)
            line = open_line(board, lines) if lines else None
            if line is not None:
                found.append((origin, line))
    stands = piece_on(position, cell) if board[cell] else None
    attacks = threats_of(game, board, found)
    guards = tuple(it for it in attacks if stands is not None and it.piece.army == stands.army)
    attackers = tuple(attack for attack in attacks if attack not in guards)
    return Attackers(game.board.names[cell], stands, attackers, guards)


def all_attackers(position: Position) -> list[Attackers]:
    """Say of every piece who attacks and who guards it, in order of play, then of cells' names."""
    names, army_of = position.game.board.names, position.game.army_of
    cells = [cell for cell, piece in enumerate(position.board) if piece]
    cells.sort(key=lambda cell: (army_of[position.board[cell]], names[cell]))
    return [attackers_of(position, cell) for cell in cells]


class Material(NamedTuple):
    """The pieces of an army, compared with its array: made by `Position.material`.

    `army` is its letter.  The numbers of pieces are by code, in the order of the game's pieces:
    `pieces` is what it has on the board, nothing for an army that has been removed; `lost` what it
    lacks of its array; `gained` what it has beyond its array, by promotion.
    """

    army: str
    pieces: FrozenMapping[int]
    lost: FrozenMapping[int]
    gained: FrozenMapping[int]

    def report(self) -> dict[str, Any]:
        """Return it as plain data, as `aofref material --format json` does, without the army."""
        return {
            "pieces": dict(self.pieces),
            "lost": dict(self.lost),
            "gained": dict(self.gained),
        }

    def __str__(self) -> str:
        if not self.pieces:
            return f"{self.army}: off the board"
        lines = [f"{self.army}: {_counted(self.pieces)}; {sum(self.pieces.values())} in all"]
        lines += [f"  lost: {_counted(self.lost)}"] * bool(self.lost)
        lines += [f"  gained: {_counted(self.gained)}"] * bool(self.gained)
        return "\n".join(lines)


def _counted(pieces: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {code}" for code, number in pieces.items())


def material(position: Position) -> list[Material]:
    """Count the pieces of every army, in order of play, and hold them against its array."""
    game, counts = position.game, []
    for army, letter in enumerate(game.letters):
        has = Counter(
            game.kind_of[piece] for piece in position.board if piece and game.army_of[piece] == army
        )
        had = Counter(game.array[army].values())
        counted = (
            FrozenMapping({game.codes[kind]: count for kind, count in sorted(found.items())})
            for found in (has, had - has, has - had)
        )
        counts.append(Material(letter, *counted))
    return counts
