"""Turn: what a move brings about, and what the start of a turn does (RULES 7 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from aofref.rules.events import (
    Check,
    Checkmate,
    EnPassant,
    Event,
    Passes,
    Removal,
    Stalemate,
)
from aofref.rules.generate import has_safe_move, lifts
from aofref.rules.pawns import marks_after
from aofref.rules.position import NO_PROMOTION, NOBODY, Move, Passed, Position, Setup
from aofref.rules.quiet import following, quiet_turn
from aofref.rules.tables import Tables
from aofref.rules.watch import UNWATCHED, Watch, Watches, watch_of
from aofref.rules.work import Work
from aofref.variants.model import Ending

Sequel = tuple[Position, tuple[Event, ...]]
"""The position after, and the events that led to it, in order."""


def standing(setup: Setup) -> Position:
    """Make the position of a setup as it stands: nothing is played, all else follows from it."""
    game, board, turn, round_, passed, owed = setup
    royals = [-1] * len(game.armies)
    found: list[list[int]] = [[] for _ in game.armies]
    for cell, piece in enumerate(board):
        if piece:
            found[game.army_of[piece]].append(cell)
        if game.is_royal[piece]:
            royals[game.army_of[piece]] = cell
    men = tuple([tuple(cells) for cells in found])
    each = tuple(
        [
            watch_of(game, board, men, army, royal) if royal >= 0 else UNWATCHED
            for army, royal in enumerate(royals)
        ]
    )
    ripe = any(_is_ripe(game, board, men[army], royals[army], army) for army in game.armies)
    return Position(
        game, board, turn, round_, passed, dict(owed), None, tuple(royals), men, Watches(each), ripe
    )


def begin(setup: Setup) -> Sequel:
    """Give the position of a setup with its turn started: the start-of-turn rule comes first."""
    game, work = setup.game, Work(standing(setup))
    if setup.turn == NOBODY:
        living = tuple(work.living())
        joint = game.variant.ending is Ending.JOINT  # the last army may have to share the game
        work.winners = living if len(living) == 1 and not joint else None
    else:
        _start_turn(work)
    return _finish(work, (UNWATCHED,) * len(game.letters))


def array(game: Tables) -> Setup:
    """Give the setup that the game starts from."""
    board = bytearray(len(game.board.cells))
    owed = {}
    for army, placed in enumerate(game.array):
        for cell, kind in placed.items():
            board[cell] = game.piece(army, kind)
            if kind == game.pawn_kind and (count := game.owed_at_start(cell)):
                owed[cell] = count
    return Setup(game, bytes(board), 0, 1, (), owed)


@lru_cache(maxsize=8)
def start(game: Tables) -> Sequel:
    """Give the position that the game starts from, with what holds there."""
    return begin(array(game))


def after(position: Position, move: Move) -> Sequel:
    """Play a legal move, or PASS: give the position with the next army to move, and the events."""
    found = quiet_turn(position, move)
    if found is not None:
        return found, ()
    work = Work(position)
    if move.origin < 0:
        work.events.append(Passes(position.turn))
    else:
        army = position.turn
        _carry_out(work, position, move)
        if position.ripe or work.board[move.destination] in work.game.makers[army]:
            _transform(work, army)
    _advance(work)
    _start_turn(work)
    return _finish(work, position.watch)


def skip(position: Position) -> Position:
    """Pass the turn on without a move, as a clerk who left one out would have it."""
    work = Work(position)
    _advance(work)
    _start_turn(work)
    return _finish(work, position.watch)[0]


def withdraw(position: Position, army: int, reason: str) -> Sequel:
    """Remove an army that `resigns` or `forfeits`, in or out of turn (R-10)."""
    work = Work(position)
    work.events.append(Removal(army, reason))
    work.remove([army])
    if army == work.turn:
        _advance(work)
    living = work.living()
    if len(living) == 1:
        work.end(tuple(living))
    else:
        _start_turn(work)
    return _finish(work, position.watch)


def _carry_out(work: Work, position: Position, move: Move) -> None:
    """Move the piece; take what is taken, grant the en passant right, promote the Pawn."""
    game, army = work.game, position.turn
    origin, destination, promotion = move
    is_pawn = game.is_pawn[work.board[origin]]
    taken = lifts(position, move)
    work.owed = marks_after(position, move)
    for cell in taken:
        work.events.append(EnPassant(army, destination, game.army_of[work.board[cell]]))
        work.unmark(cell)
        work.take(cell)
    if work.passed:
        gone = (destination, *taken)
        work.passed = tuple([right for right in work.passed if right.pawn not in gone])
    work.move(army, origin, destination)
    if not is_pawn:
        return
    if promotion != NO_PROMOTION:
        work.become(destination, promotion)
        return
    doubles = game.doubles[army].get(origin)
    if doubles is not None and destination in doubles:
        right = Passed(army, doubles[destination], destination)
        work.passed = tuple(sorted((*work.passed, right)))


def _transform(work: Work, army: int) -> None:
    """Apply what the end of a player's own move turns into something else (RULES 7)."""
    game, rule = work.game, work.game.variant.four_partners
    if rule and _has_all(work.board, work.men[army], game.partners[army]):
        most_bound = game.piece(army, game.kinds[rule.most_bound[game.letters[army]]])
        for cell in sorted(work.men[army]):
            if work.board[cell] == most_bound:
                work.become(cell, game.kinds[rule.into])
    royal = work.royals[army]
    if _is_aligned(game, work.board, royal, army):
        work.become(royal, game.kind_of[game.aligned[army][3]])


def _is_ripe(
    game: Tables, board: Sequence[int], men: tuple[int, ...], royal: int, army: int
) -> bool:
    """Say whether an army has what turns pieces into others at the end of any move of its own."""
    partners = game.partners[army]
    return (bool(partners) and _has_all(board, men, partners)) or _is_aligned(
        game, board, royal, army
    )


def _is_aligned(game: Tables, board: Sequence[int], royal: int, army: int) -> bool:
    """Say whether a King stands in line with the pieces that make it a President."""
    if not game.aligned[army] or royal < 0:
        return False
    before, middle, ally, _ = game.aligned[army]
    if board[royal] == before:
        for near, far in game.alignments(royal):
            if board[near] == middle and board[far] == ally:
                return True
    return False


def _has_all(board: Sequence[int], men: tuple[int, ...], pieces: frozenset[int]) -> bool:
    """Say whether an army with these men has each of these pieces on the board."""
    return pieces.issubset([board[cell] for cell in men])


def _advance(work: Work) -> None:
    """Pass the turn to the next army on the board; its own en passant right ends there."""
    last = work.turn
    work.turn = following(tuple(work.royals), last)
    work.round += work.turn <= last
    if work.passed:
        work.passed = tuple([right for right in work.passed if right.army != work.turn])


def _start_turn(work: Work) -> None:
    """Apply the checkmates at the start of a turn, pass by pass, and end the game if it is over."""
    ending = work.game.ending
    if ending is Ending.FIDE:
        _end_of_two(work)
        return
    while work.turn != NOBODY:
        work.look()
        mater, bit = work.turn, 1 << work.turn
        mated = []
        if work.watches.attacked:
            for army, watch in enumerate(work.watches.each):
                if watch.armies & bit:
                    mated.append(army)
        if not mated:
            if work.royals.count(-1) == len(work.royals) - 1:
                work.end((mater,))
            return
        for army in mated:
            work.events.append(Checkmate(army, mater, work.attackers_of(army, bit)))
        work.remove(mated)
        gone = mated + _promote_or_remove(work, mater)
        winners = None
        if ending is Ending.JOINT:
            winners = _joint_winners(work.living(), sorted(gone), mater)
        if winners is not None:
            work.end(winners)
        elif work.royals[mater] < 0:
            _advance(work)


def _promote_or_remove(work: Work, mater: int) -> list[int]:
    """After a pass, make the checkmater an Emperor, or remove every King without a Queen."""
    game, variant = work.game, work.game.variant
    royal = work.royals[mater]
    if variant.emperor and game.code(work.board[royal]) != variant.emperor:
        work.become(royal, game.kinds[variant.emperor])
    if variant.bereft is None:
        return []
    king, queen = (game.kinds[code] for code in variant.bereft)
    bereft = [
        army
        for army in work.living()
        if work.board[work.royals[army]] == game.piece(army, king)
        and not _has_all(work.board, work.men[army], frozenset((game.piece(army, queen),)))
    ]
    work.events.extend(Removal(army, "no-queen") for army in bereft)
    work.remove(bereft)
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


def _end_of_two(work: Work) -> None:
    """End the game of two if the army to move has no legal move."""
    position = work.freeze()
    if has_safe_move(position):
        return
    army = work.turn
    if not position.watch[army].armies:
        work.events.append(Stalemate(army))
        work.end(tuple(work.game.armies))
        return
    attackers = work.attackers_of(army)
    work.events.append(Check(army, (1 - army,), attackers))
    work.events.append(Checkmate(army, 1 - army, attackers))
    work.end((1 - army,))


def _finish(work: Work, before: Sequence[Watch]) -> Sequel:
    """Freeze the position, and add the checks that are new since `before`."""
    position = work.freeze()
    for army, watch in enumerate(position.watch):
        if not watch.armies or watch.armies == before[army].armies:
            continue
        if any(isinstance(event, Checkmate) and event.army == army for event in work.events):
            continue
        by = tuple(enemy for enemy in work.game.armies if watch.armies >> enemy & 1)
        work.events.append(Check(army, by, work.attackers_of(army)))
    return position, tuple(work.events)
