"""Nearest: a refused move's suggestions in words."""

from __future__ import annotations

from collections.abc import Iterator

from aofref.findings import Code, Refusal
from aofref.notation import moves
from aofref.report.text.record import folded
from aofref.rules.position import NOBODY, Position


def lines(
    position: Position, written: str, why: Refusal, suggested: tuple[str, ...]
) -> Iterator[str]:
    """Say which legal moves may have been meant; nothing if none comes near."""
    if not suggested:
        return
    if why.code is Code.AMBIGUOUS:
        yield from folded("one of:", suggested)
        return
    lack = _lack(position, written, why)
    *first, last = suggested
    yield from folded(f"{lack};" if lack else "nearest:", [*(f"{s}," for s in first), f"{last}?"])


def _lack(position: Position, written: str, why: Refusal) -> str:
    """Say what the board lacks: `no E piece L on kd4`."""
    game = position.game
    said = moves.parse(game, written)
    if said is None or position.turn == NOBODY or said.code not in game.kinds:
        return ""
    if why.code not in (Code.EMPTY_CELL, Code.WRONG_PIECE, Code.NO_SUCH_CELL):
        return ""
    if said.origin not in game.board.number and why.known.get("missing") != said.origin:
        return ""
    return f"no {game.letters[position.turn]} piece {said.code} on {said.origin}"
