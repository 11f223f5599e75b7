"""The Python scripts in documents: each runs by itself, and prints what stands below it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers import ROOT

DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
SCRIPT = re.compile(r"^```python\n(.*?)^```\n(?:```text\n(.*?)^```\n)?", re.M | re.S)
SCRIPTS = [
    pytest.param(found[1], found[2], id=f"{path.name}-{number}")
    for path in DOCUMENTS
    for number, found in enumerate(SCRIPT.finditer(path.read_text("utf-8")), 1)
]


@pytest.mark.alike
@pytest.mark.parametrize(("script", "printed"), SCRIPTS)
def test_a_script_prints_what_stands_below_it(script: str, printed: str | None) -> None:
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stderr == "" and told.returncode == 0
    assert printed is None or told.stdout.rstrip("\n") == printed.rstrip("\n")


def test_the_library_is_taught_by_scripts() -> None:
    text = Path(ROOT / "docs" / "library.md").read_text("utf-8")
    assert len(SCRIPT.findall(text)) >= 8
