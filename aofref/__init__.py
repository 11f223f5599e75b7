"""aofref: the referee for Charles Gilman's 3-D armies."""

from aofref.findings import Code, Finding, Place, Refusal
from aofref.rules.position import PASS, Move, Position
from aofref.rules.tables import Tables, tables_of
from aofref.variants import find

__all__ = [
    "PASS",
    "Code",
    "Finding",
    "Move",
    "Place",
    "Position",
    "Refusal",
    "Tables",
    "find",
    "tables_of",
]
