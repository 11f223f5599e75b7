"""Pieces in words: one text, in the program as on its page."""

from __future__ import annotations

import re

import pytest

from aofref import geometry, variants
from aofref.report.movement import GROUPS, SENTENCES, words
from tests.helpers import ROOT, aofref, game


def plain(text: str) -> str:
    """Undo the macros of a page: names stand as words, references in parentheses."""
    text = re.sub(r"^\.Pq (.*?)(?: ([.;]))?$", r"(\1)\2", text, flags=re.MULTILINE)
    text = re.sub(r"^\.(?:Bl|El|Pp).*$", "", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"^\.(?:Sy|Em) ", "", text, flags=re.MULTILINE).split())


def page() -> str:
    text = (ROOT / "man" / "aofref-rules.7").read_text("utf-8")
    return text[text.index(".Sh PIECES") : text.index(".Sh PROMOTION")]


@pytest.mark.parametrize("name", SENTENCES)
def test_the_words_are_those_of_the_page(name: str) -> None:
    assert SENTENCES[name] in plain(page().replace(f".It Sy {name}\n", ""))


def test_groups_are_those_of_the_page() -> None:
    for group, (intro, pieces) in GROUPS.items():
        if group == "Pawns":
            continue
        part = page().split(f".Ss {group}\n")[1].split("\n.Ss ")[0]
        assert intro in plain(part)
        assert all(f"Sy {name}\n" in part for name in pieces)


@pytest.mark.parametrize("name", variants.IDS)
def test_every_piece_has_words(name: str) -> None:
    for kind in game(name).types:
        assert next(iter(words(kind)))[0] == kind.name


def test_a_compound_tells_its_parts() -> None:
    found = aofref("rules", "aof6", "CA" if "CA" in game("aof6").kinds else game("aof6").codes[4])
    assert found.exit_code == 0
    told = [name for name, _ in words(game("aof2").types[game("aof2").kinds["Y"]])]
    assert told == ["Gryphon", "Bent riders"]


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
