"""Diagrams that `show` writes in text are read back, whatever they look like; folded positions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from aofref import variants
from aofref.judge.analysis.view import board_view
from aofref.notation import diagrams, positions
from aofref.report.svg.plan import plan_of
from aofref.report.text import board
from aofref.rules import turn
from aofref.rules.position import Setup
from tests.helpers import aofref, game, given, play_at_random

H = '[Variant "hec"]\n\n1. cb3-cb4 *\n'
OWED = "W:Kca1;Pbb4^3/B:Kcf6;Paa3,ae4^5 W - 9"
"""A Pawn of Black stands where one of White's began, and owes nothing."""


def shown(line: str, variant: str, *look: str) -> str:
    found = aofref("show", "--variant", variant, "--position", line, *look)
    assert (found.exit_code, found.stderr) == (0, "")
    return found.stdout


def read_back(text: str, variant: str) -> str:
    found = diagrams.read(game(variant), text)
    assert isinstance(found, Setup), found
    return positions.write(turn.begin(found)[0])


@pytest.mark.alike
@pytest.mark.parametrize("name", variants.every())
@pytest.mark.parametrize("seed", range(4))
def test_a_diagram_reads_back_as_its_position(name: str, seed: int) -> None:
    chance = random.Random(f"{name} {seed}")
    position, _ = play_at_random(game(name), f"diagram {seed}", 20 + 40 * seed)[-1]
    line = positions.write(position)
    cells = [cell for cell, piece in enumerate(position.board) if piece]
    look = chance.choice([
        [], ["--side", position.game.letters[-1]],
        ["--from", position.game.board.names[chance.choice(cells)]],
    ])  # fmt: skip
    look += ["--color", chance.choice(["always", "never"])]
    for more in ([], ["--no-position"]):
        text = shown(line, name, *look, *more)
        assert (line in text) is (not more)
        assert diagrams.named(text)[0] == name
        for dress in (
            text,
            text.replace("\n", "\r\n"),
            text.replace(" ", "\u00a0"),
            f"\n\n{text}\n",
        ):
            assert read_back(dress, name) == line


@pytest.mark.unmeasured
@pytest.mark.parametrize("name", variants.IDS)
def test_levels_side_by_side_are_told_apart(name: str) -> None:
    position = play_at_random(game(name), "abreast", 30)[-1][0]
    for width in (40, 100, 200, 400):
        drawn = board.draw(
            board_view(position), plan_of(position.game), board.Marks({}), width=width
        )
        text = "\n".join([*drawn, "", diagrams.state_line(position)])
        assert read_back(text, name) == positions.write(position)


@pytest.mark.parametrize(
    ("variant", "line"),
    [
        ("aof2", "E:Kjb5;Rka4/I:-/J:Kjb1;Aka1,kb1/P:- E - 41"),
        ("aof2", "E:Kjb5/I:-/J:-/P:- - - 41"),
        ("aof2", "E:Kjb5/I:Kdb2;Pfa3/J:Kjb1/P:Kjh3 J ea3>fa3 3"),
        ("hec", OWED),
        ("aof6", "C:Ked3;PNed2^0/I:Kon3/M:Kkj3/N:Kta3 C - 7"),
    ],
)
def test_what_no_board_shows_stands_beside_it(variant: str, line: str) -> None:
    found = positions.read(game(variant), line)
    if not isinstance(found, Setup):
        pytest.fail(str(found))
    held = positions.write(turn.begin(found)[0])
    assert read_back(shown(line, variant, "--no-position"), variant) == held


def test_what_stands_beside_a_board() -> None:
    assert diagrams.state_line(turn.start(game("hec"))[0]) == "turn W, en passant -, round 1"
    assert diagrams.state_line(given(game("hec"), OWED)) == (
        "turn W, en passant -, round 9; owed aa3^0 bb4^3"
    )


def test_a_record_is_compared_with_its_diagram(tmp_path: Path) -> None:
    path = tmp_path / "game.aof"
    path.write_text(H)
    for look in (["--no-position"], [], ["--diff", "0"]):
        text = aofref("show", str(path), *look).stdout
        same = aofref("diff", str(path), "--position", "-", stdin=text)
        assert (same.exit_code, same.stdout) == (0, "the position is as claimed\n")
    other = aofref("diff", str(path), "--ply", "0", "--position", "-", stdin=text)
    assert other.exit_code == 1
    twice = aofref("diff", "-", "--position", "-", stdin=text)
    assert twice.exit_code == 2 and "cannot both be standard input" in twice.stderr


def test_the_game_and_its_rulings_are_named_by_the_diagram() -> None:
    text = shown("C:Ked3/I:Kon3/M:Kkj3/N:Kta3 C - 7", "aof6", "--ruling", "aof6-order=reverse")
    again = aofref("show", "--position", "-", stdin=text)
    assert (again.exit_code, again.stdout) == (0, text) and "aof6-order=reverse" in text
    assert aofref("moves", "--position", "-", "--count", stdin=text).stdout == "8\n"
    unknown = aofref("moves", "--position", "-", stdin="E:Kjb5/I:-/J:-/P:- E - 1")
    assert (
        unknown.exit_code == 2 and "give a record FILE, or a game with --variant" in unknown.stderr
    )
    assert diagrams.named(f"my game\n\n{text}") == ("", ())  # not in the first words


def test_no_words_before_a_diagram_are_part_of_it() -> None:
    event = "level 3 After ply 7. turn P, en passant -, round 9"
    record = f'[Event "{event}"]\n[Indian "level 1"]\n[Variant "aof2"]\n\n1. E:Lha5-fb3 *\n'
    text = aofref("show", "--no-position", stdin=record).stdout
    line = aofref("show", "--format", "position", stdin=record).stdout.rstrip("\n")
    assert read_back(text, "aof2") == line and event in text


NO_LINE = "there is no position line behind the diagram, and no line `turn ...`"


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("wKa1", "wQa1", ["not a row of cells: 'wUa1 wUb1 wPc1   d1  ...'",
                          *(f"{level}{file}1 is not drawn" for level in "cd" for file in "abcdef")]),
        ("wKa1", "  a1", ["army W has pieces but no royal piece"]),
        # the cells behind the blank move to the left, below the names of other levels
        ("   c6", "", ["da6 is drawn twice", "ba6 is drawn twice",
                       *(f"{cell}6 is not drawn" for cell in ("aa", "ac", "bc", "ca", "cc", "dc"))]),
        ("level d", "level c", [  # 36 cells, and level d: the first 20 faults are told
            *(f"c{file}{rank} is drawn twice" for rank in "654" for file in "abcdef"),
            "ca3 is drawn twice", "cb3 is drawn twice", "and 17 more faults",
        ]),
        ("   f6", "   f5", ["bf5 is drawn twice", "bf6 is not drawn"]),
        ("turn B", "turn", [NO_LINE]),
        ("turn B, en passant -, round 1; owed cb4^4", "these are four words", [NO_LINE]),
        ("turn B", "turn X", ["the turn names no army: 'X'"]),
        ("round 1", "round one", ["the round is a number from 1, not 'one'"]),
        ("en passant -", "en passant a>b", ["no Pawn fits the en passant right 'a>b'"]),
        ("owed cb4^4", "owed cb4^x", ["P has no cell: 'cb4^x'"]),
    ],
)  # fmt: skip
def test_faults_of_a_diagram(old: str, new: str, why: list[str]) -> None:
    text = aofref("show", "--no-position", stdin=H).stdout
    assert old in text
    found = aofref("moves", "--variant", "hec", "--position", "-", stdin=text.replace(old, new))
    assert (found.exit_code, found.stdout) == (2, "")
    assert found.stderr.splitlines() == [f"--position:1:1: bad-position {each}" for each in why]


def test_a_part_of_the_board_is_not_read_as_the_whole() -> None:
    part = aofref("show", "--level", "a", "--no-position", stdin=H).stdout
    found = aofref("show", "--position", "-", stdin=part)
    assert found.stderr.splitlines() == [
        f"--position:1:1: bad-position level {level} is not drawn" for level in "bcd"
    ]
    whole = aofref("show", "--level", "a", stdin=H).stdout  # its position line says the rest
    assert aofref("show", "--position", "-", stdin=whole).exit_code == 0
    other = whole.replace("wRa2", "wUa2")
    differs = aofref("show", "--position", "-", stdin=other)
    bare = aofref("show", "--position", "-", stdin=whole.replace("   a6", "   zz"))
    assert (differs.stderr, bare.stderr) == (
        "--position:1:1: bad-position the diagram and the position line differ on aa2\n",
        "--position:1:1: bad-position no row of cells follows the name of a level\n",
    )


def test_a_level_has_columns_of_its_own() -> None:
    text = aofref("show", "--no-position", stdin='[Variant "sd2l-cohen"]\n\n*\n').stdout
    assert text.count("wRd1\n") == 1  # the last cell of level a
    found = aofref("show", "--position", "-", stdin=text.replace("wRd1\n", "wRj1\n"))
    assert found.stderr == (
        "--position:1:1: bad-position level a has no column j1\n"
        "--position:1:1: bad-position ad1 is not drawn\n"
    )


def test_limits_of_a_diagram() -> None:
    text = aofref("show", stdin=H).stdout.ljust(diagrams.LONGEST)
    assert aofref("show", "--position", "-", stdin=text).exit_code == 0
    found = aofref("show", "--position", "-", stdin=text + " ")
    assert found.exit_code == 2 and found.stderr == (
        "--position:1:1: limit a diagram has at most 200000 characters, not 200001\n"
    )
    crowd = "level a   " * 10_000 + "\n" + "wKa1" * 20_000
    assert aofref("moves", "--variant", "hec", "--position", "-", stdin=crowd).exit_code == 2


@pytest.mark.parametrize("args", [["-"], ["--ply", "1"], ["--game", "1"], ["--as-played"]])
def test_a_position_is_shown_without_a_record(args: list[str]) -> None:
    found = aofref("show", "--variant", "hec", "--position", OWED, *args)
    assert found.exit_code == 2 and "--position cannot be combined with FILE" in found.stderr
    assert aofref("show", "--no-position", "--format", "svg", stdin=H).exit_code == 2


def test_a_position_in_every_format() -> None:
    for form in ("text", "svg", "html", "position", "json"):
        text = shown(OWED, "hec", "--format", form)
        assert text and (form != "position" or text == f"{OWED}\n")


@pytest.mark.parametrize("seed", range(10))
def test_a_folded_position_reads_the_same(seed: int) -> None:
    chance = random.Random(seed)
    position = play_at_random(game("aof2"), f"folded {seed}", 12)[-1][0]
    line = positions.write(position)
    fold = {"/": ["/", "/\n", "\n/", " / ", "/\r\n  "], " ": [" ", "\n", "\r\n\t", "  "]}
    fold |= {";": [";", ";\n", "; "], ",": [",", ",\n", ",\r\n   ", "\n,"]}
    folded = "".join(chance.choice(fold.get(letter, [letter])) for letter in line)
    assert positions.write(given(game("aof2"), folded)) == line
    assert aofref("moves", "--variant", "aof2", "--position", "-", stdin=folded).exit_code == 0


def test_the_cells_of_en_passant_may_be_folded_too() -> None:
    line = "E:Kjb5/I:Kdb2;Pga3/J:Kjb1/P:Kjh3;Phe3 E fa3>ga3,hf3>he3 7"
    whole, folded = (aofref("show", "--format", "position", "--variant", "aof2", "--position", text) for text in (line, line.replace(",", ",\n ")))  # fmt: skip
    assert whole.stdout == f"{line}\n" == folded.stdout
