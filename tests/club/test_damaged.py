"""Files of a club that are damaged: what was granted or used is not forgotten without a word."""

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
    rows = json.loads(club.ran("--status", "--format", "json").stdout)["faulty"]
    assert all(row["do"].endswith(row["file"]) for row in rows)
    return [f"{row['file']}:{row['message']}" for row in rows]


def said(club: AClub) -> str:
    """Run the club, and give what the digest says."""
    club.ran("--now", "2026-11-30T10:00:00Z")
    return " ".join(" ".join(made.get_content() for made in club.answers(to="arbiter")).split())


def a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


DAMAGES: dict[str, tuple[Callable[[Path], object], str]] = {
    "garbage": (lambda path: path.write_text("garbage"), "1:1: syntax this is to begin with"),
    "bytes": (lambda path: path.write_bytes(path.read_bytes() + b"a\t\xff"), "3:3: encoding"),
    "empty": (lambda path: path.write_text(""), "1:1: syntax this is to begin with"),
    "gone": (lambda path: path.unlink(), "1:1: syntax this is to begin with"),
    "torn": (lambda path: path.write_text(path.read_text()[:-20]), "2:1: syntax this is no order"),
    "days": (
        lambda path: path.write_text(path.read_text().replace("01-10", "13-10")),
        "2:1: syntax this is no order",
    ),
    "twice": (
        lambda path: path.write_text(path.read_text() + path.read_text().split("\n")[1]),
        "3:1: syntax this is no order of leave, or the same again",
    ),
    "folder": (a_folder, "1:1: cannot-open"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damaged_list_of_leave_gives_no_quota_back(club: AClub, name: str) -> None:
    """Until it is corrected, all days in the column count as ordered."""
    path = club.folder / "leave.tsv"
    before = path.read_bytes()
    damage, why = DAMAGES[name]
    damage(path)
    damaged = path.read_bytes() if path.is_file() else b""
    club.mail("Anna", "[g-1]", SECOND)
    club.mail("Anna", "[g-1]", "away")
    done = club.ran("--format", "json", "--now", NOW)
    assert [json.loads(line)["verdict"] for line in done.stdout.splitlines()] == [
        "refused",
        "listed",
    ]
    assert done.stderr.startswith(f"{path}:{why}") and done.stderr.count("\n") == 1
    assert faulty(club) == [done.stderr.rstrip()]
    assert "these are 5 days in 2027" in club.answer(3, "Anna")
    assert "2027-02" not in (club.folder / "players.tsv").read_text()
    assert (path.read_bytes() if path.is_file() else b"") == damaged
    assert why.split(": ")[1] in said(club)
    if path.is_dir():
        path.rmdir()
    path.write_bytes(before)  # the arbiter puts a copy back
    assert faulty(club) == [] and "leave.tsv" not in club.ran().stderr


@pytest.mark.parametrize("name", sorted(DAMAGES.keys() - {"folder"}))
def test_an_order_below_a_damaged_list(club: AClub, name: str) -> None:
    """It is carried out, and what the list has stays there, and at fault."""
    path = club.folder / "leave.tsv"
    DAMAGES[name][0](path)
    before = path.read_bytes() if path.is_file() else b""
    assert club.took("Anna: away 2027-02-01..2027-02-02\nLha5-fb3") == ["played"]
    assert "2027-02-01..2027-02-02" in (club.folder / "players.tsv").read_text()
    added = path.read_bytes()
    assert added.startswith(before) and added.count(b"2027-02-01..2027-02-02") == 1
    assert len(faulty(club)) == 1
    assert club.took("Anna: away 2027-03-01") == ["refused"]  # 8 and 2 are ten


def test_no_list_of_leave_before_the_first_order(tmp_path: Path) -> None:
    club = a_club(tmp_path, ARBITER)
    assert club.ran("--now", NOW).stderr == "" and faulty(club) == []
    (club.folder / "leave.tsv").write_text("id\taway\tmessage\n# none yet\n\n")
    assert club.took(f"Anna: {FIRST}") == ["away"] and faulty(club) == []


@pytest.mark.parametrize("text", ["{", "", "% 0 0123456789abcdef\n", "half", "other"])
def test_what_players_know(club: AClub, text: str) -> None:
    """The file is no such file, or half of one, or has been edited."""
    path = club.folder / "known" / "g-1.txt"
    whole = path.read_text()
    text = {"half": whole[: len(whole) // 2], "other": whole.replace("Anna", "Eve")}.get(text, text)
    path.write_text(text)
    assert faulty_at(club, path, "1:1")
    done = club.ran("--now", NOW)
    assert done.exit_code == 0 and done.stderr.startswith(f"{path}:1:1: syntax this is damaged")
    head, _, known = path.read_text().partition("\n")
    assert head.startswith("% 0 ") and known == club.text("g-1")
    assert club.ran("--now", NOW).stderr == ""
    path.write_text(text)
    assert "1:1: syntax this is damaged" in said(club)


def faulty_at(club: AClub, path: Path, place: str) -> bool:
    rows = json.loads(club.ran("--status", "--format", "json").stdout)["faulty"]
    return [row["file"] for row in rows] == [str(path)] and rows[0]["message"].startswith(place)


@pytest.mark.parametrize(
    ("text", "place"), [("garbage\n", "1:1"), ("\nE:Lha5-fb3", "2:1"), ("\n0\tE:Lha5-fb3 \xff", "")]
)
def test_plans(club: AClub, text: str, place: str) -> None:
    path = club.folder / "plans" / "g-1.I.plan"
    path.write_bytes(text.encode("latin-1"))
    for _ in range(2):
        done = club.ran("--now", NOW)
        assert done.exit_code == 0 and done.stderr.count("\n") == 1
        assert done.stderr.startswith(f"{path}:{place or '2:14'}: ")
    assert len(faulty(club)) == 1 and "E:Lha5" not in said(club)
    club.mail("Bela", "[g-1]", "if none")  # the player writes the plans again
    assert club.verdicts() == ["answered"] and faulty(club) == []


def test_a_list_of_players_in_another_encoding(club: AClub) -> None:
    path = club.folder / "players.tsv"
    path.write_bytes(path.read_bytes() + "jörg\tJ\tj@example.net\n".encode("latin-1"))
    for args in ((), ("--status",)):
        done = club.ran(*args)
        assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
        assert done.stderr.startswith(f"{path}:5:2: encoding is not in UTF-8")
