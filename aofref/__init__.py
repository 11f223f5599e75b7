"""aofref: the referee for Charles Gilman's 3-D armies.

The names below are loaded when they are first asked for, so that the command line starts quickly.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # as type checkers know it; `typing` takes a while to load
if TYPE_CHECKING:
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

_ROOMS = {
    "findings": ("Code", "Finding", "Place", "Refusal"),
    "rules.tables": ("Tables", "tables_of"),
    "rules.position": ("PASS", "Move", "Position"),
    "variants": ("find",),
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    for room, names in _ROOMS.items():
        if name in names:
            found: object = getattr(import_module(f"aofref.{room}"), name)
            return found
    raise AttributeError(f"module 'aofref' has no attribute {name!r}")
