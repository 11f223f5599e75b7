"""A record wherever a position is asked for; perft of any depth; marks, attackers, material."""

from __future__ import annotations

import json
from pathlib import Path

import chess
import pytest

from aofref import rules
from aofref.rules import turn
from tests.helpers import aofref, game

V = '[Variant "aof2"]\n'
ONE = f'[Event "first"]\n[Indian "Bela"]\n{V}\n1. E:Lha5-fb3 I:ea3-fa3 J:ga1-fa1 *\n\n'
TWO = f'[Event "second"]\n[Indian "Dora"]\n{V}\n1. E:Lkd5-hb3 *\n\n'
TRY = {
    **{"moves": ["--count"], "perft": ["--depth", "1"], "threats": [], "material": []},
    "explain": ["--ply", "0", "Lha5-fb3"],
}


@pytest.fixture
def one(tmp_path: Path) -> str:
    path = tmp_path / "one.aof"
    path.write_text(ONE)
    return str(path)


@pytest.fixture
def many(tmp_path: Path) -> str:
    path = tmp_path / "many.aof"
    path.write_text(ONE + TWO)
    return str(path)


def turn_of(*args: str) -> str:
    """Give whose turn it is in the position that a command is about, by its JSON."""
    found = aofref(*args, *TRY[args[0]], "--format", "json")
    assert found.exit_code in (0, 1), found.output
    return str(json.loads(found.stdout)["turn"])


@pytest.mark.parametrize("command", ["moves", "perft", "threats", "material"])
def test_a_ply_of_a_record(command: str, one: str) -> None:
    assert turn_of(command, one) == "P"
    for ply, turn_is in {"0": "E", "1": "I", "3": "P", "-1": "P", "-2": "J", "-4": "E"}.items():
        assert turn_of(command, one, "--ply", ply) == turn_is


def test_explain_takes_a_record_before_the_move(one: str) -> None:
    for ply, move, status in ((0, "E:Lha5-fb3", 0), (1, "E:Lha5-fb3", 1), (-3, "I:ea3-fa3", 0)):
        found = aofref("explain", one, move, "--ply", str(ply))
        assert found.exit_code == status, found.output
    assert aofref("explain", "-", "jg3-jf3", stdin=ONE).exit_code == 0
    assert aofref("explain", "--variant", "aof2").exit_code == 2
    assert aofref("explain", "--variant", "aof2", "Lha5-fb3").exit_code == 0


@pytest.mark.parametrize("command", ["moves", "perft", "threats", "material"])
def test_a_game_of_many(command: str, many: str) -> None:
    assert turn_of(command, many, "--game", "1") == "P"
    assert turn_of(command, many, "--game", "2") == "I"
    assert turn_of(command, many, "--game", "Indian~dOR") == "I"
    assert turn_of(command, many, "--game", "Event~first", "--ply", "0") == "E"
    for wrong in ([], ["--game", "3"], ["--game", "Event~s"], ["--game", "Event~none"]):
        found = aofref(command, many, *wrong, *TRY[command])
        assert (found.exit_code, found.stdout) == (2, "")
        assert "many.aof:1:1: no-record" in found.stderr
    for options in ("--game 0", "--game x", "--game 1 --ply 4", "--game 1 --ply -5"):
        assert aofref(command, many, *options.split(), *TRY[command]).exit_code == 2


def test_position_and_variant_stay(one: str) -> None:
    line = "E:Kjb5;Ria4,ka4/I:Kdb2/J:Kjb1/P:Kjh3 E - 1"
    assert aofref("moves", "--variant", "aof2", "--position", line).exit_code == 0
    assert turn_of("moves", "--variant", "aof2") == "E"
    for wrong in (["moves"], ["moves", one, "--variant", "aof2", "--position", line],
                  ["threats", "--variant", "aof2", "--position", line, "--ply", "1"]):  # fmt: skip
        assert aofref(*wrong).exit_code == 2


def test_a_record_that_cannot_be_read_is_status_2(tmp_path: Path) -> None:
    assert aofref("moves", str(tmp_path / "none.aof")).exit_code == 2
    found = aofref("moves", "-", stdin="1. E:Lha5-fb3 *\n")
    assert found.exit_code == 2 and "unknown-variant" in found.stderr
    assert aofref("moves", "-", "--variant", "aof2", stdin="1. E:Lha5-fb3 *\n").exit_code == 0


def test_marks_and_notations() -> None:
    line = "E:Kjb5;Rga4/I:Kdb2;Pda4/J:Kjb1/P:Kjh3 E - 1"
    given = ["--variant", "aof2", "--position", line]
    plain = aofref("moves", *given).stdout.split()
    marked = aofref("moves", *given, "--marks").stdout.split()
    assert [text.partition("+")[0].partition("#")[0] for text in marked] == plain
    assert len(plain) == int(aofref("moves", *given, "--count").stdout)
    for notation in ("san", "coord", "numeric", "courier"):
        said = aofref("moves", *given, "--to", notation).stdout.splitlines()
        assert len(said) == len(plain) and said == sorted(said)
        for text in said[:5]:
            assert aofref("explain", *given, text).exit_code == 0


@pytest.mark.skipif(rules.compiled(), reason="what is compiled keeps its own functions")
def test_perft_needs_no_recursion(monkeypatch: pytest.MonkeyPatch) -> None:
    start = turn.start(game("aof2"))[0]
    monkeypatch.setattr(turn, "legal_moves", lambda position: [position])
    monkeypatch.setattr(turn, "apply", lambda position, move: (position, ()))
    assert turn.perft(start, 20_000) == 1


# Who attacks, who guards, what is left ----------------------------------------------------------

SEEN = "E:Kke5;Ria4,ka4/I:Kdb2;Rja4/J:Kjb1/P:Kjh3 E - 1"


def test_who_attacks_and_who_guards() -> None:
    given = ["threats", "--variant", "aof2", "--position", SEEN]
    told = json.loads(aofref(*given, "--on", "ja4", "--format", "json").stdout)
    assert [cell["piece"] for cell in told["threats"]] == ["I:Rja4"]
    assert [one["piece"] for one in told["threats"][0]["attackers"]] == ["E:Ria4", "E:Rka4"]
    every = json.loads(aofref(*given, "--all", "--format", "json").stdout)["threats"]
    assert len(every) == 7 and {"cell", "piece", "attackers", "guards"} == set(every[0])
    assert aofref(*given, "--on", "zz9").exit_code == 2
    assert aofref(*given, "--on", "ja4", "--all").exit_code == 2


def test_royal_pieces_agree_with_threats(one: str) -> None:
    told = json.loads(aofref("threats", one, "--format", "json").stdout)["royals"]
    cells = [royal["piece"][-3:] for royal in told]
    options = [part for cell in cells for part in ("--on", cell)]
    seen = json.loads(aofref("threats", one, *options, "--format", "json").stdout)["threats"]
    assert [royal["attackers"] for royal in told] == [cell["attackers"] for cell in seen]


def test_show_takes_a_record_and_a_ply_as_the_others_do(many: str, tmp_path: Path) -> None:
    def line(*args: str) -> str:
        found = aofref("show", "--format", "position", *args, many)
        assert found.exit_code == 0, found.stderr
        return found.stdout

    assert line("--game", "Indian~BELA") == line("--game", "1")
    for ply, same in (("-1", "3"), ("-2", "2"), ("-4", "0")):
        assert line("--game", "1", "--ply", ply) == line("--game", "1", "--ply", same)
    assert len(line("--ply", "-2").splitlines()) == 2
    text = aofref("show", "--game", "1", "--diff", "-3", many).stdout
    assert text == aofref("show", "--game", "1", "--diff", "1", many).stdout
    page = aofref("show", "--game", "2", "--ply", "-2", "--format", "html", many).stdout
    assert page == aofref("show", "--game", "2", "--ply", "0", "--format", "html", many).stdout
    args = ("--game", "Event~SECOND", "--output-dir", str(tmp_path / "out"), many, many)
    assert aofref("show", *args).stderr == ""
    names = sorted(path.name[:3] for path in (tmp_path / "out").iterdir())
    assert names == ["002", "004"]  # the tag names one record of each file


def test_diff_counts_plies_from_the_end(one: str) -> None:
    claim = aofref("show", "--format", "position", "--ply", "-2", one).stdout.strip()
    assert aofref("diff", one, "--position", claim, "--ply", "-2").exit_code == 0
    assert aofref("diff", one, "--position", claim, "--ply", "-9").exit_code == 2


@pytest.mark.parametrize("command", TRY)
@pytest.mark.parametrize(
    ("moves", "status"),
    [
        (b"1. E:Lha5-fb3 I:ea3-fa3 *\n", 0),
        (b"1. E:Lha5-fb3 E:Lkd5-hb3 *\n", 1),
        (b"1. E:Lha5-fb3 I:resigns 0-1-0-0\n", 1),
        (b"1. E:Lha5-fb3 q?z *\n", 2),
        (b"1. E:Lha5-fb3 {\xff} *\n", 0),
        (b"1. E:Lha5-fb3 \xff *\n", 2),
        (b"1. E:Lha5-fb3 E:Lkd5-hb3 \xff *\n", 2),
    ],
    ids=["legal", "illegal", "false-result", "syntax", "comment", "encoding", "both"],
)
def test_the_status_of_the_record(command: str, moves: bytes, status: int) -> None:
    for form in ("text", "json"):
        found = aofref(
            command, "-", *TRY[command], "--format", form, stdin=V.encode() + b"\n" + moves
        )
        assert found.exit_code == status, found.output
        assert found.stdout


# Where nothing goes --------------------------------------------------------------------------------


def test_a_position_may_be_a_fen() -> None:
    text = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 17 31"
    given = ["--variant", "chess", "--position", text]
    listed = aofref("moves", *given).stdout.splitlines()
    assert len(listed) == chess.Board(text).legal_moves.count()
    assert aofref("show", "--format", "fen", *given).stdout == f"{text}\n"
    by_input = aofref("show", "--format", "fen", *given[:-1], "-", stdin=text)
    assert by_input.stdout == f"{text}\n"
    wrong = aofref("moves", *given[:-1], text.replace("R3K2R", "R3X2R"))
    at = text.index("R3K2R") + 3
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert wrong.stderr.startswith(f"--position:1:{at}: bad-position 'X' is no piece of chess")
    other = aofref("moves", "--variant", "aof2", "--position", text)
    assert other.exit_code == 2 and "aof2 has no FEN" in other.stderr


def test_the_name_of_a_game_is_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for args in (
        *(["show"], ["check"], ["moves"], ["explain", "Ka1"], ["list"], ["threats"]),
        *(["play", "e4"], ["play", "--in-place", "e4"], ["undo"], ["convert", "--to", "san"]),
    ):
        for name, id_ in (("heathen-europe", "heathen-europe"), ("HEC", "heathen-europe")):
            name_at = 1 if args[0] != "play" or len(args) == 2 else 2
            found = aofref(*args[:name_at], name, *args[name_at:])
            assert (found.exit_code, found.stdout) == (2, ""), args
            hint = f"it is a game: name it by --variant {id_}"
            assert found.stderr == (
                f"{name}:1:1: cannot-open cannot be opened: No such file or directory; {hint}\n"
            )
    assert "it is a game" not in aofref("show", "nothing").stderr
