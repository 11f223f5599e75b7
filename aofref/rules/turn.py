"""Turn: what a move brings about, and what the start of a turn does (RULES 7 and 8); perft."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, assert_never

from aofref.findings import Refusal
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
from aofref.rules.king_attacks import (
    UNATTACKED,
    AllKingAttacks,
    KingAttacks,
    all_king_attacks_of,
    king_attacks_of,
    renewed,
)
from aofref.rules.pawns import marks_after, rights_after
from aofref.rules.position import NO_PROMOTION, NOBODY, PASS, CoreMove, CorePosition, Setup
from aofref.rules.refuse import refusal
from aofref.rules.threats import attacks, with_moved, with_piece
from aofref.variants.model import Ending, StalemateRule

Sequel = tuple[CorePosition, tuple[TurnEvent, ...]]
"""The position after, and the events that led to it, in order."""


def as_it_stands(setup: Setup, winners: tuple[int, ...] | None = None) -> CorePosition:
    """Make the position of a setup as it stands: nothing is played, all else follows from it.

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
    king_attacks = all_king_attacks_of(game, board, royals)
    return CorePosition(*setup, tuple(royals), king_attacks, due, winners)


def begin(setup: Setup) -> Sequel:
    """Make the position of a setup with its turn started: the start-of-turn rule comes first."""
    game, now = setup.game, MutablePosition(as_it_stands(setup))
    if setup.turn == NOBODY:
        living = tuple(now.living())
        joint = game.variant.ending is Ending.JOINT  # the last army may have to share the game
        now.winners = living if len(living) == 1 and not joint else None
    return _with_turn_started(now, (UNATTACKED,) * len(game.letters))


def array(game: CompiledVariant) -> Setup:
    """Return the setup that the game starts from."""
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
    """Return the position that the game starts from, with what holds there."""
    return begin(array(game))


class MoveRefused(ValueError):
    """A move that may not be played; `refusal` says why."""

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
    return after_unjudged(position, move)


def after_unjudged(position: CorePosition, move: CoreMove) -> Sequel:
    """Play a legal move, or one that an arbiter lets stand: no rule is looked at."""
    now, game, army = MutablePosition(position), position.game, position.turn
    origin, destination, promotion = move
    if origin < 0:
        now.events.append(Passes(army))
    else:
        taken = en_passant_captures(position, move)
        now.owed, now.passed = marks_after(position, move), rights_after(position, move, taken)
        for cell in taken:
            now.events.append(EnPassant(army, destination, game.army_of[now.board[cell]]))
            now.unmark(cell)
            now.take(cell)
        now.move(army, origin, destination)
        if promotion != NO_PROMOTION and game.is_pawn[position.board[origin]]:
            now.become(destination, promotion)
        if position.transforms_due or now.board[destination] in game.transforms.makers[army]:
            _transform(now, army)
    _advance(now)
    return _with_turn_started(now, position.king_attacks)


def skip(position: CorePosition) -> CorePosition:
    """Pass the turn on without a move, as a clerk who left one out would have it."""
    now = MutablePosition(position)
    _advance(now)
    return _with_turn_started(now, position.king_attacks)[0]


def withdraw(position: CorePosition, army: int, reason: Reason) -> Sequel:
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
    return _with_turn_started(now, position.king_attacks)


def perft(position: CorePosition, depth: int) -> int:
    """Count the lines of `depth` legal moves, automatic events included; a pass is a move."""
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
            line.append(iter([after_unjudged(reached, move)[0] for move in moves]))
    return count


def following(royals: Sequence[int], army: int) -> int:
    """Return the next army on the board."""
    turn = army
    while True:
        turn += 1
        if turn == len(royals):
            turn = 0
        if royals[turn] >= 0 or turn == army:
            return turn


class MutablePosition:
    """A position while a turn is played out on it; the only one that changes.

    `changed` are the cells that changed since every royal piece was last looked at, `moved` the
    armies whose royal piece moved since.
    """

    def __init__(self, position: CorePosition) -> None:
        self.before: Final = position
        self.game: Final = position.game
        self.board = position.board
        self.turn = position.turn
        self.round = position.round
        self.passed = position.passed
        self.owed = position.owed
        self.winners = position.winners
        self.royals: Final = list(position.royals)
        self.all_king_attacks = position.all_king_attacks
        self.changed: list[int] = []
        self.moved: list[int] = []
        self.events: list[TurnEvent] = []
        self.frozen: CorePosition | None = None

    def living(self) -> list[int]:
        """List the armies still on the board, in order of play."""
        return [army for army, royal in enumerate(self.royals) if royal >= 0]

    def move(self, army: int, origin: int, destination: int) -> None:
        """Move a piece, and take what stands where it comes to."""
        self.board = with_moved(self.board, origin, destination)
        self.changed.append(origin)
        self.changed.append(destination)
        if self.royals[army] == origin:
            self.royals[army] = destination
            self.moved.append(army)

    def take(self, cell: int) -> None:
        """Take the piece on a cell off the board."""
        self.board = with_piece(self.board, cell, 0)
        self.changed.append(cell)

    def become(self, cell: int, kind: int) -> None:
        """Turn the piece on a cell into another type of its army."""
        piece = self.board[cell]
        army = self.game.army_of[piece]
        self.events.append(Promotion(army, cell, self.game.kind_of[piece], kind))
        self.board = with_piece(self.board, cell, self.game.piece(army, kind))
        self.changed.append(cell)

    def unmark(self, cell: int) -> None:
        """Take away what mark the Pawn on a cell has."""
        if cell in self.owed:
            left = {marked: owed for marked, owed in self.owed.items() if marked != cell}
            self.owed = MappingProxyType(left)

    def remove(self, armies: list[int]) -> None:
        """Take armies off the board, with their en passant rights."""
        army_of = self.game.army_of
        for cell, piece in enumerate(self.board):
            if army_of[piece] in armies:
                self.take(cell)
                self.unmark(cell)
        for army in armies:
            self.royals[army] = -1
            self.moved.append(army)
        self.passed = tuple([right for right in self.passed if right.army not in armies])

    def look(self) -> None:
        """Look again at each royal piece that a change bears on."""
        game, board, changed = self.game, self.board, self.changed
        if not changed or not (self.moved or self._bears()):
            self.changed = []
            return
        each, again = list(self.all_king_attacks.each), False
        for army, royal in enumerate(self.royals):
            king_attacks = each[army]
            if royal < 0:
                king_attacks = UNATTACKED
            elif army in self.moved:
                occupied = self.before.occupied  # to other cells come only pieces of this army
                king_attacks = king_attacks_of(game, board, occupied, army, royal)
            else:
                king_attacks = renewed(game, board, king_attacks, army, royal, changed)
            if king_attacks is not each[army]:
                each[army], again = king_attacks, True
        if again:
            self.all_king_attacks = AllKingAttacks(tuple(each))
        self.changed, self.moved = [], []

    def _bears(self) -> bool:
        """Say whether a change touches a line to a royal piece, or may bring another attacker."""
        changed = self.changed
        if not self.all_king_attacks.near.isdisjoint(changed):
            return True
        board, royals, places = self.board, self.royals, self.game.board.places
        for cell in changed:
            piece = board[cell]
            if piece:
                cover, at = self.game.lines.capturing(piece).cover, places[cell]
                own = self.game.army_of[piece]
                for army, royal in enumerate(royals):
                    if royal >= 0 and army != own and cover[places[royal] - at]:
                        return True
        return False

    def attackers_of(self, army: int, by: int = -1) -> tuple[Attacker, ...]:
        """List the pieces that attack an army's royal piece, of the armies in the bits `by`."""
        board, army_of = self.board, self.game.army_of
        attacking = [cell for cell, _ in attacks(board, self.all_king_attacks.each[army])]
        return tuple(
            [(cell, board[cell]) for cell in sorted(attacking) if by >> army_of[board[cell]] & 1]
        )

    def end(self, winners: tuple[int, ...]) -> None:
        """End the game, which these armies share."""
        self.winners = winners
        self.turn = NOBODY
        self.frozen = None
        self.events.append(GameEnd(winners))

    def freeze(self) -> CorePosition:
        """Make the position of it; nothing but the end of the game may change after that."""
        if self.frozen is None:
            self.look()
            self.frozen = CorePosition(
                self.game,
                self.board,
                self.turn,
                self.round,
                self.passed,
                self.owed,
                tuple(self.royals),
                self.all_king_attacks,
                self.before.transforms_due,
                self.winners,
            )
        return self.frozen


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
    now.turn = following(now.royals, last)
    now.round += now.turn <= last
    if now.passed:
        now.passed = tuple([right for right in now.passed if right.army != now.turn])


def _with_turn_started(now: MutablePosition, before: Sequence[KingAttacks]) -> Sequel:
    """Start the turn, unless the game is over; add the checks that are new since `before`."""
    if now.turn != NOBODY:
        if now.game.variant.ending is Ending.FIDE:
            _end_of_two(now)
        else:
            _checkmates(now)
    position = now.freeze()
    attacked = position.king_attacks if position.all_king_attacks.attacked else ()
    for army, king_attacks in enumerate(attacked):
        armies = king_attacks.armies
        if not armies or armies == before[army].armies:
            continue
        if any(isinstance(event, Checkmate) and event.army == army for event in now.events):
            continue
        by = tuple([enemy for enemy in now.game.armies if armies >> enemy & 1])
        now.events.append(Check(army, by, now.attackers_of(army)))
    return position, tuple(now.events)


def _checkmates(now: MutablePosition) -> None:
    """Apply the checkmates at the start of a turn, pass by pass, and end the game if it is over."""
    ending = now.game.variant.ending
    while now.turn != NOBODY:
        now.look()
        mating, bit = now.turn, 1 << now.turn
        mated = []
        if now.all_king_attacks.attacked:
            for army, king_attacks in enumerate(now.all_king_attacks.each):
                if king_attacks.armies & bit:
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
    """Decide the end of Armies of Faith 6 after a pass that removed `gone`; None: play goes on.

    An army that is left `alone` wins alone under R-26's other reading, whoever gave checkmate.
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
    if position.king_attacks[army].armies:
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
