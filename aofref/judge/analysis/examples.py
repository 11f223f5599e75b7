"""Examples: a cell that shows what a piece does, and legal moves of it, found by playing them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from itertools import islice
from typing import NamedTuple

from aofref.atoms import Atoms
from aofref.judge.analysis.parts import parts
from aofref.notation import moves
from aofref.paths import reach, routes, walks
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


def telling(of: CompiledVariant, kind: int) -> Spot:
    """Choose the cell from which a piece has most to do, the middle one of several.

    It is one that the piece can come to, if an army has it at the start; for a Pawn, one of them.
    """
    spots = [Spot(army, cell) for army, cells in _ranges(of, kind) for cell in cells]
    middle = [sum(axis) / len(axis) for axis in zip(*of.board.cells, strict=True)]

    def order(spot: Spot) -> tuple[int, float, str]:
        piece, at = of.piece(spot.army, kind), of.board.cells[spot.cell]
        ends = {*of.lines.quiet(piece, spot.cell), *of.lines.captures(piece, spot.cell)}
        away = sum((a - b) ** 2 for a, b in zip(at, middle, strict=True))
        return -len(ends), away, of.board.names[spot.cell]

    return min(spots, key=order)


def _ranges(of: CompiledVariant, kind: int) -> list[tuple[int, Iterable[int]]]:
    """Give armies that start with a type, or else the first, with the cells that it may be on."""
    having = [army for army in of.armies if kind in of.array[army].values()]
    if of.types[kind].pawn:
        return [(army, of.pawns.starts[army]) for army in having]
    return [(army, _reached(of, army, kind)) for army in having[:1]] or [
        (0, range(len(of.board.cells)))
    ]


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
    if of.types[kind].pawn:
        plain = _move(of, kind, spot, of.types[kind].atoms)
        found = [plain, _captures(of, kind, spot), _double(of), _en_passant(of), _promotes(of)]
        return tuple(example for example in found if example is not None)
    shown = [
        example
        for part in parts(of, kind)
        if (example := _move(of, kind, spot, part.atoms, part.name)) is not None
    ]
    takes = _captures(of, kind, spot) if of.types[kind].captures_apart else None
    return (*shown, *([takes] if takes is not None else []))


# Positions ---------------------------------------------------------------------------------------


def _royal(of: CompiledVariant, army: int) -> tuple[int, int]:
    """Give an army's royal piece and its cell at the start."""
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

    Positions in which the turn begins with a checkmate are left out, and all in which a Pawn would
    have promoted before.
    """
    if any(of.is_pawn[p] and at in of.pawns.must_promote[p] for at, p in placed.items()):
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


def _move(
    of: CompiledVariant, kind: int, spot: Spot, atoms: Atoms, part: str = ""
) -> Example | None:
    """Show a move by some atoms of a piece: the longest way that is not a Rook's whole line."""
    army, cell = spot
    piece = of.piece(army, kind)
    forward = of.variant.armies[army].forward
    taken = walks(of.board, atoms, forward)
    ends = reach(taken, cell, capturing=False)
    ways = {
        end: min((r for r in routes(of.board, taken, cell, end) if r.missing is None), key=len)
        for end in ends
    }
    crossed = {end: tuple(of.board.index[at] for at in way.cells[:-1]) for end, way in ways.items()}
    wanted = sorted(ends, key=lambda end: (-min(len(crossed[end]), 2), of.board.names[end]))
    for position in islice(_positions(of, army, {cell: piece}, _others(of, army)[0]), 1):
        legal = {move.destination for move in legal_moves(position) if move.origin == cell}
        for end in wanted:
            if end in legal and not position.board[end]:
                return _shown(Shows.MOVE, position, Move(cell, end), part, crossed[end])
    return None


def _legal(
    of: CompiledVariant,
    army: int,
    placed: dict[int, int],
    origin: int,
    end: int,
    enemy: int,
    passed: tuple[Passed, ...] = (),
) -> tuple[Position, Move] | None:
    """Give a position of these pieces in which a move is legal, with the move."""
    for position in islice(_positions(of, army, placed, enemy, passed), 1):
        for move in legal_moves(position):
            if (move.origin, move.destination) == (origin, end):
                return position, move
    return None


def _captures(of: CompiledVariant, kind: int, spot: Spot) -> Example | None:
    """Show how a piece that captures otherwise than it moves captures, over a screen if it hops."""
    army, cell = spot
    enemy = _others(of, army)[0]
    piece, pawn = of.piece(army, kind), of.piece(army, of.pawn_kind)
    names = of.board.names
    for end, lines in sorted(
        of.lines.captures(piece, cell).items(), key=lambda item: names[item[0]]
    ):
        screen = lines[0][0]
        placed = {cell: piece, end: of.piece(enemy, of.pawn_kind)}
        if screen != cell:
            placed[screen] = pawn
        found = _legal(of, army, placed, cell, end, enemy)
        if found is not None:
            return _shown(Shows.CAPTURE, *found, via=(screen,) if screen != cell else ())
    return None


def _double(of: CompiledVariant) -> Example | None:
    """Show a double step."""
    for army in of.armies:
        for cell, ends in sorted(of.pawns.doubles[of.piece(army, of.pawn_kind)].items()):
            for end in ends:
                placed = {cell: of.piece(army, of.pawn_kind)}
                found = _legal(of, army, placed, cell, end, _others(of, army)[0])
                if found is not None:
                    return _shown(Shows.DOUBLE, *found)
    return None


def _en_passant(of: CompiledVariant) -> Example | None:
    """Show a capture en passant."""
    for army in of.armies:
        for _, ends in sorted(of.pawns.doubles[of.piece(army, of.pawn_kind)].items()):
            for end, passed in ends.items():
                for enemy in _others(of, army):
                    found = _lifting(of, Passed(army, passed, end), enemy)
                    if found is not None:
                        return found
    return None


def _lifting(of: CompiledVariant, right: Passed, army: int) -> Example | None:
    """Show how an army's Pawn takes by a right, wherever one can stand to do so."""
    pawn = of.piece(army, of.pawn_kind)
    for cell in range(len(of.board.cells)):
        if cell == right.pawn or right.cell not in of.lines.captures(pawn, cell):
            continue
        placed = {cell: pawn, right.pawn: of.piece(right.army, of.pawn_kind)}
        found = _legal(of, army, placed, cell, right.cell, right.army, (right,))
        if found is not None and en_passant_captures(*found):
            return _shown(Shows.EN_PASSANT, *found)
    return None


def _promotes(of: CompiledVariant) -> Example | None:
    """Show a promotion."""
    for army in of.armies:
        pawn, cells = of.piece(army, of.pawn_kind), of.pawns.promotion_cells(army)
        for cell in range(len(of.board.cells)):
            for end in of.lines.quiet(pawn, cell):
                if end in cells and end in of.pawns.must_promote[pawn]:
                    found = _legal(of, army, {cell: pawn}, cell, end, _others(of, army)[0])
                    if found is not None and found[1].promotion != NO_PROMOTION:
                        return _shown(Shows.PROMOTION, *found)
    return None
