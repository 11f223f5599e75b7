"""Turn: what a move brings about, and what the start of a turn does (RULES 7 and 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aofref.paths import Line
from aofref.rules.events import (
    Attacker,
    Check,
    Checkmate,
    End,
    EnPassant,
    Event,
    Passes,
    Promotion,
    Removal,
    Stalemate,
)
from aofref.rules.generate import has_safe_move, lifts
from aofref.rules.pawns import owed_after
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS, Move, Passed, Position
from aofref.rules.tables import Tables
from aofref.rules.threats import attacking_armies, attacks, watch_of
from aofref.variants.model import Ending

Outcome = tuple[Position, tuple[Event, ...]]
"""The position after, and the events that led to it, in order."""


def set_up(
    game: Tables,
    board: Sequence[int],
    turn: int,
    passed: Sequence[Passed],
    owed: Mapping[int, int],
    round_: int,
    *,
    begin: bool = True,
) -> Outcome:
    """Make a position of a board with one royal piece for each living army, and start its turn.

    `turn` may be NOBODY, for a game that is over.  The start-of-turn rule is applied at once,
    unless `begin` is False.
    """
    royals = [-1] * len(game.armies)
    for cell, piece in enumerate(board):
        if game.is_royal[piece]:
            royals[game.army_of[piece]] = cell
    watch: list[Mapping[int, tuple[Line, ...]]] = [
        watch_of(game, board, army, royals[army]) if royals[army] >= 0 else {}
        for army in game.armies
    ]
    work = _Work(game, list(board), royals, watch, list(passed), dict(owed), turn, round_)
    before = (0,) * len(royals)
    if turn == NOBODY:
        living = tuple(army for army in game.armies if royals[army] >= 0)
        joint = game.variant.ending is Ending.JOINT  # the last army may have to share the game
        work.winners = living if len(living) == 1 and not joint else None
    elif begin:
        _start_turn(work)
    return _finish(work, before)


def start(game: Tables) -> Outcome:
    """Give the position that the game starts from, with what holds there."""
    board = [0] * len(game.board.cells)
    owed = {}
    for army, array in enumerate(game.array):
        for cell, kind in array.items():
            board[cell] = game.piece(army, kind)
            if kind == game.pawn_kind and game.owed_at_start(cell):
                owed[cell] = game.owed_at_start(cell)
    return set_up(game, board, 0, (), owed, 1)


def after(position: Position, move: Move) -> Outcome:
    """Play a legal move, or PASS: give the position with the next army to move, and the events."""
    work = _Work.of(position)
    if move == PASS:
        work.events.append(Passes(position.turn))
    else:
        _carry_out(work, position, move)
        _transform(work, position.turn)
    _advance(work)
    _start_turn(work)
    return _finish(work, position.checks)


def skip(position: Position) -> Position:
    """Pass the turn on without a move, as a clerk who left one out would have it."""
    work = _Work.of(position)
    _advance(work)
    _start_turn(work)
    return _finish(work, position.checks)[0]


def withdraw(position: Position, army: int, reason: str) -> Outcome:
    """Remove an army that `resigns` or `forfeits`, in or out of turn (R-10)."""
    work = _Work.of(position)
    work.events.append(Removal(army, reason))
    work.remove({army})
    if army == work.turn:
        _advance(work)
    living = work.living()
    if len(living) == 1:
        work.end(tuple(living))
    else:
        _start_turn(work)
    return _finish(work, position.checks)


class _Work:
    """A position while a turn is played out on it; the only mutable one."""

    def __init__(
        self,
        game: Tables,
        board: list[int],
        royals: list[int],
        watch: list[Mapping[int, tuple[Line, ...]]],
        passed: list[Passed],
        owed: dict[int, int],
        turn: int,
        round_: int,
    ) -> None:
        self.game = game
        self.board = board
        self.royals = royals
        self.watch = watch
        self.passed = passed
        self.owed = owed
        self.turn = turn
        self.round = round_
        self.winners: tuple[int, ...] | None = None
        self.events: list[Event] = []
        self._attacked: list[int] | None = None

    @classmethod
    def of(cls, position: Position) -> _Work:
        return cls(
            position.game,
            list(position.board),
            list(position.royals),
            list(position.watch),
            list(position.passed),
            dict(position.owed),
            position.turn,
            position.round,
        )

    def living(self) -> list[int]:
        return [army for army in self.game.armies if self.royals[army] >= 0]

    def put(self, cell: int, piece: int) -> None:
        """Set what stands on a cell, and keep every watch true to it."""
        game = self.game
        self.board[cell] = piece
        self._attacked = None
        owner = game.army_of[piece]
        reach = game.take_lines(piece, cell) if piece else None
        for army, royal in enumerate(self.royals):
            if royal < 0:
                continue
            lines = reach.get(royal) if reach is not None and owner != army else None
            watch = self.watch[army]
            if lines is None:
                if cell in watch:
                    self.watch[army] = {c: seen for c, seen in watch.items() if c != cell}
            elif watch.get(cell) is not lines:
                self.watch[army] = {**watch, cell: lines}

    def move_royal(self, army: int, cell: int) -> None:
        """Note where an army's royal piece stands now."""
        self.royals[army] = cell
        self._attacked = None
        self.watch[army] = watch_of(self.game, self.board, army, cell)

    def become(self, cell: int, kind: int) -> None:
        """Turn the piece on a cell into another type of its army."""
        piece = self.board[cell]
        army = self.game.army_of[piece]
        self.events.append(Promotion(army, cell, self.game.kind_of[piece], kind))
        self.put(cell, self.game.piece(army, kind))

    def remove(self, armies: set[int]) -> None:
        """Take armies off the board, with their en passant rights."""
        army_of = self.game.army_of
        self._attacked = None
        for army in armies:
            self.royals[army] = -1
            self.watch[army] = {}
        for cell, piece in enumerate(self.board):
            if piece and army_of[piece] in armies:
                self.board[cell] = 0
                self.owed.pop(cell, None)
        self.passed = [right for right in self.passed if right.army not in armies]
        for army in self.living():
            self.watch[army] = {c: lines for c, lines in self.watch[army].items() if self.board[c]}

    def attacked(self) -> list[int]:
        """Give for each army the set of bits of the armies that attack its royal piece."""
        if self._attacked is None:
            self._attacked = [
                attacking_armies(self.game, self.board, watch) for watch in self.watch
            ]
        return self._attacked

    def attackers_of(self, army: int, by: int = -1) -> tuple[Attacker, ...]:
        """List the pieces that attack an army's royal piece, of the armies in the bits `by`."""
        found = ((cell, self.board[cell]) for cell, _ in attacks(self.board, self.watch[army]))
        return tuple(
            sorted(attacker for attacker in found if by >> self.game.army_of[attacker[1]] & 1)
        )

    def end(self, winners: tuple[int, ...]) -> None:
        self.winners = winners
        self.turn = NOBODY
        self.events.append(End(winners))

    def freeze(self) -> Position:
        return Position(
            self.game,
            tuple(self.board),
            self.turn,
            self.round,
            tuple(self.passed),
            self.owed,
            self.winners,
            tuple(self.royals),
            tuple(self.watch),
            tuple(self.attacked()),
        )


def _carry_out(work: _Work, position: Position, move: Move) -> None:
    """Move the piece; take what is taken, grant the en passant right, promote the Pawn."""
    game, army = work.game, position.turn
    origin, destination, promotion = move
    piece = work.board[origin]
    taken = lifts(position, move)
    if game.is_pawn[piece]:
        owed = owed_after(position, origin, destination)
        work.owed.pop(origin, None)
        work.owed.pop(destination, None)
        if promotion == NO_PROMOTION and (owed or game.marked_zero(army, destination)):
            work.owed[destination] = owed
    elif work.owed:
        work.owed.pop(destination, None)
    for cell in taken:
        work.events.append(EnPassant(army, destination, game.army_of[work.board[cell]]))
        work.owed.pop(cell, None)
        work.put(cell, 0)
    if work.passed:
        gone = {destination, *taken}
        work.passed = [right for right in work.passed if right.pawn not in gone]
    work.put(origin, 0)
    work.put(destination, piece)
    if game.is_royal[piece]:
        work.move_royal(army, destination)
    elif game.is_pawn[piece]:
        passed = game.doubles[army].get(origin, {}).get(destination)
        if passed is not None and promotion == NO_PROMOTION:
            work.passed.append(Passed(army, passed, destination))
            work.passed.sort()
        if promotion != NO_PROMOTION:
            work.become(destination, promotion)


def _transform(work: _Work, army: int) -> None:
    """Apply what the end of a player's own move turns into something else (RULES 7)."""
    game, variant = work.game, work.game.variant
    rule = variant.four_partners
    if rule and all(game.piece(army, kind) in work.board for kind in game.partners):
        most_bound = game.piece(army, game.kinds[rule.most_bound[game.letters[army]]])
        for cell, piece in enumerate(work.board):
            if piece == most_bound:
                work.become(cell, game.kinds[rule.into])
    aligned = variant.alignment
    if aligned is None:
        return
    royal = work.royals[army]
    if work.board[royal] != game.piece(army, game.kinds[aligned.royal]):
        return
    middle = game.piece(army, game.kinds[aligned.middle])
    ally = game.piece(army, game.kinds[aligned.ally])
    for near, far in game.alignments(royal):
        if work.board[near] == middle and work.board[far] == ally:
            work.become(royal, game.kinds[aligned.into])
            return


def _advance(work: _Work) -> None:
    """Pass the turn to the next army on the board; its own en passant right ends there."""
    count = len(work.royals)
    last = work.turn
    for step in range(1, count + 1):
        army = (last + step) % count
        if work.royals[army] >= 0:
            work.turn = army
            work.round += army <= last
            break
    work.passed = [right for right in work.passed if right.army != work.turn]


def _start_turn(work: _Work) -> None:
    """Apply the checkmates at the start of a turn, pass by pass, and end the game if it is over."""
    ending = work.game.variant.ending
    if ending is Ending.FIDE:
        _end_of_two(work)
        return
    while work.turn != NOBODY:
        mater, bit = work.turn, 1 << work.turn
        mated = [army for army, armies in enumerate(work.attacked()) if armies & bit]
        if not mated:
            if len(work.living()) == 1:
                work.end((mater,))
            return
        for army in mated:
            work.events.append(Checkmate(army, mater, work.attackers_of(army, bit)))
        work.remove(set(mated))
        gone = mated + _promote_or_remove(work, mater)
        living = work.living()
        if ending is Ending.JOINT:
            winners = _joint_winners(living, sorted(gone), mater)
        else:
            winners = tuple(living) if len(living) == 1 else None
        if winners is not None:
            work.end(winners)
        elif work.royals[mater] < 0:
            _advance(work)


def _promote_or_remove(work: _Work, mater: int) -> list[int]:
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
        and game.piece(army, queen) not in work.board
    ]
    work.events.extend(Removal(army, "no-queen") for army in bereft)
    work.remove(set(bereft))
    return bereft


def _joint_winners(living: list[int], gone: list[int], mater: int) -> tuple[int, ...] | None:
    """Decide the end of Armies of Faith 6 after a pass that removed `gone`; None: play goes on."""
    if len(gone) == 4 or not living:
        return tuple(gone)
    if len(living) > 1:
        return None
    if len(gone) == 3 or living == [mater]:
        return tuple(living)
    return tuple(sorted((living[0], mater)))


def _end_of_two(work: _Work) -> None:
    """End the game of two if the army to move has no legal move."""
    position = work.freeze()
    if has_safe_move(position):
        return
    army = work.turn
    if not position.checks[army]:
        work.events.append(Stalemate(army))
        work.end(tuple(work.game.armies))
        return
    attackers = work.attackers_of(army)
    work.events.append(Check(army, (1 - army,), attackers))
    work.events.append(Checkmate(army, 1 - army, attackers))
    work.end((1 - army,))


def _finish(work: _Work, before: Sequence[int]) -> Outcome:
    """Freeze the position, and add the checks that are new since `before`."""
    position = work.freeze()
    game = work.game
    mated = {event.army for event in work.events if isinstance(event, Checkmate)}
    for army, attacking in enumerate(position.checks):
        if attacking and attacking != before[army] and army not in mated:
            by = tuple(enemy for enemy in game.armies if attacking >> enemy & 1)
            work.events.append(Check(army, by, work.attackers_of(army)))
    return position, tuple(work.events)
