"""What pyproject.toml has cibuildwheel do is what tools.wheels does, and it can be done."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from tests.helpers import ROOT
from tools import wheels

TABLE = wheels.configured()


def test_wheels_are_built_for_the_pythons_that_are_promised() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    minor = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    promised = [m[1] for line in project["classifiers"] if (m := minor.fullmatch(line))]
    assert wheels.versions(TABLE) == promised
    said = f"CPython {', '.join(promised[:-1])} and {promised[-1]}"
    assert said in (ROOT / "README.md").read_text("utf-8")


def test_what_is_configured_is_compiled_and_tested_with_what_is_there() -> None:
    assert TABLE["environment"] == {"AOFREF_COMPILE": "1"}
    assert all((ROOT / name).exists() for name in TABLE["test-sources"])
    tests = TABLE["test-command"][-1]
    assert all((ROOT / name).exists() for name in tests.split() if name.startswith("tests/"))


@pytest.mark.parametrize(
    ("was", "then"),
    [('build-frontend = "build"', 'build-frontend = "pip"'), ("test-sources", "words")],
)
def test_what_it_does_not_follow_ends_it(
    was: str, then: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(text.replace(was, then), "utf-8")
    monkeypatch.setattr(wheels, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="does not follow"):
        wheels.configured()


def test_a_python_that_does_not_start_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    shim = tmp_path / "python3.11"
    shim.write_text("#!/bin/sh\nexit 127\n")
    shim.chmod(0o755)
    assert wheels.found("3.11") is None
    kept = tmp_path / ".pyenv" / "versions" / "3.11.9" / "bin" / "python3.11"
    kept.parent.mkdir(parents=True)
    shutil.copy(shim, kept)
    kept.write_text("#!/bin/sh\nexit 0\n")
    assert wheels.found("3.11") == str(kept)
