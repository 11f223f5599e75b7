"""Pictures and boards: the text, the SVG, the PNG, and the pictures of the README."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from aofref import games
from aofref.judge.analysis.view import board_view, range_of
from aofref.report.svg import shapes
from aofref.report.svg.plan import bonds, layout_of, plan_of
from aofref.report.text import board
from aofref.rules import turn
from aofref.rules.moves import legal_moves
from aofref.rules.parts import bindings
from docs.pictures import FIRST as FIRST_PICTURE
from docs.pictures import HERE, PICTURES, drawn, of_the_first_game
from tests.helpers import ROOT, aofref, game, play_at_random
from tests.judging import ENDING
from tests.pages import random_record

FIRST = str(ROOT / "fixtures" / "records" / "aof2-00-first.aof")
SVG = "{http://www.w3.org/2000/svg}"


# Text -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.IDS)
def test_every_cell_is_named_and_every_piece_with_its_column(name: str) -> None:
    text = aofref("show", "--variant", name, stdin=random_record(name, 30)).stdout
    of = game(name)
    position = turn.start(of)[0]
    for position, move in play_at_random(of, 1, 30):
        last = turn.apply(position, move)[0]
    assert max(map(len, text.split("\n\n")[1].splitlines())) <= 80
    blocks = re.split(r"^level ", text, flags=re.MULTILINE)[1:]
    levels = set(re.split(r"[\s<>+!]+", " ".join(blocks)))
    for cell, piece in enumerate(last.board):
        column = of.board.columns[cell]
        shown = column
        if piece:
            shown = of.letters[of.army_of[piece]].lower() + of.code(piece) + column
        assert shown in levels


@pytest.mark.parametrize("name", games.IDS)
@pytest.mark.parametrize("side", [-1, 0, 1])
def test_no_two_cells_of_a_level_share_a_place(name: str, side: int) -> None:
    plan = plan_of(game(name), side)
    grid = plan.grid()
    places = [(level, *grid[cell]) for cell, level in enumerate(plan.level_of)]
    assert len(set(places)) == len(places)


def test_neighbours_lie_one_apart() -> None:
    for name in games.IDS:
        for side in (-1, 0, 1):
            plan = plan_of(game(name), side)
            for a, (ax, ay) in enumerate(plan.points):
                for b in game(name).board.neighbours(a):
                    bx, by = plan.points[b]
                    apart = plan.level_of[a] == plan.level_of[b]  # else in the same column
                    assert abs((ax - bx) ** 2 + (ay - by) ** 2 - apart) < 1e-3


@pytest.mark.parametrize("name", games.IDS)
def test_from_an_armys_side_its_pawns_go_up(name: str) -> None:
    of = game(name)
    for army, letter in enumerate(of.letters):
        plan = plan_of(of, army)
        for pawn in of.pawns.starts[army]:
            for way in of.variant.armies[army].forward:
                end = of.board.next_cell(pawn, way)
                if end >= 0:
                    (x, low), (to, high) = plan.points[pawn], plan.points[end]
                    assert (high - low) + (0.5 if not plan.hexes else 0) > 0.4, letter
                    assert plan.hexes or (to, high) != (x, low)


def test_aof6_runs_anticlockwise_and_mirrored_the_other_way() -> None:
    """R-13: C, I, M, N as the page says; with the order reversed the drawing is mirrored."""
    for of, sign in ((game("aof6"), 1), (game("aof6", "aof6-order=reverse"), 1)):
        plan = plan_of(of)
        kings = [
            plan.points[next(c for c, kind in array.items() if of.types[kind].royal)]
            for array in of.array
        ]
        mid = (sum(x for x, _ in kings) / 4, sum(y for _, y in kings) / 4)
        for (ax, ay), (bx, by) in zip(kings, kings[1:] + kings[:1], strict=True):
            turned = (ax - mid[0]) * (by - mid[1]) - (ay - mid[1]) * (bx - mid[0])
            assert turned * sign > 0


def test_the_heading_tells_game_players_ply_turn_and_move() -> None:
    text = aofref("show", "--ply", "4", FIRST).stdout
    for told in ("Later Antiquity (aof2)", "After ply 4, round 2", "P:Cjh2-ge3+I", "Anna", "Dora"):
        assert told in text
    assert "European to move" in text
    assert "I:Kdb2 is in check from P:Cge3" in text
    assert ">pCge" in text.replace(" ", "")
    assert "+iKdb" in text.replace(" ", "")


def test_long_names_are_folded() -> None:
    event, name = " ".join(["word"] * 40), " ".join(["Ann"] * 40)
    record = f'[Event "{event}"]\n[European "{name}"]\n[Variant "aof2"]\n\n1. E:Lkd5-hc3 *\n'
    text = aofref("show", stdin=record).stdout
    assert max(map(len, text.split("\n\n")[0].splitlines())) <= 81
    assert text.count("word") == 40 and text.count("Ann") == 40


def test_rulings_are_told_where_one_is_chosen() -> None:
    assert "Rulings" not in aofref("show", FIRST).stdout
    assert (
        "Rulings: check=advisory (R-8)"
        in aofref("show", "--ruling", "check=advisory", FIRST).stdout
    )


def test_colours_only_when_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in aofref("show", FIRST).stdout
    assert "\x1b[" in aofref("show", "--color", "always", FIRST).stdout
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[" in aofref("show", "--color", "always", FIRST).stdout
    plain = re.sub(r"\x1b\[[0-9;]*m", "", aofref("show", "--color", "always", FIRST).stdout)
    assert plain == aofref("show", "--color", "never", FIRST).stdout


def test_one_level() -> None:
    text = aofref("show", "--level", "3", FIRST).stdout
    assert re.findall(r"^level (.)", text, flags=re.MULTILINE) == ["3"]
    found = aofref("show", "--level", "7", FIRST)
    assert (found.exit_code, found.stdout) == (2, "")
    assert "--level:1:1: no-such-cell no level 7; there are 1 2 3 4 5" in found.stderr


def test_what_changed() -> None:
    text = aofref("show", "--ply", "1", "--diff", "0", FIRST).stdout.replace(" ", "")
    assert "-kd" in text and "+eLhc" in text
    assert aofref("show", "--diff", "9", FIRST).exit_code == 2


@pytest.mark.parametrize("name", games.IDS)
def test_a_range_is_the_legal_moves(name: str) -> None:
    for position, _ in play_at_random(game(name), 3, 40)[::4]:
        legal = legal_moves(position)
        for origin in {move.origin for move in legal if move.origin >= 0}:
            found = range_of(position, origin)
            ends = {move.destination for move in legal if move.origin == origin}
            assert set(found.moves) | set(found.captures) == ends
            assert not ends & set(found.exposing)
            assert not set(found.moves) & set(found.captures)
            assert all(position.board[cell] for cell in found.blockers)


def test_marks_of_a_range() -> None:
    line = "E:Kgd3;Ngd4/I:Kdb2/J:Kjb1/P:Kjh3;Rgd5 E - 1"
    record = f'[Variant "aof2"]\n[Position "{line}"]\n\n*\n'
    text = aofref("show", "--from", "gd4", stdin=record).stdout
    assert "? would expose its King" in text and "@" in text
    assert "goes to" not in text.split("@ the piece")[1]
    for wrong in ("zz9", "ba2"):
        found = aofref("show", "--from", wrong, stdin=record)
        assert (found.exit_code, found.stdout) == (2, "")


def test_levels_side_by_side_where_there_is_room() -> None:
    of = game("aof2")
    shown, plan = board_view(turn.start(of)[0]), plan_of(of)
    for width, abreast in ((80, 1), (130, 2), (190, 3), (330, 5)):
        lines = list(board.draw(shown, plan, board.position_marks(shown), width=width))
        assert max(map(len, lines)) <= width
        assert max(line.count("level") for line in lines) == abreast


# SVG --------------------------------------------------------------------------------------------


def well_formed(text: str, path: Path) -> ElementTree.Element:
    """Check an SVG that stands alone: well-formed, no script, nothing from elsewhere."""
    path.write_text(text, "utf-8")
    xmllint = shutil.which("xmllint")
    if xmllint is not None:
        found = subprocess.run([xmllint, "--noout", path], capture_output=True, check=False)
        assert (found.returncode, found.stderr) == (0, b"")
    assert "<script" not in text and "url(" not in text and "javascript" not in text
    for target in re.findall(r'href="([^"]*)"', text):
        assert target.startswith("#")
        assert f'id="{target[1:]}"' in text, target
    namespaces = {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r'https?://[^"<]*', text)) == namespaces
    assert not re.search(r"(?<!xlink:)href=", text)  # which Inkscape 1.2 does not draw
    return ElementTree.fromstring(text)


@pytest.mark.parametrize("name", games.IDS)
@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--view", "stacked", "--cells"),
        ("--pieces", "drawings", "--side", "1"),
        ("--view", "stacked", "--pieces", "drawings", "--bindings", "N"),
        ("--theme", "print", "--caption"),
    ],
    ids=lambda options: " ".join(options) or "plain",
)
def test_a_picture_stands_alone(name: str, options: tuple[str, ...], tmp_path: Path) -> None:
    asked = [game(name).letters[1] if word == "1" else word for word in options]
    found = aofref("show", "--format", "svg", *asked, stdin=random_record(name, 30))
    assert found.exit_code == 0, found.stderr
    assert len(found.stdout) < 200_000
    root = well_formed(found.stdout, tmp_path / "picture.svg")
    of = game(name)
    cells = [use for use in root.iter(f"{SVG}use") if use.find(f"{SVG}title") is not None]
    assert len(cells) == len(of.board.cells)
    named = {use.findtext(f"{SVG}title", "").split(":")[0] for use in cells}
    assert named == set(of.board.names)
    x, y, width, height = map(float, root.attrib["viewBox"].split())
    assert (x, y) == (0, 0)
    for use in cells:
        assert 0 < float(use.attrib["x"]) < width and 0 < float(use.attrib["y"]) < height
    wide, high = (float(root.attrib[key].removesuffix("mm")) for key in ("width", "height"))
    assert min(wide, high) <= 190 and max(wide, high) <= 277
    if "--cells" in options:
        assert found.stdout.count('class="n"') == len(of.board.cells)


OF_FILES = ("raumschach", "glinski", "mccooey", "parton", "chess-without-castling")
Named = tuple[str, float, float, str]
"""A name around a level: its text, its place, and the cell that it stands beside."""


def names_around(text: str, flatten: float = 1) -> tuple[list[Named], float]:
    """Give the names around the levels of a picture, and their size in points of a screen."""
    root = ElementTree.fromstring(text)
    (group,) = (found for found in root.iter(f"{SVG}g") if found.get("class") == "axis")
    size, width = float(group.attrib["font-size"]), float(root.attrib["viewBox"].split()[2])
    scale = float(root.attrib["width"].removesuffix("mm")) / 25.4 * 96 / width
    cells = {
        use.findtext(f"{SVG}title", "").split(":")[0]: (
            float(use.attrib["x"]),
            float(use.attrib["y"]),
        )
        for use in root.iter(f"{SVG}use")
        if use.find(f"{SVG}title") is not None
    }
    found: list[Named] = []
    for name in group:
        x, y = float(name.attrib["x"]), float(name.attrib["y"]) - 0.36 * size
        far = {cell: (u - x) ** 2 + ((v - y) / flatten) ** 2 for cell, (u, v) in cells.items()}
        near = min(far, key=far.__getitem__)
        assert abs(cells[near][0] - x) > 15 or abs(cells[near][1] - y) > 15 * flatten, name.text
        for other, u, v, _ in found:
            assert abs(x - u) > 0.6 * size or abs(y - v) > 0.7 * size, (name.text, other)
        found.append((name.text or "", x, y, near))
    return found, size * scale


PARTS = re.compile("[a-z]|[0-9]+")


@pytest.mark.parametrize("view", ["flat", "stacked"])
@pytest.mark.parametrize("name", [*games.IDS, *OF_FILES])
def test_the_names_around_a_level_name_every_cell_of_it(name: str, view: str) -> None:
    """Each stands beside a cell that it names, clear of all cells and of every other name."""
    of = game(name)
    column = dict(zip(of.board.names, of.board.columns, strict=True))
    level = dict(zip(of.board.names, of.board.levels, strict=True))
    for side in ("", *of.letters):
        asked = ["--variant", name, "--view", view, "--format", "svg", "-"]
        asked += ["--side", side] if side else []
        names, size = names_around(
            aofref("show", *asked, stdin="*\n").stdout, 1 if view == "flat" else 0.58
        )
        assert size >= 11
        around: dict[str, set[str]] = {at: set() for at in of.board.levels}
        for text, _, _, near in names:
            parts = set(PARTS.findall(text))
            own = set(PARTS.findall(column[near]))
            assert parts <= own or text in ("da", "nk"), (text, near)  # which are missing: RULES 1
            around[level[near]] |= parts
        by_file = name.startswith(("sd2l", "glinski", "mccooey"))  # from whose ends one counts
        for cell in of.board.names:
            parts = set(PARTS.findall(column[cell]))
            assert (column[cell][0] if by_file else "") in around[level[cell]] | {""}
            assert by_file or parts <= around[level[cell]], (cell, side)


def test_the_names_around_a_level_of_aof2() -> None:
    """RULES 2: level 5 lacks the Subcamps of `ba` (letters b to d) and of `kj` (rows h to j)."""
    asked = ["--variant", "aof2", "--format", "svg", "-"]
    names, _ = names_around(aofref("show", *asked, stdin="*\n").stdout)
    own = [text for text, _, _, near in names if near.endswith("5")]
    assert sorted(own) == sorted("abcdefg" + "efghijk")


def test_pieces_stand_in_the_middle_of_their_cells() -> None:
    for name in games.IDS:
        for view in ("flat", "stacked"):
            asked = ["--variant", name, "--view", view, "--format", "svg", "-"]
            text = aofref("show", *asked, stdin="*\n").stdout
            cells = re.findall(r'class="c [^"]*" x="([-\d.]+)" y="([-\d.]+)"><title>[^<]*: ', text)
            men = re.findall(
                r'translate\(([-\d.]+) ([-\d.]+)\) scale\([\d.]+\)"><(?:use|text) ', text
            )
            assert sorted(cells) == sorted(set(men) & set(cells)) and cells


def test_a_picture_explains_its_marks() -> None:
    text = aofref("show", "--ply", "4", "--format", "svg", FIRST).stdout
    for told in (
        *("the last move", "is in check", "gives it", "border of the Drum and the Subcamps"),
        *("not a cell of this level", "a step along a hex diagonal keeps the colour"),
        "two steps along one orthogonal keep the colour",
    ):
        assert f">{told}</text>" in text
    assert "border" not in aofref("show", "--variant", "hec", "--format", "svg", stdin="*\n").stdout


def test_a_withdrawal_between_two_leaves_the_board_as_it_stood() -> None:
    record = '[Variant "heathen-europe"]\n\n1. ac2-ad2 {on} B:resigns 1-0\n'
    text = aofref("show", "--format", "svg", stdin=record).stdout
    assert "cf6: Black King (K)" in text and "ad2: White Pawn (P)" in text
    assert "off the board" not in text
    assert "/B:- -" in aofref("show", "--format", "position", stdin=record).stdout
    four = '[Variant "aof2"]\n\n1. E:Lkd5-hc3 I:resigns *\n'
    assert "Indian King" not in aofref("show", "--format", "svg", stdin=four).stdout


def test_borders_are_those_of_the_drum() -> None:
    """A Subcamp meets the Drum with three columns, two sides each."""
    of = game("aof2")
    for_levels = [level for level, _, _ in plan_of(of).walls()]
    assert [for_levels.count(level) for level in range(5)] == [6, 18, 12, 18, 6]
    assert not list(plan_of(game("aof6")).walls())
    assert list(plan_of(game("sd2l-cohen")).walls())


def test_every_piece_has_a_drawing_of_its_own() -> None:
    names = {kind.name for name in games.IDS for kind in game(name).types}
    assert names == set(shapes.DRAWINGS)
    assert len({*map(tuple, shapes.DRAWINGS.values())}) == len(names)
    for name in names:
        assert ElementTree.fromstring(shapes.drawings([name])).attrib["id"] == shapes.drawing_id(
            name
        )


def test_shapes_tell_the_armies() -> None:
    assert len(set(re.findall(r' d="(.+?)"', shapes.tokens(game("aof6"))))) == 4


def test_bindings_are_those_of_the_pages() -> None:
    of = game("aof2")
    persian = of.letters.index("P")
    peacock = bindings(of, persian, of.kinds["O"])
    rows = {at[1] % 2: number for at, number in zip(of.board.cells, peacock, strict=True)}
    assert all(
        number == rows[at[1] % 2] for at, number in zip(of.board.cells, peacock, strict=True)
    )
    elephant = bindings(of, of.letters.index("I"), of.kinds["E"])
    even = {cell: n for cell, n in enumerate(elephant) if of.board.levels[cell] in "24" and n >= 0}
    groups: dict[int, set[int]] = {number: set() for number in even.values()}
    for cell, number in even.items():
        groups[number].add(bonds(of)[cell][1])
    assert all(len(quarters) == 1 for quarters in groups.values())
    rabbi = bindings(of, of.letters.index("J"), of.kinds["A"])
    first = {cell: n for cell, n in enumerate(rabbi) if of.board.levels[cell] == "1"}
    assert len(set(first.values())) == 3
    assert len({(n, bonds(of)[cell][0]) for cell, n in first.items()}) == 3


def test_stacked_columns_stand_upright() -> None:
    for name in games.IDS:
        plan = plan_of(game(name))
        layout = layout_of(plan, stacked=True)
        across: dict[str, set[float]] = {}
        for cell, column in enumerate(plan.game.board.columns):
            across.setdefault(column, set()).add(round(layout.spot(cell)[0], 3))
        assert all(len(places) == 1 for places in across.values())


def test_options_that_a_format_has_no_use_for_are_refused() -> None:
    for words in (
        ("--format", "svg", "--level", "3"),
        ("--cells",),
        ("--format", "html", "--from", "ba2"),
    ):
        found = aofref("show", *words, FIRST)
        assert found.exit_code == 2
        assert "is for" in found.stderr
    for wrong in (["--side", "Q"], ["--format", "svg", "--bindings", "XX"]):
        assert aofref("show", *wrong, FIRST).exit_code == 2


# PNG --------------------------------------------------------------------------------------------


def test_png() -> None:
    found = aofref("show", "--format", "png", FIRST)
    assert found.exit_code == 0
    assert found.stdout_bytes.startswith(b"\x89PNG")
    assert int.from_bytes(found.stdout_bytes[16:20], "big") == 1600


def test_png_without_the_extra_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "resvg_py", None)
    found = aofref("show", "--format", "png", FIRST)
    assert found.exit_code == 2
    assert "pip install '.[png]' in a clone of aofref" in found.stderr


# README -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.name)
def test_the_pictures_of_the_readme_are_fresh(picture: object) -> None:
    made = drawn(picture)  # type: ignore[arg-type]
    path = HERE / f"{picture.name}.svg"  # type: ignore[attr-defined]
    assert path.read_text("utf-8") == made, "stale: run python docs/pictures.py"
    assert f"docs/{path.name}" in (ROOT / "README.md").read_text("utf-8")


def test_the_picture_at_the_top_of_the_readme_is_fresh() -> None:
    assert FIRST_PICTURE.read_text("utf-8") == of_the_first_game(), "stale: python docs/pictures.py"


def test_every_game_has_a_picture() -> None:
    names = [picture.name for picture in PICTURES]
    assert names == [*games.IDS, "raumschach", "glinski"]


# Legends -------------------------------------------------------------------------------------------


def test_a_picture_has_a_legend_of_where_a_piece_may_go() -> None:
    record = f'[Variant "aof2"]\n[Position "{ENDING}"]\n\n*\n'
    found = aofref("show", "--format", "svg", "--from", "ka4", stdin=record)
    out = found.stdout
    assert found.exit_code == 0
    # The Rook goes to free cells, takes the Knight on ia4, and stands on ka4.
    assert out.count('class="go"') > 5 and 'class="take"' in out and 'class="self"' in out
