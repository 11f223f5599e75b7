"""Pawns: en passant and promotion (RULES 6 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from aofref.games.model import ToArrayPiece, ToLevelPiece, ToPartner
from aofref.geometry import Vector, add, times
from aofref.paths import open_line
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NO_PROMOTION, CoreMove, CorePosition, Passed

STAYS: Final = (NO_PROMOTION,)  # the only choice of a Pawn that may not promote


def taken_en_passant(position: CorePosition, origin: int, destination: int) -> tuple[int, ...]:
    """List the cells of the Pawns that a move of the piece on `origin` takes en passant."""
    game, board, piece = position.game, position.board, position.board[origin]
    if board[destination] or not game.is_pawn[piece]:
        return ()
    lines = game.movers[piece].taking.to(origin, destination)
    if open_line(lines, position.occupied) is None:
        return ()
    army = game.army_of[piece]
    return tuple(
        right.pawn
        for right in position.passed
        if right.cell == destination and right.army != army and not _limit(position, army, right)
    )


def _limit(position: CorePosition, army: int, right: Passed) -> str:
    """Return the only region where `army` may use a right, if the cell passed is outside it."""
    game = position.game
    pair = frozenset((game.letters[army], game.letters[right.army]))
    region = game.variant.pawns.limits.get(pair)
    return "" if region is None or right.cell in game.board.regions[region] else region


def barred_right(position: CorePosition, origin: int, destination: int) -> tuple[str, str]:
    """Return the armies and region if a move is no capture en passant outside the region (aof6)."""
    letters = position.game.letters
    army = position.game.army_of[position.board[origin]]
    for right in position.passed:
        region = _limit(position, army, right) if right.army != army else ""
        if right.cell == destination and region:
            armies = sorted((letters[army], letters[right.army]), key=letters.index)
            return " and ".join(armies), region
    return "", ""


def rights_after(
    position: CorePosition, move: CoreMove, taken: Sequence[int] = ()
) -> tuple[Passed, ...]:
    """List the en passant rights right after a move; a double step adds one.

    Rights on captured Pawns, on its destination or on the cells `taken`, end.
    """
    game, rights = position.game, position.passed
    origin, destination, promotion, _ = move
    if rights:
        gone = (destination, *taken)
        rights = tuple([right for right in rights if right.pawn not in gone])
    piece = position.board[origin]
    if game.is_pawn[piece] and promotion == NO_PROMOTION:
        doubles = game.pawns.doubles[piece].get(origin)
        if doubles is not None and destination in doubles:
            right = Passed(position.turn, doubles[destination], destination)
            rights = tuple(sorted((*rights, right)))
    return rights


def strides(game: CompiledVariant, piece: int, origin: int, end: int) -> tuple[Vector, ...]:
    """List the steps of a Pawn that begin a way of two steps from `origin` to `end`."""
    apart = add(game.board.cells[end], times(-1, game.board.cells[origin]))
    steps = game.pawns.steps(piece)
    return tuple(step for step in steps if add(apart, times(-1, step)) in steps)


def promotions(position: CorePosition, origin: int, destination: int) -> tuple[int, ...]:
    """List the types to which the Pawn on `origin` may promote, and NO_PROMOTION if it may stay."""
    game = position.game
    piece = position.board[origin]
    if not game.pawns.may_promote(piece, destination):
        return STAYS
    must = game.pawns.must(piece, destination)
    if not must and game.pawns.owing and game.pawns.owed_after(piece, origin, destination):
        return STAYS
    rule, army = game.variant.promotion, game.army_of[piece]
    match rule:
        case ToPartner():
            codes = rule.elsewhere[game.letters[army]]
            for enemy, array in enumerate(game.array):
                if enemy != army and destination in array:
                    codes = (rule.partners[game.letters[enemy]],)
            return tuple(game.kinds[code] for code in codes)
        case ToArrayPiece():
            choices = game.pawns.choices[army]
            if rule.also and position.cells_like(game.piece(army, game.kinds[rule.needs])):
                choices += (game.kinds[rule.also],)
        case ToLevelPiece():
            codes = rule.by_level[game.board.levels[destination]]
            choices = tuple(game.kinds[code] for code in codes)
        case _:
            assert_never(rule)
    return choices if must else (NO_PROMOTION, *choices)
