"""Examples: a cell that shows what a piece does, and legal moves of it, found by playing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import islice
from typing import NamedTuple

from aofref.atoms import Atoms
from aofref.judge.analysis.parts import parts
from aofref.notation import moves
from aofref.paths import destinations_on, rays, routes
from aofref.rules import turn
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures, legal_moves
from aofref.rules.position import NO_MARKS, NO_PROMOTION, Move, Passed, Position, Setup


class Shows(Enum):
    """What an example is of."""

    MOVE = "move"
    CAPTURE = "capture"
    DOUBLE = "double step"
    EN_PASSANT = "en passant"
    PROMOTION = "promotion"


class Example(NamedTuple):
    """A legal move in LAN, with its army where there are four, in a position of few pieces.

    `part` names the piece that the move is of, where the mover is a compound; `via` are the cells
    that it crosses.
    """

    shows: Shows
    position: Position
    text: str
    part: str
    via: tuple[int, ...]


class Spot(NamedTuple):
    """An army and a cell of its piece."""

    army: int
    cell: int


def telling(of: CompiledVariant, kind: int, army: int | None = None) -> Spot:
    """Choose the cell from which a piece has most to do, the middle one of several.

    It is one that the piece can come to, if an army has it at the start; for a Pawn, one of them.
    The army is the one asked for, or else one that starts with the piece.
    """
    if army is not None:
        spots = [Spot(army, cell) for cell in could_stand_on(of, army, kind)]
    else:
        spots = [Spot(army, cell) for army, cells in _ranges(of, kind) for cell in cells]
    middle = [sum(axis) / len(axis) for axis in zip(*of.board.cells, strict=True)]

    def order(spot: Spot) -> tuple[int, float, str]:
        piece, at = of.piece(spot.army, kind), of.board.cells[spot.cell]
        ends = {*of.lines.quiet(piece, spot.cell), *of.lines.captures(piece, spot.cell)}
        away = sum((a - b) ** 2 for a, b in zip(at, middle, strict=True))
        return -len(ends), away, of.board.names[spot.cell]

    return min(spots, key=order)


def _ranges(of: CompiledVariant, kind: int) -> list[tuple[int, Iterable[int]]]:
    """List armies that start with a type, or else the first, with the cells that it may be on."""
    having = [army for army in of.armies if kind in of.array[army].values()]
    if of.types[kind].pawn:
        return [(army, of.pawns.starts[army]) for army in having]
    return [(army, _reached(of, army, kind)) for army in having[:1]] or [
        (0, range(len(of.board.cells)))
    ]


def could_stand_on(of: CompiledVariant, army: int, kind: int) -> Iterable[int]:
    """List the cells to draw an army's piece on: all that it can come to, or a Pawn's at the start.

    They are all cells of the board where the army has no such piece at the start.
    """
    if of.types[kind].pawn:
        return of.pawns.starts[army]
    return _reached(of, army, kind) or range(len(of.board.cells))


def _reached(of: CompiledVariant, army: int, kind: int) -> set[int]:
    """List the cells that a piece can come to from those where its army has it at the start."""
    piece = of.piece(army, kind)
    waiting = [cell for cell, stands in of.array[army].items() if stands == kind]
    found = set(waiting)
    while waiting:
        ends = of.lines.quiet(piece, waiting.pop()).keys() - found
        found |= ends
        waiting += ends
    return found


def examples(of: CompiledVariant, kind: int, spot: Spot) -> tuple[Example, ...]:
    """Find moves that show what a piece does from a spot: of each part, and a Pawn's own ones."""
    atoms = of.types[kind].atoms
    if of.types[kind].pawn:
        found = [_moves(of, kind, spot, atoms), _captures(of, kind, spot)]
        found += [_doubles(of), _en_passant(of), _promotions(of)]
    else:
        found = [_moves(of, kind, spot, part.atoms, part.name) for part in parts(of, kind)]
        if of.types[kind].captures_apart:
            found.append(_captures(of, kind, spot))
    return tuple(example for each in found for example in islice(each, 1))


# Positions ---------------------------------------------------------------------------------------


def _royal(of: CompiledVariant, army: int) -> tuple[int, int]:
    """Return an army's royal piece and its cell at the start."""
    return next(
        (of.piece(army, kind), cell)
        for cell, kind in of.array[army].items()
        if of.types[kind].royal
    )


def _positions(
    of: CompiledVariant,
    army: int,
    placed: dict[int, int],
    enemy: int,
    passed: tuple[Passed, ...] = (),
) -> Iterator[Position]:
    """Set up pieces for an army to move, with its royal piece and an enemy's where there is room.

    Gives one position or none: a turn that begins with a checkmate is left out, and a Pawn that
    would have promoted before.
    """
    if any(of.is_pawn[p] and of.pawns.must(p, at) for at, p in placed.items()):
        return
    board = bytearray(len(of.board.cells))
    for cell, piece in placed.items():
        board[cell] = piece
    lacking = [
        each
        for each in (army, enemy)
        if not any(of.army_of[p] == each and of.is_royal[p] for p in placed.values())
    ]
    for shift in range(len(board)):
        tried = bytearray(board)
        for each in lacking:
            piece, home = _royal(of, each)
            cell = (home + shift) % len(board)
            if not tried[cell]:
                tried[cell] = piece
        position, events = turn.begin(Setup(of, bytes(tried), army, 1, passed, NO_MARKS))
        if not events and position.turn == army and len(position.living) == 2:
            yield position
            return


def _shown(
    shows: Shows, position: Position, move: Move, part: str = "", via: tuple[int, ...] = ()
) -> Example:
    game = position.game
    prefix = "" if game.two_players else f"{game.letters[position.turn]}:"
    return Example(shows, position, prefix + moves.lan(position, move), part, via)


def _others(of: CompiledVariant, army: int) -> list[int]:
    """List the other armies, those who play next first."""
    return [(army + n) % len(of.armies) for n in range(1, len(of.armies))]


# Moves -------------------------------------------------------------------------------------------


def _moves(
    of: CompiledVariant, kind: int, spot: Spot, atoms: Atoms, part: str = ""
) -> Iterator[Example]:
    """Show moves by some atoms of a piece: long ways first, but no whole line of a Rook."""
    army, cell = spot
    taken = rays(of.board, atoms, of.variant.armies[army].forward)
    ends = destinations_on(taken, cell, capturing=False)
    ways = {
        end: min((r for r in routes(of.board, taken, cell, end) if r.missing is None), key=len)
        for end in ends
    }
    crossed = {end: tuple(of.board.index[at] for at in way.cells[:-1]) for end, way in ways.items()}
    wanted = sorted(ends, key=lambda end: (-min(len(crossed[end]), 2), of.board.names[end]))
    for position in _positions(of, army, {cell: of.piece(army, kind)}, _others(of, army)[0]):
        legal = {move.destination for move in legal_moves(position) if move.origin == cell}
        for end in wanted:
            if end in legal and not position.board[end]:
                yield _shown(Shows.MOVE, position, Move(cell, end), part, crossed[end])


def _legal(
    of: CompiledVariant,
    army: int,
    placed: dict[int, int],
    way: tuple[int, int],
    enemy: int,
    passed: tuple[Passed, ...] = (),
) -> Iterator[tuple[Position, Move]]:
    """Yield the legal moves from one cell to another with these pieces, and the position."""
    for position in _positions(of, army, placed, enemy, passed):
        for move in legal_moves(position):
            if (move.origin, move.destination) == way:
                yield position, move


def _captures(of: CompiledVariant, kind: int, spot: Spot) -> Iterator[Example]:
    """Show how a piece that captures otherwise than it moves captures, over a screen if it hops."""
    army, cell = spot
    enemy = _others(of, army)[0]
    for end, lines in sorted(
        of.lines.captures(of.piece(army, kind), cell).items(),
        key=lambda item: of.board.names[item[0]],
    ):
        placed = {cell: of.piece(army, kind), end: of.piece(enemy, of.pawn_kind)}
        screens = tuple(screen for screen in lines[0][:1] if screen != cell)
        placed |= {screen: of.piece(army, of.pawn_kind) for screen in screens}
        for found in _legal(of, army, placed, (cell, end), enemy):
            yield _shown(Shows.CAPTURE, *found, via=screens)


def _doubles(of: CompiledVariant) -> Iterator[Example]:
    return (
        _shown(Shows.DOUBLE, *found)
        for army in of.armies
        for cell, ends in sorted(of.pawns.doubles[of.piece(army, of.pawn_kind)].items())
        for end in ends
        for found in _pawn_moves(of, army, cell, end)
    )


def _pawn_moves(
    of: CompiledVariant, army: int, cell: int, end: int
) -> Iterator[tuple[Position, Move]]:
    return _legal(of, army, {cell: of.piece(army, of.pawn_kind)}, (cell, end), _others(of, army)[0])


def _en_passant(of: CompiledVariant) -> Iterator[Example]:
    return (
        shown
        for army in of.armies
        for _, ends in sorted(of.pawns.doubles[of.piece(army, of.pawn_kind)].items())
        for end, passed in ends.items()
        for enemy in _others(of, army)
        for shown in _lifting(of, Passed(army, passed, end), enemy)
    )


def _lifting(of: CompiledVariant, right: Passed, army: int) -> Iterator[Example]:
    """Show how an army's Pawn takes by a right, wherever one can stand to do so."""
    pawn, taken = of.piece(army, of.pawn_kind), of.piece(right.army, of.pawn_kind)
    return (
        _shown(Shows.EN_PASSANT, *found)
        for cell in range(len(of.board.cells))
        if cell != right.pawn and right.cell in of.lines.captures(pawn, cell)
        for found in _legal(
            of, army, {cell: pawn, right.pawn: taken}, (cell, right.cell), right.army, (right,)
        )
        if en_passant_captures(*found)
    )


def _promotions(of: CompiledVariant) -> Iterator[Example]:
    return (
        _shown(Shows.PROMOTION, *found)
        for army in of.armies
        for cell in range(len(of.board.cells))
        for end in of.lines.quiet(of.piece(army, of.pawn_kind), cell)
        if end in of.pawns.promotion_cells(army)
        and of.pawns.must(of.piece(army, of.pawn_kind), end)
        for found in _pawn_moves(of, army, cell, end)
        if found[1].promotion != NO_PROMOTION
    )
