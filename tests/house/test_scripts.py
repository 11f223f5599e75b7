"""The Python scripts in documents: each runs by itself, and prints what stands below it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import chess
import chess.pgn
import pytest

from tests.helpers import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SCRIPT = re.compile(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.M | re.S)
SCRIPTS = [
    pytest.param(found[1], found[2], id=f"{path.name}-{number}")
    for path in DOCUMENTS
    for number, found in enumerate(SCRIPT.finditer(path.read_text("utf-8")), 1)
]


@pytest.mark.parametrize(("script", "printed"), SCRIPTS)
def test_a_script_prints_what_stands_below_it(script: str, printed: str | None) -> None:
    if "import pandas" in script:
        pytest.importorskip("pandas", reason="pandas is not installed")
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stderr == "" and told.returncode == 0
    assert printed is None or told.stdout.rstrip("\n") == printed.rstrip("\n")


def test_the_rows_of_the_table_are_those_of_python_chess(monkeypatch: pytest.MonkeyPatch) -> None:
    """The script that makes a table runs without pandas up to the table, which is a list here."""
    (script,) = [found for each in SCRIPTS if "import pandas" in (found := str(each.values[0]))]
    stand_in = ModuleType("pandas")
    vars(stand_in)["DataFrame"] = list
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    monkeypatch.chdir(ROOT)
    made: dict[str, Any] = {}
    exec(script[: script.index("print(")], made)
    with Path(ROOT / "fixtures" / "chess" / "games.pgn").open(encoding="utf-8") as file:
        game = chess.pgn.read_game(file)
    assert game is not None
    expected = [
        {
            "player": game.headers["White" if node.turn() == chess.BLACK else "Black"],
            "ply": node.ply(),
            "move": node.san(),
            "piece": chess.piece_symbol(piece).upper(),
            "choices": node.parent.board().legal_moves.count(),
        }
        for node in game.mainline()
        if (piece := node.parent.board().piece_type_at(node.move.from_square)) is not None
    ]
    assert made["table"][: len(expected)] == expected and len(expected) == 16


def test_the_library_is_taught_by_scripts() -> None:
    text = Path(ROOT / "docs" / "library.md").read_text("utf-8")
    assert len(SCRIPT.findall(text.partition("## Recipes\n")[2])) >= 8


@pytest.fixture(scope="module")
def scripts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the scripts of the tutorial, and the examples."""
    folder = tmp_path_factory.mktemp("scripts")
    text = Path(ROOT / "docs" / "library.md").read_text("utf-8")
    for number, found in enumerate(SCRIPT.finditer(text), 1):
        folder.joinpath(f"script_{number}.py").write_text(found[1], "utf-8")
    for path in (ROOT / "examples").glob("*.py"):
        folder.joinpath(path.name).write_text(path.read_text("utf-8"), "utf-8")
    return folder


@pytest.mark.slow
@pytest.mark.parametrize("checker", ["mypy", "pyright"])
def test_the_scripts_of_the_tutorial_are_typed_as_they_stand(checker: str, scripts: Path) -> None:
    if checker == "pyright":
        pytest.importorskip("pyright", reason="pyright is not installed")
        settings: dict[str, object] = {"typeCheckingMode": "strict", "pythonPath": sys.executable}
        settings["reportUnusedExpression"] = False  # as the last line of a cell of a notebook is
        if find_spec("pandas-stubs") is None:  # without which nothing of pandas has a type
            texts = ((path.name, path.read_text("utf-8")) for path in scripts.glob("*.py"))
            (with_pandas,) = (name for name, text in texts if "import pandas" in text)
            settings["ignore"] = [with_pandas]
        scripts.joinpath("pyrightconfig.json").write_text(json.dumps(settings), "utf-8")
        command = ["--pythonpath", sys.executable]
    else:
        scripts.joinpath("mypy.ini").write_text(
            "[mypy]\nstrict = True\n[mypy-pandas.*]\nignore_missing_imports = True\n", "utf-8"
        )
        command = ["--no-error-summary", "."]
    told = subprocess.run(
        [sys.executable, "-m", checker, *command],
        cwd=scripts,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode == 0, told.stdout + told.stderr
