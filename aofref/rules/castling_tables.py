"""CastlingTables: the castlings of each army, compiled (aofref-game(5))."""

from typing import TYPE_CHECKING, Final, NamedTuple

from aofref.boards import NO_CELL
from aofref.rules.encoding import Encoding
from aofref.rules.lines import LineTables
from aofref.rules.pawn_tables import Placement
from aofref.variants.model import Walk, folded_castling

if TYPE_CHECKING:
    from aofref.rules.position import CoreMove


class Path(NamedTuple):
    """The walk of one piece in castling: its cells in order; `passed` are those between."""

    piece: int
    origin: int
    passed: tuple[int, ...]
    destination: int


class CompiledCastling(NamedTuple):
    """A castling of an army, the one of that `number` in its list, with the text of its `walks`.

    `needed` are the cells that must be empty.  `strange` is a cell from which a piece of it goes,
    but where the array has another piece or none; NO_CELL if there is no such cell.  `by_cells`
    is true if no other move leads from one to the other cell of the royal piece.
    """

    number: int
    name: str
    walks: str
    royal: Path
    companion: Path
    needed: tuple[int, ...]
    strange: int
    by_cells: bool


class CastlingTables:
    """The castlings of a game: `of_army` by army.

    `homes` are all cells from which their pieces go, and `pieces` these pieces; both are empty in a
    game without castling.  `names` has the names by `folded_castling`.
    """

    def __init__(self, game: Encoding, array: Placement, lines: LineTables) -> None:
        castlings: list[tuple[CompiledCastling, ...]] = []
        for army, letter in enumerate(game.letters):
            own: list[CompiledCastling] = []
            listed = game.variant.castlings.get(letter, ())
            between = [(each.royal.origin, each.royal.destination) for each in listed]
            for number, each in enumerate(listed):
                royal, companion = _path(game, army, each.royal), _path(game, army, each.companion)
                homes = {path.origin for path in (royal, companion)}
                entered = [*royal.passed, royal.destination, *companion.passed]
                needed = [*entered, companion.destination]
                strange = [
                    path.origin
                    for path in (royal, companion)
                    if array[army].get(path.origin) != game.kind_of[path.piece]
                ]
                ways = lines.moving(royal.piece), lines.capturing(royal.piece)
                apart = not any(way.lines(royal.origin, royal.destination) for way in ways)
                own.append(
                    CompiledCastling(
                        number,
                        each.name,
                        str(each),
                        royal,
                        companion,
                        tuple(dict.fromkeys(cell for cell in needed if cell not in homes)),
                        strange[0] if strange else NO_CELL,
                        apart and between.count(between[number]) == 1,
                    )
                )
            castlings.append(tuple(own))
        self.of_army: Final = tuple(castlings)
        paths = [
            path
            for own in castlings
            for castling in own
            for path in (castling.royal, castling.companion)
        ]
        self.homes: Final = frozenset([path.origin for path in paths])
        self.pieces: Final = frozenset([path.piece for path in paths])
        self.names: Final = {
            folded_castling(castling.name): castling.name for own in castlings for castling in own
        }

    @property
    def from_array(self) -> list[tuple[int, CompiledCastling]]:
        """List the castlings whose pieces the array has where they start, each with its army."""
        return [
            (army, castling)
            for army, own in enumerate(self.of_army)
            for castling in own
            if castling.strange == NO_CELL
        ]

    def walks(self, move: "CoreMove") -> tuple[tuple[int, int], ...]:
        """Return the origin and destination of each piece that a move moves, the royal one first.

        A move that is no castling has one such walk, a pass none.
        """
        origin, destination, _, number = move
        if number < 0:
            return () if origin < 0 else ((origin, destination),)
        every = (castling for own in self.of_army for castling in own)
        castling = next(
            each for each in every if (each.number, each.royal.origin) == (number, origin)
        )
        paths = (castling.royal, castling.companion)
        return tuple((path.origin, path.destination) for path in paths)


def _path(game: Encoding, army: int, walk: Walk) -> Path:
    board = game.board
    piece = game.piece(army, game.kinds[walk.code])
    origin, destination = board.number[walk.origin], board.number[walk.destination]
    passed = board.between(origin, destination)
    assert passed is not None, "a walk that is not straight"
    return Path(piece, origin, passed, destination)
