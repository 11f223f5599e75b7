"""`aofref check FILE...`, which needs no click, does what it does with it."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from aofref.cli.ends import put_bytes
from tests.helpers import FIXTURES
from tests.judging import OPENING, V, written

COMMAND = [sys.executable, "-m", "aofref"]
ILLEGAL = f"{V}E:Rka4-aa1 *\n"


@pytest.fixture
def files(tmp_path: Path) -> Path:
    written(tmp_path, "legal.aof", f"{V}{OPENING} *\n")
    written(tmp_path, "illegal.aof", ILLEGAL)
    written(tmp_path, "unreadable.aof", '[Variant "chess"]\n\n*\n')
    (tmp_path / "below").mkdir()
    written(tmp_path / "below", "two.aof", f"{V}{OPENING} *\n\n{ILLEGAL}")
    return tmp_path


@pytest.mark.alike
@pytest.mark.parametrize(
    ("names", "status"),
    [
        (["legal.aof"], 0),
        (["illegal.aof"], 1),
        (["unreadable.aof"], 2),
        (["legal.aof", "illegal.aof"], 1),
        (["below"], 1),
        (["none.aof"], 2),
        ([""], 2),
        (["below", "none.aof", "legal.aof"], 2),
        ([], 0),
        (["-q", "illegal.aof"], 1),
        (["--format", "json", "below", "none.aof"], 2),
        (["legal.aof", "--format", "json", "--format", "short", "--quiet"], 0),
        (["below", "--format", "short"], 1),
        (["legal.aof", "--format"], 2),
        (["--format", "tsv", "legal.aof"], 2),
        (["--format", "--quiet", "legal.aof"], 2),
    ],
)
def test_a_plain_check_is_as_every_other(files: Path, names: list[str], status: int) -> None:
    found = [_run(files, "check", *names), _run(files, "--color", "auto", "check", *names)]
    assert found[0] == found[1]
    assert found[0][0] == status


def test_what_cannot_be_read_on_or_is_closed(files: Path) -> None:
    for given in ("check /proc/self/mem legal.aof", "check - <&-", "check <&-"):
        command = f"exec {shlex.join(COMMAND)} "
        found = [_shell(files, f"{command}{begun} {given}") for begun in ("", "--color auto")]
        assert found[0] == found[1]
        assert found[0][0] == 2 and b":1:1: cannot-open" in found[0][2]


def test_nothing_is_said_where_standard_error_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    put_bytes(b"nobody hears", err=True)  # and nothing is raised


def test_a_file_that_may_not_be_read(files: Path) -> None:
    (files / "legal.aof").chmod(0)
    if os.access(files / "legal.aof", os.R_OK):
        pytest.skip("this user may read everything")
    usage = _run(files, "check", "legal.aof")
    assert usage == _run(files, "--color", "auto", "check", "legal.aof")
    assert usage[0] == 2


LOADED = """
import sys
before = set(sys.modules)  # where coverage is measured, inspect is among them
from aofref.cli.start import main
sys.argv[1:] = ["check", "legal.aof"]
try:
    main()
except SystemExit as end:
    assert not end.code, end
"""

LIBRARY = """
print([name for name in sys.modules if name.startswith("aofref.library.")
       and name != "aofref.library.folders"])"""


@pytest.mark.parametrize("args", ["--help", "-V"])
def test_what_is_no_matter_of_the_library_loads_none(files: Path, args: str) -> None:
    code = LOADED.replace('["check", "legal.aof"]', repr(args.split()))
    assert _after(files, LIBRARY, code) == "[]"


def test_completion_loads_no_library(files: Path) -> None:
    asked = "{'_AOFREF_COMPLETE': 'bash_complete', 'COMP_WORDS': 'aofref mo', 'COMP_CWORD': '1'}"
    assert _after(files, LIBRARY, f"import os; os.environ |= {asked}\n{LOADED}") == "[]"


def test_fields_of_named_tuples_are_no_strings(files: Path) -> None:
    """What a check loads has none: Python would compile each of them whenever it starts."""
    ours = "[m for n, m in sys.modules.items() if n.startswith('aofref.')]"
    tuples = "any(c.__module__ == m.__name__ for c in vars(m).values() if hasattr(c, '_fields'))"
    strings = f"print([m.__name__ for m in {ours} if hasattr(m, 'annotations') and {tuples}])"
    assert _after(files, strings) == "[]"


def _after(folder: Path, code: str, loaded: str = LOADED) -> str:
    """Give what is printed last by code that runs behind a check."""
    told = subprocess.run(
        [sys.executable, "-c", loaded + code],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout.splitlines()[-1]


def _run(folder: Path, *args: str) -> tuple[int, bytes, bytes]:
    given = (folder / "legal.aof").read_bytes() if args[-1] == "check" else b""
    found = subprocess.run(
        [*COMMAND, *args], cwd=folder, input=given, capture_output=True, check=False
    )
    return found.returncode, found.stdout, found.stderr


def _shell(folder: Path, line: str) -> tuple[int, bytes, bytes]:
    found = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, check=False)
    return found.returncode, found.stdout, found.stderr


@pytest.mark.parametrize(
    ("given", "status", "says"),
    [
        ("</dev/null", 2, b"Error: give a record FILE"),
        ("<&-", 2, b"Error: give a record FILE"),
        (f"<'{FIXTURES / 'records' / 'aof2-00-first.aof'}'", 0, b""),
    ],
)
def test_show_without_a_file_reads_what_is_given(given: str, status: int, says: bytes) -> None:
    command = f"{sys.executable} -m aofref show {given}"
    done = subprocess.run(["sh", "-c", command], capture_output=True, check=False)
    assert (done.returncode, says in done.stderr) == (status, True)
    assert bool(done.stdout) == (status == 0)
