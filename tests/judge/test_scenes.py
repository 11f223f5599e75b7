"""Scenes: texts, the commands that read them, and all that these write, in the files of `fixtures/scenes`.

`=== what it shows`, then the text, or several parted by +++, of which what follows is true alike; then for
each command `--- STATUS WORDS` and what it writes, its diagnostics behind `! `.  Of `{list,log}` each is a
command.  One behind `|` reads what the one above it wrote; where it writes this again, that is `=`; `cat`
writes the file game.aof, which begins with the text.  Rows `@ FIRST | SECOND` before the text stand for `@1`
and `@2` below, each in its turn.  `...` is any lines but diagnostics, `<...>` any words, `⏎` in a row the end of a line,
`<U+200B>` a character that does not show, or a byte (`<U+DCFF>`); at `<END>` a text ends within its line.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import FIXTURES, aofref

SIGN = re.compile(r"<U\+([0-9A-F]{4,5})>")


def scenes() -> list[Any]:
    """Give the scenes of every file, each with its file and line."""
    found = []
    for path in sorted((FIXTURES / "scenes").glob("*.txt")):
        head, *parts = re.split(r"^=== ", path.read_text("utf-8"), flags=re.MULTILINE)
        line = head.count("\n") + 1
        for part in parts:
            name, _, scene = part.partition("\n")
            place = f"{path.stem}:{line} {name}"
            found.append(pytest.param(scene, id=place.encode("ascii", "replace").decode()))
            line += part.count("\n")
    assert len(found) > 100
    return found


@pytest.mark.parametrize("scene", scenes())
def test_scene(scene: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for each in filled(scene):
        texts, *commands = re.split(r"^--- ", each, flags=re.MULTILINE)
        assert commands
        for text in re.split(r"^\+\+\+\n", texts, flags=re.MULTILINE):
            given = meant(text).partition("<END>")[0].encode("utf-8", "surrogateescape")
            Path("game.aof").write_bytes(given)
            wrote = [given]
            for command in commands:
                said, _, below = command.partition("\n")
                read = wrote if " | " in said else [given]
                wrote = [held_to(one, below, stdin) for stdin in read for one in expanded(said)]


def filled(scene: str) -> Iterator[str]:
    """Give a scene once for each of its rows."""
    rows = re.match(r"(?:@ .*\n)*", scene)
    assert rows
    for row in rows[0].splitlines() or ["@ "]:
        cells = ["", *row[2:].replace("⏎", "\n").split(" | ")]
        yield re.sub("@([1-9])", partial(cell_of, cells), scene[rows.end() :])


def cell_of(cells: list[str], sign: re.Match[str]) -> str:
    return cells[int(sign[1])]


def meant(text: str) -> str:
    return SIGN.sub(lambda sign: chr(int(sign[1], 16)), text)


def expanded(words: str) -> list[str]:
    parts = re.split(r"\{(.*?)\}", words)
    choices = [part.split(",") if number % 2 else [part] for number, part in enumerate(parts)]
    return ["".join(each) for each in product(*choices)]


def held_to(said: str, below: str, stdin: bytes) -> bytes:
    """Run a command, hold what it writes and reports to what is expected, and give what it wrote."""
    status, words = meant(said).replace(" | ", " ").split(" ", 1)
    if words == "cat":
        wrote, reported, code = Path("game.aof").read_bytes(), b"", 0
    else:
        found = aofref(*shlex.split(words), stdin=stdin)
        wrote, reported, code = found.stdout_bytes, found.stderr_bytes, found.exit_code
    ended = decoded(wrote) + "<END>\n" * (wrote != b"" and not wrote.endswith(b"\n"))
    told = ended + re.sub("^", "! ", decoded(reported), flags=re.MULTILINE)[:-2]
    expected = re.sub(r"\A=\n", lambda _: decoded(stdin), meant(below))
    lines = expected.splitlines(keepends=True)
    if "...\n" in lines or "<...>" in expected:
        some = (r"(?:(?!! ).*\n)*" if line == "...\n" else re.escape(line) for line in lines)
        some = (line.replace(re.escape("<...>"), ".*") for line in some)
        assert re.fullmatch("".join(some), told), (said, told)
    else:
        assert told == expected, said
    assert code == int(status), said
    return wrote


def decoded(wrote: bytes) -> str:
    return wrote.decode("utf-8", "surrogateescape")
