"""Leave: what players order, what the clock leaves out; days and deadlines are counted by hand."""

from __future__ import annotations

import random
import re
import shutil
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from aofref import new
from aofref.club import clocks, journal, settings
from aofref.club.settings import Club, Player
from aofref.text import in_bytes
from tests.club.test_killed import ends_alike, shown
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


def given(club: AClub) -> list[tuple[float, str]]:
    """List the times for leave in the record, in days, and what they are for."""
    found = re.findall(r"\[%give W (-?\d+)\]\s+for\s+leave\s+([0-9.,-]+)", club.text("g-1"))
    return [(int(seconds) / DAY, days) for seconds, days in found]


# The order ----------------------------------------------------------------------------------------


def test_an_order(club: AClub) -> None:
    verdict, code, text = ordered(club, "AWAY 2026-11-25..2026-11-28")
    assert (verdict, code) == ("away", None)
    assert "You are away 2026-11-25..2026-11-28: these days do not count" in text
    assert "Of 20 days of leave in 2026 you have ordered 4: 16 are left." in text
    assert "[g-1] Anna (White) is to move, until 4 December 2026, 12:00 UTC." in text
    assert away(club) == "2026-11-25..2026-11-28"
    (told,) = club.answers(to="Bela")
    assert told["Subject"] == "Anna is away until 2026-11-28, from 2026-11-25 on"
    assert "Anna is away until 2026-11-28, from 2026-11-25 on." in told.get_content()
    assert not club.answers(to="Carl")
    club.run()
    assert len(club.answers()) == 2 and given(club) == [(4, "2026-11-25..2026-11-28")]
    verdict, code, text = ordered(club, "away")
    assert (verdict, code) == ("listed", None)
    assert text.startswith("You are away: 2026-11-25..2026-11-28. Of 20 days of leave in 2026")


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        ("away soon", "syntax", "not as 'soon'"),
        ("away until Sunday", "syntax", "days are written as 2027-01-10..2027-01-20"),
        ("away 25.11.2026", "syntax", "days are written as"),
        ("away 2026-11-31", "syntax", "days are written as"),
        ("away 2026-11-28..2026-11-25", "syntax", "days are written as"),
        ("away 2026-11-20..2026-11-25", "syntax", "2026-11-20 is past"),
        ("away 2026-11-25..2026-11-28, 2026-11-28", "contradiction", "these days overlap"),
        ("away 2026-12-01..2026-12-02", "contradiction", "you are away 2026-12-02 already"),
        ("away 2026-12-05..2026-12-31", "limit", "these are 27 days in 2026"),
        ("away 2027-02-01..9999-12-31", "limit", "these are 334 days in 2027"),
    ],
)
def test_what_is_refused(club: AClub, text: str, code: str, why: str) -> None:
    absent(club, "2026-12-02..2026-12-03")
    before = (club.folder / "players.tsv").read_text()
    verdict, found, answer = ordered(club, text)
    assert (verdict, found) == ("refused", code)
    assert f"Your leave was not noted: {why}" in answer or why in answer
    assert "Of 20 days of leave in 2026 you have ordered 0: 20 are left." in answer
    assert (club.folder / "players.tsv").read_text() == before
    assert len(club.answers()) == 1


def test_several_spans_over_new_year(club: AClub) -> None:
    text = "away 2026-12-30 .. 2027-01-02\n* away: 2026-11-21, 2027-02-01…2027-02-03.\n"
    verdict, _, answer = ordered(club, text)
    assert (
        verdict == "away"
        and away(club) == "2026-11-21,2026-12-30..2027-01-02,2027-02-01..2027-02-03"
    )
    assert (
        "in 2026 you have ordered 3: 17 are left. Of 20 days of leave in 2027 you have ordered 5: 15"
        in answer
    )


def test_a_span_may_lack_its_last_day(club: AClub) -> None:
    absent(club, "2026-12-20.. ,2026-12-25..")
    verdict, _, answer = ordered(club, "away")
    assert verdict == "listed" and "You are away: 2026-12-20, 2026-12-25." in answer


def test_the_quota_counts_what_players_order(club: AClub) -> None:
    """Not what an arbiter writes; and what an arbiter takes out again is left to be ordered."""
    absent(club, "2026-12-01..2026-12-18")
    assert ordered(club, "away 2026-11-22..2026-11-30")[0] == "away"  # 9 days
    assert ordered(club, "away 2026-12-20..2026-12-31")[:2] == ("refused", "limit")  # 12 more
    absent(club, "2026-12-01..2026-12-18,2026-11-22")
    verdict, _, answer = ordered(club, "away 2026-12-20..2026-12-31")
    assert verdict == "away" and "you have ordered 13: 7 are left" in answer


@pytest.mark.parametrize(
    ("setting", "most"), [("", 30), ("leave = false\n", 0), ('leave = "5d"\n', 5)]
)
def test_how_much(tmp_path: Path, setting: str, most: int) -> None:
    club = AClub(tmp_path / "club", setting)
    verdict, _, answer = ordered(club, "away 2026-12-01..2026-12-31")
    assert verdict == "refused" and f"Of {most} days of leave" in answer
    assert ordered(club, f"away 2026-12-01..2026-12-{most or 1:02}")[0] == (
        "away" if most else "refused"
    )


def test_with_a_move_and_words(club: AClub) -> None:
    """The move is played, the days are noted, the words go along."""
    identifier = club.mail("Anna", "[g-1]", "ac2-ad2\naway 2026-11-25..2026-11-28\n\nGoodbye!")
    assert club.verdicts() == ["played"]
    mine, theirs = club.answer(identifier, "Anna"), club.answer(identifier, "Bela")
    assert "You are away 2026-11-25..2026-11-28" in mine
    assert "> Goodbye!" in theirs and "away" not in theirs.lower()
    assert len(club.answers(to="Bela")) == 2 and away(club) == "2026-11-25..2026-11-28"
    club.mail("Bela", "[g-1]", "away tomorrow\nad5-ac5\nThanks.")
    assert club.verdicts() == ["played"]
    assert "Your leave was not noted" in club.answer(2, "Bela")
    assert "leave was" not in club.answer(2, "Anna")
    club.mail("Anna", "[g-1]", "away\n\nI think Nab2 is good")
    assert club.verdicts() == ["asked"]
    assert club.answer(3, "Anna").startswith("You are away: ")


def test_an_order_that_comes_again(club: AClub) -> None:
    identifier = club.mail("Anna", "x", "away 2026-11-25..2026-11-28")
    assert club.verdicts() == ["away"]
    club.mail("Anna", "x", "away 2026-11-25..2026-11-28", Message_ID=identifier)
    assert club.verdicts() == ["duplicate"]
    assert ordered(club, "away 2026-11-25..2026-11-28")[:2] == ("refused", "contradiction")
    for path in (*(club.folder / "out").glob("*/*"), club.folder / "log.tsv"):
        path.unlink()
    club.mail("Anna", "x", "away 2026-11-25..2026-11-28", Message_ID=identifier)
    assert club.verdicts() == ["refused"] and away(club) == "2026-11-25..2026-11-28"


def test_days_that_are_taken_back(club: AClub) -> None:
    """Those that have not begun: of 20 to 23 November two are over on the 21st."""
    absent(club, "2026-11-20..2026-11-23")
    assert ordered(club, "away 2026-12-01..2026-12-04, 2027-02-01")[0] == "away"
    verdict, code, text = ordered(club, "away NONE")
    assert (verdict, code, away(club)) == ("away", None, "2026-11-20..2026-11-21")
    assert text.startswith("You are away: 2026-11-20..2026-11-21. Of 20 days of leave in 2026 you")
    assert "in 2026 you have ordered 0: 20 are left. Of 20 days of leave in 2027 you have" in text
    told = [" ".join(one.get_content().split()) for one in club.answers(to="Bela")]
    (back,) = (text for text in told if "Anna takes leave back: " in text)
    assert "2026-11-22..2026-11-23, 2026-12-01..2026-12-04, 2027-02-01." in back
    assert ordered(club, "away none")[:2] == ("refused", "contradiction")
    assert len(club.answers(to="Bela")) == 2
    club.run()
    assert given(club) == [(1.5, "2026-11-20..2026-11-21")]  # Anna's clock runs since noon


def test_who_is_no_player_is_not_away(tmp_path: Path) -> None:
    rows = "anna\tAnna\tanna@example.net\t\tdrum\n"
    club = AClub(tmp_path / "club", "token = true\n", rows)
    club.mail("eve@example.com", "x", "away 2026-11-25")
    club.mail("Anna", "x", "away 2026-11-25")
    club.mail("Anna", "x (drum)", "away 2026-11-25")
    assert club.verdicts() == ["held", "refused", "away"]


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("id\tname\taddress\nanna\tAnna\ta@b\n# x\nbela\tBela\tb@b", "id\tname\taddress\taway\nanna\tAnna\ta@b\t{}\n# x\nbela\tBela\tb@b"),
        ("\ufeffid\tname\ttoken\taway\taddress\r\nbela\tBela\t\t 2026-01-01 ,2026-02-01\tb@b\r\nanna\tAnna\tw\t\ta@b\r\n",
         "\ufeffid\tname\ttoken\taway\taddress\r\nbela\tBela\t\t 2026-01-01 ,2026-02-01\tb@b\r\nanna\tAnna\tw\t{}\ta@b\r\n"),
        ("anna\tAnna\ta@b\t2026-01-01\nbela\tBela\tb@b\n", "anna\tAnna\ta@b\t2026-01-01,{}\nbela\tBela\tb@b\n"),
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
    assert club.verdicts() == ["answered", "refused"] and away(club) == "2026-11-26"


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


def test_a_dry_run(club: AClub) -> None:
    before = shown(club.folder)
    for text in ("away 2026-11-25", "away 2026-11-25", "away"):
        club.mail("Anna", "x", text)
    mails = {name for name in shown(club.folder) if name.startswith("in/")}
    assert club.verdicts("--dry-run") == ["away", "refused", "listed"]
    assert {name: data for name, data in shown(club.folder).items() if name not in mails} == before


# The clock ----------------------------------------------------------------------------------------


def test_a_leave_within_a_turn(club: AClub) -> None:
    """Ten days from 20 November, 12:00, and four of leave: until 4 December, 12:00."""
    absent(club, "2026-11-25..2026-11-28")
    club.run()
    before = club.text("g-1")
    assert given(club) == [(4, "2026-11-25..2026-11-28")] and not club.answers()
    assert club.clock("2026-12-04T12:00:00Z")["left"] == 0
    for now in ("2026-11-26T00:00:00Z", "2026-12-05T11:59:00Z"):
        assert club.run(now=now) == [] and club.text("g-1") == before
    (late,) = club.run(now="2026-12-05T12:00:00Z")
    assert late["verdict"] == "late" and club.text("g-1") == before


@pytest.mark.parametrize(
    ("days", "moved", "time", "left"),
    [  # the column, the move, the days given in the end, the days that are left
        ("2026-11-25..2026-11-28", "2026-11-23T13:00:00Z", [], 7),  # before it
        (
            "2026-11-25..2026-11-28",
            "2026-11-26T18:00:00Z",
            [2],
            6,
        ),  # 6 d 6 h, of them 1 d 18 h leave
        ("2026-11-25..2026-11-28", "2026-11-29T13:00:00Z", [4], 5),
        (
            "2026-11-18..2026-11-22",
            "2026-11-25T13:00:00Z",
            [3],
            8,
        ),  # 5 d 1 h, of them 2 d 12 h leave
        ("2026-11-21..2026-12-20", "2026-12-23T12:00:00Z", [30], 7),  # longer than the time
        ("2026-12-02..2026-12-05", "2026-12-04T13:00:00Z", [3], -1),  # when the time was used up
        ("2026-11-22,2026-11-24..2026-11-25", "2026-11-27T13:00:00Z", [3], 6),
    ],
)
def test_a_move(club: AClub, days: str, moved: str, time: list[int], left: int) -> None:
    """It is played in a run that comes later than the message."""
    absent(club, days)
    club.run()
    path = str(club.folder / "games" / "g-1.aof")
    assert aofref("play", "--in-place", "--sent", moved, path, "ac2-ad2").exit_code == 0
    club.run(now=moved)
    assert [days for days, _ in given(club)] == time
    assert aofref("play", "--in-place", "--sent", moved, path, "ad5-ac5").exit_code == 0
    absent(club, "")  # else the turn that has begun would have these days, too
    club.run(now=moved)
    assert club.clock(moved)["left"] == left * DAY


def test_other_days(club: AClub) -> None:
    """A leave that an arbiter extends or cuts counts as it is; that of a turn that is over stays."""
    for days, time in [
        ("2026-11-25..2026-11-28", [4]), ("2026-11-25..2026-12-02", [8]), ("2026-11-26..2026-11-27", [2]),
        ("2026-12-01..2026-12-04", []), ("", []), ("2026-11-21..2026-11-22,2026-11-22..2026-11-23", [3]),
    ]:  # fmt: skip
        absent(club, days)
        club.run(now="2026-11-26T00:00:00Z")
        assert [days for days, _ in given(club)] == time
    path = str(club.folder / "games" / "g-1.aof")
    assert aofref("play", "--in-place", "--sent", "2026-11-26", path, "ac2-ad2").exit_code == 0
    absent(club, "")
    club.run(now="2026-11-27T00:00:00Z")
    assert given(club) == [(3, "2026-11-21..2026-11-23")]
    aofref("undo", "--in-place", path)
    club.run(now="2026-11-27T00:00:00Z")
    assert given(club) == []


def test_days_that_count_twice(tmp_path: Path) -> None:
    """Ten days, those beyond six twice: six and two, until 28 November; with leave five later.

    A move on the ninth day, with five of leave, costs four days, not six and three twice.
    """
    club = AClub(tmp_path / "club", f'{SETTINGS}[pace]\ndouble_after = "6d"\n')
    club.game("g-1", "heathen-europe", **TIMED)
    absent(club, "2026-11-22..2026-11-26")
    identifier = club.mail("Anna", "[g-1]", "show")
    club.run()
    assert "until 3 December 2026, 12:00 UTC" in club.answer(identifier, "Anna")
    args = (
        "clock",
        "--double-after",
        "6d",
        "--format",
        "json",
        str(club.folder / "games" / "g-1.aof"),
    )
    assert '"left": 0' in aofref(*args, "--now", "2026-12-03T12:00:00Z").stdout
    path = str(club.folder / "games" / "g-1.aof")
    assert (
        aofref("play", "--in-place", "--sent", "2026-11-29T12:00:00Z", path, "ac2-ad2").exit_code
        == 0
    )
    assert (
        aofref("play", "--in-place", "--sent", "2026-11-29T12:00:00Z", path, "ad5-ac5").exit_code
        == 0
    )
    club.run()
    assert f'"left": {6 * DAY}' in aofref(*args, "--now", "2026-11-29T12:00:00Z").stdout


def test_time_given_by_hand_stays(club: AClub) -> None:
    absent(club, "2026-11-25..2026-11-28")
    club.run()
    path = str(club.folder / "games" / "g-1.aof")
    assert aofref("clock", "--give", "W=2d", "--in-place", path).exit_code == 0
    club.run()
    assert "The arbiter has given Anna (White) 2 days." in club.answers(to="Bela")[0].get_content()
    absent(club, "2026-11-25")
    club.run()
    assert given(club) == [(1, "2026-11-25")] and "[%give W 172800]}" in club.text("g-1")
    assert club.clock("2026-11-30T12:00:00Z")["left"] == 3 * DAY
    assert len(club.answers()) == 2


def test_a_note_that_is_wrapped(club: AClub) -> None:
    """It stands behind other comments, in a line that would be too long, and within a comment."""
    path = club.folder / "games" / "g-1.aof"
    text = path.read_text()
    for comment in (
        "{" + "x " * 30 + "}",
        "{x [%give W 345600] for\nleave 2026-11-25..2026-11-28 y}",
    ):
        path.write_text(text.replace("\n*\n", f"\n{comment} *\n"))
        absent(club, "2026-11-25..2026-11-28")
        club.run()
        once = club.text("g-1")
        assert given(club) == [(4, "2026-11-25..2026-11-28")]
        club.run()
        assert club.text("g-1") == once and club.clock("2026-12-04T12:00:00Z")["left"] == 0
        absent(club, "")
        club.run()
        assert given(club) == [] and len(club.text("g-1")) < len(once)


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
    club.mail("Anna", "x", "away 2026-11-28")
    club.mail("Anna", "x", "away")
    club.mail("Bela", "[g-1]", "ad5-ac5\naway soon")
    club.mail("Bela", "x", "away none")
    wanted = ["away", "played", "refused", "listed", "played", "away"]
    whole = shutil.copytree(club.folder, tmp_path / "whole")
    assert processed(whole) == wanted and processed(whole) == []
    ends_alike(1 if effort > 1 else 19, processed, club.folder, whole, least=60)
