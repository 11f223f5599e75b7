"""Turn: the effects of a move and of the start of a turn (RULES 7 and 8); perft.

Draws are reported, never decided: repetitions, and what the file of a game wants.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, assert_never

from aofref.boards import NO_CELL
from aofref.games.model import Alignment, Ending, StalemateRule
from aofref.paths import Line
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Attacker, Event, Happening, Reason
from aofref.rules.moves import (
    attacks_now,
    board_during,
    has_safe_move,
    legal_moves,
    rights_after,
    rights_in_use,
    taken_en_passant,
)
from aofref.rules.position import (
    ALONE,
    NO_COUNTS,
    NO_PROMOTION,
    NOBODY,
    Cells,
    CoreMove,
    CorePosition,
    Watch,
)

Sequel = tuple[CorePosition, tuple[Event, ...]]
"""The position after a ply, and the ply's events in order."""

_FEWEST_MARKS: Final = 8
"""The fewest positions before the third time: in a game of two nobody passes."""
_MOST_MARKS: Final = 64
"""The most marks in order: more are counted, so that a long line costs no more for each ply."""


def begin(standing: CorePosition) -> Sequel:
    """Start the turn of a position as it stands: return it then, and the events of that."""
    position = standing.with_turn(standing.turn)
    if position.turn == NOBODY:
        living = tuple(position.living)
        joint = position.game.variant.ending is Ending.JOINT  # the last army may have to share it
        position.winners = living if len(living) == 1 and not joint else None
    return started(Turn(position, []), None)


def array(game: CompiledVariant) -> CorePosition:
    """Return the position that the game starts from, as it stands."""
    board = bytearray(len(game.board.cells))
    for army, placed in enumerate(game.array):
        for cell, kind in placed.items():
            piece = game.piece(army, kind)
            owed = game.pawns.owed_at_start(cell) if game.is_pawn[piece] else 0
            board[cell] = game.in_state(piece, owed) if owed else piece
    return CorePosition(game, game.castlings.with_rights(bytes(board)), 0)


@lru_cache(maxsize=8)
def start(game: CompiledVariant) -> Sequel:
    """Return the position that the game starts from, and the events at its start."""
    return begin(array(game))


def apply(position: CorePosition, move: CoreMove) -> Sequel:
    """Play a legal move, or PASS, or a move that an arbiter lets stand; nothing is checked."""
    now, events = started(moved(position, move), position)
    if len(now.past) >= _FEWEST_MARKS or now.past_counts:
        events += repeated(now)
    return now, events


def moved(position: CorePosition, move: CoreMove) -> Turn:
    """Make a legal move, and pass the turn on, but do not start the next turn."""
    game, army, board = position.game, position.turn, position.board
    origin, destination, promotion, castles = move
    passed, halfmoves = position.passed, position.halfmoves + 1
    taken: tuple[int, ...] = ()
    if origin < 0:
        now = CorePosition(game, board, army, position.round, passed, halfmoves, position)
        turn = Turn(now, [])
        keep(position, now)
        turn.note(Happening.PASS, army)
        _advance(now)
        return turn
    piece, held = board[origin], board[destination]
    is_pawn = game.is_pawn[piece]
    arrives = game.pawns.after(piece, origin, destination) if is_pawn else game.plain[piece]
    if passed:
        taken = taken_en_passant(position, origin, destination)
    if passed or is_pawn:
        passed = rights_after(position, move, taken)
    if castles < 0:
        standing, changed = bytearray(board), [origin, destination, *taken]
        standing[origin], standing[destination] = 0, arrives
        for cell in taken:
            standing[cell] = 0
        after = bytes(standing)
        if is_pawn or held:
            halfmoves = 0
    else:
        way = game.castlings.every[castles]
        after = board_during(board, way, destination)
        changed = list({cell for path in way.paths for cell in (path.origin, path.destination)})
    now = CorePosition(game, after, army, position.round, passed, halfmoves, position)
    if castles < 0 and (held or taken or (is_pawn and game.pawns.return_never)):
        now.past, now.past_counts = (), NO_COUNTS  # no position of before can recur
    else:
        keep(position, now)
    cells, bit = now.cells, game.board.bit
    if castles < 0 and arrives == piece and not taken:
        if held:
            cells[held] = _without(cells[held], destination)
        own = list(cells[piece])
        own[own.index(origin)] = destination
        cells[piece] = tuple(own)
        now.occupied ^= bit[origin] if held else bit[origin] | bit[destination]
    else:
        for cell in changed:
            was, is_now = board[cell], after[cell]
            if was:
                cells[was] = _without(cells[was], cell)
                now.occupied ^= bit[cell]
            if is_now:
                cells[is_now] += (cell,)
                now.occupied |= bit[cell]
    turn = Turn(now, changed)
    if game.is_royal[piece]:
        turn.lines = position.enemy_lines(destination)
        now.royals = _with_royal(now.royals, army, destination)
        turn.end_castling(army)
    for cell in taken:
        whose = game.letters[game.army_of[board[cell]]]
        turn.note(Happening.EN_PASSANT, army, cell=game.board.names[destination], captured=whose)
    if is_pawn and promotion != NO_PROMOTION:
        turn.become(destination, promotion)
    if game.transforms:
        _transform(turn, army)
    _advance(now)
    return turn


def skip(position: CorePosition) -> CorePosition:
    """Return the position with the turn passed on without a move."""
    turn = Turn(position.with_turn(position.turn), [])
    _advance(turn.position)
    return started(turn, position)[0]


def withdraw(position: CorePosition, army: int, reason: Reason) -> Sequel:
    """Remove an army that resigns or forfeits, in or out of turn (R-10).

    The army must be on the board, and the game not over.
    """
    turn = Turn(position.with_turn(position.turn), [])
    now = turn.position
    turn.note(Happening.REMOVAL, army, reason=reason)
    turn.remove([army])
    if army == now.turn:
        _advance(now)
    living = now.living
    if len(living) == 1:
        turn.end(tuple(living))
    return started(turn, position)


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
            count += len(legal_moves(reached))
        else:
            moves = legal_moves(reached)
            line.append(iter([apply(reached, move)[0] for move in moves]))
    return count


class Turn:
    """A turn that is being played: its position changes until it is returned, and never again.

    `changed` are the cells that have changed since the watches of the position were last made, and
    `lines` lead to the royal piece of the army that has moved it.
    """

    __slots__ = ("changed", "events", "lines", "position")
    lines: list[Line]

    def __init__(self, position: CorePosition, changed: list[int]) -> None:
        self.position: Final = position
        self.changed = changed
        self.events: list[Event] = []

    def note(
        self,
        what: Happening,
        army: int = NOBODY,
        attackers: tuple[Attacker, ...] = (),
        **facts: Any,
    ) -> None:
        """Note an event of an army, or of the whole position; `facts` are its other keys."""
        game = self.position.game
        whose = {} if army == NOBODY else {"army": game.letters[army]}
        self.events.append(Event(game, {"type": what.value, **whose, **facts}, attackers))

    def put(self, cell: int, piece: int) -> None:
        """Put a piece in the place of another on a cell; 0 takes it off the board."""
        now = self.position
        held = now.board[cell]
        now.cells[held] = _without(now.cells[held], cell)
        if piece:
            now.cells[piece] += (cell,)
        else:
            now.occupied ^= 1 << cell
        now.board = now.board[:cell] + ALONE[piece] + now.board[cell + 1 :]
        if cell not in self.changed:
            self.changed.append(cell)

    def become(self, cell: int, kind: int) -> None:
        """Turn the piece on a cell into another type of its army."""
        now = self.position
        game, piece = now.game, now.board[cell]
        army = game.army_of[piece]
        kinds: dict[str, Any] = {"from": game.code(piece), "to": game.codes[kind]}
        self.note(Happening.PROMOTION, army, cell=game.board.names[cell], **kinds)
        self.put(cell, game.piece(army, kind))
        if game.is_royal[piece]:
            self.end_castling(army)

    def end_castling(self, army: int) -> None:
        """End the rights of an army to castle: its royal piece is not what it was, or not there."""
        game = self.position.game
        for piece in game.castlings.castlers[army]:
            for cell in self.position.cells[piece]:
                self.put(cell, game.plain[piece])

    def remove(self, armies: list[int]) -> None:
        """Take armies off the board, with their en passant rights."""
        now = self.position
        for army in armies:
            for piece in now.game.pieces[army]:
                for cell in now.cells[piece]:
                    self.put(cell, 0)
            now.royals = _with_royal(now.royals, army, -1)
        now.passed = tuple([right for right in now.passed if right.army not in armies])

    def refresh(self) -> None:
        """Find the possible attackers again of each royal piece whose lines may have changed."""
        now, changed = self.position, self.changed
        game, board, royals = now.game, now.board, now.royals
        places, bit, touched, here = game.board.places, game.board.bit, 0, 0
        for cell in changed:
            here |= bit[cell]
            if piece := board[cell]:
                taking = game.movers[piece].taking
                at, reach = places[cell], taking.reach or taking.learn()
                for army in game.others[game.army_of[piece]]:
                    royal = royals[army]
                    if royal >= 0 and reach[places[royal] - at]:
                        touched |= 1 << army
        self.changed = []
        if not (touched or here & now.near):
            return
        renewed = list(now.watches)
        for army, watch in enumerate(now.watches):
            if not (watch.near & here or touched >> army & 1):
                continue
            royal = royals[army]
            if watch.royal != royal:
                found = self.lines if royal >= 0 else []
            else:  # only pieces on the cells that have changed are new
                found = [line for line in watch.lines if line[0] not in changed]
                for cell in changed:
                    piece = board[cell]
                    if piece and game.army_of[piece] != army:
                        found += game.movers[piece].taking.to(cell, royal)
            renewed[army] = Watch(game, board, now.occupied, found, royal)
        now.watch(tuple(renewed))

    def attackers_of(self, army: int, by: int = -1) -> tuple[Attacker, ...]:
        """List the pieces of the armies in the bits `by` that attack an army's royal piece."""
        now = self.position
        board, army_of = now.board, now.game.army_of
        attacking = [cell for cell, _, _ in attacks_now(now, army)]
        return tuple(
            [(cell, board[cell]) for cell in sorted(attacking) if by >> army_of[board[cell]] & 1]
        )

    def end(self, winners: tuple[int, ...]) -> None:
        """End the game; `winners` share it."""
        self.position.winners = winners
        self.position.turn = NOBODY
        self.note(Happening.END, result=self.position.game.result(winners))


def _without(cells: Cells, cell: int) -> Cells:
    """Return the cells of a piece without one of them."""
    at = cells.index(cell)
    return cells[:at] + cells[at + 1 :]


def _with_royal(royals: tuple[int, ...], army: int, cell: int) -> tuple[int, ...]:
    """Return the cells of the royal pieces, with an army's on a cell; -1: it is removed."""
    return (*royals[:army], cell, *royals[army + 1 :])


def _transform(turn: Turn, army: int) -> None:
    """Change the pieces that change at the end of their army's own move (RULES 7)."""
    now, game = turn.position, turn.position.game
    for piece in game.partners[army]:
        if not now.cells[piece]:
            break
    else:
        if (together := game.variant.four_partners) is not None:
            most_bound = game.piece(army, game.kinds[together.most_bound[game.letters[army]]])
            for cell in sorted(now.cells[most_bound]):
                turn.become(cell, game.kinds[together.into])
    if game.radials and (line := game.variant.alignment) and _are_aligned(now, line, army):
        turn.become(now.royals[army], game.kinds[line.into])


def _are_aligned(now: CorePosition, line: Alignment, army: int) -> bool:
    """Return whether the pieces of an alignment stand two equal radial steps apart (RULES 3)."""
    game, on, royal = now.game, now.game.board, now.royals[army]
    codes = line.royal, line.middle, line.ally
    king, middle, ally = [game.piece(army, game.kinds[code]) for code in codes]
    for near in now.cells[middle] if now.board[royal] == king else ():
        step = game.radials.get(on.places[near] - on.places[royal])
        if step is not None and on.next_cell(royal, step) == near:
            far = on.next_cell(near, step)
            if far != NO_CELL and now.board[far] == ally:
                return True
    return False


def _advance(now: CorePosition) -> None:
    """Pass the turn to the next army on the board, whose own en passant rights end."""
    last = now.turn
    for army in now.game.others[last]:
        if now.royals[army] >= 0:
            break
    else:
        army = last
    now.turn = army
    if army <= last:
        now.round += 1
    if now.passed:
        now.passed = tuple([right for right in now.passed if right.army != army])


def started(turn: Turn, before: CorePosition | None) -> Sequel:
    """Start the turn, unless the game is over; add what is noticed now, and was not `before`."""
    now = turn.position
    turn.refresh()
    if now.turn != NOBODY:
        if now.game.two_players:
            if not has_safe_move(now):
                _end_of_two(turn)
        else:
            _checkmates(turn)
    if before is None or now.watches is not before.watches:
        for army, watch in enumerate(now.watches):
            armies = watch.attackers
            if not armies or (before is not None and armies == before.watches[army].attackers):
                continue
            letters = now.game.letters
            if (Happening.CHECKMATE, letters[army]) in [
                (event["type"], event.get("army")) for event in turn.events
            ]:
                continue
            by = tuple([letter for enemy, letter in enumerate(letters) if armies >> enemy & 1])
            turn.note(Happening.CHECK, army, turn.attackers_of(army), by=by)
    if (before is None or now.halfmoves in now.game.draws_due) and now.turn != NOBODY:
        _notice_draws(turn, before)
    return now, tuple(turn.events)


def _checkmates(turn: Turn) -> None:
    """Apply the checkmates at the start of a turn, pass by pass, and end a game that is over."""
    now = turn.position
    while now.turn != NOBODY:
        mating, bit = now.turn, 1 << now.turn
        if not now.attackers & bit:
            if now.royals.count(-1) == len(now.royals) - 1:
                turn.end((mating,))
            return
        mated = [army for army, watch in enumerate(now.watches) if watch.attackers & bit]
        for army in mated:
            attackers = turn.attackers_of(army, bit)
            turn.note(Happening.CHECKMATE, army, attackers, by=now.game.letters[mating])
        turn.remove(mated)
        gone = mated + _promote_or_remove(turn, mating)
        ending, winners = now.game.variant.ending, None
        if ending is Ending.JOINT or ending is Ending.SURVIVOR:
            alone = ending is Ending.SURVIVOR
            winners = _joint_winners(now.living, sorted(gone), mating, alone)
        if winners is not None:
            turn.end(winners)
        elif now.royals[mating] < 0:
            _advance(now)
        turn.refresh()


def _promote_or_remove(turn: Turn, mating: int) -> list[int]:
    """After a pass, make the mating King an Emperor, or remove every King without a Queen."""
    now = turn.position
    game, variant = now.game, now.game.variant
    royal = now.royals[mating]
    if variant.emperor and game.code(now.board[royal]) != variant.emperor:
        turn.become(royal, game.kinds[variant.emperor])
    if variant.bereft is None:
        return []
    king, queen = (game.kinds[code] for code in variant.bereft)
    bereft = [
        army
        for army in now.living
        if now.board[now.royals[army]] == game.piece(army, king)
        and game.piece(army, queen) not in now.board
    ]
    for army in bereft:
        turn.note(Happening.REMOVAL, army, reason=Reason.NO_QUEEN)
    turn.remove(bereft)
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


def _end_of_two(turn: Turn) -> None:
    """End the game of two: the army to move has no legal move."""
    now = turn.position
    army, enemy = now.turn, 1 - now.turn
    if now.watches[army].attackers:
        attackers = turn.attackers_of(army)
        by = now.game.letters[enemy]
        turn.note(Happening.CHECK, army, attackers, by=(by,))
        turn.note(Happening.CHECKMATE, army, attackers, by=by)
        turn.end((enemy,))
        return
    turn.note(Happening.STALEMATE, army)
    match now.game.variant.stalemate:
        case StalemateRule.DRAW:
            turn.end((0, 1))
        case StalemateRule.WIN:
            turn.end((army,))
        case StalemateRule.LOSS:
            turn.end((enemy,))
        case _:
            assert_never(now.game.variant.stalemate)


def _notice_draws(turn: Turn, before: CorePosition | None) -> None:
    """Note the draws that can be noticed now, and could not in the position `before`."""
    now, variant = turn.position, turn.position.game.variant
    clock, due = now.halfmoves, 150 if now.halfmoves >= 150 else 100
    if variant.fifty_moves and (clock == due or (before is None and clock > due)):
        turn.note(Happening.FIFTY_MOVES, count=due // 2)  # a FEN's clock may be past it
    changed = before is None or not clock  # by a capture or a promotion
    if changed and variant.dead and is_dead(now) and not (before and is_dead(before)):
        turn.note(Happening.DEAD_POSITION)


def is_dead(position: CorePosition) -> bool:
    """Return whether no moves lead to checkmate, as far as the pieces on the board show it.

    Beside the royal pieces there is none, or one piece that the game's file names, or several that
    it names and that are bound to the same cells, as Bishops of one colour are.
    """
    game, cells = position.game, position.cells
    for piece in game.lively:
        if cells[piece]:
            return False
    standing = [
        (piece, cell)
        for piece, of_piece in enumerate(cells)
        if not game.is_royal[piece]
        for cell in of_piece
    ]
    if len(standing) < 2:
        return True
    bound, *others = [game.movers[piece].ever(frozenset((cell,))) for piece, cell in standing]
    return len(bound) < len(position.board) and all(other == bound for other in others)


def keep(position: CorePosition, now: CorePosition) -> None:
    """Add a position to the past of the one to which a move leads that captures nothing."""
    marks = position.past
    if len(marks) == _MOST_MARKS:
        now.past_counts = counts = position.past_counts.copy()
        for mark in marks:
            counts[mark] = counts.get(mark, 0) + 1
        marks = ()
    own = (_mark(position),)
    now.past = marks + own  # a list is not made of them


def _mark(position: CorePosition) -> bytes:
    """Write the board, the turn and the rights in use: positions with equal marks are the same."""
    mark = position.board + ALONE[position.turn + 1]
    if position.passed:
        mark += b"".join([right.pawn.to_bytes(2, "big") for right in rights_in_use(position)])
    return mark


def times_stood(position: CorePosition) -> int:
    """Count how often a position has stood in its line, now included, as far as that is known."""
    mark = _mark(position)
    return 1 + position.past.count(mark) + position.past_counts.get(mark, 0)


def repeated(position: CorePosition) -> tuple[Event, ...]:
    """Return the event of a repetition in a game of two, from the third time on."""
    game = position.game
    if not game.two_players or position.turn == NOBODY or (count := times_stood(position)) < 3:
        return ()
    return (Event(game, {"type": Happening.REPETITION.value, "count": count}),)
