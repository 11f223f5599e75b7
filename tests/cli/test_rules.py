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
