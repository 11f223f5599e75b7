"""In JSON a name has one type in all commands: that of the table in aofref-json(5)."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from aofref.cli.commands.help import known
from tests.helpers import ROOT, aofref

PAGE = ROOT / "man" / "aofref-json.5"
REPORTS = [name for name in known() if name != "convert"]  # which writes a format of its own
TWO_TYPES = {"by", "late"}
"""Scripts rely on both: an event `check` has several armies, all others one; a club's status has late
games, and the first line of a message."""
WORDS = {"string": "text", "integer": "integer", "number": "number", "boolean": "boolean"}
PYTHON = {str: "string", int: "integer", bool: "boolean"}  # of a constant


class Found(NamedTuple):
    """A property of a schema: its name, type and members."""

    name: str
    type: str
    members: frozenset[str]


def rows() -> Iterator[list[str]]:
    """Give the rows of the table of names and types."""
    section = PAGE.read_text("utf-8").partition(".Sh NAMES AND TYPES\n")[2]
    table = section.partition(".Bl -column")[2].partition(".El\n")[0]
    for line in table.splitlines()[1:]:
        assert line.startswith(".It Li "), line
        yield [cell.strip().removeprefix("Li ") for cell in line[len(".It Li ") :].split(" Ta ")]


def table() -> dict[str, set[str]]:
    types = defaultdict[str, set[str]](set)
    for name, kind, _meaning in rows():
        assert kind not in types[name], name
        types[name].add(kind)
    return dict(types)


def resolved(node: Any, whole: Any) -> Any:
    while "$ref" in node:
        target = whole
        for step in node["$ref"].removeprefix("#/").split("/"):
            target = target[int(step)] if isinstance(target, list) else target[step]
        node = target | {key: value for key, value in node.items() if key != "$ref"}
    return node


def types(node: Any, whole: Any) -> set[str]:
    """Name the types of a value in the words of the table, without null."""
    node = resolved(node, whole)
    if "oneOf" in node:
        return set().union(*(types(part, whole) for part in node["oneOf"]))
    if "const" in node or "enum" in node:
        values = node.get("enum", [node.get("const")])
        return {WORDS[PYTHON[type(value)]] for value in values}
    found = set()
    for kind in [node["type"]] if isinstance(node["type"], str) else node["type"]:
        if kind == "array":
            found |= {f"[{one}]" for one in types(node["items"], whole)}
        elif kind == "object" and "properties" not in node:
            of = types(node["additionalProperties"], whole)
            found |= {f"{{{one}}}" for one in of}
        elif kind != "null":
            found.add(WORDS.get(kind, "object"))
    return found


def objects(node: Any, whole: Any) -> Iterator[Any]:
    """Give every object with names of its own in a value."""
    node = resolved(node, whole)
    if "properties" in node:
        assert node["additionalProperties"] is False
        yield node
        for each in node["properties"].values():
            yield from objects(each, whole)
    parts = [node[key] for key in ("items", "additionalProperties") if node.get(key)]
    for part in parts + node.get("oneOf", []):
        yield from objects(part, whole)


def members(node: Any, whole: Any) -> frozenset[str]:
    """Name the members of the objects in a value, not those of objects in these."""
    node = resolved(node, whole)
    if "properties" in node:
        return frozenset(node["properties"])
    parts = [node[key] for key in ("items", "additionalProperties") if node.get(key)]
    inner = [members(part, whole) for part in parts + node.get("oneOf", [])]
    return frozenset().union(*inner)


def everything() -> Iterator[Found]:
    for command in REPORTS:
        whole = json.loads(aofref("schema", command).stdout)
        for each in objects(whole, whole):
            for name, node in each["properties"].items():
                for kind in types(node, whole):
                    yield Found(name, kind, members(node, whole))


ALL = [*everything()]


def test_the_types_of_the_schemas_are_those_of_the_table() -> None:
    found = defaultdict(set)
    for one in ALL:
        found[one.name].add(one.type)
    assert dict(found) == table()
    assert {name for name, kinds in found.items() if len(kinds) > 1} == TWO_TYPES


def test_objects_of_one_name_have_the_same_members() -> None:
    found = defaultdict(set)
    for one in ALL:
        if one.members:
            found[one.name].add(one.members)
    assert {name: kinds for name, kinds in found.items() if len(kinds) > 1} == {}
