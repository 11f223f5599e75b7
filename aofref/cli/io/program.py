"""Program: another one is run, for so long, and until it has written so much."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Sequence
from tempfile import TemporaryFile
from typing import IO, NamedTuple

LOOKED_AT = 0.05
"""Every so many seconds it is looked at how much a program has written."""
LAST = 1000
"""So many bytes of its complaints, the last, are kept."""


class Failed(Exception):
    """Why a program was not run to its end."""


class NotStarted(Failed):
    """Why a program could not be started."""


class Ran(NamedTuple):
    """What a program wrote that was run to its end, its status, and its `last` complaint."""

    output: bytes
    status: int
    last: str


def run(words: Sequence[str], given: bytes, seconds: float, most: int) -> Ran:
    """Run a program on what is given to it; Failed if it takes or writes too much.

    What it writes goes to files without names, so that no more of it is held than `most` bytes.
    """
    with TemporaryFile() as into, TemporaryFile() as out, TemporaryFile() as err:
        into.write(given)
        into.seek(0)
        try:
            process = subprocess.Popen(words, stdin=into, stdout=out, stderr=err)
        except OSError as problem:
            raise NotStarted(f"cannot be started: {problem.strerror or problem}") from problem
        with process:
            try:
                _await(process, seconds, (out, err), most)
            finally:
                process.kill()
        out.seek(0)
        err.seek(max(0, err.seek(0, 2) - LAST))
        last = err.read().decode("utf-8", "replace").strip().rpartition("\n")[2]
        return Ran(out.read(), process.returncode, last)


def _await(
    process: subprocess.Popen[bytes], seconds: float, files: Sequence[IO[bytes]], most: int
) -> None:
    """Wait until a program has ended, and look now and then at what it has written."""
    end = time.monotonic() + seconds
    while True:
        left = end - time.monotonic()
        try:
            process.wait(max(0, min(LOOKED_AT, left)))
            ended = True
        except subprocess.TimeoutExpired:
            ended = False
        if any(os.fstat(file.fileno()).st_size > most for file in files):
            raise Failed(f"limit: the command writes more than {most} bytes")
        if ended:
            return
        if left <= 0:
            raise Failed(f"the command does not answer within {seconds:g} seconds")
