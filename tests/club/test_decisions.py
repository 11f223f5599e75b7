"""An arbiter's decisions hold in the files of a club, for every command, and nowhere else."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path

import pytest

from tests.clubs import a_club
from tests.helpers import aofref

WITH, WITHOUT = "Carl (Jewish)", "Bela (Indian)"
DECIDED = "\nE:Lha5-fb3 I:da3-fa3 {[%arbiter stands]}\n*\n"
"""da3-fa3 is no move of a Pawn: Carl is to move only if it stands."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = a_club(tmp_path).folder / "games" / "g-1.aof"
    path.write_text(path.read_text().replace("\n*\n", DECIDED))
    return path


def to_move(*args: str) -> str:
    """Give who is to move by a command that prints a line of JSON; none where it is illegal."""
    done = aofref(*args)
    row = json.loads(done.stdout.splitlines()[0])
    assert done.exit_code == (row["status"] != "legal"), done.stderr
    turn = {"I": WITHOUT, "J": WITH}[row["turn"]]
    assert (row["status"] == "legal") == (turn == WITH)
    return turn


def test_mails_and_pages_agree(game: Path, tmp_path: Path) -> None:
    club = game.parent.parent
    assert aofref("club", str(club)).exit_code == 0
    mails = [path.read_text() for path in (club / "out" / "new").iterdir()]
    assert [f"{WITH} is to move" in mail for mail in mails] == [True] * 4
    site = str(tmp_path / "site")
    done = aofref("gallery", str(game.parent), "--output-dir", site)
    assert (done.exit_code, done.stderr) == (0, "")
    listed = (tmp_path / "site" / "index.html").read_text()
    (entry,) = re.findall("<article.*?</article>", listed, re.DOTALL)
    assert "Jewish to move" in entry and "illegal" not in entry


def test_every_reading_of_a_club(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, folder = str(game), str(game.parent)
    check = ("check", "--format", "json")
    assert to_move(*check, name) == WITH
    assert to_move(*check, folder) == to_move(*check, str(game.parent.parent)) == WITH
    assert to_move("list", "--format", "json", folder) == WITH
    assert aofref("show", "--format", "position", name).stdout.split()[1] == "J"
    assert "--as-played" not in aofref("table", folder).stderr
    assert aofref("moves", "--count", name).exit_code == 0  # the options of a position
    assert aofref("diff", name, name).exit_code == 0
    monkeypatch.chdir(game.parent)
    assert to_move(*check, "g-1.aof") == to_move(*check, ".") == WITH
    assert aofref(*check, stdin=game.read_text()).exit_code == 1  # it is no file of a club
    assert aofref("play", "--in-place", "g-1.aof", "J:ga1-fa1").exit_code == 0
    assert aofref("undo", "--in-place", "g-1.aof").exit_code == 0
    assert to_move(*check, "g-1.aof") == WITH


def test_in_several_processes(game: Path) -> None:
    for number in range(2, 6):
        text = game.read_text() + "".join(f"{{{'word ' * 30_000}}}\n" for _ in range(2))
        game.with_name(f"g-{number}.aof").write_text(text)
    done = aofref("check", "--jobs", "2", "--format", "json", str(game.parent))
    assert [json.loads(line)["turn"] for line in done.stdout.splitlines()] == ["J"] * 5


@pytest.mark.parametrize(
    "option, variable, turn",
    [
        ("", None, WITH),
        ("", "", WITH),
        ("", "0", WITHOUT),
        ("", "1", WITH),
        ("--no-as-played", None, WITHOUT),
        ("--no-as-played", "1", WITHOUT),
        ("--as-played", "0", WITH),
    ],
)
def test_switched(
    game: Path, option: str, variable: str | None, turn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AOFREF_AS_PLAYED", raising=False)
    if variable is not None:
        monkeypatch.setenv("AOFREF_AS_PLAYED", variable)
    assert to_move("check", "--format", "json", *filter(None, [option]), str(game)) == turn


def test_elsewhere(game: Path, tmp_path: Path) -> None:
    """A copy outside, or `games` without `club.toml`, is read as any other file."""
    other = tmp_path / "other" / "games" / "below" / "g-1.aof"
    other.parent.mkdir(parents=True)
    shutil.copy(game, other)
    check = ("check", "--format", "json")
    assert to_move(*check, str(other)) == WITHOUT
    os.mkfifo(tmp_path / "other" / "club.toml")  # that it exists is enough
    assert to_move(*check, str(other)) == WITH
    assert to_move(*check, str(other), "--no-as-played") == WITHOUT
