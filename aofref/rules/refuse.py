"""Refuse: why a move is not legal (RULES 3 to 8).  `refusal` and generation always agree."""

from __future__ import annotations

from collections.abc import Sequence

from aofref.atoms import Hop
from aofref.findings import BEYOND, Code, Refusal, Standing, Threat
from aofref.findings.facts import (
    Empty,
    Exposing,
    Foreign,
    Going,
    GoingBeyond,
    GoingOnly,
    Passing,
    Promoting,
    Staying,
)
from aofref.paths import Line, Path, Route, routes
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.generate import en_passant_captures, has_safe_move, may_expose, some_move
from aofref.rules.pawns import barred_rights, lines_to, promotions
from aofref.rules.position import NO_PROMOTION, NOBODY, Move, Position
from aofref.rules.threats import Attack, board_after, exposes, exposure, open_line


def refusal(position: Position, move: Move) -> Refusal | None:
    """Say why `move` is illegal, or give None if it is legal.

    Generates no other move, save to learn whether the duty to leave check can be met at all, and
    whether an army must pass (RULES 8).
    """
    if position.turn == NOBODY:
        return cited(position, Refusal(Code.GAME_OVER))
    origin, destination, _ = move
    if origin < 0:
        own = some_move(position)
        return None if own is None else cited(position, _cannot_pass(position, own))
    why = obstacle(position, move)
    if why is None and position.game.check_binds:
        taken = en_passant_captures(position, move)
        if exposes(position, origin, destination, taken):
            why = _left_in_check(position, move, taken)
    return None if why is None else cited(position, why)


def cited(position: Position, why: Refusal) -> Refusal:
    """Rest a refusal on the rules of its own game, if that is from a file."""
    variant = position.game.variant
    return why.in_file(variant.id) if variant.source else why


def obstacle(position: Position, move: Move) -> Refusal | None:
    """Say what stands in the way of `move`, check apart, or give None."""
    game, board = position.game, position.board
    origin, destination, promotion = move
    piece = board[origin]
    if not piece:
        return Refusal(Code.EMPTY_CELL, Empty(game.board.names[origin]))
    army = game.army_of[piece]
    if army != position.turn:
        turn = game.letters[position.turn]
        return Refusal(Code.WRONG_ARMY, Foreign(piece_on(position, origin), turn))
    if origin == destination:
        return Refusal(
            Code.OWN_PIECE, Staying(piece_on(position, origin), game.board.names[origin])
        )
    target = board[destination]
    if target and game.army_of[target] == army:
        mover, held = piece_on(position, origin), piece_on(position, destination)
        going = Going(mover, game.board.names[destination], blocker=held)
        return Refusal(Code.OWN_PIECE, going)
    lines = lines_to(position, origin, destination, capturing=bool(target))
    if open_line(board, lines) is None and not en_passant_captures(position, move):
        return _unreached(position, move, lines)
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


def piece_on(position: Position, cell: int) -> Standing:
    """Name the piece on an occupied cell."""
    return _named(position.game, position.board, cell)


def _named(game: CompiledVariant, board: Sequence[int], cell: int) -> Standing:
    piece = board[cell]
    return Standing(game.letters[game.army_of[piece]], game.code(piece), game.board.names[cell])


def threats_of(
    game: CompiledVariant, board: Sequence[int], found: list[Attack]
) -> tuple[Threat, ...]:
    """Name attacking pieces, the cells they cross and the screens they hop, as on `board`."""
    names = game.board.names
    return tuple(
        Threat(
            _named(game, board, cell),
            tuple(names[crossed] for crossed in path),
            _named(game, board, screen) if screen != cell else None,
        )
        for cell, (screen, path) in sorted(found)
    )


def _left_in_check(position: Position, move: Move, taken: tuple[int, ...]) -> Refusal | None:
    """Refuse a move that leaves its own royal piece in check, unless that is allowed (RULES 8)."""
    game = position.game
    must_pass = not game.two_players and not has_safe_move(position)
    if must_pass and may_expose(position):
        return None
    origin, destination, _ = move
    board = board_after(position.board, origin, destination, taken)
    found = exposure(position, move, taken)
    royal = position.royals[position.turn]
    exposing = Exposing(
        piece_on(position, origin),
        game.board.names[destination],
        _named(game, board, destination if origin == royal else royal),
        threats_of(game, board, found),
        "no move keeps it out of check, so the army must pass" if must_pass else "",
    )
    return Refusal(Code.IN_CHECK, exposing)


def _cannot_pass(position: Position, own: Move) -> Refusal:
    game, mover = position.game, piece_on(position, own.origin)
    end = game.board.names[own.destination]
    return Refusal(Code.CANNOT_PASS, Passing(game.letters[position.turn], mover, end))


def _promotion(position: Position, move: Move, code: Code, kinds: tuple[int, ...]) -> Refusal:
    game, mover = position.game, piece_on(position, move.origin)
    choices = tuple(game.codes[kind] for kind in kinds)
    return Refusal(code, Promoting(mover, game.board.names[move.destination], choices))


# Ways that are not open -------------------------------------------------------------------------


def _unreached(position: Position, move: Move, lines: tuple[Line, ...]) -> Refusal:
    """Say why none of `lines`, the piece's ways to the destination, is open; there may be none."""
    game, board = position.game, position.board
    origin, destination, _ = move
    held = bool(board[destination])
    if lines:
        return _closed(position, move, lines)
    other = lines_to(position, origin, destination, capturing=not held)
    if other:
        if held and open_line(board, other) is None:
            return _closed(position, move, other)
        return _no_capture(position, move)
    route = _gap(position, origin, destination)
    if route is None or route.missing is None:
        return _unreachable(position, move)
    mover, end, called = (
        piece_on(position, origin),
        game.board.names[destination],
        game.board.called,
    )
    path, lacks = tuple(map(called, route.cells)), called(route.missing)
    going = (GoingBeyond if lacks == BEYOND else Going)(mover, end, path, missing=lacks)
    return Refusal(Code.MISSING_CELL, going)


def _closed(position: Position, move: Move, lines: tuple[Line, ...]) -> Refusal:
    """Say what stands, or is missing, on ways whose cells exist."""
    game, board = position.game, position.board
    origin, destination, _ = move
    names, mover, end = game.board.names, piece_on(position, origin), game.board.names[destination]
    screen, path = min(lines, key=lambda line: len(line[1]))
    hops = screen != origin
    if hops:  # what it crosses, the screen included
        path = _way_over(position, origin, {screen, *path})
    walked = (*(names[cell] for cell in path), end)
    held = [cell for cell in path if board[cell]]
    if hops and not held:
        return Refusal(Code.NO_SCREEN, Going(mover, end, walked))
    blocker = piece_on(position, held[1] if hops else held[0])
    route = _gap(position, origin, destination)
    if route is not None and route.jumps and route.missing is not None:
        lacks = game.board.called(route.missing)
        return Refusal(Code.MISSING_CELL, Going(mover, end, (end,), blocker, lacks))
    return _of_pawn(position, origin, Refusal(Code.BLOCKED, Going(mover, end, walked, blocker)))


def _way_over(position: Position, origin: int, crossed: set[int]) -> Path:
    """Give the cells that a hop crosses, in order."""
    found = (
        walk.track.cells(origin)[: len(crossed)]
        for walk in position.game.lines.walks(position.board[origin], True)
        if walk.hops
    )
    return next(path for path in found if set(path) == crossed)


def _no_capture(position: Position, move: Move) -> Refusal:
    """Say that a piece does not go there with a capture, or only with one."""
    game, board = position.game, position.board
    origin, destination, _ = move
    mover, end = piece_on(position, origin), game.board.names[destination]
    held_by = piece_on(position, destination) if board[destination] else None
    kind = game.type_of(board[origin])
    if held_by and any(isinstance(atom, Hop) for atom in kind.captures or kind.atoms):
        return Refusal(Code.NO_SCREEN, Going(mover, end, (end,), held_by))
    if held_by is not None:
        return Refusal(Code.NO_CAPTURE, GoingOnly(mover, end, (end,), held_by))
    barred = barred_rights(position, origin, destination)
    return Refusal(Code.NO_CAPTURE, Going(mover, end, (end,), besides=barred))


def _unreachable(position: Position, move: Move) -> Refusal:
    game, board = position.game, position.board
    origin, destination, _ = move
    kind, why = game.type_of(board[origin]), ""
    if game.lines.moving(board[origin]).lines(origin, destination):
        why = "it has already moved, and only its first move may be a double step"
    elif destination in game.board.regions.get(kind.kept_out, ()):
        why = f"it may not enter the {kind.kept_out}"
    going = Going(piece_on(position, origin), game.board.names[destination], besides=why)
    return _of_pawn(position, origin, Refusal(Code.UNREACHABLE, going))


def _of_pawn(position: Position, origin: int, why: Refusal) -> Refusal:
    """Rest the refusal of a Pawn's move on the section about Pawns."""
    return why._replace(section="6") if position.game.is_pawn[position.board[origin]] else why


def _gap(position: Position, origin: int, destination: int) -> Route | None:
    """Find the way that only missing cells forbid: the shortest; none on any board gives None.

    Of the Elephant's two ways it is the one that its middle, empty or occupied, calls for.
    """
    game, board = position.game, position.board
    taken = game.lines.walks(board[origin], True)
    if game.variant.source:  # of the six, a Pawn's steps and a Sling's rides lack none besides
        taken += game.lines.walks(board[origin], False)
    found = routes(game.board, taken, origin, destination)
    if any(route.jumps for route in found):
        (between,) = (route.cells[0] for route in found if not route.jumps)
        middle = game.board.index.get(between)
        occupied = middle is not None and bool(board[middle])
        found = [route for route in found if route.jumps == occupied]
    return min(found, key=lambda route: len(route.cells), default=None)
