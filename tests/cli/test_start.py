"""The start of the program: what it loads for which command, and streams that are closed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from aofref.cli.io import put_bytes
from tests.helpers import FIXTURES
from tests.judging import V

COMMAND = f"exec {sys.executable} -m aofref"


def test_a_closed_input_that_is_not_named() -> None:
    command = ["sh", "-c", f"{COMMAND} check <&-"]
    found = subprocess.run(command, capture_output=True, check=False)
    assert found.returncode == 2 and b":1:1: cannot-open" in found.stderr


def test_nothing_is_said_where_standard_error_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    put_bytes(b"nobody hears", err=True)  # and nothing is raised


def after(args: str, code: str, given: str = f"{V}*\n", **env: str) -> str:
    """Give what code prints last behind a command that reads a record, without moves if none is given."""
    run = (
        "import sys\nfrom aofref.cli.start import main\n"
        f"sys.argv[1:] = {args.split()}\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", run + code], input=given, env=os.environ | env,
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return told.stdout.splitlines()[-1]


COMPLETION = {"_AOFREF_COMPLETE": "bash_complete", "COMP_WORDS": "aofref mo", "COMP_CWORD": "1"}
BY_MAIL = "pyparsing email difflib html"
LATER = "aofref.cli.commands. aofref.judge aofref.library."


@pytest.mark.parametrize(
    ("args", "env", "unwanted"),
    [
        ("--help", {}, LATER),
        ("--version", {}, LATER),
        ("", COMPLETION, "aofref.library."),
        ("moves --variant aof2 --count", {}, f"{BY_MAIL} tomllib aofref.games.files"),
        ("explain --variant aof2 Lha5-fb3", {}, BY_MAIL),
        ("play - E:Lha5-fb3", {}, BY_MAIL),
        ("select --count", {}, "pyparsing"),
        ("list", {}, "decimal fractions"),
        ("log", {}, "decimal fractions"),
        ("tag - Event=Here", {}, "aofref.report"),
        ("completion bash", {}, "pathlib urllib"),
    ],
)
def test_what_a_command_does_not_need_is_not_loaded(
    args: str, env: dict[str, str], unwanted: str
) -> None:
    loaded = after(args, "print(*sys.modules)", **env).split()
    assert "aofref.cli.app" in loaded
    found = [name for name in loaded if name.startswith(tuple(unwanted.split()))]
    assert set(found) <= {"aofref.library.folders"}


def test_a_legal_record_loads_few_modules() -> None:
    """What only a refusal, a list, a page or another process needs is loaded by those who need it."""
    given = (FIXTURES / "records" / "aof2-00-first.aof").read_text("utf-8")
    loaded = set(after("check --quiet", "print(*sys.modules)", given).split())
    foreign = "asyncio dataclasses decimal email html jinja2 json locale multiprocessing pathlib pyparsing signal tqdm"
    assert not loaded & set(foreign.split())
    ours = {name for name in loaded if name.startswith("aofref.")}
    assert not [name for name in ours if name.startswith(("aofref.report", "aofref.judge.edit"))]


@pytest.mark.parametrize(
    ("given", "status", "says"),
    [
        ("</dev/null", 2, b"Error: give a record FILE"),
        ("<&-", 2, b"Error: give a record FILE"),
        (f"<'{FIXTURES / 'records' / 'aof2-00-first.aof'}'", 0, b""),
    ],
)
def test_show_without_a_file_reads_what_is_given(given: str, status: int, says: bytes) -> None:
    done = subprocess.run(["sh", "-c", f"{COMMAND} show {given}"], capture_output=True, check=False)
    assert (done.returncode, says in done.stderr) == (status, True)
    assert bool(done.stdout) == (status == 0)


def test_a_refused_move_is_parsed_once_and_no_file_read_twice(tmp_path: Path) -> None:
    program = """
import collections, sys
opened, parsed = collections.Counter(), collections.Counter()
def look(event, args):
    if event in ("open", "os.listdir", "os.scandir") and isinstance(args[0], str):
        opened[event, args[0]] += 1
sys.addaudithook(look)
from aofref.cli.app import main
from aofref.notation import moves
inner = moves._parsed
def count(game, text, notation):
    parsed[text] += 1
    return inner(game, text, notation)
moves._parsed = count
try:
    main(["check", *sys.argv[1:]])
except SystemExit:
    pass
again = {key[1]: n for key, n in opened.items() if n > 1 and "aofref" in key[1]}
print(again, {text: n for text, n in parsed.items() if n > 1}, parsed["Ke3"], file=sys.stderr)
"""
    path = tmp_path / "game.aof"
    path.write_text('[Variant "chess"]\n\n1. e4 e5 2. Ke3 *\n' * 3)
    done = subprocess.run(
        [sys.executable, "-c", program, str(path)], capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "{} {} 1"
