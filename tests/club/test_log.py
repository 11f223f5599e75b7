"""The log of a club: its columns, a last line that is torn, a log that is lost."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.club.test_killed import a_season, shown, treat
from tests.clubs import NOW, AClub, a_club

COLUMNS = ["time", "hash", "message", "player", "game", "verdict", "answers"]


def rows(folder: Path) -> list[dict[str, str]]:
    first, *lines = (folder / "log.tsv").read_text("utf-8").splitlines()
    names = first.split("\t")
    assert names[: len(COLUMNS)] == COLUMNS
    return [dict(zip(names, line.split("\t"), strict=True)) for line in lines]


def test_a_line_a_message(tmp_path: Path) -> None:
    club = a_club(tmp_path)
    club.mail("Anna", "[G-1]", "Lha5-fb3")
    club.mail("eve@example.com", "hello", "Can I join?")
    club.mail("Bela", "[g-1]", "ea3-fa3", Auto_Submitted="auto-replied")
    club.run()
    played, stranger, robot = rows(club.folder)
    assert played["time"] == "2026-11-21T09:56:41Z" and played["message"] == "<1@example.net>"
    assert (played["player"], played["game"], played["verdict"]) == ("anna", "g-1", "played")
    assert f"%mail {played['hash']}" in club.text("g-1")
    sent = [one["Message-ID"] for one in club.answers("<1@example.net>")]
    assert sorted(f"<{name}@example.org>" for name in played["answers"].split()) == sorted(sent)
    assert (stranger["player"], stranger["game"]) == ("eve@example.com", "")
    assert (stranger["verdict"], robot["verdict"], robot["answers"]) == ("held", "robot", "")


def test_a_line_a_part(tmp_path: Path) -> None:
    """The days of an order of leave have one of their own, once."""
    club = a_club(tmp_path)
    club.mail("Anna", "[g-1]", "away 2026-12-01..2026-12-03")
    club.mail("Anna", "[g-1]", "Lha5-fb3\n\naway 2026-12-10")
    assert club.verdicts() == ["away", "away", "played"]
    mine = [row for row in rows(club.folder) if row["player"] == "anna"]
    assert [(row["verdict"], row["note"], bool(row["file"])) for row in mine] == [
        ("away", "2026-12-01..2026-12-03", False),
        ("away", "", True),
        ("away", "2026-12-10", False),
        ("away", "", False),
        ("played", "", True),
    ]
    hashes = [row["hash"] for row in rows(club.folder)]
    assert [hashes.count(row["hash"]) for row in mine if row["file"]] == [1, 2]
    players = (club.folder / "players.tsv").read_text("utf-8")
    assert "2026-12-01..2026-12-03,2026-12-10" in players


def test_a_torn_last_line(tmp_path: Path) -> None:
    """It is cut off, and what it said is said again, with the same Message-ID."""
    club = a_club(tmp_path)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.run()
    club.mail("Bela", "[g-1]", "show")
    (path,) = (club.folder / "in" / "new").iterdir()
    log = club.folder / "log.tsv"
    before = log.read_bytes()
    club.run()
    whole = shown(club.folder)
    (name,) = rows(club.folder)[-1]["answers"].split()
    for size in range(len(before), len(whole["log.tsv"]), 7):
        (club.folder / "in" / "cur" / f"{path.name}:2,S").rename(path)
        answer = club.folder / "out" / "new" / name
        answer.rename(club.folder / "out" / "tmp" / f"{name}.club")
        log.write_bytes(whole["log.tsv"][:size])
        assert club.verdicts() == ["answered"]
        assert shown(club.folder) == whole


@pytest.mark.parametrize("torn", [b"", b"2026-11-21T09:5"])
@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
@pytest.mark.parametrize("head", [True, False])
def test_a_log_that_an_editor_wrote(head: bool, end: bytes, torn: bytes, tmp_path: Path) -> None:
    """With a mark at its beginning, other ends of lines, or half a line more."""
    club = a_club(tmp_path)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.mail("Bela", "[g-1]", "ea3-fa3")
    club.run()
    log = club.folder / "log.tsv"
    lines = log.read_bytes().splitlines()[not head :]
    log.write_bytes(b"\xef\xbb\xbf" + b"".join(line + end for line in lines) + torn)
    club.mail("Anna", "[g-1]", "Lha5-fb3", Message_ID="<1@example.net>")
    club.mail("Carl", "[g-1]", "ga1-fa1")
    done = club.ran("--format", "json", "--now", NOW)
    verdicts = [json.loads(line)["verdict"] for line in done.stdout.splitlines()]
    assert verdicts == ["duplicate", "played"] and done.stderr == ""
    assert len(club.answers()) == 12


@pytest.mark.parametrize("lose", [Path.unlink, lambda log: log.write_bytes(b"")])
def test_a_lost_log_is_made_anew(lose: Callable[[Path], object], tmp_path: Path) -> None:
    """Nobody is answered twice, and there is no second digest.

    That a message came again, and its answer was sent again, is forgotten.
    """
    club = a_season(tmp_path / "club")
    treat(club.folder)
    before = shown(club.folder)
    said = [row for row in rows(club.folder) if row["answers"] and row["verdict"] != "duplicate"]
    lose(club.folder / "log.tsv")
    done = club.ran("--now", NOW)
    assert done.stderr.startswith("aofref: log.tsv was lost: it was made anew from the records")
    after = shown(club.folder)
    assert {name for name in after if name.startswith("out/")} == {
        name for name in before if name.startswith("out/")
    }
    again = rows(club.folder)
    assert [row for row in again if row["answers"]] == sorted(
        said, key=lambda row: (row["time"], row["answers"])
    )
    assert not club.ran("--now", NOW).stderr.startswith("aofref: log.tsv")


def test_a_message_that_came_again_after_the_log_was_lost(tmp_path: Path) -> None:
    club = a_club(tmp_path)
    first = club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.run()
    for path in (*(club.folder / "out" / "new").iterdir(), club.folder / "log.tsv"):
        path.unlink()
    club.mail("Anna", "[g-1]", "Lha5-fb3", Message_ID=first)
    assert club.verdicts() == ["duplicate"]
    assert "came before" in club.answer(first, "Anna")


def test_a_line_that_cannot_be_read(tmp_path: Path) -> None:
    """It is passed over, and named."""
    club: AClub = a_club(tmp_path)
    club.run()
    with (club.folder / "log.tsv").open("a") as file:
        file.write("yesterday\tx\n")
    assert "log.tsv:2:1: " in club.ran("--now", NOW).stderr
