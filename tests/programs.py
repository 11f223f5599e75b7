"""The programs that tests start: no other than those that a fresh machine has, or that CI installs."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
CI = ROOT / ".ci" / "test.sh"
ALWAYS = frozenset({
    *("[", "bash", "cat", "cd", "cmp", "cp", "date", "diff", "echo", "env", "exec", "exit"),
    *("export", "false", "find", "git", "grep", "head", "kill", "ls", "mkfifo", "printf"),
    *("python3", "read", "rm", "sed", "setsid", "sh", "sleep", "sort", "test", "timeout"),
    *("trap", "true", "ulimit", "wait", "yes"),
})  # fmt: skip
"""What the shell, Debian's essential packages, git and Python bring."""
KEYWORDS = frozenset(("do", "done", "else", "fi", "for", "if", "then", "while", "!", "{", "}"))
_COMMAND = re.compile(
    r"(?:^|[|;&(\n]|\bdo\b|\bthen\b)\s*(?:[A-Za-z_]+=\S*\s+)*([^\s|;&()<>=]+)(?!=)"
)


@cache
def installed() -> frozenset[str]:
    """Read, once, the programs that CI installs where they are missing."""
    listed = re.search(r"^programs=\(\n(.*?)^\)", CI.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert listed
    return frozenset(line.split("=")[0] for line in listed[1].split())


def strangers(command: Any) -> list[str]:
    """List the programs of a command that a fresh machine may lack, those of a shell's line too."""
    given = [command] if isinstance(command, (str, bytes, os.PathLike)) else list(command)
    words = [os.fsdecode(word) for word in given]
    programs = [words[0]]
    if Path(words[0]).name in ("sh", "bash") and "-c" in words:
        line = re.sub(r"'[^']*'|\"[^\"]*\"", "_", words[words.index("-c") + 1])
        programs += [word for word in _COMMAND.findall(line) if word not in KEYWORDS | {"_"}]
    ours = tuple(map(str, (ROOT, sys.prefix, tempfile.gettempdir())))
    known = ALWAYS | installed()
    return [
        program
        for program in programs
        if Path(program).name not in known
        and not str(shutil.which(program) or program).startswith(ours)
        and shutil.which(program)  # one that is nowhere is asked for to see it fail
    ]


@pytest.fixture(scope="session", autouse=True)
def only_known_programs() -> Iterator[None]:
    """Fail whatever starts another program."""
    if not CI.exists():  # a wheel is tested elsewhere
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        begin = subprocess.Popen.__init__

        def begun(self: Any, args: Any, *others: Any, **options: Any) -> None:
            assert not strangers(args), f"not in .ci/test.sh: {strangers(args)}"
            begin(self, args, *others, **options)

        patch.setattr(subprocess.Popen, "__init__", begun)
        yield
