"""Offers: which armies have agreed to a draw, as comments `[%draw E]` of the main line say."""

import re
from collections.abc import Collection, Iterator
from typing import NamedTuple

from aofref.judge.replay.driver import ILLEGAL
from aofref.judge.replay.line import Ply
from aofref.judge.replay.verdict import Judged, Replay, Unopened
from aofref.notation.records import Kind, Token

OFFER = "[%draw {}]"
DRAW = re.compile(r"\[%draw((?:\s+[A-Z])+)\s*\]")
"""An offer in a comment, with the letters of its armies."""


class Offer(NamedTuple):
    """An army's offer of a draw, or its consent: the comment, and where its letter stands there."""

    army: int
    token: Token
    at: int


def course(found: Replay) -> Iterator[Ply | Offer]:
    """Yield the plies and the offers of the main line in order.

    What stands behind an illegal move says nothing, even where that move is kept in a comment.
    """
    plies, void = {ply.token.ordinal: ply for ply in found.plies}, False
    letters = found.game.letters
    for token in found.record.main_line:
        if token.kind is Kind.MOVE:
            ply = plies.get(token.ordinal)
            if ply is not None:
                void = False
                yield ply
            elif found.refused is not None and token.ordinal >= found.refused.token:
                return
        elif token.kind is Kind.COMMENT:
            void = void or token.text.startswith(ILLEGAL)
            for match in DRAW.finditer(token.text) if not void else ():
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
    if not any("[%draw" in comment.text for comment in found.record.comments):
        return ()
    standing = set[int]()
    for item in course(found):
        if isinstance(item, Offer):
            standing.add(item.army)
        elif item.move is not None and item.army not in standing:
            standing.clear()
    return tuple(army for army in found.last.living if army in standing)


def offers(found: Judged) -> tuple[str, ...]:
    """List the letters of the armies whose offers of a draw stand."""
    if isinstance(found, Unopened):
        return ()
    return tuple(found.game.letters[army] for army in agreed(found))


def all_agreed(found: Replay) -> bool:
    """Say whether every army on the board has agreed to a draw, so that the game has ended."""
    return len(found.last.living) > 1 and agreed(found) == tuple(found.last.living)
