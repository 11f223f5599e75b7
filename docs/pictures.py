"""Make the pictures of README.md again: `python docs/pictures.py`.

Each is what `aofref show` draws of a record in `fixtures/records`; a test says when one is stale.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from aofref.cli.app import main

HERE = Path(__file__).parent
RECORDS = HERE.parent / "fixtures" / "records"


class Picture(NamedTuple):
    """A picture: its file, the record, the ply, and the options of `show`."""

    name: str
    record: str
    ply: int
    options: tuple[str, ...] = ()


PICTURES = (
    Picture("aof2", "aof2-01-en-passant", 27),
    Picture("aof6", "aof6-05-checkmater-wins", 24, ("--view", "stacked", "--pieces", "drawings")),
    Picture("proto-prelates", "proto-prelates-01-en-passant", 30),
    Picture("sd2l-cohen", "sd2l-cohen-01-checkmate", 20, ("--pieces", "drawings")),
    Picture("sd2l-sling", "sd2l-sling-01-checkmate", 16),
    Picture("heathen-europe", "heathen-europe-01-checkmate", 18, ("--view", "stacked")),
    Picture("raumschach", "raumschach-01-opening", 3, ("--pieces", "drawings")),
    Picture("glinski", "glinski-01-en-passant", 5, ("--pieces", "drawings")),
)


def drawn(picture: Picture) -> str:
    """Draw a picture as the program does now."""
    where = str(RECORDS / f"{picture.record}.aof")
    asked = ["show", "--format", "svg", "--ply", str(picture.ply), *picture.options, where]
    found = CliRunner().invoke(main, asked)
    assert found.exit_code == 0, found.output
    return found.stdout


if __name__ == "__main__":
    for picture in PICTURES:
        (HERE / f"{picture.name}.svg").write_text(drawn(picture), "utf-8", newline="\n")
