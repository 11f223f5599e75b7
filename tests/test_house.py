"""The rooms of the house: imports go down the list only (STYLE)."""

from __future__ import annotations

import ast

from tests.helpers import ROOT

ROOMS = [
    ("aofref.findings", "aofref.rulings"),
    ("aofref.geometry",),
    ("aofref.boards",),
    ("aofref.atoms",),
    ("aofref.paths",),
    ("aofref.pieces",),
    ("aofref.variants",),
    ("aofref.game",),
    ("aofref.position", "aofref.events"),
    ("aofref.rules",),
    ("aofref.notation",),
    ("aofref.opening",),
    ("aofref.judge",),
    ("aofref.rewrite",),
    ("aofref.report",),
    ("aofref.cli", "aofref.__main__", "aofref"),
]


def room(module: str) -> int:
    for level, names in reversed(list(enumerate(ROOMS))):
        if any(
            module == name or module.startswith(f"{name}.") for name in names if name != "aofref"
        ):
            return level
    assert module == "aofref", module
    return len(ROOMS) - 1


def test_imports_go_down() -> None:
    paths = sorted((ROOT / "aofref").rglob("*.py"))
    assert len(paths) > 30
    for path in paths:
        parts = path.relative_to(ROOT).with_suffix("").parts
        module = ".".join(parts).removesuffix(".__init__")
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("aofref."):
                wanted = [node.module or ""]
            elif isinstance(node, ast.ImportFrom) and node.module == "aofref":
                wanted = [f"aofref.{name.name}" for name in node.names]
            else:
                continue
            for name in wanted:
                assert room(name) <= room(module), f"{module} imports {name}"


def test_only_the_rim_prints_and_opens() -> None:
    for path in sorted((ROOT / "aofref").rglob("*.py")):
        if "cli" in path.parts:
            continue
        calls = [
            node.func
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call)
        ]
        names = {func.id for func in calls if isinstance(func, ast.Name)}
        assert not names & {"print", "open", "exit"}, path
