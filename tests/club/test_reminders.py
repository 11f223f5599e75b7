"""Reminders and games that are late: who is told, when, and how often."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.club.test_killed import ends_alike
from tests.clubs import AClub
from tests.helpers import aofref

TEN_DAYS = {"UTCDate": "2026.11.01", "TimeControl": "864000"}  # and late on 12 November


def test_ended_at_a_change(tmp_path: Path, effort: int) -> None:
    """Killed at a change: each reminder and each report is there once."""
    club = AClub(tmp_path / "begun")
    for number in range(1, 4):
        club.game(f"hec {number}", "heathen-europe", **TEN_DAYS)  # an id may have a blank
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
