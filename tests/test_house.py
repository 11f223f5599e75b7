"""The rooms of the house: imports go down the list only (STYLE)."""

from __future__ import annotations

import ast

from tests.helpers import ROOT

ROOMS = [
    ("aofref.findings", "aofref.rulings", "aofref.escape", "aofref.nearest"),
    ("aofref.geometry",),
    ("aofref.boards",),
    ("aofref.atoms",),
    ("aofref.paths",),
    ("aofref.pieces",),
    ("aofref.variants",),
    ("aofref.rules",),
    ("aofref.notation",),
    ("aofref.judge.opening",),
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


VALUES = ("aofref.rules.events", "aofref.rules.position", "aofref.rules.tables")


def test_reports_play_nothing() -> None:
    plays = {"replay", "judge", "judgement", "explain", "proof_of", "compare", "Line", "step"}
    for path in sorted((ROOT / "aofref" / "report").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                assert module in VALUES or not module.startswith("aofref.rules"), path
                if (node.module or "").startswith("aofref.judge"):
                    assert not {name.name for name in node.names} & plays, path


def test_one_driver() -> None:
    """Only `judge` takes the moves of a record; nobody else counts parentheses but the reader."""
    for path in sorted((ROOT / "aofref").rglob("*.py")):
        text = path.read_text("utf-8")
        if "judge" not in path.parts and path.name != "play.py":
            assert "Line(" not in text, path
        if not {"judge", "notation"} & set(path.parts) and path.name != "rewrite.py":
            assert "Kind.OPEN" not in text, path


def test_functions_fit_a_screen_and_modules_a_sitting() -> None:
    for path in sorted((ROOT / "aofref").rglob("*.py")):
        text = path.read_text("utf-8")
        assert len(text.splitlines()) <= 400, path
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                long = (node.end_lineno or 0) - node.body[0].lineno + 1  # parameters apart
                assert long <= 40, f"{path}: {node.name} has {long} lines"
