"""The page of `aofref board`, as far as no browser is needed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aofref import games
from tests.helpers import PACKAGE, aofref
from tests.report.test_page import given, text_of

MATE = "W:Kg6;Qf7/B:Kh8 W - 60"


def board(*args: str, stdin: str = "") -> str:
    found = aofref("board", *args, stdin=stdin)
    assert (found.exit_code, found.stderr) == (0, ""), found.stderr
    return found.stdout


@pytest.mark.parametrize("name", list(games.every()))
def test_each_game_has_a_board_without_a_record(name: str) -> None:
    page = board(name)
    assert given(page)["id"] == name and "given" not in given(page)
    assert text_of(page) == [f'[Variant "{name}"]', ""]
    assert 'id="truth"' not in page and ": analysis board</title>" in page


def test_a_board_begins_from_a_position() -> None:
    assert given(board("chess", "--position", MATE))["given"] == MATE
    assert given(board("chess", "--position", "-", stdin=MATE + "\n"))["given"] == MATE
    fen = "7k/5Q2/6K1/8/8/8/8/8 w - - 30 60"
    assert given(board("chess", "--position", fen))["given"] == MATE
    assert given(board("chess", "--position", fen))["half"] == 30


def test_a_position_begins_its_turn() -> None:
    """Checkmate stands on the board: the army to move removes the army that it has mated."""
    mated = "E:Kjb5;Rka4/I:-/J:Kjb1/P:Kjh3;Aka1 E - 41"
    line = aofref("show", "--variant", "aof2", "--position", mated, "--format", "position").stdout
    assert given(board("aof2", "--position", mated))["given"] == line.strip()


def test_a_board_without_scripts_has_its_position() -> None:
    page = re.sub(r"<script.*?</script>", "", board("chess"), flags=re.DOTALL)
    assert "\\t" not in page and "\ta6" in page and "step through the game" not in page


def test_a_ruling_of_the_game() -> None:
    page = board("heathen-europe", "--ruling", "hec-king=planar")
    assert "Rulings: hec-king=planar" in page
    assert given(page)["ways"] != given(board("heathen-europe"))["ways"]


def test_a_game_from_a_file(tmp_path: Path) -> None:
    text = (PACKAGE / "games" / "files" / "parton.toml").read_text("utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('id = "parton"', 'id = "mine"'), "utf-8")
    assert given(board(str(path)))["id"] == "mine"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["chess", "--position", "4k3/8/8/8/8/8/8/8 w - - 0 1"], "--position:1:1: bad-position army W has no King\n"),
        (["aof2", "--position", "x"], "--position:1:1: bad-position a position has four fields, not 1\n"),
        (["chess", "--position", ""], "--position:1:1: bad-position a position has four fields, not 0\n"),
    ],
)  # fmt: skip
def test_a_bad_position_is_one_line(args: list[str], says: str) -> None:
    found = aofref("board", *args)
    assert (found.exit_code, found.stdout, found.stderr) == (2, "", says)


@pytest.mark.parametrize(
    ("args", "says"),
    [
        ([], "name a game, by its id or title:"),
        (["nothing"], "unknown-variant no such variant: 'nothing'"),
        (["aof2", "--ruling", "hec-king=planar"], "aof2 has no ruling hec-king=planar"),
        (["aof2", "--position", MATE, "--position", "x"], "given more than once"),
    ],
)
def test_what_is_no_board(args: list[str], says: str) -> None:
    found = aofref("board", *args)
    assert (found.exit_code, found.stdout) == (2, "") and says in found.stderr
