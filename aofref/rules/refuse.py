"""Refuse: why a move is not legal (RULES 3 to 8).  `refusal` and generation always agree."""

from __future__ import annotations

from aofref.atoms import LameLeap
from aofref.findings import Code, Refusal, Standing, Threat
from aofref.paths import Reach, Route, lame_routes
from aofref.position import NO_PROMOTION, NOBODY, PASS, Move, Position
from aofref.rules.generate import has_safe_move, lifts, possible_moves
from aofref.rules.pawns import promotions
from aofref.rules.threats import Attack, exposure, open_line


def refusal(position: Position, move: Move) -> Refusal | None:
    """Say why `move` is illegal, or give None if it is legal.  Generates no other move, save to
    learn whether the duty to leave check can be met at all (RULES 8).
    """
    if position.turn == NOBODY:
        return Refusal(Code.GAME_OVER, "8")
    if move == PASS:
        own = next(possible_moves(position), None)
        return None if own is None else _cannot_pass(position, own)
    why = obstacle(position, move)
    if why is None and not position.game.advisory:
        why = _left_in_check(position, move)
    return why


def obstacle(position: Position, move: Move) -> Refusal | None:
    """Say what stands in the way of `move`, check apart, or give None."""
    game, board = position.game, position.board
    origin, destination, promotion = move
    piece = board[origin]
    if not piece:
        return Refusal(Code.EMPTY_CELL, destination=game.board.names[origin])
    army = game.army_of[piece]
    if army != position.turn:
        return Refusal(
            Code.WRONG_ARMY, "8", standing(position, origin), army=game.letters[position.turn]
        )
    target = board[destination]
    if target and game.army_of[target] == army:
        return Refusal(
            Code.OWN_PIECE,
            "4",
            standing(position, origin),
            game.board.names[destination],
            blocker=standing(position, destination),
        )
    reach = game.take_lines(piece, origin) if target else game.quiet_lines(piece, origin)
    lines = reach.get(destination)
    if (lines is None or open_line(board, lines) is None) and not lifts(position, move):
        return _unreached(position, move, reach)
    if not game.is_pawn[piece]:
        if promotion == NO_PROMOTION:
            return None
        return _promotion(position, move, Code.PROMOTION_FORBIDDEN, ())
    choices = promotions(position, origin, destination)
    if promotion in choices:
        return None
    kinds = tuple(kind for kind in choices if kind != NO_PROMOTION)
    if promotion == NO_PROMOTION:
        return _promotion(position, move, Code.PROMOTION_REQUIRED, kinds)
    if not kinds:
        return _promotion(position, move, Code.PROMOTION_FORBIDDEN, ())
    return _promotion(position, move, Code.BAD_PROMOTION, kinds)


def standing(position: Position, cell: int) -> Standing:
    """Name the piece on an occupied cell."""
    game, piece = position.game, position.board[cell]
    return Standing(game.letters[game.army_of[piece]], game.code(piece), game.board.names[cell])


def threats(position: Position, found: list[Attack]) -> tuple[Threat, ...]:
    """Name attacking pieces and the cells they cross."""
    names = position.game.board.names
    return tuple(
        Threat(standing(position, cell), tuple(names[c] for c in path))
        for cell, path in sorted(found)
    )


def _left_in_check(position: Position, move: Move) -> Refusal | None:
    """Refuse a move that leaves the own royal piece in check while another does not."""
    found = exposure(position, move, lifts(position, move))
    if not found or not (position.game.two_players or has_safe_move(position)):
        return None
    origin, destination, _ = move
    royal = position.royals[position.turn]
    names = position.game.board.names
    at = standing(position, royal)
    if origin == royal:
        at = Standing(at.army, at.code, names[destination])
    return Refusal(
        Code.IN_CHECK,
        "8",
        standing(position, origin),
        names[destination],
        blocker=at,
        checks=threats(position, found),
    )


def _cannot_pass(position: Position, own: Move) -> Refusal:
    names = position.game.board.names
    return Refusal(
        Code.CANNOT_PASS,
        "8",
        standing(position, own.origin),
        names[own.destination],
        army=position.game.letters[position.turn],
    )


def _promotion(position: Position, move: Move, code: Code, kinds: tuple[int, ...]) -> Refusal:
    game = position.game
    return Refusal(
        code,
        "7",
        standing(position, move.origin),
        game.board.names[move.destination],
        candidates=tuple(game.codes[kind] for kind in kinds),
    )


def _unreached(position: Position, move: Move, reach: Reach) -> Refusal:
    """Say why no line is open from origin to destination: `reach` is what the piece has there."""
    game, board = position.game, position.board
    origin, destination, _ = move
    piece, names = board[origin], game.board.names
    mover, end = standing(position, origin), names[destination]
    rule = "6" if game.is_pawn[piece] else "4"
    lines = reach.get(destination, ())
    if lines:
        screen, path = min(lines, key=lambda line: len(line[1]))
        hops = screen != origin
        crossed = sorted(
            {*path, screen} - {origin},
            key=lambda cell: _walked(position, origin, destination, cell),
        )
        walked = tuple(names[cell] for cell in crossed)
        held = [cell for cell in crossed if board[cell]]
        if hops and not held:
            return Refusal(Code.NO_SCREEN, rule, mover, end, (*walked, end))
        blocker = standing(position, held[1] if hops else held[0])
        leap = _gap(position, origin, destination)
        lame = any(isinstance(atom, LameLeap) for atom in game.type_of(piece).atoms)
        if lame and leap is not None and len(leap.cells) == 1 and leap.missing is not None:
            lacks = game.board.name_of(leap.missing) or "-"
            return Refusal(Code.MISSING_CELL, "3", mover, end, (end,), blocker, lacks)
        return Refusal(Code.BLOCKED, rule, mover, end, (*walked, end), blocker)
    other = (
        game.quiet_lines(piece, origin) if board[destination] else game.take_lines(piece, origin)
    )
    if destination in other:
        held_by = standing(position, destination) if board[destination] else None
        if game.type_of(piece).pawn or held_by:
            code = Code.NO_CAPTURE if game.is_pawn[piece] else Code.NO_SCREEN
            return Refusal(code, rule, mover, end, blocker=held_by)
    route = _gap(position, origin, destination)
    if route is None or route.missing is None:
        return Refusal(Code.UNREACHABLE, "6" if game.is_pawn[piece] else "5", mover, end)
    name_of = game.board.name_of
    return Refusal(
        Code.MISSING_CELL,
        "3",
        mover,
        end,
        tuple(name_of(at) or "-" for at in route.cells),
        missing=name_of(route.missing) or "-",
    )


def _gap(position: Position, origin: int, destination: int) -> Route | None:
    """Find the shortest walk that only missing cells forbid."""
    game, piece = position.game, position.board[origin]
    taken = game.walks(piece, bool(position.board[destination]))
    found = lame_routes(game.board, taken, origin, destination)
    return min(found, key=lambda route: len(route.cells), default=None)


def _walked(position: Position, origin: int, destination: int, cell: int) -> int:
    """Give how far along the walk from origin to destination a crossed cell lies."""
    game, piece = position.game, position.board[origin]
    at = game.board.cells[cell]
    taken = lame_routes(game.board, game.walks(piece, False), origin, destination)
    return min((route.cells.index(at) for route in taken if at in route.cells), default=0)
