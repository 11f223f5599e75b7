"""What README.md shows is what happens."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from importlib import import_module
from pathlib import Path

from tests.helpers import ROOT, aofref
from tools.documents import ALL_IN_ORDER, IN_ORDER

README = (ROOT / "README.md").read_text("utf-8")


def test_the_report_shown_is_the_report() -> None:
    shown = re.findall(r"^```\n(Record 1 .*?)^```", README, flags=re.MULTILINE | re.DOTALL)
    assert len(shown) == 1
    name = "fixtures/records/heathen-europe-00-first.aof"
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


def in_order(text: str, folder: Path) -> dict[str, str]:
    """Run the lines of the blocks of a document in a folder; return what each prints."""
    printed = {}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    for block in re.findall(r"^```sh\n(.*?)^```", text, re.M | re.S):
        for line in block.splitlines():
            if line != ". .venv/bin/activate":  # the environment is the first in PATH
                done = subprocess.run(
                    ["bash", "-c", line],
                    cwd=folder,
                    env={**os.environ, "PATH": path},
                    capture_output=True,
                    text=True,
                    check=False,
                )
                assert done.returncode == ("Raa2-aa5" in line), (line, done.stderr)
                printed[line] = done.stdout + done.stderr
    return printed


def test_a_first_game_is_played_with_nothing_but_what_its_lines_make(tmp_path: Path) -> None:
    block = re.search(rf"{re.escape(IN_ORDER)}\n(```sh\n.*?^```)", README, re.M | re.S)
    assert block is not None and len(in_order(block[1], tmp_path)) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["first.aof", "first.html"]
    assert (tmp_path / "first.aof").read_text().endswith("1. Nab2-bb4 Nae5-bc5 *\n\n")


def test_a_game_by_mail_goes_as_the_page_on_play_says(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "play.md").read_text("utf-8")
    assert text.count("\n") <= 90 and text.startswith(f"{ALL_IN_ORDER}\n")
    printed = list(in_order(text, tmp_path).items())

    def said(words: str) -> str:
        """Return what is printed by the next line that has these words."""
        while printed:
            line, told = printed.pop(0)
            if words in line:
                return told
        raise AssertionError(words)

    assert "own-piece" in (told := said("Raa2-aa5")) or "blocked" in told
    assert "W:Paa3" in told
    assert "B Black (Bela) is to move" in said("Nab2-bb4")
    assert "played Nae5-bc5; W White (Anna) is to move" in said("--mail mail.eml")
    assert "Nab2-bb4 Nae5-bc5" in said("log")
    assert "anna-bela.aof has 1 ply more" in said("diff")
    assert "draw offered by White" in said("--by Anna draw")
    assert "the game is over: 1/2-1/2" in said("--by Bela draw")
    assert "Black's offer of a draw" in said("undo")
    assert "White's offer of a draw, Nbb4xbd5" in said("undo")
    assert (tmp_path / "anna-bela.aof").read_text().endswith("1. Nab2-bb4 Nae5-bc5 *\n\n")
    assert "answered by conditional lines: E:Lkd5-hb3" in said(
        "four.aof I:ea3-fa3 J:hb1-hc1 P:jg3-jf3"
    )
    assert "Carl" in said("log four.aof")
    four = "1. E:Lha5-fb3 I:ea3-fa3 J:hb1-hc1 P:jg3-jf3 2. E:Lkd5-hb3 P:resigns"
    bare = re.sub(r" *\{.*?\}", "", (tmp_path / "four.aof").read_text(), flags=re.S)
    assert four in " ".join(bare.split())


def test_the_readme_is_short_enough_to_be_read() -> None:
    assert README.count("\n") <= 190


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
