"""Many records: how much faster two processes are by the clock than one, and Dask beside them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path

from aofref.notation.movetext import Notation
from aofref.rules import compiled
from benchmarks import play
from benchmarks.measure import Row, process
from tests.clusters import started

AOFREF = [sys.executable, "-m", "aofref"]
SIZE = 15_000_000 if compiled() else 5_000_000
"""The characters of records: judging twice as many, for a scheduler, takes one process twenty times
as long as loading Dask."""
COMMANDS = {
    "check": ["check", "--format", "json"],
    "convert": ["convert", "--to", "san"],
    "list": ["list"],
    "select --plies": ["select", "--plies", "10.."],
}
DRAWN = 100
"""The time of `gallery` for a record, relative to `check`."""


def rows(folder: Path, quick: bool) -> Iterator[Row]:
    """Run commands in two processes, by the clock, against one; `gallery` on fewer records."""
    size = 200_000 if quick else SIZE
    game = play.tables("aof2")
    some = [play.aof_record(game, played, Notation.LAN) for played in play.aof_games(game, 20)]
    text = "".join(some)
    path, longer, few = folder / "many.aof", folder / "longer.aof", folder / "few"
    path.write_text(text * (1 + size // len(text)))
    longer.write_text(text * (1 + 2 * size // len(text)))
    few.mkdir(exist_ok=True)
    for number in range(max(2 if quick else 8, min(size, 5_000_000) // (DRAWN * len(some[0])))):
        (few / f"{number}.aof").write_text(some[number % len(some)])
    for name, command in COMMANDS.items():
        yield _two(name, [*command, str(path)])
    drawn = ["gallery", str(few), "--output-dir", str(folder / "pages")]
    yield _two("gallery", drawn)
    with ExitStack() as stack:
        address = cache(lambda: stack.enter_context(started(folder, 2)).address)
        for name, command in (("check", [*COMMANDS["check"], str(longer)]), ("gallery", drawn)):
            yield Row(
                f"`{name} --scheduler`, two workers, by the clock",
                "aofref: `--jobs 2`",
                partial(_at_workers, address, command),
                process([*AOFREF, *command, "--jobs", "2"]),
                1,
                "wall",
                rounds=3,
            )


def _at_workers(address: Callable[[], str], command: list[str]) -> None:
    process([*AOFREF, *command, "--scheduler", address()])()


def _two(name: str, command: list[str]) -> Row:
    two, one = (process([*AOFREF, *command, "--jobs", jobs]) for jobs in "21")
    said = f"`{name} --jobs 2`, by the clock"
    return Row(said, "aofref: one process", two, one, 1.6, "wall", rounds=3)
