"""Several games in one message: each part is judged for itself, and one answer is for all."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from aofref import new
from aofref.club.inbox import parts_of
from aofref.notation import mail
from tests.clubs import of_a_season
from tests.helpers import grows_evenly

MOVES = {
    "a line above each": "[hec-1]\nac2-ad2\n\n[hec-2]\nNdb2-cb4\n\n[aof-1]\nLha5-fb3",
    "before each move": "[hec-1] ac2-ad2\n[hec-2] Ndb2-cb4\n[aof-1] Lha5-fb3",
    "with colons": "hec-1: ac2-ad2\nHEC-2: Ndb2-cb4\naof-1: Lha5-fb3",
    "in any case, with stars": "*[HEC-1]*\nac2-ad2\n  [hec-2]: Ndb2-cb4\n*Aof-1: Lha5-fb3*",
    "with words": "Dear all,\n\n[hec-1]\nGood luck!\nac2-ad2\n[hec-2] Ndb2-cb4\n[aof-1]\nLha5-fb3",
}


def test_invitations_and_reminders_say_how(tmp_path: Path) -> None:
    club = of_a_season(tmp_path, "--games", "2", "--pace", "10d", "--address", "club@example.org")
    ids = sorted(path.stem for path in (club.folder / "games").iterdir())
    for found in club.answers():
        assert all(f"[{id_}]" in found["Subject"] for id_ in ids)
        text = " ".join(found.get_content().split())
        assert "or about several: then write the name of each game before its move" in text


@pytest.mark.parametrize("unit", ["[g-1] ", "g-1: ", "[g-1]\n", "[", "[g-1]", "[x]\n", "a:"])
def test_its_time_grows_evenly(unit: str) -> None:
    game: Any = SimpleNamespace(record=new("aof2"))

    def parted(size: int) -> None:
        raw = f"From: a@b\n\n{unit * (size // len(unit))}\n".encode()
        parts_of("", mail.read(raw).lines, dict.fromkeys(("g-1", "g-2"), game))

    assert grows_evenly(parted, 8000)
