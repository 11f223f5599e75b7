"""Position: who stands where, whose turn it is, what is owed (aofref-record(5))."""

from types import MappingProxyType
from typing import Final, NamedTuple

from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.king_attacks import AllKingAttacks, all_king_attacks_of, occupied_on

NOBODY: Final = -1
NO_PROMOTION: Final = -1


class CoreMove(NamedTuple):
    """A move as it takes place: cells by index, and the type promoted to, if any."""

    origin: int
    destination: int
    promotion: int = NO_PROMOTION


PASS: Final = CoreMove(-1, -1)


class Passed(NamedTuple):
    """An en passant right: the army that double-stepped, the cell passed, its Pawn's cell."""

    army: int
    cell: int
    pawn: int


Marks = MappingProxyType[int, int]  # the marks of Pawns by cell; nobody can change them
NO_MARKS: Final[Marks] = MappingProxyType({})


class Setup(NamedTuple):
    """What a position line or an array says, nothing of it played yet.

    `board` holds a piece for each cell, at most one royal piece for each army; `turn` is the army
    to move, or NOBODY where the game is over; `passed` are the en passant rights that stand, `owed`
    the marks of Pawns by cell.

    A Pawn's mark is how many moves it owes before it may promote (heathen-europe), or 0 where it
    has moved and stands on an array cell of a Pawn of its army, with no double step left (aof6).
    """

    game: CompiledVariant
    board: bytes
    turn: int
    round: int
    passed: tuple[Passed, ...]
    owed: Marks


class CorePosition:
    """A position that can be played on: what its Setup says, and what follows from that.

    `royals` is each army's royal cell (-1 once removed), `all_king_attacks` what bears on the royal
    pieces, `king_attacks` that on each army's; `transforms_due` says that play began with pieces
    that any move of their army turns into others; `winners` share the game once it is over.

    A position never changes.  It equals another that is written as the same position line, if the
    game, its rulings and its array are the same.
    """

    __slots__ = (
        *("game", "board", "turn", "round", "passed", "owed", "royals", "winners"),
        *("all_king_attacks", "king_attacks", "transforms_due", "_occupied"),
    )

    def __init__(
        self,
        game: CompiledVariant,
        board: bytes,
        turn: int,
        round: int,
        passed: tuple[Passed, ...],
        owed: Marks,
        royals: tuple[int, ...],
        all_king_attacks: AllKingAttacks,
        transforms_due: bool,
        winners: tuple[int, ...] | None = None,
    ) -> None:
        self.game: Final = game
        self.board: Final = board
        self.turn: Final = turn
        self.round: Final = round
        self.passed: Final = passed
        self.owed: Final = owed
        self.winners: Final = winners
        self._occupied: tuple[int, ...] | None = None
        self.royals: Final = royals
        self.all_king_attacks: Final = all_king_attacks
        self.king_attacks: Final = all_king_attacks.each
        self.transforms_due: Final = transforms_due

    @property
    def occupied(self) -> tuple[int, ...]:
        """List the cells that hold a piece, in order; looked up when first asked for."""
        if self._occupied is None:
            self._occupied = occupied_on(self.board)
        return self._occupied

    def cells_of(self, army: int) -> list[int]:
        """List the cells of an army's pieces, royal included, in order."""
        army_of, board = self.game.army_of, self.board
        return [cell for cell in self.occupied if army_of[board[cell]] == army]

    @property
    def setup(self) -> Setup:
        """What a position line says of it."""
        return Setup(self.game, self.board, self.turn, self.round, self.passed, self.owed)

    @property
    def living(self) -> list[int]:
        """List the armies still on the board, in order of play."""
        return [army for army, royal in enumerate(self.royals) if royal >= 0]

    @property
    def checks(self) -> tuple[int, ...]:
        """For each army, the armies that attack its royal piece, as bits 1 << army."""
        return tuple([king_attacks.armies for king_attacks in self.king_attacks])

    def with_turn(self, army: int) -> "CorePosition":
        """Return the same position with another army to move."""
        kept = self.royals, self.all_king_attacks, self.transforms_due, self.winners
        return CorePosition(*self.setup._replace(turn=army), *kept)

    def __eq__(self, other: object) -> bool:
        """Compare the game, and what a position line says; the derived fields follow from it."""
        if not isinstance(other, CorePosition):
            return NotImplemented
        return (
            self.board == other.board
            and self.turn == other.turn
            and self.round == other.round
            and self.passed == other.passed
            and self.owed == other.owed
            and self.winners == other.winners
            and (self.game is other.game or self.game.key == other.game.key)
        )

    def __hash__(self) -> int:
        return hash((self.board, self.turn, self.round, self.passed, self.winners))

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """Pickle all but what bears on the royal pieces, which is worked out again."""
        setup = (*self.setup[:-1], dict(self.owed))
        return _unpickled, (setup, self.royals, self.transforms_due, self.winners)

    def __repr__(self) -> str:
        pieces = {
            self.game.board.names[cell]: self.game.letters[army] + self.game.code(self.board[cell])
            for army in self.game.armies
            for cell in self.cells_of(army)
        }
        return f"Position({pieces}, turn={self.turn}, round={self.round}, passed={self.passed})"


def _unpickled(
    setup: tuple[CompiledVariant, bytes, int, int, tuple[Passed, ...], dict[int, int]],
    royals: tuple[int, ...],
    transforms_due: bool,
    winners: tuple[int, ...] | None,
) -> CorePosition:
    game, board, turn, round_, passed, owed = setup
    king_attacks = all_king_attacks_of(game, board, royals)
    follows = royals, king_attacks, transforms_due, winners
    return CorePosition(game, board, turn, round_, passed, MappingProxyType(owed), *follows)
