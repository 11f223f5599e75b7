"""aofref: a referee for Charles Gilman's 3-D chess variants.

    import aofref

    position = aofref.variant("aof2").start()
    print(position.push("Lha5-fb3"))

`docs/library.md` is the tutorial.  Names are loaded at their first use; the import is fast.
"""

__version__ = "0.1.0"

TYPE_CHECKING = False  # as type checkers know it; `typing` takes a while to load
if TYPE_CHECKING:
    from aofref.findings import Attack as Attack
    from aofref.findings import BadGame as BadGame
    from aofref.findings import BadPosition as BadPosition
    from aofref.findings import Code as Code
    from aofref.findings import Finding as Finding
    from aofref.findings import Note as Note
    from aofref.findings import Piece as Piece
    from aofref.findings import Place as Place
    from aofref.findings import Refusal as Refusal
    from aofref.findings import Severity as Severity
    from aofref.findings import Side as Side
    from aofref.games import RulingText as RulingText
    from aofref.judge.analysis.clock import Charging as Charging
    from aofref.judge.analysis.clock import Clock as Clock
    from aofref.judge.analysis.clock import Turn as Turn
    from aofref.judge.analysis.threats import Attackers as Attackers
    from aofref.judge.analysis.threats import KingThreat as KingThreat
    from aofref.judge.analysis.threats import Material as Material
    from aofref.judge.analysis.versions import Comparison as Comparison
    from aofref.judge.analysis.versions import Difference as Difference
    from aofref.judge.analysis.versions import Parting as Parting
    from aofref.judge.analysis.versions import TagsDiffer as TagsDiffer
    from aofref.judge.analysis.versions import Version as Version
    from aofref.judge.collect.totals import LeftOut as LeftOut
    from aofref.judge.collect.totals import Opponent as Opponent
    from aofref.judge.collect.totals import Row as Row
    from aofref.judge.edit.addition import Stamp as Stamp
    from aofref.judge.edit.addition import Word as Word
    from aofref.judge.replay.verdict import End as End
    from aofref.judge.replay.verdict import Given as Given
    from aofref.library.board import Board as Board
    from aofref.library.files import OpenFile as OpenFile
    from aofref.library.files import loads as loads
    from aofref.library.files import new as new
    from aofref.library.files import read as read
    from aofref.library.lists import Listing as Listing
    from aofref.library.lists import Variants as Variants
    from aofref.library.lists import rulings as rulings
    from aofref.library.lists import variants as variants
    from aofref.library.node import Node as Node
    from aofref.library.node import NodeChanges as NodeChanges
    from aofref.library.position import Position as Position
    from aofref.library.position import Rules as Rules
    from aofref.library.position import Variant as Variant
    from aofref.library.position import variant as variant
    from aofref.library.record import Added as Added
    from aofref.library.record import Record as Record
    from aofref.library.selection import SelectKeywords as SelectKeywords
    from aofref.library.selection import select as select
    from aofref.library.standing import Explanation as Explanation
    from aofref.library.standing import PictureKeywords as PictureKeywords
    from aofref.library.table import Table as Table
    from aofref.library.table import table as table
    from aofref.library.typed import *  # noqa: F403
    from aofref.library.values import BadRecord as BadRecord
    from aofref.library.values import IllegalMove as IllegalMove
    from aofref.library.values import Move as Move
    from aofref.library.values import UnknownName as UnknownName
    from aofref.library.values import UnknownVariant as UnknownVariant
    from aofref.mail import Mail as Mail
    from aofref.mail import read_mail as read_mail
    from aofref.rules.events import Event as Event
    from aofref.values import FrozenMapping as FrozenMapping

_MODULES = {
    "findings": "Attack BadGame BadPosition Code Finding Note Piece Place Refusal Severity Side",
    "games": "RulingText",
    "judge.analysis.clock": "Charging Clock Turn",
    "judge.analysis.threats": "Attackers KingThreat Material",
    "judge.analysis.versions": "Comparison Difference Parting TagsDiffer Version",
    "judge.collect.totals": "LeftOut Opponent Row",
    "judge.edit.addition": "Stamp Word",
    "judge.replay.verdict": "End Given",
    "library.board": "Board",
    "library.files": "OpenFile loads new read",
    "library.lists": "Listing Variants rulings variants",
    "mail": "Mail read_mail",
    "library.position": "Position Rules Variant variant",
    "library.standing": "Explanation PictureKeywords",
    "library.node": "Node NodeChanges",
    "library.record": "Added Record",
    "library.selection": "SelectKeywords select",
    "library.table": "Table table",
    "rules.events": "Event",
    "library.values": "BadRecord IllegalMove Move UnknownName UnknownVariant",
    "values": "FrozenMapping",
}
"""The names of the library, by their modules."""
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names.split()}
__all__ = sorted(_MODULE_OF)


if not TYPE_CHECKING:  # to which a name that the library does not have is an error

    def __getattr__(name: str) -> object:
        """Load a name of the library, or a type for annotations, and keep it."""
        from importlib import import_module

        module = _MODULE_OF.get(name) or ("library.typed" if name[:1].isupper() else "")
        found = import_module(f"aofref.{module}") if module else None
        if found is None or (name not in _MODULE_OF and name not in found._NAMES):
            raise AttributeError(f"module 'aofref' has no attribute {name!r}")
        value: object = getattr(found, name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    """List the names of the library, loaded or not, without the rooms below it."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
