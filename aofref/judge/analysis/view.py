"""Views: the contents of pictures of a position, as values."""

from collections.abc import Sequence

from aofref.findings import Piece
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import End, Replay
from aofref.paths import open_line
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Event, Happening
from aofref.rules.moves import (
    attacks_now,
    castlings_of,
    destinations,
    legal_moves,
    taken_en_passant,
)
from aofref.rules.position import NOBODY, CoreMove, CorePosition
from aofref.rules.refuse import piece_on
from aofref.values import Value

Check = tuple[int, tuple[int, ...]]
"""The cell of a royal piece in check, and the cells of its attackers."""


class BoardView(Value):
    """A position for a picture: its board, turn, checks and last move.

    `last` has the origin and destination of each piece that the last move has moved; castling moves
    two, the royal one first.  `end` and `offers`, the armies that offer a draw, are only set for
    the last position of a record; after an end it is nobody's turn.  `departures` are the events by
    which armies have left the game.
    """

    position: CorePosition
    turn: int
    round: int
    checks: tuple[Check, ...] = ()
    last: tuple[tuple[int, int], ...] = ()
    end: End | None = None
    offers: tuple[int, ...] = ()
    departures: tuple[Event, ...] = ()

    @property
    def game(self) -> CompiledVariant:
        """The game that is played."""
        return self.position.game

    def piece(self, cell: int) -> Piece | None:
        """Return the piece on a cell; None if it is empty."""
        return piece_on(self.position, cell) if self.position.board[cell] else None


def board_view(position: CorePosition, last: CoreMove | None = None) -> BoardView:
    """Return the view of a position; `last` is the move that led to it."""
    checks = []
    for army in position.living:
        attackers = tuple(sorted(cell for cell, _, _ in attacks_now(position, army)))
        if attackers:
            checks.append((position.royals[army], attackers))
    shown = () if last is None else position.game.castlings.walks(last)
    return BoardView(position, position.turn, position.round, tuple(checks), shown)


def view_of(replay: Replay, plies: Sequence[Ply], *, stood: bool = False) -> BoardView:
    """Return the view after the plies that a record begins with, after all with how it ended.

    If it `stood`, the board after a withdrawal in a game of two is the one before it: the position
    after it lacks the army that has withdrawn.
    """
    last, happened = plies[-1] if plies else None, [*replay.opening]
    position = replay.after(last.token.ordinal if last else -1, replay.steps)
    shown = board_view(position, last.move if last else None)
    if stood and last is not None and last.move is None and replay.game.two_players:
        shown = board_view(replay.after(last.parent, replay.steps))
        shown = shown._replace(turn=position.turn, round=position.round)
    happened += [event for ply in plies for event in ply.events]
    departing = (Happening.CHECKMATE, Happening.REMOVAL)
    left = tuple(event for event in happened if event.type in departing)
    shown = shown._replace(departures=left)
    if len(plies) < len(replay.plies):
        return shown
    end = ending(replay)
    turn = shown.turn if end is None else NOBODY
    return shown._replace(turn=turn, end=end, offers=replay.offers)


class Range(Value):
    """The range of the piece on `origin`: the cells of its moves and captures.

    On the cells of `exposing` it would expose its King.  `blockers` are the cells of the pieces in
    its way, of any army.  If it is not `on_turn`, the range is that on the turn of its army.
    """

    origin: int
    moves: tuple[int, ...]
    captures: tuple[int, ...]
    exposing: tuple[int, ...]
    blockers: tuple[int, ...]
    on_turn: bool

    @property
    def marks(self) -> dict[int, str]:
        """The mark of each cell of the range: `go`, `take`, `stop`, `risk` or `self`."""
        kinds = {"stop": self.blockers, "risk": self.exposing, "go": self.moves}
        kinds |= {"take": self.captures, "self": (self.origin,)}
        return {cell: kind for kind, cells in kinds.items() for cell in cells}


def range_of(position: CorePosition, origin: int) -> Range:
    """Find the range of the piece on `origin`, which must not be empty, in a position."""
    game, board, piece = position.game, position.board, position.board[origin]
    army = game.army_of[piece]
    on_turn = position.turn == army
    at_turn = position if on_turn else position.with_turn(army)
    legal = {move.destination for move in legal_moves(at_turn) if move.origin == origin}
    castled = [move.destination for move in castlings_of(at_turn) if move.origin == origin]
    ends = sorted({*destinations(at_turn, origin), *castled})
    taking = {end for end in ends if board[end] or taken_en_passant(at_turn, origin, end)}
    blockers = set[int]()
    mover = game.movers[piece]
    for end, lines in mover.quiet(origin).items():
        if open_line(lines, position.occupied) is None:
            crossed = [cell for line in lines for cell in mover.path(line, end)]
            blockers.update([cell for cell in crossed if board[cell]][:1])
        elif board[end] and (game.army_of[board[end]] == army or mover.taking is not mover.moving):
            blockers.add(end)
    return Range(
        origin,
        tuple(end for end in ends if end in legal and end not in taking),
        tuple(end for end in ends if end in legal and end in taking),
        tuple(end for end in ends if end not in legal),
        tuple(sorted(blockers)),
        on_turn,
    )
