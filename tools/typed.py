"""Write the types that annotations need of the library: `python -m tools.typed`.

They are made from the enums of words, and from the schemas in `aofref/schema`.  A test fails if
`aofref/library/typed.py` is stale.
"""

from __future__ import annotations

import json
import re
from enum import Enum
from functools import cache
from pathlib import Path
from textwrap import indent, wrap
from typing import Any

import aofref
from aofref.judge.analysis.examples import Shows
from aofref.judge.replay.ending import ArmyFate, By
from aofref.judge.replay.verdict import Status
from aofref.notation.movetext import Notation
from aofref.notation.notes import Decided
from aofref.report.svg.shapes import Theme
from aofref.rules.events import Happening, Reason

PACKAGE = Path(aofref.__file__).parent
MODULE = PACKAGE / "library" / "typed.py"
WORDS: dict[str, type[Enum]] = {
    "DecisionName": Decided,
    "EndName": By,
    "EventName": Happening,
    "FateName": ArmyFate,
    "NotationName": Notation,
    "ReasonName": Reason,
    "ShownName": Shows,
    "StatusName": Status,
    "ThemeName": Theme,
}
"""Literals, and the enums that have their words."""
EVENTS = (
    "Check Checkmate Removal Promotion EnPassant Pass Stalemate Repetition FiftyMoves DeadPosition"
    " End Move"
)
REPORTS = {
    "AttackReport": "_shared/$defs/attack",
    "AttackersReport": "threats/oneOf/1/properties/threats/items",
    "KingThreatReport": "_shared/$defs/royal",
    "MaterialReport": "material/properties/material/additionalProperties",
    "PositionReport": "moves",
    "ProofReport": "_shared/$defs/proof",
    "FindingReport": "_shared/$defs/finding",
    "LegalReport": "explain/oneOf/0",
    "RefusedReport": "_shared/$defs/refused",
    "UnreadReport": "_shared/$defs/unread",
    "ExplanationReport": "explain",
    "KindReport": "rules/oneOf/0/properties/pieces/items",
    "TermReport": "rules/oneOf/0/properties/play/items",
    "DiagramReport": "rules/oneOf/1/properties/diagram",
    "ExampleReport": "rules/oneOf/1/properties/examples/items",
    "ReachReport": "rules/oneOf/1/properties/reach",
    "RulesReport": "rules",
    **{f"{name}Event": f"_shared/$defs/event/oneOf/{n}" for n, name in enumerate(EVENTS.split())},
    "EventReport": "_shared/$defs/event",
    "ArmyReport": "check/properties/armies/additionalProperties",
    "EndReport": "_shared/$defs/end/oneOf/1",
    "RecordReport": "check",
    "CellDiffers": "diff/oneOf/0/properties/different-cells/items",
    "FieldDiffers": "diff/oneOf/0/properties/fields/items",
    "TagDiffers": "diff/oneOf/0/properties/different-tags/items",
    "BothResults": "diff/oneOf/0/properties/both-results",
    "LegalParting": "diff/$defs/version/properties/next/oneOf/1",
    "IllegalParting": "diff/$defs/version/properties/next/oneOf/2",
    "PartingReport": "diff/$defs/version/properties/next",
    "VersionReport": "diff/$defs/version",
    "ComparisonReport": "diff/oneOf/0",
    "DifferenceReport": "diff/oneOf/1",
    "VariantReport": "variants",
    "RulingReport": "rulings",
    "OpponentReport": "table/properties/against/additionalProperties",
    "RowReport": "table",
    "ClockReport": "clock/oneOf/0",
}
"""The reports that the library returns and their parts, each where the schemas describe it."""
OF_COMMANDS = {"PositionReport": {"count", "legal-moves"}, "DifferenceReport": {"a", "b", "ply"}}
"""What a command adds to such a report."""
_OF_WORDS = {frozenset(one.value for one in of): name for name, of in WORDS.items()}
_NULL = {"type": "null"}
_PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_HEAD = '''"""Types for annotations: the words of arguments and attributes, and what reports have.

`python -m tools.typed` writes this module from the enums and from `aofref/schema`.  Only type
checkers load it, and programs that import these names.  aofref-json(5) explains the members.
"""

from typing import Literal, NotRequired, TypedDict

# fmt: off
# ruff: noqa: UP013
'''
_NAMES = """\
_OF_TYPING = "Literal", "NotRequired", "TypedDict"
_NAMES = [name for name in [*globals()] if name.isalpha() and name not in _OF_TYPING]"""
_WIDTH = 100
_KEPT = "\N{NO-BREAK SPACE}"  # in place of a blank, where no line is broken
_CLOSING = {"{": "}", "[": "]", "(": ")"}


def rendered() -> str:
    """Return the whole module."""
    words = [f"{name} = {_literal([one.value for one in of])}" for name, of in WORDS.items()]
    return "\n".join([_HEAD, *map(_filled, [*words, *map(_defined, REPORTS)]), _NAMES, ""])


def _filled(definition: str) -> str:
    """Break the line of a definition, if it is too long; its last parenthesis has its own."""
    if len(definition) <= _WIDTH:
        return definition
    start, bracket, rest = definition.partition("{" if "{" in definition else "[")
    if not bracket:
        start, bracket, rest = definition.replace("= ", "= (", 1).partition("(")
        rest += ")"
    ends = rest.rindex(_CLOSING[bracket])
    body = rest[:ends] if bracket == "(" else re.sub(r"(?<!,) ", _KEPT, rest[:ends])
    lines = wrap(body, _WIDTH - 4, break_long_words=False, break_on_hyphens=False)
    body = indent("\n".join(lines), "    ").replace(_KEPT, " ")
    return f"{start}{bracket}\n{body}\n{rest[ends:]}"


@cache
def _schema(file: str) -> Any:
    """Read a schema; its own definitions are beside those that several share."""
    schema = json.loads((PACKAGE / "schema" / f"{file}.json").read_text("utf-8"))
    shared = {} if file == "_shared" else _schema("_shared")["$defs"]
    return {**schema, "$defs": {**shared, **schema.get("$defs", {})}}


def described(where: str) -> Any:
    """Return the part of a schema at a place, such as `_shared/$defs/attack`."""
    file, *keys = where.split("/")
    found = _schema(file)
    for key in keys:
        found = found[int(key) if isinstance(found, list) else key]
    return found


def _defined(name: str) -> str:
    """Write the definition of a report."""
    file, whole = REPORTS[name].partition("/")[0], described(REPORTS[name])
    forms = [_target(one, file) for one in whole.get("oneOf", [whole]) if one != _NULL]
    if "oneOf" in whole and all(_shape(form) in _named() for form in forms):
        return f"{name} = {' | '.join(_named()[_shape(form)] for form in forms)}"
    fields: dict[str, str] = {}
    for form in forms:  # if they have no names: what any of them may have
        for key in form["properties"]:
            if key in OF_COMMANDS.get(name, ()):
                continue
            kind = _kind(form["properties"][key], file)
            always = all(key in other["required"] for other in forms)
            fields[key] = kind if always else f"NotRequired[{kind}]"
    members = ", ".join(f'"{key}": {kind}' for key, kind in fields.items())
    return f'{name} = TypedDict("{name}", {{{members}}})'


def _target(part: Any, file: str) -> Any:
    """Return the definition to which a part of a schema refers, or the part."""
    return described(part["$ref"].replace("#", file)) if "$ref" in part else part


@cache
def _named() -> dict[str, str]:
    """Return the names of the reports by what the schemas say of them."""
    return {_shape(described(where)): name for name, where in REPORTS.items()}


def _shape(part: Any) -> str:
    """Return what a part of a schema describes, without its own description."""
    return json.dumps({key: value for key, value in part.items() if key != "description"})


def _kind(part: Any, file: str) -> str:
    """Write the type of a part of a schema."""
    part = _target(part, file)
    if _shape(part) in _named():
        return _named()[_shape(part)] + " | None" * (_NULL in part.get("oneOf", ()))
    if "properties" in part:
        raise LookupError(f"REPORTS has no name for {part}")
    if "oneOf" in part:
        return " | ".join(_kind(one, file) for one in sorted(part["oneOf"], key=_NULL.__eq__))
    if "enum" in part or "const" in part:
        words = part.get("enum") or [part["const"]]
        return _OF_WORDS.get(frozenset(words)) or _literal(words)
    if isinstance(part["type"], list):
        return " | ".join(_PLAIN[kind] for kind in part["type"])
    if part["type"] == "array":
        return f"list[{_kind(part['items'], file)}]"
    if part["type"] == "object":
        return f"dict[str, {_kind(part['additionalProperties'], file)}]"
    return _PLAIN[part["type"]]


def _literal(words: list[Any]) -> str:
    texts = [json.dumps(word) if isinstance(word, str) else str(word) for word in words]
    return f"Literal[{', '.join(texts)}]"


def main() -> None:
    """Write the module."""
    MODULE.write_text(rendered(), "utf-8")


if __name__ == "__main__":
    main()
