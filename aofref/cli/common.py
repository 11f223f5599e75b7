"""What the commands share: options, reading streams, choosing a game, printing."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from itertools import islice
from typing import IO, Any, TypeVar

import click

from aofref import variants
from aofref.cli import progress
from aofref.cli.complete import complete_rulings
from aofref.cli.debug import debugging
from aofref.cli.output import put
from aofref.findings import UNREADABLE, WARNINGS, Code, Finding, Place, Refusal
from aofref.findings.facts import Words
from aofref.judge.opening import Setting, no_such_variant
from aofref.judge.replay import replay, unjudged
from aofref.judge.verdict import Judged, Replay, Unopened
from aofref.notation import positions
from aofref.notation.records import RawRecord, read, split
from aofref.report.messages import diagnostics, sentence
from aofref.rules import turn
from aofref.rules.position import Position
from aofref.rules.tables import Tables, tables_of
from aofref.text import escaped, in_bytes, on_one_line
from aofref.variants.model import Variant

STDIN = "-"
START = Place(1, 1)
BOM = b"\xef\xbb\xbf"

Command = TypeVar("Command", bound=Callable[..., Any])


def complaint(name: str, code: Code, text: str, place: Place = START) -> str:
    """Write a diagnostic of the command line's own: of a file, an argument or an option."""
    return on_one_line(f"{name}:{place.line}:{place.column}: {code.value} {text}")


class Unreadable(click.ClickException):
    """Input that cannot be read: exit status 2, the diagnostics alone on standard error."""

    exit_code = 2

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the diagnostics as they are."""
        say(f"{self.message}\n")


class Broken(Unreadable):
    """A stream that could be opened, and then not be read to its end."""

    def __init__(self, problem: OSError, line: int) -> None:
        """Note what the system said, and the line that could not be read."""
        why = f"this cannot be read on: {problem.strerror or problem}"
        super().__init__(why)
        self.place = Place(line, 1)

    def of(self, name: str) -> str:
        """Write the diagnostic with the name of the file."""
        return complaint(name, Code.CANNOT_OPEN, self.message, self.place)


def files(command: Command) -> Command:
    """Add the argument FILE..., which is standard input where there is none."""
    return click.argument("file", nargs=-1, type=click.Path())(command)


def gathered(command: Callable[..., None], name: str, kind: Any) -> Callable[..., None]:
    """Hand the values of several options on to a command as one, a `kind` called `name`."""

    @wraps(command)
    def called(**values: Any) -> None:
        values[name] = kind(**{field: values.pop(field) for field in kind._fields})
        command(**values)

    return called


OF_RECORDS = "The game of records that do not name theirs."


def setting_options(command: Command, variant: str = OF_RECORDS) -> Command:
    """Add --variant, with a text of its own, and --ruling."""
    command = click.option(
        "--ruling",
        "rulings",
        multiple=True,
        metavar="RULING",
        shell_complete=complete_rulings,
        help="Judge by another ruling, such as check=advisory; may be repeated.",
    )(command)
    return click.option(
        "--variant",
        default="",
        metavar="ID",
        shell_complete=complete_variants,
        help=variant,
    )(command)


def complete_variants(_ctx: click.Context, _param: click.Parameter, start: str) -> list[str]:
    """Complete a variant's id or alias."""
    return [name for name in (*variants.IDS, *variants.ALIASES) if name.startswith(start)]


def format_option(command: Command) -> Command:
    """Add --format, of text and JSON."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="What the answer looks like.",
    )(command)


def as_played_option(command: Command) -> Command:
    """Add --as-played."""
    return click.option(
        "--as-played", is_flag=True, help="Heed an arbiter's decisions in the record."
    )(command)


def setting(variant: str, rulings: tuple[str, ...], *, as_played: bool = False) -> Setting:
    """Check the values of --variant and --ruling, and make a setting of them."""
    if variant and variants.find(variant) is None:
        text = no_such_variant(variant)
        raise Unreadable(complaint("--variant", Code.UNKNOWN_VARIANT, text))
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
    """Give the game that --variant names, which must be there, under rulings that are its own."""
    if not variant:
        raise click.UsageError("--variant is needed")
    setting(variant, rulings)
    found = _game(variant)
    for ruling in rulings:
        if ruling not in found.rulings:
            has = ", ".join(sorted(found.rulings)) or "none"
            raise click.UsageError(f"{found.id} has no ruling {ruling}; it has {has}")
    return tables_of(found, tuple(sorted(set(rulings))))


def open_position(game: Tables, line: str | None) -> Position:
    """Read --position, or give the start position."""
    if line is None:
        return turn.start(game)[0]
    found = positions.read(game, line)
    if isinstance(found, positions.Faults):
        told = (complaint("--position", why.code, sentence(why)) for why in found.refusals)
        raise Unreadable("\n".join(told))
    return turn.begin(found)[0]


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


_PROBES = (bytes(range(128)), rb"\x \u12 \N{z} \q", b"+-~{ ~} \x1b$B")
"""ASCII, and what some encodings take for commands."""


def _known_encoding(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    """Let pass what keeps ASCII as it is: lines are split before they are decoded."""
    try:
        keeps = all(probe.decode(value) == probe.decode("ascii") for probe in _PROBES)
        bytes(range(128, 256)).decode(value, "surrogateescape")
        name = codecs.lookup(value).name
    except (LookupError, UnicodeError, ValueError) as problem:
        raise click.BadParameter(f"no encoding that keeps ASCII: {value}") from problem
    if not keeps:
        raise click.BadParameter(f"{value} does not keep ASCII; convert the file first")
    return name


def say(text: str) -> None:
    """Write diagnostics to standard error, with what could command a terminal made visible."""
    if text:
        shown = escaped(text)
        if _colored():
            shown = re.sub(_DIAGNOSTIC, _in_color, shown, flags=re.MULTILINE)
        progress.wipe()
        click.echo(shown.encode("utf-8"), nl=False, err=True)


_CODES = "|".join(code.value for code in Code)
_DIAGNOSTIC = rf"^(?P<place>.*?:[0-9]+:[0-9]+: )(?P<warning>warning: )?(?P<code>{_CODES}) "
"""A diagnostic; its pattern is compiled where something is coloured."""


def _in_color(found: re.Match[str]) -> str:
    place, code = click.style(found["place"], bold=True), found["code"]
    if found["warning"]:
        return f"{place}{click.style(found['warning'] + code, fg='yellow', bold=True)} "
    return f"{place}{click.style(code, fg='red', bold=True)} "


def _colored() -> bool:
    """Say whether diagnostics are colored: as --color says, or on a terminal without NO_COLOR."""
    context = click.get_current_context(silent=True)
    if context is not None and context.color is not None:
        return context.color
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return not plain and sys.stderr is not None and sys.stderr.isatty()


def write_out(text: str) -> None:
    """Write a report to standard output, with what could command a terminal made visible."""
    put(escaped(text).encode("utf-8"))


def write_tabbed(text: str) -> None:
    """Write tab-separated values, whose cells have been made safe, to standard output."""
    put(text.encode("utf-8"))


def pass_on(text: str) -> None:
    """Write records to standard output character for character, bytes that were no text, too."""
    put(in_bytes(text))


def status_of(findings: Iterable[Finding], *, strict: bool = False) -> int:
    """Give the exit status that the findings of a record call for; `strict` counts warnings."""
    codes = {finding.code for finding in findings} - (frozenset() if strict else WARNINGS)
    return 2 if codes & UNREADABLE else 1 if codes else 0


def each_file(names: Iterable[str]) -> Iterator[tuple[str, IO[bytes] | None]]:
    """Open the files in turn, standard input for no names; None for one that cannot be."""
    for name in names or (STDIN,):
        try:
            stream = opened(name)
        except Unreadable as problem:
            say(f"{problem.message}\n")
            yield name, None
            continue
        with stream as content:
            yield name, content


def worst_over(
    names: Iterable[str],
    encoding: str,
    treat: Callable[[Iterator[RawRecord], str], Iterator[int]],
) -> int:
    """Let `treat` deal with the records of each file, and give the worst of its statuses."""
    worst = 0
    for name, stream in each_file(names):
        worst = max(worst, 2 if stream is None else _over_stream(name, stream, encoding, treat))
    return worst


def _over_stream(
    name: str,
    stream: IO[bytes],
    encoding: str,
    treat: Callable[[Iterator[RawRecord], str], Iterator[int]],
) -> int:
    """Deal with the records of a stream, to where it breaks off, and give the worst status."""
    worst = -1
    try:
        for status in treat(split(decoded(stream, encoding)), name):
            worst = max(worst, status)
    except Broken as problem:
        say(f"{problem.of(name)}\n")
        return 2
    if worst < 0:
        say(f"{complaint(name, Code.NO_RECORD, 'there is no record here')}\n")
        return 2
    return worst


def safely(treat: Callable[[RawRecord], int], raw: RawRecord, name: str) -> int:
    """Give the status of dealing with a record; a fault of the program costs no other record."""
    try:
        return treat(raw)
    except (click.ClickException, OSError):
        raise
    except Exception as problem:
        if debugging():
            raise
        say(diagnostics(name, unjudged(raw, problem).findings))
        return 2


def opened(name: str) -> AbstractContextManager[IO[bytes]]:
    """Open a file, or standard input for `-` (which is left open), as bytes."""
    if name == STDIN:
        if sys.stdin is None:
            text = "there is no standard input"
            raise Unreadable(complaint(name, Code.CANNOT_OPEN, text))
        return nullcontext(sys.stdin.buffer)
    try:
        return open(name, "rb")  # noqa: PTH123 - pathlib takes a while to load
    except (OSError, ValueError) as problem:
        why = (problem.strerror if isinstance(problem, OSError) else None) or problem
        raise Unreadable(
            complaint(name, Code.CANNOT_OPEN, f"this cannot be opened: {why}")
        ) from problem


def decoded(stream: Iterable[bytes], encoding: str) -> Iterator[tuple[str, Finding | None]]:
    """Give the lines of a stream as text, each with the finding that a bad byte in it makes.

    A bad byte is kept as a lone surrogate, so that nothing is lost.  A byte order mark goes.
    Where the stream cannot be read on, Broken is raised.
    """
    number = 0
    try:
        for number, raw in enumerate(progress.reading(stream), 1):
            line = raw.removeprefix(BOM)
            if line.endswith(b"\r\n"):
                line = line[:-2] + b"\n"
            try:
                text = line.decode(encoding)
            except UnicodeDecodeError as problem:
                yield _with_bad_bytes(line, encoding, number, problem.start)
            else:
                yield text, None
    except OSError as problem:
        raise Broken(problem, number + 1) from problem


def _with_bad_bytes(line: bytes, encoding: str, number: int, at: int) -> tuple[str, Finding]:
    """Decode a line whose byte `at` is none of the encoding, and say so."""
    before = line[:at].decode(encoding, "surrogateescape")
    why = f"byte 0x{line[at]:02x} is no {encoding.upper()}"
    found = Finding(Refusal(Code.ENCODING, Words(why)), Place(number, len(before) + 1))
    return line.decode(encoding, "surrogateescape"), found


def the_record(name: str, encoding: str) -> RawRecord:
    """Read the one record of a file, or of standard input; more or none is an error."""
    with opened(name) as stream:
        try:
            found = list(islice(split(decoded(stream, encoding)), 2))
        except Broken as problem:
            raise Unreadable(problem.of(name)) from problem
    if len(found) != 1:
        wrong = "there is no record here" if not found else "there is more than one record here"
        raise Unreadable(complaint(name, Code.NO_RECORD, wrong))
    return found[0]


def replayed(raw: RawRecord, name: str, chosen: Setting) -> Replay:
    """Replay a record of a file; its diagnostics go to standard error.  Leave if it has no play."""
    found = replay(read(raw), chosen)
    say(diagnostics(name, found.findings))
    if isinstance(found, Unopened):
        raise SystemExit(2)
    return found


def well_formed(found: Judged, name: str) -> Replay:
    """Leave with its diagnostics if something of a record could not be read."""
    if isinstance(found, Unopened) or found.status == "malformed":
        say(diagnostics(name, found.findings))
        raise SystemExit(2)
    return found
