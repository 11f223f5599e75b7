"""The rulings and their alternatives (RULES 9): each is chosen by option and by tag.

What each does is in fixtures/cases.
"""

from __future__ import annotations

import json
import re

import pytest

import aofref as library
from aofref import games
from aofref.findings import BadPosition
from aofref.games import ruling_texts
from aofref.notation import positions
from aofref.rules import turn
from aofref.rules.position import CorePosition
from tests.helpers import aofref, game, given

EVERY = [(name, ruling) for name in games.IDS for ruling in sorted(game(name).variant.rulings)]


def test_the_rulings_are_told_whole() -> None:
    found = aofref("rulings").stdout
    entries = [" ".join(one.split()) for one in re.split(r"\n(?=R-)", found)]
    assert [entry.partition(" ")[0] for entry in entries] == [f"R-{n}" for n in range(1, 30)]
    assert all(entry.count("evidence: ") == 1 for entry in entries)
    # Where the page itself speaks for another reading, that is said.
    assert all(
        "page" in entries[n - 1] and "Against" in entries[n - 1] for n in (3, 7, 11, 14, 24, 25, 26)
    )
    assert "speaks against this reading" in entries[4] and "does not fit the board" in entries[18]
    assert all(len(line) <= 80 for line in found.splitlines())
    # Who has an alternative says its option; what it does is in fixtures/cases.
    options = {
        n: re.findall(r"alternative: ([a-z0-9-]+=[a-z]+):", one) for n, one in enumerate(entries, 1)
    }
    assert {n: of for n, of in options.items() if of} == {
        5: ["hec-king=planar"],
        8: ["check=advisory"],
        13: ["aof6-order=reverse"],
        14: ["pp-elephant=free"],
        16: ["stalemate=move"],
        17: ["aof6-double=any"],
        24: ["pp-elephant=direct"],
        26: ["aof6-survivor=alone"],
    }
    assert "alternative: the tag Array of a record:" in entries[10]
    # The games that a ruling is about, as in the table of the manual.
    games = [re.match(r"R-[0-9]+ \(([^)]*)\)", one) for one in entries]
    assert [one and one[1] for one in games] == [
        *("aof2 proto-prelates", "aof2", "all but sd2l", "proto-prelates", "heathen-europe", "all"),
        *("heathen-europe", "aof2 aof6 proto-prelates", "aof6", "all", "all", "aof6", "aof6"),
        *("proto-prelates", "aof6", "aof2 aof6 proto-prelates", "aof6", "sd2l-cohen sd2l-sling"),
        *("proto-prelates", "aof2 proto-prelates"),
        *("aof2 aof6 proto-prelates", "aof2 aof6 proto-prelates", "aof6"),
        *("proto-prelates", "aof2 aof6 proto-prelates sd2l-cohen sd2l-sling", "aof6"),
        *("aof2 proto-prelates", "all", "proto-prelates"),
    ]


_GAP = '"A Pawn reaching a gap in a Subcamp still has half its original move"'


@pytest.mark.parametrize(
    ("name", "has", "lacks"),
    [
        ("aof2", ("Knights, Camels, Fortnight", _GAP, "Enemy Pawns of all enemy armies"), ("Harv",),),
        ("pp", ("Knights, Fortnight and", _GAP, "(Harvester, Magus)", "ba2 ba3 ba5"), ("Camels",)),
        ("aof6", ('"no further unpromoted move"', "of the President"), (_GAP, "hb5-cb5", "Emperor")),
        ("csd2l", ('"no further move within the Drum"', "White begins."), (_GAP, "Peacock")),
        ("ssd2l", ('"no further move within the Drum"', "ad5-ad7"), (_GAP, "any Pawn's array cell")),
        ("hec", ("White begins.", "This page lists no cells"), ("hb5-cb5", "Peacock", "Elves")),
    ],
)  # fmt: skip
def test_a_ruling_is_quoted_as_far_as_the_page_of_the_game_has_it(
    name: str, has: tuple[str, ...], lacks: tuple[str, ...]
) -> None:
    text = " ".join(aofref("rulings", name).stdout.split())
    assert [words for words in has if words not in text] == []
    assert [words for words in lacks if words in text] == []
    of_all = " ".join(aofref("rulings").stdout.split())
    assert f"aof2, proto-prelates: And {_GAP}" in of_all


def test_the_rulings_of_one_game() -> None:
    def numbers(*args: str) -> list[int]:
        return [int(n) for n in re.findall(r"^R-([0-9]+) ", aofref("rulings", *args).stdout, re.M)]

    # As the manual's list has them, by the games that their sentences name.
    assert numbers("hec") == [3, 5, 6, 7, 10, 11, 28]
    assert numbers("sd2l-cohen") == numbers("SSD2L") == [6, 10, 11, 18, 25, 28]
    assert numbers("pp")[-5:] == [24, 25, 27, 28, 29]
    assert numbers("aof6")[-5:] == [22, 23, 25, 26, 28]  # its page has no sentence on first moves
    told = aofref("rulings", "aof6", "--format", "json").stdout.splitlines()
    choices = [choice for line in told if (choice := json.loads(line)["choice"])]
    assert choices == [
        *("check=advisory", "the tag Array of a record", "aof6-order=reverse", "stalemate=move"),
        *("aof6-double=any", "aof6-survivor=alone"),
    ]
    other = aofref("rulings", "glinski")
    assert (other.exit_code, other.stdout) == (0, "")
    assert other.stderr == "glinski is a game from a file, which leaves nothing open\n"
    wrong = aofref("rulings", "aof7")
    assert wrong.exit_code == 2 and "aof7" in wrong.stderr


def test_a_ruling_that_is_asked_for_is_heeded() -> None:
    """A stalemated army of four passes; by the other ruling it moves."""
    line = "E:Kjb5/I:Kba3/J:Kjb1/P:Kjh3;Rca4,fb3,ca2;Nha1,ja4 I - 1"
    args = ("moves", "--variant", "aof2", "--position", line)
    assert aofref(*args).stdout.split() == ["--"]
    moves = aofref(*args, "--ruling", "stalemate=move").stdout.split()
    assert len(moves) == 8 and all(move.startswith("Kba3") for move in moves)  # aof2.268


def at(name: str, line: str, *rulings: str) -> CorePosition:
    return given(game(name, *rulings), line)


def test_every_alternative_is_listed_with_its_ruling() -> None:
    listed = {reading.choice: reading.number for reading in ruling_texts()}
    assert len(EVERY) == 12
    for name, ruling in EVERY:
        assert listed[ruling] == game(name).variant.rulings[ruling].number


def test_a_mark_where_it_says_nothing_is_dropped_and_an_array_has_none() -> None:
    position = at("aof6", "C:Ked3;PNsh2^0/I:Kon3/M:Kkj3/N:Kta3 C - 1")
    assert "^" not in positions.write(position)
    of = game("aof6")
    text = positions.write_placement(turn.start(of)[0]).replace("PNea2", "PNea2^0")
    assert "PNea2^0" in text
    with pytest.raises(BadPosition, match="an array has no marks"):
        positions.read_array(of, text)


def test_a_pawn_with_an_en_passant_right_has_moved() -> None:
    # gb3 to si3 would be two steps; the Pawn that stands there with its right has made them.
    line = "C:Ked3;PNth2/I:Kon3/M:Kkj3/N:Kta3 I ga2>th2 1"
    with pytest.raises(BadPosition):  # a double step ends two cells from where it began
        positions.read(game("aof6"), line)


def test_the_order_of_play_turned_round() -> None:
    chosen = ("--ruling", "aof6-order=reverse")
    text = '[Variant "aof6"]\n\nC:ea2-te2 N:sd2-se2 M:nh1-oh1 I:pk1-pj1 *\n'
    told = aofref("check", "--format", "json", *chosen, stdin=text)
    judged = json.loads(told.stdout)
    assert (judged["status"], judged["plies"], judged["turn"]) == ("legal", 4, "C")
    letters = [army[0] for army in judged["position"].split()[0].split("/")]
    assert letters == ["C", "N", "M", "I"] and judged["position"].endswith(" 2")
    assert aofref("check", "--quiet", stdin=text).exit_code == 1


# A usual reading that is named -------------------------------------------------------------------

NAMED = '[Variant "proto-prelates"]\n[Rulings "{}"]\n\n*\n'


@pytest.mark.parametrize(
    ("said", "options", "written"),
    [
        ("pp-elephant=barred", [], ""),
        ("pp-elephant=barred, stalemate=move", [], "stalemate=move"),
        ("pp-elephant=free", [], "pp-elephant=free"),
        # What a record says itself holds, as its Variant does.
        ("pp-elephant=barred", ["--ruling", "pp-elephant=free"], ""),
        ("pp-elephant=free", ["--ruling", "pp-elephant=barred"], "pp-elephant=free"),
        ("pp-elephant=barred", ["--ruling", "pp-elephant=direct"], ""),
        ("pp-elephant=direct", ["--ruling", "pp-elephant=free"], "pp-elephant=direct"),
        ("stalemate=move", ["--ruling", "pp-elephant=free"], "pp-elephant=free stalemate=move"),
    ],
)
def test_a_usual_reading_is_accepted_and_never_written(
    said: str, options: list[str], written: str
) -> None:
    text = NAMED.format(said)
    told = aofref("convert", *options, stdin=text)
    tag = f'[Rulings "{written}"]\n' if written else ""
    assert (told.exit_code, told.stdout) == (0, f'[Variant "proto-prelates"]\n{tag}\n*\n\n')
    report = json.loads(aofref("check", "--format", "json", *options, stdin=text).stdout)
    assert report["status"] == "legal" and report["rulings"] == written.split()
    assert "barred" not in aofref("check", *options, stdin=text).stdout


def test_a_usual_reading_and_the_other_exclude_each_other() -> None:
    both = "pp-elephant=barred and pp-elephant=free exclude each other"
    told = aofref("check", "--quiet", stdin=NAMED.format("pp-elephant=free pp-elephant=barred"))
    assert (told.exit_code, told.stderr) == (2, f"-:2:1: bad-tag {both}\n")
    told = aofref("check", "--quiet", stdin=NAMED.format("pp-elephant=free pp-elephant=direct"))
    both_others = "pp-elephant=direct and pp-elephant=free exclude each other"
    assert (told.exit_code, told.stderr) == (2, f"-:2:1: bad-tag {both_others}\n")
    options = ("--ruling", "pp-elephant=free", "--ruling", "pp-elephant=barred")
    for args in (("check",), ("moves", "--variant", "pp"), ("new", "pp")):
        told = aofref(*args, *options, stdin="")
        assert told.exit_code == 2 and both in told.stderr


def test_a_tag_that_is_left_out_does_not_give_way_to_another() -> None:
    again = '[Rulings "pp-elephant=free"]'
    text = NAMED.format("pp-elephant=barred").replace("\n\n*", f"\n{again}\n\n*")
    told = aofref("convert", stdin=text)
    assert "exclude" not in told.stderr and "contradiction" in told.stderr
    assert f'[Rulings ""]\n{again}' in told.stdout
    report = json.loads(aofref("check", "--format", "json", stdin=told.stdout).stdout)
    assert report["rulings"] == []


def test_a_usual_reading_is_no_ruling_of_a_new_record_nor_of_a_game() -> None:
    assert "Rulings" not in aofref("new", "pp", "--ruling", "pp-elephant=barred").stdout
    assert (
        '[Rulings "pp-elephant=free"]' in aofref("new", "pp", "--ruling", "pp-elephant=free").stdout
    )
    usual = library.variant("pp")
    named = library.variant("pp", rulings=["pp-elephant=barred"])
    assert named == usual and named.rulings == () and "barred" not in repr(named)
    with pytest.raises(ValueError, match="exclude each other"):
        library.variant("pp", rulings=["pp-elephant=barred", "pp-elephant=free"])


@pytest.mark.parametrize(("name", "ruling"), EVERY)
def test_a_ruling_goes_with_the_record(name: str, ruling: str) -> None:
    text = f'[Variant "{name}"]\n\n*\n'
    told = aofref("convert", "--ruling", ruling, stdin=text)
    assert f'[Rulings "{ruling}"]' in told.stdout
    assert aofref("convert", stdin=told.stdout).stdout == told.stdout
    report = aofref("check", stdin=told.stdout).stdout
    assert f"{ruling} ({game(name).variant.rulings[ruling].number})" in report
    assert json.loads(aofref("check", "--format", "json", stdin=told.stdout).stdout)["rulings"] == [
        ruling
    ]


@pytest.mark.parametrize(
    ("written", "variant"),
    [("AOF2", "aof2"), ("Aof6", "aof6"), ("CSD2L", "sd2l-cohen"), ("ssd2l", "sd2l-sling"),
     ("PP", "proto-prelates"), ("Hec", "heathen-europe")],
)  # fmt: skip
def test_the_pages_names_are_ids_too(written: str, variant: str) -> None:
    told = aofref("check", "--format", "json", stdin=f'[Variant "{written}"]\n\n*\n')
    assert json.loads(told.stdout)["variant"] == variant


def test_a_ruling_of_another_game_is_a_usage_error_where_one_game_is_named() -> None:
    found = aofref("moves", "--variant", "aof2", "--ruling", "hec-king=planar")
    assert found.exit_code == 2
    assert (
        "aof2 has no ruling hec-king=planar; it has check=advisory, stalemate=move" in found.stderr
    )
