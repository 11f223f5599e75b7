"""Files of a club that are damaged are named, or made anew."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clubs import NOW, AClub, a_club

ARBITER = 'arbiter = "arbiter@example.org"\nleave = "10d"\n'
FIRST, SECOND = "away 2027-01-10..2027-01-17", "away 2027-02-01..2027-02-05"


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """A club in which Anna has ordered eight of ten days, and Bela has a plan."""
    club = a_club(tmp_path, ARBITER)
    club.mail("Anna", "[g-1]", FIRST)
    club.mail("Bela", "[g-1]", "if E:ga4-fa4 I:ea3-fa3\n")
    assert club.verdicts() == ["away", "answered"]
    return club


def faulty(club: AClub) -> list[str]:
    """Give the faults by `--status`, which a run says the same of, and each command for them."""
    rows = club.status()["faulty"]
    assert all(row["do"][0].endswith(row["file"]) for row in rows)
    return [f"{row['file']}:{row['message']}" for row in rows]


def said(club: AClub) -> str:
    """Run the club, and give what the digest says."""
    club.ran("--now", "2026-11-30T10:00:00Z")
    return " ".join(" ".join(made.get_content() for made in club.answers(to="arbiter")).split())


DAMAGES: dict[str, Callable[[Path], object]] = {
    "garbage": lambda path: path.write_text(path.read_text() + "garbage\n"),
    "bytes": lambda path: path.write_bytes(b"\xff\t\xff\n" + path.read_bytes()),
    "gone": lambda path: path.unlink(),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_log(club: AClub, name: str) -> None:
    """Each run names it until it is corrected, and goes by the lines that it can read."""
    path = club.folder / "log.tsv"
    before = path.read_bytes()
    DAMAGES[name](path)
    club.mail("Anna", "[g-1]", SECOND)
    done = club.ran("--format", "json", "--now", NOW)
    verdicts = [json.loads(line)["verdict"] for line in done.stdout.splitlines()]
    assert verdicts == ["away" if name == "gone" else "refused"]
    assert "log.tsv" in done.stderr and done.stderr.count("\n") == 1
    assert bool(faulty(club)) == (name != "gone")
    path.write_bytes(before)
    assert faulty(club) == []


@pytest.mark.parametrize("text", ["{", "", "% 0 0123456789abcdef\n", "half", "other"])
def test_what_players_know(club: AClub, text: str) -> None:
    """The file is no such file, or half of one, or has been edited: it counts as lost."""
    path = club.folder / "known" / "g-1.txt"
    whole = path.read_text()
    text = {"half": whole[: len(whole) // 2], "other": whole.replace("Anna", "Eve")}.get(text, text)
    path.write_text(text)
    assert faulty(club) == []
    done = club.ran("--now", NOW)
    assert done.exit_code == 0 and done.stderr == ""
    head, _, known = path.read_text().partition("\n")
    assert head.startswith("% 0 ") and known == club.text("g-1")


@pytest.mark.parametrize(
    ("text", "place"),
    [("garbage\n", "1:1"), ("\nE:Lha5-fb3", "2:1"), ("\n0\tE:Lha5-fb3 \xff", "2:1")],
)
def test_plans(club: AClub, text: str, place: str) -> None:
    path = club.folder / "plans" / "g-1.I.plan"
    path.write_bytes(text.encode("latin-1"))
    for _ in range(2):
        done = club.ran("--now", NOW)
        assert done.exit_code == 0 and done.stderr.count("\n") == 1
        assert done.stderr.startswith(f"{path}:{place}: ")
    assert len(faulty(club)) == 1 and "E:Lha5" not in said(club)
    club.mail("Bela", "[g-1]", "if none")  # the player writes the plans again
    assert club.verdicts() == ["answered"] and faulty(club) == []
