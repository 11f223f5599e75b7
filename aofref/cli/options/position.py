"""Where: the game and the position that a command is about, by option, record and ply."""

import sys
from collections.abc import Mapping
from typing import Any

import click
from click.core import ParameterSource

from aofref import games
from aofref.cli.io import STDIN, opened, refused, stderr, stdout
from aofref.cli.many import Records, judged
from aofref.cli.options import shared
from aofref.cli.options.option import complete_files, option, refuse_if, together, usage
from aofref.findings import BadPosition, diagnostics
from aofref.judge.replay.opening import Setting
from aofref.library.position import Position, Variant, variant
from aofref.library.record import Record
from aofref.text import json_line, on_one_line, some
from aofref.values import Value


def open_variant(name: str, rulings: tuple[str, ...]) -> Variant:
    """Open a game by id, alias, title, or path of its file, under rulings of its own."""
    if not name:
        raise no_game("name a game")
    name = shared.known_game(name, "VARIANT")
    with usage():
        games.check_rulings(rulings)
        return variant(name, rulings)


def no_game(why: str) -> click.UsageError:
    """Return an error for a command line without a game, with a list of all games."""
    known = (game for name in games.every() if (game := games.find(name)) is not None)
    listed = "".join(f"\n  {game.id:<29} {on_one_line(game.title)}" for game in known)
    return click.UsageError(f"{why}, by its id or title:{listed}")


def open_given(game: Variant, given: str | None) -> Position:
    """Parse the value of --position; the game's first position if it is None.

    It is a line, or a FEN, whose warnings are written; `-` is the content of standard input.
    """
    if given is None:
        return game.start()
    text = given
    if given == STDIN:
        with opened(STDIN) as stream:
            # These are more bytes than any position line needs.
            text = stream.read(200_000).decode("utf-8", "replace").removeprefix("\ufeff")
    try:
        position = game.position(text)
    except BadPosition as problem:
        raise refused("--position", problem) from problem
    stderr(diagnostics("--position", game.fen_warnings(text)))
    return position


def record_from(at: Position, given: str | None) -> Record:
    """Make a record without a move that begins from a position; `given` is None for the start."""
    from aofref.library.files import loads
    from aofref.notation.records import write_tags

    tags = [("Variant", at.variant.id)]
    if given is not None:
        tags.append(("FEN", at.fen()) if at.halfmove_clock else ("Position", str(at)))
    if at.variant.rulings:
        tags.append(("Rulings", " ".join(at.variant.rulings)))
    return loads(f"{write_tags(tags)}*\n", source="--variant" if given is None else "--position")


class Where(Value):
    """The position that options select: a game and a position line, or a ply of a record."""

    setting: Setting
    position: str | None
    ply: int | None
    encoding: str
    file: str | None = None
    game: str | None = None

    def located(self, *, from_input: bool = False) -> tuple[Position, int]:
        """Return the position, and the exit status of its record.

        With --variant, but without FILE and --position, it is the game's first.  Without all three
        the record is read from standard input, unless that is a terminal; with `from_input` it is
        read there in any case.
        """
        file = self.file
        source = click.get_current_context().get_parameter_source("as_played")
        as_played = source is not ParameterSource.DEFAULT  # not by the environment
        of_record = as_played or self.ply is not None or self.game is not None
        at_terminal = sys.stdin is not None and sys.stdin.isatty()
        from_input = from_input or not (self.setting.variant or at_terminal)
        refuse_if(
            self.position is not None and (file is not None or of_record),
            "--position cannot be combined with FILE, --ply, --game or --as-played",
        )
        if file is None and (from_input or of_record) and self.position is None:
            file = STDIN
        if file is not None:
            record, status = judged(Records((file,), self.setting, self.encoding, game=self.game))
            return record.at(ply_of(record.plies, self.ply)), status
        return self.alone(), 0

    def alone(self) -> Position:
        """Return the position of --position; or the game's first."""
        if not self.setting.variant:
            raise no_game("give a record FILE, or a game with --variant")
        game = open_variant(self.setting.variant, self.setting.rulings)
        return open_given(game, self.position)


def ply_of(length: int, ply: int | None) -> int:
    """Return the number of a ply: the last for None, from the end if it is negative."""
    if ply is None:
        return length
    at = ply + length + 1 if ply < 0 else ply
    if not 0 <= at <= length:
        raise click.UsageError(f"the record has only {some(length, 'ply', 'plies')}")
    return at


def finish(form: str, report: Mapping[str, Any], text: str, status: int) -> int:
    """Write an answer as text or as JSON, and return its status."""
    stdout(json_line(report) if form == "json" else text)
    return status


position_option = option(
    "--position P", "A position line or a FEN; with -, from standard input.", once=True
)
place_options = together(
    option("--ply N", "After ply N; if negative, from the end: -1 is the last.", once=True),
    option("--game GAME", "Record GAME of FILE: N, or TAG~TEXT.", once=True),
)
"""The options that select a record and a ply."""

where_options = together(
    click.argument("file", required=False, shell_complete=complete_files),
    shared.reading_options(),
    position_option,
    place_options,
)
"""FILE and the options that select a position: a `Where`."""
