"""What every game owes: a new one is told what it lacks, by name."""

from __future__ import annotations

import pytest

from aofref import variants
from tests.helpers import FIXTURES

OWED = {
    "a diagram of every piece": "pieces/{}.txt",
    "perft counts": "perft/{}.txt",
    "adjudication cases": "cases/{}.txt",
    "a record": "records/{}-*.aof",
    "the JSON report of a record": "records/{}-*.json",
}


@pytest.mark.parametrize("name", variants.IDS)
@pytest.mark.parametrize("what", OWED)
def test_game_has(name: str, what: str) -> None:
    pattern = OWED[what].format(name)
    assert list(FIXTURES.glob(pattern)), f"{name} lacks {what}: fixtures/{pattern}"


def test_every_game_can_be_found() -> None:
    for name, aliases in variants.GAMES.items():
        for called in (name, name.upper(), *aliases):
            found = variants.find(called)
            assert found is not None and found.id == name
    assert len(variants.ALIASES) == sum(map(len, variants.GAMES.values()))
    assert variants.find("model") is None and variants.find("") is None
