"""What the commands share: options, reading streams, choosing a game, printing."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, TypeVar

import click

from aofref import variants
from aofref.findings import Code, Finding, Place, Refusal
from aofref.game import Game, game_of
from aofref.notation import positions
from aofref.position import Position
from aofref.replay import Setting
from aofref.report.messages import sentence
from aofref.rules import turn
from aofref.variants.model import Variant

STDIN = "-"
_BOM = b"\xef\xbb\xbf"

Command = TypeVar("Command", bound=Callable[..., Any])


class Unreadable(click.ClickException):
    """Input that cannot be read: exit status 2."""

    exit_code = 2


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
        "--variant", default="", metavar="ID", help="The game of records that do not name theirs."
    )(command)


def setting(variant: str, rulings: tuple[str, ...]) -> Setting:
    """Check the values of --variant and --ruling."""
    if variant and variants.find(variant) is None:
        raise click.UsageError(f"unknown-variant: no such variant: {variant}")
    for ruling in rulings:
        known = {ruling for name in variants.IDS for ruling in _game(name).rulings}
        if ruling not in known:
            raise click.UsageError(
                f"no such ruling: {ruling}; there are {', '.join(sorted(known))}"
            )
    return Setting(variant, rulings)


def _game(name: str) -> Variant:
    found = variants.find(name)
    assert found is not None
    return found


def open_variant(variant: str, rulings: tuple[str, ...]) -> Game:
    """Give the game that --variant names, which must be there, under the rulings that apply."""
    if not variant:
        raise click.UsageError("--variant is needed")
    chosen = setting(variant, rulings)
    found = _game(variant)
    return game_of(found, tuple(sorted(r for r in chosen.rulings if r in found.rulings)))


def open_position(game: Game, line: str | None) -> Position:
    """Read --position, or give the start position."""
    if line is None:
        return turn.start(game)[0]
    found = positions.read(game, line)
    if isinstance(found[0], Position):
        return found[0]
    faults = [fault for fault in found if isinstance(fault, Refusal)]
    raise Unreadable("\n".join(f"--position:1:1: {f.code.value} {sentence(f)}" for f in faults))


@contextmanager
def opened(name: str) -> Iterator[IO[bytes]]:
    """Open a file, or standard input for `-`, as bytes."""
    if name == STDIN:
        yield sys.stdin.buffer
        return
    try:
        stream = Path(name).open("rb")
    except OSError as problem:
        raise Unreadable(f"{name}: {problem.strerror or problem}") from problem
    with stream:
        yield stream


def decoded(stream: IO[bytes], encoding: str) -> Iterator[tuple[str, Finding | None]]:
    """Give the lines of a stream as text, each with the finding that a bad byte in it makes.

    A bad byte is kept as a lone surrogate, so that nothing is lost.  A byte order mark goes.
    """
    for number, raw in enumerate(stream, 1):
        line = raw.removeprefix(_BOM) if number == 1 else raw
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
