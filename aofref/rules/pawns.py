"""Pawns: en passant and promotion (RULES 6 and 7)."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final, assert_never

from aofref.geometry import Vector, add, times
from aofref.paths import Line
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.position import NO_PROMOTION, CoreMove, CorePosition, Marks, Passed
from aofref.variants.model import ToArrayPiece, ToLevelPiece, ToPartner

STAYS: Final = (NO_PROMOTION,)  # the only choice of a Pawn that may not promote


def taken_en_passant(position: CorePosition, origin: int, destination: int) -> tuple[int, ...]:
    """List the cells of the Pawns that a Pawn's capture onto an empty cell takes en passant."""
    if not position.passed:
        return ()
    army = position.game.army_of[position.board[origin]]
    return tuple(
        right.pawn
        for right in position.passed
        if right.cell == destination and right.army != army and not _limit(position, army, right)
    )


def _limit(position: CorePosition, army: int, right: Passed) -> str:
    """Name the only region where `army` could use a right, if the cell passed is not in it."""
    game = position.game
    pair = frozenset((game.letters[army], game.letters[right.army]))
    region = game.variant.pawns.limits.get(pair)
    return "" if region is None or right.cell in game.board.regions[region] else region


def barred_right(position: CorePosition, origin: int, destination: int) -> tuple[str, str]:
    """Name the armies and the region if a Pawn's capture is none en passant outside it (aof6)."""
    letters = position.game.letters
    army = position.game.army_of[position.board[origin]]
    for right in position.passed:
        region = _limit(position, army, right) if right.army != army else ""
        if right.cell == destination and region:
            armies = sorted((letters[army], letters[right.army]), key=letters.index)
            return " and ".join(armies), region
    return "", ""


def owed_after(position: CorePosition, origin: int, destination: int) -> int:
    """Return what the Pawn on `origin` still owes after its move: a double step counts for two."""
    game = position.game
    if not position.owed or origin not in position.owed:
        return 0
    owed = position.owed[origin]
    doubles = game.pawns.doubles[position.board[origin]].get(origin)
    steps = 2 if doubles is not None and destination in doubles else 1
    return owed - steps if owed > steps else 0


def marks_after(position: CorePosition, move: CoreMove) -> Marks:
    """Return the marks of Pawns after a move: a mark goes with its Pawn, ends, or is new there."""
    game, owed = position.game, position.owed
    origin, destination, promotion, _ = move
    mark, marked = 0, False
    if game.is_pawn[position.board[origin]] and promotion == NO_PROMOTION:
        mark = owed_after(position, origin, destination)
        marked = mark > 0 or game.pawns.is_marked(position.turn, destination)
    if not marked and (not owed or (origin not in owed and destination not in owed)):
        return owed
    left = owed.copy()
    if origin in left:
        del left[origin]
    if destination in left:
        del left[destination]
    if marked:
        left[destination] = mark
    return MappingProxyType(left)


def rights_after(
    position: CorePosition, move: CoreMove, taken: Sequence[int] = ()
) -> tuple[Passed, ...]:
    """List the en passant rights right after a move: that of a double step is new.

    Those on Pawns that it takes, on its destination or on the cells `taken`, end.
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


def may_double(position: CorePosition, origin: int) -> bool:
    """Say whether the Pawn on `origin` still has what double step its cell gives it (R-17)."""
    return not position.game.pawns.keeps_marks or origin not in position.owed


def strides(game: CompiledVariant, piece: int, origin: int, end: int) -> tuple[Vector, ...]:
    """List the steps of a Pawn that two of lead from `origin` to `end`: one taken twice, or two."""
    apart = add(game.board.cells[end], times(-1, game.board.cells[origin]))
    steps = game.pawns.steps(piece)
    return tuple(step for step in steps if add(apart, times(-1, step)) in steps)


def lines_to(
    position: CorePosition, origin: int, destination: int, *, capturing: bool
) -> tuple[Line, ...]:
    """List the lines of the piece on `origin` to a cell; double steps if it may make them."""
    game, piece = position.game, position.board[origin]
    if capturing:
        return game.lines.capturing(piece).lines(origin, destination)
    if position.owed and game.is_pawn[piece] and not may_double(position, origin):
        doubles = game.pawns.doubles[piece].get(origin)
        if doubles is not None and destination in doubles:
            return ()
    return game.lines.moving(piece).lines(origin, destination)


def promotions(position: CorePosition, origin: int, destination: int) -> tuple[int, ...]:
    """List what the Pawn on `origin` may be after its move: types, NO_PROMOTION for a Pawn."""
    game = position.game
    piece = position.board[origin]
    if not game.pawns.may_promote(piece, destination):
        return STAYS
    must = game.pawns.must(piece, destination)
    if not must and game.pawns.owing and owed_after(position, origin, destination):
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
            if rule.also and game.piece(army, game.kinds[rule.needs]) in position.board:
                choices += (game.kinds[rule.also],)
        case ToLevelPiece():
            codes = rule.by_level[game.board.levels[destination]]
            choices = tuple(game.kinds[code] for code in codes)
        case _:
            assert_never(rule)
    return choices if must else (NO_PROMOTION, *choices)
