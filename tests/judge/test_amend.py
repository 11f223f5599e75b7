"""The clerk's work: a game from nothing, moves added in place, results, decisions, moves undone."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aofref import End, games, loads
from tests.helpers import FIXTURES, aofref, game
from tests.judging import UNCLOSED

NEW = '[Event "?"]\n[Variant "aof2"]\n\n*\n\n'
BAD = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:da3-fa3?! $1 J:ga1-fa1 *\n'

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


@pytest.mark.parametrize(
    "args",
    [["aof9x"], ["aof2", "--player", "X=Anna"], ["aof2", "--player", "Anna"], ["aof2", "--tag", "Event"],
     ["aof2", "--tag", "Result=1-0"], ["aof2", "--tag", "a b=c"], ["aof2", "--ruling", "hec-king=planar"],
     ["aof2", "--array", "E:Kzz9"], ["aof2", "--tag", "Event=a", "--tag", "Event=b"],
     ["aof2", "--player", "E=a", "--player", "European=b"], ["aof2", "--tag", "Event=a\nb"]],
)  # fmt: skip
def test_what_no_game_begins_with(args: list[str]) -> None:
    found = aofref("new", *args)
    assert (found.exit_code, found.stdout) == (2, "") and found.stderr


# Results ----------------------------------------------------------------------------------------


def test_an_agreement() -> None:
    found = aofref("play", "-", "--result", "1/2-1/2-0-0", stdin=NEW)
    assert found.exit_code == 0 and found.stdout.endswith("\n\n1/2-1/2-0-0\n\n")
    tagged = aofref("play", "-", "E:Lha5-fb3", "--result", "1-0-0-0", stdin='[Result "*"]\n' + NEW)
    # an agreed win has the tag that says so, or nobody could know how it came
    assert tagged.stdout.startswith(
        '[Result "1-0-0-0"]\n[Event "?"]\n[Variant "aof2"]\n[Termination "agreement"]\n\n'
    )
    assert loads(tagged.stdout).end == End("1-0-0-0", "agreement", 1, armies=(*"EIJP",))
    assert "Termination" not in found.stdout
    known = '[Variant "chess"]\n[Termination "time forfeit"]\n\n1. e4 e5 *\n'
    for text in (known, known.replace("time forfeit", "normal").replace("*", "{Black resigns} *")):
        kept = aofref("play", "-", "--to", "san", "--result", "1-0", stdin=text).stdout
        assert kept == text.replace("*", "1-0") + "\n"
    undone = aofref("undo", "-", stdin=tagged.stdout)
    assert undone.stdout == '[Result "*"]\n' + NEW.replace("*", "1. E:Lha5-fb3 *")
    assert tagged.stdout.endswith("1. E:Lha5-fb3 1-0-0-0\n\n")
    assert aofref("check", "--quiet", stdin=tagged.stdout).exit_code == 0


@pytest.mark.parametrize("result", ["1-0", "*", "1/2-1/2", "x", "1-1-0-0"])
def test_no_result(result: str) -> None:
    found = aofref("play", "-", "--result", result, stdin=NEW)
    assert (found.exit_code, found.stdout) == (2, "")


@pytest.mark.parametrize(
    "word, name",
    [*zip(["undo", "UNDO", "takeback", "help", "?", "moves", "show", "board", "rules"],
          ["undo", "undo", "undo", "help", "help", "moves", "show", "show", "rules"], strict=True)],
)  # fmt: skip
def test_a_command_that_is_given_as_a_move_is_named(word: str, name: str) -> None:
    found = aofref("play", "-", word, stdin=NEW)
    assert (found.exit_code, found.stdout) == (2, "")
    assert f"that is a command of its own: aofref {name}: " in found.stderr
    assert "command" not in aofref("play", "-", "xyzzy", stdin=NEW).stderr


def test_a_new_game_of_an_event() -> None:
    args = ("--event", "Spring 2027", "--start", "2027-01-02T12:00:00Z")
    text = aofref("new", "hec", *args).stdout
    for tag in ('[Event "Spring 2027"]', '[Date "2027.01.02"]', '[UTCDate "2027.01.02"]'):
        assert text.count(tag) == 1
    assert '[UTCTime "12:00:00"]' in text
    assert '[Date "2026.12.24"]' in aofref("new", "hec", *args, "--tag", "Date=2026.12.24").stdout
    assert aofref("new", "hec", *args, "--tag", "Event=x").exit_code == 2


def test_a_false_agreement() -> None:
    closed = aofref("play", "-", "--result", "1-0-0-0", stdin=NEW.replace("*", "0-1-0-0"))
    assert closed.exit_code == 1 and "game-over" in closed.stderr


# Decisions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("verdict", ["stands", "takeback", "forfeits"])
def test_a_decision(verdict: str) -> None:
    found = aofref("decide", "-", verdict, stdin=BAD)
    assert found.exit_code == 0
    wanted = BAD.replace("$1 ", f"$1 {{[%arbiter {verdict}]}} ")
    if verdict == "takeback":  # it was answered
        wanted = wanted.replace("J:ga1-fa1 *", "{illegal from here:\nJ:ga1-fa1} *")
    assert found.stdout == wanted
    told = json.loads(aofref("check", "--as-played", "--format", "json", stdin=found.stdout).stdout)
    assert [decision["decision"] for decision in told["arbiter"]] == [verdict]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1. E:Kjb5-aa1", "1. E:Kjb5-aa1 {[%arbiter takeback]}"),
        ("1. E:Kjb5-aa1\n*\n", "1. E:Kjb5-aa1 {[%arbiter takeback]}\n*\n"),
        ("1. E:Kjb5-aa1 {so} *\n", "1. E:Kjb5-aa1 {[%arbiter takeback]} {so} *\n"),
        ("1. E:Kjb5-aa1 ; so\n*\n", "1. E:Kjb5-aa1 {[%arbiter takeback]} ; so\n*\n"),
        ("1. E:Kjb5-aa1\n%so\n*\n", "1. E:Kjb5-aa1 {[%arbiter takeback]}\n%so\n*\n"),
        ("1. E:Kjb5-aa1\u2028(E:Lha5-fb3) *\n", "1. E:Kjb5-aa1 {[%arbiter takeback]}\u2028(E:Lha5-fb3) *\n"),
    ],
)  # fmt: skip
def test_nothing_else_is_changed(before: str, after: str) -> None:
    head = '\n\n[Variant "aof2"] [Event "x"]\n\n'
    found = aofref("decide", "-", "takeback", stdin=head + before)
    assert found.exit_code == 0, found.output
    assert found.stdout == head.lstrip("\n") + after


ANSWERED = """[Variant "hec"]
[White "Anna"]
[Black "Bela"]
[Result "*"]

1. ac2-ad2 {hm} Lbe5-bd5? 2. bc2-bd2 {a note} (2. bc1-bd1) ba5-aa5
; [%draw W]
%kept
3. da3-da4 *
"""
"""Black's second ply is illegal, for its own Pawn stands on bd5, and both have played on."""


def decided_on(text: str, verdict: str) -> tuple[str, str]:
    found = aofref("decide", "-", verdict, stdin=text)
    assert found.exit_code == 0
    assert aofref("check", "--as-played", "--quiet", stdin=found.stdout).exit_code == 0
    return found.stdout, found.stderr


def test_what_answered_a_move_that_is_taken_back_becomes_a_comment() -> None:
    out, said = decided_on(ANSWERED, "takeback")
    head, _, _ = ANSWERED.partition(" 2. bc2")
    assert out == (
        f"{head}\n{{[%arbiter takeback]}} {{illegal from here: 2. bc2-bd2}} {{a note}} {{(2. bc1-bd1)\n"
        "ba5-aa5}\n; [%draw W]\n%kept\n{3. da3-da4} *\n"
    )
    assert said == (
        "-: decided: B:Lbe5-bd5 is taken back; what came after it is a comment now; "
        "B Black (Bela) is to move\n"
    )
    on = aofref("play", "-", "--as-played", "bd5-bc5", stdin=out)
    assert on.exit_code == 0 and "W White (Anna) is to move" in on.stderr


@pytest.mark.parametrize("result", ["*", "0-1"])
def test_a_forfeit_sets_the_result(result: str) -> None:
    text = ANSWERED.replace('"*"', f'"{result}"').replace("da4 *", f"da4 {result}")
    out, said = decided_on(text, "forfeits")
    assert '[Result "1-0"]' in out and out.endswith("{3. da3-da4} 1-0\n")
    assert "what came after it is a comment now; the game is over: 1-0, by forfeit" in said


def test_a_forfeit_among_four() -> None:
    """Others play on; what the army that is gone has played since is kept in a comment."""
    moves = "1. E:Lha5-fb3 I:da3-fa3 J:ga1-fa1 P:jg3-jf3 2. E:Lfb3-ha5 I:ea3-fa3"
    out, said = decided_on(f'[Variant "aof2"]\n\n{moves} *\n', "forfeits")
    assert "E:Lfb3-ha5 {illegal from here:\nI:ea3-fa3} *\n" in out
    assert said.endswith(
        "I:da3-fa3 forfeits the game of its army; what came after it is a comment now; J Jewish is to move\n"
    )
    alone, _ = decided_on('[Variant "hec"]\n\n1. ac2-ad2 Lbe5-bd5\n', "forfeits")
    assert alone.endswith("{[%arbiter forfeits]}\n\n1-0\n") or alone.endswith("1-0\n")


def test_a_move_played_instead_stays() -> None:
    text = '[Variant "hec"]\n\n1. ac2-ad2 Lbe5-bd5 bd5-bc5 2. aa3-aa4 *\n'
    out, said = decided_on(text, "takeback")
    assert out == text.replace("bd5 bd5", "bd5 {[%arbiter takeback]} bd5")
    assert said == "-: decided: B:Lbe5-bd5 is taken back; B Black is to move\n"


def test_decisions_one_after_the_other() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lha5-fb3 I:da3-fa3 I:dc3-fc3 I:ea3-fa3 *\n'
    first = aofref("decide", "-", "takeback", stdin=text)
    assert first.exit_code == 0 and "-:3:" in first.stderr  # the record stops again
    second = aofref("decide", "-", "takeback", stdin=first.stdout)
    assert second.exit_code == 0
    assert aofref("check", "--as-played", "--quiet", stdin=second.stdout).exit_code == 0
    third = aofref("decide", "-", "takeback", stdin=second.stdout)
    assert (third.exit_code, third.stdout) == (1, "")


def test_a_decision_without_effect_is_refused() -> None:
    text = '[Variant "aof2"]\n\n1. E:Lzz9-fb3 *\n'
    found = aofref("decide", "-", "stands", stdin=text)
    assert (found.exit_code, found.stdout) == (1, "") and "no-such-cell" in found.stderr


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


def test_play_on_from_a_ply_of_a_game(tmp_path: Path) -> None:
    path = tmp_path / "many.aof"
    path.write_text(
        '[Event "a"]\n[Variant "aof2"]\n\n1. E:Lha5-fb3 I:ea3-fa3 *\n\n[Event "b"]\n' + NEW[12:]
    )
    found = aofref("play", str(path), "--game", "Event~a", "--ply", "1", "I:eb4-fb4")
    assert found.stdout == '[Event "a"]\n[Variant "aof2"]\n\n1. E:Lha5-fb3 I:eb4-fb4 *\n\n'
    assert aofref("play", str(path), "E:Lha5-fb3").exit_code == 2


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


# Changing records ----------------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["undo"], ["decide"]])
def test_a_record_that_cannot_be_read_is_not_changed(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_text(UNCLOSED)
    verdict = ["takeback"] if command == ["decide"] else []
    found = aofref(*command, "--in-place", str(path), *verdict)
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr == f"{path}:3:15: syntax the comment opened here is never closed\n"
    assert path.read_text() == UNCLOSED


def test_no_decision_is_written_into_json() -> None:
    data = json.dumps({"variant": "aof2", "tags": {"Variant": "aof2"}, "moves": []})
    found = aofref("decide", "-", "takeback", stdin=data)
    assert found.exit_code == 2 and ": syntax " in found.stderr
