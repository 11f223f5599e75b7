"""Turn: what a move brings about, and what the start of a turn does (RULES 7 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import assert_never

from aofref.findings import Refusal
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import (
    Check,
    Checkmate,
    EnPassant,
    Event,
    Passes,
    Reason,
    Removal,
    Stalemate,
)
from aofref.rules.generate import en_passant_captures, has_safe_move
from aofref.rules.king_attacks import UNATTACKED, KingAttacks, all_king_attacks_of
from aofref.rules.make_move import following, make_move
from aofref.rules.mutable import MutablePosition
from aofref.rules.pawns import marks_after
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS, Lasting, Move, Passed, Position, Setup
from aofref.rules.refuse import refusal
from aofref.variants.model import Ending
from aofref.variants.model import Stalemate as Draw

Sequel = tuple[Position, tuple[Event, ...]]
"""The position after, and the events that led to it, in order."""


def as_it_stands(setup: Setup, winners: tuple[int, ...] | None = None) -> Position:
    """Make the position of a setup as it stands: nothing is played, all else follows from it.

    `winners` share a game that is over.
    """
    game, board = setup.game, setup.board
    royals = [-1] * len(game.armies)
    for cell, piece in enumerate(board):
        if game.is_royal[piece]:
            royals[game.army_of[piece]] = cell
    all_king_attacks = all_king_attacks_of(game, board, royals)
    transforms = game.transforms
    ripe = any(
        transforms.are_together(board, army) or transforms.are_aligned(board, army, royals[army])
        for army in game.armies
    )
    lasting = Lasting(tuple(royals), all_king_attacks, ripe)
    return Position(*setup, lasting, winners)


def begin(setup: Setup) -> Sequel:
    """Give the position of a setup with its turn started: the start-of-turn rule comes first."""
    game, now = setup.game, MutablePosition(as_it_stands(setup))
    if setup.turn == NOBODY:
        living = tuple(now.living())
        joint = game.variant.ending is Ending.JOINT  # the last army may have to share the game
        now.winners = living if len(living) == 1 and not joint else None
    else:
        _start_turn(now)
    return _finish(now, (UNATTACKED,) * len(game.letters))


def array(game: CompiledVariant) -> Setup:
    """Give the setup that the game starts from."""
    board = bytearray(len(game.board.cells))
    owed = {}
    for army, placed in enumerate(game.array):
        for cell, kind in placed.items():
            board[cell] = game.piece(army, kind)
            if game.types[kind].pawn and (count := game.pawns.owed_at_start(cell)):
                owed[cell] = count
    return Setup(game, bytes(board), 0, 1, (), MappingProxyType(owed))


@lru_cache(maxsize=8)
def start(game: CompiledVariant) -> Sequel:
    """Give the position that the game starts from, with what holds there."""
    return begin(array(game))


class IllegalMove(ValueError):
    """A move that may not be played; `refusal` says why."""

    def __init__(self, why: Refusal) -> None:
        """Hold why."""
        super().__init__(why.code.value)
        self.refusal = why


def after(position: Position, move: Move) -> Sequel:
    """Play a move, or PASS: give the position with the next army to move, and the events.

    Raises IllegalMove, and IndexError for a cell that the board does not have.
    """
    cells = range(len(position.board))
    if move != PASS and (move.origin not in cells or move.destination not in cells):
        raise IndexError("a cell that the board does not have")
    why = refusal(position, move)
    if why is not None:
        raise IllegalMove(why)
    return after_unjudged(position, move)


def after_unjudged(position: Position, move: Move) -> Sequel:
    """Play a move found legal, or one that an arbiter lets stand: no rule is looked at."""
    found = make_move(position, move)
    if found is not None:
        return found, ()
    now = MutablePosition(position)
    if move.origin < 0:
        now.events.append(Passes(position.turn))
    else:
        army = position.turn
        _carry_out(now, position, move)
        if position.ripe or now.board[move.destination] in now.game.transforms.makers[army]:
            _transform(now, army)
    _advance(now)
    _start_turn(now)
    return _finish(now, position.king_attacks)


def skip(position: Position) -> Position:
    """Pass the turn on without a move, as a clerk who left one out would have it."""
    now = MutablePosition(position)
    _advance(now)
    _start_turn(now)
    return _finish(now, position.king_attacks)[0]


def withdraw(position: Position, army: int, reason: Reason) -> Sequel:
    """Remove an army that resigns or forfeits, in or out of turn (R-10).

    It is on the board, and the game is not over.
    """
    now = MutablePosition(position)
    now.events.append(Removal(army, reason))
    now.remove([army])
    if army == now.turn:
        _advance(now)
    living = now.living()
    if len(living) == 1:
        now.end(tuple(living))
    else:
        _start_turn(now)
    return _finish(now, position.king_attacks)


def _carry_out(now: MutablePosition, position: Position, move: Move) -> None:
    """Move the piece; take what is taken, grant the en passant right, promote the Pawn."""
    game, army = now.game, position.turn
    origin, destination, promotion = move
    piece = now.board[origin]
    taken = en_passant_captures(position, move)
    now.owed = marks_after(position, move)
    for cell in taken:
        now.events.append(EnPassant(army, destination, game.army_of[now.board[cell]]))
        now.unmark(cell)
        now.take(cell)
    if now.passed:
        gone = (destination, *taken)
        now.passed = tuple([right for right in now.passed if right.pawn not in gone])
    now.move(army, origin, destination)
    if not game.is_pawn[piece]:
        return
    if promotion != NO_PROMOTION:
        now.become(destination, promotion)
        return
    doubles = game.pawns.doubles[piece].get(origin)
    if doubles is not None and destination in doubles:
        right = Passed(army, doubles[destination], destination)
        now.passed = tuple(sorted((*now.passed, right)))


def _transform(now: MutablePosition, army: int) -> None:
    """Apply what the end of a player's own move turns into something else (RULES 7)."""
    game, rule = now.game, now.game.variant.four_partners
    if rule and game.transforms.are_together(now.board, army):
        most_bound = game.piece(army, game.kinds[rule.most_bound[game.letters[army]]])
        for cell, piece in enumerate(now.board):
            if piece == most_bound:
                now.become(cell, game.kinds[rule.into])
    royal = now.royals[army]
    if game.transforms.are_aligned(now.board, army, royal):
        now.become(royal, game.kind_of[game.transforms.aligned[army][3]])


def _advance(now: MutablePosition) -> None:
    """Pass the turn to the next army on the board; its own en passant right ends there."""
    last = now.turn
    now.turn = following(tuple(now.royals), last)
    now.round += now.turn <= last
    if now.passed:
        now.passed = tuple([right for right in now.passed if right.army != now.turn])


def _start_turn(now: MutablePosition) -> None:
    """Apply the checkmates at the start of a turn, pass by pass, and end the game if it is over."""
    ending = now.game.variant.ending
    if ending is Ending.FIDE:
        _end_of_two(now)
        return
    while now.turn != NOBODY:
        now.look()
        mater, bit = now.turn, 1 << now.turn
        mated = []
        if now.all_king_attacks.attacked:
            for army, king_attacks in enumerate(now.all_king_attacks.each):
                if king_attacks.armies & bit:
                    mated.append(army)
        if not mated:
            if now.royals.count(-1) == len(now.royals) - 1:
                now.end((mater,))
            return
        for army in mated:
            now.events.append(Checkmate(army, mater, now.attackers_of(army, bit)))
        now.remove(mated)
        gone = mated + _promote_or_remove(now, mater)
        winners = None
        if ending is Ending.JOINT:
            winners = _joint_winners(now.living(), sorted(gone), mater)
        if winners is not None:
            now.end(winners)
        elif now.royals[mater] < 0:
            _advance(now)


def _promote_or_remove(now: MutablePosition, mater: int) -> list[int]:
    """After a pass, make the checkmater an Emperor, or remove every King without a Queen."""
    game, variant = now.game, now.game.variant
    royal = now.royals[mater]
    if variant.emperor and game.code(now.board[royal]) != variant.emperor:
        now.become(royal, game.kinds[variant.emperor])
    if variant.bereft is None:
        return []
    king, queen = (game.kinds[code] for code in variant.bereft)
    bereft = [
        army
        for army in now.living()
        if now.board[now.royals[army]] == game.piece(army, king)
        and game.piece(army, queen) not in now.board
    ]
    now.events.extend(Removal(army, Reason.NO_QUEEN) for army in bereft)
    now.remove(bereft)
    return bereft


def _joint_winners(living: list[int], gone: list[int], mater: int) -> tuple[int, ...] | None:
    """Decide the end of Armies of Faith 6 after a pass that removed `gone`; None: play goes on."""
    if not living:
        return tuple(gone)
    if len(living) > 1:
        return None
    if len(gone) == 3 or living == [mater]:
        return tuple(living)
    return tuple(sorted((living[0], mater)))


def _end_of_two(now: MutablePosition) -> None:
    """End the game of two if the army to move has no legal move."""
    position = now.freeze()
    if has_safe_move(position):
        return
    army = now.turn
    if not position.king_attacks[army].armies:
        now.events.append(Stalemate(army))
        now.end(_stalemated(now.game, army))
        return
    attackers = now.attackers_of(army)
    now.events.append(Check(army, (1 - army,), attackers))
    now.events.append(Checkmate(army, 1 - army, attackers))
    now.end((1 - army,))


def _stalemated(game: CompiledVariant, army: int) -> tuple[int, ...]:
    """Say who shares a game of two in which an army out of check has no move."""
    match game.variant.stalemate:
        case Draw.DRAW:
            return tuple(game.armies)
        case Draw.WIN:
            return (army,)
        case Draw.LOSS:
            return (1 - army,)
        case _:
            assert_never(game.variant.stalemate)


def _finish(now: MutablePosition, before: Sequence[KingAttacks]) -> Sequel:
    """Freeze the position, and add the checks that are new since `before`."""
    position = now.freeze()
    for army, king_attacks in enumerate(position.king_attacks):
        if not king_attacks.armies or king_attacks.armies == before[army].armies:
            continue
        if any(isinstance(event, Checkmate) and event.army == army for event in now.events):
            continue
        by = tuple(enemy for enemy in now.game.armies if king_attacks.armies >> enemy & 1)
        now.events.append(Check(army, by, now.attackers_of(army)))
    return position, tuple(now.events)
