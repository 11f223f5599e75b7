"""Generate: the moves of the army to move (RULES 3 to 8)."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import TYPE_CHECKING

from aofref.paths import Way, bits, cells_in, open_line
from aofref.rules.castling import castlings_of
from aofref.rules.encoding import FOE
from aofref.rules.fans import Fan
from aofref.rules.pawns import promotions, taken_en_passant
from aofref.rules.position import (
    NO_CASTLING,
    NO_PROMOTION,
    NOBODY,
    PASS,
    CoreMove,
    CorePosition,
    Passed,
)
from aofref.rules.threats import attacks_now, exposes, safe_for_royal
from aofref.rules.watch import Cells

if TYPE_CHECKING:
    from mypy_extensions import i64


Placed = tuple[int, Cells]
"""A piece, and the cells of some or all of its kind."""


def destinations(position: CorePosition, origin: int) -> list[int]:
    """List the cells to which the piece on `origin` could go if check did not matter."""
    standing: list[Placed] = [(position.board[origin], (origin,))]
    return destinations_of(position, standing).get(origin, [])


def destinations_of(position: CorePosition, standing: list[Placed]) -> dict[int, list[int]]:
    """List the cells to which pieces of an army could go if check did not matter, by their cells.

    A piece that could not go anywhere is left out.
    """
    return {
        origin: list(dict.fromkeys([move.destination for move in moves]))
        for origin, moves in _by_origin(position, standing, binding=False).items()
    }


def _along(position: CorePosition, origin: int, ways: list[Way]) -> list[int]:
    """List the cells to which the piece on `origin` could go along ways of any kind."""
    game, board = position.game, position.board
    piece = board[origin]
    army_of, army = game.army_of, game.army_of[piece]
    passing = bool(position.passed) and game.is_pawn[piece]
    ends: list[int] = []
    end: i64
    for way in ways:
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
    """List the legal moves that capture en passant, in a game of two."""
    game, places, found = position.game, position.game.board.places, list[CoreMove]()
    pawns = game.pawns.of_army[position.turn] if position.turn != NOBODY else []
    for end in dict.fromkeys([right.cell for right in position.passed]):
        for piece in pawns:
            cells = position.cells[piece]
            if cells:
                reach = game.movers[piece].taking.learn()
                for cell in cells:
                    if reach[places[end] - places[cell]]:
                        taken = _taken_in_passing(position, cell, end)
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


def _taken_in_passing(position: CorePosition, origin: int, destination: int) -> tuple[int, ...]:
    board, game = position.board, position.game
    piece = board[origin]
    if board[destination] or not game.is_pawn[piece]:
        return ()
    lines = game.movers[piece].taking.to(origin, destination)
    if open_line(lines, position.occupied) is None:
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
                taken = _taken_in_passing(position, cell, destination)
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


def _safe(position: CorePosition, origin: int, moves: list[CoreMove]) -> list[CoreMove]:
    """List the moves of the piece on `origin` that leave no check."""
    safe: list[CoreMove] = []
    if origin == position.royals[position.turn]:
        ends = safe_for_royal(position, [move.destination for move in moves])
        if len(ends) == len(moves):
            return moves
        for move in moves:
            if move.destination in ends:
                safe.append(move)
        return safe
    watch = position.watches[position.turn]
    passing = bool(position.passed) and position.game.is_pawn[position.board[origin]]
    apart = not (passing or origin in watch.exposed)
    if apart and not watch.hops:
        return moves
    for move in moves:
        end = move.destination
        if not apart or end in watch.exposed:
            taken = _taken_in_passing(position, origin, end) if passing else ()
            if exposes(position, origin, end, taken):
                continue
        safe.append(move)
    return safe


def has_safe_move(position: CorePosition) -> bool:
    """Return whether the army to move has a move that leaves it out of check."""
    # In most positions a piece steps to an empty cell, and neither of the cells is exposed.
    game, board, army = position.game, position.board, position.turn
    watch = position.watches[army]
    exposed, royal, in_check = watch.exposed, watch.royal, watch.attackers != 0
    if in_check:
        for end in destinations(position, royal):
            if safe_for_royal(position, [end]):
                return True
        if not (watch.hops or position.passed):
            return _may_be_answered(position)
    else:
        fans, closed = game.fans, position.occupied | (bits(exposed) if watch.hops else 0)
        for piece in reversed(game.pieces[army]):  # in chess Pawns come last
            row = fans.known[piece]
            for origin in position.cells[piece]:
                known = row[origin]
                fan = known if known is not None else fans.of(piece, origin)
                if fan.steps & closed != fan.steps and origin not in exposed:
                    return True
    for piece in game.pieces[army]:
        standing = [(piece, position.cells[piece])]
        if piece != board[royal] and _by_origin(position, standing, binding=True):
            return True
    if in_check:
        return False
    own = _by_origin(position, [(board[royal], (royal,))], binding=True)  # it costs most
    return bool(own or _castlings(position))


def _may_be_answered(position: CorePosition) -> bool:
    """Return whether a piece other than the royal one may end the check by moving.

    It must come to a cell of each open line, so the cells of one line are looked at.  This is not
    enough where a screen may move away, or a Pawn be taken in passing.
    """
    game, watch = position.game, position.watches[position.turn]
    cell, between, _ = attacks_now(position, position.turn)[0]
    for end in (cell, *cells_in(between)):
        for piece in game.pieces[position.turn]:
            for origin in position.cells[piece]:
                lines = game.movers[piece].lines(origin, end, capturing=end == cell)
                if (
                    lines
                    and origin != watch.royal
                    and open_line(lines, position.occupied) is not None
                    and (not game.is_pawn[piece] or promotions(position, origin, end))
                    and not exposes(position, origin, end)
                ):
                    return True
    return False


def _castlings(position: CorePosition) -> list[CoreMove]:
    """List the legal castlings of the army to move."""
    if position.royals[position.turn] not in position.game.castling_homes:
        return []
    return castlings_of(position)


def _by_origin(
    position: CorePosition, standing: list[Placed], *, binding: bool
) -> dict[int, list[CoreMove]]:
    """List the moves of an army from cells, by the cell; `binding`: without leaving a check."""
    game, board = position.game, position.board
    fans, known = game.fans, game.fans.known
    watch = position.watches[position.turn]
    looked_at: Sequence[int] = ()
    if binding:
        looked_at = range(len(board)) if watch.hops else watch.exposed
    sides = board.translate(game.sides_to[game.army_of[standing[0][0]]])
    found: dict[int, list[CoreMove]] = {}
    for piece, cells in standing:
        row, passing = known[piece], bool(position.passed) and game.is_pawn[piece]
        for origin in cells:
            fan = row[origin]
            if fan is None:
                fan = fans.of(piece, origin)
            moves: list[CoreMove] = []
            made = fan.moves
            for move, end, over, goes, takes in fan.leaps:
                if (goes and not (sides[end] or sides[over])) or (takes and sides[end] == FOE):
                    moves.append(move)
            for ray in fan.rays:
                for end in ray:
                    if sides[end]:
                        if sides[end] == FOE:
                            moves.append(made[end])
                        break
                    moves.append(made[end])
            if not fan.plain:
                moves += [made[end] for end in _along(position, origin, fan.others)]
                moves = _sorted_out(position, fan, moves)
            if passing and _may_take_passing(position, piece, origin):
                moves = [made[end] for end in _along(position, origin, fan.every)]
                moves = _sorted_out(position, fan, moves)
                if binding:
                    moves = _safe(position, origin, moves)
            if moves:
                if origin in looked_at:
                    moves = _safe(position, origin, moves)
                    if not moves:
                        continue
                found[origin] = moves
    return found


def _may_take_passing(position: CorePosition, piece: int, origin: int) -> bool:
    """Return whether a Pawn may have a line to a cell that was passed."""
    places = position.game.board.places
    reach = position.game.movers[piece].taking.learn()
    return any(reach[places[right.cell] - places[origin]] for right in position.passed)


def _sorted_out(position: CorePosition, fan: Fan, moves: list[CoreMove]) -> list[CoreMove]:
    """List each of the moves once, and the moves of a Pawn with each of its promotions."""
    if fan.shared:
        moves = list(dict.fromkeys(moves))
    if not fan.promotes:
        return moves
    promoted: list[CoreMove] = []
    for move in moves:
        for kind in promotions(position, move.origin, move.destination):
            promoted.append(
                move if kind == NO_PROMOTION else CoreMove(move.origin, move.destination, kind)
            )
    return promoted


def legal_moves(position: CorePosition) -> list[CoreMove]:
    """List the legal moves; `[PASS]` if the army must pass, none if the game is over (RULES 8).

    The royal piece comes first, then the other pieces in the order of their cells, then castlings.
    """
    if position.turn == NOBODY:
        return []
    game, cells = position.game, position.cells
    standing = [(piece, cells[piece]) for piece in game.pieces[position.turn]]
    castlings = _castlings(position)
    found = _by_origin(position, standing, binding=game.check_binds)
    if game.check_binds and not (found or castlings or game.two_players):
        if not may_expose(position):
            return [PASS]
        found = _by_origin(position, standing, binding=False)
    if not (found or castlings or (game.check_binds and game.two_players)):
        return [PASS]
    moves = found.pop(position.royals[position.turn], [])
    for origin in sorted(found):
        moves += found[origin]
    return moves + castlings


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
