"""Generate: the moves a player has (RULES 3 to 8)."""

from __future__ import annotations

from collections.abc import Iterator

from aofref.paths import Ways
from aofref.rules.king_attacks import Cells, open_line
from aofref.rules.lines import HOPS, PAWN, PLAIN
from aofref.rules.pawns import STAYS, may_double, promotions, taken_en_passant
from aofref.rules.position import NOBODY, PASS, Move, Position
from aofref.rules.threats import exposes

Spread = list[tuple[int, list[int]]]
"""Origins, each with the destinations of the piece that stands there."""


def destinations(position: Position, origin: int) -> list[int]:
    """List where the piece on `origin` could go, check apart, each cell once."""
    game, board = position.game, position.board
    piece = board[origin]
    manner = game.lines.manner[piece]
    if manner == PLAIN:
        ways = game.lines.ways_rows[piece][origin]
        if ways is None:
            ways = game.lines.ways(piece, origin)
        return _walked(board, game.army_of, game.army_of[piece], ways)
    if manner == PAWN:
        return _stepped(position, piece, origin)
    if manner == HOPS:
        return _hopped(board, game.army_of, game.army_of[piece], game.lines.ways(piece, origin))
    return _line_by_line(position, piece, origin)


def _walked(board: bytes, army_of: list[int], army: int, ways: Ways) -> list[int]:
    """Walk a piece's leaps, rays and bends up to the first piece in the way."""
    leaps, rays, bends, doubled = ways
    found = []
    for end in leaps:
        if army_of[board[end]] != army:
            found.append(end)
    for ray in rays:
        for end in ray:
            if board[end]:
                if army_of[board[end]] != army:
                    found.append(end)
                break
            found.append(end)
    for bend, ray in bends:
        if board[bend]:
            continue
        for end in ray:
            if board[end]:
                if army_of[board[end]] != army:
                    found.append(end)
                break
            found.append(end)
    return _once(found) if doubled else found


def _once(cells: list[int]) -> list[int]:
    """Give each of some cells once, in their order; a few are compared, which costs less."""
    if len(cells) > 8:
        return list(dict.fromkeys(cells))
    found: list[int] = []
    for cell in cells:
        for other in found:
            if other == cell:
                break
        else:
            found.append(cell)
    return found


def _hopped(board: bytes, army_of: list[int], army: int, ways: Ways) -> list[int]:
    """Go along a piece's rays up to the first piece, and hop it to capture the next."""
    _, rays, _, doubled = ways
    found = []
    for ray in rays:
        screened = False
        for end in ray:
            if not board[end]:
                if not screened:
                    found.append(end)
            elif screened:
                if army_of[board[end]] != army:
                    found.append(end)
                break
            else:
                screened = True
    return _once(found) if doubled else found


def _stepped(position: Position, piece: int, origin: int) -> list[int]:
    """Take a Pawn's steps and captures, en passant included."""
    game, board = position.game, position.board
    steps = game.lines.steps_rows[piece][origin]
    if steps is None:
        steps = game.lines.steps(piece, origin)
    ahead, doubles, takes = steps
    army_of = game.army_of
    found = []
    for end in ahead:
        if not board[end]:
            found.append(end)
    if doubles and may_double(position, origin):
        for passed, end in doubles:
            if not board[passed] and not board[end]:
                found.append(end)
    for end in takes:
        if board[end]:
            if army_of[board[end]] != army_of[piece]:
                found.append(end)
        elif position.passed and taken_en_passant(position, origin, end):
            found.append(end)
    return found


def _line_by_line(position: Position, piece: int, origin: int) -> list[int]:
    """Try every line of a piece that hops or is kept out of a region."""
    game, board, army_of = position.game, position.board, position.game.army_of
    moves = [
        end
        for end, lines in game.lines.quiet(piece, origin).items()
        if not board[end] and open_line(board, lines) is not None
    ]
    captures = [
        end
        for end, lines in game.lines.captures(piece, origin).items()
        if board[end]
        and army_of[board[end]] != army_of[piece]
        and open_line(board, lines) is not None
    ]
    return moves + captures


def en_passant_captures(position: Position, move: Move) -> tuple[int, ...]:
    """List the cells of the Pawns that `move` takes en passant."""
    if not position.passed:
        return ()
    return _taken_in_passing(position, move.origin, move.destination)


def _taken_in_passing(position: Position, origin: int, destination: int) -> tuple[int, ...]:
    board, game = position.board, position.game
    piece = board[origin]
    if board[destination] or not game.is_pawn[piece]:
        return ()
    if not game.lines.capturing(piece).lines(origin, destination):
        return ()
    return taken_en_passant(position, origin, destination)


def _possible(position: Position) -> Spread:
    """List where each piece of the army to move could go, check apart; its royal piece first."""
    army = position.turn
    royal = position.royals[army]
    found = [(royal, destinations(position, royal))]
    for origin in position.cells_of(army):
        if origin != royal:
            ends = destinations(position, origin)
            if ends:
                found.append((origin, ends))
    return found


def _safe(position: Position, origin: int, ends: list[int]) -> list[int]:
    """Keep the destinations that leave the royal piece out of check."""
    army = position.turn
    king_attacks = position.king_attacks[army]
    passing = bool(position.passed) and position.game.is_pawn[position.board[origin]]
    looked_at = king_attacks.armies or king_attacks.hops or origin == position.royals[army]
    if not passing and not looked_at and origin not in king_attacks.blockers:
        return ends
    found = []
    for end in ends:
        taken = _taken_in_passing(position, origin, end) if passing else ()
        if not exposes(position, origin, end, taken):
            found.append(end)
    return found


def _is_any_safe(position: Position, origin: int) -> bool:
    """Say whether the piece on `origin` has a move that leaves its royal piece out of check."""
    passing = bool(position.passed) and position.game.is_pawn[position.board[origin]]
    for end in destinations(position, origin):
        taken = _taken_in_passing(position, origin, end) if passing else ()
        if not exposes(position, origin, end, taken):
            return True
    return False


def has_safe_move(position: Position) -> bool:
    """Say whether the army to move has a move that leaves it out of check.

    Out of check, a piece that blocks no line and goes where no hop lands need not be tested; in
    check the King is tried first.
    """
    army, board = position.turn, position.board
    king_attacks = position.king_attacks[army]
    royal = position.royals[army]
    if not king_attacks.armies:
        army_of, blockers = position.game.army_of, king_attacks.blockers
        for start, end in ((royal + 1, len(board)), (0, royal)):  # others of its army stand near
            for origin in range(start, end):
                if army_of[board[origin]] != army or origin in blockers:
                    continue
                if _stirs(position, origin, king_attacks.hops):
                    return True
    if _is_any_safe(position, royal):
        return True
    for origin in position.cells_of(army):
        if origin != royal and _is_any_safe(position, origin):
            return True
    return False


def _stirs(position: Position, origin: int, hops: Cells) -> bool:
    """Say whether a piece has somewhere to go, check apart; no if a Pawn may take en passant.

    Cells where `hops` land do not count.  If there are none, the first cells of its ways are enough
    to see it, so that no list is made of all the others.
    """
    game, board = position.game, position.board
    piece = board[origin]
    if hops:
        if position.passed and game.is_pawn[piece]:
            return False
        return any(end not in hops for end in destinations(position, origin))
    army_of, army = game.army_of, game.army_of[piece]
    if game.lines.manner[piece] == PLAIN:
        leaps, rays, bends, _ = game.lines.ways(piece, origin)
        for end in leaps:
            if army_of[board[end]] != army:
                return True
        for ray in rays:
            if army_of[board[ray[0]]] != army:
                return True
        return any(not board[bend] and army_of[board[ray[0]]] != army for bend, ray in bends)
    if not game.is_pawn[piece]:
        for end, lines in game.lines.quiet(piece, origin).items():
            if not board[end] and open_line(board, lines) is not None:
                return True
    if position.passed and game.is_pawn[piece]:
        return False
    return bool(destinations(position, origin))


def _legal(position: Position) -> Spread | None:
    """List the legal destinations by origin, in any order; None if the army passes."""
    game = position.game
    every = _possible(position)
    if game.check_binds:
        safe = [(origin, _safe(position, origin, ends)) for origin, ends in every]
        if game.two_players or any(ends for _, ends in safe):
            return safe
        if not may_expose(position):
            return None
    return every if any(ends for _, ends in every) else None


def legal_moves(position: Position) -> list[Move]:
    """List the legal moves; `[PASS]` if the army must pass, none if the game is over (RULES 8)."""
    if position.turn == NOBODY:
        return []
    found = _legal(position)
    return [PASS] if found is None else list(_moves(position, found))


def _moves(position: Position, spread: Spread) -> Iterator[Move]:
    """Give a move for each destination, and for each promotion there by itself.

    The royal piece's come first, then those of the others in the order of their cells.
    """
    royal = position.royals[position.turn]
    for origin, ends in sorted(spread, key=lambda way: (way[0] != royal, way[0])):
        if position.game.is_pawn[position.board[origin]]:
            for end in ends:
                for kind in promotions(position, origin, end):
                    yield Move(origin, end, kind)
        else:
            for end in ends:
                yield Move(origin, end)


def count_legal(position: Position) -> int:
    """Count the legal moves, a pass being one."""
    if position.turn == NOBODY:
        return 0
    if count := _count_unattacked(position):
        return count
    found = _legal(position)
    if found is None:
        return 1
    for origin, ends in found:
        count += _with_promotions(position, origin, ends)
    return count


def _count_unattacked(position: Position) -> int:
    """Count the legal moves of an army that is not in check; 0 if they have to be listed.

    Most pieces may then go wherever they reach, and only the number of cells is needed: compiled,
    perft takes a quarter less time than if they were listed.
    """
    army, game, board = position.turn, position.game, position.board
    king_attacks = position.king_attacks[army]
    if king_attacks.armies or king_attacks.hops or not game.check_binds:
        return 0
    count, royal, blockers, army_of = 0, position.royals[army], king_attacks.blockers, game.army_of
    for origin in range(len(board)):
        piece = board[origin]
        if army_of[piece] != army:
            continue
        if game.lines.manner[piece] == PLAIN and origin != royal and origin not in blockers:
            count += _count_walked(board, army_of, army, game.lines.ways(piece, origin))
        else:
            ends = _safe(position, origin, destinations(position, origin))
            count += _with_promotions(position, origin, ends)
    return count


def _count_walked(board: bytes, army_of: list[int], army: int, ways: Ways) -> int:
    """Count what `_walked` lists."""
    leaps, rays, bends, doubled = ways
    if doubled:
        return len(_walked(board, army_of, army, ways))
    count = 0
    for end in leaps:
        count += army_of[board[end]] != army
    for ray in rays:
        for end in ray:
            if board[end]:
                count += army_of[board[end]] != army
                break
            count += 1
    for bend, ray in bends:
        if board[bend]:
            continue
        for end in ray:
            if board[end]:
                count += army_of[board[end]] != army
                break
            count += 1
    return count


def _with_promotions(position: Position, origin: int, ends: list[int]) -> int:
    """Count the moves to some cells, each promotion as one."""
    count = len(ends)
    if position.game.is_pawn[position.board[origin]]:
        cells = position.game.pawns.promotion_cells(position.turn)
        for end in ends:
            if end in cells:
                count += len(promotions(position, origin, end)) - len(STAYS)
    return count


def may_expose(position: Position) -> bool:
    """Say whether an army with no safe move may make the others: only out of a check (R-16)."""
    in_check = bool(position.king_attacks[position.turn].armies)
    return in_check or not position.game.variant.stalemate_passes


def some_move(position: Position) -> Move | None:
    """Give a legal move of the army to move, or None if it must pass."""
    found = _legal(position)
    return next(_moves(position, found), None) if found is not None else None
