"""Many records: how much faster two processes are by the clock than one, and Dask beside them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from benchmarks import play
from benchmarks.measure import Row, Work, process
from tests.clusters import started

COMMANDS = {
    "check": ["check", "--format", "json"],
    "convert": ["convert", "--to", "san"],
    "list": ["list"],
    "select --plies": ["select", "--plies", "10.."],
    "select --tag": ["select", "--tag", "Variant=aof2"],
}
DEAR = 100
"""A record takes the gallery about so many times as long as `check`."""


def rows(folder: Path, size: int) -> Iterator[Row]:
    """Run commands on `size` characters of records, and the gallery on fewer, one to a file."""
    game = play.tables("aof2")
    few = [play.aof_record(game, played) for played in play.aof_games(game, 20)]
    games = "".join(few)
    path, dear = folder / "games.aof", folder / "games"
    path.write_text(games * (1 + size // len(games)))
    dear.mkdir()
    for number in range(max(8, size // (DEAR * len(few[0])))):
        (dear / f"{number}.aof").write_text(few[number % len(few)])
    for name, command in COMMANDS.items():
        yield _two(name, [*command, str(path)])
    yield _two("gallery", ["gallery", str(dear), "--output-dir", str(folder / "pages")])
    check = [*COMMANDS["check"], str(path), "--jobs"]
    yield Row("jobs 2 check, CPU time", _aofref([*check, "2"]), _aofref([*check, "1"]), 0, "cost")
    if find_spec("distributed") is not None:
        with started(folder, 2) as cluster:
            there = _aofref([*check[:-1], "--scheduler", cluster.address])
            yield Row("scheduler against jobs 2", there, _aofref([*check, "2"]), 0.9, "wall")


def _two(name: str, command: list[str]) -> Row:
    one, two = (_aofref([*command, "--jobs", jobs]) for jobs in ("1", "2"))
    return Row(f"jobs 2 {name}", two, one, 1.8, "wall")


def _aofref(words: list[str]) -> Work:
    return process([sys.executable, "-m", "aofref", *words])
