"""What waits for the arbiter: by `--status`, on standard error, and in the digest."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

from tests.clubs import NOW, a_club
from tests.helpers import aofref


def test_late_games_are_listed_as_clock_prints_them(tmp_path: Path) -> None:
    club = a_club(tmp_path, UTCDate="2026.11.20", TimeControl="864000")
    args = ("--format", "json", "--now", "2026-12-05T00:00:00Z")
    (row,) = club.status(*args[2:])["late"]
    clock = aofref("clock", *args, f"{club.folder}/games").stdout
    assert {**json.loads(clock), "do": row["do"]} == row


def test_a_copied_record(tmp_path: Path) -> None:
    club = a_club(tmp_path)
    club.took("Anna: Lha5-fb3")
    path = club.folder / "games" / "a-copy.aof"
    path.write_text(club.text("g-1"))
    (row,) = club.status()["faulty"]
    assert row["file"] == str(path) and "messages of [g-1] are in this record" in row["message"]
    assert "a-copy.aof" in club.ran("--now", NOW).stderr
    program, old, new = shlex.split(row["do"][0])
    assert program == "mv"
    Path(old).rename(new)
    assert not club.status()["faulty"]  # nobody was told of it


def test_a_season_writes_the_arbiter(tmp_path: Path) -> None:
    (tmp_path / "p.tsv").write_text("a\tA\ta@example.net\nb\tB\tb@example.net\n")
    made = ("season", str(tmp_path / "p.tsv"), "--variant", "hec", "--address", "c@example.org")
    for place, given in enumerate((["--arbiter", "me@example.org"], [])):
        folder = tmp_path / str(place)
        assert aofref(*made, *given, "--output-dir", str(folder)).exit_code == 0
        settings = (folder / "club.toml").read_text()
        assert ('\narbiter = "me@example.org"\n' in settings) == bool(given)
        assert ('\n# arbiter = "arbiter@example.org"\n' in settings) != bool(given)
    for wrong in ("me", "C@example.org"):
        done = aofref(*made, "--arbiter", wrong, "--output-dir", str(tmp_path / "no"))
        assert done.exit_code == 2 and not (tmp_path / "no").exists()


def test_an_undo_is_offered_once(tmp_path: Path) -> None:
    """With what was said last, also if a message asks for takebacks of several games, and leave."""
    club = a_club(tmp_path)
    for name in ("h", "k"):
        club.game(name, "heathen-europe", "ac2-ad2")
    club.mail("Anna", "x", "[h] takeback\n[k] takeback\n\naway 2027-03-01..2027-03-02")
    club.mail("Bela", "[h]", "takeback")
    club.run()

    def undos() -> list[str]:
        return [
            do for row in club.status()["held"] for do in row["do"] if do.startswith("aofref undo")
        ]

    assert undos() == [f"aofref undo --in-place {club.folder}/games/h.aof 1"]
    assert aofref(*shlex.split(undos()[0])[1:]).exit_code == 0
    club.mail("Bela", "[k]", "takeback")
    club.run()
    assert undos() == [f"aofref undo --in-place {club.folder}/games/k.aof 1"]
    assert aofref(*shlex.split(undos()[0])[1:]).exit_code == 0
    club.run()
    assert not club.status()["held"]
