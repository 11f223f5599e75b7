"""What `check --quiet` costs since another checkout, in instructions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from aofref.notation.movetext import Notation
from benchmarks import play
from benchmarks.twins import COMMAND, instructions
from tests.helpers import ROOT

MOST = 1.05
ROWS = {
    "aof2": (Notation.LAN, Notation.COURIER),
    "heathen-europe": (Notation.LAN, Notation.SAN, Notation.COURIER),
    "chess": (Notation.SAN,),
}


def costs(folder: Path, then: Path, only: list[str], quick: bool) -> Iterator[tuple[str, float]]:
    """Yield the games and notations, each with its instructions by those of the source in `then`.

    Those of an empty record do not count.
    """
    for name, notations in ROWS.items():
        game = play.tables(name)
        for notation in notations:
            if only and not any(word in f"{name} {notation.value}" for word in only):
                continue
            played = [[], *play.aof_games(game, 1 if quick else 15)]
            texts = [play.aof_record(game, moves, notation) for moves in played]
            counts: list[float] = []
            for source in (ROOT, then):
                for text in (texts[0], "".join(texts)):
                    path = folder / f"{name}.aof"
                    path.write_text(text, "utf-8")
                    program = COMMAND.format(words=["check", "--quiet", str(path)])
                    counts.append(instructions(program, folder, source))
            yield f"{name} {notation.value}", (counts[1] - counts[0]) / (counts[3] - counts[2])
