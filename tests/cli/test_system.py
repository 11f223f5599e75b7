"""What the system refuses: files, names, devices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from aofref.findings import Code
from tests.helpers import PACKAGE, ROOT, aofref
from tests.judging import V, written
from tests.programs import installed, strangers


@pytest.mark.parametrize("form", ["svg", "html"])
def test_two_drawings_are_not_one_document(tmp_path: Path, form: str) -> None:
    two = f"{V}1. E:Lha5-fb3 *\n\n" + '[Variant "hec"]\n[White "Ada L."]\n[Black "Bé/b"]\n\n*\n'
    found = aofref("show", "--format", form, stdin=two)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "--game N" in found.stderr and "--output-dir DIR" in found.stderr
    second = aofref("show", "--format", form, "--game", "2", stdin=two)
    assert second.exit_code == 0 and second.stdout.count("</title>\n") == 1
    missing = aofref("show", "--format", form, "--game", "3", stdin=two)
    assert (missing.exit_code, missing.stdout) == (2, "")
    assert missing.stderr == "-:1:1: no-record there are only 2 records\n"
    folder = tmp_path / "out"
    done = aofref("show", "--format", form, "--output-dir", str(folder), stdin=two)
    names = [f"001.{form}", f"002-Ada-L-Bé-b.{form}"]
    assert done.exit_code == 0 and sorted(path.name for path in folder.iterdir()) == names
    assert done.stdout.splitlines() == [str(folder / name) for name in names]
    assert (folder / names[1]).read_text("utf-8") == second.stdout


MANY = f"{V}1. E:Lha5-fb3 *\n\n" * 400


@pytest.mark.skipif(not hasattr(os, "fork"), reason="pipes are not closed that way here")
@pytest.mark.parametrize(
    "args", [["check"], ["check", "--jobs", "2"], ["convert"], ["check", "--help"]]
)
def test_a_closed_pipe_ends_the_run_as_it_ends_cat(args: list[str], tmp_path: Path) -> None:
    path = written(tmp_path, "many.aof", MANY)
    files = [] if "--help" in args else [path]
    reader, writer = os.pipe()
    run = [sys.executable, "-m", "aofref", *args, *files]
    process = subprocess.Popen(run, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    if files:
        os.read(reader, 1)
    os.close(reader)
    _, said = process.communicate(timeout=60)
    assert said == b""
    assert process.returncode == -13  # the shell says 141


def test_a_pipe_that_is_read_to_its_end() -> None:
    command = f"{sys.executable} -m aofref variants | head -n 1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=True, cwd=ROOT
    )
    assert done.stdout.startswith("aof2 ") and done.stdout.splitlines()[1] in ("0", "141")
    assert done.stderr == ""


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="this system has no /proc")
def test_a_read_error_costs_no_other_file(tmp_path: Path) -> None:
    good = written(tmp_path, "good.aof", f"{V}1. E:Lha5-fb3 *\n")
    found = aofref("check", "--format", "json", "/proc/self/mem", good)
    assert found.exit_code == 2
    assert found.stderr.startswith("/proc/self/mem:1:1: cannot-open ")
    assert json.loads(found.stdout)["plies"] == 1


def test_no_message_of_the_command_line_spells_a_code_out() -> None:
    for path in sorted((PACKAGE / "cli").rglob("*.py")):
        text = path.read_text("utf-8")
        for code in Code:
            if "-" in code.value and code.value != "no-record":
                assert f"{code.value} " not in text and f"{code.value}:" not in text, path


def test_a_program_that_no_fresh_machine_has_is_noticed() -> None:
    assert {"chromium-headless-shell", "pdftotext", "mandoc"} <= installed()
    assert strangers(["sh", "-c", "x=1 git log | grep 'a;jq' && (perl -e 1)"]) == ["perl"]
    assert strangers([sys.executable, "-c", "perl"]) == []
    with pytest.raises(AssertionError, match="perl"):
        subprocess.run(["perl", "-v"], capture_output=True, check=False)
