"""A held message is judged anew by `--again`, or settled by `--done`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.clubs import AClub, a_club


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """Give a club that holds Anna's move, because an editor had broken the record."""
    club = a_club(tmp_path)
    path = club.folder / "games" / "g-1.aof"
    text = path.read_text()
    path.write_text(text + "hello\n")
    assert club.took("Anna: Lha5-fb3") == ["held"]
    path.write_text(text)
    (answer,) = club.answers()
    assert "passed on to the arbiter" in " ".join(answer.get_content().split())
    return club


def held(club: AClub) -> list[Path]:
    return sorted((club.folder / "held" / "new").iterdir())


def by_file(club: AClub) -> list[str]:
    return ["--again", str(held(club)[0])]


def test_more_than_are_answered_a_day(tmp_path: Path) -> None:
    """What was held because it was too much is judged and answered, though the day is used up."""
    club = a_club(tmp_path)
    assert club.took(*["Anna: help"] * 21, "Anna: show") == ["answered"] * 20 + ["held"] * 2
    for _ in range(2):
        assert club.verdicts(*by_file(club)) == ["answered"]
    assert len(club.answers("<22@example.net>")) == 1
