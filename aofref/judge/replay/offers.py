"""Offers: which armies have agreed to a draw, as comments `[%draw E]` of the main line say."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.records import Kind, Token

OFFER = "[%draw {}]"
DRAW = re.compile(r"\[%draw((?:\s+[A-Z])+)\s*\]")
"""An offer in a comment, with the letters of its armies."""
_COMMENTS = (Kind.COMMENT, Kind.LINE_COMMENT)


class Offer(NamedTuple):
    """An army's offer of a draw, or its consent: the comment, and where its letter stands there."""

    army: int
    token: Token
    at: int


def offers_in(found: Replay, token: Token) -> Iterator[Offer]:
    """Give the offers that a comment holds."""
    letters = found.game.letters
    for match in DRAW.finditer(token.text) if _may_offer(token) else ():
        for at in range(*match.span(1)):
            if token.text[at] in letters:
                yield Offer(letters.index(token.text[at]), token, at)


def taken_out(text: str, places: Collection[int]) -> str:
    """Take offers out of the text of a comment, given where their letters stand in it."""

    def left(match: re.Match[str]) -> str:
        inside = range(*match.span(1))
        if not any(at in places for at in inside):
            return match[0]
        kept = "".join(" " if at in places else text[at] for at in inside).split()
        return OFFER.format(" ".join(kept)) if kept else ""

    return DRAW.sub(left, text)


def agreed(found: Replay) -> tuple[int, ...]:
    """List the armies on the board that offer a draw or have agreed to one, in order of play.

    An offer stands until an army that has not agreed moves.
    """
    if not any(_may_offer(token) for token in found.record.main_line):
        return ()
    standing = set[int]()
    plies = {ply.token.ordinal: ply for ply in found.plies}
    for token in found.record.main_line:
        if token.kind is Kind.MOVE:
            ply = plies.get(token.ordinal)
            if ply is None and found.refused is not None and token.ordinal >= found.refused.token:
                break  # what stands behind an illegal move says nothing
            if ply is not None and ply.move is not None and ply.army not in standing:
                standing.clear()
        else:
            standing |= {offer.army for offer in offers_in(found, token)}
    return tuple(army for army in found.last.living if army in standing)


def _may_offer(token: Token) -> bool:
    return "[%draw" in token.text and token.kind in _COMMENTS


def offers(found: Judged) -> tuple[str, ...]:
    """List the letters of the armies whose offers of a draw stand."""
    if isinstance(found, Unopened):
        return ()
    return tuple(found.game.letters[army] for army in agreed(found))


def all_agreed(found: Replay) -> bool:
    """Say whether every army on the board has agreed to a draw, so that the game has ended."""
    return len(found.last.living) > 1 and agreed(found) == tuple(found.last.living)
