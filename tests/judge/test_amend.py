"""The clerk's work: a game from nothing, moves added in place, results, decisions, moves undone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref import games
from tests.helpers import FIXTURES, aofref, game

NEW = '[Event "?"]\n[Variant "aof2"]\n\n*\n\n'

# A game from nothing ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.IDS)
def test_a_new_record_of_every_game(name: str) -> None:
    letters = game(name).letters
    found = aofref("new", name, "--player", f'{letters[0]}=Anna "A"', "--tag", "Event=Club=1")
    assert (found.exit_code, found.stderr) == (0, "")
    told = json.loads(aofref("check", "--format", "json", stdin=found.stdout).stdout)
    assert told["status"] == "legal" and told["plies"] == 0 and told["variant"] == name
    assert '[Event "Club=1"]' in found.stdout and '"Anna \\"A\\""' in found.stdout
    assert aofref("convert", stdin=found.stdout).stdout == found.stdout


# Undone -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", sorted((FIXTURES / "records").glob("*.aof"))[::9], ids=lambda path: path.stem
)
def test_undo_takes_back_what_play_did(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8").split("\n\n[")[0] + "\n"
    if aofref("check", "--quiet", stdin=text).exit_code:
        return
    shorter = aofref("undo", "-", "2", stdin=text)
    if shorter.exit_code:
        return
    game_file = tmp_path / "g.aof"
    game_file.write_text(shorter.stdout)
    [move] = list(aofref("moves", str(game_file)).stdout.splitlines()[:1]) or ["0"]
    move = "0" if move == "--" else move
    assert aofref("play", str(game_file), move, "--in-place").exit_code == 0
    assert aofref("undo", str(game_file), "--in-place").exit_code == 0
    assert game_file.read_text() == shorter.stdout


# Play, from anywhere ----------------------------------------------------------------------------


def test_a_refusal_as_json() -> None:
    found = aofref("play", "-", "E:Nja4-hb5", "--format", "json", stdin=NEW)
    told = json.loads(found.stdout)
    assert found.exit_code == 1 and not told["legal"]
    assert (
        told["code"] == "own-piece" and told["turn"] == "E" and told["proof"]["piece"] == "E:Nja4"
    )
    explained = json.loads(
        aofref("explain", "--variant", "aof2", "--format", "json", "E:Nja4-hb5").stdout
    )
    assert explained == told
    legal = json.loads(
        aofref("explain", "--variant", "aof2", "--format", "json", "Elf ha5 fb3").stdout
    )
    assert legal["move"] == "Lha5-fb3"  # in LAN, however it is typed
    assert legal["legal"] and legal["path"] == ["ha5", "fb3"] and legal["moves"]


def test_what_was_played_as_json(tmp_path: Path) -> None:
    """The position is that behind what was played, the text what is printed without --format."""
    text = NEW.replace("*", "{[%if E:Lha5-fb3 I:ea3-fa3]} *")
    args = ("play", "-", "E:Lha5-fb3+", "draw")
    told = json.loads(aofref(*args, "--format", "json", stdin=text).stdout)
    assert told["text"] == aofref(*args, stdin=text).stdout
    line = aofref("show", "--format", "position", stdin=told["text"]).stdout
    assert f"{told['position']}\n" == line and (told["turn"], told["round-of-play"]) == ("I", 1)
    assert (told["legal"], told["played"], told["answered"]) == (True, ["E:Lha5-fb3"], [])
    assert [one["code"] for one in told["warnings"]] == ["false-check"]
    assert (told["end"], told["offers"]) == (None, ["E"])
    path = tmp_path / "game.aof"
    path.write_text(
        NEW.replace("*", "1. E:Lha5-fb3 {[%if I:ea3-fa3 J:ga1-fa1 P:jg3-jf3 E:Lkd5-hb3]} *")
    )
    for word, answer in (("I:ea3-fa3", []), ("J:ga1-fa1", []), ("P:jg3-jf3", ["E:Lkd5-hb3"])):
        told = json.loads(aofref("play", "--in-place", str(path), word, "--format", "json").stdout)
        assert (told["played"], told["answered"]) == ([word], answer)
        assert told["text"] == path.read_text()
    told = json.loads(aofref("play", str(path), "--result", "1-0-0-0", "--format", "json").stdout)
    assert told["end"] == {"result": "1-0-0-0", "by": "agreement", "ply": 5}


def test_no_move_is_json_too() -> None:
    found = aofref("explain", "--variant", "aof2", "--format", "json", "Nja4-h5x")
    told = json.loads(found.stdout)
    assert (found.exit_code, told["legal"], told["code"]) == (2, False, "syntax")
    assert found.stderr.startswith(f"MOVE:1:1: syntax {told['message']}\n")


def test_what_is_not_saved_is_said(tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_text(NEW)
    hint = f"{path}: not saved: the record is only printed"
    runs = [["play", str(path), "E:Lha5-fb3"], ["tag", str(path), "Round=2"]]
    for args in runs:
        assert aofref(*args).stderr.endswith(f"{hint}; --in-place saves it\n")
        assert aofref(*args, "--in-place").stderr.count(": not saved") == 0
        assert aofref(args[0], "-", *args[2:], stdin=NEW).stderr.count(": not saved") == 0
    assert aofref("undo", str(path)).stderr.endswith(f"{hint}; --in-place saves it\n")
    assert aofref("play", "--game", "1", str(path), "I:ea3-fa3").stderr.endswith(f"{hint}\n")
    path.write_text(NEW.replace("*", "E:Lha5-zz9 *"))
    found = aofref("decide", str(path), "takeback")
    assert found.stderr.endswith(f"{hint}; --in-place saves it\n")
    assert "aofref play --in-place" in aofref("play", "--help").stdout


@pytest.mark.parametrize(
    ("args", "record", "code"),
    [
        (["E:Lha5-fb3"], NEW.replace("*", "1-0-0-0"), "game-over"),
        (["E:Lha5-fb3", "--by", "I"], NEW, "wrong-turn"),
        (["E:Lha5-fb3", "--if", "I:ea3-fa3"], NEW, "wrong-turn"),
        (["--result", "0-1-0-0"], NEW.replace("*", "E:Lha5-fb3 I:resigns *"), "false-result"),
        (["hello"], NEW, "syntax"),
    ],
)
def test_every_refusal_is_json_if_asked(args: list[str], record: str, code: str) -> None:
    found = aofref("play", "-", *args, "--format", "json", stdin=record)
    told = json.loads(found.stdout)
    assert (told["code"], told["legal"]) == (code, False) and found.exit_code in (1, 2)
    assert f" {code} " in found.stderr
