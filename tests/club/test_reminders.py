"""Reminders and games that are late: who is told, when, and how often."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.club.test_killed import ends_alike
from tests.clubs import NAMES, AClub
from tests.helpers import aofref

TEN_DAYS = {"UTCDate": "2026.11.01", "TimeControl": "864000"}  # until 11 November


def timed(tmp_path: Path, settings: str = "", players: str = "") -> AClub:
    club = AClub(tmp_path / "club", settings, players)
    club.game("g-1", **TEN_DAYS)
    return club


def got(club: AClub, now: str) -> list[str]:
    """Run the club at a time, and list whom it has written to, with the beginning of the text."""
    before = {path.name for path in club.folder.glob("out/*/*")}
    club.run(now=now)
    made = (one for one in club.answers() if one["Message-ID"][1:].partition("@")[0] not in before)
    return [
        f"{one['To'].split()[0]}: {' '.join(one.get_content().partition(chr(10) * 2)[0].split())}"
        for one in made
    ]


TURN = "Anna: It is your turn in the game [g-1] since 1 November 2026, 00:00 UTC."
LATE = "The time of Anna (European) is used up. The arbiter decides how the game goes on."


def test_at_half_of_the_time_and_on_the_last_day(tmp_path: Path) -> None:
    club = timed(tmp_path)
    assert got(club, "2026-11-05T23:59:59Z") == []
    assert got(club, "2026-11-06T00:00:00Z") == [TURN]
    (made,) = club.answers()
    assert made["Subject"] == "Re: [g-1] Anna - Bela - Carl - Dora, move 1"
    assert made["Auto-Submitted"] == "auto-generated"
    assert "Anna (European) is to move, until 11 November 2026, 00:00 UTC." in made.get_content()
    for now in ("2026-11-06T00:00:00Z", "2026-11-07T12:00:00Z", "2026-11-09T23:00:00Z"):
        assert got(club, now) == []
    assert got(club, "2026-11-10T06:00:00Z") == [TURN]
    assert got(club, "2026-11-11T06:00:00Z") == []
    assert sorted(got(club, "2026-11-12T00:00:00Z")) == [
        f"{name}: {LATE}" for name in NAMES.values()
    ]
    assert got(club, "2026-11-12T06:00:00Z") == got(club, "2026-11-30T06:00:00Z") == []
    assert club.left()["held/new"] == 0
    shown = club.ran("--status", "--now", "2026-11-12T00:00:00Z").stdout
    assert "Anna (European) is to move; the time was used up on 11 November" in " ".join(
        shown.split()
    )
    assert club.ran().stdout == ""  # without --now nobody looks at the clocks


def test_the_last_day_alone(tmp_path: Path) -> None:
    """The club was not run before it."""
    club = timed(tmp_path)
    assert got(club, "2026-11-10T06:00:00Z") == [TURN]
    assert got(club, "2026-11-10T18:00:00Z") == []


@pytest.mark.parametrize(("setting", "days"), [("true", [6, 10]), ("false", [])])
def test_as_it_is_set(tmp_path: Path, setting: str, days: list[int]) -> None:
    club = timed(tmp_path, f"remind = {setting}\n")
    told = [day for day in range(1, 12) for _ in got(club, f"2026-11-{day:02}T00:00:00Z")]
    assert told == days


def test_a_game_without_a_time_control(tmp_path: Path) -> None:
    club = AClub(tmp_path / "club")
    club.game("g-1", UTCDate="2026.11.01")
    assert got(club, "2027-11-01T00:00:00Z") == []


def test_one_message_for_all_games(tmp_path: Path) -> None:
    """Of five games of Anna's two are due; the third is due later, alone."""
    club = timed(tmp_path, 'site = "https://club.example.org"\n')
    club.game(
        "hec-1", "heathen-europe", UTCDate="2026.11.02", TimeControl="691200"
    )  # until the 10th
    club.game("hec-2", "heathen-europe", UTCDate="2026.11.04", TimeControl="864000")
    club.game("hec-3", "heathen-europe", moves="1. ac2-ad2", **TEN_DAYS)  # Bela is to move
    club.game("hec-4", "heathen-europe", moves="W:resigns 0-1", **TEN_DAYS)
    club.ran()  # tells what the moves are
    (made,) = got(club, "2026-11-06T01:00:00Z")
    assert made == "Anna: It is your turn in 2 games."
    (found,) = (one for one in club.answers(to="Anna") if "2 games" in one["Subject"])
    text = found.get_content()
    for part in (
        "[g-1] Anna - Bela - Carl - Dora, move 1\nAnna (European) is to move, until 11 November",
        "[hec-1] Anna - Bela, move 1\nAnna (White) is to move, until 10 November 2026, 00:00 UTC.",
        "The game: https://club.example.org/hec-1.html\n  W:Kca1;",
    ):
        assert part in text
    assert "hec-2" not in text and "hec-3" not in text and "hec-4" not in text
    assert got(club, "2026-11-09T01:00:00Z") == ["Anna: It is your turn in 2 games."]


def test_who_is_away_is_left_in_peace(tmp_path: Path) -> None:
    """Anna's days do not count: she has ten days more, from 3 November to 12 November."""
    rows = [
        f"{n}\t{n}\t{n.lower()}@example.net\t2026-10-01, 2026-11-03..2026-11-12\n"
        for n in NAMES.values()
    ]
    club = timed(tmp_path, players="".join(rows))
    for day in range(3, 13):
        assert got(club, f"2026-11-{day:02}T06:00:00Z") == []
    assert got(club, "2026-11-13T00:00:00Z") == [TURN]  # half of twenty days is over
    assert got(club, "2026-11-20T00:00:00Z") == [TURN]
    assert len(got(club, "2026-11-22T00:00:00Z")) == 4
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    club.run(now="2026-11-12T12:00:00Z")
    assert "Bela is away until 2026-11-12." in club.answer(1, "Carl")


def test_more_time(tmp_path: Path) -> None:
    """A game that is late again is reported again."""
    club = timed(tmp_path)
    assert len(got(club, "2026-11-12T00:00:00Z")) == 4
    path = str(club.folder / "games" / "g-1.aof")
    assert aofref("clock", "--give", "E=5d", "--in-place", path).exit_code == 0
    told = got(club, "2026-11-12T01:00:00Z")
    assert told.count(TURN) == 1 and sum("changed by the arbiter" in text for text in told) == 4
    assert got(club, "2026-11-15T00:00:00Z") == [TURN]
    assert len(got(club, "2026-11-17T00:00:00Z")) == 4


def test_ended_at_a_change(tmp_path: Path, effort: int) -> None:
    """Killed at a change: each reminder and each report is there once."""
    club = AClub(tmp_path / "begun")
    for number in range(1, 4):
        club.game(f"hec-{number}", "heathen-europe", **TEN_DAYS)
    club.game("hec-4", "heathen-europe", moves="1. ac2-ad2", **TEN_DAYS)
    club.game("hec-5", "heathen-europe", UTCDate="2026.10.01", TimeControl="864000")

    def processed(folder: Path) -> list[str]:
        done = aofref("club", str(folder), "--now", "2026-11-07T00:00:00Z")
        assert done.exit_code == 0
        return done.stdout.splitlines()

    whole = shutil.copytree(club.folder, tmp_path / "whole")
    processed(whole)
    assert (whole / "log.tsv").read_text().count("\treminded\t") == 1
    late = processed(whole)
    assert len(late) == 1 and late[0].startswith("late: [hec-5] ")
    ends_alike(1 if effort > 1 else 7, processed, club.folder, whole, least=30, last=late)
