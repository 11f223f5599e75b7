"""What README.md shows is what happens."""

from __future__ import annotations

import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from tests.helpers import ROOT, aofref
from tools.documents import IN_ORDER

README = (ROOT / "README.md").read_text("utf-8")


def test_the_report_shown_is_the_report() -> None:
    shown = re.findall(r"^```\n(Record 1 .*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    assert len(shown) == 1
    name = "fixtures/records/aof2-00-first.aof"
    assert f"aofref check {name}" in README
    report = aofref("check", str(ROOT / name)).stdout.replace(str(ROOT) + "/", "")
    head, tail = shown[0].split("...\n")
    assert report.startswith(head)
    assert report.endswith(tail)


def test_the_proof_shown_is_the_proof() -> None:
    shown = re.findall(r"^\$ aofref (.*)\n((?:.*\n)*?)\.\.\.\n", README, flags=re.MULTILINE)
    assert len(shown) == 1
    args, told = shown[0]
    assert aofref(*shlex.split(args)).stdout.startswith(told)


def test_a_first_game_is_played_with_nothing_but_what_its_lines_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder that is empty at first; the one move that is refused is explained."""
    block = re.search(rf"{re.escape(IN_ORDER)}\n```sh\n(.*?)^```", README, re.M | re.S)
    assert block is not None and block[1].count("\n") == 10
    monkeypatch.chdir(tmp_path)
    for line in block[1].splitlines():
        command, _, target = line.partition(" #")[0].strip().partition(" > ")
        done = aofref(*shlex.split(command)[1:])
        assert done.exit_code == (1 if " explain " in command else 0), (command, done.stderr)
        if target:
            Path(target).write_text(done.stdout, "utf-8")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.aof", "first.html"]
    assert (tmp_path / "first.aof").read_text().endswith("1. Nab2-bb4 Nae5-bc5 *\n\n")


def test_the_test_command_is_what_ci_runs() -> None:
    assert "bash .ci/test.sh" in README
    assert "test.sh" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_every_command_is_known() -> None:
    blocks = "".join(re.findall(r"^```sh\n(.*?)^```", README, flags=re.MULTILINE | re.DOTALL))
    commands = set(re.findall(r"^aofref (\w+)", blocks, flags=re.MULTILINE))
    assert len(commands) >= 8
    for command in commands:
        assert aofref(command, "--help").exit_code == 0


def test_the_modules_that_are_named_are_there() -> None:
    for name in re.findall(r"`((?:judge|report|rules)\.\w+)(?:\.(\w+))?`", README):
        module = import_module(f"aofref.{name[0]}")
        assert not name[1] or hasattr(module, name[1]), name
