"""In place: a record written over the file that it came from, whole or not at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import click
from click.core import ParameterSource

from aofref.cli.io.attributes import likened
from aofref.cli.io.diagnostics import Unreadable, complaint, say
from aofref.cli.io.output import pass_on
from aofref.cli.io.signals import pass_over, waiting
from aofref.cli.io.streams import STDIN
from aofref.cli.options.shared import Command
from aofref.findings import Code
from aofref.notation.moves import Notation
from aofref.notation.records import RawRecord
from aofref.text import in_bytes, on_one_line


def in_place_option(command: Command) -> Command:
    """Add --in-place."""
    return click.option(
        "--in-place", is_flag=True, help="Replace FILE in one step, or leave it untouched."
    )(command)


class Outlet(NamedTuple):
    """Where a record goes: standard output, or a file of which the bytes are known."""

    path: Path | None
    seen: bytes = b""

    def put(self, text: str) -> None:
        """Write a record."""
        if self.path is None:
            pass_on(text)
            return
        if not text:
            raise _fault(self.path, "there is nothing to write: it is left as it is")
        try:
            with _held(self.path):
                self._compare(self.path)
                lost = self._rewrite(self.path, in_bytes(text))
        except OSError as problem:
            why = f"cannot be written: {problem.strerror or problem}"
            raise _fault(self.path, why) from problem
        for what in lost:
            say(f"aofref: {on_one_line(str(self.path))}: warning: its {what}\n")

    def _compare(self, path: Path) -> None:
        """Refuse a file that somebody else has changed."""
        if path.read_bytes() != self.seen:
            raise _fault(path, "has changed meanwhile: it is left as it is")

    def _rewrite(self, path: Path, content: bytes) -> list[str]:
        """Write a file beside it, to the disk, and give it the name of the old one.

        A signal that would end the run waits, and is passed over once the file is written.  Gives
        what could not be kept of the old one.
        """
        import tempfile

        with waiting():
            number, made = tempfile.mkstemp(
                prefix=f".{path.name[:100]}.", suffix=".new", dir=path.parent
            )
            new = Path(made)
            try:
                with os.fdopen(number, "wb") as file:
                    file.write(content)
                    file.flush()
                    lost = likened(new, path)
                    os.fsync(file.fileno())
                self._compare(path)  # as late as can be: what is saved after it is lost
                new.replace(path)
            except BaseException:
                new.unlink(missing_ok=True)
                raise
            pass_over()
        _to_disk(path.parent)
        return lost


def form_of(raw: RawRecord, in_place: bool, to: str) -> Notation | None:
    """Give the notation to write: in place JSON, which is None, stays JSON unless --to is given."""
    given = click.get_current_context().get_parameter_source("to")
    if in_place and raw.is_json and given is ParameterSource.DEFAULT:
        return None
    return Notation(to)


def outlet(file: str, in_place: bool, encoding: str = "utf-8") -> Outlet:
    """Make ready to write; to be called before FILE is read."""
    if not in_place:
        return Outlet(None)
    if file == STDIN:
        raise click.UsageError("--in-place needs a FILE")
    if encoding != "utf-8":
        raise click.UsageError("--in-place writes UTF-8: convert the file first")
    path = Path(os.path.realpath(file))
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _fault(path, "is not a plain file")
        return Outlet(path, path.read_bytes())
    except OSError as problem:
        why = f"cannot be opened: {problem.strerror or problem}"
        raise _fault(Path(file), why) from problem


def _fault(path: Path, text: str) -> Unreadable:
    return Unreadable(complaint(str(path), Code.CANNOT_OPEN, text))


@contextmanager
def _held(path: Path) -> Iterator[None]:
    """Keep other runs that write in place waiting, where the system can."""
    with path.open("r+b") as file:
        try:
            import fcntl
        except ImportError:  # no such locks: what is left is the comparison
            yield
            return
        with suppress(OSError):  # a file system without locks
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _to_disk(path: Path) -> None:
    """Have the names in a folder written, where the system opens folders."""
    with suppress(OSError):
        folder = os.open(path, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
