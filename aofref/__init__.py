"""aofref: the referee for Charles Gilman's 3-D armies."""

from aofref.findings import Code, Finding, Place, Refusal
from aofref.game import Game, game_of
from aofref.position import PASS, Move, Position
from aofref.variants import find

__all__ = [
    "PASS",
    "Code",
    "Finding",
    "Game",
    "Move",
    "Place",
    "Position",
    "Refusal",
    "find",
    "game_of",
]
