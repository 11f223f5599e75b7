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
from tests.helpers import ROOT, aofref, game, given, meant, table


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


def play(name: str, *args: str) -> dict[str, str]:
    """Give what `rules` says of a game, by its terms."""
    return {each["term"]: each["text"] for each in told(name, *args)["play"]}


def pawn(name: str) -> str:
    return game(name).codes[game(name).pawn_kind]


EVERY = [(name, code) for name in games.IDS for code in game(name).codes]

# How pieces move, by the pages -------------------------------------------------------------------

MOVEMENT = table("movement")


@pytest.mark.parametrize(("words", "term", "lines"), MOVEMENT, ids=range(len(MOVEMENT)))
def test_what_rules_says(words: str, term: str, lines: list[str]) -> None:
    """The terms of a piece, or of a game; all that it has, in their order; one that it has not."""
    found = told(*words.split())
    terms = {each["term"]: each["text"] for each in found["terms" if "terms" in found else "play"]}
    expected = " ".join(lines)
    assert (" | ".join(terms) if term == "the terms" else terms.get(term, "")) == expected


# Games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["aof2", "pp", "aof6", "sd2l-cohen", "hec", "chess", "glinski"])
def test_a_page_has_how_a_game_is_drawn_and_where_pawns_promote(name: str) -> None:
    terms, of = play(name), games.find(name)
    assert terms["Promotion"].startswith("A Pawn m") and terms["Promotion"].count(".") == 1
    assert of is not None
    told_ = aofref("rules", name).stdout
    fresh = ROOT / "docs" / "rules" / f"{of.id}.html"  # says test_rulebook
    page = fresh.read_text("utf-8")
    assert "  Draws: The game is drawn " in told_ and "  Promotion: A Pawn m" in told_
    assert "The game is drawn " in page and terms["Promotion"] in html.unescape(page)


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
    *("a", "many", "step", "explained", "single", "most"),
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
