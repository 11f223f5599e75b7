"""Turn: the effects of a move and of the start of a turn (RULES 7 and 8); perft."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, assert_never

from aofref.findings import Refusal
from aofref.rules import castling, draws
from aofref.rules.castling_tables import CompiledCastling
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import (
    Attacker,
    Check,
    Checkmate,
    EnPassant,
    GameEnd,
    Passes,
    Promotion,
    Reason,
    Removal,
    Stalemate,
    TurnEvent,
)
from aofref.rules.generate import count_legal, en_passant_captures, has_safe_move, legal_moves
from aofref.rules.pawns import marks_after, rights_after
from aofref.rules.position import (
    NO_PROMOTION,
    NOBODY,
    PASS,
    CoreMove,
    CorePosition,
    Setup,
    cells_by_piece,
)
from aofref.rules.refuse import refusal
from aofref.rules.threats import attacks, board_after, with_piece
from aofref.rules.watch import Watch, watch_after, watch_of, watches_of
from aofref.variants.model import Ending, StalemateRule

Sequel = tuple[CorePosition, tuple[TurnEvent, ...]]
"""The position after a ply, and the ply's events in order."""


def as_it_stands(setup: Setup, winners: tuple[int, ...] | None = None) -> CorePosition:
    """Make the position of a setup as it is: its turn is not started.

    `winners` share a game that is over.
    """
    game, board = setup.game, setup.board
    royals = [-1] * len(game.armies)
    for cell, piece in enumerate(board):
        if game.is_royal[piece]:
            royals[game.army_of[piece]] = cell
    transforms = game.transforms
    due = any(
        transforms.are_together(board, army) or transforms.are_aligned(board, army, royals[army])
        for army in game.armies
    )
    cells = cells_by_piece(game, board)
    watches = watches_of(game, board, cells, royals)
    return CorePosition(*setup, tuple(royals), cells, watches, due, winners)


def begin(setup: Setup) -> Sequel:
    """Make the position of a setup with its turn started, and list the events of that."""
    game, now = setup.game, MutablePosition(as_it_stands(setup))
    if setup.turn == NOBODY:
        living = tuple(now.living())
        joint = game.variant.ending is Ending.JOINT  # the last army may have to share the game
        now.winners = living if len(living) == 1 and not joint else None
    return _with_turn_started(now, ())


def array(game: CompiledVariant) -> Setup:
    """Return the setup that the game starts from."""
    board = bytearray(len(game.board.cells))
    marks = {}
    for army, placed in enumerate(game.array):
        for cell, kind in placed.items():
            board[cell] = game.piece(army, kind)
            if game.types[kind].pawn and (count := game.pawns.owed_at_start(cell)):
                marks[cell] = count
    return Setup(game, bytes(board), 0, 1, (), MappingProxyType(marks))


@lru_cache(maxsize=8)
def start(game: CompiledVariant) -> Sequel:
    """Return the position that the game starts from, and the events at its start."""
    return begin(array(game))


class MoveRefused(ValueError):
    """A move is illegal: `refusal` has the reason."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why.code.value)
        self.refusal = why


def after(position: CorePosition, move: CoreMove) -> Sequel:
    """Play a move, or PASS: the position with the next army to move, and the events.

    Raises MoveRefused, and IndexError for a cell that the board does not have.
    """
    cells = range(len(position.board))
    if move != PASS and (move.origin not in cells or move.destination not in cells):
        raise IndexError("a cell that the board does not have")
    why = refusal(position, move)
    if why is not None:
        raise MoveRefused(why)
    return apply(position, move)


def apply(position: CorePosition, move: CoreMove) -> Sequel:
    """Play a legal move, or one that an arbiter lets stand; nothing is checked."""
    now, game, army = MutablePosition(position), position.game, position.turn
    origin, destination, promotion, castles = move
    if origin < 0:
        now.events.append(Passes(army))
        now.halfmoves += 1
    else:
        taken = en_passant_captures(position, move) if position.passed else ()
        is_pawn = game.is_pawn[position.board[origin]]
        now.halfmoves = 0 if is_pawn else now.halfmoves + 1
        if is_pawn or position.marks or position.passed:
            now.marks, now.passed = marks_after(position, move), rights_after(position, move, taken)
        for cell in taken:
            now.events.append(EnPassant(army, destination, game.army_of[now.board[cell]]))
            now.unmark(cell)
            now.take(cell)
        if castles < 0:
            now.move(army, origin, destination)
        else:
            now.castle(army, game.castlings.every[castles])
        homes = game.castling_homes
        if homes and (origin in homes or destination in homes):
            now.marks = castling.marks_after(position, move, now.board, now.marks)
        if is_pawn and promotion != NO_PROMOTION:
            now.become(destination, promotion)
        if position.transforms_due or now.board[destination] in game.transforms.makers[army]:
            _transform(now, army)
    _advance(now)
    return _with_turn_started(now, position.watches)


def skip(position: CorePosition) -> CorePosition:
    """Return the position with the turn passed on without a move."""
    now = MutablePosition(position)
    _advance(now)
    return _with_turn_started(now, position.watches)[0]


def withdraw(position: CorePosition, army: int, reason: Reason) -> Sequel:
    """Remove an army that resigns or forfeits, in or out of turn (R-10).

    The army must be on the board, and the game not over.
    """
    now = MutablePosition(position)
    now.events.append(Removal(army, reason))
    now.remove([army])
    if army == now.turn:
        _advance(now)
    living = now.living()
    if len(living) == 1:
        now.end(tuple(living))
    return _with_turn_started(now, position.watches)


def perft(position: CorePosition, depth: int) -> int:
    """Count the lines of `depth` legal moves; a pass is a move."""
    if depth == 0:
        return 1
    # An iterator for each ply of the line that it is on, so that no depth is too deep.
    count, line = 0, [iter((position,))]
    while line:
        reached = next(line[-1], None)
        if reached is None:
            line.pop()
        elif len(line) == depth:
            count += count_legal(reached)
        else:
            moves = legal_moves(reached)
            line.append(iter([apply(reached, move)[0] for move in moves]))
    return count


def following(royals: Sequence[int], army: int) -> int:
    """Return the army after `army` in order of play that has a royal piece."""
    turn = army
    while True:
        turn += 1
        if turn == len(royals):
            turn = 0
        if royals[turn] >= 0 or turn == army:
            return turn


class MutablePosition:
    """A position that changes while a turn is played.

    `changed` are the cells that have changed since the watches were last made, `moved` the armies
    whose royal piece has moved since, a bit 1 << army each.
    """

    def __init__(self, position: CorePosition) -> None:
        self.before: Final = position
        self.game: Final = position.game
        self.board = position.board
        self.turn = position.turn
        self.round = position.round
        self.passed = position.passed
        self.marks = position.marks
        self.halfmoves = position.halfmoves
        self.winners = position.winners
        self.royals: Final = list(position.royals)
        self.cells: Final = list(position.cells)
        self.watches = position.watches
        self.changed: list[int] = []
        self.moved = 0
        self.events: list[TurnEvent] = []
        self.frozen: CorePosition | None = None

    def living(self) -> list[int]:
        """List the armies still on the board, in order of play."""
        return [army for army, royal in enumerate(self.royals) if royal >= 0]

    def move(self, army: int, origin: int, destination: int) -> None:
        """Move a piece, and take the piece on its destination, if any."""
        piece = self.board[origin]
        if self.board[destination]:
            self._drop(destination)
            self.halfmoves = 0
        self.board = board_after(self.board, origin, destination)
        self._shift(piece, origin, destination)
        self.changed.append(origin)
        self.changed.append(destination)
        if self.royals[army] == origin:
            self.royals[army] = destination
            self.moved |= 1 << army

    def castle(self, army: int, way: CompiledCastling) -> None:
        """Castle: move the royal piece of an army and its companion at once."""
        self.board = castling.board_castled(self.board, way)
        for path in way.paths:
            self._shift(path.piece, path.origin, path.destination)
            self.changed += (path.origin, path.destination)
        self.royals[army] = way.royal.destination
        self.moved |= 1 << army

    def _shift(self, piece: int, origin: int, destination: int) -> None:
        cells = list(self.cells[piece])
        cells[cells.index(origin)] = destination
        self.cells[piece] = tuple(cells)

    def take(self, cell: int) -> None:
        """Take the piece on a cell off the board."""
        self._drop(cell)
        self.board = with_piece(self.board, cell, 0)
        self.changed.append(cell)

    def _drop(self, cell: int) -> None:
        piece = self.board[cell]
        self.cells[piece] = tuple([other for other in self.cells[piece] if other != cell])

    def become(self, cell: int, kind: int) -> None:
        """Turn the piece on a cell into another type of its army."""
        piece = self.board[cell]
        army = self.game.army_of[piece]
        self.events.append(Promotion(army, cell, self.game.kind_of[piece], kind))
        self._drop(cell)
        become = self.game.piece(army, kind)
        self.cells[become] += (cell,)
        self.board = with_piece(self.board, cell, become)
        if cell not in self.changed:
            self.changed.append(cell)

    def unmark(self, cell: int) -> None:
        """Take away the mark of the Pawn on a cell, if it has one."""
        if cell in self.marks:
            left = {marked: mark for marked, mark in self.marks.items() if marked != cell}
            self.marks = MappingProxyType(left)

    def remove(self, armies: list[int]) -> None:
        """Take armies off the board, with their en passant rights."""
        for army in armies:
            for piece in self.game.pieces[army]:
                for cell in self.cells[piece]:
                    self.take(cell)
                    self.unmark(cell)
            self.royals[army] = -1
            self.moved |= 1 << army
        self.passed = tuple([right for right in self.passed if right.army not in armies])

    def refresh(self) -> None:
        """Find the possible attackers again of each royal piece whose lines may have changed."""
        changed = self.changed
        if not changed:
            return
        game, board, royals, watches = self.game, self.board, self.royals, self.watches
        places, moved = game.board.places, self.moved
        touched = moved
        for cell in changed:
            for army, watch in enumerate(watches):
                if watch.cells[cell]:
                    touched |= 1 << army
            piece = board[cell]
            if piece:
                at, own = places[cell], game.army_of[piece]
                reachable = game.lines.capturing(piece).reachable
                for army, royal in enumerate(royals):
                    if army != own and royal >= 0 and reachable[places[royal] - at]:
                        touched |= 1 << army
        if touched:
            renewed = list(watches)
            for army, royal in enumerate(royals):
                if moved >> army & 1:
                    renewed[army] = watch_of(game, board, self.cells, army, royal)
                elif touched >> army & 1:
                    renewed[army] = watch_after(game, board, watches[army], changed, army, royal)
            self.watches = tuple(renewed)
        self.changed, self.moved = [], 0

    def attackers_of(self, army: int, by: int = -1) -> tuple[Attacker, ...]:
        """List the pieces of the armies in the bits `by` that attack an army's royal piece."""
        board, army_of = self.board, self.game.army_of
        attacking = [cell for cell, _ in attacks(board, self.watches[army].lines)]
        return tuple(
            [(cell, board[cell]) for cell in sorted(attacking) if by >> army_of[board[cell]] & 1]
        )

    def end(self, winners: tuple[int, ...]) -> None:
        """End the game; `winners` share it."""
        self.winners = winners
        self.turn = NOBODY
        self.frozen = None
        self.events.append(GameEnd(winners))

    def freeze(self) -> CorePosition:
        """Return the immutable position; afterwards only `end` may change this one."""
        if self.frozen is None:
            self.refresh()
            self.frozen = CorePosition(
                self.game,
                self.board,
                self.turn,
                self.round,
                self.passed,
                self.marks,
                self.halfmoves,
                tuple(self.royals),
                self.cells,
                self.watches,
                self.before.transforms_due,
                self.winners,
            )
        return self.frozen


def _transform(now: MutablePosition, army: int) -> None:
    """Change the pieces that change at the end of their army's own move (RULES 7)."""
    game, rule = now.game, now.game.variant.four_partners
    if rule and game.transforms.are_together(now.board, army):
        most_bound = game.piece(army, game.kinds[rule.most_bound[game.letters[army]]])
        for cell in sorted(now.cells[most_bound]):
            now.become(cell, game.kinds[rule.into])
    royal = now.royals[army]
    if game.transforms.are_aligned(now.board, army, royal):
        now.become(royal, game.kind_of[game.transforms.aligned[army][3]])


def _advance(now: MutablePosition) -> None:
    """Pass the turn to the next army on the board, whose own en passant rights end."""
    last = now.turn
    now.turn = following(now.royals, last)
    now.round += now.turn <= last
    if now.passed:
        now.passed = tuple([right for right in now.passed if right.army != now.turn])


def _with_turn_started(now: MutablePosition, before: tuple[Watch, ...]) -> Sequel:
    """Start the turn, unless the game is over; add the checks that `before` does not have."""
    if now.turn != NOBODY:
        if now.game.two_players:
            _end_of_two(now)
        else:
            _checkmates(now)
    position = now.freeze()
    for army, watch in enumerate(position.watches if position.watches is not before else ()):
        armies = watch.attackers
        if not armies or (before and armies == before[army].attackers):
            continue
        if any(isinstance(event, Checkmate) and event.army == army for event in now.events):
            continue
        by = tuple([enemy for enemy in now.game.armies if armies >> enemy & 1])
        now.events.append(Check(army, by, now.attackers_of(army)))
    if now.game.notices_draws and now.turn != NOBODY:
        now.events += draws.noticed(now.before if before else position, position)
    return position, tuple(now.events)


def _checkmates(now: MutablePosition) -> None:
    """Apply the checkmates at the start of a turn, pass by pass, and end a game that is over."""
    ending = now.game.variant.ending
    while now.turn != NOBODY:
        now.refresh()
        mating, bit = now.turn, 1 << now.turn
        mated = []
        for army, watch in enumerate(now.watches):
            if watch.attackers & bit:
                mated.append(army)
        if not mated:
            if now.royals.count(-1) == len(now.royals) - 1:
                now.end((mating,))
            return
        for army in mated:
            now.events.append(Checkmate(army, mating, now.attackers_of(army, bit)))
        now.remove(mated)
        gone = mated + _promote_or_remove(now, mating)
        winners = None
        if ending is Ending.JOINT or ending is Ending.SURVIVOR:
            alone = ending is Ending.SURVIVOR
            winners = _joint_winners(now.living(), sorted(gone), mating, alone)
        if winners is not None:
            now.end(winners)
        elif now.royals[mating] < 0:
            _advance(now)


def _promote_or_remove(now: MutablePosition, mating: int) -> list[int]:
    """After a pass, make the mating King an Emperor, or remove every King without a Queen."""
    game, variant = now.game, now.game.variant
    royal = now.royals[mating]
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


def _joint_winners(
    living: list[int], gone: list[int], mating: int, alone: bool
) -> tuple[int, ...] | None:
    """Return who wins Armies of Faith 6 after a pass that removed `gone`; None: play goes on.

    `alone`: the last army wins alone, whoever gave checkmate (R-26's other reading).
    """
    if not living:
        return tuple(gone)
    if len(living) > 1:
        return None
    if alone or len(gone) == 3 or living == [mating]:
        return tuple(living)
    return tuple(sorted((living[0], mating)))


def _end_of_two(now: MutablePosition) -> None:
    """End the game of two if the army to move has no legal move."""
    position = now.freeze()
    if has_safe_move(position):
        return
    army, enemy = now.turn, 1 - now.turn
    if position.watches[army].attackers:
        attackers = now.attackers_of(army)
        now.events.append(Check(army, (enemy,), attackers))
        now.events.append(Checkmate(army, enemy, attackers))
        now.end((enemy,))
        return
    now.events.append(Stalemate(army))
    match now.game.variant.stalemate:
        case StalemateRule.DRAW:
            now.end((0, 1))
        case StalemateRule.WIN:
            now.end((army,))
        case StalemateRule.LOSS:
            now.end((enemy,))
        case _:
            assert_never(now.game.variant.stalemate)
