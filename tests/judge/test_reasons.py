"""The reason that a person would give: of a move sent at the wrong time, twice, or half said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.helpers import aofref

AOF2 = '[Variant "aof2"]\n\n'


def at(position: str) -> str:
    return f'[Variant "aof2"]\n[Position "{position}"]\n\n*\n'


# Promotion --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("move", "text"),
    [
        ("ca4-ba4=Q", "this game has no piece Q; on ba4 the Pawn may become F"),
        ("ba4=Q", "this game has no piece Q; on ba4 the Pawn may become F"),
        ("da4-ca4=Q", "this game has no piece Q"),
        ("Kjb5-jb4=Q", "this game has no piece Q"),
    ],
)
def test_only_what_a_pawn_may_become_is_possible(move: str, text: str) -> None:
    record = at("E:Kjb5;Pca4,da4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1")
    found = aofref("play", "-", move, "--format", "json", stdin=record)
    assert found.exit_code == 1
    told = json.loads(found.stdout)
    assert (told["code"], told["message"]) == ("bad-promotion", f"{text} (RULES 7)")
    possible = [line for line in found.stderr.splitlines() if "possible:" in line]
    may = ["F"] if "become" in text else []
    assert possible == [f"  possible: {code}" for code in may]
    assert told["proof"].get("candidates", []) == may


# Decided ----------------------------------------------------------------------------------------

REFUSED = AOF2 + "1. E:Lha5-fb3 I:da4-fa4 *\n"


@pytest.fixture
def taken_back(tmp_path: Path) -> str:
    path = tmp_path / "game.aof"
    path.write_text(aofref("decide", "-", "takeback", stdin=REFUSED).stdout)
    return str(path)


@pytest.mark.parametrize(
    "args",
    [
        ["check"], ["convert"], ["show"], ["moves", "--count"], ["perft", "--depth", "1"],
        ["threats"], ["material"], ["list"], ["log"], ["table"], ["stats"], ["undo"],
        ["show", "--format", "html"], ["show", "--format", "json"], ["select", "--status", "legal"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_every_command_heeds_decisions_if_told_to(
    args: list[str], taken_back: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = Path(taken_back).read_text()
    strict = aofref(*args, "-", stdin=text)
    told = aofref(*args, "--as-played", "-", stdin=text)
    assert strict.exit_code == (0 if args == ["undo"] else 1)
    notes = {
        "undo": "aofref: taken back: E:Lha5-fb3\n",
        "table": "aofref: -:1: left out of the table: no player is named\n",
    }
    assert (told.exit_code, told.stderr) == (0, notes.get(args[0], ""))
    monkeypatch.setenv("AOFREF_AS_PLAYED", "1")
    assert seen(aofref(*args, "-", stdin=text)) == seen(told) != seen(strict)
    for off in ("", "0"):
        monkeypatch.setenv("AOFREF_AS_PLAYED", off)
        assert seen(aofref(*args, "-", stdin=text)) == seen(strict)


def seen(found: Result) -> tuple[int, str, str]:
    return found.exit_code, found.stdout, found.stderr


def test_play_and_gallery_heed_decisions(
    taken_back: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page"
    play = ["play", taken_back, "I:ea3-fa3"]
    gallery = ["gallery", str(tmp_path), "--output-dir", str(page)]
    assert [aofref(*args).exit_code for args in (play, gallery)] == [1, 1]
    assert [aofref(*args, "--as-played").exit_code for args in (play, gallery)] == [0, 0]
    monkeypatch.setenv("AOFREF_AS_PLAYED", "1")
    assert [aofref(*args).exit_code for args in (play, gallery)] == [0, 0]
    assert aofref("moves", "--variant", "aof2", "--count").stdout == "28\n"  # no record is read
