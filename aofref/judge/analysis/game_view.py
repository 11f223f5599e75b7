"""Game view: a game for a page: every board, the reach of its pieces, and the next moves."""

from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from aofref.findings import Refusal
from aofref.judge.analysis.diagnosis import Diagnosis, diagnosis
from aofref.judge.analysis.view import (
    BoardView,
    board_view,
    departures,
    view_after_withdrawal,
    with_ending,
)
from aofref.judge.replay.line import Ply
from aofref.judge.replay.steps import Step
from aofref.judge.replay.verdict import Replay
from aofref.notation import moves
from aofref.notation.records import Kind
from aofref.notation.resolve import castling_by_cells
from aofref.paths import bits
from aofref.rules.castling import castlings_of
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event
from aofref.rules.generate import Placed, destinations_of, exposing_ends, legal_moves
from aofref.rules.position import NOBODY, CoreMove, CorePosition
from aofref.rules.refuse import Standing as Standing
from aofref.rules.refuse import refusal, standing_refusals
from aofref.values import Value

_UNSEEN = (Kind.NUMBER, Kind.ESCAPE)
Reach = Mapping[int, tuple[int, ...]]
"""The cells each piece could go to on its army's turn, checks ignored; by the piece's cell."""
MOST = 50_000
"""The most refusals that are computed; the six games have fewer than half as many."""


class NodeView(Value):
    """The view of a node; `ply` is None at the start, `parent` the view before it, or -1.

    `reach` holds the pieces whose reach differs from the parent (all of them at the start),
    `exposing` the moves by which the army to move would leave its King in check.
    """

    parent: int
    ply: Ply | None
    board_view: BoardView
    events: tuple[Event, ...]
    reach: Reach
    exposing: Reach

    @property
    def main(self) -> bool:
        """Whether it belongs to the main line."""
        return self.ply is None or not self.ply.depth


class PieceRefusals(Value):
    """The refusals of a piece by destination: `now`, else as ever whatever stands on the board."""

    now: Mapping[int, Refusal]
    ever: Standing


class NextMove(Value):
    """The legal moves of a position, each with its LAN, and the refusals of all other moves.

    `refusals` are for the pieces of the army to move, by origin, and for cells where no other of
    its pieces stands; none if they would be more than `MOST`.
    """

    position: CorePosition
    legal: tuple[tuple[CoreMove, str], ...]
    refusals: Mapping[int, PieceRefusals]


class GameView(Value):
    """A game tree for a page: `views` of the start and of every ply, in the order of the text.

    `items` are the displayed steps, `next_move` the possible next moves; None once the game has
    ended.
    """

    judged: Diagnosis
    views: tuple[NodeView, ...]
    items: tuple[Step, ...]
    next_move: NextMove | None

    @property
    def main(self) -> list[int]:
        """List the views of the main line, the start first."""
        return [number for number, view in enumerate(self.views) if view.main]

    @property
    def unclosed(self) -> int:
        """Count the variations that are open at the end."""
        last = self.items[-1] if self.items else None
        return 0 if last is None else max(0, last.depth - (last.token.kind is Kind.CLOSE))


def game_view(judged: Replay) -> GameView | None:
    """Make a view of every node of a record; None if it could not be opened."""
    if not judged.opened:
        return None
    steps = judged.steps()
    views = list(_views(judged, steps))
    last = max(number for number, view in enumerate(views) if view.main)
    views[last] = views[last]._replace(board_view=with_ending(views[last].board_view, judged))
    return GameView(
        diagnosis(judged),
        tuple(views),
        tuple(step for step in steps if step.token.kind not in _UNSEEN),
        None if views[last].board_view.turn == NOBODY else next_move(judged.last),
    )


def _views(judged: Replay, steps: Sequence[Step]) -> Iterator[NodeView]:
    first = judged.first
    known, numbers = [_Known({}, {}, ()).after(first, range(len(first.board)))], {-1: 0}
    shown_reaches = [_with_castling(first, known[0].reach)]
    gone = [departures(judged.opening)]
    shown = board_view(first)._replace(departures=gone[0])
    exposing = exposing_ends(first, known[0].reach)
    yield NodeView(-1, None, shown, judged.opening, shown_reaches[0], exposing)
    for ply in steps:
        if not isinstance(ply, Ply):
            continue
        parent, numbers[ply.token.ordinal] = numbers[ply.parent], len(known)
        before, after = (judged.after(at, steps) for at in (ply.parent, ply.token.ordinal))
        old, left = known[parent], ply.move is None and judged.game.two_players
        shown = view_after_withdrawal(after, before) if left else board_view(after, ply.move)
        known.append(old if left else old.after(after, _changed(before, after)))
        reach = known[-1].reach
        shown_reaches.append(_with_castling(after, reach))
        now, before_it = shown_reaches[-1], shown_reaches[parent]
        near = {*known[-1].near, *after.royals}.intersection(now)
        gone.append(gone[parent] + departures(ply.events))
        yield NodeView(
            parent,
            ply,
            shown._replace(departures=gone[-1]),
            ply.events,
            {cell: now[cell] for cell in near if before_it.get(cell) != now[cell]},
            exposing_ends(after, reach),
        )


class _Known(Value):
    """The reach of every piece, and the bits of the cells whose pieces decide it, by its cell.

    `near` are the cells of pieces that were near a change.
    """

    reach: Reach
    touched: Mapping[int, int]
    near: Collection[int]

    def after(self, now: CorePosition, changed: Collection[int]) -> "_Known":
        """Return what is known once cells have changed; only pieces near them are looked at."""
        here, game = bits(changed), now.game
        again = {cell for cell, touched in self.touched.items() if touched & here}.union(changed)
        reach, touched = dict(self.reach), dict(self.touched)
        standing: list[list[Placed]] = [[] for _ in game.armies]
        for cell in again:
            reach.pop(cell, None)
            touched.pop(cell, None)
            if piece := now.board[cell]:
                standing[game.army_of[piece]].append((piece, (cell,)))
                touched[cell] = _touched(game, game.plain[piece], cell)
        for army in filter(None, standing):
            ends = destinations_of(now, army)
            reach |= {cell: tuple(sorted(ends.get(cell, ()))) for _, (cell,) in army}
        return _Known(reach, touched, again)


def _changed(before: CorePosition, now: CorePosition) -> list[int]:
    """List the cells that have changed or are or were passed by a double step."""
    rights = [right.cell for right in (*before.passed, *now.passed)]
    return changed_cells(before, now) + rights


def _with_castling(position: CorePosition, reach: Reach) -> Reach:
    """Return a reach and the cells that royal pieces could come to by castling on their turns."""
    if not position.game.castling_homes:
        return reach
    castled = dict(reach)
    for army in position.living:
        for move in castlings_of(position.with_turn(army)):
            castled[move.origin] = tuple(sorted({*castled[move.origin], move.destination}))
    return castled


@lru_cache(maxsize=16384)  # held by `benchmarks --twins`
def _touched(game: CompiledVariant, piece: int, cell: int) -> int:
    """Return the bits of the cells whose pieces decide where a piece on a cell can go."""
    touched = 1 << cell
    for reached in (game.movers[piece].quiet(cell), game.movers[piece].captures(cell)):
        for end, lines in reached.items():
            touched |= 1 << end
            for _, between, _ in lines:
                touched |= between
    return touched


def changed_cells(before: CorePosition, now: CorePosition) -> list[int]:
    """List the cells on which something else stands than before; the states of pieces apart."""
    plain = now.game.plain
    was, stands = (at.board.translate(plain) for at in (before, now))
    differing = int.from_bytes(was, "big") ^ int.from_bytes(stands, "big")
    cells, rest = list[int](), differing.to_bytes(len(stands), "big")
    while rest := rest.lstrip(b"\0"):
        cells.append(len(stands) - len(rest))
        rest = rest[1:]
    return cells


def next_move(position: CorePosition) -> NextMove:
    """List the legal moves of a game that is not over, and the refusals of all other moves."""
    legal = legal_moves(position)
    own = position.cells_of(position.turn)
    shown = own if len(own) * len(position.board) <= MOST else []
    left_out = {(move.origin, move.destination) for move in legal} | set(product(own, own))
    texts = tuple((move, moves.lan(position, move)) for move in legal)
    return NextMove(
        position, texts, {origin: _refusals(position, origin, left_out) for origin in shown}
    )


def _refusals(
    position: CorePosition, origin: int, left_out: Container[tuple[int, int]]
) -> PieceRefusals:
    """Refuse the moves of the piece on a cell; `left_out` are pairs of origin and destination."""
    game = position.game
    ever = standing_refusals(game, game.plain[position.board[origin]], origin)
    castlings = game.castlings.of_royal(position.board, origin)
    castled = [castling.royal.destination for castling in castlings]
    now = {
        end: why
        for end in (*ever.depending, *castled)
        if (origin, end) not in left_out
        and (why := refusal(position, castling_by_cells(position, CoreMove(origin, end))))
    }
    return PieceRefusals(now, ever)
