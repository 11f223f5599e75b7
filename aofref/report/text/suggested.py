"""Nearest: a refused move's suggestions in words, and how a move is written."""

from __future__ import annotations

from collections.abc import Iterator

from aofref.boards import Naming
from aofref.findings import Code, Refusal
from aofref.judge.analysis.suggestions import specimens
from aofref.notation import moves
from aofref.report.text.record import folded
from aofref.rules.position import NOBODY, Position


def lines(
    position: Position, written: str, why: Refusal, suggested: tuple[str, ...]
) -> Iterator[str]:
    """Say how a move is written where that may be the fault, and which may have been meant."""
    parsed = moves.parse(position.game, written)
    bare = parsed is not None and not (parsed.code or parsed.origin or parsed.action)
    if why.code in _FORM or (bare and why.code is not Code.AMBIGUOUS):
        yield from form(position)
    if not suggested:
        return
    if why.code is Code.AMBIGUOUS:
        yield from folded("one of:", suggested)
        return
    lack = _lack(position, written, why)
    *first, last = suggested
    yield from folded(f"{lack};" if lack else "nearest:", [*(f"{s}," for s in first), f"{last}?"])


_FORM = (Code.SYNTAX, Code.NO_SUCH_CELL, Code.NO_MATCH)


def form(position: Position) -> Iterator[str]:
    """Say in a line how a move of this game is written, by legal moves; nothing without one."""
    board, shown = position.game.board, specimens(position)
    if not shown:
        return
    texts = [moves.lan(position, move) for move in shown]
    end = shown[0].destination
    column, level = board.columns[end], board.levels[end]
    parts = f"file {column[0]}, rank {column[1:]}"
    if board.naming is Naming.COLUMN_THEN_LEVEL:
        parts = f"column {column}, level {level}"
    elif level:
        parts = f"level {level}, {parts}"
    of_pawn = position.game.is_pawn[position.board[shown[-1].origin]]
    pawns = " (a Pawn has no letter)" if of_pawn else ""
    yield (f"  a move is written like {' or '.join(texts)}{pawns}; {board.names[end]} is {parts}")


def _lack(position: Position, written: str, why: Refusal) -> str:
    """Say what the board lacks: `no L of the European army on kd4`."""
    game = position.game
    parsed = moves.parse(game, written)
    if parsed is None or position.turn == NOBODY or parsed.code not in game.kinds:
        return ""
    if why.code not in (Code.EMPTY_CELL, Code.WRONG_PIECE, Code.NO_SUCH_CELL):
        return ""
    there = parsed.origin in game.board.number and why.code is not Code.NO_SUCH_CELL
    if not there and why.known.get("missing") != parsed.origin:
        return ""
    return f"no {parsed.code} of {game.sides[position.turn].name} on {parsed.origin}"
