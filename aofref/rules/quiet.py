"""Quiet: the turn in which nothing happens but that a piece goes from one cell to another.

Most turns of most games are so.  `turn` plays out all the others, and would come to the same here;
this takes a fraction of the time, for it makes one board and one position and nothing besides.
"""

from __future__ import annotations

from aofref.rules.generate import has_safe_move
from aofref.rules.pawns import marks_after
from aofref.rules.position import Move, Passed, Position


def quiet_turn(position: Position, move: Move) -> Position | None:
    """Play a legal move that is sure to bring about no event; None where it may bring about one."""
    if not _is_quiet(position, move):
        return None
    game, army = position.game, position.turn
    origin, destination, _ = move
    men, board = list(position.men), bytearray(position.board)
    if board[destination]:
        enemy = game.army_of[board[destination]]
        men[enemy] = tuple([cell for cell in men[enemy] if cell != destination])
    own = men[army]
    at = own.index(origin)
    men[army] = (*own[:at], destination, *own[at + 1 :])
    board[destination], board[origin] = board[origin], 0
    turn = following(position.royals, army)
    found = Position(
        game,
        bytes(board),
        turn,
        position.round + (turn <= army),
        _rights(position, move, turn),
        marks_after(position, move),
        None,
        position.royals,
        tuple(men),
        position.watches,
        False,
    )
    return found if not game.two_players or has_safe_move(found) else None


def _is_quiet(position: Position, move: Move) -> bool:
    """Say whether a move is no pass, no promotion, no capture en passant and changes no army.

    No royal piece moves or is attacked, and the move touches no line, open or not, to one.
    """
    game, watches = position.game, position.watches
    origin, destination, promotion = move
    if origin < 0 or promotion >= 0 or watches.attacked or position.ripe:
        return False
    army, piece = position.turn, position.board[origin]
    if origin in watches.near or destination in watches.near or piece in game.makers[army]:
        return False
    for right in position.passed:
        if right.cell == destination:
            return False
    reach = game.take_lines(piece, destination)
    for royal in position.royals:
        if royal in reach:
            return False
    return origin != position.royals[army]


def following(royals: tuple[int, ...], army: int) -> int:
    """Give the next army on the board."""
    turn = army
    while True:
        turn += 1
        if turn == len(royals):
            turn = 0
        if royals[turn] >= 0 or turn == army:
            return turn


def _rights(position: Position, move: Move, turn: int) -> tuple[Passed, ...]:
    """Give the en passant rights after a move: that of a double step is new.

    Those of the army to move end, and that of a Pawn just taken.
    """
    game, army = position.game, position.turn
    origin, destination, _ = move
    rights = position.passed
    if game.is_pawn[position.board[origin]] and origin in game.doubles[army]:
        doubles = game.doubles[army][origin]
        if destination in doubles:
            rights = tuple(sorted((*rights, Passed(army, doubles[destination], destination))))
    if not rights:
        return ()
    return tuple(
        [
            right
            for right in rights
            if right.army != turn and (right.pawn != destination or right.army == army)
        ]
    )
