"""Generate: the moves of the army to move (RULES 3 to 8)."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from aofref.paths import Way, routes
from aofref.rules.castling import castlings_of
from aofref.rules.encoding import FOE, OWN
from aofref.rules.pawns import lines_to, may_double, promotions, taken_en_passant
from aofref.rules.position import NO_CASTLING, NO_PROMOTION, NOBODY, PASS, CoreMove, CorePosition
from aofref.rules.threats import exposes, safe_for_royal
from aofref.rules.watch import Cells, open_line

if TYPE_CHECKING:
    from mypy_extensions import i64


_Ends = tuple[int, list[int]]
"""The cell of a piece, and the cells to which it goes."""


def destinations(position: CorePosition, origin: int) -> list[int]:
    """List the cells to which the piece on `origin` could go if check did not matter."""
    piece = position.board[origin]
    return _destinations(position, piece, (origin,), _sides(position, piece))[0][1]


def _sides(position: CorePosition, piece: int) -> bytes:
    """Return the board with EMPTY, OWN or FOE on each cell, to the army of a piece."""
    return position.board.translate(position.game.sides_to[position.game.army_of[piece]])


def _destinations(position: CorePosition, piece: int, origins: Cells, sides: bytes) -> list[_Ends]:
    """List the cells to which a piece could go from each of its cells `origins`."""
    game = position.game
    row, passing = game.lines.rows[piece], bool(position.passed) and game.is_pawn[piece]
    found: list[_Ends] = []
    for origin in origins:
        known = row[origin]
        ways = known if known is not None else game.lines.ways(piece, origin)
        ends: list[int] = []
        for end in ways.leaps:
            if sides[end] != OWN:
                ends.append(end)
        for ray in ways.rays:
            for end in ray:
                if not sides[end]:
                    ends.append(end)
                else:
                    if sides[end] == FOE:
                        ends.append(end)
                    break
        if passing:
            ends = _along(position, origin, ways.every)
        elif ways.mixed:
            for end in ways.quiet:
                if not sides[end]:
                    ends.append(end)
            for end in ways.takes:
                if sides[end] == FOE:
                    ends.append(end)
            for over, end in ways.doubles:
                if not (sides[over] or sides[end]) and may_double(position, origin):
                    ends.append(end)
            if ways.others:
                ends += _along(position, origin, ways.others)
        found.append((origin, list(dict.fromkeys(ends)) if ways.shared else ends))
    return found


def _along(position: CorePosition, origin: int, ways: list[Way]) -> list[int]:
    """List the cells to which the piece on `origin` could go along ways of any kind."""
    game, board = position.game, position.board
    piece = board[origin]
    army_of, army = game.army_of, game.army_of[piece]
    passing = bool(position.passed) and game.is_pawn[piece]
    ends: list[int] = []
    end: i64
    for way in ways:
        if way.double and not may_double(position, origin):
            continue
        before, screened = way.first, not way.hops
        for end in way.cells:
            held = board[end]
            if not held:
                in_passing = passing and screened
                if before <= 0 and (
                    way.moves or (in_passing and taken_en_passant(position, origin, end))
                ):
                    ends.append(end)
            elif not screened:
                screened = True
            else:
                if before <= 0 and way.takes and army_of[held] != army:
                    ends.append(end)
                if not way.leaps:
                    break
            before -= 1
    return ends


def en_passant_captures(position: CorePosition, move: CoreMove) -> tuple[int, ...]:
    """List the cells of the Pawns that `move` takes en passant."""
    if not position.passed:
        return ()
    return _taken_in_passing(position, move.origin, move.destination)


def captures_in_passing(position: CorePosition) -> list[CoreMove]:
    """List the legal moves that capture en passant."""
    if not position.passed:
        return []
    return [move for move in legal_moves(position) if en_passant_captures(position, move)]


def _taken_in_passing(position: CorePosition, origin: int, destination: int) -> tuple[int, ...]:
    board, game = position.board, position.game
    piece = board[origin]
    if board[destination] or not game.is_pawn[piece]:
        return ()
    if open_line(board, game.lines.capturing(piece).lines(origin, destination)) is None:
        return ()
    return taken_en_passant(position, origin, destination)


def origins(
    position: CorePosition,
    piece: int,
    destination: int,
    promotion: int = NO_PROMOTION,
    among: Set[int] | None = None,
) -> list[int]:
    """List the cells from which a piece of the army to move may legally go to `destination`.

    Only cells of `among` are listed, if it is given.
    """
    game, board = position.game, position.board
    target, pawn = board[destination], game.is_pawn[piece]
    origins: list[int] = []
    if (target and game.army_of[target] == position.turn) or (promotion >= 0 and not pawn):
        return origins
    tables, places = game.lines, game.board.places
    if target:
        table = tables.capture_tables[piece] or tables.capturing(piece)
    else:
        table = tables.quiet_tables[piece] or tables.moving(piece)
    passing = doubles_end = False
    if pawn and not target:
        passing = bool(position.passed) and any(
            right.cell == destination for right in position.passed
        )
        doubles_end = game.pawns.keeps_marks
    cells: Sequence[int] = position.cells[piece]
    if among is not None:
        cells = [cell for cell in cells if cell in among]
    reachable, at, known = table.reachable, places[destination], table.known[destination]
    exposed = position.watches[position.turn].exposed
    taken: tuple[int, ...] = ()
    for cell in cells:
        if not (reachable[at - places[cell]] or passing):
            continue
        if passing:
            taken = _taken_in_passing(position, cell, destination)
        if not taken:
            if doubles_end:
                lines = lines_to(position, cell, destination, capturing=False)
            else:
                lines = known.get(cell) or table.lines(cell, destination)
            if not lines or open_line(board, lines) is None:
                continue
        if pawn and promotion not in promotions(position, cell, destination):
            continue
        if exposed[cell] or exposed[destination] or taken:
            binds = game.check_binds and exposes(position, cell, destination, taken)
            if binds and (game.two_players or not may_expose(position) or has_safe_move(position)):
                continue
        origins.append(cell)
    origins.sort()
    return origins


def _safe(position: CorePosition, origin: int, ends: list[int]) -> list[int]:
    """List the cells of `ends` to which the piece on `origin` goes without leaving a check."""
    if origin == position.royals[position.turn]:
        return safe_for_royal(position, ends)
    watch = position.watches[position.turn]
    exposed = watch.exposed
    passing = bool(position.passed) and position.game.is_pawn[position.board[origin]]
    apart = not (passing or exposed[origin])
    if apart and not watch.hopped:
        return ends
    safe: list[int] = []
    for end in ends:
        if not apart or exposed[end]:
            taken = _taken_in_passing(position, origin, end) if passing else ()
            if exposes(position, origin, end, taken):
                continue
        safe.append(end)
    return safe


def has_safe_move(position: CorePosition) -> bool:
    """Return whether the army to move has a move that leaves it out of check."""
    # In most positions a piece steps to an empty cell, and neither of the cells is exposed; without
    # this a check of PGN takes a tenth more time.  A step found before is mostly still there, which
    # saves 2 % more.
    game, board, army = position.game, position.board, position.turn
    watch, lines = position.watches[army], game.lines
    exposed, (piece, origin, end) = watch.exposed, lines.steps[army]
    if board[origin] == piece and not (board[end] or exposed[origin] or exposed[end]):
        return True
    royal, in_check = watch.royal, watch.attackers != 0
    if in_check:
        for end in destinations(position, royal):
            if safe_for_royal(position, [end]):
                return True
    else:
        rows = lines.rows
        for piece in reversed(game.pieces[army]):  # in chess Pawns come last
            row = rows[piece]
            for origin in position.cells[piece]:
                if not exposed[origin]:
                    known = row[origin]
                    ways = known if known is not None else lines.ways(piece, origin)
                    for end in ways.steps:
                        if not (board[end] or exposed[end]):
                            lines.steps[army] = piece, origin, end
                            return True
    sides = _sides(position, board[royal])
    for piece in game.pieces[army]:
        for origin, ends in _destinations(position, piece, position.cells[piece], sides):
            if origin != royal and _safe(position, origin, ends):  # out of check it costs most
                return True
    if in_check:
        return False
    return bool(_safe(position, royal, destinations(position, royal)) or _castlings(position))


def _castlings(position: CorePosition) -> list[CoreMove]:
    """List the legal castlings of the army to move."""
    if position.royals[position.turn] not in position.game.castling_homes:
        return []
    return castlings_of(position)


_Legal = tuple[list[_Ends], list[CoreMove]]
"""Destinations by origin, and castlings."""


def _legal(position: CorePosition) -> _Legal | None:
    """List the legal moves, the royal piece first; None: the army passes."""
    game, castlings = position.game, _castlings(position)
    if game.check_binds:
        safe = _by_origin(position, binding=True)
        if safe or castlings or game.two_players:
            return safe, castlings
        if not may_expose(position):
            return None
    every = _by_origin(position, binding=False)
    return (every, castlings) if castlings or every else None


def _by_origin(position: CorePosition, *, binding: bool) -> list[_Ends]:
    """List the pieces that can go somewhere, the royal first; `binding`: without leaving a check.

    Most pieces need not be looked at for checks: chess takes a quarter less.
    """
    army, board = position.turn, position.board
    royal, watch = position.royals[army], position.watches[army]
    sides, exposed = _sides(position, board[royal]), watch.exposed
    looked_at = bool(watch.hopped or position.passed)
    found: list[_Ends] = []
    of_royal: list[_Ends] = []
    for piece in position.game.pieces[army]:
        cells = position.cells[piece]
        if cells:
            for goes in _destinations(position, piece, cells, sides):
                origin, ends = goes
                if binding and ends and (looked_at or exposed[origin]):
                    ends = _safe(position, origin, ends)
                    goes = (origin, ends)
                if ends:
                    (of_royal if origin == royal else found).append(goes)
    found.sort()
    return of_royal + found


def legal_moves(position: CorePosition) -> list[CoreMove]:
    """List the legal moves; `[PASS]` if the army must pass, none if the game is over (RULES 8).

    The royal piece comes first, then the other pieces in the order of their cells, then castlings.
    """
    if position.turn == NOBODY:
        return []
    legal = _legal(position)
    if legal is None:
        return [PASS]
    moves: list[CoreMove] = []
    by_origin, castlings = legal
    lines, board, is_pawn = position.game.lines, position.board, position.game.is_pawn
    for origin, ends in by_origin:
        known, piece = lines.moves[origin], board[origin]
        if is_pawn[piece]:
            promotes = lines.promotes[piece].get(origin)
            if promotes if promotes is not None else lines.may_promote(piece, origin):
                for end in ends:
                    for kind in promotions(position, origin, end):
                        moves.append(CoreMove(origin, end, kind))
                continue
        try:  # a move is looked up in a fifth of the time in which it is made
            moves += [*map(known.__getitem__, ends)]
        except KeyError:
            for end in ends:
                known.setdefault(end, CoreMove(origin, end))
            moves += [*map(known.__getitem__, ends)]
    return moves + castlings if castlings else moves


def legal_ends(position: CorePosition) -> dict[int, list[int]]:
    """List the cells to which each piece may go, castling too, by its cell; none if it may not."""
    legal = _legal(position) if position.turn != NOBODY else None
    if legal is None:
        return {}
    by_origin, castlings = legal
    ends = dict(by_origin)
    for move in castlings:
        ends[move.origin] = [*ends.get(move.origin, []), move.destination]
    return ends


def count_legal(position: CorePosition) -> int:
    """Count the legal moves without making a list of them; a pass is one."""
    if position.turn == NOBODY:
        return 0
    legal = _legal(position)
    if legal is None:
        return 1
    by_origin, castlings = legal
    count = len(castlings)
    for origin, ends in by_origin:
        count += len(ends)
        if position.game.is_pawn[position.board[origin]]:
            for end in ends:
                count += len(promotions(position, origin, end)) - 1
    return count


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
    table = game.lines.capturing(piece) if capture else game.lines.moving(piece)
    line = open_line(board, table.lines(move.origin, move.destination))
    assert line is not None
    screen, crossed = line
    taken = game.lines.rays(piece, capture)
    passed = {*crossed, screen} - {move.origin}
    for route in routes(game.board, taken, move.origin, move.destination):
        cells = [game.board.index.get(at, -1) for at in route.cells]
        if set(cells[:-1]) == passed:
            return tuple(game.board.names[cell] for cell in (move.origin, *cells))
    return tuple(game.board.names[cell] for cell in (move.origin, *crossed, move.destination))
