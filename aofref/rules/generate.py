"""Generate: the moves a player has (RULES 3 to 8)."""

from __future__ import annotations

from collections.abc import Iterator

from aofref.rules.pawns import lifted, promotions, steps
from aofref.rules.position import NOBODY, PASS, Move, Position
from aofref.rules.threats import exposure, open_line


def destinations(position: Position, origin: int) -> Iterator[int]:
    """Give where the piece on `origin` could go, check apart."""
    game, board = position.game, position.board
    piece = board[origin]
    army, army_of = game.army_of[piece], game.army_of
    quiet = game.quiet_lines(piece, origin)
    takes = game.take_lines(piece, origin)
    if takes is quiet:
        for end, lines in quiet.items():
            if army_of[board[end]] != army and open_line(board, lines) is not None:
                yield end
        return
    pawn = game.is_pawn[piece]
    if pawn:
        quiet = steps(position, origin)
    for end, lines in quiet.items():
        if not board[end] and open_line(board, lines) is not None:
            yield end
    for end, lines in takes.items():
        if board[end]:
            if army_of[board[end]] != army and open_line(board, lines) is not None:
                yield end
        elif pawn and lifted(position, origin, end):
            yield end


def moves_from(position: Position, origin: int) -> Iterator[Move]:
    """Give the moves of the piece on `origin`, check apart, each promotion by itself."""
    if position.game.is_pawn[position.board[origin]]:
        for end in destinations(position, origin):
            for kind in promotions(position, origin, end):
                yield Move(origin, end, kind)
    else:
        for end in destinations(position, origin):
            yield Move(origin, end)


def possible_moves(position: Position) -> Iterator[Move]:
    """Give every move of the army to move, check apart; its royal piece's come first."""
    army, army_of = position.turn, position.game.army_of
    if army == NOBODY:
        return
    royal = position.royals[army]
    yield from moves_from(position, royal)
    for cell, piece in enumerate(position.board):
        if piece and cell != royal and army_of[piece] == army:
            yield from moves_from(position, cell)


def lifts(position: Position, move: Move) -> tuple[int, ...]:
    """List the cells of the Pawns that `move` takes en passant."""
    origin, destination, _ = move
    if not position.passed or position.board[destination]:
        return ()
    piece = position.board[origin]
    if not position.game.is_pawn[piece]:
        return ()
    if destination not in position.game.take_lines(piece, origin):
        return ()
    return lifted(position, origin, destination)


def is_safe(position: Position, move: Move) -> bool:
    """Say whether `move` leaves the mover's royal piece out of check."""
    return not exposure(position, move, lifts(position, move))


def has_safe_move(position: Position) -> bool:
    """Say whether the army to move has a move that leaves it out of check; its King goes first."""
    return any(is_safe(position, move) for move in possible_moves(position))


def legal_moves(position: Position) -> list[Move]:
    """List the legal moves; `[PASS]` if the army must pass, none if the game is over (RULES 8)."""
    if position.turn == NOBODY:
        return []
    game = position.game
    every = list(possible_moves(position))
    if game.variant.check_binds:
        safe = [move for move in every if is_safe(position, move)]
        if safe or game.two_players:
            return safe
        if not may_expose(position):
            return [PASS]
    return every or [PASS]


def may_expose(position: Position) -> bool:
    """Say whether an army with no safe move may make the others: only out of a check (R-16)."""
    return bool(position.checks[position.turn]) or not position.game.variant.stalemate_passes


def some_move(position: Position) -> Move | None:
    """Give a legal move of the army to move, or None if it must pass."""
    moves = possible_moves(position)
    if not position.game.variant.check_binds:
        return next(moves, None)
    safe = next((move for move in moves if is_safe(position, move)), None)
    if safe is not None or position.game.two_players or not may_expose(position):
        return safe
    return next(possible_moves(position), None)
