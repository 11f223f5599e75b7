"""Perft tables: RULES 11 and regression pins."""

from __future__ import annotations

import pytest

from aofref import games
from aofref.rules import turn
from aofref.rules.turn import perft
from tests.helpers import FIXTURES, aofref, game

MOST = 400_000
"""Deeper counts are checked by `aofref perft` by hand, not at every run."""


def table(name: str) -> list[tuple[int, int]]:
    lines = (FIXTURES / "perft" / f"{name}.txt").read_text("utf-8").splitlines()
    rows = [line.split(maxsplit=2) for line in lines if not line.startswith("#")]
    return [(int(depth), int(count)) for depth, count, _ in rows]


@pytest.mark.parametrize("name", games.IDS)
def test_perft(name: str) -> None:
    position, _ = turn.start(game(name))
    rows = [row for row in table(name) if row[1] <= MOST]
    assert len(rows) >= 2
    for depth, count in rows:
        assert perft(position, depth) == count


def test_perft_is_a_number() -> None:
    found = aofref("perft", "--variant", "aof2", "--depth", "1")
    assert (found.exit_code, found.stdout) == (0, "28\n")  # RULES 11
