"""aofref: the referee for Charles Gilman's 3-D armies.

    import aofref

    position = aofref.variant("aof2").start()
    print(position.push("Lha5-fb3"))

`docs/library.md` teaches the library.  Its names are loaded when they are first asked for, so that
importing it costs next to nothing.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # as type checkers know it; `typing` takes a while to load
if TYPE_CHECKING:
    from aofref.library.files import loads, new, read
    from aofref.library.node import Node
    from aofref.library.position import Position
    from aofref.library.record import Record
    from aofref.library.values import (
        BadGame,
        BadPosition,
        BadRecord,
        End,
        Event,
        Finding,
        IllegalMove,
        Move,
        Piece,
        UnknownName,
        UnknownVariant,
    )
    from aofref.library.variant import Variant, variant
    from aofref.library.views import (
        Attack,
        Attackers,
        Comparison,
        Difference,
        Explanation,
        KingThreat,
        Material,
        Rules,
    )

__all__ = [
    "Attack",
    "Attackers",
    "BadGame",
    "BadPosition",
    "BadRecord",
    "Comparison",
    "Difference",
    "End",
    "Event",
    "Explanation",
    "Finding",
    "IllegalMove",
    "KingThreat",
    "Material",
    "Move",
    "Node",
    "Piece",
    "Position",
    "Record",
    "Rules",
    "UnknownName",
    "UnknownVariant",
    "Variant",
    "loads",
    "new",
    "read",
    "variant",
]

_MODULES = {
    "files": ("loads", "new", "read"),
    "position": ("Position",),
    "node": ("Node",),
    "record": ("Record",),
    "variant": ("Variant", "variant"),
    "views": (
        *("Attack", "Attackers", "Comparison", "Difference", "Explanation", "KingThreat"),
        *("Material", "Rules"),
    ),
}
"""The modules of the library that have names of these; the others are in `values`."""


def __getattr__(name: str) -> object:
    """Load a name of the library, and keep it."""
    if name not in __all__:
        raise AttributeError(f"module 'aofref' has no attribute {name!r}")
    from importlib import import_module

    module = next((module for module, names in _MODULES.items() if name in names), "values")
    found: object = getattr(import_module(f"aofref.library.{module}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    """List the names of the library, loaded or not, and none of the rooms that it is made of."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
