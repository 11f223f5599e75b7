"""The start of the program: what it loads for which command, and streams that are closed."""

from __future__ import annotations

import subprocess
import sys

import pytest

from aofref.cli.ends import put_bytes
from tests.helpers import FIXTURES, unmeasured
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
        [sys.executable, "-c", run + code], input=given, env=unmeasured() | env,
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
    ],
)
def test_what_a_command_does_not_need_is_not_loaded(
    args: str, env: dict[str, str], unwanted: str
) -> None:
    loaded = after(args, "print(*sys.modules)", **env).split()
    assert "aofref.cli.app" in loaded
    found = [name for name in loaded if name.startswith(tuple(unwanted.split()))]
    assert set(found) <= {"aofref.library.folders"}


def test_fields_of_named_tuples_are_no_strings() -> None:
    """What a check loads has none: Python would compile each of them whenever it starts."""
    ours = "[m for n, m in sys.modules.items() if n.startswith('aofref.')]"
    tuples = "any(c.__module__ == m.__name__ for c in vars(m).values() if hasattr(c, '_make'))"
    strings = f"print([m.__name__ for m in {ours} if hasattr(m, 'annotations') and {tuples}])"
    assert after("check", strings) == "[]"


LEGAL = {
    "aofref": "atoms boards geometry paths pieces text values",
    "aofref.cli": "app ends helped start",
    "aofref.cli.batch": "many progress sources",
    "aofref.cli.commands": "check",
    "aofref.cli.io": "files output",
    "aofref.cli.options": "completers shared",
    "aofref.findings": "codes refusal",
    "aofref.judge.replay": "comments conditional driver ending event line numbers opening reading steps verdict",
    "aofref.library": "files folders record values",
    "aofref.notation": "cells fast_lan movetext notes positions resolve results signs",
    "aofref.notation.moves": "courier numeric writer",
    "aofref.notation.records": "between limits members model reader splitter stream tokenizer tokens writer",
    "aofref.rules": "castling castling_tables compiled_variant draws encoding events fans generate pawn_tables pawns position refuse threats turn watch",
    "aofref.games": "aof2 model",
}
"""The modules that a check of a legal record loads; a refusal, a proof or a sentence may load more."""
NOT_LEGAL = (
    "asyncio dataclasses decimal email html jinja2 json locale pyparsing tqdm typing_extensions"
)


def test_a_legal_record_loads_few_modules() -> None:
    """A module more is half a million instructions: let the few that need it load it."""
    given = (FIXTURES / "records" / "aof2-00-first.aof").read_text("utf-8")
    loaded = set(after("check --quiet", "print(*sys.modules)", given).split())
    assert not loaded & set(NOT_LEGAL.split())
    modules = {f"{package}.{name}" for package, names in LEGAL.items() for name in names.split()}
    packages = {
        ".".join(name.split(".")[:end]) for name in modules for end in range(1, name.count(".") + 1)
    }
    ours = {name for name in loaded if name.split(".")[0] == "aofref"}
    assert not ours - modules - packages, "add it to LEGAL only if every record needs it"
    assert not modules - ours, "it is not loaded any more: take it out of LEGAL"


NAMED_TUPLES = "CoreMove Lexeme MoveText Passed Place Ply Setup Step Token TypedMove"
"""The values that are made or read for every move, and `Setup`, which compiled code compares."""


def test_few_classes_are_named_tuples() -> None:
    """All others are a `Value`: a class of named tuples is half a million instructions more."""
    ours = "c for n, m in sys.modules.items() if n.startswith('aofref') for c in vars(m).values()"
    tuples = "isinstance(c, type) and c.__bases__ == (tuple,) and hasattr(c, '_make')"
    found = after("check", f"print(*sorted({{c.__name__ for c in ({ours}) if {tuples}}}))")
    assert found == NAMED_TUPLES


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
