"""Scenes: texts, the commands that read them, and all that these write, in the files of `fixtures/scenes`.

    === what it shows
    @ FIRST | SECOND      rows: each in its turn stands for @1 and @2 below; in a row ⏎ is the end of a line
    the text, or several with +++ between them, of each of which what follows is true
    +++ NAME              and files beside game.aof, behind these lines
    --- STATUS WORDS      a command; where it has {list,log}, there are two
    what it writes, where ... is any lines, and <...> any words
    ! what it reports
    --- STATUS | WORDS    a command that reads what the one above wrote
    =                     where it writes what it read
    --- 0 cat             the file game.aof, which begins with the text

`<U+200B>` is a character that does not show, or a byte (`<U+DCFF>`); at `<END>` a text ends within its line.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from tests.helpers import FIXTURES, aofref, unhidden
from tests.report.test_schemas import validator


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
        texts, *beside = re.split(r"^\+\+\+ (\S+)\n", texts, flags=re.MULTILINE)
        for name, text in zip(beside[::2], beside[1::2], strict=True):
            Path(unhidden(name)).write_text(unhidden(text), "utf-8")
        for text in re.split(r"^\+\+\+\n", texts, flags=re.MULTILINE):
            given = unhidden(text).partition("<END>")[0].encode("utf-8", "surrogateescape")
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
    body, signs = scene[rows.end() :], {*re.findall("@([1-9])", scene[rows.end() :])}
    for row in rows[0].splitlines():
        cells = ["", *row[2:].replace("⏎", "\n").split(" | ")]
        assert {*map(int, signs)} == {*range(1, len(cells))}, row
        yield re.sub("@([1-9])", partial(cell_of, cells), body)
    if not rows[0]:
        yield body


def cell_of(cells: list[str], sign: re.Match[str]) -> str:
    return cells[int(sign[1])]


def expanded(words: str) -> list[str]:
    parts = re.split(r"\{(.*?)\}", words)
    choices = [part.split(",") if number % 2 else [part] for number, part in enumerate(parts)]
    return ["".join(each) for each in product(*choices)]


def held_to(said: str, below: str, stdin: bytes) -> bytes:
    """Run a command, hold what it writes and reports to what is expected, and give what it wrote."""
    status, words = unhidden(said).replace(" | ", " ").split(" ", 1)
    if words == "cat":
        wrote, reported, code = Path("game.aof").read_bytes(), b"", 0
    else:
        found = aofref(*shlex.split(words), stdin=stdin)
        assert found.exception is None or isinstance(found.exception, SystemExit), said
        wrote, reported, code = found.stdout_bytes, found.stderr_bytes, found.exit_code
        for line in decoded(wrote).splitlines() if "--format json" in words else ():
            validator(words.split()[0]).validate(json.loads(line))
    ended = decoded(wrote) + "<END>\n" * (wrote != b"" and not wrote.endswith(b"\n"))
    told = ended + re.sub("^", "! ", decoded(reported), flags=re.MULTILINE)[:-2]
    expected = re.sub(r"\A=\n", lambda _: decoded(stdin), unhidden(below))
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
