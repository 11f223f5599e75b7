"""The progress bar: on a terminal, after a second, never otherwise, and never in the way."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from tqdm import tqdm

from tests.helpers import FIXTURES

RECORDS = b"".join(
    path.read_bytes() + b"\n" for path in sorted((FIXTURES / "records").glob("aof2-*.aof"))[:4]
)
WITHOUT_WAIT = (
    "from aofref.cli import many; many.WAIT = 0;from aofref.cli import start; start.main()"
)


def on_a_terminal(
    args: list[str],
    path: Path,
    columns: int = 120,
    given: bytes = b"",
    program: str = WITHOUT_WAIT,
) -> tuple[str, str, int]:
    """Run a command with standard error on a terminal; what it wrote there comes second."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 20, columns, 0, 0))
    env = {**os.environ, "TERM": "xterm", "TQDM_MININTERVAL": "0"}
    out = path.with_suffix(".out")
    with (
        out.open("wb") as told,
        subprocess.Popen(
            [sys.executable, "-c", program, *args, str(path)],
            stdin=subprocess.PIPE,
            stdout=told,
            stderr=theirs,
            env=env,
        ) as run,
    ):
        os.close(theirs)
        assert run.stdin is not None
        run.stdin.write(given)
        run.stdin.close()
        shown = b""
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
    os.close(ours)
    return out.read_text("utf-8"), shown.decode(), run.returncode


@pytest.fixture
def path(tmp_path: Path) -> Path:
    found = tmp_path / "long.aof"
    found.write_bytes(RECORDS * 2)
    return found


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["convert"],
        ["select", "--unique=position"],
        ["list", "--format", "tsv", "--jobs", "2"],
        ["stats"],
    ],
)
def test_a_bar_with_bytes_and_rates(path: Path, command: list[str]) -> None:
    told, shown, status = on_a_terminal(command, path)
    assert status == 0
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    # Several processes may be ready before the bar is drawn again.
    drawn = r"/[0-9.]+k \[.*B/s" if "--jobs" in command else r"[0-9.]+kB? \[.*B/s, [0-9]+ records\]"
    assert re.search(drawn, plain)
    assert "\x1b" not in told and "B/s" not in told
    shown = re.sub(r"aofref: .*: dropped, .*\r\n", "", shown)  # what --unique says
    shown = shown.removesuffix("aofref: 8 records: 8 legal\r\n")  # check's summary
    assert re.search(r"(\r +|\n)\r*\Z", shown), repr(shown[-40:])  # nothing is left of it


def test_no_bar_where_standard_error_is_no_terminal(path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_WAIT, "check", "--quiet", str(path)],
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, b"", b"")


def test_no_bar_within_the_first_second(path: Path) -> None:
    _, shown, status = on_a_terminal(["list"], path, program=WITHOUT_WAIT.replace("= 0", "= 60"))
    assert status == 0 and "records" not in shown


def test_a_pipe_has_no_total(path: Path) -> None:
    _, shown, _ = on_a_terminal(["check", "--quiet", "-", str(path)], path, given=RECORDS)
    assert re.search(r"[0-9.]+kB \[.*, [0-9]+ records\]", shown)
    assert "%|" not in shown


def test_a_narrow_terminal_has_one_line_all_the_same(path: Path) -> None:
    told, shown, _ = on_a_terminal(["list"], path, columns=30)
    assert told and max(map(len, shown.split("\r"))) <= 30


def test_a_bar_over_a_directory(path: Path) -> None:
    (path.parent / ".hidden.aof").write_bytes(RECORDS)
    (path.parent / "sub").mkdir()
    (path.parent / "sub" / "more.aof").write_bytes(RECORDS)
    (path.parent / "other.txt").write_bytes(RECORDS)
    _, shown, status = on_a_terminal(["list"], path.parent)
    size = tqdm.format_sizeof(len(RECORDS) * 3)
    assert status == 0 and re.search(rf"k/{size} \[.*, [0-9]+ records\]", shown)
