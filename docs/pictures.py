"""Make the pictures of README.md and the rulebooks again: `python docs/pictures.py`.

A picture is what `aofref show` draws of a record in `fixtures/records`, or `aofref rules` of a
piece; each game that comes with aofref has a rulebook.  A test says when one is stale.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from aofref import games
from aofref.cli.app import main

HERE = Path(__file__).parent
RECORDS = HERE.parent / "fixtures" / "records"


class Picture(NamedTuple):
    """A picture: its file, the record, the ply, and the view."""

    name: str
    record: str
    ply: int
    view: str = "flat"


PICTURES = (
    Picture("aof2", "aof2-01-en-passant", 27),
    Picture("aof6", "aof6-05-checkmater-wins", 24, "stacked"),
    Picture("proto-prelates", "proto-prelates-01-en-passant", 30),
    Picture("sd2l-cohen", "sd2l-cohen-01-checkmate", 20),
    Picture("sd2l-sling", "sd2l-sling-01-checkmate", 16),
    Picture("heathen-europe", "heathen-europe-01-checkmate", 18, "stacked"),
    Picture("raumschach", "raumschach-01-opening", 3),
    Picture("glinski", "glinski-01-en-passant", 5),
)


FIRST = HERE / "first.svg"
"""The picture at the top of README, of the game that is begun below it."""
OF_A_PIECE = HERE / "rules" / "gryphon.svg"
"""The drawing of a piece that README shows."""


def drawn(picture: Picture) -> str:
    """Draw a picture as the program does now."""
    where = str(RECORDS / f"{picture.record}.aof")
    options = ("--pieces", "drawings", "--view", picture.view, "--ply", str(picture.ply))
    return _said("show", "--format", "svg", *options, where)


def of_the_first_game() -> str:
    """Draw the game of README, and where a Knight may go in it."""
    begun = _said("new", "heathen-europe", "--player", "White=Anna", "--player", "Black=Bela")
    played = _said("play", "-", "Nab2-bb4", "Nae5-bc5", given=begun)
    options = ("--from", "bb4", "--pieces", "drawings", "--caption", "--width", "110")
    return _said("show", "--format", "svg", *options, given=played)


def of_a_piece() -> str:
    """Draw the piece that README shows."""
    return _said("rules", "aof2", "Y", "--format", "svg")


def rulebook(name: str) -> str:
    """Write the rulebook of a game."""
    return _said("rules", name, "--format", "html")


def _said(*args: str, given: str = "") -> str:
    found = CliRunner().invoke(main, args, input=given)
    assert found.exit_code == 0, found.output
    return found.stdout


if __name__ == "__main__":
    FIRST.write_text(of_the_first_game(), "utf-8", newline="\n")
    OF_A_PIECE.parent.mkdir(exist_ok=True)
    OF_A_PIECE.write_text(of_a_piece(), "utf-8", newline="\n")
    for game in games.every():
        path = OF_A_PIECE.with_name(f"{game}.html")
        path.write_text(rulebook(game), "utf-8", newline="\n")
    for picture in PICTURES:
        (HERE / f"{picture.name}.svg").write_text(drawn(picture), "utf-8", newline="\n")
