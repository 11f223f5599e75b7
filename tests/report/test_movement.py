"""Pieces and games in words: what `rules` teaches, and the page's sentences."""

from __future__ import annotations

import html
import json
import re
from functools import lru_cache
from itertools import product
from typing import Any

import pytest

from aofref import games, geometry
from aofref.atoms import Atoms, bent, curve, hop, lame_leap, leap, ride, step
from aofref.games.files.loader import load
from aofref.games.model import Ending, StalemateRule
from aofref.judge.analysis.examples import Shows
from aofref.pieces import Piece
from aofref.report.text.movement import moves, summary
from aofref.report.text.rules import facts_of, words
from aofref.rules.compiled_variant import CompiledVariant, compile_variant
from aofref.rules.position import CoreMove
from aofref.text import resource_text
from tests.helpers import ROOT, aofref, game, given, meant


def plain(text: str) -> str:
    """Undo the macros of a page: names stand as words, references in parentheses."""
    text = re.sub(r"^\.Pq (.*?)(?: ([.;]))?$", r"(\1)\2", text, flags=re.MULTILINE)
    text = re.sub(r"^\.(?:Bl|El|Pp).*$", "", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"^\.(?:Sy|Em) ", "", text, flags=re.MULTILINE).split())


def page() -> str:
    text = (ROOT / "man" / "aofref-rules.7").read_text("utf-8")
    return text[text.index(".Sh PIECES") : text.index(".Sh PROMOTION")]


def test_the_page_has_every_piece() -> None:
    for name in {piece.name for each in games.IDS for piece in game(each).types}:
        assert re.search(rf"^\.(?:It )?Sy {name}$", page(), re.MULTILINE), name


@lru_cache(maxsize=256)
def told(name: str, *args: str) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(aofref("rules", name, *args, "--format", "json").stdout)
    return result


def said(name: str, code: str, *args: str) -> dict[str, str]:
    """Give what `rules` says of a piece, by its terms."""
    return {each["term"]: each["text"] for each in told(name, code, *args)["terms"]}


def play(name: str, *args: str) -> dict[str, str]:
    """Give what `rules` says of a game, by its terms."""
    return {each["term"]: each["text"] for each in told(name, *args)["play"]}


def pawn(name: str) -> str:
    return game(name).codes[game(name).pawn_kind]


EVERY = [(name, code) for name in games.IDS for code in game(name).codes]

# How pieces move, by the pages -------------------------------------------------------------------

CAPTURES = " It captures as it moves."
LEVEL = " Every move takes it to another level."
ORTHOGONALS = "the 8 orthogonals (to an adjacent column on its level, or straight up or down)"
ROOT_2 = "the 12 root-2 diagonals (to an adjacent column and one level up or down at once)"
HEX = (
    "the 6 hex diagonals (on its level, out between two adjacent columns to the first one behind "
    "them)"
)
COUNTED = "(columns in a straight line, each adjacent to the last), whatever stands between."

SAID = {
    "aof2 R": f"It rides any number of cells in a straight line along any of {ORTHOGONALS}, over "
    f"empty cells, until a piece stops it.{CAPTURES}",
    "aof2 F": f"It steps one cell along any of {ROOT_2}.{CAPTURES}{LEVEL}",
    "aof2 C": "It leaps straight to the cell 3 columns away and 1 level up or down, or 1 column "
    f"away and 3 levels up or down {COUNTED}{CAPTURES}{LEVEL}",
    "aof2 G": "It leaps straight to the cell 4 columns away and 1 level up or down, 1 column away "
    "and 4 levels up or down, or 5 columns away and 3 levels up or down "
    f"{COUNTED}{CAPTURES}{LEVEL}",
    "aof2 A": f"It goes in a curve of 1 to 4 steps along any of {HEX} over empty cells, each step "
    "turned by 60 degrees from the last, always to the left or always to the right."
    f"{CAPTURES} It never leaves its level.",
    "aof2 S": "It leaps straight to the cell 2 columns away in a straight line, then 1 more at 60 "
    f"degrees to that line, on its own level, whatever stands between.{CAPTURES} It never leaves "
    "its level.",
    "aof2 Y": f"It steps one cell along any of {ROOT_2} onto an empty cell, where it may not stop, "
    "turns as little as it can (45 degrees), and rides on, one cell or more, along an orthogonal "
    "(to an adjacent column on its level, or straight up or down), over empty cells."
    f"{CAPTURES}{LEVEL}",
    "aof2 E": f"It goes exactly two steps in a straight line along any of {ROOT_2}, whether the "
    f"cell between is empty or not.{CAPTURES}{LEVEL}",
    "aof6 CD": f"It moves as a Bishop or as a Knight.{CAPTURES}{LEVEL}",
    "aof6 PO": f"It moves as a Bishop; or steps one cell along any of {ORTHOGONALS} or {HEX}."
    f"{CAPTURES}",
    "aof6 PC": f"It moves as a King.{CAPTURES} It is not royal: it may be captured, and needs no "
    "care for check.",
    "sd2l-cohen N": f"It leaps straight to the cell 2 columns away and 1 level up or down {COUNTED}"
    f"{CAPTURES}{LEVEL}",
    "sd2l-sling SL": f"It rides any number of cells in a straight line along any of {HEX}, over "
    "empty cells and without capturing; to capture, it leaps in such a line over exactly one "
    "piece, of any army, which stays where it is, and all other cells between must be empty. It "
    "never leaves its level.",
    "heathen-europe L": "It leaps straight to the cell 3 cells along one of file, rank and level "
    f"and 1 along each of the others, whatever stands between.{CAPTURES}{LEVEL}",
    "heathen-europe P": "Without capturing, to an empty cell, it steps one cell along either of "
    "the 2 orthogonals forward. To capture, it steps one cell along any of the 4 root-2 diagonals "
    "forward (a step forward and one level up or down at once) or the root-2 diagonal forward on "
    "its level (both its forward steps at once).",
}


@pytest.mark.parametrize("which", SAID)
def test_a_piece_in_words(which: str) -> None:
    name, code = which.split()
    of = game(name)
    assert said(name, code)[of.types[of.kinds[code]].name] == SAID[which]


def test_a_compound_tells_its_parts() -> None:
    cardinal = said("aof6", "CD")
    assert list(cardinal)[:3] == ["Cardinal", "Bishop", "Knight"]
    assert cardinal["Bishop"] == (
        f"It rides any number of cells in a straight line along any of {ROOT_2}, over empty cells, "
        "until a piece stops it."
    )
    assert cardinal["Knight"].startswith("It leaps straight to the cell 2 columns away and 1 level")
    assert list(said("aof6", "FL"))[:2] == ["Firstlady", "Queen"]
    assert list(said("aof6", "Q"))[:3] == ["Queen", "Rook", "Bishop"]
    assert said("aof6", "LC")["Leprechaun"].startswith("It moves as an Elf or as a Unicorn.")
    # No army of Proto Prelates has a Bishop alone, but every chess player knows it.
    assert list(said("proto-prelates", "D"))[:2] == ["Druid", "Bishop"]


@pytest.mark.parametrize(
    ("which", "angle"),
    [("aof2 Y", 45), ("aof2 M", 30), ("proto-prelates M", 28), ("heathen-europe Y", 45)],
)
def test_bends_turn_by_the_angle_of_the_page(which: str, angle: int) -> None:
    texts = said(*which.split()).values()
    assert any(f"turns as little as it can ({angle} degrees)" in text for text in texts)


def test_what_must_be_there() -> None:
    # RULES 3
    def missing(name: str, code: str) -> str:
        return said(name, code)["Missing cells"]

    assert missing("aof2", "R") == "A missing cell can be neither entered nor passed."
    assert missing("aof2", "S") == missing("aof2", "R")
    corners = "diagonal also needs the cell below its upper end and the cell above its lower end"
    assert f"Every step along a root-2 {corners}" in missing("aof2", "B")
    assert f"Every step along a root-2 or hybrid {corners}" in missing("proto-prelates", "D")
    assert "(4 by 2 or 2 by 4 cells, columns by levels)" in missing("aof2", "C")
    assert "(5 by 2, 2 by 5 or 6 by 4 cells," in missing("aof2", "G")
    for code in "LT":
        ends = "in the column of each end, the cell on the level of the other end"
        assert ends in missing("aof2", code)
    assert "all 9 cells of the upright block" in missing("aof2", "E")
    assert "between the columns ea and td or nj and ok: a gap" in missing("aof6", "U")
    elf = "ea and sd, ea and tc, eb and td, fa and td, mj and ok, ni and ok, nj and ol or nj and pk"
    for code in ("EF", "LV", "LC"):  # the page bars Elves there, and names no missing column
        assert f"Its leap is barred between the columns {elf}." in missing("aof6", code)
    assert "gap" not in missing("aof6", "B") + missing("aof6", "EF")
    assert "Missing cells" not in said("heathen-europe", "N")
    kept = said("proto-prelates", "ET")["Kept out"]
    assert kept == "It may not enter the Jewish/European Subcamp (the columns ia ja jb ka kb kc)."
    assert "Kept out" not in said("proto-prelates", "ET", "--ruling", "pp-elephant=free")


# Pawns -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "forward"),
    [
        (
            "aof2",
            "the European and Jewish armies from ga4 to fa4 or gb4; the Indian army from da3 to ea3 or "
            "eb3; the Persian army from hg2 to hf2 or gf2.",
        ),
        ("sd2l-cohen", "White from ae3 to ae4; Black from ae7 to ae6."),
        ("heathen-europe", "White from aa3 to ab3 or aa4; Black from ad5 to ac5 or ad4."),
    ],
)
def test_which_way_pawns_go(name: str, forward: str) -> None:
    found = said(name, pawn(name))["Forward"]
    assert found.startswith(f"One step forward, army by army: {forward}")


def test_double_steps() -> None:
    # RULES 6
    of_any = "from a cell where a Pawn of its army starts, its own or another's"
    aof2 = said("aof2", "P")["Double step"]
    assert aof2.startswith("Only a Pawn of the Indian or Persian army may go two steps at once")
    assert aof2.endswith(f"{of_any}.")
    first = "from its own starting cell, as its first move."
    assert said("aof6", "PN")["Double step"].endswith(first)
    freely = said("aof6", "PN", "--ruling", "aof6-double=any")["Double step"]
    assert freely.endswith(f"{of_any}.")
    sd2l = said("sd2l-cohen", "P")["Double step"]
    assert sd2l.startswith("A Pawn may go two steps at once")
    assert "must be the starting cell of another Pawn of its army" in sd2l
    assert (
        "For White these cells are af2 ah2 bg2." in sd2l
    )  # those with a Pawn before them, RULES 10
    hec = said("heathen-europe", "P")["Double step"]
    assert "if that is on the vertical faces of the board" in hec
    assert "For White these cells are aa3 ac1 ba3 bc1 ca3 cc1 da3 dc1." in hec
    sling = said("sd2l-sling", "P")
    assert sling["Double step"].startswith("In this array no Pawn has a double step.")
    assert "(R-18)" in sling["Double step"] and "En passant" not in sling
    assert "Double step" not in said("raumschach", "P")


def test_en_passant() -> None:
    for name in ("aof2", "proto-prelates", "aof6"):
        found = said(name, pawn(name))["En passant"]
        assert "until the army that double-stepped has its next turn" in found
        assert (
            "If Pawns of several armies have passed over that cell, it captures them all." in found
        )
        assert ("only onto" in found) is (name == "aof6")
    assert (
        "Between the Chrislamic and New-Age armies this is allowed only onto column te. "
        "Between the Indoisraeli and Marxist armies this is allowed only onto column oj."
    ) in said("aof6", "PN")["En passant"]
    assert "with the very next move only" in said("heathen-europe", "P")["En passant"]


def test_promotion() -> None:
    # RULES 7
    aof2 = said("aof2", "P")["Promotion"]
    assert "A Pawn must promote where it ends its move with no cell ahead of it" in aof2
    partners = "Gryphon of the European army, Ferz of the Indian army, Fortnight of the Jewish army"
    assert f"{partners}, Peacock of the Persian army." in aof2
    assert "a Pawn of the European or Jewish army becomes a Gryphon or Fortnight, as its" in aof2
    assert "Wazir of the Persian army." in said("proto-prelates", "PN")["Promotion"]
    aof6 = said("aof6", "PN")["Promotion"]
    assert (
        "the Indoisraeli army on or beyond rank e (ea eb ec ed pe qe re se te)" in aof6
    )  # the columns with x = 5
    assert (
        "for the Marxist army Rook, Knight, Camel, Elephant, Revolutionary, Baroness, Canvasser, "
        in aof6
    )
    assert "If its army had a President before the move, it may also become a Firstlady." in aof6
    sd2l = said("sd2l-sling", "P")["Promotion"]
    drum = "inside the Drum (the columns that have a cell on every level)"
    assert f"no step forward left {drum}" in sd2l
    assert "except King and Pawn: Rook, Knight, Rabbi, Sennight or Sling." in sd2l
    hec = said("heathen-europe", "P")["Promotion"]
    assert hec.startswith("A Pawn owes 6 moves if it starts on the vertical faces of the board")
    assert "and 5 if not; each move counts one, a double step two." in hec and "aa3^6" in hec
    assert "it must promote, whatever it owes." in hec
    assert "On the levels a and d it becomes a Rook, Unicorn or Knight." in hec
    assert "On the levels b and c it becomes a Gryphon or Elf." in hec


def test_where_pieces_come_from() -> None:
    assert said("aof2", "EM")["Where it comes from"] == (
        "No army has one at the start. The King of a player who checkmates another army becomes an "
        "Emperor."
    )
    assert "Revolutionary Elements" in said("aof6", "PR")["Where it comes from"]
    assert "Pawns can promote to it" in said("aof6", "FL")["Where it comes from"]
    assert "Four Partners" in said("aof2", "B")["Where it comes from"]
    assert "It is the King's Partner of the Jewish army." in said("aof2", "T")["Promotion"]
    assert (
        "Pawns of the Indoisraeli and Marxist armies can promote to it"
        in said("aof6", "ET")["Promotion"]
    )


# Games -------------------------------------------------------------------------------------------


def test_how_a_game_goes() -> None:
    # RULES 2, 7 and 8
    aof2 = play("aof2")
    assert "245 hexagonal cells in 55 upright columns" in aof2["Board"]
    assert "43, 55, 49, 55 and 43" in aof2["Board"] and "jb5 is column jb, level 5" in aof2["Board"]
    # RULES 2: a Subcamp is the six columns within two steps of a corner, the Drum of Star of David
    # the columns that both levels share
    corner = "the Jewish/European Subcamp (the columns ia ja jb ka kb kc)"
    assert f"The page calls parts of it {corner}, the Indian Subcamp (" in aof2["Board"]
    drum = "the Drum (the columns that have a cell on every level)"
    assert f"The page calls a part of it {drum}." in play("sd2l-cohen")["Board"]
    order = "European (E), Indian (I), Jewish (J) and Persian (P), in turn"
    assert aof2["Order of play"].startswith(order)
    assert "then becomes an Emperor" in aof2["Winning"]
    assert "The last army on the board wins." in aof2["Winning"]
    bound = (
        "Bishops: Unicorns of the European army, Elephants of the Indian army, Rabbis of the "
        "Jewish army and Simurghs of the Persian army."
    )
    assert aof2["Four Partners"].endswith(bound)
    aof6 = play("aof6")
    assert "has a King but no Queen" in aof6["Winning"] and "win jointly" in aof6["Winning"]
    assert aof6["Revolutionary Elements"].endswith("the King becomes a President.")
    assert "Four Partners" not in play("proto-prelates")
    assert play("sd2l-cohen")["Winning"].startswith("As in chess: checkmate wins")


AGREED = "all armies on the board agree, which then share it equally."
STANDS = "A position that occurs for the third time is reported; that does not end the game."


@pytest.mark.parametrize(
    ("name", "draws", "promotion"),
    [
        ("aof2", f"The game is drawn only when {AGREED}", "the King's Partner of an army"),
        ("pp", f"The game is drawn only when {AGREED}", "the King's Partner of an army"),
        ("aof6", f"The game is drawn when all four armies go at once, or when {AGREED}",
         "may promote in its promotion zone, and must promote"),
        ("sd2l-cohen", f"The game is drawn by stalemate, or when both players agree. {STANDS}",
         "no step forward left inside the Drum"),
        ("hec", f"The game is drawn by stalemate, or when both players agree. {STANDS}",
         "may promote once it owes no more moves"),
        ("chess", "50 and 75 moves of each player", "it becomes a Queen, Rook, Bishop or Knight"),
        ("glinski", STANDS, "any kind of piece with which its army starts, except King and Pawn"),
    ],
)  # fmt: skip
def test_how_a_game_is_drawn_and_where_pawns_promote(
    name: str, draws: str, promotion: str
) -> None:  # RULES 6 to 8
    terms = play(name)
    assert draws in terms["Draws"] and promotion in terms["Promotion"]
    assert terms["Promotion"].startswith("A Pawn m") and terms["Promotion"].count(".") == 1
    of = games.find(name)
    assert of is not None
    told_ = aofref("rules", name).stdout
    page = (ROOT / "docs" / "rules" / f"{of.id}.html").read_text(
        "utf-8"
    )  # fresh, says test_rulebook
    assert "  Draws: The game is drawn " in told_ and "  Promotion: A Pawn m" in told_
    assert "The game is drawn " in page and terms["Promotion"] in html.unescape(page)


def test_rulings_change_what_is_said() -> None:
    reverse = play("aof6", "--ruling", "aof6-order=reverse")["Order of play"]
    assert reverse.index("New-Age") < reverse.index("Marxist")
    advised = play("aof2", "--ruling", "check=advisory")["Check"]
    assert "no move is illegal for leaving it" in advised and "out of check by" not in advised
    must = play("aof2", "--ruling", "stalemate=move")["Check"]
    assert "must make one of these moves all the same" in must
    planar = said("heathen-europe", "K", "--ruling", "hec-king=planar")["King"]
    assert planar.endswith("It never leaves its level.")


@pytest.mark.parametrize("name", games.IDS)
def test_a_game_names_each_piece_with_its_way(name: str) -> None:
    found = aofref("rules", name).stdout
    words = " ".join(found[: found.index("\nBoard, ")].split())
    for piece in told(name)["pieces"]:
        listed = f"{piece['number']:02} {piece['kind']} {piece['name']} {piece['summary']}"
        assert listed in words
    assert max(map(len, found.splitlines())) <= 80


# All of them -------------------------------------------------------------------------------------

ILL_SAID = re.compile(
    r"  |\(\)| [,.;:]|,,|None|<|(?<!levels )\b(?:a [aeio]|an u|or or\b|and and\b)"
)
"""What no sentence has: gaps, doubled words, a name that is not one."""


@pytest.mark.parametrize(("name", "code"), EVERY)
def test_every_piece_is_taught_drawn_and_shown(name: str, code: str) -> None:
    of, found = game(name), told(name, code)
    terms = {each["term"]: each["text"] for each in found["terms"]}
    assert found["name"] in terms and "Cells" in terms
    assert ("Check" in terms) is of.types[of.kinds[code]].royal
    for text in (*terms.values(), f"{found['summary']}."):
        assert text.endswith(".") and not ILL_SAID.search(text), text
    shown = aofref("rules", name, code).stdout
    assert max(map(len, shown.splitlines())) <= 80
    drawn = found["diagram"]
    marks = " ".join(drawn["lines"]).split()
    assert marks.count("x") == len(drawn["targets"]) > 0 and marks.count("*") == 1
    assert marks.count("+") == len(drawn["only-to-capture"])
    assert "\n".join(drawn["lines"]) in shown
    examples = found["examples"]
    assert examples
    for example in examples:
        position = given(of, example["position"])
        move = meant(position, example["move"])
        assert isinstance(move, CoreMove), (example, move)
        assert of.code(position.board[move.origin]) == code
    if code == pawn(name):
        single = name == "sd2l-sling" or not of.variant.pawns.doubles  # its array lets none go two
        lacks = {"double step", "en passant"} if single else set()
        every = ["move", "capture", "double step", "en passant", "promotion"]
        assert [each["shows"] for each in examples] == [one for one in every if one not in lacks]


def test_examples_show_what_they_say() -> None:
    found = {each["shows"]: each["move"] for each in told("aof2", "P")["examples"]}
    assert "x" in found["capture"] and found["en passant"].endswith("ep")
    assert "=" in found["promotion"]
    sling = told("sd2l-sling", "SL")["examples"][-1]
    assert sling["shows"] == "capture" and len(sling["over"]) == 1
    assert [each["as"] for each in told("aof6", "CD")["examples"]] == ["Bishop", "Knight"]


ATOMS: dict[str, list[Atoms]] = {
    "aof2": [
        step(geometry.W), step(geometry.V), leap(geometry.oblique(2, 1)), leap(geometry.ROOT_13_AND_1),
        ride(geometry.Y), ride(geometry.oblique(2, 1)), bent(geometry.O, geometry.H),
        bent(geometry.oblique(2, 1), geometry.V), lame_leap(geometry.H),
        curve(geometry.Flat.ORTHOGONAL, 3), hop(geometry.F), step(geometry.PEACOCK),
        step(geometry.FORWARD), leap((geometry.Prism(geometry.Flat.NONE, levels=3),)),
        leap((geometry.Prism(geometry.Flat.HEX, 2, 2),)),
    ],
    "heathen-europe": [
        step(geometry.ORTHOGONALS), ride(geometry.ROOT_3_DIAGONALS),
        leap((geometry.Spatial(2, 2, 1),)), leap((geometry.Spatial(3, 2, 1),)),
        leap((geometry.Spatial(2, 0, 0), geometry.Spatial(2, 2, 0), geometry.Spatial(2, 2, 2))),
        leap((geometry.Prism(geometry.Flat.DIAGONAL, 2),)), ride((geometry.Spatial(2, 1, 0),)),
        hop(geometry.HORIZONTALS), lame_leap(geometry.ROOT_2_DIAGONALS),
        bent(geometry.ROOT_2_DIAGONALS, geometry.ORTHOGONALS),
        step(geometry.FORWARD_AND_LEVEL + geometry.BOTH_FORWARD),
    ],
}  # fmt: skip
"""Atoms that no piece, or hardly one, has today."""


@pytest.mark.parametrize("name", ATOMS)
def test_any_atoms_make_sentences(name: str) -> None:
    """Alone, and any two together in either order."""
    found = games.find(name)
    assert found is not None
    for one, other in product(ATOMS[name], repeat=2):
        atoms = (*one, *(other if one is not other else ()))
        pieces = {**found.pieces, "XX": Piece("Xanthippe", atoms)}
        of = CompiledVariant(found._replace(pieces=pieces))
        texts = [text for _, text in moves(of, of.kinds["XX"])]
        for text in (f"{summary(of, of.kinds['XX'])}.", *texts):
            assert text.endswith(".") and not ILL_SAID.search(text), text


# RULES 1: a flat family is all that is as long, for the square of the length is 1, 3, 7 or 13.
FLAT = {
    geometry.Flat.ORTHOGONAL: 1,
    geometry.Flat.HEX: 3,
    geometry.Flat.ROOT_7: 7,
    geometry.Flat.ROOT_13: 13,
}


@pytest.mark.parametrize("family", FLAT)
@pytest.mark.parametrize(("lattice", "sign"), [(geometry.TRIANGULAR, -1), (geometry.AXIAL, 1)])
def test_flat_families_are_all_vectors_of_a_length(
    lattice: geometry.HexPrism, sign: int, family: geometry.Flat
) -> None:
    # The step (1, 1) is an O direction of the triangular lattice, (1, -1) one of the other.
    found = lattice.vectors((geometry.Prism(family),), ())
    near = range(-5, 6)
    vectors = [(x, y, 0) for x in near for y in near]
    as_long = [(x, y, z) for x, y, z in vectors if x * x + y * y + sign * x * y == FLAT[family]]
    assert sorted(found) == as_long and len(found) == (6 if FLAT[family] < 7 else 12)


def test_a_peacocks_directions() -> None:
    # RULES 5: E goes (-1, 0) and (0, 1); straight forward is (-1, 1), at right angles to it (1, 1).
    found = geometry.TRIANGULAR.vectors(geometry.PEACOCK, ((-1, 0, 0), (0, 1, 0)))
    flats = [(-1, 1), (1, -1), (1, 1), (-1, -1)]
    assert set(found) == {
        *((x, y, level) for x, y in flats for level in (-1, 0, 1)),
        *((0, 0, 1), (0, 0, -1)),
    }
    assert len(found) == 14


def test_directions_in_space() -> None:
    # RULES 5: six orthogonals, twelve root-2 diagonals, eight root-3 ones; planar, eight in a level.
    near = (-1, 0, 1)
    steps = {(x, y, z) for x in near for y in near for z in near} - {(0, 0, 0)}
    for directions, number in (
        (geometry.ORTHOGONALS, 1),
        (geometry.ROOT_2_DIAGONALS, 2),
        (geometry.ROOT_3_DIAGONALS, 3),
    ):
        found = geometry.CUBIC.vectors(directions, ())
        assert sorted(found) == sorted(step for step in steps if 3 - step.count(0) == number)
    planar = geometry.CUBIC.vectors(geometry.HORIZONTALS, ())
    assert sorted(planar) == sorted(step for step in steps if not step[2])
    knight = geometry.CUBIC.vectors((geometry.Spatial(2, 1, 0),), ())
    assert len(knight) == 24 and set(map(sorted_size, knight)) == {(0, 1, 2)}


def sorted_size(vector: geometry.Vector) -> tuple[int, ...]:
    return tuple(sorted(map(abs, vector)))


OF_PIECES_AND_WORDS = {
    *("castling", "walks", "castled_by", "at_start", "partner_of", "of_pawns", "is_emperor"),
    *("into_by_alignment", "into_by_partners", "takes", "apart", "as_royal", "climbs", "stays"),
    *("kept_out", "some", "near", "far", "blocks", "lame", "gaps", "barred", "short", "way"),
    *("ends", "lettered", "turns", "leap", "alike", "one", "each", "b", "c"),
}


def test_the_sentences_need_facts_that_there_are() -> None:
    lines = resource_text("aofref.report.text.rules", "rules.txt").split("\n# ", 1)[1].splitlines()
    heads = [line.partition(": ")[0] for line in lines if ": " in line]
    needed = {fact.removeprefix("no-") for head in heads for fact in head.split()}
    known = {fact for name in games.every() for fact in facts_of(game(name))}
    known |= {*Ending.__members__, *StalemateRule.__members__, *Shows.__members__}
    known |= {*geometry.Flat.__members__}
    assert needed <= known | OF_PIECES_AND_WORDS


NO_PAWN_AT_THE_START = """
id = "few"
title = "Few"
board = { lattice = "cubic", x = "1..5", y = "1..5" }
pieces.K = "King, royal: step orthogonals"
pieces.P = "Pawn, pawn: step (0 1); takes step (1 1)"
armies.W = { name = "White", forward = ["0 1 0"], array = "K a1" }
armies.B = { name = "Black", forward = ["0 -1 0"], array = "K e5" }
"""


def test_a_pawn_in_no_array_with_nothing_to_promote_to() -> None:
    few = compile_variant(load(NO_PAWN_AT_THE_START))
    told = dict(words(few, few.pawn_kind))
    assert "starts with, except King and Pawn. It stays in its army" in told["Promotion"]
