"""Threats: the attackers and guards of cells and royal pieces; the material of each army."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

from aofref.findings import Attack, Piece, Side
from aofref.rules.moves import attacks, attacks_now
from aofref.rules.position import NOBODY, CorePosition, lines_to
from aofref.rules.refuse import piece_on, threats_of
from aofref.text import joined
from aofref.values import FrozenMapping, Value, members

if TYPE_CHECKING:
    from aofref.library.typed import AttackersReport, KingThreatReport, MaterialReport


class Attackers(Value):
    """A cell with its attackers and guards: made by `Position.attackers`.

    `cell` is its name, `piece` the piece on it, or None.  `attackers` could capture on the cell
    if it were their turn; `guards` are pieces of the same army as the piece there that could
    recapture.  For an empty cell, every piece that could capture there is an attacker.  Pins and
    captures en passant are not considered.
    """

    cell: str
    piece: Piece | None
    attackers: tuple[Attack, ...]
    guards: tuple[Attack, ...]

    def report(self) -> "AttackersReport":
        """Return it as plain data, as `aofref threats --on CELL --format json` does."""
        return cast("AttackersReport", members(self, "cell piece attackers guards"))

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


def attackers_of(position: CorePosition, cell: int) -> Attackers:
    """Find the attackers and guards of a cell."""
    game, board = position.game, position.board
    every = range(1, len(game.movers))
    reaching = attacks(lines_to(game, every, position.cells, cell), position.occupied)
    stands = piece_on(position, cell) if board[cell] else None
    army = stands.army if stands is not None else ""
    every_attack = threats_of(game, board, reaching, cell)
    guards = tuple(attack for attack in every_attack if attack.piece.army == army)
    attackers = tuple(attack for attack in every_attack if attack.piece.army != army)
    return Attackers(game.board.names[cell], stands, attackers, guards)


def all_attackers(position: CorePosition) -> list[Attackers]:
    """List the attackers and guards of each piece, in order of play, then of the cells' names."""
    names, army_of = position.game.board.names, position.game.army_of
    cells = [cell for cell, piece in enumerate(position.board) if piece]
    cells.sort(key=lambda cell: (army_of[position.board[cell]], names[cell]))
    return [attackers_of(position, cell) for cell in cells]


class KingThreat(Value):
    """A royal piece and its attackers: made by `Position.threats`.

    `piece` is the royal piece, `attackers` are the attacks on it, usually none, `sides` are the
    armies that move before it could be captured.
    """

    piece: Piece
    attackers: tuple[Attack, ...]
    sides: tuple[Side, ...]

    @property
    def waits(self) -> tuple[str, ...]:
        """The letters of the armies that move before it could be captured."""
        return tuple(side.letter for side in self.sides)

    def report(self) -> "KingThreatReport":
        """Return it as plain data, as `aofref threats --format json` does."""
        return cast("KingThreatReport", members(self, "piece attackers waits"))

    def __str__(self) -> str:
        if not self.attackers:
            return f"{self.piece}: not attacked"
        first = "at once"
        if self.sides:
            verb = "move" if len(self.sides) > 1 else "moves"
            first = f"{joined([side.name for side in self.sides], 'and')} {verb} before the capture"
        by = [f"  by {attack}" for attack in self.attackers]
        return "\n".join([f"{self.piece}: attacked; {first}", *by])


def king_threats(position: CorePosition) -> list[KingThreat]:
    """List every royal piece, its attackers, and the armies that move before the first of these."""
    game, threats = position.game, []
    for army in position.living:
        lines, cell = attacks_now(position, army), position.royals[army]
        attackers = threats_of(game, position.board, lines, cell)
        hostile, sides = {attack.piece.army for attack in attackers}, list[Side]()
        if attackers and (turn := position.turn) != NOBODY:
            order = turn, *game.others[turn]
            sides = [game.sides[each] for each in order if each in position.living]
        first = next((n for n, side in enumerate(sides) if side.letter in hostile), len(sides))
        royal = piece_on(position, cell)
        threats.append(KingThreat(royal, attackers, tuple(sides[:first])))
    return threats


class Material(Value):
    """The pieces of an army, compared with its array: made by `Position.material`.

    `army` is its letter.  Numbers of pieces are by code, in the order of the game's pieces:
    `pieces` on the board (none of a removed army), `lost` from its array, and `gained` beyond its
    array by promotion.
    """

    army: str
    pieces: FrozenMapping[int]
    lost: FrozenMapping[int]
    gained: FrozenMapping[int]

    def report(self) -> "MaterialReport":
        """Return it as plain data, as `aofref material --format json` does, without the army."""
        return cast("MaterialReport", members(self, "on-board=pieces lost gained"))

    def __str__(self) -> str:
        if not self.pieces:
            return f"{self.army}: off the board"
        lines = [f"{self.army}: {_counted(self.pieces)}; {sum(self.pieces.values())} in all"]
        lines += [f"  lost: {_counted(self.lost)}"] * bool(self.lost)
        lines += [f"  gained: {_counted(self.gained)}"] * bool(self.gained)
        return "\n".join(lines)


def _counted(pieces: Mapping[str, int]) -> str:
    return ", ".join(f"{number} {code}" for code, number in pieces.items())


def material(position: CorePosition) -> list[Material]:
    """Count the pieces of every army, in order of play, and compare them with its array."""
    game, counts = position.game, []
    for army, letter in enumerate(game.letters):
        has = Counter(
            game.kind_of[piece] for piece in position.board if piece and game.army_of[piece] == army
        )
        had = Counter(game.array[army].values())
        pieces, lost, gained = (
            FrozenMapping({game.codes[kind]: count for kind, count in sorted(kinds.items())})
            for kinds in (has, had - has, has - had)
        )
        counts.append(Material(letter, pieces, lost, gained))
    return counts
