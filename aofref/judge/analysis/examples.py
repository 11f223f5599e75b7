"""Examples: for each piece a cell with many moves, and legal moves in positions set up for them."""

from collections.abc import Iterator, Sequence
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from aofref.notation import movetext
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.moves import legal_moves, taken_en_passant
from aofref.rules.parts import Part, crossed_by, parts
from aofref.rules.position import NO_PROMOTION, CoreMove, CorePosition, Passed
from aofref.values import Value

if TYPE_CHECKING:
    from aofref.library.typed import ShownName


class Shows(Enum):
    """The kind of move that an example shows."""

    _value_: "ShownName"

    MOVE = "move"
    CAPTURE = "capture"
    DOUBLE = "double step"
    EN_PASSANT = "en passant"
    PROMOTION = "promotion"
    CASTLING = "castling"


class Example(Value):
    """A legal move in a position of few pieces.

    `part` is the name of the component that makes the move, if the piece is a compound; `via` are
    the cells that it crosses.
    """

    shows: Shows
    position: CorePosition
    move: CoreMove
    part: str
    via: tuple[int, ...]

    @property
    def text(self) -> str:
        """The move in LAN, with its army where there are four."""
        return movetext.shown(self.position, self.move)


class ArmyCell(Value):
    """An army and a cell of its piece."""

    army: int
    cell: int


def informative_cell(game: CompiledVariant, kind: int, army: int | None = None) -> ArmyCell:
    """Choose the cell where a piece has the most moves; of several, the nearest to the middle.

    The army is `army` if given, else one that has the piece at the start, if there is one; for a
    Pawn, the best of these.
    """
    having = [army for army in game.armies if kind in game.array[army].values()] or [0]
    armies = having if game.types[kind].pawn else having[:1]
    armies = armies if army is None else [army]
    middle = [sum(axis) / len(axis) for axis in zip(*game.board.cells, strict=True)]

    def order(at: ArmyCell) -> tuple[int, float, str]:
        piece, where = game.piece(at.army, kind), game.board.cells[at.cell]
        ends = game.movers[piece].ends(at.cell)
        away = sum((a - b) ** 2 for a, b in zip(where, middle, strict=True))
        return -len(ends), away, game.board.names[at.cell]

    standing = ((army, could_stand_on(game, army, kind)) for army in armies)
    return min((ArmyCell(army, cell) for army, cells in standing for cell in cells), key=order)


@lru_cache(maxsize=256)
def could_stand_on(game: CompiledVariant, army: int, kind: int) -> frozenset[int]:
    """List the cells that an army's piece can reach; for a Pawn, its cells at the start.

    If the army has no such piece at the start, list all cells of the board.
    """
    if game.types[kind].pawn:
        return game.pawns.starts[army] or frozenset(range(len(game.board.cells)))
    piece = game.piece(army, kind)
    waiting = [cell for cell, stands in game.array[army].items() if stands == kind]
    reached = set(waiting)
    while waiting:
        ends = set(game.movers[piece].quiet(waiting.pop())) - reached
        reached |= ends
        waiting += ends
    return frozenset(reached or range(len(game.board.cells)))


def examples(game: CompiledVariant, kind: int, start: ArmyCell) -> tuple[Example, ...]:
    """Find a move for each component of a piece from a cell, and for each special move.

    These are the special moves of Pawns, and every castling of the first army that has any.
    """
    piece = game.types[kind]
    if piece.pawn:
        shown = [_moves(game, kind, start, Part("", piece.atoms)), _captures(game, kind, start)]
        shown += [_doubles(game), _en_passant(game), _promotions(game)]
    else:
        shown = [_moves(game, kind, start, part) for part in parts(game, kind)]
        if piece.captures_apart:
            shown.append(_captures(game, kind, start))
    found = [example for moves_shown in shown for example in islice(moves_shown, 1)]
    return (*found, *castlings(game, kind))


def _legal(
    shows: Shows,
    game: CompiledVariant,
    placed: dict[int, int],
    way: Sequence[int],
    passed: tuple[Passed, ...] = (),
    via: tuple[int, ...] = (),
) -> Iterator[Example]:
    """Show the legal moves from one cell to another, with pieces and two royal ones on free cells.

    There are none if the turn would begin with an event such as checkmate, or a Pawn stands where
    it had to promote.
    """
    if any(game.is_pawn[piece] and game.pawns.must(piece, at) for at, piece in placed.items()):
        return
    army = game.army_of[placed[way[0]]]
    enemy = passed[0].army if passed else game.others[army][0]
    royals = [
        (game.piece(side, kind), cell)
        for side in (army, enemy)
        if not any(game.army_of[p] == side and game.is_royal[p] for p in placed.values())
        for cell, kind in game.array[side].items()
        if game.types[kind].royal
    ]
    for shift in range(len(game.board.cells)):
        board = bytearray(len(game.board.cells))
        moved = {(home + shift) % len(board): piece for piece, home in royals}
        if moved.keys() & placed.keys():
            continue
        for cell, piece in {**placed, **moved}.items():
            board[cell] = piece
        stands = game.castlings.with_rights(bytes(board))
        position, events = turn.begin(CorePosition(game, stands, army, 1, passed))
        if not events and position.turn == army and len(position.living) == 2:
            for move in legal_moves(position):
                if (move.origin, move.destination) == (way[0], way[1]):
                    yield Example(shows, position, move, "", via)
            return


def castlings(game: CompiledVariant, kind: int) -> Iterator[Example]:
    """Show each castling of a royal piece, of the first army that castles with it."""
    every = game.castlings.from_array
    own = [castling for castling in every if game.kind_of[castling.royal.piece] == kind]
    for castling in (each for each in own if each.army == own[0].army):
        placed = {path.origin: path.piece for path in castling.paths}
        for example in _legal(Shows.CASTLING, game, placed, castling.move):
            if example.move == castling.move:
                yield example


def _moves(game: CompiledVariant, kind: int, start: ArmyCell, part: Part) -> Iterator[Example]:
    """Show moves of a component of a piece; moves that cross two cells or more come first."""
    army, cell = start
    crossed = crossed_by(game, part, army, cell)
    wanted = sorted(crossed, key=lambda end: (-min(len(crossed[end]), 2), game.board.names[end]))
    for end in wanted:
        placed = {cell: game.piece(army, kind)}
        for example in _legal(Shows.MOVE, game, placed, (cell, end), via=crossed[end]):
            if not example.position.board[end]:
                yield example._replace(part=part.name)


def _captures(game: CompiledVariant, kind: int, start: ArmyCell) -> Iterator[Example]:
    """Show captures of a piece whose captures are not its moves, over a screen if it hops."""
    army, cell = start
    piece, pawn = game.piece(army, kind), game.piece(army, game.pawn_kind)
    taken = game.piece(game.others[army][0], game.pawn_kind)
    mover = game.movers[piece]
    by_end = mover.captures(cell)
    for end in sorted(by_end, key=lambda end: game.board.names[end]):
        line = by_end[end][0]
        screens = mover.path(line, end)[: line[2]]
        placed = {cell: piece, end: taken, **dict.fromkeys(screens, pawn)}
        yield from _legal(Shows.CAPTURE, game, placed, (cell, end), via=screens)


def _doubles(game: CompiledVariant) -> Iterator[Example]:
    for army in game.armies:
        pawn = game.piece(army, game.pawn_kind)
        for cell, ends in sorted(game.pawns.doubles[pawn].items()):
            for end in ends:
                yield from _legal(Shows.DOUBLE, game, {cell: pawn}, (cell, end))


def _en_passant(game: CompiledVariant) -> Iterator[Example]:
    rights = (
        (Passed(army, passed, end), game.piece(enemy, game.pawn_kind))
        for army in game.armies
        for _, ends in sorted(game.pawns.doubles[game.piece(army, game.pawn_kind)].items())
        for end, passed in ends.items()
        for enemy in game.others[army]
    )
    for right, pawn in rights:
        taken = game.piece(right.army, game.pawn_kind)
        for cell in range(len(game.board.cells)):
            if cell != right.pawn and right.cell in game.movers[pawn].captures(cell):
                placed, way = {cell: pawn, right.pawn: taken}, (cell, right.cell)
                for example in _legal(Shows.EN_PASSANT, game, placed, way, (right,)):
                    if taken_en_passant(example.position, *example.move[:2]):
                        yield example


def _promotions(game: CompiledVariant) -> Iterator[Example]:
    for army in game.armies:
        pawn = game.piece(army, game.pawn_kind)
        for cell in range(len(game.board.cells)):
            for end in game.movers[pawn].quiet(cell):
                if game.pawns.must(pawn, end):
                    for example in _legal(Shows.PROMOTION, game, {cell: pawn}, (cell, end)):
                        if example.move.promotion != NO_PROMOTION:
                            yield example
