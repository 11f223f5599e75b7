"""Orders of players besides moves, and the form of the club's mails."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.club.test_killed import ends_alike, shown
from tests.clubs import NAMES, NOW, AClub, a_club, of_a_season
from tests.helpers import aofref


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """A club with a game of four, and one of Anna and Bela."""
    club = a_club(tmp_path, 'site = "https://club.example.org"\n[pace]\ncontrol = "10d"\n')
    club.game("hec-1", "heathen-europe")
    return club


# Words --------------------------------------------------------------------------------------------


def test_words_that_some_already_have(club: AClub) -> None:
    """A run that ends between two copies goes on with the rest, and sends nobody two."""
    club.mail("Anna", "[g-1]", "tell Hello")
    (path,) = (club.folder / "in" / "new").iterdir()
    raw, name = path.read_bytes(), path.name
    club.run()
    for copy in sorted((club.folder / "out" / "new").iterdir())[1:]:
        copy.rename(club.folder / "out" / "tmp" / f"{copy.name}.club")
    (done,) = (club.folder / "in" / "cur").iterdir()
    done.unlink()
    path = club.put(raw, name)
    assert club.verdicts() == ["told"]
    assert sorted(answer["To"] for answer in club.answers()) == sorted(
        f"{name} <{name.lower()}@example.net>" for name in NAMES.values()
    )


# Leaving ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("pace", [("--pace", "10d"), ()])
def test_invitations_and_reminders_say_how(tmp_path: Path, pace: tuple[str, ...]) -> None:
    club = of_a_season(tmp_path, "--games", "2", *pace, "--address", "club@example.org")
    ids = sorted(path.stem for path in (club.folder / "games").iterdir())
    for found in club.answers():
        assert all(f"[{id_}]" in found["Subject"] for id_ in ids)
        text = " ".join(found.get_content().split())
        assert "or about several: then write the name of each game before its move" in text
        assert ("Time control: 10 days" in text) == bool(pace)
        assert "\n\n\n" not in found.get_content()


def test_the_page_that_is_mailed_has_the_word(tmp_path: Path) -> None:
    players = "anna\tAnna\tanna@example.net\t\tsnare\nbela\tBela\tbela@example.net\t\tbass\n"
    club = a_club(tmp_path, "token = true\n", players, game="h", variant="heathen-europe")
    club.mail("Anna", "[h] snare", "show")
    club.run()
    (answer,) = club.answers("<1@example.net>")
    (page,) = (part.get_content() for part in answer.iter_attachments())
    assert '"word":"snare"' in page and "bass" not in page
    made = aofref(
        "gallery", str(club.folder / "games"), "--mail-to", "club@example.org",
        "--output-dir", str(tmp_path / "site"),
    )  # fmt: skip
    assert made.exit_code == 0
    assert "with your secret word in the Subject" in (tmp_path / "site" / "index.html").read_text()
    assert all("snare" not in page.read_text() for page in (tmp_path / "site").glob("*.html"))


# Another player -----------------------------------------------------------------------------------


TIMED = {"UTCDate": "2026.11.21", "UTCTime": "09:00:00", "TimeControl": "864000"}


def timed(tmp_path: Path) -> AClub:
    """A club in which Bela is to move in t-1 since 09:56:41 of 21 November, and Anna in t-2."""
    club = AClub(tmp_path / "timed")
    for name in ("t-1", "t-2"):
        club.game(name, "heathen-europe", **TIMED)
    club.game("t-3", "heathen-europe")
    with (club.folder / "players.tsv").open("a") as players:
        players.write("gina\tGina\tgina@example.net\n")
    assert club.took("Anna: ac2-ad2") == ["played"]
    return club


def test_ended_at_a_change(tmp_path: Path, effort: int) -> None:
    """Killed at a change: each army changes hands once, and everybody is told and invited once."""
    club = timed(tmp_path)
    words = ("--replace", "bela", "gina", "--time", "5d", "--address", "anna", "a@new.example")

    def processed(folder: Path) -> None:
        done = aofref("club", str(folder), "--now", "2026-11-26T12:00:00Z", *words)
        assert done.exit_code == 0, done.stderr

    whole = shutil.copytree(club.folder, tmp_path / "whole")
    processed(whole)
    written = {name for name in shown(whole) if name.startswith("out/new/")}
    # To two players of all three games; an invitation, an address; no reminders at half-time beside these.
    assert len(written - {*shown(club.folder)}) == 2 + 1 + 1
    ends_alike(1 if effort > 1 else 13, processed, club.folder, whole, least=40)


# A fault of the program ---------------------------------------------------------------------------


@pytest.mark.parametrize("step", ["waiting.send_digest", "news._write_leave"])
def test_a_fault_of_one_step_stops_no_other(
    club: AClub, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ValueError("it fails")

    monkeypatch.setattr(f"aofref.club.{step}", fails)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    done = club.ran("--format", "json", "--now", NOW)
    assert (done.exit_code, '"played"' in done.stdout) == (0, True)
    assert "it fails" in done.stderr and "Traceback" not in done.stderr
    assert len(club.answers("<1@example.net>")) == 4
