"""Comfort: help, the manual, completion in a real bash, colors, suggestions."""

from __future__ import annotations

import os
import pty
import re
import select
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner

from aofref.cli import commands
from aofref.cli.app import main
from aofref.cli.commands import COMMANDS, GROUPS
from aofref.cli.commands.help import PAGES, path_of, show_manual
from tests.helpers import ROOT, aofref
from tools.manual import rendered, text_of

BIN = Path(sys.executable).parent


# Help ---------------------------------------------------------------------------------------------


def test_every_command_is_in_a_group_with_a_sentence_and_examples() -> None:
    shown = aofref("--help").stdout
    assert "aofref man record" in shown
    for title, group in GROUPS.items():
        summaries = {name: summary for name, (_, summary) in group.items()}
        section = shown.partition(f"\n{title}:\n")[2].partition("\n\n")[0]
        assert [line.split(maxsplit=1) for line in section.splitlines()] == [
            [name, summary] for name, summary in summaries.items()
        ]
        assert all(len(summary) < 60 and summary.endswith(".") for summary in summaries.values())
    assert len(COMMANDS) == sum(map(len, GROUPS.values())) > 20
    assert all(examples(name) for name in COMMANDS)


def examples(name: str) -> list[str]:
    """List the examples at the end of a command's help."""
    shown = aofref(name, "--help").stdout.partition("\n  Examples:\n")[2].partition("\n\n")[0]
    return [line.strip() for line in shown.splitlines()]


def test_help_begins_with_what_a_newcomer_needs() -> None:
    first = re.search(r"\n\n([A-Z]\w+):\n((?:  [a-z].*\n)+)\n", aofref("--help").stdout)
    assert first is not None and first[1] == "Begin"
    assert [line.split()[0] for line in first[2].splitlines()] == ["new", "play", "show", "check"]


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("resign", "aofref play FILE resign"),
        ("validate game.aof", "aofref check FILE"),
        ("view game.aof", "aofref show --format html FILE"),
        ("FILE", "aofref check FILE or aofref show FILE"),
        ("board FILE", "aofref show --format html FILE"),
        ("moves --variant FILE", "aofref show --format html FILE"),
        ("rules FILE", "aofref show --format html FILE"),
    ],
)
def test_a_word_that_is_no_command_or_no_game_is_answered_by_the_command_that_is_meant(
    words: str, named: str
) -> None:
    file = str(ROOT / "fixtures" / "records" / "heathen-europe-00-first.aof")
    given = words.split()
    done = aofref(*[file if word == "FILE" else word for word in given])
    assert done.exit_code == 2 and not done.stdout
    wanted = named.replace("FILE", file) if "FILE" in given else named
    assert wanted in " ".join(done.stderr.split()), done.stderr


DUMMY = '''
from aofref.cli.options.option import option
from aofref.cli.io import stdout


@option("--loud very", "Shout.")
def greet(loud: str) -> None:
    """Say hello to whoever asks.

    aofref dummy
    """
    stdout("hello\\n")
'''


def test_a_command_is_a_function_and_a_line_of_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "dummy.py").write_text(DUMMY)
    monkeypatch.setattr(commands, "__path__", [*commands.__path__, str(tmp_path)])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for listed in (GROUPS["Look"], COMMANDS):
        monkeypatch.setitem(listed, "dummy", ("dummy.greet", "Say hello."))
    look = aofref("--help").stdout.partition("\nLook:\n")[2]
    assert "\n  dummy     Say hello.\n" in look
    assert aofref("dummy").stdout == "hello\n"
    assert "\n  Examples:\n    aofref dummy\n" in aofref("dummy", "--help").stdout
    assert "Did you mean dummy" in aofref("dumy").stderr
    assert completed(["dumm"]) == [("dummy", "Say hello.")]
    assert completed(["dummy", "--loud", ""]) == [("very", None)]
    sys.modules.pop("aofref.cli.commands.dummy")


def completed(words: list[str]) -> list[tuple[str, str | None]]:
    """Ask as every shell does in the end."""
    asked = ShellComplete(main, {}, "aofref", "_AOFREF_COMPLETE")
    return [(item.value, item.help) for item in asked.get_completions(words[:-1], words[-1])]


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_the_help_of_a_command(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("games", "club"):
        (tmp_path / folder).mkdir()
    (tmp_path / "game.aof").write_text("")
    monkeypatch.chdir(tmp_path)
    told = aofref(name, "--help").stdout
    assert "The whole manual: aofref man" in told
    for example in examples(name):
        if example.startswith("eval"):
            continue
        line = example.removeprefix("aofref ")
        words = shlex.split(line.split(" |")[0].split(" >")[0].split(" <")[0])
        command = main.get_command(click.Context(main), name)
        assert command is not None and words[0] == name
        command.make_context(name, words[1:], resilient_parsing=False).close()


BATCH = {"--jobs", "--scheduler", "--verbose"}
OF_RECORDS = {"--ruling", "--as-played", "--encoding"}


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_options_for_many_records_stand_last(name: str) -> None:
    listed: dict[str, set[str]] = {}
    for line in aofref(name, "--help").stdout.splitlines():
        if re.fullmatch("[A-Z].*:", line):
            here = listed.setdefault(line, set())
        elif line.startswith("  -"):
            here |= set(re.findall(r"--[a-z][a-z-]*", line.split("   ")[0].partition("  [")[0]))
    titles = ["Options:", "Record options:", "Options for many records:"]
    assert [*listed] == [title for title in titles if title in listed]
    command = main.get_command(click.Context(main), name)
    assert command is not None
    shown = (param for param in command.params if not getattr(param, "hidden", False))
    words = (word for param in shown for word in [*param.opts, *param.secondary_opts])
    of_command = {word for word in words if word[:2] == "--"}
    assert set().union(*listed.values()) == of_command | {"--help"}
    own, shared, batch = (listed.get(title, set()) for title in titles)
    assert batch == BATCH & of_command
    if "--encoding" in of_command:
        assert shared >= OF_RECORDS & of_command and not own & OF_RECORDS
    else:
        assert not shared


def test_a_misspelt_option() -> None:
    assert "--variant" in aofref("select", "--varient", "aof2").stderr


def test_the_version() -> None:
    assert aofref("-V").stdout == aofref("--version").stdout
    assert re.fullmatch(r"aofref [0-9.]+ \((pure Python|compiled)\)\n", aofref("-V").stdout)


# The manual ---------------------------------------------------------------------------------------


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
@pytest.mark.parametrize("name", PAGES)
def test_the_text_that_ships_is_what_mandoc_makes_of_the_page(name: str) -> None:
    page = path_of(name)
    assert text_of(page).read_text("utf-8") == rendered(page), "stale: python -m tools.manual"


def test_no_such_page() -> None:
    assert aofref("man", "cooking").exit_code == 2


# Completion ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "word", "shell"),
    [
        ("check", b'"\xff', "bash"),
        ("check", b"\xff", "zsh"),
        ("select --moved", b"N\xff@h", "bash"),
        ("show --from", b"\xff", "fish"),
    ],
)
def test_a_byte_that_is_no_text_is_completed_by_nothing(
    before: str, word: bytes, shell: str
) -> None:
    words = os.fsdecode(f"aofref {before} ".encode() + word)
    last = os.fsdecode(word) if shell == "fish" else str(len(words.split()) - 1)
    env = {"_AOFREF_COMPLETE": f"{shell}_complete", "COMP_WORDS": words, "COMP_CWORD": last}
    found = CliRunner().invoke(main, [], env=env)
    assert found.stderr == "" and b"\xff" not in found.stdout_bytes


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("aofref sel", ["select"]),
        ("aofref check --for", ["--format"]),
        ("aofref convert --to n", ["numeric"]),
        ("aofref list --variant aof", ["aof2", "aof6"]),
        ("aofref list --variant fr", []),  # `from position` would be two words
        ("aofref list --ruling hec", ["hec-king=planar"]),
        ("aofref moves --variant aof2 --from jb", ["jb1", "jb2", "jb4", "jb5"]),
        ("aofref rules aof2 E", ["E", "EM"]),
        ("aofref rules aof2 e", ["E", "EM"]),
        ("aofref rules aof2 El", ["Elephant", "Elf"]),
        ("aofref rules aof2 P --army eu", ["European"]),
        ("aofref moves --variant aof2 --from JB", ["jb1", "jb2", "jb4", "jb5"]),
        ("aofref rules hec P --from ca", ["ca1", "ca2", "ca3", "ca4", "ca5", "ca6"]),
        ("aofref rules aof2 P --army ", ["E", "I", "J", "P"]),
        ("aofref select --variant aof2 --moved E:L@fb", [f"E:L@fb{n}" for n in range(1, 6)]),
        ("aofref schema sta", ["stats"]),
        ("aofref man r", ["record", "rules", "rulings"]),
        ("aofref man co", ["codes", "completion", "convert"]),
        ("aofref completion f", ["fish"]),
    ],
)
def test_what_is_offered(line: str, offered: list[str]) -> None:
    assert sorted(value for value, _ in completed(line.split(" ")[1:])) == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("aofref sel\t", "aofref select "),
        ("aofref check games/on\t", "aofref check games/one.aof "),
        ("aofref convert --to cou\t", "aofref convert --to courier "),
        ("aofref rules aof2 EM --from gd\t\t", "gd1"),
    ],
)
def test_a_real_bash_completes(tmp_path: Path, typed: str, becomes: str) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "one.aof").write_text("")
    pid, terminal = pty.fork()
    if pid == 0:
        os.chdir(tmp_path)
        env = {"PATH": f"{BIN}:{os.environ['PATH']}", "TERM": "dumb", "PS1": "$ ", "COLUMNS": "200"}
        os.execvpe("bash", ["bash", "--norc", "--noprofile", "-i"], env)
    try:
        script = 'bind "set bell-style none"; eval "$(aofref completion bash)"; echo rea"dy"\n'
        os.write(terminal, script.encode())
        heard(terminal, b"ready\r\n")
        os.write(terminal, typed.encode())
        assert becomes.encode() in heard(terminal, becomes.encode())
    finally:
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        os.close(terminal)


def heard(terminal: int, until: bytes) -> bytes:
    told, end = b"", time.monotonic() + 20
    while until not in told and time.monotonic() < end:
        if select.select([terminal], [], [], 0.2)[0]:
            told += os.read(terminal, 4096)
    return told


# Colors -------------------------------------------------------------------------------------------

BAD = '[Variant "aof2"]\n\n1. E:Lha5xfb3 I:da3-zz3 *\n'


def on_a_terminal(*args: str, **env: str) -> bytes:
    """Run check with a terminal for its diagnostics, and give them."""
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")} | env
    ours, theirs = pty.openpty()
    command = [str(BIN / "aofref"), *args]
    subprocess.run(command, input=BAD.encode(), env=kept, stdout=subprocess.DEVNULL, stderr=theirs, check=False)  # fmt: skip
    os.close(theirs)
    told = os.read(ours, 10000)
    os.close(ours)
    return told


def test_colors() -> None:
    plain, shown, also = (
        aofref(*args.split(), stdin=BAD).stderr_bytes
        for args in ("check -q", "--color always check -q", "check -q --color=always")
    )
    assert b"\x1b" not in plain and plain.count(b"\n") == 2
    assert also == shown
    assert b"\x1b[33m\x1b[1mwarning: false-capture\x1b[0m E:Lha5xfb3: " in shown
    assert b"\x1b[31m\x1b[1mno-such-cell\x1b[0m I:da3-zz3: " in shown
    assert re.sub(rb"\x1b\[[0-9]+m", b"", shown) == plain


@pytest.mark.parametrize(
    ("args", "env", "is_colored"),
    [
        ([], {"TERM": "xterm"}, True),
        ([], {"TERM": "xterm", "NO_COLOR": "1"}, False),
        ([], {"TERM": "xterm", "NO_COLOR": ""}, True),
        ([], {"TERM": "dumb"}, False),
        (["--color=never"], {"TERM": "xterm"}, False),
    ],
)
def test_colors_on_a_terminal(args: list[str], env: dict[str, str], is_colored: bool) -> None:
    told = on_a_terminal("check", "-q", *args, **env)
    assert (b"\x1b[31m" in told, b"\x1b" in told) == (is_colored, is_colored)


# Usage --------------------------------------------------------------------------------------------


def test_the_program_by_itself_shows_its_commands() -> None:
    found = aofref()
    assert found.exit_code == 2 and found.output == aofref("--help").output
    assert (
        found.output.startswith("Usage: aofref [OPTIONS] COMMAND") and "Error" not in found.output
    )


def test_what_may_be_chosen_is_listed_on_lines() -> None:
    found = aofref("decide", "game.aof")
    assert found.exit_code == 2 and "\\t" not in found.stderr
    assert found.stderr.endswith("Choose from:\n  stands,\n  takeback,\n  forfeits\n")


def test_help_is_a_command() -> None:
    assert aofref("help").stdout == aofref("--help").stdout
    for name in ("rules", "check", "help"):
        assert aofref("help", name).stdout == aofref(name, "--help").stdout
    wrong = aofref("help", "chekc")
    assert wrong.exit_code == 2 and "Did you mean check?" in wrong.stderr


@pytest.mark.parametrize(
    "args",
    [
        "check --variant aof2 --variant aof6",
        "select --variant aof2 --variant aof6",
        "moves --variant aof2 --position x --position y",
        "show --ply 1 --ply 2",
        "show --game 1 --game 2",
        "play - --by E --by I Lha5-fb3",
        "play - --result 1-0 --result 0-1",
        "play - --mail a --mail b",
        "new aof2 --array a --array b",
        "diff a.aof --position x --position y",
    ],
)
def test_no_value_replaces_another_in_silence(args: str) -> None:
    found = aofref(*args.split())
    assert found.exit_code == 2 and "is given more than once" in found.stderr


def test_the_same_value_twice_is_no_contradiction() -> None:
    args = ("moves", "--count", "--variant", "aof2")
    assert aofref(*args, "--variant", "aof2").stdout == aofref(*args).stdout != ""


# The manual on a terminal --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("viewer", "name", "page", "less"),
    [
        (None, "", None, None),
        ("/usr/bin/man", "", "aofref.1", None),
        ("/usr/bin/man", "play", "aofref.1", "-R +/^   play"),  # opened at its heading
        ("/usr/bin/man", "rules", "aofref-rules.7", None),
    ],
)
def test_the_manual_on_a_terminal(
    viewer: str | None,
    name: str,
    page: str | None,
    less: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[Any] = []

    def run(
        command: list[str], env: dict[str, str] | None = None, **_: object
    ) -> subprocess.CompletedProcess[str]:
        shown.append((command[0], Path(command[1]).name, (env or {}).get("LESS")))
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr("sys.stdout", type("Terminal", (), {"isatty": staticmethod(lambda: True)}))
    monkeypatch.setattr("shutil.which", lambda _: viewer)
    monkeypatch.setattr("subprocess.run", run)
    monkeypatch.setattr("click.echo_via_pager", lambda text: shown.append("NAME" in text))
    monkeypatch.setenv("LESS", "-R")
    show_manual(name)
    assert shown == [(viewer, page, less) if viewer else True]


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - PAGES))
def test_the_manual_of_a_command_is_its_section(name: str) -> None:
    told = aofref("man", name).stdout
    whole = aofref("man").stdout
    assert told.startswith(f"{name}\n  ") and told.count("\n") < 300
    heading_, *rest = told.rstrip("\n").split("\n")
    section = [f"   {line}" if line else "" for line in (heading_, *rest)]
    assert "\n".join(section) in whole
    behind = whole.partition("\n".join(section))[2].lstrip("\n")
    assert behind.startswith("ENVIRONMENT") or behind.split("\n")[0].strip() in COMMANDS


@pytest.mark.parametrize("name", ["", *sorted(COMMANDS)])
def test_help_and_its_examples_fit_a_terminal(name: str) -> None:
    shown = aofref(*name.split(), "--help").stdout.splitlines()
    assert [line for line in shown if len(line) > 80] == []
