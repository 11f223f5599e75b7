"""Offers: which armies have agreed to a draw, as comments `[%draw E]` of the main line say."""

from __future__ import annotations

import re

from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.records import Kind, Token

OFFER = "[%draw {}]"
_DRAW = re.compile(r"\[%draw((?:\s+[A-Z])+)\s*\]")
_COMMENTS = (Kind.COMMENT, Kind.LINE_COMMENT)


def agreed(found: Replay) -> tuple[int, ...]:
    """List the armies on the board that offer a draw or have agreed to one, in order of play.

    An offer stands until an army that has not agreed moves.
    """
    if not any(_offers(token) for token in found.record.main_line):
        return ()
    game, standing = found.game, set[int]()
    plies = {ply.token.ordinal: ply for ply in found.plies}
    for token in found.record.main_line:
        if token.kind is Kind.MOVE:
            ply = plies.get(token.ordinal)
            if ply is None and found.refused is not None and token.ordinal >= found.refused.token:
                break  # what stands behind an illegal move says nothing
            if ply is not None and ply.move is not None and ply.army not in standing:
                standing.clear()
        elif _offers(token):
            for match in _DRAW.finditer(token.text):
                letters = match[1].split()
                standing |= {game.letters.index(one) for one in letters if one in game.letters}
    return tuple(army for army in found.last.living if army in standing)


def _offers(token: Token) -> bool:
    return "[%draw" in token.text and token.kind in _COMMENTS


def offers(found: Judged) -> tuple[str, ...]:
    """List the letters of the armies whose offers of a draw stand."""
    if isinstance(found, Unopened):
        return ()
    return tuple(found.game.letters[army] for army in agreed(found))


def all_agreed(found: Replay) -> bool:
    """Say whether every army on the board has agreed to a draw, so that the game has ended."""
    return len(found.last.living) > 1 and agreed(found) == tuple(found.last.living)
