"""Ending: how a game ended, and the offers of a draw that stand, in words."""

from __future__ import annotations

from collections.abc import Sequence

from aofref.judge.replay.comments import DRAW
from aofref.judge.replay.ending import By, End
from aofref.notation import results

_HOW: dict[str, str] = {
    By.MOVES: "by the moves",
    By.RESIGNATION: "by resignation",
    By.AGREEMENT: "by agreement",
    By.ADJUDICATION: "by adjudication",
    By.TIME: "on time",
    By.RULES: "by a breach of the rules",
    By.ABANDONED: "abandoned",
}


def how(end: End) -> str:
    """Say what ended a game, behind its result if it has one."""
    by = "by forfeit" if end.forfeited else _HOW[end.by]
    return by if end.result == results.OPEN else f"{end.result}, {by}"


def ended(end: End) -> str:
    """Say that a game is over, and how it ended."""
    return f"the game is over: {how(end)}"


def offers_in_words(comment: str) -> str:
    """Put the offers of a draw in a comment into words."""
    return DRAW.sub(lambda match: offering(match[1].split()), comment)


def offering(names: Sequence[str]) -> str:
    """Say which armies offer a draw."""
    *first, last = names
    who = f"{', '.join(first)} and {last} offer" if first else f"{last} offers"
    return f"{who} a draw"
