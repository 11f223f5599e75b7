"""Views: what is to be seen in a position, as values that a picture is made of."""

from collections.abc import Iterable
from functools import reduce
from typing import NamedTuple

from aofref.findings import Piece
from aofref.judge.replay.ending import ending
from aofref.judge.replay.line import step
from aofref.judge.replay.verdict import End, Replay
from aofref.rules.compiled_variant import CompiledVariant
from aofref.rules.events import Checkmate, Removal, TurnEvent
from aofref.rules.generate import destinations, en_passant_captures, legal_moves
from aofref.rules.position import NOBODY, PASS, CoreMove, CorePosition
from aofref.rules.refuse import piece_on
from aofref.rules.threats import attacks
from aofref.rules.watch import open_line


class InCheck(NamedTuple):
    """A royal piece in check, and the cells of its attackers."""

    royal: int
    attackers: tuple[int, ...]


Departure = Checkmate | Removal


class BoardView(NamedTuple):
    """A position as it is drawn: what stands on its board, turn, checks, the last move.

    `last` holds the cells that the last move came from and went to, None if there is none.  `end`
    and `offers`, the armies that offer a draw, are known of the last position of a record; it is
    nobody's turn once there is an end.  `departures` say of each army checkmated, withdrawn or
    removed by then how it was.
    """

    position: CorePosition
    turn: int
    round: int
    checks: tuple[InCheck, ...] = ()
    last: tuple[int, int] | None = None
    end: End | None = None
    offers: tuple[int, ...] = ()
    departures: tuple[Departure, ...] = ()

    @property
    def game(self) -> CompiledVariant:
        """The game that is played."""
        return self.position.game

    def piece(self, cell: int) -> Piece | None:
        """Name the piece on a cell; None if nothing stands there."""
        return piece_on(self.position, cell) if self.position.board[cell] else None


def board_view(position: CorePosition, last: CoreMove | None = None) -> BoardView:
    """Return what is to be seen in a position; `last` is the move that led to it."""
    board, checks = position.board, []
    for army in position.living:
        attackers = tuple(sorted(cell for cell, _ in attacks(board, position.watches[army].lines)))
        if attackers:
            checks.append(InCheck(position.royals[army], attackers))
    shown = (last.origin, last.destination) if last is not None and last != PASS else None
    return BoardView(position, position.turn, position.round, tuple(checks), shown)


def departures(events: Iterable[TurnEvent]) -> tuple[Departure, ...]:
    """Pick out of events those by which armies leave a game."""
    return tuple(event for event in events if isinstance(event, Departure))


def left_standing(after: CorePosition, before: CorePosition) -> BoardView:
    """Show what a withdrawal between two players leaves: the board as it stood before it.

    The position after it lacks the army that has withdrawn.
    """
    return board_view(before)._replace(turn=after.turn, round=after.round)


def as_it_stood(shown: BoardView, replay: Replay) -> BoardView:
    """Show a record's last position; where one of two players has withdrawn, the one before it."""
    if not replay.game.two_players or not replay.plies or replay.plies[-1].move is not None:
        return shown
    before = reduce(step, replay.plies[:-1], replay.first)
    left = left_standing(replay.last, before)
    return left._replace(end=shown.end, departures=shown.departures)


def as_ended(shown: BoardView, replay: Replay) -> BoardView:
    """Add to the view of a record's last position how the game ended, and who offers a draw."""
    end = ending(replay)
    turn = shown.turn if end is None else NOBODY
    return shown._replace(turn=turn, end=end, offers=replay.offers)


class Range(NamedTuple):
    """What the piece on `origin` may do: cells it goes to, captures on, exposes its King by going.

    `blockers` are the cells of the pieces that stand in its way, those of its own army included.
    If it is not `on_turn`, this is what it could do on the turn of its army.
    """

    origin: int
    moves: tuple[int, ...]
    captures: tuple[int, ...]
    exposing: tuple[int, ...]
    blockers: tuple[int, ...]
    on_turn: bool

    @property
    def marks(self) -> dict[int, str]:
        """Every cell that bears on it, and how: `go`, `take`, `stop`, `risk` or `self`."""
        marks = dict.fromkeys(self.blockers, "stop")
        marks |= dict.fromkeys(self.exposing, "risk")
        marks |= dict.fromkeys(self.moves, "go")
        marks |= dict.fromkeys(self.captures, "take")
        return marks | {self.origin: "self"}


def range_of(position: CorePosition, origin: int) -> Range:
    """Find out what the piece on `origin`, which must not be empty, may do in a position."""
    game, board, piece = position.game, position.board, position.board[origin]
    army = game.army_of[piece]
    on_turn = position.turn == army
    asked = position if on_turn else position.with_turn(army)
    legal = {move.destination for move in legal_moves(asked) if move.origin == origin}
    ends = sorted(set(destinations(asked, origin)))
    taking = {
        end for end in ends if board[end] or en_passant_captures(asked, CoreMove(origin, end))
    }
    blockers = set[int]()
    quiet, takes = game.lines.quiet(piece, origin), game.lines.captures(piece, origin)
    for end, lines in quiet.items():
        if open_line(board, lines) is None:
            blockers.update([cell for _, path in lines for cell in path if board[cell]][:1])
        elif board[end] and (game.army_of[board[end]] == army or takes is not quiet):
            blockers.add(end)
    return Range(
        origin,
        tuple(end for end in ends if end in legal and end not in taking),
        tuple(end for end in ends if end in legal and end in taking),
        tuple(end for end in ends if end not in legal),
        tuple(sorted(blockers)),
        on_turn,
    )
