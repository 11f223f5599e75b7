"""In place: records that replace the file that they came from, atomically."""

import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any, NoReturn

import click
from click.core import ParameterSource

from aofref.cli import io
from aofref.cli.many import Records, one_record
from aofref.cli.options import shared
from aofref.cli.options.option import complete_files, option, refuse_if, together
from aofref.findings import Code, diagnostics
from aofref.judge.replay.opening import Setting
from aofref.library.record import Record
from aofref.library.writing import Changed, held, replace_file
from aofref.notation.records.splitter import BOM
from aofref.text import in_bytes, json_line, on_one_line
from aofref.values import Value

in_place_option = option("--in-place", "Save the record in FILE, in one step or not at all.")


class Destination(Value):
    """The destination of a record: standard output, or a file with known content `seen`."""

    path: Path | None
    seen: bytes = b""

    def put(self, text: str, *, last: bool = True) -> None:
        """Write the records; `last` means that the run has nothing more to write.

        Signals wait meanwhile, and are ignored once the last file is written.
        """
        if self.path is None:
            io.stdout_raw(text)
            return
        if not text:
            raise _fault(self.path, "there is nothing to write: it is left as it is")
        try:
            with held(self.path, self.seen), io.waiting():
                lost = replace_file(self.path, self.content(text), self.seen)
                if last:
                    io.pass_over()
        except Changed:
            raise _fault(self.path, "has changed meanwhile: it is left as it is") from None
        except OSError as problem:
            why = f"cannot be written: {problem.strerror or problem}"
            raise _fault(self.path, why) from problem
        for what in lost:
            io.stderr(f"aofref: {on_one_line(str(self.path))}: warning: its {what}\n")

    def content(self, text: str) -> bytes:
        """Encode the records with the line ends and the byte order mark that the file has."""
        new = in_bytes(text)
        if self.seen.count(b"\n") == self.seen.count(b"\r\n") > 0:
            new = new.replace(b"\n", b"\r\n")
        return BOM + new if self.seen.startswith(BOM) else new


class Edited(Value):
    """Options of commands that print a changed record, or write it in place."""

    file: str
    setting: Setting
    in_place: bool
    encoding: str
    game: str | None = None
    form: str = "text"

    def opened(self, *, well_formed: bool = False) -> tuple[Destination, Record]:
        """Return the destination and the record; errors as `one_record`, and for text beside it.

        A changed record would lose that text.  With `well_formed` it is judged, and the program
        ends if it is malformed.
        """
        to_write = destination(self.file, self.in_place, self.encoding)
        wanted = Records((self.file,), self.setting, self.encoding, game=self.game)
        record, *others = found = one_record(wanted)
        beside = [item for item in found if not item.number and others]
        if wrong := "".join(diagnostics(self.file, item.findings) for item in beside):
            raise io.Unreadable(wrong.rstrip("\n"))
        if well_formed and record.status == "malformed":
            io.stderr(diagnostics(record.source, record.findings))
            raise SystemExit(2)
        return to_write, record

    def write(
        self, to_write: Destination, record: Record, text: str, said: str, **changed: Any
    ) -> None:
        """Write a changed record, and to standard error what was `said` of that.

        With --format json print its report, which `changed` begins.
        """
        if self.in_place or self.form != "json":
            to_write.put(text)
        if self.form == "json":
            from aofref.report.json import position

            io.stdout(json_line(position.edited(record.verdict, text, changed)))
        io.stderr(said)
        self.report_not_saved()

    def refuse(self, record: Record, code: Code | None, why: str, status: int = 1) -> NoReturn:
        """Exit, as the record cannot be changed; with --format json print a report of that."""
        if self.form == "json":
            from aofref.report.json import position

            io.stdout(json_line(position.unchanged(record.verdict, code, why)))
        sys.exit(status)

    def fail(self, record: Record, why: str, code: Code | None = None) -> NoReturn:
        """Write why the record cannot be changed, and exit as `refuse`."""
        io.stderr(f"aofref: {self.file}: {why}\n")
        self.refuse(record, code, why)

    def report_not_saved(self) -> None:
        """Report that FILE was not changed, and where --in-place would change it."""
        if not self.in_place and self.file != io.STDIN:
            how = "; --in-place saves it" if self.game is None else ""
            io.stderr(f"{on_one_line(self.file)}: not saved: the record is only printed{how}\n")


def edited_options(
    printed: str, *others: Callable[..., Any], as_played: bool = True
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Make a decorator: FILE, and the options of a command that changes it, an `Edited`.

    `printed` is the help of --format, before which the `others` are listed; `as_played` adds
    --as-played.
    """
    says = f"What to print: the record, or in JSON {printed}."
    return together(
        click.argument("file", shell_complete=complete_files),
        shared.reading_options(as_played=as_played),
        in_place_option,
        *others,
        option("--format text|json as form", says),
    )


class InPlaceFiles:
    """Files that are replaced, each when all its records have been converted."""

    def __init__(self) -> None:
        self._ready: dict[str, Destination] = {}
        self._paths: set[Path | None] = set()

    @contextmanager
    def opened(self, name: str) -> Iterator[Iterable[bytes]]:
        """Read a whole file, so that later changes can be detected."""
        ready = destination(name, in_place=True)
        if ready.path in self._paths:
            raise _fault(Path(name), "is named twice: it is written once")
        self._paths.add(ready.path)
        self._ready[name] = ready
        yield BytesIO(ready.seen)

    def write(self, name: str, texts: list[str], *, last: bool) -> int:
        """Write a file, if its records differ; return the exit status.

        It is left as it is if one of the texts is empty.
        """
        ready, text = self._ready.pop(name), "".join(texts)
        if not all(texts):
            why = "left as it is, because not every record in it is legal"
            io.stderr(f"aofref: {on_one_line(name)}: {why}\n")
        elif ready.content(text) != ready.seen:
            try:
                ready.put(text, last=last)
            except io.Unreadable as problem:
                io.stderr(f"{problem.message}\n")
                return 2
        return 0


def keeps_json(in_place: bool) -> bool:
    """Return whether records in JSON are written as JSON: in place, unless --to is given."""
    given = click.get_current_context().get_parameter_source("to")
    return in_place and given is ParameterSource.DEFAULT


def destination(file: str, in_place: bool, encoding: str = "utf-8") -> Destination:
    """Return where a changed record goes; to be called before FILE is read."""
    if not in_place:
        return Destination(None)
    check_in_place(file, encoding)
    path = Path(os.path.realpath(file))
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise _fault(path, "is not a plain file")
        return Destination(path, path.read_bytes())
    except OSError as problem:
        raise io.not_opened(file, problem) from problem


def check_in_place(file: str, encoding: str) -> None:
    """Refuse a FILE that cannot be replaced."""
    refuse_if(file == io.STDIN, "--in-place needs a FILE")
    refuse_if(encoding != "utf-8", "--in-place writes UTF-8: convert the file first")


def _fault(path: Path, text: str) -> io.Unreadable:
    return io.unreadable(str(path), Code.CANNOT_OPEN, text)
