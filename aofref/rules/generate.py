"""Generate: the moves of the army to move (RULES 3 to 8)."""

from __future__ import annotations

from collections.abc import Sequence, Set

from aofref.paths import bits, open_line
from aofref.rules.castling import castlings_of
from aofref.rules.compiled_variant import FOE
from aofref.rules.pawns import promotions, taken_en_passant
from aofref.rules.position import (
    NO_CASTLING,
    NO_PROMOTION,
    NOBODY,
    PASS,
    Cells,
    CoreMove,
    CorePosition,
    Passed,
)
from aofref.rules.threats import exposes, safe_for_royal

Placed = tuple[int, Cells]
"""A piece, and the cells of some or all of its kind."""


def destinations(position: CorePosition, origin: int) -> list[int]:
    """List the cells to which the piece on `origin` could go if check did not matter."""
    moves = _moves(position, [(position.board[origin], (origin,))], binding=False)
    return list(dict.fromkeys([move.destination for move in moves]))


def attackers_by_cell(position: CorePosition) -> list[list[int]]:
    """List for each cell the cells of the pieces that attack it, by army in order of play.

    A piece attacks a cell if it could capture there, were it its turn and an enemy there.  Neither
    checks on its own royal piece nor captures en passant matter.
    """
    found: list[list[int]] = [[] for _ in position.board]
    pieces = [piece for pieces in position.game.pieces for piece in pieces]
    standing = [(piece, position.cells[piece]) for piece in pieces]
    attacks = _by_origin(position, standing, bytes((FOE,)) * len(position.board))
    for origin, ends in attacks.items():
        for end in ends:
            found[end].append(origin)
    return found


def _by_origin(
    position: CorePosition, standing: list[Placed], sides: bytes
) -> dict[int, list[int]]:
    """List by its cell the ends of the ways of each piece that may go, if check did not matter.

    `sides` are what the pieces see on the cells.
    """
    game, board, occupied = position.game, position.board, position.occupied
    found: dict[int, list[int]] = {}
    for piece, cells in standing:
        known, passed = game.movers[piece].ways, position.passed if game.is_pawn[piece] else ()
        for origin in cells:
            ways = known[origin] or game.ways(piece, origin)
            ends: list[int] = []  # a comprehension would be a call for each piece
            for end, leaps in ways.leaps:
                if leaps[sides[end]]:
                    ends.append(end)
            for ray in ways.rays:
                for end in ray:
                    if board[end]:
                        if sides[end] == FOE:
                            ends.append(end)
                        break
                    ends.append(end)
            for end, lines in ways.lines:
                for _, between, screens in lines[sides[end]]:
                    if (occupied & between).bit_count() == screens:
                        ends.append(end)
                        break
            if passed:
                for right in passed:
                    if not sides[right.cell] and taken_en_passant(position, origin, right.cell):
                        ends.append(right.cell)
            if ends:
                found[origin] = list(dict.fromkeys(ends)) if passed or ways.shared else ends
    return found


def en_passant_captures(position: CorePosition, move: CoreMove) -> tuple[int, ...]:
    """List the cells of the Pawns that `move` takes en passant."""
    passed, (origin, destination, _, _) = position.passed, move
    return taken_en_passant(position, origin, destination) if passed else ()


def captures_in_passing(position: CorePosition) -> list[CoreMove]:
    """List the legal moves that capture en passant, in a game of two."""
    game, places = position.game, position.game.board.places
    found: list[CoreMove] = []
    pawns = game.pawns.of_army[position.turn] if position.turn != NOBODY else []
    for end in dict.fromkeys([right.cell for right in position.passed]):
        for piece in pawns:
            cells = position.cells[piece]
            if cells:
                reach = game.movers[piece].taking.learn()
                for cell in cells:
                    if reach[places[end] - places[cell]]:
                        taken = taken_en_passant(position, cell, end)
                        if taken and not (game.check_binds and exposes(position, cell, end, taken)):
                            kinds = promotions(position, cell, end)
                            found += [CoreMove(cell, end, kind) for kind in kinds]
    return found


def rights_in_use(position: CorePosition) -> tuple[Passed, ...]:
    """List the en passant rights that count where positions are compared.

    With two players a right counts if a legal move uses it.  With more, each right counts, as an
    army whose turn comes later may use it.
    """
    rights = position.passed
    if not rights or not position.game.two_players:
        return rights
    used: list[int] = []
    for move in captures_in_passing(position):
        used += en_passant_captures(position, move)
    return tuple([right for right in rights if right.pawn in used])


def origins(
    position: CorePosition,
    piece: int,
    destination: int,
    promotion: int = NO_PROMOTION,
    among: Set[int] | None = None,
) -> list[int]:
    """List the cells from which a piece of the army to move may legally go to `destination`.

    The piece may be in any state.  Only cells of `among` are listed, if it is given.
    """
    game, board = position.game, position.board
    target, pawn = board[destination], game.is_pawn[piece]
    origins: list[int] = []
    if (target and game.army_of[target] == position.turn) or (promotion >= 0 and not pawn):
        return origins
    places, at = game.board.places, game.board.places[destination]
    passing = (
        bool(position.passed)
        and pawn
        and not target
        and any(right.cell == destination for right in position.passed)
    )
    occupied, exposed = position.occupied, position.watches[position.turn].exposed
    taken: tuple[int, ...] = ()
    for own in game.alike[piece]:
        mover, cells = game.movers[own], position.cells[own]
        going = mover.taking if target else mover.moving
        reach = going.reach or going.learn()
        for cell in cells:
            if not (reach[at - places[cell]] or passing) or (
                among is not None and cell not in among
            ):
                continue
            if passing:
                taken = taken_en_passant(position, cell, destination)
            if not taken and open_line(going.to(cell, destination), occupied) is None:
                continue
            if pawn and promotion not in promotions(position, cell, destination):
                continue
            if cell in exposed or destination in exposed or taken:
                binds = game.check_binds and exposes(position, cell, destination, taken)
                if binds and (
                    game.two_players or not may_expose(position) or has_safe_move(position)
                ):
                    continue
            origins.append(cell)
    origins.sort()
    return origins


def _safe(position: CorePosition, origin: int, ends: list[int]) -> list[int]:
    """List the ends of the ways of the piece on `origin` where it leaves no check."""
    if origin == position.royals[position.turn]:
        return safe_for_royal(position, ends)
    safe: list[int] = []
    for end in ends:
        taken = taken_en_passant(position, origin, end) if position.passed else ()
        if not exposes(position, origin, end, taken):
            safe.append(end)
    return safe


def has_safe_move(position: CorePosition) -> bool:
    """Return whether the army to move has a move that leaves it out of check."""
    # Out of check a piece nearly always steps to an empty cell, and neither cell is exposed.
    game, watch = position.game, position.watches[position.turn]
    exposed, pieces = watch.exposed, game.pieces[position.turn]
    closed = position.occupied | (bits(exposed) if watch.hops else 0)
    for piece in () if watch.attackers else reversed(pieces):  # in chess Pawns come last
        known = game.movers[piece].ways
        for origin in position.cells[piece]:
            steps = (known[origin] or game.ways(piece, origin)).steps
            if steps & closed != steps and origin not in exposed:
                return True
    for piece in sorted(pieces, key=lambda piece: not game.is_royal[piece]):
        if _moves(position, [(piece, position.cells[piece])], binding=True):
            return True
    return bool(castlings_of(position))


def _moves(position: CorePosition, standing: list[Placed], *, binding: bool) -> list[CoreMove]:
    """List the moves of an army's pieces, but castlings; `binding`: without leaving a check."""
    game, board, army = position.game, position.board, position.game.army_of[standing[0][0]]
    found = _by_origin(position, standing, board.translate(game.sides_to[army]))
    royal, promoting = position.royals[army], game.promoting[army]
    every: list[CoreMove] = []
    looked_at: Sequence[int] = ()
    passed = {right.cell for right in position.passed if binding}
    if binding:
        watch = position.watches[army]
        looked_at = range(len(board)) if watch.hops else watch.exposed
    origins = sorted(found)
    if royal in found:
        origins.remove(royal)
        origins.insert(0, royal)
    for origin in origins:
        ends, pawn = found[origin], game.is_pawn[board[origin]]
        if origin in looked_at or (pawn and not passed.isdisjoint(ends)):
            ends = _safe(position, origin, ends)
        if pawn and origin in promoting:
            for end in ends:
                every += [CoreMove(origin, end, of) for of in promotions(position, origin, end)]
        else:
            made = game.moves_from[origin]
            for end in ends:
                every.append(made[end])
    return every


def legal_moves(position: CorePosition) -> list[CoreMove]:
    """List the legal moves; `[PASS]` if the army must pass, none if the game is over (RULES 8).

    The royal piece comes first, then the other pieces in the order of their cells, then castlings.
    """
    if position.turn == NOBODY:
        return []
    game, castlings = position.game, castlings_of(position)
    standing = [(piece, position.cells[piece]) for piece in game.pieces[position.turn]]
    moves = _moves(position, standing, binding=game.check_binds) + castlings
    if game.check_binds and not (moves or game.two_players):
        if not may_expose(position):
            return [PASS]
        moves = _moves(position, standing, binding=False)
    if not (moves or (game.check_binds and game.two_players)):
        return [PASS]
    return moves


def legal_ends(position: CorePosition) -> dict[int, list[int]]:
    """List the cells to which each piece may go, castling too, by its cell; none if it may not."""
    ends: dict[int, dict[int, None]] = {}
    for move in legal_moves(position):
        if move != PASS:
            ends.setdefault(move.origin, {})[move.destination] = None
    return {origin: list(to) for origin, to in ends.items()}


def may_expose(position: CorePosition) -> bool:
    """Return whether an army without a safe move may make unsafe moves, as out of check (R-16)."""
    in_check = bool(position.watches[position.turn].attackers)
    return in_check or not position.game.variant.stalemate_passes


def some_move(position: CorePosition) -> CoreMove | None:
    """Return a legal move of the army to move, or None if it must pass."""
    moves = legal_moves(position)
    return moves[0] if moves and moves[0] != PASS else None


def path_of(position: CorePosition, move: CoreMove) -> tuple[str, ...]:
    """Return the names of the cells of a legal move, in the order in which they are crossed."""
    game, board = position.game, position.board
    if move == PASS:
        return ()
    if move.castling != NO_CASTLING:
        royal = game.castlings.every[move.castling].royal
        return tuple(
            [game.board.names[cell] for cell in (royal.origin, *royal.passed, royal.destination)]
        )
    piece = board[move.origin]
    capture = bool(board[move.destination] or en_passant_captures(position, move))
    mover = game.movers[piece]
    lines = mover.taking if capture else mover.moving
    line = open_line(lines.to(move.origin, move.destination), position.occupied)
    assert line is not None
    crossed = lines.path(line, move.destination)
    return tuple(game.board.names[cell] for cell in (move.origin, *crossed, move.destination))
