"""Where: the position that a command is about, given by a record, a ply, or a position line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

import click

from aofref.cli.common import (
    STDIN,
    Broken,
    Command,
    Unreadable,
    as_played_option,
    complaint,
    decoded,
    encoding_option,
    gathered,
    open_position,
    open_variant,
    opened,
    replayed,
    setting,
    setting_options,
)
from aofref.findings import Code
from aofref.judge.replay import position_at
from aofref.judge.verdict import Replay
from aofref.notation.records import RawRecord, excerpt, read, split
from aofref.rules.position import Position


class Where(NamedTuple):
    """What was said of the position: a game and a position line, or a place in a record."""

    variant: str
    rulings: tuple[str, ...]
    position: str | None
    ply: int | None
    game: str | None
    as_played: bool
    encoding: str

    def found(self, file: str | None, *, from_input: bool = False) -> Position:
        """Give the position; without FILE and --position it is the game's first.

        With `from_input` a command without either reads the record from standard input.
        """
        of_record = self.ply is not None or self.game is not None or self.as_played
        if self.position is not None and (file is not None or of_record):
            raise click.UsageError("--position goes without FILE, --ply, --game and --as-played")
        if file is None and (from_input or of_record) and self.position is None:
            file = STDIN
        if file is not None:
            return self._of_record(file)
        if not self.variant:
            raise click.UsageError("give a record FILE, or --variant")
        return open_position(open_variant(self.variant, self.rulings), self.position)

    def _of_record(self, file: str) -> Position:
        chosen = setting(self.variant, self.rulings, as_played=self.as_played)
        found = replayed(one_record(file, self.encoding, self.game), file, chosen)
        return position_at(found, ply_of(found, self.ply))


def ply_of(found: Replay, ply: int | None) -> int:
    """Give a ply that a record must have: the last for None, from the end if it is negative."""
    if ply is None:
        return found.length
    at = ply + found.length + 1 if ply < 0 else ply
    if not 0 <= at <= found.length:
        raise click.UsageError(f"the record has no ply {ply}, but {found.length}")
    return at


def where_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the options that say which position is meant, and hand them on as one, `where`."""
    found = gathered(command, "where", Where)
    found = place_options(as_played_option(encoding_option(found)))
    line = click.option("--position", metavar="P", help="A position line instead of a record.")
    return setting_options(line(found))


def place_options(command: Command) -> Command:
    """Add --ply and --game: which position of which record."""
    command = click.option("--game", metavar="GAME", help="Record GAME of FILE: N, or TAG~TEXT.")(
        command
    )
    return click.option(
        "--ply", type=int, metavar="N", help="After ply N; negative: from the end, -1 the last."
    )(command)


def json_option(command: Command) -> Command:
    """Add --format text|json."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="Lines to read, or one object for scripts.",
    )(command)


def one_record(file: str, encoding: str, game: str | None) -> RawRecord:
    """Read the one record of a file, or of standard input, or that which --game names."""
    with opened(file) as stream:
        records = split(decoded(stream, encoding))
        try:
            if game is None:
                return _only(file, list(islice(records, 2)))
            return named_record(file, records, game)[1]
        except Broken as problem:
            raise Unreadable(problem.of(file)) from problem


def named_record(file: str, records: Iterable[RawRecord], game: str) -> tuple[int, RawRecord]:
    """Give the record that --game names, with its number in the file."""
    if re.fullmatch("[0-9]{1,9}", game):
        return int(game), _numbered(file, records, int(game))
    return _tagged(file, records, game)


def _only(file: str, found: list[RawRecord]) -> RawRecord:
    if len(found) == 1:
        return found[0]
    raise _fault(file, "there is more than one record here: say --game" if found else _NONE)


_NONE = "there is no record here"


def _numbered(file: str, records: Iterable[RawRecord], wanted: int) -> RawRecord:
    if not wanted:
        raise click.UsageError("--game counts from 1")
    number = 0
    for number, raw in enumerate(records, 1):
        if number == wanted:
            return raw
    raise _fault(file, f"there is no record {wanted}, but {number}" if number else _NONE)


def _tagged(file: str, records: Iterable[RawRecord], game: str) -> tuple[int, RawRecord]:
    """Give the one record with a tag that contains a text, in any case."""
    name, sign, text = game.partition("~")
    if not sign or not name:
        raise click.UsageError("--game is a number, or TAG~TEXT")
    found, seen = [], 0
    for seen, raw in enumerate(records, 1):
        tag = read(raw).tag(name)
        if tag is not None and text.casefold() in tag.value.casefold():
            found.append((seen, raw))
    if len(found) == 1:
        return found[0]
    if found:
        which = ", ".join(str(number) for number, _ in found[:10])
        raise _fault(file, f"records {which} all have {excerpt(text)} in {name}")
    raise _fault(file, f"no record has {excerpt(text)} in {name}" if seen else _NONE)


def _fault(file: str, text: str) -> Unreadable:
    return Unreadable(complaint(file, Code.NO_RECORD, text))
