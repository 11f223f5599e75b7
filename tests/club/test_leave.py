"""Leave: what players order, what the clock leaves out; days and deadlines are counted by hand."""

from __future__ import annotations

import random
import shutil
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from aofref import new
from aofref.club import clocks, journal, settings
from aofref.club.settings import Club, Player
from aofref.text import in_bytes
from tests.club.test_killed import ends_alike
from tests.clubs import AClub, while_help_is_written
from tests.helpers import aofref

TIMED = {"UTCDate": "2026.11.20", "UTCTime": "12:00:00", "TimeControl": "864000"}
DAY = 86_400
SETTINGS = 'leave = "20d"\nremind = false\n'


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """A club with a game of ten days a player, Anna to move since 20 November, 12:00."""
    club = AClub(tmp_path / "club", SETTINGS)
    club.game("g-1", "heathen-europe", **TIMED)
    return club


def ordered(
    club: AClub, text: str, who: str = "Anna", subject: str = "my leave"
) -> tuple[str, str | None, str]:
    """Send a message on 21 November, and give its verdict and code, and the answer."""
    line, answer = club.told(who, text, subject)
    return line["verdict"], line["code"], answer


def away(club: AClub) -> str:
    """Write days into the column of the first player, as an arbiter does."""
    (player, *_) = settings.read_players((club.folder / "players.tsv").read_text())
    return settings.written_days(player.away)


def absent(club: AClub, days: str, who: str = "anna") -> None:
    """Write days into a player's column, as an arbiter does."""
    path = club.folder / "players.tsv"
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    new = ["\t".join([*row[:3], days] if row[0] == who else row) for row in rows]
    path.write_text("".join(f"{row}\n" for row in new))


# The order ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("id\tname\taddress\nanna\tAnna\ta@b\n# x\nbela\tBela\tb@b", "id\tname\taddress\taway\ttoken\nanna\tAnna\ta@b\t{}\t\n# x\nbela\tBela\tb@b\t\t\n"),
        ("\ufeffid\tname\taddress\taway\ttoken\trating\r\nbela\tBela\tb@b\t 2026-01-01 ,2026-02-01\t\t9\r\nanna\tAnna\ta@b\t\tw\r\n",
         "\ufeffid\tname\taddress\taway\ttoken\trating\r\nbela\tBela\tb@b\t2026-01-01,2026-02-01\t\t9\r\nanna\tAnna\ta@b\t{}\tw\r\n"),
        ("\ufeffid\tname\ttoken\taway\taddress\r\nbela\tBela\t\t 2026-01-01 ,2026-02-01\tb@b\r\nanna\tAnna\tw\t\ta@b\r\n",
         "\ufeffid\tname\taddress\taway\ttoken\r\nbela\tBela\tb@b\t2026-01-01,2026-02-01\t\r\nanna\tAnna\ta@b\t{}\tw\r\n"),
        ("anna\tAnna\ta@b\t2026-01-01\nbela\tBela\tb@b\n", "anna\tAnna\ta@b\t2026-01-01,{}\t\nbela\tBela\tb@b\t\t\n"),
    ],
)  # fmt: skip
def test_the_rest_of_the_list_stays(text: str, after: str) -> None:
    day = date(2026, 11, 25)
    new = [
        player._replace(away=(*player.away, (day, day))) if player.id == "anna" else player
        for player in settings.read_players(text)
    ]
    assert settings.with_players(text, new) == after.format(day)


def test_an_arbiters_edit_is_not_lost(club: AClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes between reading the list and writing it."""
    path, real = club.folder / "players.tsv", settings.with_players
    edits = ["# an arbiter's line\n"]  # before the file is replaced

    def edited(*args: Any) -> str:
        if edits:
            path.write_text(path.read_text() + edits.pop())
        return real(*args)

    monkeypatch.setattr(settings, "with_players", edited)
    assert ordered(club, "away 2026-11-25")[0] == "away"
    assert path.read_text().endswith("# an arbiter's line\n") and away(club) == "2026-11-25"


def test_an_arbiters_days_are_seen_at_once(club: AClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are written while the run treats another message."""
    club.mail("Bela", "[g-1]", "help")
    while_help_is_written(monkeypatch, lambda: absent(club, "2026-11-26"))
    club.mail("Anna", "x", "away 2026-11-25..2026-11-28")
    assert club.verdicts() == ["answered", "away"] and away(club) == "2026-11-25..2026-11-28"


def test_a_player_who_is_taken_out_meanwhile(club: AClub, monkeypatch: pytest.MonkeyPatch) -> None:
    """The message is answered as one of the list that the run began with."""
    path = club.folder / "players.tsv"
    others = "".join(row for row in path.read_text().splitlines(True) if "Anna" not in row)
    club.mail("Bela", "[g-1]", "help")
    while_help_is_written(monkeypatch, lambda: path.write_text(others))
    club.mail("Anna", "x", "away 2026-11-25")
    assert club.verdicts() == ["answered", "away"] and path.read_text() == others


def test_a_list_that_is_broken_while_it_is_read(
    club: AClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The message waits until the list is mended."""
    path = club.folder / "players.tsv"
    text = path.read_text()
    club.mail("Bela", "[g-1]", "help")
    while_help_is_written(monkeypatch, lambda: path.write_text("anna\n"))
    club.mail("Anna", "x", "away 2026-11-25")
    assert club.verdicts() == ["answered", "held"] and club.left()["in/new"] == 1
    path.write_text(text)
    assert club.verdicts() == ["away"]


# The clock ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_any_days(seed: int) -> None:
    """Hours outside of leave are counted one by one; writing at each move or once is the same."""
    rng = random.Random(seed)
    start = datetime(2026, 11, 20, 12, tzinfo=UTC)
    firsts = [date(2026, 11, 15) + timedelta(days=rng.randrange(60)) for _ in range(4)]
    days = tuple((first, first + timedelta(days=rng.randrange(9))) for first in firsts)
    away = {
        first + timedelta(days=n) for first, last in days for n in range((last - first).days + 1)
    }
    anna = Player("anna", "Anna", "anna@example.net", days)
    club = Club("x", "c@example.org", double_after=rng.choice([None, 3 * DAY]))
    tags = {
        "White": "Anna",
        "UTCDate": "2026.11.20",
        "UTCTime": "12:00:00",
        "TimeControl": "86400000",
    }
    stepwise = plain = journal.record_of(in_bytes(str(new("heathen-europe").with_tags(tags))))
    moment, cost = start, 0
    for number, move in enumerate(("Ndb2-cb4", "Nde5-cc5", "Ncb4-db2", "Ncc5-de5") * 3):
        since, moment = moment, moment + timedelta(hours=rng.randrange(1, 200))
        if number % 2 == 0:
            hours = (
                since + timedelta(hours=n) for n in range((moment - since) // timedelta(hours=1))
            )
            spent = sum(hour.date() not in away for hour in hours) // 24 * DAY
            cost += spent + max(0, spent - (club.double_after or spent))
        plain, stepwise = (record.add(move, sent=moment).record for record in (plain, stepwise))
        stepwise = clocks.with_leave(club, stepwise, [anna])
    once = clocks.with_leave(club, plain, [anna])
    assert clocks.with_leave(club, once, [anna]) is once
    assert once.given == stepwise.given
    for record in (once, stepwise) if moment.date() > max(away) else ():
        found = record.clock(moment, double_after=club.double_after)
        assert found is not None and found.left == 1000 * DAY - cost


# Killed -------------------------------------------------------------------------------------------


def processed(folder: Path) -> list[str]:
    done = aofref("club", str(folder), "--now", "2026-11-29T13:00:00Z")
    assert done.exit_code == 0, done.stderr
    return [line.partition(":")[0] for line in done.stdout.splitlines()]


def test_ended_at_a_change(tmp_path: Path, effort: int) -> None:
    """Killed at a change: each order is carried out once, and answered once."""
    club = AClub(tmp_path / "begun", SETTINGS)
    for name in ("g-1", "g-2"):
        club.game(name, "heathen-europe", **TIMED)
    absent(club, "2026-11-25..2026-11-28", "bela")
    club.mail("Anna", "x", "away 2026-11-25..2026-11-28")
    club.mail("Anna", "[g-1]", "ac2-ad2\naway 2026-12-01\nBye")
    club.mail("Anna", "x", "away 2026-11-28..2026-11-29")
    club.mail("Anna", "x", "away 2026-11-28")
    club.mail("Anna", "x", "away")
    club.mail("Bela", "[g-1]", "ad5-ac5\naway soon")
    club.mail("Bela", "x", "away none")
    wanted = ["away", "away", "played", "away", "away", "listed", "refused", "played", "away"]
    whole = shutil.copytree(club.folder, tmp_path / "whole")
    assert processed(whole) == wanted and processed(whole) == []
    ends_alike(1 if effort > 1 else 19, processed, club.folder, whole, least=60)
