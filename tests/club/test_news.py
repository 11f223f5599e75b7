"""What an arbiter does to a record of a club: its players are told, once, and the clock goes on."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from typing import Any

import pytest

from aofref.club.store import Store
from tests.club.test_killed import ends_alike, treat
from tests.clubs import NOW, AClub
from tests.helpers import aofref

TIMED = {"UTCDate": "2026.11.21", "UTCTime": "09:00:00", "TimeControl": "864000"}


@pytest.fixture
def club(tmp_path: Path) -> AClub:
    """Give a club with a game of ten days a player, of which Anna has played the first move."""
    club = AClub(tmp_path / "club")
    club.game("g-1", **TIMED)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    assert [line["verdict"] for line in club.run()] == ["played"]
    assert len(club.answers()) == 4
    club.sent += 1000  # what arrives from now on is later than this run
    return club


def acts(club: AClub, command: str, *args: str, game: str = "g-1", status: int = 0) -> str:
    """Change a record in place, as an arbiter does."""
    path = str(club.folder / "games" / f"{game}.aof")
    words = ["--in-place", path, *args] if command == "play" else [path, *args, "--in-place"]
    done = aofref(command, *words)
    assert done.exit_code == status, done.stderr
    return done.stderr


# Withdrawal ---------------------------------------------------------------------------------------


def four_games(tmp_path: Path) -> AClub:
    """A club with four games of Anna: two with Bela, one with Carl, one with all."""
    club = AClub(tmp_path / "four")
    for name, other in (("h-1", "Bela"), ("h-2", "Bela"), ("h-3", "Carl")):
        path = club.game(name, "heathen-europe", **TIMED)
        path.write_text(path.read_text("utf-8").replace('"Bela"', f'"{other}"'), "utf-8")
    club.game("g-1", **TIMED)
    club.mail("Anna", "[g-1]", "Lha5-fb3")
    assert [line["verdict"] for line in club.run()] == ["played"]
    return club


def test_ended_while_a_player_leaves_four_games(tmp_path: Path, effort: int) -> None:
    """Killed at a change: everybody is told once, and in one mail."""
    club = four_games(tmp_path)

    def processed(folder: Path) -> None:
        words = ("--now", NOW, "--withdraw", "anna")
        assert aofref("club", str(folder), *words).exit_code == 0

    whole = shutil.copytree(club.folder, tmp_path / "whole")
    processed(whole)
    ends_alike(1 if effort > 1 else 11, processed, club.folder, whole, least=20)


@pytest.mark.parametrize("times", [1, 99])
@pytest.mark.parametrize("words", [(), ("--withdraw", "bela")])
def test_a_record_that_is_changed_meanwhile(
    club: AClub, times: int, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = club.folder / "games" / "g-1.aof"
    acts(club, "play", "I:ea3-fa3")
    was, left = Store.unchanged, [times]

    def changed(*args: Any) -> contextlib.AbstractContextManager[None]:
        if left[0]:
            left[0] -= 1
            path.write_text(path.read_text("utf-8").replace("*\n", "{edited} *\n"), "utf-8")
        return was(*args)

    monkeypatch.setattr(Store, "unchanged", changed)
    assert club.ran("--now", NOW, *words).exit_code == 0
    if times > 1:  # whoever changes it without end is left alone, until the next run
        left[0] = 0
        assert club.ran("--now", NOW, *words).exit_code == 0
    text = club.text("g-1")
    assert "{edited}" in text and f"[%sent {NOW}]" in text
    assert text.count("I:forfeits") == bool(words)
    written = [made["Subject"] for made in club.answers()]
    shown_once = len(written)
    assert club.ran("--now", NOW).exit_code == 0 and len(club.answers()) == shown_once


def planned(club: AClub, game: str) -> None:
    """Have Carl and Dora plan their answers to a move of Bela, which an arbiter plays."""
    club.mail("Carl", f"[{game}]", "if I:ea3-fa3 J:ga1-fa1")
    club.mail("Dora", f"[{game}]", "if I:ea3-fa3 J:ga1-fa1 P:jg3-jf3")
    assert club.verdicts() == ["answered", "answered"]
    acts(club, "play", "--sent", "2026-11-21T09:59:00Z", "ea3-fa3", game=game)


# Killed -------------------------------------------------------------------------------------------


def an_arbiters_day(folder: Path) -> AClub:
    club = AClub(folder)
    for name in ("g-1", "g-2", "g-3", "g-4"):
        club.game(name, **TIMED)
        club.mail("Anna", f"[{name}]", "Lha5-fb3")
    club.run()
    planned(club, "g-4")
    acts(club, "play", "I:forfeits")
    acts(club, "undo", game="g-2")
    acts(club, "tag", "Result=1-0-0-0", game="g-3")
    club.mail("Carl", "[g-1]", "ga1-fa1")
    club.mail("Anna", "[g-2]", "ga4-fa4")
    return club


def test_ended_at_a_change(tmp_path: Path, effort: int) -> None:
    """Killed at a change while news are told; then all is as if it had not been."""
    begun = an_arbiters_day(tmp_path / "begun").folder
    whole = shutil.copytree(begun, tmp_path / "whole")
    assert treat(whole) == ["played", "played"]
    assert treat(whole) == []
    ends_alike(1 if effort > 1 else 23, treat, begun, whole, least=50, last=[])
