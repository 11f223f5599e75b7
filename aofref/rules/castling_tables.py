"""CastlingTables: the castlings of each army, compiled (aofref-game(5))."""

from collections.abc import Container
from typing import Final

from aofref.boards import NO_CELL
from aofref.games.model import Walk, folded_castling
from aofref.paths import Mover
from aofref.rules.encoding import MAY_CASTLE, CoreMove, Encoding
from aofref.rules.pawn_tables import Placement
from aofref.values import Value


class CastlingWalk(Value):
    """The walk of one piece in castling: its cells in order; `passed` are those between."""

    piece: int
    origin: int
    passed: tuple[int, ...]
    destination: int


class CompiledCastling(Value):
    """A castling of an army, the one of that `number` in the game, with the text of its `walks`.

    `needed` are the cells that must be empty.  `strange` is a cell from which a piece of it goes,
    but where the array has another piece or none; NO_CELL if there is no such cell.  `by_cells`
    is true if no other move leads from one to the other cell of the royal piece.
    """

    number: int
    army: int
    name: str
    walks: str
    royal: CastlingWalk
    companion: CastlingWalk
    needed: tuple[int, ...]
    strange: int
    by_cells: bool

    @property
    def paths(self) -> tuple[CastlingWalk, CastlingWalk]:
        """The walks of both pieces, the royal one first."""
        return self.royal, self.companion


class CastlingTables:
    """The castlings of a game: `every` by number, `of_army` by army.

    `from_array` are the castlings whose pieces the array has where they start.  `homes` are all
    cells from which pieces castle, and `pieces` these pieces; both are empty in a game without
    castling.  `castlers` are by army its pieces in the state MAY_CASTLE.  `names` has the names by
    `folded_castling`.
    """

    def __init__(self, game: Encoding, array: Placement, movers: list[Mover]) -> None:
        every: list[CompiledCastling] = []
        for army, letter in enumerate(game.letters):
            listed = game.variant.castlings.get(letter, ())
            between = [(each.royal.origin, each.royal.destination) for each in listed]
            for each, cells in zip(listed, between, strict=True):
                royal, companion = _walk(game, army, each.royal), _walk(game, army, each.companion)
                homes = {path.origin for path in (royal, companion)}
                entered = [*royal.passed, royal.destination, *companion.passed]
                needed = [*entered, companion.destination]
                strange = [
                    path.origin
                    for path in (royal, companion)
                    if array[army].get(path.origin) != game.kind_of[path.piece]
                ]
                goes = movers[royal.piece]
                ways = goes.moving, goes.taking
                apart = not any(way.to(royal.origin, royal.destination) for way in ways)
                every.append(
                    CompiledCastling(
                        len(every),
                        army,
                        each.name,
                        str(each),
                        royal,
                        companion,
                        tuple(dict.fromkeys(cell for cell in needed if cell not in homes)),
                        strange[0] if strange else NO_CELL,
                        apart and between.count(cells) == 1,
                    )
                )
        self.every: Final = tuple(every)
        self.of_army: Final = tuple(
            [tuple([each for each in every if each.army == army]) for army in game.armies]
        )
        self.from_array: Final = tuple([each for each in every if each.strange == NO_CELL])
        self.castlers: Final = tuple(
            [
                tuple([piece for piece in game.pieces[army] if game.state_of[piece] == MAY_CASTLE])
                for army in game.armies
            ]
        )
        self._game: Final = game
        paths = [path for each in every for path in each.paths]
        self.homes: Final = frozenset([path.origin for path in paths])
        self.pieces: Final = frozenset([path.piece for path in paths])
        self.names: Final = {folded_castling(each.name): each.name for each in every}
        self._named: Final = {(each.army, folded_castling(each.name)): each for each in every}

    def named(self, army: int, folded: str) -> CompiledCastling | None:
        """Find the castling of an army by its name, folded; None if it has no such castling."""
        return self._named.get((army, folded))

    def at_home(self, board: bytes) -> list[CompiledCastling]:
        """List the castlings whose pieces stand where they would start."""
        plain, found = self._game.plain, list[CompiledCastling]()
        for each in self.from_array:
            royal, companion = each.paths
            if (
                board[royal.origin] == royal.piece
                and plain[board[companion.origin]] == companion.piece
            ):
                found.append(each)
        return found

    def with_rights(self, board: bytes, moved: Container[int] = ()) -> bytes:
        """Return the board on which pieces at home may castle, but for those on the cells `moved`.

        `board` has none that may castle.
        """
        castling = bytearray(board)
        for each in self.at_home(board):
            if each.royal.origin not in moved and each.companion.origin not in moved:
                self.allow(castling, each)
        return bytes(castling)

    def allow(self, board: bytearray | list[int], castling: CompiledCastling) -> None:
        """Have the pieces of a castling, at home on a board, stand there as not moved yet."""
        companion = castling.companion
        board[companion.origin] = self._game.in_state(companion.piece, MAY_CASTLE)

    def of_royal(self, board: bytes, cell: int) -> list[CompiledCastling]:
        """List the castlings of the royal piece on a cell; none if no such piece stands there."""
        return [
            each
            for each in self.every
            if each.royal.origin == cell and each.royal.piece == board[cell]
        ]

    def walks(self, move: CoreMove) -> tuple[tuple[int, int], ...]:
        """Return the origin and destination of each piece that a move moves, the royal one first.

        A move that is no castling has one such walk, a pass none.
        """
        if move.castling >= 0:
            paths = self.every[move.castling].paths
            return tuple([(path.origin, path.destination) for path in paths])
        return () if move.origin < 0 else ((move.origin, move.destination),)


def _walk(game: Encoding, army: int, walk: Walk) -> CastlingWalk:
    board = game.board
    piece = game.piece(army, game.kinds[walk.code])
    origin, destination = board.number[walk.origin], board.number[walk.destination]
    passed = board.between(origin, destination)
    assert passed is not None, "a walk that is not straight"
    return CastlingWalk(piece, origin, passed, destination)
