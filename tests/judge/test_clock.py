"""Clocks: whole days, doubling, controls and increments; worked out by hand, and ICCF's example."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest

from aofref import Clock, loads, read
from aofref.judge.analysis.clock import Charging
from aofref.notation import times
from aofref.notation.times import DAY, Period
from tests.helpers import aofref

START = datetime(2026, 1, 1, 12, tzinfo=UTC)
TAGS = '[Variant "sd2l-cohen"]\n[UTCDate "2026.01.01"]\n[UTCTime "12:00:00"]\n'


def at(days: float) -> datetime:
    return START + timedelta(days=days)


def clock_of(control: str, *plies: tuple[str, float | None], now: float) -> Clock | None:
    moves = " ".join(
        move + ("" if day is None else f" {{[%sent {times.write_moment(at(day))}]}}")
        for move, day in plies
    )
    text = f'{TAGS}[TimeControl "{control}"]\n\n{moves} *\n'
    return loads(text).clock(at(now))


def clocked(
    army: str, since: datetime | None, used: int | None, left: int | None, *lacking: str
) -> Clock:
    """Make the clock of a record that came from no file, of unknown players."""
    name = {"W": "White", "B": "Black", "E": "European", "I": "Indian"}[army]
    game = "sd2l-cohen" if army in "WB" else "aof2"
    return Clock(army, since, used, left, lacking, name, None, game)


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("10/4320000", (Period(10, 50 * DAY, 0),)),
        ("10/50d", (Period(10, 50 * DAY, 0),)),
        ("2592000+259200", (Period(0, 30 * DAY, 3 * DAY),)),
        ("30d+3d", (Period(0, 30 * DAY, 3 * DAY),)),
        ("40/2h:1h", (Period(40, 7200, 0), Period(0, 3600, 0))),
        ("8+0.08", (Period(0, 8, 0.08),)),
        ("40/0.5+8.0:0.25s", (Period(40, 0.5, 8), Period(0, 0.25, 0))),
        ("8+.08", None),
        ("8.5d", None),
        ("8..5", None),
        ("0.0", None),
        ("?", None),
        ("-", None),
        ("", None),
        ("0/5d", None),
        ("*180", None),
        ("99999999999d", None),
    ],
)
def test_time_controls(text: str, control: times.Control | None) -> None:
    assert times.read_control(text) == control
    if control is not None:
        assert times.read_control(times.write_control(control)) == control
        assert times.read_control(times.write_control(control, spans=True)) == control


@pytest.mark.parametrize("text", ["", "2026-11-21", "2026-13-01T00:00:00Z", "2026-11-21T10:00:00"])
def test_what_is_no_moment(text: str) -> None:
    assert times.read_moment(text) is None


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(30 * 86_400, "30d"), (86_400, "1d"), (36 * 3600, "36h"), (90 * 60, "90m"), (61, "61s")],
)  # fmt: skip
def test_a_span_is_written_in_the_longest_unit(seconds: int, text: str) -> None:
    assert times.write_span(seconds) == text
    assert times.span(text) == seconds


def test_moments_are_in_utc() -> None:
    moment = times.read_moment("2026-11-21T11:30:00+01:30")
    assert moment is not None and times.write_moment(moment) == "2026-11-21T10:00:00Z"


@pytest.mark.parametrize(
    ("days", "double", "cost"),
    [
        (0.99, None, 0),  # a day that has not ended is not charged
        (1, None, 1),
        (1.99, None, 1),
        (23.5, 20, 26),  # the ICCF's example: 23 whole days, those beyond 20 twice
        (20, 20, 20),
        (23, None, 23),
    ],
)
def test_whole_days_are_charged(days: float, double: int | None, cost: int) -> None:
    charging = Charging(double_after=None if double is None else double * DAY)
    assert charging.cost(START, at(days)) == cost * DAY


def test_all_of_it_is_charged_if_asked() -> None:
    assert Charging(exact=True).cost(START, at(1.5)) == DAY * 3 // 2


def test_nothing_is_charged_backwards() -> None:
    assert Charging().cost(START, at(-3)) == 0


def test_no_clock_runs_before_the_game_starts() -> None:
    early = ("bg3-bg4", -5.0), ("bj7-bj6", -2.0)
    assert clock_of("10d", early[0], now=-3) == clocked("B", START, 0, 10 * DAY)
    assert clock_of("10d", *early, now=1.5) == clocked("W", START, DAY, 9 * DAY)
    assert clock_of("10d", *early, ("ae3-ae4", 2.0), now=3) == clocked("B", at(2.0), DAY, 9 * DAY)


def test_a_game_without_a_move() -> None:
    assert clock_of("10/50d", now=3.5) == clocked("W", START, 3 * DAY, 47 * DAY)


def test_each_army_has_its_own_time() -> None:
    found = clock_of("30d+3d", ("bg3-bg4", 5.2), ("bj7-bj6", 7.1), now=9.2)
    # White: 30 - 5 + 3 for the move made, less 2 days under way; Black took one day.
    assert found == clocked("W", at(7.1), 2 * DAY, 26 * DAY)
    assert clock_of("30d+3d", ("bg3-bg4", 5.2), now=7.5) == clocked("B", at(5.2), 2 * DAY, 28 * DAY)


def test_what_is_left_at_a_control_is_carried_forward() -> None:
    plies = [("bg3-bg4", 4.0), ("bj7-bj6", 4.0), ("ae3-ae4", 5.0), ("ah6-ah5", 5.0)]
    # Two moves in ten days, and again: 10 - 4 - 1 + 10 are left.
    assert clock_of("2/10d", *plies, now=5.5) == clocked("W", at(5.0), 0, 15 * DAY)


def test_late_is_less_than_nothing_left() -> None:
    in_time, late = (clock_of("10d", now=days) for days in (10.9, 11.0))
    assert in_time is not None and in_time.left == 0 and not in_time.late
    assert late is not None and late.left == -DAY and late.late


def test_what_the_record_does_not_say() -> None:
    assert clock_of("?", now=2) == clocked("W", START, 2 * DAY, None, WHY["control"])
    unstamped = clock_of("10d", ("bg3-bg4", None), now=2)
    assert unstamped == clocked("B", None, None, None, WHY["1"])
    after = clock_of("10d", ("bg3-bg4", None), ("bj7-bj6", 4.0), now=5)
    assert after == clocked("W", at(4.0), DAY, None, WHY["1"])


WHY = {
    "start": "the start of the clocks is unknown: no valid tag UTCDate",
    "control": "the time of the armies is unknown: no tag TimeControl",
    "1": "ply 1 has no stamp [%sent TIME]",
    "2": "ply 2 has no stamp [%sent TIME]",
}


CONTROLLED = f'{TAGS}[White "Anna"]\n[TimeControl "10d"]\n\n'
"""Anna's ten days run from noon of the first day of 2026."""


@pytest.mark.parametrize(
    ("options", "charged", "used"),
    [
        ([], {}, 3),
        (["--exact"], {"exact": True}, 3.5),
        (["--double-after", "2d"], {"double_after": "2d"}, 4),
        (["--double-after", "2d", "--exact"], {"double_after": 2 * DAY, "exact": True}, 5),
    ],
)
def test_the_library_and_the_command_read_one_clock(
    options: list[str], charged: dict[str, Any], used: float, tmp_path: Path
) -> None:
    path = tmp_path / "games.aof"
    path.write_text(f"{CONTROLLED}1-0\n\n{CONTROLLED}*\n")
    ended, record = read(path)
    assert ended.clock("2026-01-05", **charged) is None
    found = record.clock("2026-01-05", **charged)
    assert found is not None and found == record.clock(at(3.5), **charged)
    assert found == record.clock(at(3.5).astimezone(timezone(timedelta(hours=9))), **charged)
    assert (found.army, found.name, found.player, found.since) == ("W", "White", "Anna", START)
    assert (found.used, found.left, found.late) == (used * DAY, (10 - used) * DAY, False)
    told = [aofref("clock", *options, "--now", "2026-01-05", "--format", form, str(path)).stdout for form in ("text", "json")]  # fmt: skip
    assert told == [f"{found}\n", json.dumps(found.report(), ensure_ascii=False) + "\n"]
    assert str(found).startswith(f"{path}, record 2 (sd2l-cohen): W White (Anna) to move since 2026-01-01T12:00:00Z, used ")  # fmt: skip


def test_the_clock_of_a_record_is_read_now() -> None:
    begun = f"{datetime.now(UTC) - timedelta(hours=50):%H:%M:%S %Y.%m.%d}".split()
    text = CONTROLLED.replace("12:00:00", begun[0]).replace("2026.01.01", begun[1])
    found = loads(f"{text}*\n").clock()
    assert found is not None and (found.used, found.left, found.source) == (2 * DAY, 8 * DAY, "-")


@pytest.mark.parametrize(
    "asked",
    [
        {"now": "tomorrow"},
        {"now": ""},
        {"now": datetime(2026, 1, 5)},
        {"now": at(1), "double_after": "soon"},
        {"now": at(1), "double_after": -1},
    ],
)
def test_what_a_clock_cannot_be_read_by(asked: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is not a time|has no zone"):
        loads(f"{CONTROLLED}*\n").clock(**asked)


def test_a_record_that_cannot_be_played_has_no_clock() -> None:
    assert loads('[Variant "none"]\n\n*\n').clock(at(1)) is None
    illegal = loads(f"{CONTROLLED}bg3-bg9 *\n").clock(at(1))
    assert illegal is not None and illegal.army == "W"  # as the command


# Times as they are typed --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "moment"),
    [
        ("2026-11-22", "2026-11-22T00:00:00Z"),
        ("2026.11.22", "2026-11-22T00:00:00Z"),
        ("2026-11-22T10:00:00Z", "2026-11-22T10:00:00Z"),
        ("2026-11-22T10:00+02:00", "2026-11-22T08:00:00Z"),
        ("2026-11-22 10:00:30", "2026-11-22T10:00:30Z"),
        ("2026-11-22 10:00 Z", "2026-11-22T10:00:00Z"),
    ],
)
def test_a_time_may_be_a_date(typed: str, moment: str) -> None:
    found = times.read_time(typed)
    assert found is not None and times.write_moment(found) == moment


INDIC = "\u0662\u0660\u0662\u0666-11-22T10:00:00Z"  # 2026 in Arabic-Indic digits


@pytest.mark.parametrize(
    "typed", ["", "10:00", "2026-13-01", "2026-11-22Z", "tomorrow", "22.11.2026", INDIC]
)
def test_what_is_no_time(typed: str) -> None:
    assert times.read_time(typed) is None and times.read_moment(typed) is None
    assert aofref("clock", "--now", typed, stdin='[Variant "aof2"]\n\n*\n').exit_code == 2


def test_now_is_the_time_of_the_system() -> None:
    text = f'{TAGS}[TimeControl "10d"]\n\n*\n'
    told = [json.loads(aofref("clock", *args, "--format", "json", stdin=text).stdout) for args in ([], ["--now", "now"])]  # fmt: skip
    assert abs(told[0]["used"] - told[1]["used"]) <= DAY and told[1]["late"]


# A game without a club ----------------------------------------------------------------------------


def four(control: str, moves: str, now: float) -> Clock | None:
    tags = TAGS.replace("sd2l-cohen", "aof2") + f'[TimeControl "{control}"]\n\n'
    return loads(f"{tags}{moves} *\n").clock(at(now))


def test_the_clock_of_a_withdrawals_successor_starts_with_it() -> None:
    stamp = times.write_moment(at(6.0))
    # E, to move since the start, resigns on day 6: I is to move from then on.
    assert four("10d", f"E:resigns {{[%sent {stamp}]}}", 8.5) == clocked(
        "I", at(6.0), 2 * DAY, 8 * DAY
    )
    # J resigns while E is to move: the clock of E goes on.
    assert four("10d", f"J:resigns {{[%sent {stamp}]}}", 8.5) == clocked(
        "E", START, 8 * DAY, 2 * DAY
    )


# Time given ---------------------------------------------------------------------------------------

GAME = f'{TAGS}[White "Anna"]\n[Black "Bela"]\n[TimeControl "10d"]\n\n'
PLAYED = "1. bg3-bg4 {[%sent 2026-01-03T12:00:00Z]} bj7-bj6 {[%sent 2026-01-05T12:00:00Z]}"


def left(text: str, now: float) -> int:
    """Give the days that `aofref clock` says are left."""
    args = ("clock", "--format", "json", "--now", times.write_moment(at(now)))
    seconds: int = json.loads(aofref(*args, stdin=text).stdout)["left"]
    return seconds // DAY


def test_edits_keep_time_given(tmp_path: Path) -> None:
    record = loads(f"{GAME}{PLAYED} *\n").give_time("anna", -3600).give_time("B", 60)
    last = record.mainline()[-1]
    assert last.comments[1:] == ("[%give W -3600]", "[%give B 60]")
    assert record.mainline()[0].with_comments().mainline()[-1].comments == last.comments
    assert (
        record.with_tags({"Round": "2"}).with_comments("x").mainline()[-1].comments[1:]
        == last.comments[1:]
    )
    longer = record.add("Nag1-be3", sent=at(6)).record
    assert longer.mainline()[1].comments == last.comments
    assert longer.undo()[0].mainline()[-1].comments == last.comments
    assert longer.undo(2)[1] == ("Nag1-be3", "bj7-bj6", "2 comments")
    path = tmp_path / "g.aof"
    path.write_text(f"{GAME}*\n")
    done = aofref("clock", "--give", "W=5d", "--in-place", str(path))
    assert (done.exit_code, done.stdout, done.stderr) == (0, "", "")
    assert path.read_text() == f"{GAME}{{[%give W 432000]}} *\n"


def test_more_than_ten_digits_of_seconds_are_not_given() -> None:
    with pytest.raises(ValueError, match="ten digits"):
        loads(f"{GAME}{PLAYED} *\n").give_time("W", 10**10)


def test_a_comment_that_gives_time_otherwise_is_found_when_it_is_set() -> None:
    for command in ("[%give W 5d]", "[%give W 12345678901]", "[%give E 5]", "[%give]"):
        record = loads(f"{GAME}{PLAYED} *\n").with_comments(command)
        assert [why.code for why in record.findings] == ["contradiction"]
