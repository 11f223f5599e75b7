"""What the commands share: options, reading streams, choosing a game, printing."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import IO, Any, NoReturn, TypeVar

import click

from aofref import variants
from aofref.arbiter import position_at
from aofref.findings import UNREADABLE, WARNINGS, Code, Finding, Place, Refusal
from aofref.notation import positions
from aofref.notation.records import RawRecord, excerpt, read, split
from aofref.opening import Setting
from aofref.replay import Replay, replay
from aofref.report.messages import diagnostics, sentence
from aofref.rules import turn
from aofref.rules.position import Position
from aofref.rules.tables import Tables, tables_of
from aofref.variants.model import Variant

STDIN = "-"
_BOM = b"\xef\xbb\xbf"

Command = TypeVar("Command", bound=Callable[..., Any])


class Unreadable(click.ClickException):
    """Input that cannot be read: exit status 2, the diagnostics alone on standard error."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the diagnostics as they are."""
        say(f"{self.message}\n")


def files(command: Command) -> Command:
    """Add the argument FILE..., which is standard input where there is none."""
    return click.argument("file", nargs=-1, type=click.Path())(command)


def setting_options(command: Command) -> Command:
    """Add --variant and --ruling."""
    command = click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="RULING",
        help="Judge by another ruling, such as check=advisory; may be repeated.",
    )(command)
    return click.option(
        "--variant",
        default="",
        metavar="ID",
        shell_complete=complete_variants,
        help="The game of records that do not name theirs.",
    )(command)


def complete_variants(_ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete a variant's id or alias."""
    return [name for name in (*variants.IDS, *variants.ALIASES) if name.startswith(start)]


def as_played_option(command: Command) -> Command:
    """Add --as-played."""
    return click.option(
        "--as-played", is_flag=True, help="Heed an arbiter's decisions in the record."
    )(command)


def setting(variant: str, rulings: tuple[str, ...], *, as_played: bool = False) -> Setting:
    """Check the values of --variant and --ruling, and make a setting of them."""
    if variant and variants.find(variant) is None:
        raise Unreadable(f"--variant:1:1: unknown-variant no such variant: {excerpt(variant)}")
    for ruling in rulings:
        known = {ruling for name in variants.IDS for ruling in _game(name).rulings}
        if ruling not in known:
            raise click.UsageError(
                f"no such ruling: {ruling}; there are {', '.join(sorted(known))}"
            )
    return Setting(variant, rulings, as_played=as_played)


def _game(name: str) -> Variant:
    found = variants.find(name)
    assert found is not None
    return found


def open_variant(variant: str, rulings: tuple[str, ...]) -> Tables:
    """Give the game that --variant names, which must be there, under the rulings that apply."""
    if not variant:
        raise click.UsageError("--variant is needed")
    chosen = setting(variant, rulings)
    found = _game(variant)
    return tables_of(found, tuple(sorted(r for r in chosen.rulings if r in found.rulings)))


def open_position(game: Tables, line: str | None) -> Position:
    """Read --position, or give the start position."""
    if line is None:
        return turn.start(game)[0]
    found = positions.read(game, line)
    if isinstance(found[0], Position):
        return found[0]
    faults = [fault for fault in found if isinstance(fault, Refusal)]
    raise Unreadable("\n".join(f"--position:1:1: {f.code.value} {sentence(f)}" for f in faults))


def encoding_option(command: Command) -> Command:
    """Add --encoding."""
    return click.option(
        "--encoding",
        default="utf-8",
        show_default=True,
        metavar="NAME",
        callback=_known_encoding,
        help="The encoding of the input.",
    )(command)


def _known_encoding(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Let pass what keeps ASCII as it is: lines are split before they are decoded."""
    try:
        bytes(range(128, 256)).decode(value, "surrogateescape")
        if "\n[".encode(value) == b"\n[":
            return codecs.lookup(value).name
    except (LookupError, UnicodeError) as problem:
        raise click.BadParameter(f"no such text encoding: {value}") from problem
    raise click.BadParameter(f"{value} does not keep ASCII; convert the file first")


def say(text: str) -> None:
    """Write diagnostics to standard error."""
    if text:
        click.echo(text.encode("utf-8", "backslashreplace"), nl=False, err=True)


def write_out(text: str) -> None:
    """Write a report to standard output, bytes that were no text as they came."""
    try:
        written = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        written = text.encode("utf-8", "backslashreplace")
    click.echo(written, nl=False)


def status_of(findings: Iterable[Finding], *, strict: bool = False) -> int:
    """Give the exit status that the findings of a record call for; `strict` counts warnings."""
    codes = {finding.code for finding in findings} - (frozenset() if strict else WARNINGS)
    return 2 if codes & UNREADABLE else 1 if codes else 0


def each_file(names: tuple[str, ...]) -> Iterator[tuple[str, IO[bytes] | None]]:
    """Open the files in turn, standard input if there is none; None for one that cannot be read."""
    for name in names or (STDIN,):
        try:
            with opened(name) as stream:
                yield name, stream
        except OSError as problem:
            say(f"{name}:1:1: cannot-open this cannot be read: {problem.strerror or problem}\n")
            yield name, None
        except Unreadable as problem:
            say(f"{problem.message}\n")
            yield name, None


def over_records(
    names: tuple[str, ...],
    encoding: str,
    treat: Callable[[Iterator[RawRecord], str], Iterator[int]],
) -> NoReturn:
    """Let `treat` deal with the records of each file, and exit with the worst of its statuses."""
    worst = 0
    for name, stream in each_file(names):
        statuses = [] if stream is None else treat(split(decoded(stream, encoding)), name)
        status = max(statuses, default=-1)
        if status < 0 and stream is not None:
            say(f"{name}:1:1: no-record there is no record here\n")
        worst = max(worst, 2 if status < 0 else status)
    sys.exit(worst)


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """Open a file, or standard input for `-`, as bytes."""
    if name == STDIN:
        if sys.stdin is None:
            raise Unreadable("-:1:1: cannot-open there is no standard input")
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")  # noqa: SIM115 - closed below
    except OSError as problem:
        raise Unreadable(
            f"{name}:1:1: cannot-open this cannot be opened: {problem.strerror}"
        ) from problem
    with stream:
        yield stream


def decoded(stream: IO[bytes], encoding: str) -> Iterator[tuple[str, Finding | None]]:
    """Give the lines of a stream as text, each with the finding that a bad byte in it makes.

    A bad byte is kept as a lone surrogate, so that nothing is lost.  A byte order mark goes.
    """
    for number, raw in enumerate(stream, 1):
        line = raw.removeprefix(_BOM)
        if line.endswith(b"\r\n"):
            line = line[:-2] + b"\n"
        try:
            yield line.decode(encoding), None
        except UnicodeDecodeError as problem:
            text = line.decode(encoding, "surrogateescape")
            before = line[: problem.start].decode(encoding, "surrogateescape")
            why = f"byte 0x{line[problem.start]:02x} is no {encoding.upper()}"
            place = Place(number, len(before) + 1)
            yield text, Finding(Refusal(Code.ENCODING, text=why), place)


def the_record(name: str, encoding: str) -> RawRecord:
    """Read the one record of a file, or of standard input; more or none is an error."""
    for source, stream in each_file((name,)):
        if stream is None:
            raise SystemExit(2)
        found = list(islice(split(decoded(stream, encoding)), 2))
        if len(found) != 1:
            wrong = "there is no record here" if not found else "there is more than one record here"
            raise Unreadable(f"{source}:1:1: no-record {wrong}")
        return found[0]
    raise SystemExit(2)


def replayed(name: str, encoding: str, chosen: Setting) -> Replay:
    """Replay the one record of a file; its diagnostics go to standard error."""
    found = replay(read(the_record(name, encoding)), chosen)
    say(diagnostics(name, found.findings))
    if found.last is None:
        raise SystemExit(2)
    return found


def at_ply(found: Replay, ply: int | None) -> Position:
    """Give the position after a ply that the record must have; its last legal one for None."""
    if ply is not None and ply > found.length:
        raise click.UsageError(f"the record has no ply {ply}, but {found.length}")
    return position_at(found, found.length if ply is None else ply)
