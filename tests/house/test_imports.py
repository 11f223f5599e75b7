"""The rooms of the house: imports go down the list only (CONTRIBUTING.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import settings

from tests.helpers import ROOT

ROOMS = [
    ("aofref.findings", "aofref.text", "aofref.values"),
    *((f"aofref.{name}",) for name in ("geometry", "boards", "atoms", "pieces", "paths", "games")),
    *((f"aofref.{name}",) for name in ("rules", "notation", "judge", "report", "library", "mail")),
    ("aofref",),  # the names of the library
    ("aofref.club",),
    ("aofref.cli", "aofref.__main__"),
]


def room(module: str) -> int:
    for level, names in reversed(list(enumerate(ROOMS))):
        if any(
            module == name or module.startswith(f"{name}.") for name in names if name != "aofref"
        ):
            return level
    assert module == "aofref", module
    return ROOMS.index(("aofref",))


@cache
def modules() -> dict[str, ast.Module]:
    paths = sorted((ROOT / "aofref").rglob("*.py"))
    assert len(paths) > 30
    parts = {path: path.relative_to(ROOT).with_suffix("").parts for path in paths}
    return {
        ".".join(parts[path]).removesuffix(".__init__"): ast.parse(path.read_text("utf-8"))
        for path in paths
    }


@cache
def imported(module: str) -> set[str]:
    """List the modules of aofref that a module imports, inside functions too; not for types alone."""
    found, nodes = set(), list[ast.AST]([modules()[module]])
    while nodes:
        match nodes.pop():
            case ast.If(test=ast.Name("TYPE_CHECKING"), orelse=orelse):
                nodes += orelse
            case ast.Import(names=names):
                found |= {name.name for name in names}
            case ast.ImportFrom(module=str(of), names=names):
                deeper = {f"{of}.{name.name}" for name in names}
                found |= deeper & modules().keys() or {of}
            case node:
                nodes += ast.iter_child_nodes(node)
    return found & modules().keys()


def test_imports_go_down() -> None:
    for module in modules():
        for name in imported(module):
            assert room(name) <= room(module), f"{module} imports {name}"


def test_imports_make_no_circle() -> None:
    below = {module: imported(module) - {module} for module in modules()}
    while free := {module for module, names in below.items() if not names & below.keys()}:
        below = {module: names for module, names in below.items() if module not in free}
    assert not below, below


def test_there_are_few_rooms() -> None:
    top = {path.stem for path in (ROOT / "aofref").glob("[a-z]*.py")}
    rooms = {path.name for path in (ROOT / "aofref").iterdir() if (path / "__init__.py").is_file()}
    assert len(top | rooms) <= 17


RIM_NAMES = {"print", "open", "exit", "quit", "input", "breakpoint", "exec", "eval", "__import__"}
RIM_ATTRIBUTES = {
    *("open", "read_bytes", "write_text", "write_bytes", "unlink", "mkdir", "rename"),
    *("exit", "_exit", "abort", "stdout", "stderr", "stdin", "system", "popen"),
    *("environ", "getenv"),
}
RIM_MODULES = {
    *("click", "sys", "os", "io", "pathlib", "shutil", "tempfile", "subprocess", "socket"),
    *(
        "builtins",
        "logging",
        "signal",
        "multiprocessing",
        "concurrent",
        "asyncio",
        "urllib",
        "http",
    ),
}


def names_of_the_rim(tree: ast.Module) -> Iterator[str]:
    """List what a module takes from outside, or puts there, by whatever name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (n.name for n in node.names if n.name.partition(".")[0] in RIM_MODULES)
        elif isinstance(node, ast.ImportFrom):
            if (node.module or "").partition(".")[0] in RIM_MODULES:
                yield node.module or ""
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from {node.id} & RIM_NAMES
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from {node.func.attr} & RIM_ATTRIBUTES


RIM = ("aofref.cli", "aofref.club", "aofref.__main__")
FILES = (
    *(f"aofref.library.{name}" for name in ("files", "folders", "writing")),
    "aofref.games.files.shelf",
)


def test_only_the_rim_prints_and_opens() -> None:
    for module, tree in modules().items():
        if not module.startswith((*RIM, *FILES)):
            assert not list(names_of_the_rim(tree)), module


@pytest.mark.parametrize(
    "line",
    ["print('x')", "say = print", "import sys", "from sys import exit as leave", "import builtins as b",
     "path.open('w')", "path.write_text('x')", "import os.path", "from pathlib import Path"],
)  # fmt: skip
def test_the_rim_is_seen_by_whatever_name(line: str) -> None:
    assert list(names_of_the_rim(ast.parse(line))), line


BELOW_THE_CLUB = {
    "aofref.club.answers": {"aofref.notation.times"},  # spans and time controls, as people write
    "aofref.club.settings": {"aofref.notation.times", "aofref.games.files.toml"},  # them; places
    "aofref.club.store": {"aofref.library.writing"},  # files that are replaced in one step
}
"""What the club needs that is no matter of records, and so has no public name."""


def test_the_club_is_a_user_of_the_library() -> None:
    public = {"aofref", "aofref.mail", *ROOMS[0]}
    below = {
        module: {name for name in imported(module) - public if not name.startswith("aofref.club")}
        for module in modules()
        if module.startswith("aofref.club.")
    }
    assert {module: names for module, names in below.items() if names} == BELOW_THE_CLUB


VALUES = tuple(
    f"aofref.rules.{module}" for module in (*("events", "position", "compiled_variant", "parts"),)
)


def test_reports_play_nothing() -> None:
    """What writes the rules as numbers, for a script to play, asks them."""
    plays = {"replay", "explain", "proof_of", "compare", "LineOfPlay", "step"}
    for path in sorted((ROOT / "aofref" / "report").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                named = {f"{module}.{name.name}" for name in node.names}
                of_values = module in VALUES or named <= {*VALUES} or path.name == "rules_data.py"
                assert of_values or not module.startswith("aofref.rules"), path
                if module.startswith("aofref.judge"):
                    assert not {name.name for name in node.names} & plays, path


READING_AND_JUDGING = {
    *("read", "split", "records", "decoded", "Record"),
    *("replay", "rewrite"),
}
"""What reads, judges and writes records below the library."""


def test_records_come_to_the_command_line_through_the_library() -> None:
    """One way in: commands ask a `Record`; only `cases` judges, what another program says."""
    for module, tree in modules().items():
        if not module.startswith("aofref.cli.") or module == "aofref.cli.commands.cases":
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(
                ("aofref.notation.records", "aofref.judge.replay", "aofref.judge.edit")
            ):
                names = {name.name for name in node.names}
                assert not names & READING_AND_JUDGING, (module, names)


def test_the_command_line_and_the_club_are_users_of_the_library() -> None:
    private = {
        ast.unparse(node)
        for module, tree in modules().items()
        for node in ast.walk(tree)
        if module.startswith(("aofref.cli.", "aofref.club."))
        and isinstance(node, ast.Attribute)
        and re.match("_[a-z]", node.attr)
        and ast.unparse(node.value) not in ("self", "cls")
        and node.attr not in ("_asdict", "_fields", "_replace")
    }
    assert private == {"os._exit", "click.utils._expand_args"}


MOST_PARAMETERS = 7
MORE_PARAMETERS = {
    "aofref.library.values.Move.__init__": "all are its names",
    "aofref.rules.position.CorePosition.__init__": "one is made for every move; all are its fields",
}
"""Functions with more parameters: a value around them would be made for every move of a record."""


def functions(tree: ast.AST, name: str) -> Iterator[tuple[str, ast.arguments]]:
    """List the functions of a module, by their names in full."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inside = f"{name}.{node.name}"
            if not isinstance(node, ast.ClassDef):
                yield inside, node.args
            yield from functions(node, inside)
        else:
            yield from functions(node, name)


def test_options_that_belong_together_are_one_value() -> None:
    """No function has more than seven parameters, `self` and options by name included."""
    many = {
        name
        for module, tree in modules().items()
        for name, args in functions(tree, module)
        if len([node for node in ast.walk(args) if isinstance(node, ast.arg)]) > MOST_PARAMETERS
    }
    assert many == MORE_PARAMETERS.keys()


def test_nobody_counts_the_parentheses_of_variations_but_the_reader_and_the_judge() -> None:
    for path in sorted((ROOT / "aofref").rglob("*.py")):
        if not {"judge", "notation"} & {*path.relative_to(ROOT).parts}:
            assert "Kind.OPEN" not in path.read_text("utf-8"), path


def test_random_examples_are_new_with_long_only(pytestconfig: pytest.Config) -> None:
    assert settings.default is not None
    assert settings.default.derandomize is not pytestconfig.getoption("--long")


def test_the_tests_that_mutants_are_put_to_are_there() -> None:
    tree = ast.parse((ROOT / "tools" / "mutate.py").read_text("utf-8"))
    [named] = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "KILLERS"
    ]
    files = ["{}/test_{}.py".format(*name.split("/")) for name in named]
    assert [file for file in files if not (ROOT / "tests" / file).exists()] == []
