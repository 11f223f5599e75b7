"""Pawns: en passant and promotion (RULES 6 and 7)."""

from __future__ import annotations

from aofref.game import promotion_by_owner
from aofref.position import NO_PROMOTION, Position


def lifted(position: Position, origin: int, destination: int) -> tuple[int, ...]:
    """List the cells of the Pawns that a Pawn's capture onto an empty cell takes en passant."""
    game = position.game
    army = game.army_of[position.board[origin]]
    limits = game.variant.pawns.limits
    found = []
    for right in position.passed:
        if right.cell != destination or right.army == army:
            continue
        region = limits.get(frozenset((game.letters[army], game.letters[right.army])))
        if region is None or destination in game.board.regions[region]:
            found.append(right.pawn)
    return tuple(found)


def owed_after(position: Position, origin: int, destination: int) -> int:
    """Give what the Pawn on `origin` still owes after its move: a double step counts for two."""
    game = position.game
    owed = position.owed.get(origin, 0)
    if not owed:
        return 0
    army = game.army_of[position.board[origin]]
    steps = 2 if destination in game.doubles[army].get(origin, ()) else 1
    return max(0, owed - steps)


def promotions(position: Position, origin: int, destination: int) -> tuple[int, ...]:
    """List what the Pawn on `origin` may be after its move: types, NO_PROMOTION for a Pawn."""
    game = position.game
    army = game.army_of[position.board[origin]]
    must = destination in game.must_promote[army]
    if not must and (
        destination not in game.may_promote[army] or owed_after(position, origin, destination)
    ):
        return (NO_PROMOTION,)
    choices = game.promotes_to(army, destination)
    also, needs = promotion_by_owner(game)
    if needs != -1 and game.piece(army, needs) in position.board:
        choices += (also,)
    return choices if must else (NO_PROMOTION, *choices)
