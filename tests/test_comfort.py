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

import click
import pytest

from aofref.cli.help import EXAMPLES, GROUPS, SUMMARIES, grouped
from aofref.cli.main import COMMANDS, main
from aofref.cli.man import PAGES, path_of
from aofref.report.manual import page
from tests.helpers import ROOT, aofref

BIN = Path(sys.executable).parent


# Help ---------------------------------------------------------------------------------------------


def test_every_command_is_in_a_group_with_a_sentence_and_examples() -> None:
    names = [name for _, group in grouped(list(COMMANDS)) for name in group]
    assert sorted(names) == sorted(COMMANDS)
    assert "Other" not in dict(grouped(list(COMMANDS)))
    assert set(COMMANDS) <= set(SUMMARIES) and set(COMMANDS) <= set(EXAMPLES)
    shown = aofref("--help").stdout
    for name in COMMANDS:
        assert f"  {SUMMARIES[name]}\n" in shown and len(SUMMARIES[name]) < 60
    for title in dict(grouped(list(COMMANDS))):
        assert f"\n{title}:\n" in shown
    assert len(GROUPS) == 6 and "aofref man record" in shown


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "game.aof").write_text("")
    monkeypatch.chdir(tmp_path)
    told = aofref(name, "--help").stdout
    assert "The whole manual: aofref man" in told
    for example in EXAMPLES[name]:
        assert example in told
        if example.startswith("eval"):
            continue
        words = shlex.split(example.split(" |")[0].split(" >")[0].split(" <")[0])
        command = main.get_command(click.Context(main), name)
        assert command is not None and words[0] == name
        command.make_context(name, words[1:], resilient_parsing=False).close()


@pytest.mark.parametrize("name", COMMANDS)
def test_help_is_in_whole_sentences(name: str) -> None:
    command = main.get_command(click.Context(main), name)
    assert command is not None and (command.help or "")[0].isupper()
    for option in command.params:
        if isinstance(option, click.Option) and option.help:
            assert option.help.endswith(".") and option.help[0].isupper(), option.name


@pytest.mark.parametrize(
    ("wrong", "right"), [("chekc", "check"), ("slect", "select"), ("statz", "stats")]
)
def test_a_misspelt_command(wrong: str, right: str) -> None:
    found = aofref(wrong, "x")
    assert found.exit_code == 2
    assert f"No such command '{wrong}'. Did you mean {right}" in found.stderr
    assert "Did you mean" not in aofref("xyzzy").stderr


def test_a_misspelt_option() -> None:
    assert "--variant" in aofref("select", "--varient", "aof2").stderr


def test_the_version() -> None:
    assert aofref("-V").stdout == aofref("--version").stdout
    assert re.fullmatch(r"aofref [0-9.]+ \((pure Python|compiled)\)\n", aofref("-V").stdout)


# The manual ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PAGES)
def test_a_page_as_text(name: str) -> None:
    text = aofref("man", *([name] if name else [])).stdout
    source = path_of(name).read_text("utf-8")
    assert text == page(source)
    for title in re.findall(r"^\.S[hs] (.*)$", source, re.MULTILINE):
        assert re.search(rf"^ *{re.escape(title)}$", text, re.MULTILINE), title
    assert not re.search(r"^\.[A-Z][a-z]|\\[&e(]|\b(Fl|Ar|Cm|Ns|Ql) ", text, re.MULTILINE)
    literal = re.findall(r"^\.Bd -literal.*?\n(.*?)^\.Ed", source, re.MULTILINE | re.DOTALL)
    for line in "".join(literal[:1]).splitlines():
        assert line.replace("\\e", "\\").replace("\\&", "") in text


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="mandoc is not installed")
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_the_words_that_mandoc_shows(name: str) -> None:
    shown = subprocess.run(
        ["mandoc", "-T", "utf8", path_of(name)], capture_output=True, check=True, text=True
    ).stdout
    shown = re.sub(".\b", "", shown)
    body = shown[shown.index("NAME") : shown.rindex("\n", 0, len(shown) - 1)]

    def words(text: str) -> list[str]:
        plain = text.translate(str.maketrans("‘’“”–−•·", "''\"\"---*"))
        return re.findall(r"[^\W_]+", plain)

    mine = words(page(path_of(name).read_text("utf-8")))
    assert mine == words(body)[: len(mine)]


def test_no_such_page() -> None:
    assert aofref("man", "cooking").exit_code == 2


# Completion ---------------------------------------------------------------------------------------


def completions(line: str, *, shell: str = "bash") -> list[str]:
    """Ask as the script of bash does."""
    words = line.split(" ")
    env = {"_AOFREF_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}  # fmt: skip
    found = subprocess.run(
        [BIN / "aofref"], env={**os.environ, **env}, capture_output=True, text=True, check=False
    )
    return [line.partition(",")[2] for line in found.stdout.splitlines()]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("aofref sel", ["select"]),
        ("aofref check --for", ["--format"]),
        ("aofref convert --to n", ["numeric"]),
        ("aofref list --variant aof", ["aof2", "aof6"]),
        ("aofref list --ruling hec", ["hec-king=planar"]),
        ("aofref moves --variant aof2 --from jb", ["jb1", "jb2", "jb4", "jb5"]),
        ("aofref rules aof2 E", ["E", "EM"]),
        ("aofref rules hec P --from ca", ["ca1", "ca2", "ca3", "ca4", "ca5", "ca6"]),
        ("aofref rules aof2 P --army ", ["E", "I", "J", "P"]),
        ("aofref select --variant aof2 --moved E:L@fb", [f"E:L@fb{n}" for n in range(1, 6)]),
        ("aofref schema sta", ["stats"]),
        ("aofref man r", ["record", "rules"]),
        ("aofref completion f", ["fish"]),
    ],
)
def test_what_is_offered(line: str, offered: list[str]) -> None:
    assert sorted(completions(line)) == offered


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
@pytest.mark.parametrize(
    ("typed", "becomes"),
    [
        ("aofref sel\t", "aofref select "),
        ("aofref check games/on\t", "aofref check games/one.aof "),
        ("aofref list ga\t", "aofref list games/"),
        ("aofref convert --to cou\t", "aofref convert --to courier "),
        ("aofref moves --variant hea\t", "aofref moves --variant heathen-europe "),
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
        told = b""
        os.write(
            terminal,
            b'bind "set bell-style none"; eval "$(aofref completion bash)"; echo rea"dy"\n',
        )
        told = heard(terminal, b"ready\r\n")
        os.write(terminal, typed.encode())
        told = heard(terminal, becomes.encode())
        assert becomes.encode() in told
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


def colored(*args: str, terminal: bool = False, **env: str) -> bytes:
    """Run check, perhaps with a terminal for its diagnostics, and give them."""
    command = [str(BIN / "aofref"), *args]
    kept = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")} | env
    if not terminal:
        return subprocess.run(command, input=BAD.encode(), env=kept, capture_output=True, check=False).stderr  # fmt: skip
    ours, theirs = pty.openpty()
    subprocess.run(command, input=BAD.encode(), env=kept, stdout=subprocess.DEVNULL, stderr=theirs, check=False)  # fmt: skip
    os.close(theirs)
    told = os.read(ours, 10000)
    os.close(ours)
    return told


def test_colors() -> None:
    plain = colored("check", "-q")
    assert b"\x1b" not in plain and plain.count(b"\n") == 2
    assert colored("--color", "always", "check", "-q") == colored("check", "-q", "--color=always")
    shown = colored("check", "-q", "--color", "always")
    assert b"\x1b[33m\x1b[1mwarning: false-capture\x1b[0m E:Lha5xfb3: " in shown
    assert b"\x1b[31m\x1b[1mno-such-cell\x1b[0m I:da3-zz3: " in shown
    assert re.sub(rb"\x1b\[[0-9]+m", b"", shown) == plain


def test_colors_on_a_terminal() -> None:
    assert b"\x1b[31m" in colored("check", "-q", terminal=True, TERM="xterm")
    assert b"\x1b" not in colored("check", "-q", terminal=True, TERM="xterm", NO_COLOR="1")
    assert b"\x1b[31m" in colored("check", "-q", terminal=True, TERM="xterm", NO_COLOR="")
    assert b"\x1b" not in colored("check", "-q", terminal=True, TERM="dumb")
    assert b"\x1b" not in colored("check", "-q", "--color=never", terminal=True, TERM="xterm")


# The wheel and pre-commit -------------------------------------------------------------------------


def test_the_pages_are_in_the_wheel() -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    assert '[tool.hatch.build.targets.wheel.force-include]\n"man" = "aofref/man"' in text


def test_the_hook_runs_check() -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text("utf-8")
    assert "entry: aofref check --quiet" in text and r"files: \.aof$" in text
