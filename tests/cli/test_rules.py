"""`rules`: what it refuses and shows."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

import aofref as aofref_library
from aofref import games
from aofref.cli import io
from aofref.judge.analysis import examples
from tests.helpers import aofref, game


def test_a_pawn_on_an_array_cell_is_of_its_army() -> None:
    # the Persian Pawn's ways are (0,-1) and (-1,-1), its captures those and a level (RULES 6)
    found = aofref("rules", "aof2", "P", "--from", "jg3").stdout
    assert "  P:Pjg3 on an empty board:\n  x he3 if3 je3 jf3\n" in found
    assert "  + only to capture: if2 if4 jf2 jf4\n" in found
    assert aofref("rules", "aof2", "P", "--from", "jg3", "--army", "E").stdout != found


def test_a_cell_is_told_of_alone() -> None:
    # White's Pawn goes (0,1,0) and (1,0,0), captures those and a level, and both at once; a Pawn
    # that starts on no vertical face owes five moves (RULES 6, 7); level b is drawn left of a
    assert aofref("rules", "hec", "P", "--from", "AB3").stdout == (
        "P Pawn (heathen-europe): steps along orthogonals forward; to capture, steps\n"
        "    along root-2 diagonals forward or the root-2 diagonal forward on its level\n"
        "  W:Pab3 on an empty board:\n"
        "  x ab4 ac3\n"
        "  + only to capture: ac4 bb4 bc3\n"
        "  White starts with one there; it may promote after 5 moves.\n"
        "`aofref rules heathen-europe P` describes the piece in full.\n"
        "level b            level a\n"
        "  a6 . . . . . .     a6 . . . . . .\n"
        "  a5 . . . . . .     a5 . . . . . .\n"
        "  a4 . + . . . .     a4 . x + . . .\n"
        "  a3 . . + . . .     a3 . * x . . .\n"
        "  a2 . . . . . .     a2 . . . . . .\n"
        "  a1 . . . . . .     a1 . . . . . .\n"
    )


@pytest.mark.parametrize(
    ("args", "line"),
    [
        # two steps along either way forward from an array cell of an Indian Pawn
        ("aof2 P --from ea3", "  by a double step: ga3 gc3\n"),
        # af6 is the edge farthest from White: both ways of a Pawn end there
        ("hec P --from ae5 --army W", "  must promote on: af6\n"),
        ("chess-without-castling P --from a7 --army W", "  must promote on: a8 b8\n"),
    ],
)
def test_what_concerns_a_pawn_on_a_cell(args: str, line: str) -> None:
    assert line in aofref("rules", *args.split()).stdout


def test_castling_is_described_by_its_cells() -> None:
    found = " ".join(aofref("rules", "chess", "K").stdout.split())
    assert (
        "Castling: One move of two pieces, the King and another. White: by O-O the King goes from "
        "e1 to g1, and the Rook from h1 to f1; by O-O-O the King goes from e1 to c1, and the Rook "
        "from a1 to d1. Black: by O-O the King goes from e8 to g8, and the Rook from h8 to f8; by "
        "O-O-O the King goes from e8 to c8, and the Rook from a8 to d8. Neither piece may have "
        "moved before. Every cell that either of them passes or comes to must be empty, but for "
        "the two themselves. The King must not be in check, and no cell that it passes or comes "
        "to may be attacked."
    ) in found
    assert found.endswith("castling O-O castling O-O-O")
    assert (
        "Castling: The King can castle with it (see King)." in aofref("rules", "chess", "R").stdout
    )
    assert "Castling:" not in aofref("rules", "chess", "B").stdout
    outline = aofref("rules", "chess").stdout
    assert "Castling: White and Black can castle, by O-O or O-O-O (see King)." in outline
    assert "no castling" not in outline
    for code in ("K", "R", ""):
        without = " ".join(aofref("rules", "chess-without-castling", *code).stdout.split())
        assert ("Castling:" in without, "no castling" in without) == (False, not code)


def test_an_army_without_castling_is_not_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chess = games.find("chess")
    assert chess is not None
    text = re.sub(r"\[castling\.B\].*?\n\n", "", chess.source, flags=re.DOTALL)
    (tmp_path / "half.toml").write_text(text.replace('id = "chess"', 'id = "half"'), "utf-8")
    monkeypatch.setenv("AOFREF_GAMES", str(tmp_path))
    assert "Castling: White can castle, by O-O or O-O-O" in aofref("rules", "half").stdout
    found = aofref("rules", "half", "K").stdout
    assert "White: by O-O" in found and "Black: by" not in found


def test_levels_are_drawn_as_wide_as_asked() -> None:
    # four levels of 16 columns and three blanks between: all in 79 columns, two and two in 60
    rook = aofref_library.variant("hec").rules("R", "bb3")
    assert "level d            level c            level b            level a" in rook.text()
    narrow = rook.text(60)
    assert "level d            level c\n" in narrow and "level b            level a\n" in narrow


# Games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "id_"),
    [
        ("Heathen Europe Chess", "heathen-europe"),
        ("heathen  europe CHESS", "heathen-europe"),
        ("Armies of Faith 2: Later Antiquity", "aof2"),
        ("Armies of Faith 2", "aof2"),
        ("Star of David 2 Level Hex Chess, Cohen form", "sd2l-cohen"),
        ("Raumschach", "raumschach"),
        ("Capablanca's Chess without castling", "capablanca-without-castling"),
    ],
)
def test_a_game_is_named_by_its_title(name: str, id_: str) -> None:
    assert aofref_library.variant(name).id == id_
    assert aofref("rules", name).stdout == aofref("rules", id_).stdout
    assert aofref("moves", "--variant", name).stdout == aofref("moves", "--variant", id_).stdout
    assert f'[Variant "{id_}"]' in aofref("new", name).stdout


@pytest.mark.parametrize("name", ["sd2l", "SD2L", "Star of David 2 Level Hex Chess"])
def test_a_name_of_two_games_is_answered_with_both(name: str) -> None:
    for args in (["rules", name], ["moves", "--variant", name], ["new", name]):
        found = aofref(*args)
        assert found.exit_code == 2 and ": sd2l-cohen, sd2l-sling?\n" in found.stderr
    with pytest.raises(aofref_library.UnknownVariant, match="sd2l-cohen, sd2l-sling"):
        aofref_library.variant(name)


@pytest.mark.parametrize("command", ["rules", "new", "show"])
def test_without_a_game_the_games_are_listed(command: str) -> None:
    found = aofref(command)
    assert (found.exit_code, found.stdout) == (2, "")
    for id_ in aofref("variants").stdout.splitlines():
        assert f"  {id_.split()[0]} " in found.stderr
    assert "Heathen Europe Chess\n" in found.stderr


def test_show_of_a_game_shows_its_start() -> None:
    shown = aofref("show", "--variant", "hec", "--format", "position")
    assert (shown.exit_code, shown.stderr) == (0, "")
    assert shown.stdout.strip() == str(aofref_library.variant("hec").start())
    assert "At the start" in aofref("show", "--variant", "hec").stdout
    assert "<svg" in aofref("show", "--variant", "hec", "--format", "svg").stdout
    planar = aofref("show", "--variant", "hec", "--ruling", "hec-king=planar").stdout
    assert "Rulings: hec-king=planar (R-5)" in planar
    record = '[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n'  # standard input is read if it holds any
    assert "After ply 1" in aofref("show", "--variant", "hec", stdin=record).stdout


@pytest.mark.parametrize("piece", ["P", "O"])
def test_where_armies_differ_the_army_must_be_said(piece: str) -> None:
    found = aofref("rules", "aof2", piece, "--from", "fd3")
    assert (found.exit_code, found.stdout) == (2, "") and "--army" in found.stderr
    assert aofref("rules", "aof2", piece, "--from", "fd3", "--army", "I").exit_code == 0
    assert aofref("rules", "aof2", "N", "--from", "fd3").exit_code == 0


def test_text_is_as_wide_as_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "61")
    assert io.text_width() == 80  # what goes into a file or a pipe
    monkeypatch.setattr("sys.stdout", SimpleNamespace(isatty=lambda: True))
    assert io.text_width() == 61
    monkeypatch.setattr("sys.stdout", None)
    assert io.text_width() == 80


def test_examples_of_pawns_are_as_many_as_chess_has() -> None:
    """Counted by hand: 8 double steps an army, 14 ways to take by them, 4 pieces to become."""
    chess = game("chess-without-castling")
    assert len(list(examples._doubles(chess))) == 2 * 8
    assert len(list(examples._en_passant(chess))) == 2 * 14
    promotions = Counter(example.text.partition("=")[0] for example in examples._promotions(chess))
    assert {*promotions.values()} == {4} and {"a7-a8", "h2-h1"} <= promotions.keys()
